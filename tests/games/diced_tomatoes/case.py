"""What the laws need to know about Diced Tomatoes."""

from games.diced_tomatoes import DICED_TOMATOES
from tests.games.case import case_of
from tests.games.diced_tomatoes import claims, hidden, listening

CASE = case_of(
    DICED_TOMATOES,
    __file__,
    hidden,
    typed_moves=listening.typed_moves,
    claims=claims.CLAIMS,
    rare=claims.RARE,
    beats_chance=((6, 24),),
    stood={"stage": "place", "turns": 7, "turn": 2, "undoable": True},
    effects={"set": (5, 0), "run": (6, 4), "karma": (4, 0)},
    near_misses=(
        ("three_matched", "vine_harvested", lambda e: {"score": e.slot % 6 + 1}),
        ("best_for_last", "vine_harvested", lambda e: {"slot": min(e.slot, 5)}),
        ("best_for_last", "vine_harvested", lambda e: {"score": min(e.score, 5)}),
    ),
)

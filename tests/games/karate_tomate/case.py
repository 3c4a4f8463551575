"""What the laws need to know about Karate Tomate."""

from typing import Any

from games.karate_tomate import KARATE_TOMATE
from tests.games.case import case_of
from tests.games.karate_tomate import claims, hidden, listening


def fewer_trophies(event: Any) -> dict[str, Any]:
    """Give everybody as many trophies as the winner."""
    same = event.counted[event.winner].trophies
    return {"counted": tuple(item.model_copy(update={"trophies": same}) for item in event.counted)}


CASE = case_of(
    KARATE_TOMATE,
    __file__,
    hidden,
    typed_moves=listening.typed_moves,
    claims=claims.CLAIMS,
    brief={"trophies_to_call": 8, "stalemate_rounds": 5},
    # The winner of the lesson of knives has fewer trophies.
    beats_chance=((3, 60), (10, 60)),
    stood={"stage": "drop_draw", "round": 2, "heat": 1},
    effects={"colour": (1, 0), "knives": (7, 9)},
    near_misses=(
        ("knife_edge", "match_ended", fewer_trophies),
        ("last_fighter", "dropped_out", lambda _event: {"left": 2}),
    ),
)

"""What the laws need to know about Tomate."""

from typing import Any

from games.tomate import TOMATE
from tests.games.case import Spoil, case_of
from tests.games.tomate import claims, hidden, listening


def line_change(**fields: Any) -> Spoil:
    """Change the line of every seat in the settlement of a hand."""

    def spoil(event: Any) -> dict[str, Any]:
        lines = tuple(line.model_copy(update=fields) for line in event.settlement.seats)
        return {"settlement": event.settlement.model_copy(update={"seats": lines})}

    return spoil


def settled(**fields: Any) -> Spoil:
    return lambda event: {"settlement": event.settlement.model_copy(update=fields)}


CASE = case_of(
    TOMATE,
    __file__,
    hidden,
    typed_moves=listening.typed_moves,
    lasting=frozenset({"bid_made", "laid_away"}),
    fleeting=frozenset({"deal_drawn", "card_played", "trick_taken"}),
    claims=claims.CLAIMS,
    rare=claims.RARE,
    brief={"cycles": 1},
    beats_chance=((13, 60),),
    stood={"stage": "tricks", "hand_number": 2, "taker": 2},
    effects={"play": (3, 0), "pass": (0, -6), "dealer": (3, 2), "stock": (0, -3)},
    near_misses=(
        ("blind", "hand_settled", settled(trump_taken=False)),
        ("blind", "hand_settled", line_change(tricks=2)),
        ("blind", "hand_settled", line_change(part="passed")),
        ("no_tomate", "hand_settled", line_change(part="tomate")),
        ("no_tomate", "match_ended", lambda _event: {"ranking": ((),)}),
    ),
)

"""What the laws need to know about Tomatomat."""

from typing import Any

from games.tomatomat import TOMATOMAT
from tests.games.case import case_of
from tests.games.tomatomat import claims, hidden, listening


def own_thief(event: Any) -> dict[str, Any]:
    """Let one of the thieves belong to the officer's own seat."""
    arrest = event.arrest
    thieves = (arrest.officer, *arrest.thieves[1:])
    return {"arrest": arrest.model_copy(update={"thieves": thieves})}


CASE = case_of(
    TOMATOMAT,
    __file__,
    hidden,
    typed_moves=listening.typed_moves,
    claims=claims.CLAIMS,
    longest=100,
    beats_chance=((4, 100),),
    stood={"stage": "allocate", "round": 2, "batch": 3},
    effects={
        "double": (5, 0),
        "stack": (6, 0),
        "thief": (3, 0),
        "police": (3, 0),
        "memory": (2, 0),
    },
    near_misses=(
        ("sold_out", "stack_awarded", lambda e: {"winner": None if e.slot else e.winner}),
        ("both_thieves", "thieves_caught", own_thief),
    ),
)

"""What the laws need to know about Dojo."""

from typing import Any

from games.dojo import DOJO
from tests.games.case import Spoil, case_of
from tests.games.dojo import claims, hidden, listening


def final(name: str, value: int) -> Spoil:
    """Change the first line of a finished dojo."""

    def spoil(event: Any) -> dict[str, Any]:
        lines = (value, *getattr(event.final, name)[1:])
        return {"final": event.final.model_copy(update={name: lines})}

    return spoil


CASE = case_of(
    DOJO,
    __file__,
    hidden,
    typed_moves=listening.typed_moves,
    claims=claims.CLAIMS,
    longest=500,
    beats_chance=((3, 60), (5, 60)),
    stood={"stage": "train", "round": 5, "dealer": 2},
    effects={"rows": (3, 1), "columns": (6, 0), "trophy": (5, 1)},
    near_misses=(
        ("full_rows", "dojo_counted", final("rows", 6)),
        ("perfect_dojo", "dojo_counted", final("columns", 0)),
    ),
)

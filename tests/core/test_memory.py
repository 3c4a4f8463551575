"""What a seat remembers of a match."""

import pytest

from games.core.ai.memory import NO_MEMORY, Memory, Recalled, remember
from games.core.event import Event
from games.core.values import Seat
from games.karate_tomate.rules.endings import EndOffered
from games.karate_tomate.rules.events import AnswerSealed
from games.karate_tomate.rules.moves import KEEP

SEALED, OFFERED = AnswerSealed(seat=0, answer="keep"), EndOffered(trophies=12)


@pytest.mark.parametrize(
    ("viewer", "seat", "events", "step"),
    [
        (0, 0, (SEALED,), Recalled(KEEP, (SEALED,))),
        (0, 0, (), Recalled(KEEP, ())),
        (1, 0, (SEALED, OFFERED), Recalled(None, (OFFERED,))),
        (1, 0, (SEALED,), None),
        (None, 0, (SEALED, OFFERED), Recalled(None, (OFFERED,))),
        (None, None, (), None),
    ],
)
def test_a_seat_remembers_what_it_saw_and_did(
    viewer: Seat | None, seat: Seat | None, events: tuple[Event, ...], step: Recalled | None
) -> None:
    """A step leaves its own move and what was shown; one that showed nothing leaves no trace."""
    memory = remember(NO_MEMORY, viewer, seat, KEEP, events)
    assert memory == (NO_MEMORY if step is None else Memory((step,)))

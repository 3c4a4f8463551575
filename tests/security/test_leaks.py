"""No channel of the bot changes when what a viewer can't see changes."""

from collections import Counter

import pytest

from tests.games.case import Case
from tests.games.cases import ALL_CASES, GAME_CASES
from tests.security import leak_worlds, timing
from tests.security.leak_worlds import leaks
from tests.security.timing import FORCED, untimely
from tests.support.sampling import sample
from tests.tried import Tried

pytestmark = pytest.mark.paints

MOMENTS = sample(8)
PACED = sample(16)
MAYBE = {"change of mind"}
"""Channels that not every game has: in most, an answer is final."""
CAN_BE_FORCED = {"tomate", "karate_tomate"}
"""Games in which a hidden hand may leave its holder only one answer."""
MAYBE_PACES, FEW_PREMOVES = {"answers in advance"}, {"karate_tomate", "tomatomat", "diced_tomatoes"}
"""Two of these games have no premoves, and Karate Tomate has so few that a sample may have none."""
TABLE, PACE = "Leaks: comparisons by channel", "Leaks: moments of answers, calls and clocks"


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_no_channel_tells_what_is_hidden(case: Case, tried: Tried) -> None:
    """Messages, ids, tickets, alt texts, completions and pictures don't depend on hidden things."""
    tally = Counter[str]()
    results = [leak for n in (0, 1) for leak in leaks(case, n, MOMENTS, tally, pictures=1 - n)]
    for channel, times in tally.items():
        tried(TABLE, repr(case), channel, times)

    assert results == []
    assert set(leak_worlds.CHANNELS) - set(tally) <= MAYBE


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_nothing_comes_sooner_or_later_by_what_is_hidden(case: Case, tried: Tried) -> None:
    """Bots, premoves, reminders and clocks act at the same times for forced and free moves."""
    tally = Counter[str]()
    results = [what for n in (0, 1) for what in untimely(case, n, PACED, tally)]
    for channel, times in tally.items():
        tried(PACE, repr(case), channel, times)

    assert results == []
    assert {*timing.CHANNELS} - {*tally} <= (MAYBE_PACES if repr(case) in FEW_PREMOVES else set())
    assert (tally[FORCED] > 0) == (repr(case) in CAN_BE_FORCED)

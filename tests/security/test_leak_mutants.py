"""The laws about leaks can fail: a leak by any channel is found in that channel."""

from collections import Counter
from functools import cache

import pytest

from games.core.rng import Rng
from tests.games.case import Case
from tests.games.cases import ALL_CASES, GAME_CASES
from tests.games.plays import positions, table
from tests.security import leak_worlds, timing
from tests.security.leak_worlds import Moment
from tests.security.mutants import SABOTAGES, UNTIMELY, Saboteur
from tests.security.timing import untimely
from tests.tried import Tried

pytestmark = pytest.mark.paints

TABLE = "Leaks: sabotages found"
TWO = [case for case in GAME_CASES if repr(case) in ("tomate", "karate_tomate")]
"""A game in which players take turns, and one in which all decide at once."""
MOMENT = 6
"""Number of moves before the moment that is checked."""
FULL, MOMENTS = 1, 8
"""The largest table, and how many of its moments are looked at for what comes sooner."""
CARRIED = {
    "view": {"alt text", "edit or not", "messages", "prompt", "tableau"},
    "prompt": {"messages"},
    "tableau": {"alt text", "messages"},
    "custom ids": {"messages"},
}
"""Other channels in which a mutant's secret appears, because messages contain it."""
CHANGING = {"tomate": "seals"}
"""The game that replaces one without changeable answers in the test of changed minds."""


def moment_of(case: Case, channel: str) -> Moment:
    """Return a moment at which this channel is in use."""
    for position in [*positions(table(case, 0))][MOMENT:]:
        game, state = case.game, position.state
        may_change = game.to_act(state) - game.awaited(state) - {0}
        is_over = not game.awaited(state)
        in_use = {"points": is_over, "change of mind": bool(may_change)}
        if in_use.get(channel, True):
            return Moment(case, position, 0)
    raise AssertionError(f"{case} never uses {channel}")


def leaking_channels(moment: Moment) -> set[str]:
    """Return the channels that leak."""
    return set(moment.leaks(Rng("sabotage"), Counter(), is_painted=True))


@cache
def found_in_good_code(case: Case, index: int) -> set[str]:
    """Return the channels that leak in good code."""
    return leaking_channels(Moment(case, [*positions(table(case, 0))][index], 0))


@pytest.mark.nightly
@pytest.mark.parametrize("case", TWO, ids=repr)
@pytest.mark.parametrize("channel", SABOTAGES)
def test_a_secret_is_found_in_the_channel_that_tells_it(
    case: Case, channel: str, monkeypatch: pytest.MonkeyPatch, tried: Tried
) -> None:
    """Good code leaks nothing; the same code broken in one place leaks in that channel."""
    if channel == "change of mind":
        case = next(
            item for item in ALL_CASES if repr(item) == CHANGING.get(repr(case), repr(case))
        )
    moment = moment_of(case, channel)
    before = found_in_good_code(moment.case, moment.moment.index)
    SABOTAGES[channel](Saboteur(monkeypatch, case.game))
    after = leaking_channels(moment)
    tried(TABLE, channel, repr(case))

    assert before == set()
    assert after == {channel} | CARRIED.get(channel, set())


@cache
def untimely_in_good_code(case: Case) -> set[str]:
    """Return what is early or late in good code."""
    return set(untimely(case, FULL, MOMENTS, Counter()))


@pytest.mark.nightly
@pytest.mark.parametrize("case", TWO, ids=repr)
@pytest.mark.parametrize("channel", UNTIMELY)
def test_what_comes_sooner_without_a_choice_is_found(
    case: Case, channel: str, monkeypatch: pytest.MonkeyPatch, tried: Tried
) -> None:
    """Bots, premoves, reminders and clocks that hurry forced moves are found to leak a hand."""
    before = untimely_in_good_code(case)
    UNTIMELY[channel](Saboteur(monkeypatch, case.game))
    after = {leak.rpartition(": ")[2] for leak in untimely(case, FULL, MOMENTS, Counter())}
    tried(TABLE, channel, repr(case))

    assert before == set()
    assert after == {channel}


def test_each_channel_has_its_sabotage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every channel that is compared has a mutant, which finds the code that it breaks."""
    assert set(SABOTAGES) == set(leak_worlds.CHANNELS)
    assert set(UNTIMELY) == set(timing.CHANNELS)
    for breaks in (*SABOTAGES.values(), *UNTIMELY.values()):
        with monkeypatch.context() as patch:
            breaks(Saboteur(patch, TWO[0].game))

"""Time controls: how long the players of a table may think about each question.

The clock runs for one question of one seat. A live table is played in one sitting, so players get
one reminder: at half time, or shortly before the end if there is only a minute or less. A slow
table lasts for days, and players are told about every question. Without a clock players are
reminded once, after a short silence.
"""

from typing import Literal, NamedTuple

from games.core.text import Text, say, say_many

CLOCK = "clock"
"""The name of the option."""

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class TableClock(NamedTuple):
    """The time for one question, in milliseconds; 0 of the kind "none", which has no end."""

    kind: Literal["none", "live", "slow"]
    milliseconds: int
    key: str
    title: Text


def _live(milliseconds: int, key: str, title: Text) -> TableClock:
    return TableClock("live", milliseconds, f"live_{key}", title)


def _slow(milliseconds: int, key: str, title: Text) -> TableClock:
    return TableClock("slow", milliseconds, f"slow_{key}", title)


def _minutes(n: int) -> TableClock:
    title = say_many("Live: {n} minute per answer", "Live: {n} minutes per answer", n)
    return _live(n * MINUTE, f"{n}m", title)


def _hours(n: int) -> TableClock:
    title = say_many("Slow: {n} hour per answer", "Slow: {n} hours per answer", n)
    return _slow(n * HOUR, f"{n}h", title)


def _days(n: int) -> TableClock:
    title = say_many("Slow: {n} day per answer", "Slow: {n} days per answer", n)
    return _slow(n * DAY, f"{n}d", title)


NO_CLOCK = TableClock("none", 0, "none", say("no time limit"))

CLOCKS: tuple[TableClock, ...] = (
    NO_CLOCK,
    _live(30 * SECOND, "30s", say("Live: 30 seconds per answer")),
    *(_minutes(n) for n in (1, 2, 3, 5, 10)),
    *(_hours(n) for n in (1, 3, 8)),
    *(_days(n) for n in (1, 2, 3, 7)),
)
"""The time controls that a lobby offers, from no clock to the slowest."""

_BY_KEY = {clock.key: clock for clock in CLOCKS}


def find_clock(key: object) -> TableClock | None:
    """Return the time control with this key, None if there is none."""
    return _BY_KEY.get(key) if isinstance(key, str) else None

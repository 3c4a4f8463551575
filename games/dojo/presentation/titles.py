"""The titles of Dojo."""

from collections.abc import Sequence

from games.core.event import Event
from games.core.progress.titles import Title
from games.core.text import say
from games.core.values import Seat
from games.dojo.rules.events import DojoCounted
from games.dojo.rules.records import Final
from games.dojo.rules.scoring.points import ROW_POINTS

FULL_ROW = ROW_POINTS[-1]


def _finals(events: Sequence[Event]) -> list[Final]:
    return [event.final for event in events if isinstance(event, DojoCounted)]


def _full_rows(events: Sequence[Event]) -> set[Seat]:
    return {final.seat for final in _finals(events) if set(final.rows) == {FULL_ROW}}


def _all_columns(events: Sequence[Event]) -> set[Seat]:
    return {final.seat for final in _finals(events) if all(final.columns)}


TITLES = (
    Title(
        key="full_rows",
        name=say("In rank and file"),
        how=say("Finish with a dojo in which all three rows score 10 points."),
        earned=_full_rows,
        sign="icon:monkey-face",
    ),
    Title(
        key="perfect_dojo",
        name=say("Perfect dojo"),
        how=say("Finish with a dojo in which all four columns score."),
        earned=_all_columns,
        sign="icon:trophy",
    ),
)

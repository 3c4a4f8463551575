"""Whatever is exchanged behind a viewer's back, no channel of the bot tells of it."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.tables.desk import Pace
from bot.tables.minting import Minter
from bot.tables.position import Position
from bot.tables.timetable import Timetable, Turn
from data.records import Sitter
from games.core.rng import Rng
from tests.bot.ui.leaking import leaks, moments
from tests.bot.ui.sights import table_of
from tests.games.case import Case
from tests.games.cases import ALL_CASES, GAME_CASES
from tests.games.plays import Position as Moment

MOMENTS = 8


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_no_channel_tells_what_is_hidden(case: Case) -> None:
    """Messages, ids, tickets, descriptions, completions and pictures stay as they are."""
    tally = Counter[str]()
    found = [leak for n in (0, 1) for leak in leaks(case, n, MOMENTS, tally, pictures=1 - n)]

    assert found == []
    assert min(tally.values()) > 0


class Still(Minter):
    """Adds as much to every delay."""

    def jitter(self, bound: int) -> int:
        return bound // 2


class Noon:
    """A clock that stands still."""

    def now(self) -> int:
        return 1_800_000_000_000


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
async def test_bots_take_as_long_whatever_is_hidden(case: Case) -> None:
    """As many bots answer at the same moments, whichever of them hold what or are to choose."""
    timetable = Timetable(None, Noon(), Still(), Pace())  # type: ignore[arg-type]  # a table of bots reads nothing
    for moment in moments(case, 1, 2 * MOMENTS):
        for viewer in moment.match.viewers:
            twin = case.reshuffle(moment.state, viewer, Rng(f"{moment.index} {viewer}"))
            due = [
                sorted(row.due_at for row in timetable._bots(_turn(moment, state, viewer)))
                for state in (moment.state, twin)
            ]

            assert due[0] == due[1], moment


def _turn(moment: Moment, state: object, viewer: int | None) -> Turn:
    """The state before a table of bots, but for the viewer."""
    at = table_of(moment)
    position = Position(
        match_id="bots",
        game=at.game,
        state=state,
        sitters=tuple(
            Sitter(player_id=1) if seat == viewer else Sitter(bot=str(seat))
            for seat in range(at.seats)
        ),
        moves_made=at.moves_made,
        secret=b"the same",
    )
    return Turn(position=position, memo={}, step=at.step, standing=())

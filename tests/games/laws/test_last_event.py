"""What happened last stands on every table, and says "you" to its viewer alone."""

from collections.abc import Iterator

import pytest

from games import FULL_GAMES, GAMES
from games.core.game import AnyGame
from games.core.text import Argument, SeatName, Text, TextList
from games.core.values import Seat
from tests.games.drafts import every_full_game
from tests.render.support import match, seat_counts


def named(argument: Argument) -> Iterator[Seat]:
    """Yield the seats that a text names."""
    if isinstance(argument, SeatName):
        yield argument.seat
    elif isinstance(argument, Text):
        for inner in argument.args.values():
            yield from named(inner)
    elif isinstance(argument, TextList):
        for item in argument.items:
            yield from named(item)


@every_full_game("last events")
def test_something_has_always_happened(game: AnyGame) -> None:
    """After its first round, every table shows a last event or an aftermath."""
    for seats in {seat_counts(game)[0], min(4, seat_counts(game)[-1])}:
        tables = [moment.tableau() for moment in match(game, seats, "deeds", 150)]
        later = [table for table in tables if table.progress and table.progress.value > 1]
        assert later
        assert all(table.last or table.aftermath for table in later)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_the_last_event_says_you_to_its_viewer(game: AnyGame) -> None:
    """In a private hand, the last event never names the viewer; a draft need not have one."""
    seen = 0
    for seats in {seat_counts(game)[0], min(4, seat_counts(game)[-1])}:
        for moment in match(game, seats, "last", 150):
            for viewer in range(seats):
                last = moment.tableau(viewer).last
                if last is not None:
                    assert viewer not in named(last.own or last.text)
                    seen += last.own is not None
    assert seen or game not in FULL_GAMES

"""The progress bar of the warm-up, and the tables it paints first."""

import io
import logging

import pytest

from bot.progress import ProgressBar
from bot.ui.pictures.warmup import PROGRESS, openings
from games import GAMES


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_bar_fills_on_a_terminal() -> None:
    """On a terminal, a bar grows to full width, is redrawn only on change and ends its line."""
    terminal = Terminal()
    bar = ProgressBar(terminal, *PROGRESS)
    for done in range(1, 1001):
        bar(done, 1000)
    shown = terminal.getvalue().split("\r")[1:]
    assert len(shown) == 101
    assert "░" in shown[0]
    assert shown[-1].endswith("█ 100%\n")
    assert "\n" not in "".join(shown[:-1])


def test_elsewhere_one_line_tells_that_all_is_ready(caplog: pytest.LogCaptureFixture) -> None:
    """Outside a terminal there is no bar, and one log line at the end."""
    stream = io.StringIO()
    bar = ProgressBar(stream, *PROGRESS)
    with caplog.at_level(logging.INFO):
        for done in range(1, 11):
            bar(done, 10)
    assert stream.getvalue() == ""
    assert [record.getMessage() for record in caplog.records] == [
        "Pictures are ready: 10 pieces drawn."
    ]


def test_one_table_of_each_kind_is_painted_first() -> None:
    """The first tables painted are every game with every number of seats."""
    shown = [(tableau.game, len(tableau.seats)) for tableau, _ in openings(GAMES)]
    wanted = [
        (game.info.key, seats)
        for game in GAMES
        for seats in range(game.info.seats[0], game.info.seats[1] + 1)
    ]
    assert shown == wanted

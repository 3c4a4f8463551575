"""Options of a game that people type in one line, and what is offered while they type."""

import pytest

from bot.ui.i18n.readers import plain_reader
from bot.ui.match.messages.options_line import complete_options, read_options_line
from games import GAMES
from games.core.options import option_fields
from games.tomate import TOMATE

ENGLISH = plain_reader("en-US")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", {}),
        (" , ,", {}),
        ("cycles=2", {"cycles": 2}),
        (" Cycles = 2 ,reserves=OFF", {"cycles": 2, "reserves": False}),
        ("strict_beat=yes, max_tomate=40", {"strict_beat": True, "max_tomate": 40}),
        ("overtrump=if_able", {"overtrump": "if_able"}),
        ("cycles=2, cycles=3", {"cycles": 3}),
        (
            "Overtrumping: overtrump if possible; else any trump, Reserves: off",
            {"overtrump": "if_able", "reserves": False},
        ),
        (
            "cycles=2 Reserves = off overtrump=if_able",
            {"cycles": 2, "reserves": False, "overtrump": "if_able"},
        ),
        ("Reserves: off cycles=2 ", {"cycles": 2, "reserves": False}),
        ("cycles=many", {"cycles": "many"}),
        ("max_tomate=-1", {"max_tomate": -1}),
        ("max_tomate=\u0661", {"max_tomate": 1}),
        (f"max_tomate={'9' * 20}", {"max_tomate": "9" * 20}),
        ("lives=9", {"lives": "9"}),
        ("cycles", {"cycles": ""}),
    ],
)
def test_a_line_names_options(typed: str, meant: dict[str, object]) -> None:
    """Names and words of a line mean what the game knows; all else is left for it to refuse."""
    assert read_options_line(TOMATE, typed, ENGLISH) == meant


@pytest.mark.parametrize(
    ("typed", "label", "line"),
    [
        ("", "Length: each player deals twice", "cycles=2"),
        ("deals TWICE", "Length: each player deals twice", "cycles=2"),
        ("cycles=2", "cycles=2", "cycles=2"),
        ("cycles=2,", "cycles=2, Reserves: off", "cycles=2, reserves=false"),
        (
            "Length: each player deals twice, reser",
            "cycles=2, Reserves: off",
            "cycles=2, reserves=false",
        ),
        ("max_tomate=777", "max_tomate=777", "max_tomate=777"),
        ("cycles=2 reser", "cycles=2, Reserves: off", "cycles=2, reserves=false"),
    ],
)
def test_a_line_is_completed(typed: str, label: str, line: str) -> None:
    """A line goes on with what fits the last word, also after an edited label of the list."""
    assert (label, line) in complete_options(TOMATE, typed, ENGLISH)


def test_an_option_is_offered_once() -> None:
    """An option that a line names isn't offered again."""
    lines = [line for _, line in complete_options(TOMATE, "cycles=2, ", ENGLISH)]

    assert [line for line in lines if line.count("cycles") != 1] == []


@pytest.mark.parametrize("language", ["en-US", "de", "es-ES"])
def test_every_offer_is_understood(language: str) -> None:
    """The line and the label of every offer name one option, with the same value."""
    reader = plain_reader(language)
    for game in GAMES:
        names = {field.name for field in option_fields(game.options)}
        for label, line in complete_options(game, "", reader):
            ((name, value),) = read_options_line(game, line, reader).items()
            assert name in names
            assert game.options(**{name: value}) != game.options()
            assert read_options_line(game, label, reader) == {name: value}

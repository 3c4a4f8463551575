"""The table in words contains every fact of the view, for the picture and the alt text."""

import pytest

from games.core.tableau import Mark
from games.core.tableau_text import alt_text
from games.core.text import Reader, speak
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.notation import position
from tests.games.tomatomat.support.positions import play

NAMES = Reader(names=["Ana", "Ben", "Chen", "Dora"])
HAND = "R1 G1 Y1 P1"


def test_machines_beneath_are_told_with_their_stars() -> None:
    """A stack is told with the colours of its top machine, and all of its stars."""
    state = position([HAND] * 3, stacks=["1R 2GY", "3P", "2G", "1YP"])
    words = alt_text(TOMATOMAT.tableau(TOMATOMAT.view(state, None)), NAMES)
    assert "I: green and yellow, 1 star beneath; 3 stars in all. II: purple; 3 stars." in words


def test_what_a_round_brought_is_told() -> None:
    """The aftermath of a round is one sentence, then cards, arrests and thefts."""
    state = position(["R2 Rt Yp P1", "R1 Yt Yt P1"], stacks=["1R 3R", "2GY", "3P", "1P"])
    state = play(state, "I I II III", "I II II III").state
    texts = [
        speak(text, NAMES) for text in TOMATOMAT.tableau(TOMATOMAT.view(state, None)).aftermath
    ]
    assert texts == [
        (
            "Round 1: I (red, 4 stars, 2 machines) stays at 0:0,"
            " II (green and yellow, 2 stars) stays at 0:0, III (purple, 3 stars) stays at 2:2,"
            " and IV (purple, 1 star) stays at 0:0."
        ),
        "Turned up at I: Ana (red coin 2, red thief) and Ben (red coin 1).",
        "At I, Ana's red thief steals from Ana (red coin 2) and Ben (red coin 1).",
        "Turned up at II: Ana (yellow officer) and Ben (2 × yellow thief).",
        "At II, Ana's yellow officer catches Ben's 2 thieves.",
        "Turned up at III: Ana (purple coin 1) and Ben (purple coin 1).",
        "Nobody placed a card at IV.",
    ]


@pytest.mark.parametrize(
    ("won", "headline", "winners"),
    [
        (["3R 3G", "1R"], "Ana wins the match with 6 stars on 2 machines.", {0}),
        (["3R", "3G"], "Ana and Ben share the win with 3 stars on 1 machine each.", {0, 1}),
    ],
)
def test_the_end_names_the_winners(won: list[str], headline: str, winners: set[int]) -> None:
    """The headline names the winners, and their panels are marked."""
    state = position([HAND] * 2, won=won, number=4)
    state = play(state, "I II III IV", "I II III IV").state
    table = TOMATOMAT.tableau(TOMATOMAT.view(state, None))
    assert speak(table.headline, NAMES) == headline
    assert {panel.seat for panel in table.seats if Mark.WINNER in panel.marks} == winners

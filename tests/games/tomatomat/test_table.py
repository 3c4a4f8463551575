"""The table in words contains every fact of the view, for the picture and the alt text."""

import pytest

from games.core.game import apply
from games.core.prompt import PickOne
from games.core.tableau import Mark
from games.core.tableau_text import alt_text
from games.core.text import Reader, speak
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.notation import position
from games.tomatomat.rules.state import State
from tests.games.tomatomat.support.positions import allot, play

NAMES = Reader(names=["Ana", "Ben", "Chen", "Dora"])
HAND = "R1 G1 Y1 P1"


def alt_text_of(state: State, viewer: int | None) -> str:
    return alt_text(TOMATOMAT.tableau(TOMATOMAT.view(state, viewer)), NAMES)


def test_the_essentials_come_first() -> None:
    """Round, awaited players, batch and machines are in the first 250 characters."""
    state = position([HAND] * 3, stacks=["1R 2GY", "3P", "2G", "1YP"], number=2)
    state = apply(TOMATOMAT, state, 1, allot("I I I I")).state
    essentials = alt_text_of(state, None)[:250]
    for fact in (
        "Tomatomat, round 2 of 4.",
        "Ana and Chen are placing four cards.",
        "Batch 3 of 3.",
        "I: green and yellow, 1 star beneath; 3 stars in all.",
        "II: purple; 3 stars.",
        "IV: yellow and purple; 1 star.",
    ):
        assert fact in essentials


def test_panels_tell_stars_machines_and_cards_face_down() -> None:
    """A seat's text names its stars, its machines, and its cards on each slot."""
    placed = [["R1 G1", "", "Y1", ""], ["", "R1 G1 Y1", "", ""]]
    state = position([HAND] * 2, placed, won=["3R 2R", ""], batch=2)
    words = alt_text_of(state, None)
    assert "Ana: stars 5, to act, machines 2, face down 2 cards at I, 1 card at III." in words
    assert "Ben: stars 0, to act, machines 0, face down 3 cards at II." in words


def test_the_hand_has_the_letters_of_the_question() -> None:
    """Cards have the same letters in the hand and in the question."""
    state = position(["Gt R2 Pp Y1", HAND], batch=1)
    view = TOMATOMAT.view(state, 0)
    prompt = TOMATOMAT.prompt(view)
    assert prompt is not None
    asked = [speak(slot.ask, NAMES) for slot in prompt.actions[0].slots]
    assert asked == [
        "Where does the red 2 go?",
        "Where does the green thief go?",
        "Where does the yellow 1 go?",
        "Where does the purple officer go?",
    ]
    slots = [slot for slot in prompt.actions[0].slots if isinstance(slot, PickOne)]
    called = [speak(slot.called, NAMES) for slot in slots if slot.called]
    assert called == [
        "A · red coin 2",
        "B · green thief",
        "C · yellow coin 1",
        "D · purple officer",
    ]
    hand = "Batch: A red coin 2, B green thief, C yellow coin 1, D purple officer."
    assert hand in alt_text_of(state, 0)


def test_every_choice_says_what_the_card_does_there() -> None:
    """Every choice names the machine and its stars, and what the card does there."""
    state = position(["Gt G2 Pp Y1", HAND], stacks=["1R 2GY", "3P", "2G", "1YP"])
    prompt = TOMATOMAT.prompt(TOMATOMAT.view(state, 0))
    assert prompt is not None
    texts = [
        [(speak(c.label, NAMES), speak(c.hint, NAMES)) for c in slot.choices[:2] if c.hint]
        for slot in prompt.actions[0].slots
        if isinstance(slot, PickOne)
    ]
    first, two = "I: green and yellow, 3 stars, 2 machines", "II: purple, 3 stars"
    thief, police = (
        "steals all green coins here, including yours",
        "catches all purple thieves here",
    )
    assert texts == [
        [(first, "counts 4 here"), (two, "counts 2 here")],
        [(first, thief), (two, thief)],
        [(first, "counts 2 here"), (two, "counts 1 here")],
        [(first, f"{police}, including yours"), (two, f"{police}, including yours")],
    ]


def test_what_a_batch_brought_is_told() -> None:
    """The aftermath of a batch says how many cards everybody placed on each slot."""
    state = play(position([HAND] * 2, batch=1), "I I II IV", "III III III III").state
    texts = [
        speak(text, NAMES) for text in TOMATOMAT.tableau(TOMATOMAT.view(state, None)).aftermath
    ]
    assert texts == ["Batch 1 placed at I/II/III/IV: Ana 2/1/0/1 and Ben 0/0/4/0."]


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

"""The game's policy: rules of thumb that an experienced player would accept."""

from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY, Level, Memory, Recalled
from games.core.rng import Rng
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.events import TriumphTaken
from games.karate_tomate.rules.moves import CALL, GO_ON, TOMATO, KarateMove
from games.karate_tomate.rules.notation import position, triumphs
from games.karate_tomate.rules.state import State
from tests.games.karate_tomate.support.positions import move

OTHERS = ["T9 K2 K3 B5", "T2 C1 K1 B2", "T7 A1 A2 C3"]
FULL = ["T9 K2 K3 B5 A1 M3", "T2 C1 K1 B2 B3 A2", "T7 A1 A2 C3 M1 K4"]
LONG = "T4 C5 C4 C3 A5 B1"
WEAK = "T4 C2 C1 A2 B1 M2"
SINGLE = "T4 C1 A1 B2 K3 M2"
MIDDLING = "T4 C3 C1 A2 B1 M2"


def end_call(*won: str, **options: Any) -> State:
    return position("end_call", [LONG, *OTHERS], won=won, **options)


def taking(won: str) -> State:
    """Return a state with two knives or three trophies on offer, for a seat that won this."""
    return position(
        "triumph",
        [LONG, *OTHERS],
        played=["C5", "", "", ""],
        out=[1, 2, 3],
        row="120 300",
        won=[won, "", "", ""],
    )


THUMBS: list[tuple[str, State, str]] = [
    ("strikes-with-the-longest-colour", position("heat", [LONG, *OTHERS]), "C5"),
    ("saves-high-cards-in-a-long-fight",
     position("heat", [LONG, *OTHERS, "T1 C1", "T3 C1"], row="500"), "C3"),
    ("fights-on-in-its-colour", position("heat", [LONG, *OTHERS], played=["A1", "K1", "C1", "A1"]),
     "A5"),
    ("drops-out-when-it-must", position("heat", [LONG, *OTHERS], played=["M1", "K1", "C1", "A1"]),
     "T"),
    ("discards-lonely-cards", position("drop_draw", ["T4 C5 C4 C3 A1 B1", *OTHERS], asked=[0]),
     "-B1 A1"),
    ("keeps-one-colour-together", position("drop_draw", ["T4 C5 C4 C3", *OTHERS], asked=[0]),
     "draw"),
    ("takes-knives-while-it-has-none", taking(""), "[120]"),
    ("takes-trophies-once-it-has-knives", taking("030"), "[300]"),
    ("calls-with-knives-enough", end_call("500 500 120 310", "300", "120", "400"), "call"),
    ("does-not-call-without-knives", end_call("500 500 400", "310 310", "120", "400 300"), "on"),
    ("counts-where-cards-lie-open",
     end_call("500 500 310", "300 120", "030", "120", open_triumphs=True), "on"),
    ("calls-where-it-sees-that-it-wins",
     end_call("500 500 310", "300", "030", "120", open_triumphs=True), "call"),
]  # fmt: skip


HARD: list[tuple[str, State, str]] = [
    ("drops-out-where-most-are-stronger", position("heat", [WEAK, *FULL]), "T"),
    ("fights-where-one-drops-out", position("heat", [WEAK, *FULL[:2]], row="500 400"), "C2"),
    ("fights-where-the-others-have-few-cards", position("heat", [WEAK, *OTHERS]), "C2"),
    ("waits-among-five-where-three-win",
     position("heat", [MIDDLING, *FULL, "T3 K1 A3 C3 B2 M1"], row="500 400 300"), "T"),
    ("fights-among-six-where-four-win",
     position("heat", [MIDDLING, *FULL, "T3 K1 A3 C3 B2 M1", "T1 K5 A4 C4 B4 M5"],
     row="500 400 300 120"), "C3"),
    ("draws-cards-among-three",
     position("triumph", [LONG, *OTHERS[:2]], played=["C5", "", ""], out=[1, 2], row="401 500",
     won=["120", "", ""]), "[401]"),
]  # fmt: skip


BOTH = [(Level.NORMAL, thumb) for thumb in THUMBS] + [(Level.HARD, thumb) for thumb in HARD]


@pytest.mark.parametrize(("level", "thumb"), BOTH, ids=[thumb[0] for _, thumb in BOTH])
def test_it_follows_the_rules_of_thumb(level: Level, thumb: tuple[str, State, str]) -> None:
    """In a clear position, the policy makes the move that an experienced player would make."""
    _, state, words = thumb
    view = KARATE_TOMATE.view(state, 0)
    assert KARATE_TOMATE.policy(view, NO_MEMORY, level, Rng("thumb")) == move(words)


@pytest.mark.parametrize(
    ("hand", "others", "row", "least", "most"),
    [
        (LONG, OTHERS, "500", 0, 0),
        (WEAK, OTHERS, "500", 50, 90),
        (SINGLE, OTHERS, "500", 135, 165),
        (SINGLE, [*OTHERS, "T1 B4", "T3 M5"], "500 400 300 120", 105, 134),
        (WEAK, OTHERS, "500 400 300", 0, 0),
    ],
    ids=["three of a colour", "two", "single cards", "most win", "one drops out"],
)
def test_a_normal_seat_waits_more_often_with_fewer_cards(
    hand: str, others: list[str], row: str, least: int, most: int
) -> None:
    """Of 200 fights in which several must drop out, it keeps out of those with few cards."""
    view = KARATE_TOMATE.view(position("heat", [hand, *others], row=row), 0)
    moves = [KARATE_TOMATE.policy(view, NO_MEMORY, Level.NORMAL, Rng(str(n))) for n in range(200)]
    assert least <= moves.count(TOMATO) <= most


def test_playouts_expect_hard_rivals_half_of_the_time() -> None:
    """Of 200 fights with a weak hand, a reply waits as often as a normal and a hard seat would."""
    state = position("heat", [WEAK, *OTHERS], row="500")
    replies = [KARATE_TOMATE.reply(state, 0, Level.NORMAL, Rng(str(n))) for n in range(200)]
    assert 115 <= replies.count(TOMATO) <= 155


REMEMBERED: list[tuple[str, tuple[str, ...], KarateMove]] = [
    ("ahead", ("500 500 310", "300", "030", "120"), CALL),
    ("behind", ("400 400 120 300", "500 310 500", "300", "401 030"), GO_ON),
    ("out-with-the-fewest-knives", ("500 500 310", "120", "310 310", "120"), GO_ON),
]


@pytest.mark.parametrize(
    ("name", "won", "answer"), REMEMBERED, ids=[item[0] for item in REMEMBERED]
)
def test_it_calls_the_end_if_it_remembers_that_it_wins(
    name: str, won: tuple[str, ...], answer: KarateMove
) -> None:
    """The policy counts face-down triumph cards that it saw being taken."""
    taken = tuple(
        TriumphTaken(seat=seat, card=card, assigned=False, open=False)
        for seat, words in enumerate(won)
        for card in triumphs(words)
    )
    view = KARATE_TOMATE.view(end_call(*won), 0)
    memory = Memory((Recalled(None, taken),))
    assert KARATE_TOMATE.policy(view, memory, Level.NORMAL, Rng(name)) == answer


def between_rounds(hand: str, won: str) -> State:
    return position("heat", [hand, *FULL], won=[won, "120 300", "120 300", "120 300"])


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (between_rounds(WEAK, "120 300"), between_rounds(WEAK, "120 500")),
        (between_rounds(WEAK, "300 300"), between_rounds(WEAK, "120 400")),
        (between_rounds(WEAK, "120 300"), between_rounds(f"{WEAK} K1", "120 300")),
        (between_rounds(WEAK, "120 300"), between_rounds("T4 C2 C1 C3 B1 M2", "120 300")),
    ],
    ids=["trophies", "more-than-the-fewest-knives", "cards", "a-longer-colour"],
)
def test_the_outlook_rises_with_what_wins(worse: State, better: State) -> None:
    """Trophies, knives, cards and a long colour each raise a seat's chance to win."""
    assert KARATE_TOMATE.outlook(worse)[0] < KARATE_TOMATE.outlook(better)[0]

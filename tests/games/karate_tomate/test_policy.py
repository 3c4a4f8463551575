"""The game's policy: rules of thumb that an experienced player would accept."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY, Level, Memory, Recalled
from games.core.rng import Rng
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.events import TriumphTaken
from games.karate_tomate.rules.moves import CALL, GO_ON, KarateMove
from games.karate_tomate.rules.state import State
from tests.games.karate_tomate.support.positions import move, position, triumphs

OTHERS = ["T9 K2 K3 B5", "T2 C1 K1 B2", "T7 A1 A2 C3"]
LONG = "T4 C5 C4 C3 A5 B1"


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
    (
        "saves-high-cards-in-a-long-fight",
        position("heat", [LONG, *OTHERS, "T1 C1", "T3 C1"], row="500"),
        "C3",
    ),
    (
        "fights-on-in-its-colour",
        position("heat", [LONG, *OTHERS], played=["A1", "K1", "C1", "A1"]),
        "A5",
    ),
    (
        "drops-out-when-it-must",
        position("heat", [LONG, *OTHERS], played=["M1", "K1", "C1", "A1"]),
        "T",
    ),
    (
        "discards-lonely-cards",
        position("drop_draw", ["T4 C5 C4 C3 A1 B1", *OTHERS], asked=[0]),
        "-B1 A1",
    ),
    (
        "keeps-one-colour-together",
        position("drop_draw", ["T4 C5 C4 C3", *OTHERS], asked=[0]),
        "draw",
    ),
    ("takes-knives-while-it-has-none", taking(""), "[120]"),
    ("takes-trophies-once-it-has-knives", taking("030"), "[300]"),
    ("calls-with-knives-enough", end_call("500 500 120 310", "300", "120", "400"), "call"),
    ("does-not-call-without-knives", end_call("500 500 400", "310 310", "120", "400 300"), "on"),
    (
        "counts-where-cards-lie-open",
        end_call("500 500 310", "300 120", "030", "120", open_triumphs=True),
        "on",
    ),
    (
        "calls-where-it-sees-that-it-wins",
        end_call("500 500 310", "300", "030", "120", open_triumphs=True),
        "call",
    ),
]


@pytest.mark.parametrize(("name", "state", "words"), THUMBS, ids=[thumb[0] for thumb in THUMBS])
def test_it_follows_the_rules_of_thumb(name: str, state: State, words: str) -> None:
    """In a clear position, the policy makes the move that an experienced player would make."""
    assert KARATE_TOMATE.policy(
        KARATE_TOMATE.view(state, 0), NO_MEMORY, Level.NORMAL, Rng("thumb")
    ) == move(words)


HARD: list[tuple[str, State, str]] = [
    ("waits-for-a-long-colour", position("heat", ["T4 C5 C4 A5 B1 M2", *OTHERS]), "T"),
    ("fights-with-a-long-colour", position("heat", [LONG, *OTHERS]), "C5"),
    (
        "fights-where-one-drops-out",
        position("heat", ["T4 C5 C4 A5 B1 M2", *OTHERS[:2]], row="500 400"),
        "C5",
    ),
    (
        "draws-cards-among-three",
        position(
            "triumph",
            [LONG, *OTHERS[:2]],
            played=["C5", "", ""],
            out=[1, 2],
            row="401 500",
            won=["120", "", ""],
        ),
        "[401]",
    ),
]


@pytest.mark.parametrize(("name", "state", "words"), HARD, ids=[one[0] for one in HARD])
def test_a_hard_seat_saves_and_collects_cards(name: str, state: State, words: str) -> None:
    """The hard level fights only where it is strong, and values the cards it may draw."""
    assert KARATE_TOMATE.policy(
        KARATE_TOMATE.view(state, 0), NO_MEMORY, Level.HARD, Rng("hard")
    ) == move(words)


REMEMBERED: list[tuple[str, tuple[str, ...], KarateMove]] = [
    ("ahead", ("500 500 310", "300", "030", "120"), CALL),
    ("behind", ("400 400 120 300", "500 310 500", "300", "401 030"), GO_ON),
    ("out-with-the-fewest-knives", ("500 500 310", "120", "310 310", "120"), GO_ON),
]


@pytest.mark.parametrize(("name", "won", "answer"), REMEMBERED, ids=[one[0] for one in REMEMBERED])
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

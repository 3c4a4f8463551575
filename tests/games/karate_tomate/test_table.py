"""The table in words contains every fact of the view, for the picture and the alt text."""

import pytest

from games.core.tableau import Mark
from games.core.tableau_text import read_hand
from games.core.text import PLAIN, Reader, speak
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.cards import KINDS
from games.karate_tomate.rules.events import KarateEvent
from games.karate_tomate.rules.notation import cards, position
from games.karate_tomate.rules.scoring import finish
from games.karate_tomate.rules.state import State
from tests.games.karate_tomate.support.positions import play

NAMES = Reader(names=["Ana", "Ben", "Chen", "Dora"])
HANDS = ["T4 C5 C4 B1", "T9 K2 K3 B5", "T2 M1 M3 M4"]


def held(state: State, viewer: int) -> list[str]:
    tableau = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, viewer))
    return [speak(text, NAMES) for text in read_hand(tableau)]


def test_the_own_choice_is_told_to_its_owner() -> None:
    """A sealed choice is shown beside its owner's hand."""
    state = play(position("heat", HANDS), (0, "C4"), (1, "T")).state
    assert "Chosen: corn 4." in held(state, 0)
    assert "Chosen: the tomato." in held(state, 1)
    drawing = play(position("drop_draw", HANDS, asked=[0, 1]), (0, "-C4 B1")).state
    assert "To discard: corn 4, broccoli 1." in held(drawing, 0)


def test_a_large_hand_is_told_by_colours() -> None:
    """A hand of all 25 kinds is shown in one zone for each colour."""
    state = position("heat", HANDS)
    state.hands[0] = KINDS + cards("C1 C1")
    state.hands[0] = tuple(sorted(state.hands[0], key=KINDS.index))
    view = KARATE_TOMATE.view(state, 0)
    zones = KARATE_TOMATE.tableau(view).hand
    assert [len(zone.tokens) for zone in zones] == [5, 5, 5, 5, 5, 1]
    assert zones[0].tokens[0].count == 3
    prompt = KARATE_TOMATE.prompt(view)
    assert prompt is not None
    assert len(prompt.actions[0].slots[0].choices) == 25
    assert [action.kind for action in prompt.actions] == ["play", "tomato"]


def test_the_end_of_a_round_is_told() -> None:
    """The aftermath names picks, draws, traded tomatoes and the next round, in that order."""
    state = position(
        "triumph",
        HANDS,
        played=["C5", "K5", ""],
        out=[2],
        shown=[0, 1],
        row="500 301",
        deck="A1 A2",
        pile="120 310",
    )
    table = KARATE_TOMATE.tableau(KARATE_TOMATE.view(play(state, (1, "[500]")).state, None))
    assert [speak(text, NAMES) for text in table.aftermath] == [
        "Ben takes 5 trophies.",
        "Ana gets the last card: 3 trophies + 1 tomato.",
        "Ana draws 1 card.",
        "Tomatoes traded: Ben tomato 4 and Ana tomato 9.",
        "Round 1 is over.",
        (
            "Round 2: 2 triumph cards turned over. On offer: 1 trophy + 2 knives "
            "and 3 trophies + 1 knife."
        ),
    ]


def test_marks_tell_the_taker_and_who_is_out() -> None:
    """In the triumph phase the taker, earlier takers and dropouts are marked."""
    state = position(
        "triumph", [*HANDS, "T1 A1"], played=["C5", "K2", "", "A1"], out=[2], row="500 120 030"
    )
    state = play(state, (0, "[500]")).state
    panels = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, None)).seats
    assert [panel.marks for panel in panels] == [(Mark.READY,), (Mark.TURN,), (Mark.OUT,), ()]


@pytest.mark.parametrize(
    ("won", "out"),
    [
        (["310 500", "210", "120", "500"], [3]),
        (["310", "310 400", "500", "400"], [2, 3]),
        (["310", "210 400 400", "211"], []),
        (["500 400", "400", "300"], []),
    ],
    ids=["A28-one", "A28-two", "A29-all-one-knife", "A29-no-knives"],
)
def test_only_the_fewest_knives_are_marked_out(won: list[str], out: list[int]) -> None:
    """At the end, table and result mark only the seats with the fewest knives as out."""
    hands = [f"T{seat + 1} C1" for seat in range(len(won))]
    state = position("end_call", hands, won=won, row="")
    ended: list[KarateEvent] = []
    finish(state, "called", ended)
    state.recent = tuple(ended)
    panels = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, None)).seats
    assert [panel.seat for panel in panels if Mark.OUT in panel.marks] == out
    result = KARATE_TOMATE.result(state)
    assert result is not None
    assert list(result.out) == out
    words = [speak(text, PLAIN) for text in result.told]
    assert [seat for seat, text in enumerate(words) if text.endswith(", out")] == out
    assert all("troph" in text and "kni" in text for text in words)


def test_only_the_own_readiness_is_marked() -> None:
    """Only players who have chosen see their own mark."""
    state = play(position("heat", HANDS), (0, "C5")).state
    own = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, 0)).seats
    others = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, 1)).seats
    assert [panel.marks for panel in own] == [(Mark.READY,), (), ()]
    assert [panel.marks for panel in others] == [()] * 3


@pytest.mark.parametrize(("barren", "counted"), [(0, []), (3, [(3, 10)])])
def test_rounds_without_a_taker_are_counted(barren: int, counted: list[tuple[int, int]]) -> None:
    """The table counts rounds without a taken card."""
    state = position("heat", HANDS, barren=barren)
    figures = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, None)).figures
    assert [(f.value, f.of) for f in figures if f.label.message == "No card taken"] == counted

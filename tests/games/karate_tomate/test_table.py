"""The table in words contains every fact of the view, for the picture and the alt text."""

import pytest

from games.core.event import Event
from games.core.tableau import Mark
from games.core.tableau_text import alt_text, read_hand
from games.core.text import PLAIN, Reader, speak
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules import events
from games.karate_tomate.rules.cards import KINDS
from games.karate_tomate.rules.events import KarateEvent
from games.karate_tomate.rules.notation import cards, position
from games.karate_tomate.rules.scoring import finish
from games.karate_tomate.rules.state import State
from tests.games.karate_tomate.support.positions import at_once, play

NAMES = Reader(names=["Ana", "Ben", "Chen", "Dora"])
HANDS = ["T4 C5 C4 B1", "T9 K2 K3 B5", "T2 M1 M3 M4"]


def alt_text_of(state: State, viewer: int | None) -> str:
    return alt_text(KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, viewer)), NAMES)


def aftermath(state: State) -> list[str]:
    tableau = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, None))
    return [speak(text, NAMES) for text in tableau.aftermath]


def held(state: State, viewer: int) -> list[str]:
    tableau = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, viewer))
    return [speak(text, NAMES) for text in read_hand(tableau)]


def test_the_essentials_come_first() -> None:
    """Round, heat, number of choices and cards on offer are in the first 250 characters."""
    state = play(position("heat", HANDS, played=["C1", "K1", "M2"], number=3), (2, "M1")).state
    essentials = alt_text_of(state, None)[:250]
    for fact in (
        "Karate Tomate, round 3.",
        "Heat 2: 1 of 3 has chosen.",
        "5 trophies, 1 trophy + 2 knives.",
    ):
        assert fact in essentials


def test_every_seat_is_told_with_what_it_has_played() -> None:
    """A seat's text names its colour, total, known tomato, and cards held and won."""
    state = position(
        "heat", HANDS, played=["C1 C2", "", "M5 M1"], out=[1], won=["500", "", "120 310"]
    )
    assert "Ana: corn, total 3, cards 3, won 1, has played corn 1, corn 2." in alt_text_of(
        state, None
    )
    assert "Ben: out, tomato 9, cards 3, won 0." in alt_text_of(state, None)
    assert (
        "Chen: mushroom, total 6, cards 3, won 2, has played mushroom 5, mushroom 1."
        in alt_text_of(state, None)
    )


def test_the_hand_is_told_with_its_letters() -> None:
    """A player's text names their cards with letters, tomato, and won cards with the sum."""
    state = position("heat", HANDS, played=["C1", "K1", "M2"], won=["310 120", "", ""])
    assert held(state, 0) == [
        "In hand: A corn 4, playable, B corn 5, playable, broccoli 1.",
        (
            "Tomato and triumphs: tomato 4, 3 trophies + 1 knife, 1 trophy + 2 knives; "
            "4 trophies and 3 knives."
        ),
    ]


def test_the_own_choice_is_told_to_its_owner() -> None:
    """A sealed choice is shown beside its owner's hand."""
    state = play(position("heat", HANDS), (0, "C4"), (1, "T")).state
    assert "Chosen: corn 4." in held(state, 0)
    assert "Chosen: the tomato." in held(state, 1)
    drawing = play(position("drop_draw", HANDS, asked=[0, 1]), (0, "-C4 B1")).state
    assert "To discard: corn 4, broccoli 1." in held(drawing, 0)


def test_what_was_just_drawn_is_told_to_its_owner() -> None:
    """Cards just drawn are named beside their owner's hand."""
    state = position("drop_draw", HANDS, played=["C1", "", "M1"], asked=[1], deck="A1 A2")
    assert "Just drawn: aubergine 1, aubergine 2." in held(play(state, (1, "draw")).state, 1)


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


def test_a_reveal_is_told() -> None:
    """The aftermath of a heat names the cards, the dropouts, and the fighters left."""
    state = at_once(position("heat", HANDS), {0: "C5", 1: "K2", 2: "T"}).state
    assert aftermath(state) == [
        "Heat 1: Ana corn 5, Ben carrot 2, and Chen tomato 2.",
        "Chen drops out. Fighters left: 2, for 2 triumph cards.",
    ]


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
    state = play(state, (1, "[500]")).state
    assert aftermath(state) == [
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


def test_the_end_is_told() -> None:
    """The aftermath of the end names its reason, final counts, who is out, and the winner."""
    state = position("end_call", HANDS, won=["500 500 202", "120 310", "310"], row="")
    state = play(state, (0, "call")).state
    assert aftermath(state) == [
        (
            "Somebody called the end. Final count: Ana 12 trophies and 0 knives, "
            "Ben 4 trophies and 3 knives, and Chen 3 trophies and 1 knife. "
            "Ana has the fewest knives and is out. Ben wins with 4 trophies."
        )
    ]
    panels = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, None)).seats
    assert [panel.marks for panel in panels] == [(Mark.OUT,), (Mark.WINNER,), ()]


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


def test_rounds_without_a_taker_are_counted() -> None:
    """The table counts rounds without a taken card."""
    assert "No card taken 3 of 10." in alt_text_of(position("heat", HANDS, barren=3), None)
    assert "No card taken" not in alt_text_of(position("heat", HANDS), None)


SENTENCES: list[tuple[Event, str]] = [
    (events.PileRenewed(cards=3),
     "The draw pile is empty, so the discard pile is shuffled into a new one (3 cards)."),
    (events.Kept(seat=1), "#2 keeps their cards."),
    (events.Drew(seat=1, laid=0, drawn=0), "#2 can't draw: no cards are left."),
    (events.RoundOver(round=2, left=1, barren=1),
     "Round 2 is over, and nobody took a triumph card."),
    (events.RoundOver(round=2, left=1, barren=2),
     "Round 2 is over. Nobody has taken a triumph card for 2 rounds in a row."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=[row[1] for row in SENTENCES])
def test_what_the_playthrough_never_tells(event: Event, words: str) -> None:
    """Events of options and of rare endings say who did what, and what it was worth."""
    assert speak(event.text(), PLAIN) == words

"""The table in words contains every fact of the view, for the picture and the alt text."""

import pytest

from games.core.event import Event
from games.core.tableau import Mark
from games.core.tableau_text import alt_text
from games.core.text import PLAIN, Reader, speak
from games.dojo import DOJO
from games.dojo.rules import events
from games.dojo.rules.moves import CHALLENGE, KEEP, PASS, PLACE
from games.dojo.rules.notation import position
from games.dojo.rules.records import Throws
from games.dojo.rules.state import State
from tests.games.dojo.support.positions import cells, play

NAMES = Reader(names=["Ana", "Ben", "Chen", "Dora", "Eva"])
DOJOS = ["A1:M1", "A1:F1", "A1:T1"]


def alt_text_of(state: State, viewer: int | None) -> str:
    return alt_text(DOJO.tableau(DOJO.view(state, viewer)), NAMES)


def aftermath(state: State) -> list[str]:
    return [speak(text, NAMES) for text in DOJO.tableau(DOJO.view(state, None)).aftermath]


def asking() -> State:
    return position("challenge", turn=1, held="M3 F4 T2", face_up="col-pair", dojos=DOJOS)


def test_the_essentials_come_first() -> None:
    """Round, awaited player, prize and own card are in the first 250 characters."""
    essentials = alt_text_of(asking(), 1)[:250]
    for fact in (
        "Dojo, round 1 of 12.",
        "Ben's turn: challenge Ana, or pass?",
        "In hand: blue fox (4).",
        "To win: orange pair × 1.",
        "Cards left 54.",
        "Ana: A1 monkey 1.",
    ):
        assert fact in essentials


def test_a_duel_is_told_with_its_price() -> None:
    """Everybody reads a duel's cards, its winner, the prize, and what was kept."""
    duel = play(asking(), (1, CHALLENGE)).state
    assert aftermath(duel) == [
        "Ben challenges Ana: the blue fox (4) against the green monkey (3).",
        "Ben beats Ana and takes the orange pair trophy.",
    ]
    saved = play(duel, (1, KEEP)).state
    assert aftermath(saved) == ["Ben keeps the blue fox (4), and Ana keeps the green monkey (3)."]
    state = position("challenge", turn=1, held="M3 F3 T2", face_up="col-pair", dojos=DOJOS)
    tie = "The challenger wins ties: Ben beats Ana and takes the orange pair trophy."
    assert aftermath(play(state, (1, CHALLENGE)).state)[1] == tie


def test_what_a_round_brought_is_told() -> None:
    """The aftermath names duel, cards, trophy, points and the next round, in that order."""
    state = play(asking(), (1, CHALLENGE), (1, KEEP)).state
    trophy = state.pile[-1]
    state = play(state, (0, PLACE["B1"]), (1, PLACE["A2"]), (2, PLACE["B1"])).state
    *sentences, last = aftermath(state)
    assert sentences == [
        "Ben won 4:3 against Ana.",
        "Placed: Ana monkey 3 on B1, Ben fox 4 on A2, and Chen tigress 2 on B1.",
        "Ben puts the orange pair trophy on column A, the only possible line.",
        "Points of round 1: Ana +2, Ben +1, and Chen +2.",
    ]
    assert last.startswith("Round 2: Ben deals; the ")
    assert trophy == state.face_up
    assert "orange pair on column A" in alt_text_of(state, None)


def test_the_aftermath_lasts_while_answers_are_sealed() -> None:
    """The aftermath before a sealed question stays until all have answered."""
    state = play(asking(), (1, CHALLENGE), (1, KEEP)).state
    later = play(state, (0, PLACE["B1"]), (2, PLACE["B1"])).state
    assert aftermath(later) == aftermath(state)


def test_marks_tell_dealer_turn_and_who_is_ready() -> None:
    """Dealer, players in turn and those who are ready are marked."""
    panels = DOJO.tableau(DOJO.view(asking(), None)).seats
    assert [panel.marks for panel in panels] == [(Mark.DEALER,), (Mark.TURN,), ()]
    state = position("train", held="M3 F4 T2", face_up="col-pair", dojos=DOJOS)
    state = play(state, (1, PLACE["B1"])).state
    panels = DOJO.tableau(DOJO.view(state, None)).seats
    assert [panel.marks for panel in panels] == [
        (Mark.TURN, Mark.DEALER),
        (Mark.READY,),
        (Mark.TURN,),
    ]


def test_the_arrangement_is_shown_at_the_end() -> None:
    """At the end a sorted dojo is shown as it was counted, and as sorted."""
    laid = "M1 M2 M3 F4 / F2 F3 F4 T1 / T2 T3 B4 C5"
    state = position(
        "challenge",
        turn=2,
        number=12,
        held="C1 C2 B3",
        face_up="row-wild",
        dojos=[cells(laid, "D3")] * 3,
        lines=["1:row-sort"],
    )
    state = play(state, (2, PASS)).state
    words = alt_text_of(state, None)
    assert "Ana, sorted: A1 monkey 2, B1 monkey 3, C1 fox 4, D1 monkey 1," in words
    assert "Ben: A1 monkey 1, B1 monkey 2, C1 monkey 3, D1 fox 4," in words
    assert "Ana, after sorting: rows 6+6+3 = 15 and columns 2+3+4+1 = 10; 25 points in all." in (
        aftermath(state)
    )
    assert "Ana: points 25, winner, rows 15, columns 10, has black sort on row 1." in words


def test_a_dealer_reads_what_was_dealt() -> None:
    """The dealer reads which cards everybody got, and other players don't."""
    assert "Dealt: Ben blue fox (4), Chen yellow tigress (2)." in alt_text_of(asking(), 0)
    assert "Dealt" not in alt_text_of(asking(), 1)


SENTENCES: list[tuple[Event, str]] = [
    (events.RoundOpened(round=2, dealer=1, trophy="row-wild", fresh=True, worth=3),
     "Round 2: #2 deals; a trophy worth 3 points is revealed."),
    (events.RoundOpened(round=2, dealer=1, trophy="row-wild", worth=3),
     "Round 2: #2 deals; the black wild trophy is still in play."),
    (events.Unchallenged(dealer=1, trophy="row-wild"),
     "Nobody challenges #2, so the black wild trophy stays."),
    (events.Unchallenged(dealer=1, trophy="row-wild", last=True), "Nobody challenges #2."),
    (events.HasThrown(seat=1), "#2 has thrown."),
    (events.ThrowsShown(challenger=2, dealer=1, throws=Throws(
        number=2, dealer="rock", challenger="paper", dealer_value=4, challenger_value=5)),
     "Throw 2: #3 paper, #2 rock; now 5 against 4."),
    (events.TrophyKept(seat=1, held=2), "#2 now has 2 trophies."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=[row[1] for row in SENTENCES])
def test_what_the_playthrough_never_tells(event: Event, words: str) -> None:
    """Events of options and of rare endings say who did what, and what it was worth."""
    assert speak(event.text(), PLAIN) == words

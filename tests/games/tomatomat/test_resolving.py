"""Rulings on one slot as data: its cards, totals and winner."""

from typing import NamedTuple

import pytest

from games.core.game import Step
from games.core.text import Reader, speak
from games.tomatomat.rules.notation import cards, machines, position
from games.tomatomat.rules.records import Arrest, Loss, Outcome, Theft
from games.tomatomat.rules.resolving import resolve
from games.tomatomat.rules.state import State
from games.tomatomat.rules.texts import tell_theft
from tests.games.tomatomat.support.positions import play


class Row(NamedTuple):
    """One ruling: the stack, the cards of every seat, totals and winner."""

    name: str
    stack: str
    shown: tuple[str, ...]
    totals: tuple[int, ...]
    winner: int | None


EXAMPLE = ("Yp Pt P2 Y2 G2", "Yt Gp P1 R2", "Y1 R2")
"""Andrea, Robert and Ingrid at the yellow and green machine (TM-01)."""

ROWS = (
    Row("tm-01", "2GY", EXAMPLE, (8, 2, 4), 0),
    Row("b4-nobody-has-a-coin", "1R", ("Gt", "Gp", ""), (0, 0, 0), None),
    Row("b4-all-coins-are-stolen", "1R", ("R1 R2", "Rt"), (0, 0), None),
    Row("b5-the-only-coin-wins", "3P", ("G1", "Rt", "Yp"), (1, 0, 0), 0),
    Row("b6-the-third-does-not-inherit", "1R", ("R1", "G2", "G1"), (2, 2, 1), None),
    Row("b8-colours-of-the-top-alone", "3R 1G", ("R2", "G1 G1"), (2, 4), 1),
    Row("b12-twice-not-four-times", "2GY", ("G1", "R1 P2"), (2, 3), 1),
    Row("b14-own-thief-steals-own-coins", "1R", ("R2 R2 Rt", "G1"), (0, 1), 1),
    Row("b14-own-police-saves-own-coins", "1R", ("R2 Rp Rt", "G1"), (4, 1), 0),
    Row("b15-police-alone-does-nothing", "1R", ("Gp R1", "Yp G1"), (2, 1), 0),
    Row("b15-police-of-another-colour", "1R", ("R2 Gp", "Rt G1"), (0, 1), 1),
    Row("b16-one-police-catches-two", "1R", ("R1 Rp", "Rt G1", "Rt"), (2, 1, 0), 0),
    Row("b16-two-thieves-act-as-one", "1R", ("R1 R2 G1", "Rt", "Rt"), (1, 0, 0), 0),
    Row("b18-police-before-thieves", "1R", ("Rt Gt", "Rp Gp R1 G1", "R1"), (0, 3, 2), 1),
    Row("other-colours-are-not-stolen", "1R", ("Rt", "R2 Y1 P2"), (0, 3), 1),
    Row("a-tie-that-a-theft-decides", "1R", ("G1 Y1", "G1 P1", "Yt"), (1, 2, 0), 1),
)


def resolved(row: Row, *, last: bool = False) -> Outcome:
    return resolve(1, machines(row.stack), [cards(words) for words in row.shown], last=last)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_slot_is_resolved(row: Row) -> None:
    """Totals and winner of a slot are as ruled (3.3)."""
    outcome = resolved(row)
    assert (outcome.totals, outcome.winner) == (row.totals, row.winner)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_an_empty_seat_changes_no_slot(row: Row, seats: int) -> None:
    """Seats without a card at a slot change neither arrests and thefts nor the winner there."""
    more = max(0, seats - len(row.shown))
    outcome = resolved(row)
    wider = resolved(row._replace(shown=row.shown + ("",) * more))
    assert wider.totals == row.totals + (0,) * more
    assert (wider.arrests, wider.thefts) == (outcome.arrests, outcome.thefts)
    assert wider.winner == row.winner


def test_tm_01_tells_who_caught_and_robbed_whom() -> None:
    """Andrea's officer catches Robert's thief, and her own thief robs both of them (TM-01)."""
    outcome = resolved(ROWS[0])
    lost = (Loss(seat=0, coins=("P2",)), Loss(seat=1, coins=("P1",)))
    assert outcome.arrests == (Arrest(slot=1, colour="Y", officer=0, thieves=(1,)),)
    assert outcome.thefts == (Theft(slot=1, colour="P", thieves=(0,), losses=lost),)


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (("R1 R2", "Rt", "P1"), "Ben's red thief steals from Ana (red coin 1, red coin 2)."),
        (
            ("R1 Rt", "Y1", "Rt R2"),
            "Ana and Chen's red thieves steal from Ana (red coin 1) and Chen (red coin 2).",
        ),
        (("Rt Rt R1", "", ""), "Ana's red thieves steal from Ana (red coin 1)."),
        (("G1", "Rt", ""), "Ben's red thief finds nothing to steal."),
        (("G1", "Rt", "Rt"), "Ben and Chen's red thieves find nothing to steal."),
    ],
    ids=lambda words: str(len(words)),
)
def test_a_theft_names_thieves_owners_and_coins(shown: tuple[str, ...], text: str) -> None:
    """The message of a theft has the machine, the thieves once each, and what each owner lost."""
    (theft,) = resolve(1, ("1R",), [cards(words) for words in shown], last=False).thefts
    assert speak(tell_theft(theft), Reader(names=("Ana", "Ben", "Chen"))) == f"At II, {text}"


def test_b16_two_thieves_are_both_named() -> None:
    """Every thief that is caught is named with its owner (B16)."""
    outcome = resolve(0, ("1R",), [("Rt", "Rt"), ("Rp",), ()], last=False)
    assert outcome.arrests == (Arrest(slot=0, colour="R", officer=1, thieves=(0, 0)),)
    assert not outcome.thefts


@pytest.mark.parametrize("last", [False, True])
def test_b7_only_the_last_round_loses_machines(last: bool) -> None:
    """Nobody wins a tied stack, and only in the last round it is lost (B7)."""
    outcome = resolve(0, ("1R",), [("R1",), ("R1",)], last=last)
    assert (outcome.winner, outcome.lost) == (None, last)


def whole_round() -> Step[State]:
    """Return a round with TM-01 at II, and a thief and an officer of one colour apart."""
    return play(
        position(
            ["Yp Pt P2 Y2", "Yt Gp P1 R2", "R2 Rt Rp Y1"],
            [["R1", "G2", "", ""], ["", "", "", ""], ["", "", "", "P1"]],
            stacks=["1R", "2GY", "3P", "1P"],
        ),
        "II II II II",
        "II II II II",
        "II III IV II",
    )


def test_b13_police_works_at_its_own_slot_alone() -> None:
    """An officer at IV doesn't catch a thief of its colour at III (B13)."""
    resolution = whole_round().state.resolution
    assert resolution is not None
    assert not resolution.outcomes[3].arrests
    assert resolution.outcomes[2].thefts[0].colour == "R"


def test_every_card_goes_back_to_its_owner() -> None:
    """After a round every owner has all twelve cards back (3.3.6)."""
    before = position(
        ["Yp Pt P2 Y2", "Yt Gp P1 R2", "R2 Rt Rp Y1"], number=4, stacks=["1R", "2GY", "3P", "1P"]
    )
    after = play(before, "II II II II", "II II II II", "II III IV II").state
    for seat, place in enumerate((0, 1, 2)):
        assert sorted(after.decks[place]) == sorted(before.deck_of(seat))

"""The fields that a view shares with its state, and the zones in which things lie face down."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

import pytest

from games.core.game import Awaiting, View
from games.core.open_fields import SeenBy, deal, imagine, mask, show
from games.core.rng import Rng
from games.core.text import say

THINGS = ("a", "b", "c", "d", "e", "f")


@dataclass(slots=True)
class Table:
    """A state with open and hidden things."""

    pot: int
    dealer: int
    laid: list[str]
    deck: list[str]
    hands: list[list[str]]
    secret: tuple[str, ...] = ()


class TableView(View):
    """Its view: `secret` has a default, so it is the viewer's own."""

    pot: int
    dealer: int | None
    laid: Annotated[tuple[str, ...], SeenBy.EVERYBODY]
    deck: int
    hands: Annotated[tuple[tuple[str, ...], ...], SeenBy.OWNER]
    secret: tuple[str, ...] = ()


class PileView(View):
    """Another view of the table."""

    deck: Annotated[tuple[str, ...], SeenBy.NOBODY]


WAITING = Awaiting(text=say("Ana's turn."))
TABLE = Table(pot=3, dealer=-1, laid=["b"], deck=["c", "d"], hands=[["a"], ["e", "f"]])


def test_a_view_shows_what_its_type_says() -> None:
    """Numbers are open, a pile is counted, -1 is nobody, and hands are their owners'."""
    view = show(TableView, TABLE, 1, awaiting=WAITING)

    assert (view.pot, view.dealer, view.laid, view.deck) == (3, None, ("b",), 2)
    assert view.hands == (("",), ("e", "f"))
    assert show(TableView, TABLE, None, awaiting=WAITING).hands == (("",), ("", ""))
    assert show(PileView, TABLE, 0, awaiting=WAITING).deck == ("", "")


def test_a_sealed_answer_is_its_owners() -> None:
    """To others, an answer that is given looks like one that isn't."""
    for audience in (SeenBy.SEALED, SeenBy.ANONYMOUS):
        assert mask([None, "a", ("b",)], audience, 1) == (None, "a", None)


def test_only_fields_without_a_default_are_open() -> None:
    """A viewer's own field is shown to nobody unless the game gives it."""
    table = Table(3, 0, [], [], [], secret=("a",))

    assert show(TableView, table, 0, awaiting=WAITING).secret == ()
    assert show(TableView, table, 0, awaiting=WAITING, secret=table.secret).secret == ("a",)


def test_a_drawn_state_has_what_its_view_shows() -> None:
    """What lies face down is drawn evenly from all that isn't seen, in the order of things."""
    view = show(TableView, TABLE, 0, awaiting=WAITING)
    hands = Counter[tuple[str, ...]]()
    for number in range(600):
        drawn = imagine(Table, view, deck=[], **deal(view, THINGS, Rng(f"deal {number}")))
        assert (drawn.pot, drawn.dealer, drawn.laid, drawn.hands[0]) == (3, -1, ["b"], ["a"])
        hands[tuple(drawn.hands[1])] += 1

    assert sorted(hands) == [(x, y) for x in "cdef" for y in "cdef" if x < y]
    assert min(hands.values()) > 70


def test_a_number_does_not_tell_what_there_is() -> None:
    """A game has to draw the things of a pile that its view only counts."""
    view = show(TableView, TABLE, None, awaiting=WAITING)

    with pytest.raises(TypeError, match="deck"):
        imagine(Table, view, **deal(view, THINGS, Rng("deal")))

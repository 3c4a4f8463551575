"""The fields that a view shares with its state."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from pydantic import ValidationError

from games.core.game import Awaiting, View
from games.core.open_fields import imagine, show
from games.core.text import say


@dataclass(slots=True)
class Table:
    """A state with open and hidden things."""

    pot: int
    laid: list[str]
    hand: tuple[str, ...]
    deck: list[str]


class TableView(View):
    """Its view: `hand` has a default, so it is the viewer's own."""

    pot: int
    laid: tuple[str, ...]
    deck: int
    hand: tuple[str, ...] = ()


WAITING = Awaiting(text=say("Ana's turn."))
TABLE = Table(pot=3, laid=["b"], hand=("a",), deck=["c", "d"])


def test_only_fields_without_a_default_are_open() -> None:
    """A hand is shown to nobody unless the game gives it."""
    view = show(TableView, TABLE, None, awaiting=WAITING, deck=2)

    assert (view.pot, view.laid, view.deck, view.hand) == (3, ("b",), 2, ())
    assert show(TableView, TABLE, 0, awaiting=WAITING, deck=2, hand=TABLE.hand).hand == ("a",)


def test_a_hidden_thing_of_the_same_name_is_refused() -> None:
    """A pile shown as its size has to be counted."""
    with pytest.raises(ValidationError):
        show(TableView, TABLE, None, awaiting=WAITING)


def test_a_drawn_state_has_the_open_fields() -> None:
    """The state that a game draws shares nothing that changes with the view."""
    view = show(TableView, TABLE, None, awaiting=WAITING, deck=2)
    drawn = imagine(Table, view, hand=("a",), deck=["c", "d"])
    drawn.laid.append("e")

    assert (drawn.pot, drawn.laid, view.laid) == (3, ["b", "e"], ("b",))

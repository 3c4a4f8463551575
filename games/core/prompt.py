"""A prompt is a blank form for a move: data that anything can draw, save, count and compare.

It offers actions, each naming a move's `kind`; each action is a small tree of slots, each naming a
field of that move. A choice may open further slots (`then`) that depend on it. Filled in, a form is
the JSON of a move. Nothing here knows of buttons, menus or pixels.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, SerializeAsAny

from games.core.text import Text
from games.core.values import Frozen


class Move(Frozen):
    """A believed answer; every game's moves are a union of subclasses told apart by `kind`."""

    kind: str


class Row(Frozen):
    """A layout hint: side by side, broken where it must be."""

    shape: Literal["row"] = "row"


class Grid(Frozen):
    """A layout hint: rows of `columns`, in reading order."""

    shape: Literal["grid"] = "grid"
    columns: int


class Hand(Frozen):
    """A layout hint: places of the chooser's hand in its order, lettered A, B, C ... as shown."""

    shape: Literal["hand"] = "hand"


Layout = Annotated[Row | Grid | Hand, Field(discriminator="shape")]


class Choice(Frozen):
    """One thing that can be chosen in a slot; `id` is what the move's field receives."""

    id: str
    label: Text
    hint: Text | None = None
    """What choosing it brings, where the chooser may know it."""
    outcome: Text | None = None
    """The same in a word or a number, for a button: "2/4"; None where it takes a sentence."""
    short: Text | None = None
    """What is enough where the label's icon is shown; None for the whole label."""
    called: Text | None = None
    """A shorter name for typing; None where the label is short."""
    blocked: Text | None = None
    """Why it cannot be chosen now; None when it can."""
    copies: int = 1
    """How many of this kind there are to choose from."""
    then: tuple[Slot, ...] = ()
    """Slots that open when this is chosen."""


class PickOne(Frozen):
    """Exactly one choice; the field receives its id."""

    slot: Literal["pick_one"] = "pick_one"
    name: str
    ask: Text
    choices: tuple[Choice, ...]
    layout: Layout = Row()
    called: Text | None = None
    """What the choice is about, for typing: this card, this worker. Slots that have such names may
    be filled in any order."""


class PickSome(Frozen):
    """From `least` to `most` choices, a kind as often as it has copies; the field receives ids.

    Order does not matter: ids come in the order of the choices. Choices here open no further slots.
    """

    slot: Literal["pick_some"] = "pick_some"
    name: str
    ask: Text
    choices: tuple[Choice, ...]
    least: int
    most: int
    layout: Layout = Row()


class PickNumber(Frozen):
    """A whole number from `least` to `most`."""

    slot: Literal["pick_number"] = "pick_number"
    name: str
    ask: Text
    least: int
    most: int


class Allocate(Frozen):
    """`total` alike things shared out over the choices; the field receives `{id: count}`.

    A choice takes at most its `copies`; a choice that gets none is left out of the answer.
    """

    slot: Literal["allocate"] = "allocate"
    name: str
    ask: Text
    choices: tuple[Choice, ...]
    total: int


Slot = Annotated[PickOne | PickSome | PickNumber | Allocate, Field(discriminator="slot")]
Choice.model_rebuild()
PickOne.model_rebuild()

Tone = Literal["plain", "good", "bad", "main"]


class Action(Frozen):
    """One kind of move that is on offer, with the slots it needs filled in."""

    kind: str
    label: Text
    hint: Text | None = None
    outcome: Text | None = None
    """As for a choice."""
    short: Text | None = None
    """What is enough on its button; None for the whole label."""
    blocked: Text | None = None
    """Why this action is not possible now; None when it is."""
    slots: tuple[Slot, ...] = ()
    confirm: Text | None = None
    """Asked once more before it is done, where nothing can be taken back."""
    tone: Tone = "plain"
    take_back: bool = False
    """True for an action that undoes; bot seats and random play leave it alone."""


class Prompt(Frozen):
    """The question a seat is asked, in two voices."""

    ask: Text
    """To who decides."""
    waiting: Text
    """To everybody else; equal to `awaiting.text` of the public view."""
    actions: tuple[Action, ...]
    on_timeout: SerializeAsAny[Move]
    """What is done for an absent player; it may be a move that no form offers.

    A field that it leaves open (None) takes what the player had filled in by then, if a slot of
    that name is filled. So that no other slot is meant, only one action may have such a name.
    """
    public: bool = False
    """The controls may stand in the channel: they tell nothing the table does not know."""
    sealed: bool = False
    """Answers stay secret until all are in."""
    about: str = ""
    """Names the moment of the match, where it can be answered in advance: this trick, this vote.

    The question and the form that may be filled in before it have the same name, and no other
    question of the match has it."""

    def action(self, kind: str) -> Action | None:
        return next((action for action in self.actions if action.kind == kind), None)


Form = dict[str, Any]
"""A filled form: `kind` and the values of the slots, as JSON; not yet believed."""

"""A prompt is a blank form for a move: data that can be drawn, saved, counted and compared.

It offers actions, each naming a move's `kind`; each action is a small tree of slots, each naming a
field of that move. A choice may open further slots (`then`) that depend on it. Filled in, a form is
the JSON of a move. Nothing here knows about buttons, menus or pixels.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, SerializeAsAny, SerializerFunctionWrapHandler, field_serializer

from games.core.text import Text
from games.core.values import Frozen, Tagged


class Move(Tagged):
    """A validated answer; every game's moves are a union of subclasses told apart by `kind`.

    Its JSON is a filled form: a field holds the ids of choices, so a number is written as text.
    """

    @field_serializer("*", mode="wrap", when_used="json")
    def _as_ids(self, value: Any, write: SerializerFunctionWrapHandler) -> Any:
        written = write(value)
        if isinstance(written, list):
            return list(map(_as_id, written))
        return _as_id(written)


def _as_id(value: Any) -> Any:
    return str(value) if type(value) is int else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A layout hint: side by side, wrapped where necessary."""

    shape: Literal["row"] = "row"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A layout hint: rows of `columns`, in reading order."""

    shape: Literal["grid"] = "grid"
    columns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A layout hint: the chooser's hand in its order, lettered A, B, C ... as shown."""

    shape: Literal["hand"] = "hand"


Tone = Literal["plain", "good", "bad", "main"]

Layout = Annotated[Row | Grid | Hand, Field(discriminator="shape")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing that can be chosen in a slot; `id` is the value the move's field receives."""

    id: str
    label: Text
    hint: Text | None = None
    """The effect of choosing it, if the chooser may know it."""
    outcome: Text | None = None
    """The effect in a word or a number, for a button: "2/4"; None if it takes a sentence."""
    short: Text | None = None
    """The words of its button, beside the icon if the label has one; None for the whole label."""
    group: Text | None = None
    """The name of the menu that it shares with others of the group, if they are many."""
    tone: Tone = "plain"
    """What the choice is for the chooser; a plain one has the tone of its action."""
    called: Text | None = None
    """A shorter name for typing; None if the label is short."""
    blocked: Text | None = None
    """Why it cannot be chosen now; None when it can."""
    copies: int = 1
    """How many of this kind can be chosen."""
    then: "tuple[Slot, ...]" = ()
    """Slots that open when this is chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PickOne:
    """Exactly one choice; the field receives its id."""

    slot: Literal["pick_one"] = "pick_one"
    name: str
    ask: Text
    choices: tuple[Choice, ...]
    layout: Layout = Row()
    called: Text | None = None
    """The subject of the choice, for typing: this card, this worker. Slots with such names may be
    filled in any order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PickSome:
    """From `least` to `most` choices, a kind as often as it has copies; the field receives ids.

    The order is irrelevant: ids come in the order of the choices. Choices open no further slots.
    """

    slot: Literal["pick_some"] = "pick_some"
    name: str
    ask: Text
    choices: tuple[Choice, ...]
    least: int
    most: int
    layout: Layout = Row()


Slot = Annotated[PickOne | PickSome, Field(discriminator="slot")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One kind of move on offer, with the slots it needs filled in."""

    kind: str
    label: Text
    hint: Text | None = None
    outcome: Text | None = None
    """As in `Choice`."""
    short: Text | None = None
    """The text for its button; None for the whole label."""
    group: Text | None = None
    """The name of the menu that it shares with others of the group, if they are many."""
    blocked: Text | None = None
    """Why this action is not possible now; None when it is."""
    slots: tuple[Slot, ...] = ()
    confirm: Text | None = None
    """A second question before an action that cannot be taken back."""
    tone: Tone = "plain"
    take_back: bool = False
    """True for an action that undoes; bot seats and random play leave it alone."""


class Prompt(Frozen):
    """The question a seat is asked; others read their view's `awaiting`."""

    ask: Text
    actions: tuple[Action, ...]
    on_timeout: SerializeAsAny[Move]
    """The move made for an absent player; it may be one that no form offers.

    A field left open (None) takes what the player had filled into the slot of that name. Only one
    action may have such a slot, so that there is no doubt which one is meant.
    """
    public: bool = False
    """The controls may be shown in the channel: they reveal nothing new to the table."""
    sealed: bool = False
    """Answers stay secret until all are in."""
    about: str = ""
    """Names the moment of the match, if it can be answered in advance: this trick, this vote.

    The question and the form that may be filled in before it share the name; no other question of
    the match has it."""

    def action(self, kind: str) -> Action | None:
        return next((action for action in self.actions if action.kind == kind), None)


Form = dict[str, Any]
"""A filled form: `kind` and the values of the slots, as unvalidated JSON."""

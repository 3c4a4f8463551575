"""Something that happened: what it was, who saw it, and the words for it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import GetCoreSchemaHandler

from games.core.text import Loose, Text, fill_in, seat
from games.core.values import Seat, Tagged, union_of


@dataclass(frozen=True)
class Named:
    """Marks a field of an event with the words for it in the event's sentence.

    A tuple is named part by part, unless the words are for the whole of it.
    """

    words: Callable[[Any], Loose]
    whole: bool = False

    def name(self, value: Any) -> Loose:
        """Return the words for a value."""
        if self.whole or not isinstance(value, tuple):
            return self.words(value)
        parts: list[Any] = list(map(self.words, value))
        return parts


class Event(Tagged):
    """The base of all events, told apart by `kind`.

    An event carries outcomes (the card dealt, the dice rolled), so a log never needs the seed.
    """

    reveals: ClassVar[bool] = True
    """Whether it may tell its mover anything that they neither chose nor knew.

    A move can be taken back only while none of its events does. A card that one shows to others
    reveals nothing in this sense: only its owner loses by that.
    """

    sentence: ClassVar[Text]
    """The event as a sentence, for everybody who may see it.

    `{who}` is its `seat`. Any other name is that of a field: a number, or one that is `Named`.
    """

    def text(self) -> Text:
        """The event as a sentence; override where it takes more than one `sentence`."""
        return fill_in(self.sentence, self._argument)

    def _argument(self, name: str) -> Loose:
        value: Any = getattr(self, "seat" if name == "who" else name)
        if name == "who":
            return seat(value)
        marks = type(self).model_fields[name].metadata
        return next((mark.name(value) for mark in marks if isinstance(mark, Named)), value)

    def seen_by(self) -> frozenset[Seat] | None:
        """The seats that see it when it happens; None means everybody, spectators too."""
        return None

    def logged_for(self) -> frozenset[Seat] | None:
        """The seats that may read it later in a running match; None means everybody.

        Narrower than `seen_by` where the rules show something once and forbid looking it up.
        """
        return self.seen_by()


class PrivateEvent(Event):
    """The base of events that only one seat sees."""

    seat: Seat

    def seen_by(self) -> frozenset[Seat]:
        return frozenset({self.seat})


class SealedEvent(Event):
    """The base of events that say only that a seat has answered in secret."""

    seat: Seat


class OpeningEvent(Event):
    """The base of events that open a round or a hand; where there is none, a step ends a round."""


def is_for(viewer: Seat | None, seats: frozenset[Seat] | None) -> bool:
    """Tell whether `viewer` (None: a spectator) belongs to an event's audience."""
    return seats is None or (viewer is not None and viewer in seats)


class AnyOf:
    """Marks a field that holds any event defined in the package of a module.

    `KarateEvent = Annotated[Event, AnyOf(__name__)]`: a new event is only a new class.
    """

    def __init__(self, module: str) -> None:
        self._package = module.rpartition(".")[0]

    def events(self) -> list[type[Event]]:
        """Return the classes of these events."""
        return [c for c in _descendants(Event) if c.__module__.rpartition(".")[0] == self._package]

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> Any:
        return handler.generate_schema(union_of(self.events()))


def _descendants(base: Any) -> Iterator[Any]:
    for cls in base.__subclasses__():
        yield cls
        yield from _descendants(cls)

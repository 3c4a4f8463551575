"""Titles: what players can show on their profile for something they did in a match."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from games.core.event import Event
from games.core.text import Text
from games.core.values import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """Something that a seat can do in one match."""

    key: str
    """Names the title in storage, so it is never changed; unique in its game."""
    name: Text
    how: Text
    """What one has to do, as a sentence; `earned` asks for exactly this."""
    earned: Callable[[Sequence[Event]], Collection[Seat]]
    """The seats that did it, from all events of a finished match."""
    sign: str = ""
    """The sprite on its sticker, almost square; by default the game's."""


def earned(titles: Iterable[Title], events: Sequence[Event]) -> dict[Seat, tuple[str, ...]]:
    """Return the keys of the titles that each seat earned in a finished match."""
    keys: defaultdict[Seat, tuple[str, ...]] = defaultdict(tuple)
    for title in titles:
        for seat in title.earned(events):
            keys[seat] += (title.key,)
    return dict(keys)

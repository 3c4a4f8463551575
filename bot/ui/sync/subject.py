"""What is known of the messages about one match or tournament while anybody works on them."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Generic, NamedTuple, Protocol, TypeVar

from bot.ui.kit.message import OutgoingMessage
from bot.ui.pictures.paint_queue import Priority
from data.records.matches import Shown, Surface, SurfaceKind


class State(Protocol):
    """A match or tournament, and its messages' rows, as loaded in one read."""

    @property
    def revision(self) -> int: ...

    @property
    def loaded(self) -> int:
        """When it was loaded, or when the change began that made it."""

    @property
    def surfaces(self) -> tuple[Surface, ...]: ...


S = TypeVar("S", bound=State)


def order(state: State) -> tuple[int, int]:
    """What is greater of a newer state."""
    return state.revision, state.loaded


class Key(NamedTuple):
    """One message: its kind, and whose it is or which of several."""

    kind: SurfaceKind
    holder: int | str | None = None
    """The player of a hand, the row of a reminder, the number of a tournament's message.

    None if there is one of its kind.
    """


_HOLDERS: dict[SurfaceKind, Callable[[Surface], int | str | None]] = {
    SurfaceKind.HAND: attrgetter("player_id"),
    SurfaceKind.DM_HAND: attrgetter("player_id"),
    SurfaceKind.NOTICE: attrgetter("surface_id"),
    SurfaceKind.TOURNAMENT: attrgetter("ticket"),
}
"""Whose message a row is, or which; other kinds have one message each."""


def key_of(row: Surface) -> Key:
    """The message that a row belongs to; a newer row replaces an older one with the same key."""
    holder = _HOLDERS.get(row.kind)
    return Key(row.kind, None if holder is None else holder(row))


@dataclass(frozen=True, kw_only=True)
class Wanted(Generic[S]):
    """One message of ours as it should be now."""

    key: Key
    shown: Shown
    state: S
    """What it is drawn from."""
    may_begin: bool = True
    """Whether it is sent where there is none: an ephemeral hand is begun by an answer alone."""
    is_last: bool = False
    """Whether the message is let go once it shows this."""
    has_pictures: bool = True
    priority: Priority = Priority.NEWS
    again_in: float | None = None
    """Seconds after which something else may be wanted without a change."""
    error: Exception | None = None
    """Why it could not be worked out, which keeps no other message from being shown."""


class Late(NamedTuple):
    """A message whose picture came too late for it; it is sent if it is still wanted."""

    shown: Shown
    message: OutgoingMessage


@dataclass
class MessageSubject(Generic[S]):
    """The newest state of a match or tournament, and its messages as they were last sent.

    Everything in it can be read again.
    """

    id: str
    is_stale: bool = False
    """Whether the state may be older than the database."""
    wanted: dict[Key, Wanted[S]] = field(default_factory=dict)
    late: dict[Key, Late] = field(default_factory=dict)
    unwritten: dict[str, Surface] = field(default_factory=dict)
    """Rows that are not saved yet, by id."""
    timer: asyncio.TimerHandle | None = None
    """Looks at it again, when something else is wanted by then."""
    gathers_until: float | None = None
    """When messages are edited that lack only what may be seen late, in the event loop's time."""
    at_work: int = 0
    """How many are about to note a row; what they note is written together."""
    _state: S | None = None
    _newest: tuple[int, int] = (-1, -1)
    """The order of the newest state that was ever known."""
    _since: int = -1
    """When the rows of that state were loaded."""
    _rows: dict[str, Surface] = field(default_factory=dict)
    _retired: set[str] = field(default_factory=set)
    """Rows out of use: a state that was loaded before that still has them."""
    _sends: Counter[str] = field(default_factory=Counter)
    _looks: dict[str, str] = field(default_factory=dict)
    """What messages look like, by their rows, as far as this process was the last to send them."""
    _presses: Counter[int | str | None] = field(default_factory=Counter)
    _answered: dict[int, S] = field(default_factory=dict)
    """What each player was last answered with, while a press of theirs is handled."""
    _no_press: asyncio.Event = field(default_factory=asyncio.Event)

    def offer(self, state: S, since: int | None = None) -> None:
        """Take a state that was loaded, or that a change has just made.

        A half-filled form is saved without a new revision, and added to rows that were loaded
        before, `since`. If a change or such a load began before that, neither state is sure to have
        both.
        """
        loaded = state.loaded if since is None else since
        older, newer = sorted(((self._newest, self._since), (order(state), loaded)))
        if older[0] != newer[0] and older[0][1] > newer[1]:
            self.is_stale = True
        if order(state) == newer[0]:
            self._state, (self._newest, self._since) = state, newer
        present = {
            row.surface_id: self._newer(row)
            for row in state.surfaces
            if row.surface_id not in self._retired
        }
        self._rows = present | {id: row for id, row in self._rows.items() if id not in present}

    def load_ended(self, state: S, before: frozenset[str], revision: int = -1) -> None:
        """Take a state that was just loaded; `before` and `revision` were known by then.

        Rows that it lacks have been retired elsewhere. If it is older than it can be, the database
        has lost changes, as a replica that takes over may: then no newer state exists any more.
        """
        if state.revision < revision == self.revision:
            self._state, self._newest, self._since = None, (-1, -1), -1
        self.offer(state)
        stored = {row.surface_id for row in state.surfaces}
        for gone in before - stored - self.unwritten.keys():
            self._rows.pop(gone, None)
            self._retired.add(gone)

    def newest(self, holder: int, opened: S) -> S:
        """What to answer somebody with who pressed: the match as it was loaded for that, or newer.

        Of one revision it is preferred to loads, since it has what the press left half done.
        """
        if self._state is not None and self._state.revision > opened.revision:
            opened = self._state
        answered = self._answered.get(holder)
        return opened if answered is None else max(opened, answered, key=order)

    def answered_later(self, holder: int, opened: S) -> bool:
        """Whether somebody was already answered with something newer, else note this."""
        answered = self._answered.setdefault(holder, opened)
        if order(answered) > order(opened):
            return True
        self._answered[holder] = opened
        return False

    @property
    def state(self) -> S | None:
        """The newest state; None unless it is known."""
        return self._state

    @property
    def revision(self) -> int:
        """The greatest revision that was ever known, -1 before."""
        return self._newest[0]

    def forget_state(self) -> None:
        """Free the memory of a state that nobody needs for now."""
        self._state = None
        self.wanted.clear()
        self.late.clear()

    @property
    def rows(self) -> tuple[Surface, ...]:
        """The rows in use, oldest first."""
        return tuple(self._rows.values())

    def of(self, key: Key) -> list[Surface]:
        """The rows in use of one message, oldest first: the last is the message."""
        holder = _HOLDERS.get(key.kind)
        return [
            row
            for row in self._rows.values()
            if row.kind is key.kind and (holder is None or holder(row) == key.holder)
        ]

    def row(self, surface_id: str) -> Surface | None:
        """A row in use."""
        return self._rows.get(surface_id)

    def needs(self, wanted: Wanted[S]) -> bool:
        """Whether a message has to be sent or edited to show this."""
        rows = self.of(wanted.key)
        if not rows:
            return wanted.may_begin
        row = rows[-1]
        if row.shown != wanted.shown or (row.message_id is None and wanted.may_begin):
            return True
        return self.lacks_pictures(wanted) and self.late_message(wanted) is not None

    def may_wait(self, wanted: Wanted[S]) -> bool:
        """Whether a message lacks nothing but what may be seen some seconds late."""
        rows = self.of(wanted.key)
        shown = rows[-1].shown if rows and rows[-1].message_id is not None else None
        if shown is None or shown == wanted.shown:
            return False
        return replace(shown, later=wanted.shown.later) == wanted.shown

    def lacks_pictures(self, wanted: Wanted[S]) -> bool:
        """Whether a message stands in words that is to have pictures."""
        rows = self.of(wanted.key)
        return wanted.has_pictures and bool(rows) and rows[-1].lacks_pictures

    def late_message(self, wanted: Wanted[S]) -> OutgoingMessage | None:
        """The message with the pictures that it lacked, if they are still right."""
        late = self.late.get(wanted.key)
        return late.message if late is not None and late.shown == wanted.shown else None

    def add(self, row: Surface) -> None:
        """Take a row that was just stored."""
        self._rows[row.surface_id] = row

    def note(self, row: Surface) -> Surface:
        """Take a changed row; it is written later."""
        row = replace(row, version=self._version(row) + 1)
        if row.retired:
            self._looks.pop(row.surface_id, None)
            self._rows.pop(row.surface_id, None)
            self._retired.add(row.surface_id)
        else:
            self._rows[row.surface_id] = row
        self.unwritten[row.surface_id] = row
        return row

    def looks_like(self, row: Surface, message: OutgoingMessage) -> bool:
        """Whether a row's message looks like this already, so that nobody would notice an edit."""
        is_known = row.message_id is not None and row.shown is not None
        return is_known and self._looks.get(row.surface_id) == message.looks()

    def note_looks(self, row: Surface, message: OutgoingMessage) -> None:
        """Note what was sent as a row's message, once no other request for it is under way."""
        self._looks[row.surface_id] = message.looks()

    def begin_send(self, row: Surface) -> int:
        """Number a request that changes a row's message."""
        self._looks.pop(row.surface_id, None)
        self._sends[row.surface_id] += 1
        return self._sends[row.surface_id]

    def is_last_send(self, row: Surface, number: int) -> bool:
        """Whether no other request for the message has begun since; else nobody knows its state."""
        return self._sends[row.surface_id] == number

    def _newer(self, row: Surface) -> Surface:
        known = self._rows.get(row.surface_id)
        return row if known is None or known.version < row.version else known

    def _version(self, row: Surface) -> int:
        known = self._rows.get(row.surface_id)
        return row.version if known is None else max(row.version, known.version)

    @contextmanager
    def pressed(self, player_id: int) -> Iterator[None]:
        """Hold a player's hands back while a press is handled, whose answer shows everything."""
        self._presses[player_id] += 1
        try:
            yield
        finally:
            self._presses[player_id] -= 1
            if not self.is_pressed(player_id):
                del self._presses[player_id]
                self._answered.pop(player_id, None)  # the next press loads something newer
                self._no_press.set()
                self._no_press.clear()  # wakes waiting tasks

    def is_pressed(self, holder: int | str | None) -> bool:
        """Whether a press by the holder of a message is being handled."""
        return self._presses[holder] > 0

    @property
    def has_presses(self) -> bool:
        """Whether any press is being handled."""
        return bool(+self._presses)

    async def presses_done(self, holder: int | str | None) -> None:
        """Wait until no press by the holder of a message is being handled."""
        while self.is_pressed(holder):
            await self._no_press.wait()

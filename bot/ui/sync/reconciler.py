"""Keeps every message of ours as it should be now.

A subject is what messages are about: a match or a tournament. A family knows one sort of messages:
which are wanted, and how they are sent. A change makes the subject be looked at: every family says
in a thread which messages it wants, and those that show something else are brought up to date,
each by a task of its own.

    changed -> look: wanted(state, rows) -> bring: settle, draw, send, note the row -> write

A press's answer is a message sent another way. It waits for no edit in flight, and notes the same
row: see `Hands`.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar, Generic, NamedTuple, Protocol

from bot.ui.kit.message import OutgoingMessage
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from bot.ui.sync.coalescer import Coalescer
from bot.ui.sync.subject import Key, Late, MessageSubject, S, Wanted, key_of
from data.engine.errors import DatabaseError
from data.records.matches import Surface, SurfaceKind

REMEMBERED = 500
"""Subjects whose rows stay known after all work on them is done."""
STATES_KEPT = 20
"""Those of them whose states do, too; a large one takes half a megabyte, and a press loads its own.
"""
OVERTAKEN = 3
"""How often a message is drawn anew because something else is wanted by then; it is sent anyway."""

GATHERED = 5.0
"""Seconds after which people see what they may see late; one edit then shows several changes."""


class Painting(NamedTuple):
    """How a message's pictures are painted; without one, the message is drawn in words."""

    pictures: Pictures
    priority: Priority = Priority.NONE


class MessageFamily(ABC, Generic[S]):
    """One sort of messages. What it remembers is in the subjects' rows."""

    kinds: ClassVar[Collection[SurfaceKind]]

    @abstractmethod
    def wanted(self, state: S, rows: tuple[Surface, ...]) -> Iterable[Wanted[S]]:
        """Yield all messages that should stand now; called in a thread.

        A message that cannot be worked out has its error. `rows` are newer than the state's own.
        """

    def row(self, subject: MessageSubject[S], wanted: Wanted[S]) -> Surface:
        """Return a new row for a message that is to be sent where there is none."""
        raise NotImplementedError  # of messages that only an answer begins

    async def settle(self, subject: MessageSubject[S], wanted: Wanted[S]) -> None:
        """Make a message's place ready: its thread, a turn in its channel.

        Afterwards the message is asked for again, since it may be another in another place.
        """

    async def draw(self, wanted: Wanted[S], painting: Painting | None) -> OutgoingMessage:
        """Draw a message, in words without `painting`; raises TooBusyError."""
        raise NotImplementedError  # of messages that are never edited

    async def send(
        self, subject: MessageSubject[S], wanted: Wanted[S], row: Surface, message: OutgoingMessage
    ) -> Surface:
        """Post or edit a message; returns its row, which is retired if nothing stands there."""
        raise NotImplementedError  # of messages that are never edited

    @abstractmethod
    async def take_away(self, subject: MessageSubject[S], row: Surface) -> None:
        """Delete or close a message that nobody wants any more, and retire its row."""


class RowStore(Protocol):
    """Where the rows of messages are stored."""

    async def add(self, *surfaces: Surface) -> None: ...

    async def save(self, *surfaces: Surface) -> None:
        """Save rows, each unless a newer version of it is stored."""


class WorkKind(StrEnum):
    LOOK = "look"
    BRING = "bring"
    PAINT = "paint"
    WRITE = "write"
    TELL = "tell"


class MessageWork(NamedTuple):
    """A piece of work on a subject."""

    subject_id: str
    task: WorkKind
    key: Key | None = None

    def __str__(self) -> str:
        """For the log: what is done to which message."""
        key = "" if self.key is None else f" {self.key.kind} {self.key.holder or ''}".rstrip()
        return f"{self.task} {self.subject_id}{key}"


async def _ignored(_subject: object, _key: Key) -> None: ...


class Reconciler(Generic[S]):
    """All subjects of one sort that this process shows."""

    def __init__(
        self,
        rows: RowStore,
        load: Callable[[str], Awaitable[S]],
        pictures: Pictures,
        *,
        is_ours: Callable[[S], Awaitable[bool]],
        moved: Callable[[MessageSubject[S], Key], Awaitable[None]] = _ignored,
        repainted: Callable[[Key, float], None] = lambda _, __: None,
    ) -> None:
        """`is_ours` tells if this process shows a subject; of others it tells their owner.

        `moved` is called once the id of a new message is written, again until it doesn't fail;
        `repainted` with the seconds that a message was out of date.
        """
        self._rows = rows
        self.load = load
        self._pictures = pictures
        self._is_ours = is_ours
        self._moved = moved
        self._repainted = repainted
        self._families = dict[SurfaceKind, MessageFamily[S]]()
        self._subjects = OrderedDict[str, MessageSubject[S]]()
        self._works = Coalescer[MessageWork](self._do, self._done)

    def register(self, family: MessageFamily[S]) -> None:
        """Let a family show its messages."""
        self._families |= dict.fromkeys(family.kinds, family)

    def subject(self, subject_id: str) -> MessageSubject[S]:
        """What is known of a subject; new if that is nothing."""
        if subject_id not in self._subjects:
            self._forget_idle()
            self._subjects[subject_id] = MessageSubject(subject_id)
        self._subjects.move_to_end(subject_id)
        return self._subjects[subject_id]

    def changed(self, subject_id: str, state: S) -> None:
        """Show a state that a change has just made; returns at once."""
        self.subject(subject_id).offer(state)
        self.look(subject_id)

    def mark(self, subject_id: str) -> None:
        """Load a subject and show it; returns at once."""
        self.subject(subject_id).is_stale = True
        self.look(subject_id)

    def ensure(self, subject_id: str) -> None:
        """The same, unless the subject is at work or rests after a failure."""
        works = [work for work in self._works.under_way() if work.subject_id == subject_id]
        resting = any(self._works.rests(work) for work in self._messages(subject_id))
        if not works and not resting:
            self.mark(subject_id)

    def look(self, subject_id: str) -> None:
        """Compare a subject's messages with what is wanted; returns at once."""
        self._works.mark(MessageWork(subject_id, WorkKind.LOOK))

    def wake(self) -> None:
        """Try again what rests after a failure: Discord has just carried out a request."""
        self._works.wake()

    def paint(self, subject: MessageSubject[S], key: Key) -> None:
        """Paint the pictures that a message lacks, however long that takes; returns at once."""
        self._works.mark(MessageWork(subject.id, WorkKind.PAINT, key))

    async def newest(self, subject_id: str) -> S:
        """The newest state, loaded if it may have changed."""
        subject = self.subject(subject_id)
        while subject.is_stale or subject.state is None:
            before = frozenset(row.surface_id for row in subject.rows), subject.revision
            subject.is_stale = False
            try:
                subject.load_ended(await self.load(subject_id), *before)
            except BaseException:
                subject.is_stale = True
                raise
        return subject.state

    async def add(self, subject: MessageSubject[S], row: Surface) -> Surface:
        """Store the row of a message that may be sent from then on."""
        await self._rows.add(row)
        subject.add(row)
        return row

    async def save(self, subject: MessageSubject[S], row: Surface) -> Surface:
        """Note a changed row, and write it at once."""
        row = subject.note(row)
        await self.write(subject)
        return row

    @contextmanager
    def noting(self, subject: MessageSubject[S]) -> Iterator[None]:
        """Let what is noted inside be written with what others note at the same time."""
        subject.at_work += 1
        try:
            yield
        finally:
            subject.at_work -= 1
            if subject.unwritten and not subject.at_work:
                self._works.mark(MessageWork(subject.id, WorkKind.WRITE))

    async def write(self, subject: MessageSubject[S]) -> None:
        """Write what is noted."""
        if rows := list(subject.unwritten.values()):
            await self._rows.save(*rows)
            for row in rows:
                if subject.unwritten.get(row.surface_id) is row:
                    del subject.unwritten[row.surface_id]

    def under_way(
        self, subject_id: str | None = None, kinds: Collection[SurfaceKind] | None = None
    ) -> list[asyncio.Task[None]]:
        """The running tasks of one subject or of all, or those for some kinds of messages."""
        return [
            task
            for work, task in self._works.under_way().items()
            if subject_id in (None, work.subject_id)
            and (kinds is None or work.key is None or work.key.kind in kinds)
            and (kinds is None or work.task in (WorkKind.LOOK, WorkKind.BRING))
        ]

    def tries(self) -> list[int]:
        """How often in succession each work has failed that isn't done."""
        return self._works.tries()

    async def close(self) -> None:
        """Stop, and write what is known; unfinished messages are shown after the next start."""
        await self._works.close()
        for subject in [*self._subjects.values()]:  # presses may still begin others
            if subject.timer is not None:
                subject.timer.cancel()
            with suppress(DatabaseError):  # its messages are then edited once more
                await self.write(subject)

    async def _do(self, work: MessageWork) -> None:
        subject = self.subject(work.subject_id)
        match work.task:
            case WorkKind.LOOK:
                with self.noting(subject):
                    await self._look(subject)
            case WorkKind.WRITE:
                if not subject.at_work:  # else the last to end lets all be written
                    await self.write(subject)
            case WorkKind.BRING if work.key is not None:
                await self._bring(subject, work.key)
            case WorkKind.PAINT if work.key is not None:
                await self._paint(subject, work.key)
            case WorkKind.TELL if work.key is not None:
                await self.write(subject)
                await self._moved(subject, work.key)

    def _done(self, work: MessageWork, seconds: float) -> None:
        if work.task is WorkKind.BRING and work.key is not None:
            self._repainted(work.key, seconds)

    async def _look(self, subject: MessageSubject[S]) -> None:
        """Ask what is wanted, and begin to bring what differs."""
        state = await self.newest(subject.id)
        if not await self._is_ours(state):
            return
        rows = subject.rows
        wanted = await asyncio.to_thread(self._wanted, state, rows)
        subject.wanted = {target.key: target for target in wanted}
        patient = {target.key for target in wanted if subject.may_wait(target)}
        waits = self._look_again(subject, is_patient=bool(patient))
        await self._begin(subject)
        for target in subject.wanted.values():
            if waits and target.error is None and target.key in patient:
                continue
            if target.error is not None or subject.needs(target):
                self._works.mark(MessageWork(subject.id, WorkKind.BRING, target.key))
                continue
            self._works.forget(MessageWork(subject.id, WorkKind.BRING, target.key))
            subject.late.pop(target.key, None)
            for row in subject.of(target.key)[-1:]:
                if row.shown_revision != state.revision or target.is_last:
                    subject.note(
                        replace(row, shown_revision=state.revision, retired=target.is_last)
                    )
            if subject.lacks_pictures(target):
                self.paint(subject, target.key)
        for key in {key_of(row) for row in rows}:
            if key.kind in self._families and (
                key not in subject.wanted or len(subject.of(key)) > 1
            ):
                self._works.mark(MessageWork(subject.id, WorkKind.BRING, key))

    def _look_again(self, subject: MessageSubject[S], *, is_patient: bool) -> bool:
        """Look once more when the time has come at which something else is wanted.

        Returns whether what people may see late, if there is any, is left to a later look.
        """
        if subject.timer is not None:
            subject.timer.cancel()
        loop = asyncio.get_running_loop()
        waits = [target.again_in for target in subject.wanted.values()]
        until = subject.gathers_until or loop.time() + GATHERED
        is_patient = is_patient and until > loop.time()
        subject.gathers_until = until if is_patient else None
        if is_patient:
            waits.append(until - loop.time())
        wait = min((seconds for seconds in waits if seconds is not None), default=None)
        subject.timer = None if wait is None else loop.call_later(wait, self.look, subject.id)
        return is_patient

    async def _begin(self, subject: MessageSubject[S]) -> None:
        """Store the rows of all messages that are to be sent, before one of them counts as shown.

        So a crash in between makes none of them be forgotten.
        """
        new = [
            self._families[wanted.key.kind].row(subject, wanted)
            for wanted in subject.wanted.values()
            if wanted.may_begin and wanted.error is None and not subject.of(wanted.key)
        ]
        if new:
            await self._rows.add(*new)
            for row in new:
                subject.add(row)

    def _wanted(self, state: S, rows: tuple[Surface, ...]) -> list[Wanted[S]]:
        families = dict.fromkeys(self._families.values())
        return [wanted for family in families for wanted in family.wanted(state, rows)]

    async def _looked(self, subject: MessageSubject[S]) -> None:
        """Wait for what is wanted to be known."""
        while (task := self._works.task(MessageWork(subject.id, WorkKind.LOOK))) is not None:
            await asyncio.wait([task])

    async def _bring(self, subject: MessageSubject[S], key: Key) -> None:
        """Bring one message up to date."""
        family = self._families[key.kind]
        await self._looked(subject)
        if subject.state is None:  # it was forgotten while this rested: nobody knows what is wanted
            self.look(subject.id)
            return
        wanted = subject.wanted.get(key)
        if wanted is not None and (wanted.error is not None or subject.needs(wanted)):
            await family.settle(subject, wanted)
            wanted = await self._drawn_and_sent(subject, key, family, wanted.shown.stage)
        rows = subject.of(key)
        with self.noting(subject):
            for row in rows if wanted is None else rows[:-1]:
                await family.take_away(subject, row)

    async def _drawn_and_sent(
        self, subject: MessageSubject[S], key: Key, family: MessageFamily[S], settled: str
    ) -> Wanted[S] | None:
        """Draw and send what is wanted by then, in a place that is `settled` for its stage.

        Returns what is wanted.
        """
        for tries in range(OVERTAKEN):
            await subject.presses_done(key.holder)
            await self._looked(subject)
            wanted = subject.wanted.get(key)
            if wanted is None or (wanted.error is None and not subject.needs(wanted)):
                return wanted
            if wanted.shown.stage != settled:  # a lobby that has become a table may have a thread
                settled = wanted.shown.stage
                await family.settle(subject, wanted)
            with self.noting(subject):
                message = await self._drawn(subject, wanted, family)
                await self._looked(subject)
                is_pressed = subject.is_pressed(key.holder)
                current = subject.wanted.get(key)
                is_overtaken = current is None or current.shown != wanted.shown
                if not subject.of(key):
                    self.look(subject.id)  # which begins it anew if it is still wanted
                    return wanted
                if is_pressed or (is_overtaken and tries + 1 < OVERTAKEN):
                    continue
                await self._send(subject, wanted, family, message)
            return wanted
        self._works.mark(MessageWork(subject.id, WorkKind.BRING, key))
        return wanted

    async def drawn(self, subject: MessageSubject[S], wanted: Wanted[S]) -> OutgoingMessage:
        """Draw a message that an answer begins."""
        return await self._drawn(subject, wanted, self._families[wanted.key.kind])

    async def _drawn(
        self, subject: MessageSubject[S], wanted: Wanted[S], family: MessageFamily[S]
    ) -> OutgoingMessage:
        """The message with its pictures if they are ready soon, in words otherwise."""
        if wanted.error is not None:
            raise wanted.error
        late = subject.late_message(wanted)
        if late is not None:
            return late
        if wanted.has_pictures and not subject.lacks_pictures(wanted):
            with suppress(TooBusyError):  # then it is drawn in words, and painted later
                return await family.draw(wanted, Painting(self._pictures, wanted.priority))
        message = await family.draw(wanted, None)
        return replace(message, is_makeshift=wanted.has_pictures)

    async def _send(
        self,
        subject: MessageSubject[S],
        wanted: Wanted[S],
        family: MessageFamily[S],
        message: OutgoingMessage,
    ) -> None:
        """Send a message and note its row."""
        row = subject.of(wanted.key)[-1]
        if not wanted.is_last and subject.looks_like(row, message):
            subject.late.pop(wanted.key, None)
            subject.note(replace(row, shown=wanted.shown, shown_revision=wanted.state.revision))
            if row.lacks_pictures:
                self.paint(subject, wanted.key)
            return
        number = subject.begin_send(row)
        sent = await family.send(subject, wanted, row, message)
        subject.late.pop(wanted.key, None)
        is_known = subject.is_last_send(row, number)
        if is_known and sent.surface_id == row.surface_id and not sent.retired:
            subject.note_looks(row, message)
        noted = subject.note(
            replace(
                sent,
                shown=wanted.shown if is_known else None,
                shown_revision=wanted.state.revision,
                retired=sent.retired or (wanted.is_last and is_known),
            )
        )
        if noted.message_id != row.message_id or noted.surface_id != row.surface_id:
            await self._outdate(subject, wanted.state)
            try:
                await self.write(subject)  # the id of a new message must not get lost
            finally:
                self._works.mark(MessageWork(subject.id, WorkKind.TELL, wanted.key))
            self.look(subject.id)  # other messages may link to it
        elif not noted.retired and (row.shown is None or row.shown.stage != wanted.shown.stage):
            self.look(subject.id)  # others may follow from it
        current = subject.wanted.get(wanted.key)
        if current is not None and not noted.retired and current.shown != noted.shown:
            self.look(subject.id)
        elif noted.lacks_pictures and not noted.retired:
            self.paint(subject, wanted.key)

    async def _outdate(self, subject: MessageSubject[S], state: S) -> None:
        """Note whose links a new message changes, or a crash before their edits loses these."""
        for target in await asyncio.to_thread(self._wanted, state, subject.rows):
            if target.error is None and subject.needs(target):
                for row in subject.of(target.key)[-1:]:
                    subject.note(replace(row, shown_revision=None))

    async def _paint(self, subject: MessageSubject[S], key: Key) -> None:
        """Wait for a painter as long as it takes, then paint what a message lacks by then."""
        async with self._pictures.turn() as pictures:
            await self._looked(subject)
            wanted = subject.wanted.get(key)
            if wanted is None or wanted.error is not None or not subject.lacks_pictures(wanted):
                return
            message = await self._families[key.kind].draw(wanted, Painting(pictures))
            subject.late[key] = Late(wanted.shown, message)
        self._works.mark(MessageWork(subject.id, WorkKind.BRING, key))

    def _messages(self, subject_id: str) -> list[MessageWork]:
        subject = self.subject(subject_id)
        keys = {key_of(row) for row in subject.rows} | subject.wanted.keys()
        return [
            MessageWork(subject_id, WorkKind.LOOK),
            *(MessageWork(subject_id, WorkKind.BRING, key) for key in keys),
        ]

    def _forget_idle(self) -> None:
        """Forget the subjects that were used least recently, unless something is done for them."""
        busy = {work.subject_id for work in self._works.under_way()}
        for age, subject in enumerate(reversed([*self._subjects.values()])):
            is_busy = subject.id in busy or subject.at_work or subject.has_presses
            if age < STATES_KEPT or is_busy:
                continue
            subject.forget_state()
            if age >= REMEMBERED and not subject.unwritten:
                del self._subjects[subject.id]

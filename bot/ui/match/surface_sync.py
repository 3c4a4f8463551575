"""Keeps messages up to date: after every change of a match, refreshes whatever shows it.

Everything can be rebuilt from the database: a message has a row before it is sent.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.tables.matches.repository import MatchRepository
from bot.tables.matches.snapshot import Snapshot
from bot.tables.ownership import COMPETITION_CHANGED, Ownership
from bot.tables.ports import Reminder
from bot.ui.match.hands import PRIVATE, Hands
from bot.ui.match.public_messages import PUBLIC, PublicMessages
from bot.ui.match.reminder_messages import ReminderMessages
from bot.ui.pictures.attachments import Pictures
from bot.ui.sync.reconciler import Reconciler
from bot.ui.sync.subject import Key, MessageSubject
from data.engine.errors import DatabaseError
from data.records.matches import Life, SurfaceKind, is_behind
from data.store import Store

log = logging.getLogger(__name__)

Repainted = Callable[[str, float], None]

RECONCILE = 60.0
"""Seconds between two looks for messages whose change was missed."""
LONGEST_WAIT = 10.0
"""Seconds that an answer waits for messages that show its effect."""


class SurfaceSync:
    """The application's messenger: shows every change of a match."""

    def __init__(
        self,
        store: Store,
        repository: MatchRepository,
        pictures: Pictures,
        *,
        repainted: Repainted = lambda _, __: None,
        ownership: Ownership | None = None,
    ) -> None:
        """`repainted` is called with the seconds that a public or private message was outdated."""
        self._ownership = ownership or Ownership()
        self._store = store
        self._repainted = repainted
        self.matches = Reconciler[Snapshot](
            store.surfaces,
            repository.open,
            pictures,
            is_ours=self._is_ours,
            moved=self._moved,
            repainted=self._measured,
        )
        self._works: list[Reconciler[Any]] = [self.matches]
        self._listeners = list[Callable[[Snapshot], None]]()

    def register(self, publics: PublicMessages, hands: Hands, reminders: ReminderMessages) -> None:
        """Let these show the messages of matches."""
        self._publics = publics
        self._reminders = reminders
        for family in (publics, hands, reminders):
            self.matches.register(family)

    def show_competitions(self, reconciler: Reconciler[Any]) -> None:
        """Let this show the messages of tournaments."""
        self._competitions = reconciler
        self._works.append(reconciler)

    def show_deals(self, reconciler: Reconciler[Any]) -> None:
        """Let this show the messages about daily deals."""
        self._deals = reconciler
        self._works.append(reconciler)

    def listen(self, listener: Callable[[Snapshot], None]) -> None:
        """Call this after each change that this process makes to a match."""
        self._listeners.append(listener)

    async def changed(self, snapshot: Snapshot) -> None:
        """Show a match after a change, or tell the process that owns it; returns at once."""
        for listener in self._listeners:
            listener(snapshot)
        match = snapshot.match
        if self._ownership.owns(match.guild_id):
            self.matches.changed(match.match_id, snapshot)
        else:
            await self._ownership.tell_owner(match.guild_id, match.match_id)

    def owns(self, guild_id: int) -> bool:
        """Whether this process shows a server's matches and tournaments."""
        return self._ownership.owns(guild_id)

    def mark(self, match_id: str) -> None:
        """Schedule a match to be loaded and shown; returns at once."""
        self.matches.mark(match_id)

    async def competition_changed(self, guild_id: int, tournament_id: str) -> None:
        """Show a tournament after a change, or tell the process that owns it; returns at once."""
        if self.owns(guild_id):
            self.mark_competition(tournament_id)
        else:
            await self._ownership.tell_owner(guild_id, tournament_id, COMPETITION_CHANGED)

    def mark_competition(self, tournament_id: str) -> None:
        """Schedule a tournament to be loaded and shown; returns at once."""
        self._competitions.mark(tournament_id)

    async def competition_shown(self, tournament_id: str) -> None:
        """Wait until a tournament's messages are shown, for at most `LONGEST_WAIT`."""
        await _ended(lambda: self._competitions.under_way(tournament_id, (SurfaceKind.TOURNAMENT,)))

    async def deal_changed(self, guild_id: int, post_id: str) -> None:
        """Show a day's deal in a server after a change; returns at once.

        The process that owns the server finds it out of date if another one notices the change.
        """
        if self.owns(guild_id):
            self._deals.mark(post_id)

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Notify people about their table; returns those it did not reach, each with the reason."""
        return await self._reminders.remind(reminder)

    async def watch(self) -> None:
        """Look for out-of-date messages again and again, until cancelled.

        What is being worked on is left alone, and so is what rests after a failure.
        """
        while True:
            await asyncio.sleep(RECONCILE)
            try:
                await self._for_each_behind(lambda work: work.ensure)
            except DatabaseError as error:
                log.warning("cannot look for messages that are out of date: %s", error)

    async def catch_up(self, guild_id: int | None = None) -> None:
        """Show every owned match, tournament and deal that is out of date, in one server or in all.

        What rests after a failure is tried again at once.
        """
        await self._for_each_behind(lambda work: work.mark, guild_id)

    async def _for_each_behind(
        self, how: Callable[[Reconciler[Any]], Callable[[str], None]], guild_id: int | None = None
    ) -> None:
        share = self._ownership.share
        behind = await self._store.surfaces.behind(shards=share)
        for match_id in {row.match_id for row in behind if guild_id in (None, row.guild_id)}:
            how(self.matches)(match_id)
        for tournament_id in await self._store.tournaments.behind(share, guild_id):
            how(self._competitions)(tournament_id)
        for post in await self._store.deal_posts.behind():
            if self.owns(post.guild_id) and guild_id in (None, post.guild_id):
                how(self._deals)(post.post_id)

    def wake(self) -> None:
        """Try again what rests after a failure: Discord has just carried out a request."""
        for work in self._works:
            work.wake()

    async def mend(self, match_id: str, snapshot: Snapshot | None = None) -> None:
        """Show a match if one of its messages is out of date or lacks a picture.

        `snapshot` is the match before the press that asks for this; passing it saves a read.
        """
        if snapshot is not None and not self._ownership.owns(snapshot.match.guild_id):
            # The owner may have shown the change before this answer covered it.
            await self.matches.write(self.matches.subject(match_id))
            await self._ownership.tell_owner(snapshot.match.guild_id, match_id)
        elif snapshot is None:
            if await self._store.surfaces.behind(match_id):
                self.mark(match_id)
        elif any(is_behind(row, snapshot.match) for row in self.matches.subject(match_id).rows):
            self.matches.look(match_id)

    async def post_if_gone(self, match_id: str) -> None:
        """Repost a table somebody looks for, if its message is gone or could not be sent."""
        if await self._publics.exists(match_id):
            await self.mend(match_id)
        else:
            self.mark(match_id)

    def note_locked(self, thread_id: int, *, is_locked: bool) -> None:
        """Note that a thread is locked or open now."""
        self._publics.note_locked(thread_id, is_locked=is_locked)

    def note_deleted(self, channel_id: int) -> None:
        """Note that a channel or thread was deleted."""
        self._publics.note_deleted(channel_id)

    async def deliver(self, match_id: str, player_id: int) -> bool:
        """Send a player's hand directly, now or as soon as possible; returns False if refused."""
        self.mark(match_id)
        await self.followed([match_id])
        subject, key = self.matches.subject(match_id), Key(SurfaceKind.DM_HAND, player_id)
        wanted = subject.wanted.get(key)
        return wanted is None or not wanted.may_begin or bool(subject.of(key))

    async def refresh(self, match_id: str) -> None:
        """Update private hands after a change that only their player sees."""
        self.mark(match_id)
        await self.followed([match_id])

    async def recall(self, player_id: int) -> None:
        """Delete the direct hands of a player who turned them off, now or as soon as possible."""
        matches = [row.match_id for row in await self._store.matches.of_player(player_id)]
        for match_id in matches:
            self.mark(match_id)
        await self.followed(matches)

    async def posted(self, match_id: str) -> bool:
        """Wait until a match's public messages are shown, for at most `LONGEST_WAIT`.

        Returns whether nothing more is being sent.
        """
        return await _ended(lambda: self.matches.under_way(match_id, PUBLIC))

    async def followed(self, match_ids: Iterable[str]) -> bool:
        """Wait as long for all private hands of some matches; returns whether all are current."""
        matches = [*match_ids]
        return await _ended(
            lambda: [
                task for match_id in matches for task in self.matches.under_way(match_id, PRIVATE)
            ]
        )

    async def settled(self, match_id: str | None = None) -> None:
        """Return when everything of one match, or of all, is shown or rests after a failure."""
        while tasks := [task for work in self._works for task in work.under_way(match_id)]:
            await asyncio.wait(tasks)

    def tries(self) -> list[int]:
        """How often in succession each work has failed that isn't done."""
        return [tries for work in self._works for tries in work.tries()]

    async def close(self) -> None:
        """Stop painting; unfinished messages are updated when their match is marked again."""
        for work in self._works:
            await work.close()

    async def _is_ours(self, snapshot: Snapshot) -> bool:
        """Whether this process owns a match that is to be shown; the owner is told of others."""
        match = snapshot.match
        if self._ownership.owns(match.guild_id):
            return True
        await self._ownership.tell_owner(match.guild_id, match.match_id)
        return False

    async def _moved(self, subject: MessageSubject[Snapshot], key: Key) -> None:
        """Let a tournament's round link to a table that stands elsewhere now."""
        state = subject.state
        is_lobby = state is not None and state.match.life is Life.LOBBY
        if key.kind is SurfaceKind.TABLE and not is_lobby:
            for tournament_id in await self._store.tournaments.with_table(subject.id):
                self._competitions.mark(tournament_id)

    def _measured(self, key: Key, seconds: float) -> None:
        if key.kind in PUBLIC or key.kind in PRIVATE:
            self._repainted("public" if key.kind in PUBLIC else "private", seconds)


async def _ended(tasks: Callable[[], Sequence[asyncio.Task[None]]]) -> bool:
    """Wait until no such tasks run, for at most `LONGEST_WAIT`; returns whether none does."""
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            while running := tasks():
                await asyncio.wait(running)
    except TimeoutError:
        return False
    return True

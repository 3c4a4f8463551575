"""Short new messages that notify people, since edits and silent posts notify nobody.

They appear in the table's channel and name only players who are publicly known to be waited for,
or they are direct messages. A newer reminder replaces an older one to the same people. Each is
deleted once none of its players owes that answer. Its row stores who owes what, so this works
after a restart too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.tables.domain.availability import availability_of
from bot.tables.domain.guild_settings import read_settings
from bot.tables.domain.views import MatchSummary
from bot.tables.lobbies.lobby_view import lobby_view
from bot.tables.matches.repository import MatchRepository
from bot.tables.matches.snapshot import Snapshot
from bot.tables.people import People
from bot.tables.ports import Reminder
from bot.ui.discord_errors import FAILURES, Failure, failure_of, is_channel_gone, is_refused
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import public_reader, reader
from bot.ui.messages.play.reminder import dm_message, notice_message
from bot.ui.surfaces.delivery import Delivery
from bot.ui.surfaces.placement import url_of
from bot.ui.surfaces.shown_rows import newest_table
from data.records.matches import OPEN_LIVES, Life, OwedAnswer, Surface, SurfaceKind
from data.store import Store

log = logging.getLogger(__name__)

UNTIL_BACK, UNTIL_SEATED = "-", "+"
"""Replaces the ticket of a notice that stays until the player takes back a seat, or joins a lobby.
"""
UNTIL_MOVED = "#"
"""Begins the same of a notice that stays until the table leaves this channel."""


class ReminderMessages:
    def __init__(
        self,
        store: Store,
        posts: Delivery,
        languages: Languages,
        *,
        repository: MatchRepository,
        people: People,
    ) -> None:
        self._store = store
        self._posts = posts
        self._languages = languages
        self._repository = repository
        self._people = people
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Notify the players who are still waited for; a repeated reminder changes nothing.

        Returns the players it did not reach, each with the reason.
        """
        async with self._turn(reminder.match_id):
            snapshot = await self._repository.open(reminder.match_id)
            try:
                unreached = await self._call(snapshot, reminder)
            except Exception as error:  # noqa: BLE001 - the application retries, then logs it
                unreached = dict.fromkeys(reminder.mention, repr(error))
            unreached |= await self._write_each(snapshot, reminder, reminder.write)
            after = await self._repository.open(reminder.match_id)
            if after.match.revision > snapshot.match.revision:
                # Somebody may have answered while it was sent, before its row existed.
                with suppress(*FAILURES):  # `tidy` repeats it
                    await self._take_idle_away(after)
            return unreached

    async def tell_of_lost_channel(self, match_id: str) -> None:
        """Write once, without a sound, to the players of a table whose channel was deleted.

        Whoever can't be written to reads it on their hand.
        """
        async with self._turn(match_id):
            snapshot = await self._repository.open(match_id)
            channel_id = snapshot.summary.channel_id
            players = tuple(
                one.player_id
                for one in snapshot.summary.occupants
                if one.player_id is not None
                and availability_of(snapshot.rows.person(one.player_id)).way != "none"
            )
            lost = Reminder(
                match_id=match_id,
                question=str(channel_id),
                mention=(),
                write=players,
                due_at=None,
                why="channel_gone",
            )
            for player, why in (await self._write_each(snapshot, lost, players)).items():
                log.info("player %s is not told of a deleted channel yet: %s", player, why)

    async def tidy(self, match_id: str, snapshot: Snapshot | None = None) -> None:
        """Delete the reminders of a match that are no longer needed."""
        if snapshot is not None and not _reminders(snapshot):
            return  # the task that sends a reminder checks again itself
        async with self._turn(match_id):
            await self._take_idle_away(await self._repository.open(match_id))

    async def _take_idle_away(self, snapshot: Snapshot) -> None:
        """Delete reminders that concern nobody, and note that the others were checked.

        Raises what kept the last one from being deleted.
        """
        kept, failed = list[Surface](), None
        for row in _reminders(snapshot):
            known = await self._posts.known(row)
            is_lost = known.message_id is None and not self._posts.is_under_way(known)
            if is_lost or not _is_needed(snapshot, known):
                try:
                    await self._posts.take_away(known)
                except FAILURES as error:
                    failed = error
            elif known != row or known.shown_revision != snapshot.match.revision:
                kept.append(replace(known, shown_revision=snapshot.match.revision))
        if kept:
            await self._store.surfaces.save(*kept)
        if failed is not None:
            raise failed

    def _turn(self, match_id: str) -> AbstractAsyncContextManager[None]:
        """Hold the lock on a match's reminders, so that none is sent twice."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _call(self, snapshot: Snapshot, reminder: Reminder) -> dict[int, str]:
        """Mention people in the channel in one message, or write to each of them."""
        owing, summary = _owing(snapshot, reminder, reminder.mention), snapshot.summary
        if not owing:
            return {}
        table = newest_table(snapshot.rows.surfaces)
        where = summary.channel_id if table is None else table.channel_id
        row = await self._row(snapshot, reminder, owing, where)
        if row.message_id is None:
            called = tuple(one.player_id for one in owing)
            to = public_reader(self._languages.table(snapshot), summary.names)
            message = notice_message(summary, reminder, called, to, url_of(table))
            try:
                row = await self._posts.post(row, message, silent=False)
            except FAILURES as error:
                if not is_refused(error):
                    raise
                # A retry would fail the same way; the hands say what is missing.
                level = logging.INFO if is_channel_gone(error) else logging.WARNING
                log.log(level, "match %s cannot mention anybody: %s", summary.id, error)
                await self._store.surfaces.retire(row.surface_id)
                return await self._write_each(snapshot, reminder, called)
            await self._store.surfaces.save(row)
        await self._take_older_away(snapshot, row)
        return {}

    async def _write_each(
        self, snapshot: Snapshot, reminder: Reminder, players: tuple[int, ...]
    ) -> dict[int, str]:
        """Write to players directly; one failure does not stop the others."""
        unreached = dict[int, str]()
        for player in players:
            try:
                await self._write(snapshot, reminder, player)
            except Exception as error:  # noqa: BLE001 - the application retries, then logs it
                unreached[player] = repr(error)
        return unreached

    async def _write(self, snapshot: Snapshot, reminder: Reminder, player: int) -> None:
        """Write to one person directly; a refusal is stored."""
        owing, summary = _owing(snapshot, reminder, (player,)), snapshot.summary
        is_closed = snapshot.rows.person(player).dm_closed
        if not owing or is_closed or not read_settings(snapshot.rows.guild).dms_allowed:
            return
        row = await self._row(snapshot, reminder, owing, None, player)
        if row.message_id is None:
            to = reader(self._languages.private(snapshot, player), summary.names)
            is_lost = reminder.why == "channel_gone"
            url = None if is_lost else url_of(newest_table(snapshot.rows.surfaces))
            message = dm_message(summary, reminder, to, url)
            try:
                row = await self._posts.write_to(player, row, message, silent=is_lost)
            except FAILURES as error:
                if not is_refused(error):
                    raise
                log.warning("a reminder of match %s is not sent: %s", summary.id, error)
                await self._store.surfaces.retire(row.surface_id)
                if failure_of(error) is Failure.REFUSED_PERSON:
                    await self._people.set_dm_closed(player, closed=True)
                return
            await self._store.surfaces.save(row)
        await self._take_older_away(snapshot, row)

    async def _row(
        self,
        snapshot: Snapshot,
        reminder: Reminder,
        owing: tuple[OwedAnswer, ...],
        where: int | None,
        player: int | None = None,
    ) -> Surface:
        """The row of this reminder, created unless it exists."""
        summary, name = snapshot.summary, f"{reminder.question} {reminder.why}"
        for row in _reminders(snapshot):
            if row.ticket == name and row.player_id == player:
                return await self._posts.known(row)
        fresh = self._posts.surface(
            summary.id,
            SurfaceKind.NOTICE,
            summary.guild_id if player is None else None,
            where,
            player_id=player,
            ticket=name,
            owed=owing,
        )
        await self._store.surfaces.add(fresh)
        return fresh

    async def _take_older_away(self, snapshot: Snapshot, newest: Surface) -> None:
        """Delete older reminders to the same people; what fails is done once they are idle."""
        called = {one.player_id for one in newest.owed}
        for row in _reminders(snapshot):
            same_place = row.player_id == newest.player_id
            is_replaced = {one.player_id for one in row.owed} <= called
            if same_place and is_replaced and row.surface_id != newest.surface_id:
                with suppress(*FAILURES):
                    await self._posts.take_away(row)


def _reminders(snapshot: Snapshot) -> list[Surface]:
    """The active reminders of a match."""
    return [row for row in snapshot.rows.surfaces if row.kind is SurfaceKind.NOTICE]


def _owing(
    snapshot: Snapshot, reminder: Reminder, players: tuple[int, ...]
) -> tuple[OwedAnswer, ...]:
    """The answers of these players that are still waited for."""
    if reminder.why == "invited":
        tickets = dict.fromkeys(players, UNTIL_SEATED)
    elif reminder.why == "taken_over":
        tickets = dict.fromkeys(players, UNTIL_BACK)
    elif reminder.why == "channel_gone":
        tickets = dict.fromkeys(players, _until_moved(snapshot.summary))
    else:
        tickets = {player: _ticket(snapshot, player) or "" for player in players}
    owed = [OwedAnswer(player, ticket) for player, ticket in tickets.items() if ticket]
    return tuple(one for one in owed if _is_owed(snapshot, one))


def _invited(snapshot: Snapshot) -> frozenset[int | None]:
    """The players whose invitation to a lobby is open."""
    if snapshot.match.life is not Life.LOBBY:
        return frozenset()
    return frozenset(guest.player_id for guest in lobby_view(snapshot).invited)


def _ticket(snapshot: Snapshot, player: int) -> str | None:
    """The ticket of a player's current question, or None."""
    seat = snapshot.seat_of(player)
    question = None if seat is None else snapshot.question(seat)
    return None if question is None else question.ticket


def _until_moved(summary: MatchSummary) -> str:
    return f"{UNTIL_MOVED}{summary.channel_id}"


def _is_needed(snapshot: Snapshot, row: Surface) -> bool:
    """Whether any player whom a reminder mentions still owes that answer."""
    return any(_is_owed(snapshot, one) for one in row.owed)


def _is_owed(snapshot: Snapshot, owed: OwedAnswer) -> bool:
    summary, player = snapshot.summary, owed.player_id
    if owed.ticket == UNTIL_SEATED:
        return player in _invited(snapshot)
    if owed.ticket == _until_moved(summary):
        return summary.life in OPEN_LIVES and summary.seat_of(player) is not None
    if summary.life is not Life.RUNNING:
        return False
    if owed.ticket == UNTIL_BACK:
        # A table whose players are all absent is paused until one of them is back.
        return _is_stood_in_for(summary, player)
    return not summary.paused and owed.ticket == _ticket(snapshot, player)


def _is_stood_in_for(summary: MatchSummary, player: int) -> bool:
    return any(occupant.stands_in_for == player for occupant in summary.occupants)

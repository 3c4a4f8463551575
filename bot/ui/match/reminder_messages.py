"""Short new messages that notify people, since edits and silent posts notify nobody.

They appear in the table's channel and name only players who are publicly known to be waited for,
or they are direct messages. A newer reminder replaces an older one to the same people. Each is
deleted once none of its players owes that answer. Its row stores who owes what, so this works
after a restart too.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.tables.domain.availability import availability_of
from bot.tables.domain.guild_settings import read_settings
from bot.tables.domain.views import MatchSummary
from bot.tables.lobbies.lobby_view import lobby_view
from bot.tables.matches.snapshot import Snapshot
from bot.tables.people import People
from bot.tables.ports import Reminder
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import public_reader, reader
from bot.ui.kit import discord_errors
from bot.ui.match.messages.reminder import dm_message, notice_message
from bot.ui.sync.delivery import Delivery
from bot.ui.sync.placement import Placement, newest_table
from bot.ui.sync.reconciler import MessageFamily, Reconciler
from bot.ui.sync.subject import MessageSubject, Wanted, key_of
from data.records import matches

log = logging.getLogger(__name__)

UNTIL_BACK, UNTIL_SEATED = "-", "+"
"""Replaces the ticket of a notice that stays until the player takes back a seat, or joins a lobby.
"""
UNTIL_FULL = "*"
"""The same for one that stays until the player sits in a lobby, or its match starts."""
UNTIL_STARTED = "!"
"""Begins the same of one that stays until the player's lobby starts, or its start is moved."""
UNTIL_MOVED = "#"
"""Begins the same of a notice that stays until the table leaves this channel."""


_OF_WATCHED = ("watched", "one_more")
SENT = matches.Shown(stage=matches.SurfaceKind.NOTICE)
"""What every reminder shows, for as long as it is needed."""


class ReminderMessages(MessageFamily[Snapshot]):
    kinds = (matches.SurfaceKind.NOTICE,)

    def __init__(
        self,
        posts: Delivery,
        placement: Placement,
        languages: Languages,
        *,
        reconciler: Reconciler[Snapshot],
        people: People,
    ) -> None:
        self._posts = posts
        self._placement = placement
        self._languages = languages
        self._reconciler = reconciler
        self._people = people
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def wanted(
        self, state: Snapshot, rows: tuple[matches.Surface, ...]
    ) -> Iterator[Wanted[Snapshot]]:
        """Yield the reminders of a match whose players still owe what they are reminded of."""
        for row in _reminders(rows):
            is_lost = row.message_id is None and not self._posts.is_under_way(row)
            if not is_lost and _is_needed(state, row):
                yield Wanted(
                    key=key_of(row),
                    shown=SENT,  # it is never edited
                    state=state,
                    may_begin=False,
                    has_pictures=False,
                )

    async def take_away(self, subject: MessageSubject[Snapshot], row: matches.Surface) -> None:
        """Delete a reminder that concerns nobody, once it is sent if it is just being sent."""
        async with self._turn(subject.id):
            newest, state = subject.row(row.surface_id), subject.state
            if newest is None:
                return
            known = await self._posts.known(newest)
            if known.message_id is not None and state is not None and _is_needed(state, known):
                subject.note(replace(known, shown=SENT, shown_revision=state.revision))
                return
            await self._posts.take_away(known)
            subject.note(replace(known, retired=True))

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Notify the players who are still waited for; a repeated reminder changes nothing.

        Returns the players it did not reach, each with the reason. Where the bot only answers,
        nobody is notified.
        """
        async with self._turn(reminder.match_id):
            subject, state = await self._opened(reminder.match_id)
            if state.match.answers_only:
                return {}
            try:
                unreached = await self._call(subject, state, reminder)
            except Exception as error:  # noqa: BLE001 - the application retries, then logs it
                unreached = dict.fromkeys(reminder.mention, repr(error))
            unreached |= await self._write_each(subject, state, reminder, reminder.write)
        self._reconciler.look(reminder.match_id)  # somebody may have answered meanwhile
        return unreached

    async def _opened(self, match_id: str) -> tuple[MessageSubject[Snapshot], Snapshot]:
        self._reconciler.subject(match_id).is_stale = True
        state = await self._reconciler.newest(match_id)
        return self._reconciler.subject(match_id), state

    async def tell_of_lost_channel(self, match_id: str) -> None:
        """Write once, without a sound, to the players of a table whose channel was deleted.

        Whoever can't be written to reads it on their hand.
        """
        async with self._turn(match_id):
            subject, state = await self._opened(match_id)
            players = tuple(
                occupant.player_id
                for occupant in state.summary.occupants
                if occupant.player_id is not None
                and availability_of(state.rows.person(occupant.player_id)).way != "none"
            )
            lost = Reminder(
                match_id=match_id,
                question=str(state.summary.channel_id),
                mention=(),
                write=players,
                due_at=None,
                why="channel_gone",
            )
            for player, why in (await self._write_each(subject, state, lost, players)).items():
                log.info("player %s is not told of a deleted channel yet: %s", player, why)

    def _turn(self, match_id: str) -> AbstractAsyncContextManager[None]:
        """Hold the lock on a match's reminders, so that none is sent twice."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _call(
        self, subject: MessageSubject[Snapshot], state: Snapshot, reminder: Reminder
    ) -> dict[int, str]:
        """Mention people in the channel in one message, or write to each of them."""
        owing, summary = _owing(state, reminder, reminder.mention), state.summary
        if not owing:
            return {}
        table = newest_table(subject.rows)
        where = summary.channel_id if table is None else table.channel_id
        row = await self._row(subject, state, reminder, owing, where=where)
        if row.message_id is None:
            called = tuple(debt.player_id for debt in owing)
            to = public_reader(self._languages.table(state), summary.names)
            url = self._placement.url(summary, table)
            message = notice_message(summary, reminder, called, to, url)
            try:
                row = await self._posts.post(row, message, silent=False)
            except discord_errors.FAILURES as error:
                if not discord_errors.is_refused(error):
                    raise
                # A retry would fail the same way; the hands say what is missing.
                level = logging.INFO if discord_errors.is_channel_gone(error) else logging.WARNING
                log.log(level, "match %s cannot mention anybody: %s", summary.id, error)
                await self._reconciler.save(subject, replace(row, retired=True))
                return await self._write_each(subject, state, reminder, called)
            row = await self._reconciler.save(subject, row)
        await self._take_older_away(subject, row)
        return {}

    async def _write_each(
        self,
        subject: MessageSubject[Snapshot],
        state: Snapshot,
        reminder: Reminder,
        players: tuple[int, ...],
    ) -> dict[int, str]:
        """Write to players directly; one failure does not stop the others."""
        unreached = dict[int, str]()
        for player in players:
            try:
                await self._write(subject, state, reminder, player)
            except Exception as error:  # noqa: BLE001 - the application retries, then logs it
                unreached[player] = repr(error)
        return unreached

    async def _write(
        self, subject: MessageSubject[Snapshot], state: Snapshot, reminder: Reminder, player: int
    ) -> None:
        """Write to one person directly; a refusal is stored."""
        owing, summary = _owing(state, reminder, (player,)), state.summary
        # Whoever watches a game has no row of the match.
        person = state.rows.people.get(player) or await self._people.find(player)
        if not owing or person.dm_closed or not read_settings(state.rows.guild).dms_allowed:
            return
        if reminder.why in _OF_WATCHED and not self._placement.is_public(summary.channel_id):
            return  # nothing says whether this player may view the channel
        row = await self._row(subject, state, reminder, owing, player=player)
        if row.message_id is None:
            to = reader(self._languages.private(person), summary.names)
            is_lost = reminder.why == "channel_gone"
            url = self._placement.url(summary, newest_table(subject.rows))
            message = dm_message(summary, reminder, to, url)
            try:
                row = await self._posts.write_to(player, row, message, silent=is_lost)
            except discord_errors.FAILURES as error:
                if not discord_errors.is_refused(error):
                    raise
                log.warning("a reminder of match %s is not sent: %s", summary.id, error)
                await self._reconciler.save(subject, replace(row, retired=True))
                if discord_errors.failure_of(error) is discord_errors.Failure.REFUSED_PERSON:
                    await self._people.set_dm_closed(player, closed=True)
                return
            row = await self._reconciler.save(subject, row)
        await self._take_older_away(subject, row)

    async def _row(
        self,
        subject: MessageSubject[Snapshot],
        state: Snapshot,
        reminder: Reminder,
        owing: tuple[matches.OwedAnswer, ...],
        *,
        where: int | None = None,
        player: int | None = None,
    ) -> matches.Surface:
        """The row of this reminder, created unless it exists."""
        summary, name = state.summary, f"{reminder.question} {reminder.why}"
        for row in _reminders(subject.rows):
            if row.ticket == name and row.player_id == player:
                return await self._posts.known(row)
        fresh = self._posts.surface(
            summary.id,
            matches.SurfaceKind.NOTICE,
            summary.guild_id if player is None else None,
            where,
            player_id=player,
            ticket=name,
            shown=SENT,
            owed=owing,
        )
        return await self._reconciler.add(subject, fresh)

    async def _take_older_away(
        self, subject: MessageSubject[Snapshot], newest: matches.Surface
    ) -> None:
        """Delete older reminders to the same people; what fails is done once they are idle."""
        called = {debt.player_id for debt in newest.owed}
        for row in _reminders(subject.rows):
            same_place = row.player_id == newest.player_id
            is_replaced = {debt.player_id for debt in row.owed} <= called
            if same_place and is_replaced and row.surface_id != newest.surface_id:
                with suppress(*discord_errors.FAILURES):
                    await self._posts.take_away(row)
                    await self._reconciler.save(subject, replace(row, retired=True))


def _reminders(rows: Iterable[matches.Surface]) -> list[matches.Surface]:
    """The reminders among a match's rows."""
    return [row for row in rows if row.kind is matches.SurfaceKind.NOTICE]


def _owing(
    snapshot: Snapshot, reminder: Reminder, players: tuple[int, ...]
) -> tuple[matches.OwedAnswer, ...]:
    """The answers of these players that are still waited for."""
    if reminder.why == "invited":
        tickets = dict.fromkeys(players, UNTIL_SEATED)
    elif reminder.why in _OF_WATCHED:
        tickets = dict.fromkeys(players, UNTIL_FULL)
    elif reminder.why in ("planned", "moved"):
        tickets = dict.fromkeys(players, _until_started(snapshot.summary))
    elif reminder.why == "taken_over":
        tickets = dict.fromkeys(players, UNTIL_BACK)
    elif reminder.why == "channel_gone":
        tickets = dict.fromkeys(players, _until_moved(snapshot.summary))
    else:
        tickets = {player: _ticket(snapshot, player) or "" for player in players}
    owed = [matches.OwedAnswer(player, ticket) for player, ticket in tickets.items() if ticket]
    return tuple(debt for debt in owed if _is_owed(snapshot, debt))


def _invited(snapshot: Snapshot) -> frozenset[int | None]:
    """The players whose invitation to a lobby is open."""
    if snapshot.match.life is not matches.Life.LOBBY:
        return frozenset()
    return frozenset(guest.player_id for guest in lobby_view(snapshot).invited)


def _ticket(snapshot: Snapshot, player: int) -> str | None:
    """The ticket of a player's current question, or None."""
    seat = snapshot.seat_of(player)
    question = None if seat is None else snapshot.question(seat)
    return None if question is None else question.ticket


def _until_started(summary: MatchSummary) -> str:
    return f"{UNTIL_STARTED}{summary.starts_at}"


def _until_moved(summary: MatchSummary) -> str:
    return f"{UNTIL_MOVED}{summary.channel_id}"


def _is_needed(snapshot: Snapshot, row: matches.Surface) -> bool:
    """Whether any player whom a reminder mentions still owes that answer."""
    return any(_is_owed(snapshot, debt) for debt in row.owed)


def _is_owed(snapshot: Snapshot, owed: matches.OwedAnswer) -> bool:
    summary, player = snapshot.summary, owed.player_id
    if owed.ticket == UNTIL_SEATED:
        return player in _invited(snapshot)
    if owed.ticket in (UNTIL_FULL, _until_started(summary)):
        is_seated = summary.seat_of(player) is not None
        return summary.life is matches.Life.LOBBY and is_seated is (owed.ticket != UNTIL_FULL)
    if owed.ticket == _until_moved(summary):
        return summary.life in matches.OPEN_LIVES and summary.seat_of(player) is not None
    if summary.life is not matches.Life.RUNNING:
        return False
    if owed.ticket == UNTIL_BACK:
        # A table whose players are all absent is paused until one of them is back.
        return _is_stood_in_for(summary, player)
    return not summary.paused and owed.ticket == _ticket(snapshot, player)


def _is_stood_in_for(summary: MatchSummary, player: int) -> bool:
    return any(occupant.stands_in_for == player for occupant in summary.occupants)

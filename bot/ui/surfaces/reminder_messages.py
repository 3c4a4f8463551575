"""Short new messages that call people, since edits and silent posts call nobody.

They stand in a table's channel, naming exactly those whom everybody may know to be waited for, or
in direct messages. A newer one takes the place of an older one to the same people, and each goes as
soon as nobody it calls owes that answer any more. Its row says who owes what, so that this holds
after a restart too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from weakref import WeakValueDictionary

import discord

from bot.tables.application import Application
from bot.tables.domain.views import MatchSummary
from bot.tables.ports import Reminder
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import reader
from bot.ui.interactions.message import OutgoingMessage
from bot.ui.messages.play.reminder import letter_message, notice_message
from bot.ui.surfaces.delivery import CANNOT_WRITE, Delivery
from bot.ui.surfaces.public_messages import PublicMessages
from data.records.matches import Life, Surface, SurfaceKind
from data.store import Store

log = logging.getLogger(__name__)

UNTIL_BACK, UNTIL_SEATED = "-", "+"
"""In the place of a ticket: the notice stands until the player has taken the seat back, or a seat
of a lobby."""


class ReminderMessages:
    def __init__(
        self,
        client: discord.Client,
        store: Store,
        posts: Delivery,
        publics: PublicMessages,
        languages: Languages,
    ) -> None:
        self.tables: Application
        """Set once both sides exist: the application tells us, and we ask it."""
        self._client = client
        self._store = store
        self._posts = posts
        self._publics = publics
        self._languages = languages
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Call the players who are still waited for; one that comes again changes nothing.

        Returns the players it did not reach, each with the reason.
        """
        async with self._turn(reminder.match_id):
            card = await self.tables.queries.card(reminder.match_id)
            try:
                unreached = await self._call(card, reminder)
            except Exception as error:  # noqa: BLE001 - the application tries again, then logs it
                unreached = dict.fromkeys(reminder.mention, repr(error))
            return unreached | await self._write_each(card, reminder, reminder.write)

    async def tidy(self, match_id: str) -> None:
        """Take away the notices of a match that call nobody any more."""
        async with self._turn(match_id):
            card = await self.tables.queries.card(match_id)
            for notice in await self._of(match_id):
                known = await self._posts.known(notice)
                is_lost = known.message_id is None and not self._posts.is_under_way(known)
                if is_lost or not await self._calls(card, known):
                    await self._posts.take_away(known)
                else:
                    await self._store.surfaces.shown(
                        known.surface_id,
                        card.revision,
                        ticket=known.ticket,
                        fingerprint=known.fingerprint,
                    )

    def _turn(self, match_id: str) -> AbstractAsyncContextManager[None]:
        """Held while a match's notices are looked through: none is sent twice."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _call(self, card: MatchSummary, reminder: Reminder) -> dict[int, str]:
        """Name people in the channel, by one message of the table; or write to each of them."""
        owing = await self._owing(card, reminder, reminder.mention)
        if not owing:
            return {}
        where = await self._publics.home(card.id) or card.channel_id
        notice = await self._row(card, reminder, owing, where)
        if notice.message_id is None:
            called = tuple(player for player, _ in owing)
            url = await self._publics.url(card.id)
            to = reader(await self._languages.table(card), card.names)
            message = notice_message(card, reminder, called, to, url)
            try:
                notice = await self._posts.post(notice, message, silent=False)
            except (discord.Forbidden, discord.NotFound) as error:
                # To try again would end the same; the hands say what is missing.
                log.warning("match %s cannot call anybody: %s", card.id, error)
                await self._store.surfaces.retire(notice.surface_id)
                return await self._write_each(card, reminder, called)
        await self._take_older_away(card.id, notice)
        return {}

    async def _write_each(
        self, card: MatchSummary, reminder: Reminder, players: tuple[int, ...]
    ) -> dict[int, str]:
        """Write to players directly; nobody's failure keeps another from being told."""
        unreached = dict[int, str]()
        for player in players:
            try:
                await self._write(card, reminder, player)
            except Exception as error:  # noqa: BLE001 - the application tries again, then logs it
                unreached[player] = repr(error)
        return unreached

    async def _write(self, card: MatchSummary, reminder: Reminder, player: int) -> None:
        """Write to one person directly; a closed door is remembered, never an obstacle."""
        owing = await self._owing(card, reminder, (player,))
        wishes = await self.tables.people.find(player)
        may_write = await self._posts.may_write_from(card.guild_id)
        if not owing or wishes.dm_closed or not may_write:
            return
        notice = await self._row(card, reminder, owing, None, player)
        if notice.message_id is None:
            to = reader(await self._languages.private(player), card.names)
            url = await self._publics.url(card.id)
            letter = letter_message(card, reminder, to, url)
            if not await self._sent(notice, player, letter):
                return
        await self._take_older_away(card.id, notice)

    async def _sent(self, notice: Surface, player: int, letter: OutgoingMessage) -> bool:
        """Send a letter; tells whether the person takes any."""
        try:
            await self._posts.write_to(player, notice, letter, silent=False)
        except discord.Forbidden as error:
            if error.code not in CANNOT_WRITE:
                raise
            await self._store.surfaces.retire(notice.surface_id)
            await self.tables.people.set_dm_closed(player, closed=True)
            return False
        return True

    async def _owing(
        self, card: MatchSummary, reminder: Reminder, players: tuple[int, ...]
    ) -> list[tuple[int, str]]:
        """Who of these is still waited for, each with the ticket of the question."""
        if reminder.why == "invited":
            return [(one, UNTIL_SEATED) for one in players if one in await self._invited(card)]
        if card.life is not Life.RUNNING:
            return []
        if reminder.why == "taken_over":
            return [(player, UNTIL_BACK) for player in players if _is_stood_in_for(card, player)]
        if card.paused:
            return []
        tickets = [(player, await self._ticket(card, player)) for player in players]
        return [(player, ticket) for player, ticket in tickets if ticket is not None]

    async def _invited(self, card: MatchSummary) -> frozenset[int | None]:
        """Whom a lobby still expects."""
        if card.life is not Life.LOBBY:
            return frozenset()
        lobby = await self.tables.lobbies.show(card.id)
        return frozenset(guest.player_id for guest in lobby.invited)

    async def _ticket(self, card: MatchSummary, player: int) -> str | None:
        """What a player is asked now, None where nothing is."""
        if card.seat_of(player) is None:
            return None
        question = (await self.tables.queries.match_view(card.id, player)).question
        return None if question is None else question.ticket

    async def _calls(self, card: MatchSummary, notice: Surface) -> bool:
        """Tell whether anybody whom a notice calls still owes that answer."""
        invited = await self._invited(card)
        for player, ticket in _debts(notice):
            if ticket == UNTIL_SEATED and player in invited:
                return True
            if card.life is not Life.RUNNING:
                continue
            # A table that everybody stays away from rests, and waits for one to come back.
            if ticket == UNTIL_BACK and _is_stood_in_for(card, player):
                return True
            if not card.paused and ticket == await self._ticket(card, player):
                return True
        return False

    async def _row(
        self,
        card: MatchSummary,
        reminder: Reminder,
        owing: list[tuple[int, str]],
        where: int | None,
        player: int | None = None,
    ) -> Surface:
        """The row of this very reminder, written down unless it has come before."""
        name = f"{reminder.question} {reminder.why}"
        for notice in await self._of(card.id):
            if notice.ticket == name and notice.player_id == player:
                return await self._posts.known(notice)
        return await self._posts.write_down(
            card.id,
            SurfaceKind.NOTICE,
            card.guild_id if player is None else None,
            where,
            player_id=player,
            ticket=name,
            fingerprint=" ".join(f"{who}:{ticket}" for who, ticket in owing),
        )

    async def _take_older_away(self, match_id: str, newest: Surface) -> None:
        """Let a newer notice take the place of older ones that call nobody beside."""
        called = {player for player, _ in _debts(newest)}
        for notice in await self._of(match_id):
            same_ear = notice.player_id == newest.player_id
            replaced = {player for player, _ in _debts(notice)} <= called
            if same_ear and replaced and notice.surface_id != newest.surface_id:
                await self._posts.take_away(notice)

    async def _of(self, match_id: str) -> list[Surface]:
        surfaces = await self._store.surfaces.of_match(match_id)
        return [surface for surface in surfaces if surface.kind is SurfaceKind.NOTICE]


def _debts(notice: Surface) -> Iterator[tuple[int, str]]:
    """Whom a notice calls, each with the ticket of what is owed."""
    for word in (notice.fingerprint or "").split():
        player, _, ticket = word.partition(":")
        yield int(player), ticket


def _is_stood_in_for(card: MatchSummary, player: int) -> bool:
    return any(occupant.stands_in_for == player for occupant in card.occupants)

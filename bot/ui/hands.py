"""Private hands: ephemeral messages that follow while their token lives, and direct messages.

One hand a player and match of each kind is kept; a new *My hand* retires the older one. A hand is
rebuilt from the database at every press, so it never dies with a token or a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from secrets import token_hex
from weakref import WeakValueDictionary

import discord

from bot.tables.fingerprint import digest
from bot.tables.ports import Clock
from bot.tables.service import Tables
from bot.tables.sights import MatchCard, Sight
from bot.ui.languages import Languages
from bot.ui.messages.hand import hand_message
from bot.ui.messages.message import Attachment, Message
from bot.ui.messages.more import replaced_message
from bot.ui.messages.practice import practice_message
from bot.ui.painters import Haste, TooBusyError, UnpaintedError
from bot.ui.pictures import Pictures
from bot.ui.posts import CANNOT_WRITE, Edited, Posts
from bot.ui.publics import Place, Publics
from bot.ui.replies import Reply
from bot.ui.voice import reader
from data.records import Life, Surface, SurfaceKind
from data.store import Store
from games.core.text import Text

log = logging.getLogger(__name__)

TOKEN_LIFE = 14 * 60 * 1000
"""Milliseconds for which an interaction's token is used; Discord forgets it after 15 minutes."""
TOKEN_DEAD = 50027
"""Discord's answer when an interaction's token has run out."""
MAKESHIFT = "in-words"
"""Ends the fingerprint of what lacks its pictures for want of time."""
PRIVATE = (SurfaceKind.HAND, SurfaceKind.DM_HAND)


class Hands:
    """Shows players what they hold, and keeps it true."""

    def __init__(
        self,
        posts: Posts,
        store: Store,
        clock: Clock,
        pictures: Pictures,
        publics: Publics,
        *,
        languages: Languages,
    ) -> None:
        self.tables: Tables
        """Set once both sides exist: the application tells us, and we ask it."""
        self._posts = posts
        self._store = store
        self._clock = clock
        self._pictures = pictures
        self._publics = publics
        self._languages = languages
        self._locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()
        self._lagging: set[str] = set()
        """Matches of which a hand was given in words, or another hand of its player lags behind."""

    def turn(self, match_id: str, player_id: int) -> AbstractAsyncContextManager[None]:
        """Held while one player's hand is looked up, painted and sent: no older one overtakes."""
        return self._locks.setdefault((match_id, player_id), asyncio.Lock())

    async def draw(
        self,
        sight: Sight,
        language: str,
        place: Place,
        note: Text | None = None,
        *,
        haste: Haste = Haste.NEWS,
    ) -> Message:
        """A player's hand as a message; in words as long as no painter has time for it."""
        wishes = await self.tables.preferences(sight.viewer or 0)
        try:
            pictures = () if wishes.text_only else await self._painted(sight, language, haste)
        except TooBusyError:
            return replace(_worded(sight, language, place, note, ()), is_makeshift=True)
        return _worded(sight, language, place, note, pictures)

    async def _painted(self, sight: Sight, language: str, haste: Haste) -> tuple[Attachment, ...]:
        if sight.card.is_practice:
            return await self._pictures.practice(sight, language, haste)
        return (await self._pictures.hand(sight, language, haste),)

    def lags(self, match_id: str) -> bool:
        """Tell, once, whether a hand of a match is to follow what was given by a press."""
        found = match_id in self._lagging
        self._lagging.discard(match_id)
        return found

    async def give(self, reply: Reply, sight: Sight, note: Text | None = None) -> None:
        """Answer an interaction with a player's hand, within `turn`; an older hand goes."""
        interaction = reply.interaction
        place = await self._publics.place(sight.card)
        message = await self.draw(sight, str(interaction.locale), place, note, haste=Haste.ANSWER)
        if message.is_makeshift:
            self._lagging.add(sight.card.id)
        surface = await self._pressed(reply) or await self._write_down(interaction, sight)
        message_id = await reply.show(message)
        if surface.message_id is None:
            await self._store.surfaces.sent(
                surface.surface_id, interaction.channel_id or 0, message_id
            )
        elif surface.kind is SurfaceKind.HAND:
            # The newest token of a message lives longest.
            until = self._clock.now() + TOKEN_LIFE
            await self._store.surfaces.hold_token(surface.surface_id, interaction.token, until)
        await self._note(surface, sight, place, message)
        for older in await self._of(sight.card.id, interaction.user.id):
            if older.surface_id == surface.surface_id:
                continue
            if older.kind is SurfaceKind.HAND:
                await self._put_away(older)
            elif (older.fingerprint, older.ticket) != _seen(sight, place):
                self._lagging.add(sight.card.id)  # it shows what was asked before this press

    async def _pressed(self, reply: Reply) -> Surface | None:
        """The hand that was pressed and is to be replaced, if it is one that we know."""
        message = reply.interaction.message
        if not reply.updating or message is None:
            return None
        surface = await self._store.surfaces.of_message(message.id)
        return None if surface is None or surface.retired else surface

    async def _write_down(self, interaction: discord.Interaction, sight: Sight) -> Surface:
        """Write a hand down before it is sent: with its token it can be found without an id."""
        surface = Surface(
            surface_id=token_hex(8),
            match_id=sight.card.id,
            kind=SurfaceKind.HAND,
            nonce=token_hex(8),
            player_id=interaction.user.id,
            guild_id=sight.card.guild_id,
            channel_id=interaction.channel_id,
            token=interaction.token,
            token_until=self._clock.now() + TOKEN_LIFE,
        )
        await self._store.surfaces.add(surface)
        return surface

    async def follow(self, match_id: str) -> None:
        """Bring every private hand of a match to what its player may see now.

        One that cannot be shown keeps nobody else's from it; raises ExceptionGroup at the end, and
        UnpaintedError when nothing but pictures is missing.
        """
        card = await self.tables.card(match_id)
        if card.life in (Life.LOBBY, Life.CANCELLED):
            return
        work = [
            partial(self._follow, card, surface.surface_id, surface.player_id)
            for surface in await self._store.surfaces.of_match(match_id)
            if surface.kind in PRIVATE and surface.player_id is not None
        ]
        failed = await _failures(work)
        people = [occupant.player_id for occupant in card.occupants if occupant.player_id]
        if card.life is Life.RUNNING:
            failed += await _failures([partial(self.deliver, match_id, one) for one in people])
        broken = [error for error in failed if not isinstance(error, UnpaintedError)]
        if broken:
            raise ExceptionGroup("hands that could not be shown", broken)
        if failed:
            raise UnpaintedError

    async def refresh(self, match_id: str, player_id: int) -> None:
        """Bring one player's hands to what that player has just changed for nobody else."""
        card = await self.tables.card(match_id)
        for surface in await self._of(match_id, player_id):
            await self._follow(card, surface.surface_id, player_id)

    async def may_write_from(self, guild_id: int) -> bool:
        """Whether a server lets its tables write to people directly."""
        return await self._posts.may_write_from(guild_id)

    async def deliver(self, match_id: str, player_id: int) -> None:
        """Send the hand of somebody who prefers direct messages, unless it is there already."""
        wishes = await self.tables.preferences(player_id)
        if not wishes.prefers_dm or wishes.dm_closed:
            return
        async with self.turn(match_id, player_id):
            if any(s.kind is SurfaceKind.DM_HAND for s in await self._of(match_id, player_id)):
                return
            sight = await self.tables.sight(match_id, player_id)
            if sight.card.seat_of(player_id) is None:
                return
            if not await self._posts.may_write_from(sight.card.guild_id):
                return
            surface = Surface(
                surface_id=token_hex(8),
                match_id=match_id,
                kind=SurfaceKind.DM_HAND,
                nonce=token_hex(8),
                player_id=player_id,
            )
            await self._store.surfaces.add(surface)
            await self._send(surface, sight, player_id)

    async def recall(self, player_id: int) -> None:
        """Put away the direct hands of somebody who no longer wants them."""
        for card in await self.tables.matches_of(player_id, in_order=False):
            for surface in await self._of(card.id, player_id):
                if surface.kind is SurfaceKind.DM_HAND:
                    await self._put_away(surface)

    async def _follow(self, card: MatchCard, surface_id: str, player_id: int) -> None:
        async with self.turn(card.id, player_id):
            surface = await self._store.surfaces.find(surface_id)
            if surface is None or surface.retired:
                return  # replaced while we waited for our turn
            if not self._reachable(surface):
                await self._store.surfaces.retire(surface.surface_id)
                return
            if card.seat_of(player_id) is None:
                await self._end(surface, card, player_id)
                return
            sight = await self.tables.sight(card.id, player_id)
            if surface.message_id is None and surface.kind is SurfaceKind.DM_HAND:
                await self._send(surface, sight, player_id)
            else:
                await self._show(surface, sight, player_id)
            if card.life is not Life.RUNNING:
                await self._store.surfaces.retire(surface.surface_id)

    async def _end(self, surface: Surface, card: MatchCard, player_id: int) -> None:
        """End a private surface: it belongs to a tenure, and ends with it."""
        if surface.message_id is not None or surface.kind is SurfaceKind.HAND:
            to = reader(await self._languages.private(player_id), card.names)
            await self._edit(surface, replaced_message(card, player_id, to))
        await self._store.surfaces.retire(surface.surface_id)

    async def _show(self, surface: Surface, sight: Sight, player_id: int) -> None:
        """Bring one hand up to date; raises UnpaintedError while it has to do in words."""
        place = await self._publics.place(sight.card)
        before = (surface.fingerprint, surface.ticket)
        if _seen(sight, place) == before:
            return
        message = await self.draw(sight, await self._languages.private(player_id), place)
        if _seen(sight, place, message) != before:
            await self._edit(surface, message)
            await self._note(surface, sight, place, message)
        if message.is_makeshift:
            raise UnpaintedError

    def _reachable(self, surface: Surface) -> bool:
        if surface.kind is SurfaceKind.DM_HAND:
            return True
        return surface.token_until is not None and self._clock.now() < surface.token_until

    async def _send(self, surface: Surface, sight: Sight, player_id: int) -> None:
        """Write to a player directly; a closed door is remembered, never an obstacle."""
        place = await self._publics.place(sight.card)
        message = await self.draw(sight, await self._languages.private(player_id), place)
        try:
            surface = await self._posts.write_to(player_id, surface, message, silent=False)
        except discord.Forbidden as error:
            if error.code not in CANNOT_WRITE:
                raise
            await self._store.surfaces.retire(surface.surface_id)
            await self.tables.dm_closed(player_id, closed=True)
            return
        await self._note(surface, sight, place, message)
        if message.is_makeshift:
            raise UnpaintedError

    async def _edit(self, surface: Surface, message: Message) -> None:
        try:
            if surface.kind is SurfaceKind.HAND:
                edited = await self._posts.edit_by_token(surface, message)
            else:
                edited = await self._posts.edit(surface, message)
        except discord.HTTPException as error:
            if error.code not in CANNOT_WRITE | {TOKEN_DEAD}:
                raise
            await self._store.surfaces.retire(surface.surface_id)
            if error.code in CANNOT_WRITE and surface.player_id is not None:
                await self.tables.dm_closed(surface.player_id, closed=True)
            return
        if edited is Edited.GONE:
            # Dismissed or deleted: the next press of My hand gives a new one.
            await self._store.surfaces.retire(surface.surface_id)
        elif edited is Edited.WORN_OUT:
            # A fresh one is delivered in its place.
            await self._put_away(surface)

    async def _put_away(self, surface: Surface) -> None:
        """Delete an older hand where that is still possible."""
        if surface.kind is SurfaceKind.DM_HAND:
            await self._posts.take_away(surface)
            return
        await self._store.surfaces.retire(surface.surface_id)
        if self._reachable(surface):
            try:
                await self._posts.delete_by_token(surface)
            except discord.HTTPException as error:
                log.info("an older hand was gone already: %s", error)

    async def _of(self, match_id: str, player_id: int) -> list[Surface]:
        surfaces = await self._store.surfaces.of_match(match_id)
        return [s for s in surfaces if s.player_id == player_id and s.kind in PRIVATE]

    async def _note(self, surface: Surface, sight: Sight, place: Place, message: Message) -> None:
        fingerprint, ticket = _seen(sight, place, message)
        # A hand that lacks its picture counts as behind: a restart makes up for it.
        revision = sight.card.revision - message.is_makeshift
        await self._store.surfaces.shown(
            surface.surface_id, revision, ticket=ticket, fingerprint=fingerprint
        )


def _seen(sight: Sight, place: Place, message: Message | None = None) -> tuple[str, str | None]:
    """What tells one showing from the next: view, time, place of the table, question asked.

    A message that lacks its pictures is told from the one that has them.
    """
    ticket = sight.question.ticket if sight.question is not None else None
    kept = "" if sight.advance is None else digest(sight.advance)
    stands = (place.url or "").rpartition("/")[2]
    lost = place.trouble is not None
    shown = (sight.fingerprint, sight.due_at, sight.card.paused, stands, lost, kept)
    makeshift = (MAKESHIFT,) if message is not None and message.is_makeshift else ()
    return " ".join(map(str, (*shown, *makeshift))), ticket


def _worded(
    sight: Sight,
    language: str,
    place: Place,
    note: Text | None,
    pictures: tuple[Attachment, ...],
) -> Message:
    """A hand around its pictures; in words where there are none."""
    to = reader(language, sight.card.names)
    if sight.card.is_practice:
        return practice_message(sight, pictures, to, note)
    picture = pictures[0] if pictures else None
    return hand_message(sight, picture, to, table_url=place.url, note=note, remark=place.trouble)


async def _failures(work: Sequence[Callable[[], Awaitable[None]]]) -> list[Exception]:
    """Do all of it, one after another; returns what was raised."""
    failed: list[Exception] = []
    for one in work:
        try:
            await one()
        except Exception as error:  # noqa: BLE001 - collected here, told by the caller
            failed.append(error)
    return failed

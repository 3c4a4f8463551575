"""Messages in a channel: a lobby, the table it becomes, and the result after it."""

from __future__ import annotations

import logging
from secrets import token_hex

import discord

from bot.tables.service import Tables
from bot.tables.sights import MatchCard
from bot.ui.messages.lobby import cancelled_message, lobby_message
from bot.ui.messages.message import Message
from bot.ui.messages.result import result_message
from bot.ui.messages.table import table_message
from bot.ui.pictures import Pictures
from bot.ui.places import Verb, places_of
from bot.ui.voice import reader
from data.records import Life, Surface, SurfaceKind
from data.store import Store
from games.core.text import Reader

log = logging.getLogger(__name__)

TOO_MANY_OLD_EDITS = 30046
"""Discord's answer when a message older than an hour has been edited too often."""
SEARCHED = 50
"""Messages of a channel that are searched for one of ours whose id was never learnt."""
ENDED = (Life.FINISHED, Life.STOPPED)


class Publics:
    """Shows matches to everybody; sends and edits as the bot itself, so no token can run out."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        pictures: Pictures,
        language: str,
    ) -> None:
        self.tables: Tables
        """Set once both sides exist: the application tells us, and we ask it."""
        self._client = client
        self._store = store
        self._pictures = pictures
        self._language = language
        self._written_here: set[str] = set()
        """Surfaces of this process: what they were not sent as cannot have been sent by another."""

    async def show(self, match_id: str) -> None:
        """Bring a match's public messages up to date."""
        card = await self.tables.card(match_id)
        await self._show(card, SurfaceKind.TABLE, await self._fingerprint(card))
        if card.life in ENDED:
            await self._show(card, SurfaceKind.RESULT, "result")

    async def stands(self, match_id: str) -> bool:
        """Look whether the table's message is still there; forgets one that is not."""
        for surface in await self._store.surfaces.of_match(match_id):
            if surface.kind is SurfaceKind.TABLE and surface.message_id is not None:
                try:
                    await self._channel(surface).get_partial_message(surface.message_id).fetch()
                except discord.NotFound:
                    await self._store.surfaces.retire(surface.surface_id)
                    return False
                except discord.Forbidden:
                    log.info("the table of match %s cannot be looked at", match_id)
        return True

    async def url(self, match_id: str) -> str | None:
        """Where the table stands, None while it has no message."""
        for surface in await self._store.surfaces.of_match(match_id):
            if surface.kind is SurfaceKind.TABLE and surface.message_id is not None:
                place = f"{surface.guild_id}/{surface.channel_id}/{surface.message_id}"
                return f"https://discord.com/channels/{place}"
        return None

    async def _show(self, card: MatchCard, kind: SurfaceKind, fingerprint: str) -> None:
        surface = await self._surface(card, kind)
        if surface.message_id is None or surface.fingerprint != fingerprint:
            surface = await self._put(surface, await self._draw(card, kind))
        await self._store.surfaces.shown(
            surface.surface_id, card.revision, ticket=None, fingerprint=fingerprint
        )

    async def _surface(self, card: MatchCard, kind: SurfaceKind) -> Surface:
        """The surface of this kind in use, written down anew where there is none."""
        for surface in await self._store.surfaces.of_match(card.id):
            if surface.kind is kind:
                return surface
        return await self._write_down(card.id, kind, card.guild_id, card.channel_id)

    async def _write_down(
        self, match_id: str, kind: SurfaceKind, guild_id: int | None, channel_id: int | None
    ) -> Surface:
        surface = Surface(
            surface_id=token_hex(8),
            match_id=match_id,
            kind=kind,
            nonce=token_hex(8),
            guild_id=guild_id,
            channel_id=channel_id,
        )
        await self._store.surfaces.add(surface)
        self._written_here.add(surface.surface_id)
        return surface

    async def _fingerprint(self, card: MatchCard) -> str:
        if card.life in (Life.LOBBY, Life.CANCELLED):
            return f"{card.life}-{card.revision}"
        return (await self.tables.sight(card.id, None)).fingerprint

    async def _draw(self, card: MatchCard, kind: SurfaceKind) -> Message:
        to = self._reader(card)
        if card.life is Life.CANCELLED:
            return cancelled_message(card, to)
        if card.life is Life.LOBBY:
            lobby = await self.tables.lobby(card.id)
            return lobby_message(lobby, await self._pictures.lobby(lobby), to)
        sight = await self.tables.sight(card.id, None)
        if kind is SurfaceKind.RESULT:
            leavers = await self.tables.leavers(card.id)
            return result_message(sight, await self._pictures.result(sight), to, leavers)
        return table_message(sight, await self._pictures.table(sight), to)

    async def _put(self, surface: Surface, message: Message) -> Surface:
        """Edit what stands there, or post it where there is nothing that can be edited."""
        if surface.message_id is None and surface.surface_id not in self._written_here:
            surface = await self._adopt(surface)
        if surface.message_id is None:
            return await self._post(surface, message)
        standing = self._channel(surface).get_partial_message(surface.message_id)
        try:
            await standing.edit(**message.for_edit())
        except discord.NotFound:
            log.info("a message of match %s is gone; posting it anew", surface.match_id)
        except discord.RateLimited:
            await standing.delete()
        except discord.HTTPException as error:
            if error.code != TOO_MANY_OLD_EDITS:
                raise
            await standing.delete()
        else:
            return surface
        await self._store.surfaces.retire(surface.surface_id)
        fresh = await self._write_down(
            surface.match_id, surface.kind, surface.guild_id, surface.channel_id
        )
        return await self._post(fresh, message)

    async def _post(self, surface: Surface, message: Message) -> Surface:
        channel = self._channel(surface)
        sent = await channel.send(nonce=surface.nonce, silent=True, **message.for_send())
        return await self._sent(surface, sent)

    async def _adopt(self, surface: Surface) -> Surface:
        """Find a message that was sent while nobody lived to note its id, by its buttons."""
        try:
            async for message in self._channel(surface).history(limit=SEARCHED):
                if message.author == self._client.user and _is(surface, message):
                    return await self._sent(surface, message)
        except discord.Forbidden:
            log.info("the history of channel %s may not be read", surface.channel_id)
        return surface

    async def _sent(self, surface: Surface, message: discord.Message) -> Surface:
        await self._store.surfaces.sent(surface.surface_id, message.channel.id, message.id)
        found = await self._store.surfaces.find(surface.surface_id)
        assert found is not None  # it was written before anything was sent
        return found

    def _channel(self, surface: Surface) -> discord.PartialMessageable:
        assert surface.channel_id is not None  # every public surface is made with its channel
        return self._client.get_partial_messageable(surface.channel_id, guild_id=surface.guild_id)

    def _reader(self, card: MatchCard) -> Reader:
        return reader(self._language, card.names)


def _is(surface: Surface, message: discord.Message) -> bool:
    """Tell a surface's message by the buttons that only it has."""
    verbs = {place.verb for place in places_of(message) if place.match == surface.match_id}
    if surface.kind is SurfaceKind.RESULT:
        return Verb.REMATCH in verbs
    return bool(verbs & {Verb.JOIN, Verb.HAND})

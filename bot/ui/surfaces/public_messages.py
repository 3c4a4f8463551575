"""Messages in a channel: a lobby, the table it becomes, and the result after it."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import NamedTuple

import discord

from bot.tables.application import Application
from bot.tables.domain.views import LobbyView, MatchSummary, MatchView
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.lobbies.expiry import LOBBY
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import reader
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.message import OutgoingFile, OutgoingMessage
from bot.ui.messages.lobby.lobby import cancelled_message, lobby_message
from bot.ui.messages.play.result import result_message
from bot.ui.messages.play.table import table_message
from bot.ui.messages.play.thread_link import sign_message
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from bot.ui.surfaces.delivery import Delivery, EditOutcome
from bot.ui.surfaces.placement import Placement
from bot.ui.surfaces.question_change import asked, is_new_question
from data.records.matches import Life, Surface, SurfaceKind
from data.store import Store
from games.core.text import Reader, Text

log = logging.getLogger(__name__)

PUBLIC = (SurfaceKind.TABLE, SurfaceKind.RESULT)
ENDED = (Life.FINISHED, Life.STOPPED)
IN_WORDS = " in words"
"""Ends the fingerprint of a message that still lacks its pictures."""


@dataclass(frozen=True, slots=True)
class ShownState:
    """What tells one showing of a public message from the next."""

    fingerprint: str
    asked: str | None = None
    """Whom a running match waits for."""
    is_makeshift: bool = False
    """Whether its pictures are still to come."""

    def in_words(self) -> ShownState:
        """The same face while it lacks its pictures."""
        return replace(self, fingerprint=self.fingerprint + IN_WORDS, is_makeshift=True)


class Painted(NamedTuple):
    """Pictures that a message lacked, until it is edited."""

    fingerprint: str
    """The face that they belong to."""
    pictures: tuple[OutgoingFile, ...]


class PublicOutcome(NamedTuple):
    """What became of a match's public messages."""

    stands_anew: bool
    """Whether the table has another address now."""
    is_painted: bool
    """Whether no message still lacks its pictures."""


class TableLocation(NamedTuple):
    """Where a table stands, as its hands tell of it."""

    url: str | None = None
    """None while it has no message."""
    trouble: Text | None = None
    """What keeps it from being shown, in words that say what to do."""


class PublicMessages:
    """Shows matches to everybody; sends and edits as the bot itself, so no token can run out.

    The newest surface of a kind is the one in use; older ones are taken away as soon as it stands,
    but for the sign: the message at which the table's thread began stays and leads there. A thread
    has its message's id, so nothing more has to be remembered. Where a thread is lost, the sign is
    the newest surface again and becomes the table.
    """

    def __init__(
        self,
        store: Store,
        posts: Delivery,
        homes: Placement,
        pictures: Pictures,
        languages: Languages,
    ) -> None:
        self.tables: Application
        """Set once both sides exist: the application tells us, and we ask it."""
        self.boards: Leaderboards
        self._store = store
        self._posts = posts
        self._homes = homes
        self._pictures = pictures
        self._languages = languages
        self._painted: dict[tuple[str, SurfaceKind], Painted] = {}
        """Pictures that came too late for their message, by match; its next edit takes them."""

    async def show(self, match_id: str) -> PublicOutcome:
        """Bring a match's public messages up to date."""
        card = await self.tables.queries.card(match_id)
        if card.is_practice:
            return PublicOutcome(
                stands_anew=False, is_painted=True
            )  # its player's alone, no channel's
        before = await self.url(match_id)
        is_painted = await self._show(card, SurfaceKind.TABLE)
        if (await self.tables.queries.card(match_id)).life in ENDED:
            is_painted &= await self._show(card, SurfaceKind.RESULT)
        return PublicOutcome(await self.url(match_id) != before, is_painted)

    async def paint(self, match_id: str) -> None:
        """Wait for a painter as long as it takes, then paint what the newest messages lack.

        The match is loaded when the painter is free, so the pictures show its newest state.
        """
        if not await self._lacking(match_id):
            return
        async with self._pictures.turn() as pictures:
            card = await self.tables.queries.card(match_id)
            match_view = await self._match_view(card)
            shown = (
                await self.tables.lobbies.show(match_id) if card.life is Life.LOBBY else match_view
            )
            language = await self._languages.table(card)
            for surface in await self._lacking(match_id):
                if shown is not None:
                    face = await self._face(card, match_view, surface)
                    painted = await _paint(pictures, shown, surface.kind, language, Priority.NONE)
                    self._painted[match_id, surface.kind] = Painted(face.fingerprint, painted)

    async def _lacking(self, match_id: str) -> list[Surface]:
        """The messages in use that still lack their pictures."""
        surfaces = await self._store.surfaces.of_match(match_id)
        newest = {one.kind: one for one in surfaces if one.kind in PUBLIC}
        return [surface for surface in newest.values() if _lacks_pictures(surface)]

    async def stands(self, match_id: str) -> bool:
        """Look whether the table's message is still there; forgets one that is not."""
        table = await self._standing(match_id)
        if table is None or await self._posts.stands(table):
            return True
        await self._store.surfaces.retire(table.surface_id)
        return False

    async def url(self, match_id: str) -> str | None:
        """Where the table stands, None while it has no message."""
        return _url(await self._standing(match_id))

    async def place(self, card: MatchSummary) -> TableLocation:
        """Where the table stands, and what keeps it from being shown there."""
        table = await self._standing(card.id)
        return TableLocation(_url(table), self._trouble(card, table))

    async def home(self, match_id: str) -> int | None:
        """The channel or thread where the table stands, None while it has no message."""
        table = await self._standing(match_id)
        return None if table is None else table.channel_id

    async def trouble(self, card: MatchSummary) -> Text | None:
        """What keeps the table from being shown, in words that say what to do."""
        return self._trouble(card, await self._standing(card.id))

    def _trouble(self, card: MatchSummary, table: Surface | None) -> Text | None:
        where = card.channel_id if table is None else table.channel_id
        return self._homes.trouble(card, where or 0)

    async def move(self, card: MatchSummary, channel_id: int) -> None:
        """Let the table stand in another channel from now on; `show` puts it there."""
        await self._posts.write_down(card.id, SurfaceKind.TABLE, card.guild_id, channel_id)

    async def _standing(self, match_id: str) -> Surface | None:
        """The newest surface of the table that has a message."""
        tables = await self._of(match_id, SurfaceKind.TABLE)
        return next((one for one in reversed(tables) if one.message_id is not None), None)

    async def _of(self, match_id: str, kind: SurfaceKind) -> list[Surface]:
        surfaces = await self._store.surfaces.of_match(match_id)
        return [surface for surface in surfaces if surface.kind is kind]

    async def _show(self, card: MatchSummary, kind: SurfaceKind) -> bool:
        """Bring one message up to date; tells whether it has all its pictures."""
        match_id = card.id
        surface, match_view = await self._surface(card, kind), await self._match_view(card)
        face = self._possible(surface, await self._face(card, match_view, surface))
        if surface.message_id is None or surface.fingerprint != face.fingerprint:
            if await self._posts.turn(surface):
                # What happened while others had their turn is shown at once; what was a lobby may
                # have become a table, which begins its thread.
                card = await self.tables.queries.card(match_id)
                surface, match_view = await self._surface(card, kind), await self._match_view(card)
            try:
                surface, face = await self._put(card, match_view, surface)
            except (discord.Forbidden, discord.NotFound):
                if surface.channel_id == card.channel_id or not self._homes.may_go_back(card):
                    raise
                log.info("match %s has lost its thread; its table goes back", match_id)
                await self._forget(match_id, surface.channel_id)
                return await self._show(await self.tables.queries.card(match_id), kind)
        if kind is SurfaceKind.TABLE and card.life in ENDED:
            # Written down before the table counts as shown, or a crash here loses the result.
            await self._surface(card, SurfaceKind.RESULT)
        await self._shown(surface, card, face)
        for older in await self._of(match_id, kind):
            if older.surface_id == surface.surface_id:
                continue
            if older.message_id is not None and older.message_id == surface.channel_id:
                await self._show_sign(card, older, older.message_id)
            else:
                await self._posts.take_away(older)
        return not face.is_makeshift

    async def _show_sign(self, card: MatchSummary, sign: Surface, thread_id: int) -> None:
        """Keep the way into the thread true; a sign that was deleted is not put up again."""
        to = await self._reader(card)
        face = ShownState(f"sign {card.life} {card.names} {to.language}")
        if sign.fingerprint != face.fingerprint:
            await self._posts.turn(sign)
            match_view = await self.tables.queries.match_view(card.id, None)
            message = sign_message(match_view, thread_id, to)
            if await self._posts.edit(sign, message) is EditOutcome.GONE:
                await self._store.surfaces.retire(sign.surface_id)
                return
        await self._shown(sign, card, face)

    async def _shown(self, surface: Surface, card: MatchSummary, face: ShownState) -> None:
        # A message that lacks its pictures counts as behind: a restart makes up for them.
        revision = card.revision - face.is_makeshift
        await self._store.surfaces.shown(
            surface.surface_id, revision, ticket=face.asked, fingerprint=face.fingerprint
        )

    async def _forget(self, match_id: str, channel_id: int | None) -> None:
        """Give up all public messages of a match in a place that is lost."""
        surfaces = await self._store.surfaces.of_match(match_id)
        lost = [s for s in surfaces if s.kind in PUBLIC and s.channel_id == channel_id]
        await self._store.surfaces.retire(*(surface.surface_id for surface in lost))

    async def _surface(self, card: MatchSummary, kind: SurfaceKind) -> Surface:
        """The surface of this kind in use, written down anew where there is none."""
        found = await self._of(card.id, kind)
        if not found:
            where = await self.home(card.id) or card.channel_id
            return await self._posts.write_down(card.id, kind, card.guild_id, where)
        begins = card.life is Life.RUNNING and (found[-1].fingerprint or "").startswith(Life.LOBBY)
        if not (card.thread and begins and found[-1].message_id is not None):
            return found[-1]
        thread = await self._homes.open_thread(card, found[-1], await self._reader(card))
        if thread is None:
            return found[-1]
        return await self._posts.write_down(card.id, kind, card.guild_id, thread)

    async def _match_view(self, card: MatchSummary) -> MatchView | None:
        """What watchers see, None before a match was dealt."""
        if card.life in (Life.LOBBY, Life.CANCELLED):
            return None
        return await self.tables.queries.match_view(card.id, None)

    async def _face(
        self, card: MatchSummary, match_view: MatchView | None, surface: Surface
    ) -> ShownState:
        language = await self._languages.table(card)
        if surface.kind is SurfaceKind.RESULT:
            return ShownState(f"result {language}")
        if card.life is Life.LOBBY:  # which closes later after an outage
            rows = await self._store.clock.of_match(card.id)
            closes = next((row.due_at for row in rows if row.kind == LOBBY), None)
            return ShownState(f"{card.life}-{card.revision} {closes} {language}")
        if match_view is None:
            return ShownState(f"{card.life}-{card.revision} {language}")
        if card.life is not Life.RUNNING:
            return ShownState(f"{match_view.fingerprint} {language}")
        # In another place another remark may stand below the table.
        shown = (
            f"{match_view.fingerprint} {card.due_at} {card.paused} {surface.channel_id} {language}"
        )
        return ShownState(
            shown + self._homes.without_pictures(surface), asked(match_view.view.awaiting)
        )

    def _possible(self, surface: Surface, face: ShownState) -> ShownState:
        """The face that can be shown now: in words while a message still lacks its pictures."""
        is_painted = (surface.match_id, surface.kind) in self._painted
        return face.in_words() if _lacks_pictures(surface) and not is_painted else face

    async def _draw(
        self, card: MatchSummary, match_view: MatchView | None, surface: Surface, face: ShownState
    ) -> OutgoingMessage:
        """A message with its pictures if they are ready soon, without them otherwise."""
        to = await self._reader(card)
        if card.life is Life.CANCELLED:
            return cancelled_message(card, to)
        shown = await self.tables.lobbies.show(card.id) if match_view is None else match_view
        pictures = await self._pictured(shown, surface, to.language, face)
        one = next(iter(pictures or ()), None)
        if isinstance(shown, LobbyView):
            message = lobby_message(shown, one, to)
        elif surface.kind is SurfaceKind.RESULT:
            leavers = await self.tables.queries.leavers(card.id)
            changes = await self.boards.changes(card.guild_id, card.id)
            message = result_message(shown, one, to, leavers, changes)
        else:
            stays = card.thread and surface.channel_id == card.channel_id
            remark = self._homes.no_thread(card) if stays else None
            if self._homes.without_pictures(surface):
                remark = remark or common_texts.NO_PICTURES
            message = table_message(shown, pictures or (), to, remark)
        return replace(message, is_makeshift=pictures is None)

    async def _pictured(
        self, shown: MatchView | LobbyView, surface: Surface, language: str, face: ShownState
    ) -> tuple[OutgoingFile, ...] | None:
        """The pictures of a message, None while they would keep its text waiting."""
        kept = self._painted.pop((surface.match_id, surface.kind), None)
        if self._homes.without_pictures(surface):
            return ()
        if kept is not None and kept.fingerprint == face.fingerprint:
            return kept.pictures
        if face.is_makeshift:
            return None
        haste = Priority.ANSWER if isinstance(shown, LobbyView) else Priority.NEWS
        try:
            return await _paint(self._pictures, shown, surface.kind, language, haste)
        except TooBusyError:
            return None

    async def _put(
        self, card: MatchSummary, match_view: MatchView | None, surface: Surface
    ) -> tuple[Surface, ShownState]:
        """Put what is so now where the surface is, unless the very same stands there."""
        face = await self._face(card, match_view, surface)
        message = await self._draw(card, match_view, surface, self._possible(surface, face))
        face = face.in_words() if message.is_makeshift else face
        if surface.message_id is not None and surface.fingerprint == face.fingerprint:
            return surface, face
        return await self._placed(surface, face, message), face

    async def _placed(
        self, surface: Surface, face: ShownState, message: OutgoingMessage
    ) -> Surface:
        """Edit what stands there, or post it where there is nothing that can or should be edited.

        The surface of a message that goes is not retired before the fresh one stands.
        """
        surface = await self._posts.known(surface)
        if surface.message_id is None:
            return await self._posts.post(surface, message)
        asks = face.asked is not None and is_new_question(surface.ticket, face.asked)
        if not (asks and await self._posts.is_scrolled_away(surface)):
            edited = await self._posts.edit(surface, message)
            if edited is EditOutcome.DONE:
                return surface
            if edited is EditOutcome.GONE:
                log.info("a message of match %s is gone; posting it anew", surface.match_id)
                await self._store.surfaces.retire(surface.surface_id)
        fresh = await self._posts.write_down(
            surface.match_id, surface.kind, surface.guild_id, surface.channel_id
        )
        return await self._posts.post(fresh, message)

    async def _reader(self, card: MatchSummary) -> Reader:
        return reader(await self._languages.table(card), card.names)


def _lacks_pictures(surface: Surface) -> bool:
    return (surface.fingerprint or "").endswith(IN_WORDS)


async def _paint(
    pictures: Pictures,
    shown: MatchView | LobbyView,
    kind: SurfaceKind,
    language: str,
    haste: Priority,
) -> tuple[OutgoingFile, ...]:
    """The pictures of one public message; a match that was stopped has no podium."""
    if isinstance(shown, LobbyView):
        return (await pictures.lobby(shown, language, haste),)
    if kind is SurfaceKind.RESULT:
        podium = await pictures.result(shown, language, haste)
        return () if podium is None else (podium,)
    return await pictures.table(shown, language, haste)


def _url(table: Surface | None) -> str | None:
    if table is None:
        return None
    return f"https://discord.com/channels/{table.guild_id}/{table.channel_id}/{table.message_id}"

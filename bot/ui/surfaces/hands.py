"""Private hands: ephemeral messages and direct messages, one of each kind for a player and match.

Each press rebuilds its hand from the database, so no token or restart ends it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial
from secrets import token_hex
from weakref import WeakValueDictionary

import discord

from bot.tables.application import Application
from bot.tables.domain.views import MatchSummary, MatchView
from bot.tables.ports import Clock
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import reader
from bot.ui.interactions.message import OutgoingMessage
from bot.ui.interactions.reply import DeletedError, Reply
from bot.ui.messages.play.more import replaced_message
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError, UnpaintedError
from bot.ui.surfaces.delivery import CANNOT_WRITE, Delivery, EditOutcome
from bot.ui.surfaces.hand_drawing import ephemeral_surface, painted, seen, worded
from bot.ui.surfaces.hand_order import HandOrder
from bot.ui.surfaces.public_messages import PublicMessages, TableLocation
from data.records.matches import Life, Surface, SurfaceKind
from data.store import Store
from games.core.text import Text

log = logging.getLogger(__name__)

TOKEN_LIFE = 14 * 60 * 1000
"""Milliseconds for which an interaction's token is used; Discord forgets it after 15 minutes."""
TOKEN_DEAD = 50027
"""Discord's answer when an interaction's token has run out."""
AT_ONCE = 5
"""How many players' hands of one match are refreshed at the same time."""
PRIVATE = (SurfaceKind.HAND, SurfaceKind.DM_HAND)


class Hands:
    """Shows players what they hold, and keeps it true."""

    def __init__(
        self,
        posts: Delivery,
        store: Store,
        clock: Clock,
        pictures: Pictures,
        publics: PublicMessages,
        *,
        languages: Languages,
    ) -> None:
        self.tables: Application
        """Set once both sides exist: the application tells us, and we ask it."""
        self._posts = posts
        self._store = store
        self._clock = clock
        self._pictures = pictures
        self._publics = publics
        self._languages = languages
        self._orders: WeakValueDictionary[tuple[str, int], HandOrder] = WeakValueDictionary()
        self._lagging: set[str] = set()
        """Matches with a hand that still lacks its picture or is out of date."""

    def pressed(self, match_id: str, player_id: int) -> AbstractContextManager[None]:
        """Hold refreshes of a hand back while a press of its player is carried out and answered."""
        return self._order(match_id, player_id).pressed()

    def _order(self, match_id: str, player_id: int) -> HandOrder:
        """The order of one player's hands, alive while somebody holds it."""
        return self._orders.setdefault((match_id, player_id), HandOrder())

    async def draw(
        self,
        view: MatchView,
        language: str,
        place: TableLocation,
        note: Text | None = None,
        *,
        haste: Priority = Priority.NEWS,
    ) -> OutgoingMessage:
        """A player's hand as a message; in words as long as no painter has time for it."""
        wishes = await self.tables.people.find(view.viewer or 0)
        try:
            pictures = (
                () if wishes.text_only else await painted(self._pictures, view, language, haste)
            )
        except TooBusyError:
            return replace(worded(view, language, place, note, ()), is_makeshift=True)
        return worded(view, language, place, note, pictures)

    def lags(self, match_id: str) -> bool:
        """Tell, once, whether a hand of a match is to follow what was given by a press."""
        found = match_id in self._lagging
        self._lagging.discard(match_id)
        return found

    async def give(
        self,
        reply: Reply,
        match_id: str,
        note: Text | None = None,
        *,
        if_deleted: Text | None = None,
    ) -> None:
        """Answer an interaction with a player's hand as it is now; an older one of its kind goes.

        `if_deleted` is the note where the pressed hand is gone and a new one is given.
        """
        player_id = reply.interaction.user.id
        order, language = self._order(match_id, player_id), str(reply.interaction.locale)
        with order.pressed():
            is_given = False
            while not is_given:
                look = order.look()
                view = await self.tables.queries.match_view(match_id, player_id)
                place = await self._publics.place(view.card)
                message = await self.draw(view, language, place, note, haste=Priority.ANSWER)
                async with order.answering(look) as is_newest:
                    if not is_newest:
                        continue
                    try:
                        await self._answer(reply, view, place, message)
                        is_given = True
                    except DeletedError:
                        note = if_deleted or note

    async def _answer(
        self, reply: Reply, view: MatchView, place: TableLocation, message: OutgoingMessage
    ) -> None:
        """Send a drawn hand as an answer; raises DeletedError where the pressed one is gone."""
        interaction = reply.interaction
        surface = await self._pressed(reply) or await self._write_down(interaction, view)
        try:
            message_id = await reply.put(message)
        except DeletedError:
            await self._store.surfaces.retire(surface.surface_id)
            raise
        if message.is_makeshift:
            self._lagging.add(view.card.id)
        key, here = surface.surface_id, interaction.channel_id or 0
        if surface.message_id is None:
            await self._store.surfaces.sent(key, here, message_id)
        elif surface.kind is SurfaceKind.HAND:
            # The newest token of a message lives longest.
            until = self._clock.now() + TOKEN_LIFE
            await self._store.surfaces.hold_token(key, interaction.token, until)
        await self._note(surface, view, place, message)
        for older in await self._of(view.card.id, interaction.user.id):
            if older.surface_id == surface.surface_id:
                continue
            if older.kind is surface.kind:
                await self._put_away(older)
            elif (older.fingerprint, older.ticket) != seen(view, place):
                self._lagging.add(view.card.id)  # it shows what was asked before this press

    async def _pressed(self, reply: Reply) -> Surface | None:
        """The hand that was pressed and is to be replaced, if it is one that we know."""
        if not reply.updating or (message := reply.interaction.message) is None:
            return None
        surface = await self._store.surfaces.of_message(message.id)
        return None if surface is None or surface.retired else surface

    async def _write_down(self, interaction: discord.Interaction, view: MatchView) -> Surface:
        """Write a hand down before it is sent: with its token it can be found without an id."""
        surface = ephemeral_surface(interaction, view.card, self._clock.now() + TOKEN_LIFE)
        await self._store.surfaces.add(surface)
        return surface

    async def follow(self, match_id: str) -> None:
        """Bring every private hand of a match to what its player may see now.

        Raises ExceptionGroup at the end, and UnpaintedError when only pictures are missing.
        """
        card = await self.tables.queries.card(match_id)
        if card.life in (Life.LOBBY, Life.CANCELLED):
            return
        hands: dict[int, list[str]] = {one.player_id: [] for one in card.occupants if one.player_id}
        for surface in await self._store.surfaces.of_match(match_id):
            if surface.kind in PRIVATE and surface.player_id is not None:
                hands.setdefault(surface.player_id, []).append(surface.surface_id)
        bound = asyncio.Semaphore(AT_ONCE)
        found = await asyncio.gather(
            *(self._bring(card, player_id, mine, bound) for player_id, mine in hands.items())
        )
        failed = [error for errors in found for error in errors]
        broken = [error for error in failed if not isinstance(error, UnpaintedError)]
        if broken:
            raise ExceptionGroup("hands that could not be shown", broken)
        if failed:
            raise UnpaintedError

    async def _bring(
        self, card: MatchSummary, player_id: int, mine: Sequence[str], bound: asyncio.Semaphore
    ) -> list[Exception]:
        """Bring all hands of one player up to date; returns what was raised."""
        await self._order(card.id, player_id).unpressed()  # before the bound: others go on
        work = [partial(self._follow, card, surface_id, player_id) for surface_id in mine]
        if card.life is Life.RUNNING and card.seat_of(player_id) is not None:
            work.append(partial(self.deliver, card.id, player_id))
        failed: list[Exception] = []
        async with bound:
            for one in work:
                try:
                    await one()
                except Exception as error:  # noqa: BLE001 - collected here, told by the caller
                    failed.append(error)
        return failed

    async def refresh(self, match_id: str, player_id: int) -> None:
        """Bring one player's hands to what that player has just changed for nobody else."""
        card = await self.tables.queries.card(match_id)
        for surface in await self._of(match_id, player_id):
            await self._follow(card, surface.surface_id, player_id)

    async def may_write_from(self, guild_id: int) -> bool:
        """Whether a server lets its tables write to people directly."""
        return await self._posts.may_write_from(guild_id)

    async def deliver(self, match_id: str, player_id: int) -> None:
        """Send the hand of somebody who prefers direct messages, unless it is there already."""
        wishes = await self.tables.people.find(player_id)
        is_wanted = wishes.prefers_dm and not wishes.dm_closed
        if not (is_wanted and await self._lacks_letter(match_id, player_id)):
            return
        order, is_shown = self._order(match_id, player_id), False
        while not is_shown:
            look = order.look()
            view = await self.tables.queries.match_view(match_id, player_id)
            if view.card.seat_of(player_id) is None or not await self._posts.may_write_from(
                view.card.guild_id
            ):
                return
            place = await self._publics.place(view.card)
            message = await self.draw(view, await self._languages.private(player_id), place)
            async with order.answering(look) as is_newest:
                if not await self._lacks_letter(match_id, player_id):
                    return
                if is_newest:
                    surface = Surface(
                        surface_id=token_hex(8),
                        match_id=match_id,
                        kind=SurfaceKind.DM_HAND,
                        nonce=token_hex(8),
                        player_id=player_id,
                    )
                    await self._store.surfaces.add(surface)
                    await self._send(surface, view, place, message)
                    is_shown = True
        if message.is_makeshift:
            raise UnpaintedError

    async def _lacks_letter(self, match_id: str, player_id: int) -> bool:
        found = await self._of(match_id, player_id)
        return all(surface.kind is not SurfaceKind.DM_HAND for surface in found)

    async def recall(self, player_id: int) -> None:
        """Put away the direct hands of somebody who no longer wants them."""
        for card in await self.tables.queries.matches_of(player_id, in_order=False):
            for surface in await self._of(card.id, player_id):
                if surface.kind is SurfaceKind.DM_HAND:
                    await self._put_away(surface)

    async def _follow(self, card: MatchSummary, surface_id: str, player_id: int) -> None:
        """Bring one hand up to date; raises UnpaintedError while it has to do in words."""
        order, is_shown = self._order(card.id, player_id), False
        while not is_shown:
            await order.unpressed()
            look = order.look()
            surface = await self._store.surfaces.find(surface_id)
            if surface is None or surface.retired:
                return
            if not self._reachable(surface):
                await self._store.surfaces.retire(surface_id)
                return
            is_shown = await self._show(order, look, surface, card)

    async def _show(
        self, order: HandOrder, look: int, surface: Surface, card: MatchSummary
    ) -> bool:
        """Show in one hand what its player may see; False if that must be looked at again."""
        player_id = surface.player_id or 0
        if card.seat_of(player_id) is None:
            async with self._refreshing(order, look, surface) as is_due:
                if is_due:
                    await self._end(surface, card, player_id)
            return is_due
        view = await self.tables.queries.match_view(card.id, player_id)
        place = await self._publics.place(view.card)
        before = (surface.fingerprint, surface.ticket)
        if seen(view, place) != before:
            message = await self.draw(view, await self._languages.private(player_id), place)
            async with self._refreshing(order, look, surface) as is_due:
                if not is_due:
                    return False
                if surface.message_id is None and surface.kind is SurfaceKind.DM_HAND:
                    await self._send(surface, view, place, message)
                elif seen(view, place, message) != before:
                    await self._edit(surface, message)
                    await self._note(surface, view, place, message)
            if message.is_makeshift:
                raise UnpaintedError
        if card.life is not Life.RUNNING:
            await self._store.surfaces.retire(surface.surface_id)
        return True

    @asynccontextmanager
    async def _refreshing(
        self, order: HandOrder, look: int, surface: Surface
    ) -> AsyncIterator[bool]:
        """Held while a hand is refreshed; False if anything has been sent since it was read."""
        async with order.refreshing(look) as is_newest:
            yield is_newest and await self._store.surfaces.find(surface.surface_id) == surface

    async def _end(self, surface: Surface, card: MatchSummary, player_id: int) -> None:
        """End a private surface: it belongs to a tenure, and ends with it."""
        if surface.message_id is not None or surface.kind is SurfaceKind.HAND:
            to = reader(await self._languages.private(player_id), card.names)
            await self._edit(surface, replaced_message(card, player_id, to))
        await self._store.surfaces.retire(surface.surface_id)

    def _reachable(self, surface: Surface) -> bool:
        if surface.kind is SurfaceKind.DM_HAND:
            return True
        return surface.token_until is not None and self._clock.now() < surface.token_until

    async def _send(
        self,
        surface: Surface,
        view: MatchView,
        place: TableLocation,
        message: OutgoingMessage,
    ) -> None:
        """Write to a player directly; a closed door is remembered, never an obstacle."""
        player_id = surface.player_id or 0
        try:
            surface = await self._posts.write_to(player_id, surface, message, silent=False)
        except discord.Forbidden as error:
            if error.code not in CANNOT_WRITE:
                raise
            await self._store.surfaces.retire(surface.surface_id)
            await self.tables.people.set_dm_closed(player_id, closed=True)
            return
        await self._note(surface, view, place, message)

    async def _edit(self, surface: Surface, message: OutgoingMessage) -> None:
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
                await self.tables.people.set_dm_closed(surface.player_id, closed=True)
            return
        if edited is EditOutcome.GONE:
            # Dismissed or deleted: the next press of My hand gives a new one.
            await self._store.surfaces.retire(surface.surface_id)
        elif edited is EditOutcome.WORN_OUT:
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

    async def _note(
        self,
        surface: Surface,
        view: MatchView,
        place: TableLocation,
        message: OutgoingMessage,
    ) -> None:
        fingerprint, ticket = seen(view, place, message)
        shown = view.card.revision - message.is_makeshift  # without its picture it lags behind
        key = surface.surface_id
        await self._store.surfaces.shown(key, shown, ticket=ticket, fingerprint=fingerprint)

"""Private hands: per player and match, one ephemeral message and one direct message.

Each press rebuilds its hand from the database, so it survives expired tokens and restarts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.tables.matches.repository import MatchRepository
from bot.tables.matches.snapshot import Snapshot
from bot.tables.people import People
from bot.tables.ports import Clock
from bot.ui.discord_errors import FAILURES, Failure, failure_of, is_refused
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import reader
from bot.ui.interactions.message import OutgoingMessage
from bot.ui.interactions.reply import DeletedError, Reply
from bot.ui.messages.play.more import replaced_message
from bot.ui.pictures.paint_queue import Priority
from bot.ui.surfaces.delivery import Delivery, EditOutcome
from bot.ui.surfaces.hand_drawing import (
    DrawnHand,
    HandPainter,
    direct_surface,
    ephemeral_surface,
    shows,
)
from bot.ui.surfaces.hand_order import HandOrder, HandRefresh, PressedLook
from data.records.matches import Life, Surface, SurfaceKind, is_behind
from data.store import Store
from games.core.text import Text

TOKEN_LIFE = 14 * 60 * 1000
"""Milliseconds for which an interaction's token is used; Discord drops it after 15 minutes."""
AT_ONCE = 5
"""How many players' hands of one match are refreshed at the same time."""
PRIVATE = (SurfaceKind.HAND, SurfaceKind.DM_HAND)


class Hands:
    """Shows players their hands and keeps them up to date."""

    def __init__(
        self,
        posts: Delivery,
        store: Store,
        clock: Clock,
        painter: HandPainter,
        *,
        languages: Languages,
        repository: MatchRepository,
        people: People,
    ) -> None:
        self._posts = posts
        self._store = store
        self._clock = clock
        self._painter = painter
        self._languages = languages
        self._repository = repository
        self._people = people
        self._orders: WeakValueDictionary[tuple[str, int], HandOrder] = WeakValueDictionary()
        self._lagging: set[str] = set()
        """Matches with a hand that still lacks its picture or is out of date."""

    def pressed(self, match_id: str, player_id: int) -> AbstractContextManager[None]:
        """Hold refreshes of a hand back while a press by its player is handled."""
        return self._order(match_id, player_id).pressed()

    def look(self, match_id: str, player_id: int) -> int:
        """Number a look at the match; call it before a press loads the match, inside `pressed`."""
        return self._order(match_id, player_id).look()

    def _order(self, match_id: str, player_id: int) -> HandOrder:
        """The order of one player's hands; kept only while it is in use."""
        return self._orders.setdefault((match_id, player_id), HandOrder())

    def needs_follow_up(self, match_id: str) -> bool:
        """Return once whether a hand of this match needs a follow-up after a press."""
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
        look: PressedLook | None = None,
    ) -> None:
        """Answer an interaction with a player's current hand, and delete an older one of its kind.

        `if_deleted` is the note to show if the pressed hand is gone and a new one is sent. `look`
        is the match after the press; without it, the match is loaded.
        """
        player_id = reply.interaction.user.id
        order, language = self._order(match_id, player_id), str(reply.interaction.locale)
        with order.pressed():
            is_given = False
            while not is_given:
                number, snapshot = look or await self._look(order, match_id)
                look = None
                hand = await self._painter.draw(
                    snapshot, player_id, language, Priority.ANSWER, note
                )
                async with order.answering(number) as is_newest:
                    if not is_newest:
                        continue
                    try:
                        await self._answer(reply, hand, order)
                        is_given = True
                    except DeletedError:
                        note = if_deleted or note

    async def _look(self, order: HandOrder, match_id: str) -> PressedLook:
        number = order.look()
        return PressedLook(number, await self._repository.open(match_id))

    async def _answer(self, reply: Reply, hand: DrawnHand, order: HandOrder) -> None:
        """Send a drawn hand as an answer; raises DeletedError if the pressed hand is gone."""
        interaction, match_id = reply.interaction, hand.view.summary.id
        surface, until = await self._pressed(reply, hand.snapshot), self._clock.now() + TOKEN_LIFE
        is_new = surface is None
        if surface is None:
            surface = ephemeral_surface(interaction, hand.view.summary, until)
            await self._store.surfaces.add(surface)
        surface = order.sent(surface)
        try:
            sent = await reply.put(hand.message, surface.pictures)
        except DeletedError:
            await self._store.surfaces.retire(surface.surface_id)
            raise
        if hand.message.is_makeshift:
            self._lagging.add(match_id)
        if is_new:
            here = interaction.channel_id or 0
            surface = replace(surface, channel_id=here, message_id=sent.message_id)
        elif surface.kind is SurfaceKind.HAND:
            # The newest token of a message lives longest.
            surface = replace(surface, token=interaction.token, token_until=until)
        surface = order.note(hand.noted(replace(surface, pictures=sent.pictures)))
        rows = self._store.surfaces
        await (rows.save if is_new else rows.save_together)(surface)  # a new id is written at once
        others = (
            await self._of(match_id, interaction.user.id) if is_new else hand.snapshot.rows.surfaces
        )
        for other in others:
            is_own = other.player_id == interaction.user.id and other.kind in PRIVATE
            if not is_own or other.surface_id == surface.surface_id:
                continue
            if other.kind is surface.kind:
                await self._put_away_or_later(other)
            elif not shows(other, hand.view, hand.location):
                self._lagging.add(match_id)  # it shows the question from before this press

    async def _pressed(self, reply: Reply, snapshot: Snapshot) -> Surface | None:
        """The known hand that was pressed and will be replaced."""
        message = reply.interaction.message
        if not reply.updating or message is None:
            return None
        found = [one for one in snapshot.rows.surfaces if one.message_id == message.id]
        if found:
            return found[0]
        # Its row may have been written after the match was loaded.
        later = await self._store.surfaces.of_message(message.id)
        return None if later is None or later.retired else later

    async def follow(
        self,
        match_id: str,
        snapshot: Snapshot | None = None,
        priority: Priority = Priority.NEWS,
    ) -> bool:
        """Update every private hand of a match to what its player may see now.

        Returns whether all have their pictures; raises ExceptionGroup.
        """
        snapshot = snapshot or await self._repository.open(match_id)
        if snapshot.match.life in (Life.LOBBY, Life.CANCELLED):
            return True
        seated = {one.player_id for one in snapshot.summary.occupants}
        holders = {one.player_id for one in snapshot.rows.surfaces if one.kind in PRIVATE}
        players = {one for one in seated | holders if one is not None}
        return await self._bring(snapshot, players, priority)

    async def refresh(self, match_id: str, player_id: int) -> bool:
        """Update one player's hands; returns whether they have their pictures."""
        return await self._bring(await self._repository.open(match_id), {player_id})

    async def _bring(
        self, snapshot: Snapshot, players: Iterable[int], priority: Priority = Priority.NEWS
    ) -> bool:
        """Update these players' hands, a few players at a time, and save the results together."""
        match_id, bound = snapshot.match.match_id, asyncio.Semaphore(AT_ONCE)
        # Numbered before the rows are read: what a press sends from now on is newer.
        refreshes = [
            HandRefresh(player, order, order.look(), snapshot, priority, not order.is_pressed)
            for player in players
            for order in [self._order(match_id, player)]
        ]
        surfaces = await self._store.surfaces.of_match(match_id)
        await asyncio.gather(*(self._bring_one(one, surfaces, bound) for one in refreshes))
        changed = [row for one in refreshes for row in one.changed if one.order.is_last(row)]
        await self._store.surfaces.save_together(*changed)
        failed = [error for one in refreshes for error in one.failed]
        if failed:
            raise ExceptionGroup("hands that could not be shown", failed)
        return all(one.is_painted for one in refreshes)

    async def _bring_one(
        self, refresh: HandRefresh, surfaces: Iterable[Surface], bound: asyncio.Semaphore
    ) -> None:
        await refresh.order.presses_done()  # before taking a slot, so that others can continue
        mine = [
            one for one in surfaces if one.player_id == refresh.player_id and one.kind in PRIVATE
        ]
        newest = {one.kind: one for one in mine}
        async with bound:
            for one in mine:
                is_declined = one.kind is SurfaceKind.DM_HAND and refresh.declines_direct_hand
                is_wanted = one is newest[one.kind] and not is_declined
                await refresh.attempt(self._follow(refresh, one) if is_wanted else self._drop(one))
            if SurfaceKind.DM_HAND not in newest or refresh.is_worn_out:
                await refresh.attempt(self._deliver(refresh))

    async def _drop(self, older: Surface) -> None:
        """Delete a hand that is no longer wanted, unless that is done."""
        found = await self._store.surfaces.find(older.surface_id)
        if found is not None and not found.retired:
            await self._put_away(found)

    async def deliver(self, match_id: str, player_id: int) -> HandRefresh:
        """Send the hand as a direct message if the player wants that and doesn't have it yet."""
        order = self._order(match_id, player_id)
        number, snapshot = await self._look(order, match_id)
        refresh = HandRefresh(player_id, order, number, snapshot)
        await self._deliver(refresh)
        return refresh

    async def _deliver(self, refresh: HandRefresh) -> None:
        """Send a hand directly to a seated player who wants it."""
        player_id, order = refresh.player_id, refresh.order
        while refresh.wants_direct_hand:
            snapshot = refresh.snapshot
            match_id = snapshot.match.match_id
            language = self._languages.private(snapshot, player_id)
            hand = await self._painter.draw(snapshot, player_id, language, refresh.priority)
            async with order.answering(refresh.number) as is_newest:
                held = await self._of(match_id, player_id)
                if is_newest and all(one.kind is not SurfaceKind.DM_HAND for one in held):
                    surface = direct_surface(match_id, player_id)
                    await self._store.surfaces.add(surface)
                    sent = await self._send(refresh, surface, hand)
                    await self._store.surfaces.save(order.note(sent))
            if is_newest:
                refresh.note(hand.message)
                return
            await self._renew(refresh)

    async def recall(self, player_id: int) -> list[str]:
        """Delete the direct hands of a player; returns the matches where that may have failed."""
        matches = [one.match_id for one in await self._store.matches.of_player(player_id)]
        for match_id in matches:
            for surface in await self._of(match_id, player_id):
                if surface.kind is SurfaceKind.DM_HAND:
                    await self._put_away_or_later(surface)
        return [match_id for match_id in matches if self.needs_follow_up(match_id)]

    async def _renew(self, refresh: HandRefresh) -> None:
        """Look at the match again, once no press is being answered."""
        await refresh.order.presses_done()
        match_id = refresh.snapshot.match.match_id
        refresh.number, refresh.snapshot = await self._look(refresh.order, match_id)
        refresh.is_trusted = refresh.is_new = True

    async def _follow(self, refresh: HandRefresh, surface: Surface) -> None:
        """Update one hand; its row is read again after a renewal, for whichever hand that was."""
        find, order = self._store.surfaces.find, refresh.order
        found = await find(surface.surface_id) if refresh.is_new else surface
        while found and not found.retired and not await self._show(refresh, order.sent(found)):
            await self._renew(refresh)
            found = await find(surface.surface_id)

    async def _show(self, refresh: HandRefresh, surface: Surface) -> bool:
        """Show a hand what its player may see; returns False if it needs another look."""
        order, snapshot, player_id = refresh.order, refresh.snapshot, refresh.player_id
        if not self._reachable(surface):
            refresh.changed.append(order.note(replace(surface, retired=True)))
            return True
        if snapshot.summary.seat_of(player_id) is None:
            async with order.refreshing(refresh.number) as is_due:
                if is_due:
                    await self._end(refresh, surface)
            return is_due
        # A hand that shows this revision differently was sent by a press that knew more.
        is_older = not refresh.is_new and not is_behind(surface, snapshot.match)
        if is_older or not refresh.is_trusted:
            if not shows(surface, snapshot.view(player_id), self._painter.location(snapshot)):
                return False
        else:
            language = self._languages.private(snapshot, player_id)
            hand = await self._painter.draw_change(surface, refresh, language)
            if hand is not None:
                async with order.refreshing(refresh.number) as is_due:
                    if not is_due:
                        return False
                    surface = await self._put(refresh, surface, hand)
                    refresh.changed.append(order.note(surface))
                refresh.note(hand.message)
        if not snapshot.is_running and not surface.retired:
            refresh.changed.append(order.note(replace(surface, retired=True)))
        return True

    async def _put(self, refresh: HandRefresh, surface: Surface, hand: DrawnHand) -> Surface:
        """Send or edit a hand, unless its message already shows this."""
        if surface.message_id is None and surface.kind is SurfaceKind.DM_HAND:
            surface = await self._send(refresh, surface, hand)
            await self._store.surfaces.save(surface)  # send new messages at once
            return surface
        if replace(hand.noted(surface), shown_revision=surface.shown_revision) == surface:
            return surface
        return hand.noted(await self._edit(refresh, surface, hand.message))

    async def _end(self, refresh: HandRefresh, surface: Surface) -> None:
        """Retire a private surface whose tenure has ended."""
        summary, player_id = refresh.snapshot.summary, refresh.player_id
        if surface.message_id is not None or surface.kind is SurfaceKind.HAND:
            to = reader(self._languages.private(refresh.snapshot, player_id), summary.names)
            ending = replaced_message(summary, player_id, to)
            surface = await self._edit(refresh, surface, ending)
        refresh.changed.append(refresh.order.note(replace(surface, retired=True)))

    def _reachable(self, surface: Surface) -> bool:
        if surface.kind is SurfaceKind.DM_HAND:
            return True
        return surface.token_until is not None and self._clock.now() < surface.token_until

    async def _send(self, refresh: HandRefresh, surface: Surface, hand: DrawnHand) -> Surface:
        """Send a direct message; a refusal is noted and raises nothing."""
        try:
            sent = await self._posts.write_to(
                refresh.player_id, surface, hand.message, silent=False
            )
        except FAILURES as error:
            return await self._refused(refresh, surface, error)
        return hand.noted(sent)

    async def _refused(self, refresh: HandRefresh, surface: Surface, error: Exception) -> Surface:
        """Return the row of a hand that Discord refuses, retired; raises any other error."""
        if not is_refused(error) or failure_of(error) is Failure.INVALID:
            raise error
        refresh.is_refused = True
        if failure_of(error) is Failure.REFUSED_PERSON:
            await self._people.set_dm_closed(refresh.player_id, closed=True)
        return replace(surface, retired=True)

    async def _edit(
        self, refresh: HandRefresh, surface: Surface, message: OutgoingMessage
    ) -> Surface:
        """Edit a hand; returns its new row, retired if the message can't be edited."""
        try:
            if surface.kind is SurfaceKind.HAND:
                outcome, edited = await self._posts.edit_by_token(surface, message)
            else:
                outcome, edited = await self._posts.edit(surface, message)
        except FAILURES as error:
            return await self._refused(refresh, surface, error)
        if outcome is EditOutcome.WORN_OUT:
            await self._put_away(surface)  # a new one replaces it
            refresh.is_worn_out = True
        # Dismissed or deleted: the next press of My hand gives a new one.
        return replace(edited, retired=outcome is not EditOutcome.DONE)

    async def _put_away_or_later(self, surface: Surface) -> None:
        try:
            await self._put_away(surface)
        except FAILURES:
            self._lagging.add(surface.match_id)  # `follow` tries it again

    async def _put_away(self, surface: Surface) -> None:
        """Delete an older hand if that is still possible."""
        if surface.kind is SurfaceKind.DM_HAND:
            await self._posts.take_away(surface)
            return
        if self._reachable(surface):
            await self._posts.delete_by_token(surface)
        await self._store.surfaces.retire(surface.surface_id)

    async def _of(self, match_id: str, player_id: int) -> list[Surface]:
        surfaces = await self._store.surfaces.of_match(match_id)
        return [s for s in surfaces if s.player_id == player_id and s.kind in PRIVATE]

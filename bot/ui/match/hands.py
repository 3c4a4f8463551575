"""Private hands: per player and match, one ephemeral message and one direct message.

Each press rebuilds its hand from the database, so it survives expired tokens and restarts.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from typing import Unpack

from bot.tables.application import Application
from bot.tables.domain import seating
from bot.tables.domain.availability import availability_of
from bot.tables.domain.guild_settings import read_settings
from bot.tables.domain.time_controls import HOUR
from bot.tables.matches.snapshot import Snapshot
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import reader
from bot.ui.interactions.reply import DeletedError, Reply
from bot.ui.kit import discord_errors
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match import hand_drawing
from bot.ui.match.messages.more import replaced_message
from bot.ui.match.messages.why_and_hint import Help
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from bot.ui.sync.delivery import TOKEN_LIFE, Delivery, EditOutcome
from bot.ui.sync.placement import Placement, TableLocation, newest_table
from bot.ui.sync.reconciler import MessageFamily, Painting, Reconciler
from bot.ui.sync.subject import Key, MessageSubject, Wanted, key_of
from data.records import matches
from data.store import Store
from games.core.text import Text

NEWS = HOUR
"""How long after a match's start its hands light up; Discord lets younger messages be edited."""
PRIVATE = (matches.SurfaceKind.HAND, matches.SurfaceKind.DM_HAND)
NOWHERE = TableLocation()
LEFT, REPLACED = matches.Shown(stage="left"), matches.Shown(stage="replaced")
"""What the hand of somebody shows who has left: while a bot holds their seat, and afterwards."""


@dataclass(frozen=True, kw_only=True)
class WantedHand(Wanted[Snapshot]):
    """A hand as it should be now."""

    location: TableLocation = NOWHERE


class Hands(MessageFamily[Snapshot]):
    """Shows players their hands and keeps them up to date."""

    kinds = PRIVATE

    def __init__(
        self,
        posts: Delivery,
        store: Store,
        painter: hand_drawing.HandPainter,
        *,
        placement: Placement,
        pictures: Pictures,
        languages: Languages,
        reconciler: Reconciler[Snapshot],
        tables: Application,
    ) -> None:
        self._posts = posts
        self._store = store
        self._painter = painter
        self._placement = placement
        self._pictures = pictures
        self._languages = languages
        self._reconciler = reconciler
        self._tables = tables

    def pressed(self, match_id: str, player_id: int) -> AbstractContextManager[None]:
        """Hold a player's hands back while a press is handled."""
        return self._reconciler.subject(match_id).pressed(player_id)

    async def give(
        self,
        reply: Reply,
        match_id: str,
        note: Text | None = None,
        *,
        helped: Help | None = None,
        if_deleted: Text | None = None,
        opened: Snapshot | None = None,
    ) -> None:
        """Answer an interaction with a player's current hand, and delete an older one of its kind.

        `helped` stands in the place of the question. `if_deleted` is the note to show if the
        pressed hand is gone and a new one is sent. `opened` is the match after the press; without
        it, the match is loaded.
        """
        player_id, subject = reply.interaction.user.id, self._reconciler.subject(match_id)
        with subject.pressed(player_id), self._reconciler.noting(subject):
            if opened is None:
                opened = await self._reconciler.load(match_id)
            subject.offer(opened, opened.rows.since)
            if subject.is_stale:  # somebody pressed while this player's form was being saved
                opened = await self._reconciler.newest(match_id)
                self._reconciler.look(match_id)
            while True:
                newest = subject.newest(player_id, opened)
                wanted, message = await self._answer_drawn(
                    subject, newest, reply, note=note, helped=helped
                )
                if subject.answered_later(player_id, newest):
                    continue  # a later press of the same player shows more
                try:
                    await self._answer(subject, reply, wanted, message)
                except DeletedError:
                    note = if_deleted or note
                else:
                    return

    async def _answer_drawn(
        self,
        subject: MessageSubject[Snapshot],
        state: Snapshot,
        reply: Reply,
        **words: Unpack[hand_drawing.HandWords],
    ) -> tuple[WantedHand, OutgoingMessage]:
        """Draw a hand as an answer, in words while no painter is free."""
        player_id, language = reply.interaction.user.id, str(reply.interaction.locale)
        location = self._location(state, subject.rows)
        has_pictures = not state.rows.person(player_id).text_only
        message = None
        if has_pictures:
            painting = Painting(self._pictures, Priority.ANSWER)
            with suppress(TooBusyError):
                message = await self._painter.draw(
                    state, player_id, language, location, painting, **words
                )
        if message is None:
            message = await self._painter.draw(state, player_id, language, location, None, **words)
            message = replace(message, is_makeshift=has_pictures)
        wanted = WantedHand(
            key=Key(matches.SurfaceKind.HAND, player_id),
            shown=hand_drawing.shown_hand(state.view(player_id), location),
            state=state,
            has_pictures=has_pictures,
            location=location,
        )
        return wanted, message

    async def _answer(
        self,
        subject: MessageSubject[Snapshot],
        reply: Reply,
        wanted: WantedHand,
        message: OutgoingMessage,
    ) -> None:
        """Send a drawn hand as an answer; raises DeletedError if the pressed hand is gone."""
        interaction, until = reply.interaction, self._tables.now() + TOKEN_LIFE
        row = await self._pressed(subject, reply)
        is_new, is_added = row is None, row is not None or not reply.follows_up
        if row is None:
            row = hand_drawing.ephemeral_surface(interaction, wanted.state.summary, until)
            if is_added:  # else its token alone would edit the pressed message, which all can see
                await self._reconciler.add(subject, row)
        number = subject.begin_send(row)
        try:
            sent = await reply.put(message, row.pictures)
        except DeletedError:
            await self._reconciler.save(subject, replace(row, retired=True))
            raise
        is_known = subject.is_last_send(row, number)
        if is_known:
            subject.note_looks(row, message)
        if is_new:
            here = interaction.channel_id or 0
            row = replace(row, channel_id=here, message_id=sent.message_id)
        elif row.kind is matches.SurfaceKind.HAND:
            # The newest token of a message lives longest.
            row = replace(row, token=interaction.token, token_until=until)
        row = replace(
            row,
            shown=wanted.shown if is_known else None,
            shown_revision=wanted.state.revision,
            lacks_pictures=message.is_makeshift,
            pictures=sent.pictures,
        )
        # The id of a new message is written at once.
        if not is_added:
            row = await self._reconciler.add(subject, row)
        else:
            row = await self._reconciler.save(subject, row) if is_new else subject.note(row)
        await self._follow_up(subject, row, wanted)

    async def _follow_up(
        self, subject: MessageSubject[Snapshot], answer: matches.Surface, wanted: WantedHand
    ) -> None:
        """See to the player's other hands, and to what the answer lacks."""
        is_behind = subject.is_stale or answer.shown is None or answer.lacks_pictures
        for row in subject.rows:
            if row.player_id != answer.player_id or row.surface_id == answer.surface_id:
                continue
            if row.kind is answer.kind:
                try:
                    await self.take_away(subject, row)
                except discord_errors.FAILURES:
                    is_behind = True
            elif row.kind in PRIVATE and row.shown != wanted.shown:
                is_behind = True  # it shows the question from before this press
        if is_behind:
            self._reconciler.look(subject.id)

    async def _pressed(
        self, subject: MessageSubject[Snapshot], reply: Reply
    ) -> matches.Surface | None:
        """The row of the hand that was pressed and will be replaced."""
        message = reply.interaction.message
        if not reply.updating or message is None:
            return None
        for row in subject.rows:
            if row.message_id == message.id:
                return row
        # It may have been written by another process since the match was loaded.
        later = await self._store.surfaces.of_message(message.id)
        if later is None or later.retired:
            return None
        subject.add(later)
        return later

    def wanted(self, state: Snapshot, rows: tuple[matches.Surface, ...]) -> Iterator[WantedHand]:
        """Yield the hands of everybody who has one or is to get one."""
        if state.match.life in (matches.Life.LOBBY, matches.Life.CANCELLED):
            return
        location, seated = self._location(state, rows), _seated(state)
        keys = {
            key_of(row)
            for row in rows
            if row.kind is matches.SurfaceKind.DM_HAND or self._is_reachable(row)
        }
        for player_id in seated:
            if _may_be_sent_directly(state, player_id):
                keys.add(Key(matches.SurfaceKind.DM_HAND, player_id))
        for key in keys:
            if isinstance(key.holder, int):
                wanted = self._hand(state, key, key.holder, location)
                if wanted is not None:
                    yield wanted

    def _hand(
        self, state: Snapshot, key: Key, player_id: int, location: TableLocation
    ) -> WantedHand | None:
        """A hand as it should be; None for a direct one whose player wants none."""
        person, is_seated = state.rows.person(player_id), player_id in _seated(state)
        if not is_seated:
            may_return = seating.may_return(state.match, player_id) is not None
            return WantedHand(
                key=key,
                shown=LEFT if may_return else REPLACED,
                state=state,
                may_begin=False,
                is_last=not may_return,
                has_pictures=False,
            )
        is_direct = key.kind is matches.SurfaceKind.DM_HAND
        if is_direct and not person.prefers_dm:
            return None
        may_begin = is_direct and _may_be_sent_directly(state, player_id)
        error, shown = None, LEFT
        try:
            shown = hand_drawing.shown_hand(state.view(player_id), location)
        except Exception as failed:  # noqa: BLE001 - raised again by the task that shows this hand
            error = failed
        return WantedHand(
            key=key,
            shown=shown,
            state=state,
            may_begin=may_begin,
            is_last=not state.is_running,
            has_pictures=not person.text_only,
            error=error,
            location=location,
        )

    def _location(self, state: Snapshot, rows: tuple[matches.Surface, ...]) -> TableLocation:
        return self._placement.location(state.summary, newest_table(rows))

    def _is_reachable(self, row: matches.Surface) -> bool:
        """Whether an ephemeral hand can still be edited."""
        if row.kind is not matches.SurfaceKind.HAND:
            return False
        return row.token_until is not None and self._tables.now() < row.token_until

    def row(self, subject: MessageSubject[Snapshot], wanted: Wanted[Snapshot]) -> matches.Surface:
        """Return the row of a direct message."""
        assert isinstance(wanted.key.holder, int)  # each hand is somebody's
        return hand_drawing.direct_surface(subject.id, wanted.key.holder)

    def end_deals_by(self, end: hand_drawing.EndDeal) -> None:
        """Let this draw the results of attempts at daily deals."""
        self._painter.end_deal = end

    async def draw(self, wanted: Wanted[Snapshot], painting: Painting | None) -> OutgoingMessage:
        """Draw a hand in its player's language, or what stands in the place of one."""
        player_id, state = wanted.key.holder, wanted.state
        assert isinstance(player_id, int)  # each hand is somebody's
        assert isinstance(wanted, WantedHand)  # as yielded above
        language = self._languages.private(state.rows.person(player_id))
        if wanted.shown in (LEFT, REPLACED):
            to = reader(language, state.summary.names)
            return replaced_message(state.summary.id, to, may_return=wanted.shown == LEFT)
        return await self._painter.draw(state, player_id, language, wanted.location, painting)

    async def send(
        self,
        subject: MessageSubject[Snapshot],
        wanted: Wanted[Snapshot],
        row: matches.Surface,
        message: OutgoingMessage,
    ) -> matches.Surface:
        """Send or edit a hand; returns its row, retired if there is no message any more."""
        player_id = wanted.key.holder
        assert isinstance(player_id, int)  # each hand is somebody's
        is_left = wanted.is_last or wanted.shown == LEFT
        if is_left and row.message_id is None and row.kind is matches.SurfaceKind.DM_HAND:
            return replace(row, retired=True)  # it was never sent
        row = replace(row, lacks_pictures=message.is_makeshift)
        try:
            if row.kind is matches.SurfaceKind.DM_HAND and row.message_id is None:
                is_silent = not self._may_light_up(wanted.state, player_id)
                return await self._posts.write_to(player_id, row, message, silent=is_silent)
            edit = (
                self._posts.edit_by_token
                if row.kind is matches.SurfaceKind.HAND
                else self._posts.edit
            )
            outcome, edited = await edit(row, message)
        except discord_errors.FAILURES as error:
            if (
                not discord_errors.is_refused(error)
                or discord_errors.failure_of(error) is discord_errors.Failure.INVALID
            ):
                raise
            if discord_errors.failure_of(error) is discord_errors.Failure.REFUSED_PERSON:
                await self._tables.people.set_dm_closed(player_id, closed=True)
                self._reconciler.mark(subject.id)
            return replace(row, retired=True)
        if outcome is EditOutcome.WORN_OUT:
            await self._put_away(row)
            self._reconciler.look(subject.id)  # a new one replaces it
        # Dismissed or deleted: the next press of My hand gives a new one.
        return replace(edited, retired=outcome is not EditOutcome.DONE)

    def _may_light_up(self, state: Snapshot, player_id: int) -> bool:
        """Whether a hand may tell its player that the match has started.

        A later one takes the place of another; reminders say when an answer is waited for.
        """
        now, started_at = self._tables.now(), state.match.started_at
        is_news = started_at is not None and now - started_at < NEWS
        return is_news and availability_of(state.rows.person(player_id)).may_be_called(now)

    async def take_away(self, subject: MessageSubject[Snapshot], row: matches.Surface) -> None:
        """Delete an older hand if that is still possible."""
        await self._put_away(row)
        subject.note(replace(row, retired=True))

    async def _put_away(self, row: matches.Surface) -> None:
        if row.kind is matches.SurfaceKind.DM_HAND:
            await self._posts.take_away(row)
        elif self._is_reachable(row):
            await self._posts.delete_by_token(row)


def _seated(state: Snapshot) -> frozenset[int]:
    """The players who hold a seat, or held one at the end."""
    return frozenset(
        occupant.player_id for occupant in state.summary.occupants if occupant.player_id is not None
    )


def _may_be_sent_directly(state: Snapshot, player_id: int) -> bool:
    """Whether a seated player prefers direct messages and can get them."""
    person = state.rows.person(player_id)
    is_wanted = person.prefers_dm and not person.dm_closed
    return state.is_running and is_wanted and read_settings(state.rows.guild).dms_allowed

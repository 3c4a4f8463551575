"""Messages in a channel: a lobby, the table it becomes, and the result after it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from bot.tables.domain.views import LobbyView, MatchSummary, MatchView
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.lobbies.lobby_view import lobby_view
from bot.tables.matches.repository import MatchRepository
from bot.tables.matches.snapshot import Snapshot
from bot.ui.discord_errors import FAILURES, Failure, failure_of, is_channel_gone
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import public_reader
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.message import OutgoingFile, OutgoingMessage
from bot.ui.messages.lobby.lobby import cancelled_message, lobby_message
from bot.ui.messages.play.result import result_message
from bot.ui.messages.play.table import table_message
from bot.ui.messages.play.thread_link import opening_message, sign_message
from bot.ui.pictures.attachments import Pictures, public_pictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from bot.ui.surfaces.delivery import Delivery, EditOutcome
from bot.ui.surfaces.placement import ChannelGoneError, Placement, url_of
from bot.ui.surfaces.question_change import asked, is_new_question
from bot.ui.surfaces.shown_rows import ShownRows, ShownState, newest_table
from data.records.matches import Life, Surface, SurfaceKind
from data.store import Store
from games.core.text import Reader, Text

log = logging.getLogger(__name__)

PUBLIC = (SurfaceKind.TABLE, SurfaceKind.RESULT)
ENDED = (Life.FINISHED, Life.STOPPED)


class Painted(NamedTuple):
    """Pictures that a message lacked, until it is edited."""

    fingerprint: str
    """Of what they show."""
    pictures: tuple[OutgoingFile, ...]


class PublicOutcome(NamedTuple):
    """What became of a match's public messages."""

    has_moved: bool
    """Whether the table has another address now."""
    is_painted: bool
    """Whether no message still lacks its pictures."""
    undeleted: Exception | None = None
    """What kept a message that is no longer needed from being deleted."""


class PublicMessages:
    """Shows matches to everybody; sends and edits as the bot itself, so no token can run out.

    The newest surface of a kind is in use, and older ones are deleted once it is shown. Only the
    sign stays, the message at which the table's thread began: it has the thread's id and leads
    there. If the thread is lost, the sign is the newest surface again and becomes the table.
    """

    def __init__(
        self,
        store: Store,
        posts: Delivery,
        placement: Placement,
        pictures: Pictures,
        languages: Languages,
        *,
        repository: MatchRepository,
        leaderboards: Leaderboards,
    ) -> None:
        self._store = store
        self._posts = posts
        self._placement = placement
        self._pictures = pictures
        self._languages = languages
        self._repository = repository
        self._leaderboards = leaderboards
        self._painted: dict[tuple[str, SurfaceKind], Painted] = {}
        """Pictures that came too late for their message, by match; its next edit takes them."""

    async def show(self, match_id: str, snapshot: Snapshot | None = None) -> PublicOutcome:
        """Bring a match's public messages up to date; without a snapshot, the match is loaded.

        Raises ChannelGoneError.
        """
        is_fresh = snapshot is None
        snapshot = snapshot or await self._repository.open(match_id)
        if snapshot.summary.is_practice:  # its player's alone, no channel's
            return PublicOutcome(has_moved=False, is_painted=True)
        if self._placement.is_channel_gone(snapshot.summary):
            raise ChannelGoneError
        surfaces = snapshot.rows.surfaces
        if not is_fresh:  # what was shown since is known to the database alone
            surfaces = await self._store.surfaces.of_match(match_id, partial(_shown, snapshot))
        rows = ShownRows(self._store, surfaces)
        before = url_of(rows.table)
        try:
            snapshot, is_painted = await self._show(snapshot, rows, SurfaceKind.TABLE)
            if snapshot.match.life in ENDED:
                snapshot, has_podium = await self._show(snapshot, rows, SurfaceKind.RESULT)
                is_painted = is_painted and has_podium
        except FAILURES:
            await rows.save()  # what is shown already isn't sent again
            raise
        is_elsewhere = url_of(rows.table) != before
        # The id of a message that was just sent is written at once.
        await rows.save(together=snapshot.is_running and not is_elsewhere)
        # A lobby has no hands that link to it.
        has_moved = is_elsewhere and snapshot.match.life is not Life.LOBBY
        return PublicOutcome(has_moved, is_painted, rows.undeleted)

    async def paint(self, match_id: str) -> None:
        """Wait for a painter as long as it takes, then paint what the newest messages lack.

        The match is loaded when the painter is free, so the pictures show its newest state.
        """
        async with self._pictures.turn() as pictures:
            snapshot = await self._repository.open(match_id)
            shown, language = _shown(snapshot), self._languages.table(snapshot)
            for surface in ShownRows(self._store, snapshot.rows.surfaces).lacking(*PUBLIC):
                if shown is not None:
                    state = self._state(snapshot, surface)
                    paint = partial(public_pictures, shown, surface.kind)
                    painted = await pictures.drawn(snapshot.summary, language, paint)
                    self._painted[match_id, surface.kind] = Painted(state.fingerprint, painted)

    async def exists(self, match_id: str) -> bool:
        """Look whether the table's message is still there; one that is not counts as outdated."""
        table = await self._table(match_id)
        if table is None or await self._posts.exists(table):
            return True
        await self._store.surfaces.save(replace(table, fingerprint=None))
        return False

    async def url(self, match_id: str) -> str | None:
        """The address of the table's message, None while it has none."""
        return url_of(await self._table(match_id))

    async def channel(self, match_id: str) -> int | None:
        """The channel or thread of the table's message, None while it has none."""
        table = await self._table(match_id)
        return None if table is None else table.channel_id

    def note_locked(self, thread_id: int, *, is_locked: bool) -> None:
        """Note that a moderator has locked or unlocked a thread; `show` takes its table back."""
        self._placement.note_locked(thread_id, is_locked=is_locked)

    def note_deleted(self, channel_id: int) -> None:
        """Note that a channel or thread was deleted."""
        self._placement.note_deleted(channel_id)

    async def trouble(self, summary: MatchSummary) -> Text | None:
        """What keeps the table from being shown, in words that say what to do."""
        return self._placement.location(summary, await self._table(summary.id)).trouble

    async def move(self, summary: MatchSummary, channel_id: int) -> None:
        """Put the table in another channel from now on; `show` posts it there."""
        moved = self._posts.surface(summary.id, SurfaceKind.TABLE, summary.guild_id, channel_id)
        await self._store.surfaces.add(moved)

    async def _table(self, match_id: str) -> Surface | None:
        return newest_table(await self._store.surfaces.of_match(match_id))

    async def _show(
        self, snapshot: Snapshot, rows: ShownRows, kind: SurfaceKind
    ) -> tuple[Snapshot, bool]:
        """Bring one message up to date.

        Returns the match as it was shown, and whether the message has all its pictures.
        """
        match_id = snapshot.match.match_id
        surface = await self._surface(snapshot, rows, kind)
        if self._must_go_back(snapshot, surface):
            return await self._go_back(snapshot, rows, surface)
        wanted = self._state(snapshot, surface)
        state = self._possible(surface, wanted)
        if surface.message_id is None or not state.is_shown_by(surface):
            if await self._posts.turn(surface):
                # Meanwhile the match may have gone on; a lobby may have become a table.
                await rows.save()
                snapshot = await self._repository.open(match_id)
                rows.replace(snapshot.rows.surfaces)
                surface = await self._surface(snapshot, rows, kind)
                wanted = self._state(snapshot, surface)
            try:
                surface, state = await self._put(snapshot, rows, surface, wanted)
            except FAILURES as error:
                self._check_channel(error, snapshot, surface)
                is_lost = failure_of(error) is Failure.LOST_PLACE
                if not is_lost or not self._may_go_back(snapshot, surface):
                    raise
                return await self._go_back(snapshot, rows, surface)
        else:
            self._painted.pop((match_id, kind), None)  # its message got its pictures another way
        if kind is SurfaceKind.TABLE and snapshot.match.life in ENDED:
            # Written down before the table counts as shown, or a crash here loses the result.
            await self._surface(snapshot, rows, SurfaceKind.RESULT)
        rows.note(state.on(surface, snapshot.match.revision))
        await self._take_older_away(snapshot, rows, surface)
        return snapshot, not state.is_makeshift

    async def _take_older_away(self, snapshot: Snapshot, rows: ShownRows, surface: Surface) -> None:
        """Delete the older messages of a kind; the one at which a thread began leads there."""
        for older in rows.of(surface.kind):
            if older.surface_id == surface.surface_id:
                continue
            if older.message_id is not None and older.message_id == surface.channel_id:
                await self._show_sign(snapshot, rows, older, older.message_id)
            else:
                await rows.save()
                try:
                    await self._posts.take_away(older)
                except FAILURES as error:
                    rows.undeleted = error
                rows.forget(older)

    def _check_channel(self, error: BaseException, snapshot: Snapshot, surface: Surface) -> None:
        """Raise ChannelGoneError if a request failed because the table's channel was deleted."""
        if is_channel_gone(error):
            self._placement.note_deleted(surface.channel_id or 0)
            if self._placement.is_channel_gone(snapshot.summary):
                raise ChannelGoneError from error

    def _may_go_back(self, snapshot: Snapshot, surface: Surface) -> bool:
        """Whether a message is in a thread of the table, whose channel takes it back."""
        is_at_home = surface.channel_id == snapshot.summary.channel_id
        return not is_at_home and self._placement.may_go_back(snapshot.summary)

    def _must_go_back(self, snapshot: Snapshot, surface: Surface) -> bool:
        """Whether a table is in a locked thread while its match goes on: nobody can press there."""
        is_stuck = snapshot.is_running and self._placement.is_locked(surface)
        return is_stuck and self._may_go_back(snapshot, surface)

    async def _go_back(
        self, snapshot: Snapshot, rows: ShownRows, surface: Surface
    ) -> tuple[Snapshot, bool]:
        """Show a table in its channel again, once its thread is lost."""
        match_id = snapshot.match.match_id
        log.info("match %s has lost its thread; its table goes back", match_id)
        await self._forget(rows, surface.channel_id)
        return await self._show(await self._repository.open(match_id), rows, surface.kind)

    async def _show_sign(
        self, snapshot: Snapshot, rows: ShownRows, sign: Surface, thread_id: int
    ) -> None:
        """Keep the way into the thread true; a sign that was deleted is not put up again."""
        summary, to = snapshot.summary, self._reader(snapshot)
        state = ShownState(f"sign {summary.life} {summary.names} {to.language}")
        if not state.is_shown_by(sign):
            await self._posts.turn(sign)
            message = sign_message(snapshot.view(None), thread_id, to)
            outcome, sign = await self._posts.edit(sign, message)
            if outcome is EditOutcome.GONE:
                await self._store.surfaces.retire(sign.surface_id)
                rows.forget(sign)
                return
        rows.note(state.on(sign, snapshot.match.revision))

    async def _forget(self, rows: ShownRows, channel_id: int | None) -> None:
        """Give up all public messages of a match in a place that is lost; deletes what it can."""
        for surface in [one for one in rows.of(*PUBLIC) if one.channel_id == channel_id]:
            try:
                await self._posts.take_away(surface)
            except FAILURES as error:
                if failure_of(error) is not Failure.LOST_PLACE:
                    raise
            await self._store.surfaces.retire(surface.surface_id)
            rows.forget(surface)

    async def _surface(self, snapshot: Snapshot, rows: ShownRows, kind: SurfaceKind) -> Surface:
        """The surface of this kind in use, written down where there is none."""
        summary, found, table = snapshot.summary, rows.of(kind), rows.table
        where = summary.channel_id if table is None else table.channel_id
        if kind is SurfaceKind.TABLE and summary.thread and snapshot.is_running:
            found = await self._signed(snapshot, rows)
        if found:
            begins = snapshot.is_running and (found[-1].fingerprint or "").startswith(Life.LOBBY)
            if not (summary.thread and begins and found[-1].message_id is not None):
                return found[-1]
            to = self._reader(snapshot)
            where = await self._placement.open_thread(summary, found[-1], to)
            if where is None:
                return found[-1]
        return await rows.add(self._posts.surface(summary.id, kind, summary.guild_id, where))

    async def _signed(self, snapshot: Snapshot, rows: ShownRows) -> list[Surface]:
        """The table's messages; if its lobby never had one, a sign at which a thread can begin."""
        summary, found = snapshot.summary, rows.of(SurfaceKind.TABLE)
        if found and (found[-1].message_id or found[-1].channel_id != summary.channel_id):
            return found
        sign = (
            found[-1]
            if found
            else await rows.add(
                self._posts.surface(
                    summary.id, SurfaceKind.TABLE, summary.guild_id, summary.channel_id
                )
            )
        )
        if not found:
            await self._posts.turn(sign)
        sign = await self._posts.known(sign)
        if sign.message_id is None:
            opening = opening_message(snapshot.view(None), self._reader(snapshot))
            sign = await self._posts.post(sign, opening)
        rows.note(replace(sign, fingerprint=f"{Life.LOBBY} sign"))
        await rows.save()
        return rows.of(SurfaceKind.TABLE)

    def _state(self, snapshot: Snapshot, surface: Surface) -> ShownState:
        """What a message would show now."""
        summary, language = snapshot.summary, self._languages.table(snapshot)
        if surface.kind is SurfaceKind.RESULT:  # whose names may have been deleted since
            return ShownState(f"result {snapshot.view(None).fingerprint} {language}")
        if summary.life is Life.LOBBY:  # which closes later after an outage
            closes = lobby_view(snapshot).expires_at
            return ShownState(f"{summary.life}-{summary.revision} {closes} {language}")
        if summary.life is Life.CANCELLED:
            return ShownState(f"{summary.life}-{summary.revision} {language}")
        view = snapshot.view(None)
        if summary.life is not Life.RUNNING:
            return ShownState(f"{view.fingerprint} {language}")
        # In another place another remark may stand below the table.
        shown = (
            f"{view.fingerprint} {summary.due_at} {summary.paused} {surface.channel_id} {language}"
        )
        return ShownState(
            shown + self._placement.without_pictures(snapshot, surface), asked(view.view.awaiting)
        )

    def _possible(self, surface: Surface, state: ShownState) -> ShownState:
        """What can be shown now: in words while a message still lacks its pictures."""
        is_painted = (surface.match_id, surface.kind) in self._painted
        return state.in_words() if surface.lacks_pictures and not is_painted else state

    async def _draw(
        self, snapshot: Snapshot, surface: Surface, state: ShownState
    ) -> OutgoingMessage:
        """A message with its pictures if they are ready soon, without them otherwise."""
        summary, shown, to = snapshot.summary, _shown(snapshot), self._reader(snapshot)
        if shown is None:
            return cancelled_message(summary, to)
        worded = await self._worded(snapshot, surface, shown, to)
        kept = self._painted.pop((surface.match_id, surface.kind), None)
        if self._placement.without_pictures(snapshot, surface):
            return worded(())
        if kept is not None and kept.fingerprint == state.fingerprint:
            return worded(kept.pictures)
        if not state.is_makeshift:
            priority = Priority.ANSWER if isinstance(shown, LobbyView) else Priority.NEWS
            paint = partial(public_pictures, shown, surface.kind)
            with suppress(TooBusyError):
                return await self._pictures.drawn(
                    summary, to.language, lambda *how: worded(paint(*how)), priority
                )
        return replace(worded(()), is_makeshift=True)

    async def _worded(
        self, snapshot: Snapshot, surface: Surface, shown: MatchView | LobbyView, to: Reader
    ) -> Callable[[tuple[OutgoingFile, ...]], OutgoingMessage]:
        """Return what makes a message of its pictures; a thread may call it."""
        summary = snapshot.summary
        if isinstance(shown, LobbyView):
            return lambda pictures: lobby_message(shown, next(iter(pictures), None), to)
        if surface.kind is SurfaceKind.RESULT:
            left = await self._leaderboards.leavers(summary.guild_id, summary.id)
            changes = await self._leaderboards.changes(summary.guild_id, summary.id)
            titles = await self._leaderboards.titles(summary.guild_id, summary.id)
            return lambda pictures: result_message(
                shown, next(iter(pictures), None), to, left, changes=changes, titles=titles
            )
        stays = summary.thread and surface.channel_id == summary.channel_id
        remark = self._placement.no_thread(summary) if stays else None
        if self._placement.without_pictures(snapshot, surface):
            remark = remark or common_texts.NO_PICTURES
        table = partial(table_message, shown, reader=to, remark=remark)
        return lambda pictures: self._posts.ready(replace(table(pictures), is_makeshift=False))

    async def _put(
        self, snapshot: Snapshot, rows: ShownRows, surface: Surface, state: ShownState
    ) -> tuple[Surface, ShownState]:
        """Put this state where the surface is, unless the very same stands there."""
        message = await self._draw(snapshot, surface, self._possible(surface, state))
        state = state.in_words() if message.is_makeshift else state
        if surface.message_id is not None and state.is_shown_by(surface):
            return surface, state
        try:
            return await self._placed(rows, surface, state, message), state
        except FAILURES as error:
            if failure_of(error) is not Failure.INVALID or not message.attachments:
                raise
            # The same picture would be refused again, so it counts as shown.
            log.warning("match %s stays in words: %s", surface.match_id, error)
        message = await self._draw(snapshot, surface, state.in_words())
        return await self._placed(rows, surface, state, message), state

    async def _placed(
        self, rows: ShownRows, surface: Surface, state: ShownState, message: OutgoingMessage
    ) -> Surface:
        """Edit the message, or post it where there is none that can or should be edited.

        The surface of a message that goes is not retired before the fresh one is posted.
        """
        surface = await self._posts.known(surface)
        if surface.message_id is None:
            return await self._posts.post(surface, message)
        asks = state.asked is not None and is_new_question(surface.ticket, state.asked)
        if not (asks and await self._posts.is_scrolled_away(surface)):
            outcome, edited = await self._posts.edit(surface, message)
            if outcome is EditOutcome.DONE:
                return edited
            if outcome is EditOutcome.GONE:
                log.info("a message of match %s is gone; posting it again", surface.match_id)
                await self._posts.take_away(surface)  # whatever Discord just said
                rows.forget(surface)
        fresh = self._posts.surface(
            surface.match_id, surface.kind, surface.guild_id, surface.channel_id
        )
        return await self._posts.post(await rows.add(fresh), message)

    def _reader(self, snapshot: Snapshot) -> Reader:
        return public_reader(self._languages.table(snapshot), snapshot.summary.names)


def _shown(snapshot: Snapshot) -> MatchView | LobbyView | None:
    """What a match's public messages show; nothing of a lobby that was cancelled."""
    if snapshot.match.life is Life.CANCELLED:
        return None
    return lobby_view(snapshot) if snapshot.match.life is Life.LOBBY else snapshot.view(None)

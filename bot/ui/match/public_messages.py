"""Messages in a channel: a lobby, the table it becomes, the sign at its thread, and the result."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

import discord

from bot.tables.domain.views import LobbyView, MatchSummary, MatchView
from bot.tables.history.archive import Archive
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.lobbies.lobby_view import lobby_view
from bot.tables.matches.guesses import Guesses
from bot.tables.matches.nudges import offered_at
from bot.tables.matches.snapshot import Snapshot
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import public_reader
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import hides_answers
from bot.ui.interactions.moderation import Place
from bot.ui.interactions.reply import Reply
from bot.ui.kit import custom_ids, discord_errors
from bot.ui.kit.message import OutgoingFile, OutgoingMessage
from bot.ui.match.messages.lobby import cancelled_message, lobby_message
from bot.ui.match.messages.result import ended_message, result_message
from bot.ui.match.messages.table import below_message, table_message
from bot.ui.match.messages.thread_link import opening_message, sign_message
from bot.ui.pictures.attachments import NO_EPILOGUE, Epilogue, public_pictures
from bot.ui.pictures.paint_queue import Priority
from bot.ui.sync.delivery import TOKEN_LIFE, Delivery, EditOutcome
from bot.ui.sync.placement import ChannelGoneError, Placement, newest_table, url_of
from bot.ui.sync.reconciler import MessageFamily, Painting, Reconciler
from bot.ui.sync.subject import Key, MessageSubject, Wanted
from data.records import matches
from data.store import Store
from games.core.game import Awaiting
from games.core.text import Reader, Text

log = logging.getLogger(__name__)

TABLE, RESULT, SIGN = (
    Key(matches.SurfaceKind.TABLE),
    Key(matches.SurfaceKind.RESULT),
    Key(matches.SurfaceKind.SIGN),
)
PUBLIC = (matches.SurfaceKind.TABLE, matches.SurfaceKind.RESULT, matches.SurfaceKind.SIGN)
ENDED = (matches.Life.FINISHED, matches.Life.STOPPED)


class PublicMessages(MessageFamily[Snapshot]):
    """Shows matches to everybody; sends and edits as the bot itself, so no token can run out.

    A table whose thread begins leaves its lobby's message behind as a sign, which leads there. If
    the thread is lost, the sign becomes the table again.
    """

    kinds = PUBLIC

    def __init__(
        self,
        store: Store,
        posts: Delivery,
        placement: Placement,
        languages: Languages,
        *,
        reconciler: Reconciler[Snapshot],
        leaderboards: Leaderboards,
        archive: Archive,
        guesses: Guesses,
        now: Callable[[], int],
        channel_lost: Callable[[str], Awaitable[None]],
    ) -> None:
        """`channel_lost` is called with a match whose channel was deleted."""
        self._store = store
        self._posts = posts
        self._placement = placement
        self._languages = languages
        self._reconciler = reconciler
        self._leaderboards = leaderboards
        self._archive, self._guesses = archive, guesses
        self._now = now
        self._channel_lost = channel_lost
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def wanted(
        self, state: Snapshot, rows: tuple[matches.Surface, ...]
    ) -> Iterator[Wanted[Snapshot]]:
        """Yield a match's public messages; a practice table is its player's alone."""
        if state.summary.is_practice:
            return
        newest = {row.kind: row for row in rows}
        table = newest.get(matches.SurfaceKind.TABLE)
        if state.summary.answers_only:
            if table is not None and self._is_reachable(table):
                yield replace(self._wanted_table(state, table, None), may_begin=False)
            return
        yield self._wanted_table(state, table, newest.get(matches.SurfaceKind.RESULT))
        if sign := newest.get(matches.SurfaceKind.SIGN):
            yield Wanted(
                key=SIGN,
                shown=self._sign_shown(state, sign),
                state=state,
                may_begin=False,
                has_pictures=False,
            )
        result = newest.get(matches.SurfaceKind.RESULT)
        if result and state.match.life in ENDED:  # it is begun once the table's end is shown
            shown = self._shown(
                state, matches.SurfaceKind.RESULT, state.view(None).fingerprint, result
            )
            yield Wanted(
                key=RESULT,
                shown=shown,
                state=state,
                has_pictures=not shown.is_troubled and state.match.life is matches.Life.FINISHED,
            )

    def _wanted_table(
        self, state: Snapshot, table: matches.Surface | None, result: matches.Surface | None
    ) -> Wanted[Snapshot]:
        """The lobby, the table that it became, or a line with the link to its result."""
        summary = state.summary
        if summary.life in (matches.Life.LOBBY, matches.Life.CANCELLED):
            shown = self._shown(state, summary.life, str(summary.revision), table)
        elif summary.life in ENDED:
            stands = result is not None and result.message_id is not None
            url = self._placement.url(summary, result) if stands else None
            shown = self._shown(state, summary.life, url or "", table)
        else:
            shown = self._shown(state, summary.life, state.view(None).fingerprint, table)
        again_in = None
        if summary.life is matches.Life.LOBBY:
            # It closes later after an outage.
            shown = replace(shown, due_at=lobby_view(state).expires_at)
        elif summary.life is matches.Life.RUNNING:
            shown = asking(shown, state.view(None).view.awaiting)
            wishes = tuple(f"{seat} {clock.key}" for seat, clock in summary.clock_wishes)
            wishes += () if summary.take_back is None else (str(summary.take_back),)
            shown = replace(shown, due_at=summary.due_at, paused=summary.paused, wishes=wishes)
            nudge_at = None if summary.answers_only else offered_at(state.view(None))
            if nudge_at is not None:
                wait = (nudge_at - self._now()) / 1000
                shown = replace(shown, nudges=wait <= 0)
                again_in = wait if wait > 0 else None
        if self._is_lost(state, table):
            shown = replace(shown, stage="lost")
        return Wanted(
            key=TABLE,
            shown=shown,
            state=state,
            has_pictures=not shown.is_troubled
            and (
                summary.life in matches.OPEN_LIVES
                or (summary.answers_only and summary.life is matches.Life.FINISHED)
            ),
            priority=Priority.ANSWER if summary.life is matches.Life.LOBBY else Priority.NEWS,
            again_in=again_in,
        )

    def _shown(
        self, state: Snapshot, stage: str, fingerprint: str, row: matches.Surface | None
    ) -> matches.Shown:
        """What a message shows: in another place another remark may stand in it."""
        channel_id = state.summary.channel_id if row is None else row.channel_id
        return matches.Shown(
            stage=stage,
            fingerprint=fingerprint,
            language=self._languages.table(state),
            place=channel_id,
            is_troubled=self._placement.forbids_pictures(state.match.guild_id, channel_id),
        )

    def _sign_shown(self, state: Snapshot, sign: matches.Surface) -> matches.Shown:
        names = ", ".join(state.summary.names)
        language = self._languages.table(state)
        return matches.Shown(
            stage=f"sign {state.match.life}",
            fingerprint=names,
            language=language,
            place=sign.message_id,
        )

    def _is_lost(self, state: Snapshot, table: matches.Surface | None) -> bool:
        """Whether nobody can use the table where it stands."""
        if self._placement.is_channel_gone(state.summary):
            return True
        return table is not None and self._must_go_back(state, table)

    def row(self, subject: MessageSubject[Snapshot], wanted: Wanted[Snapshot]) -> matches.Surface:
        """Return a row where the table stands, or where it was opened."""
        match, table = wanted.state.match, newest_table(subject.rows)
        where = match.channel_id if table is None else table.channel_id
        return self._posts.surface(subject.id, wanted.key.kind, match.guild_id, where)

    async def settle(self, subject: MessageSubject[Snapshot], wanted: Wanted[Snapshot]) -> None:
        """Open or leave a thread, and wait for a turn in the channel.

        Raises ChannelGoneError.
        """
        state, summary = wanted.state, wanted.state.summary
        if wanted.key == TABLE and self._placement.is_channel_gone(summary):
            await self._channel_lost(summary.id)
            raise ChannelGoneError
        rows = subject.of(wanted.key)
        if rows and wanted.key != SIGN and self._must_go_back(state, rows[-1]):
            await self._go_back(subject, rows[-1].channel_id)
            rows = subject.of(wanted.key)
        if not rows:
            rows = [await self._reconciler.add(subject, self.row(subject, wanted))]
        if wanted.key == TABLE and summary.thread and state.is_running:
            await self._settle_in_thread(subject, state, rows[-1])
        await self._posts.turn(subject.of(wanted.key)[-1])

    async def _settle_in_thread(
        self, subject: MessageSubject[Snapshot], state: Snapshot, table: matches.Surface
    ) -> None:
        """Begin the table's thread at its lobby's message, where that can be."""
        summary, to = state.summary, self._reader(state)
        if table.message_id is None and table.channel_id == summary.channel_id:
            # Its lobby never had a message, so that the thread begins at one of its own.
            await self._posts.turn(table)
            table = await self._posts.known(table)
            if table.message_id is None:
                table = await self._posts.post(table, opening_message(state.view(None), to))
            table = replace(table, shown=matches.Shown(stage=matches.Life.LOBBY))
            table = await self._reconciler.save(subject, table)
        is_lobby = table.shown is not None and table.shown.stage == matches.Life.LOBBY
        if not is_lobby or table.message_id is None:
            return
        try:
            where = await self._placement.open_thread(summary, table, to)
        except discord.NotFound as error:
            if discord_errors.failure_of(error) is not discord_errors.Failure.GONE:
                raise
            log.info("the lobby of match %s is gone; a thread begins at a new message", summary.id)
            subject.note(replace(table, retired=True))
            fresh = await self._add(subject, matches.SurfaceKind.TABLE, table.channel_id)
            await self._settle_in_thread(subject, state, fresh)
            return
        if where is not None:
            await self._add(subject, matches.SurfaceKind.TABLE, where)
            self._reconciler.look(subject.id)

    async def _add(
        self, subject: MessageSubject[Snapshot], kind: matches.SurfaceKind, where: int | None
    ) -> matches.Surface:
        assert subject.state is not None  # something of it is shown
        guild_id = subject.state.match.guild_id
        return await self._reconciler.add(
            subject, self._posts.surface(subject.id, kind, guild_id, where)
        )

    def _may_go_back(self, state: Snapshot, row: matches.Surface) -> bool:
        """Whether a message is in a thread of the table, whose channel takes it back."""
        is_home = row.channel_id == state.summary.channel_id
        return not is_home and self._placement.may_go_back(state.summary)

    def _must_go_back(self, state: Snapshot, row: matches.Surface) -> bool:
        """Whether a table is in a locked thread while its match goes on: nobody can press there."""
        is_stuck = state.is_running and self._placement.is_locked(row)
        return is_stuck and self._may_go_back(state, row)

    async def _go_back(self, subject: MessageSubject[Snapshot], thread_id: int | None) -> None:
        """Let a match's messages leave a thread that is lost; deletes what it can."""
        log.info("match %s has lost its thread; its table goes back", subject.id)
        lost = [row for row in subject.rows if row.kind in PUBLIC and row.channel_id == thread_id]
        for row in lost:
            try:
                await self._posts.take_away(row)
            except discord_errors.FAILURES as error:
                if discord_errors.failure_of(error) is not discord_errors.Failure.LOST_PLACE:
                    raise
        # At once: a match without any table in between would be given a new one.
        for row in lost:
            subject.note(replace(row, retired=True))
        lobbies = [row for row in subject.of(TABLE) if row.message_id == thread_id]
        for sign in [*subject.of(SIGN), *lobbies]:
            back = matches.Shown(stage="back")
            subject.note(replace(sign, kind=matches.SurfaceKind.TABLE, shown=back))
        await self._reconciler.write(subject)
        self._reconciler.look(subject.id)

    async def draw(self, wanted: Wanted[Snapshot], painting: Painting | None) -> OutgoingMessage:
        """Draw a public message, with its pictures or in words."""
        state, to = wanted.state, self._reader(wanted.state)
        if wanted.key == SIGN:
            return sign_message(state.view(None), wanted.shown.place or 0, to)
        if state.match.life is matches.Life.CANCELLED:
            return cancelled_message(state.summary, to)
        shown = lobby_view(state) if state.match.life is matches.Life.LOBBY else state.view(None)
        is_result = _is_result(wanted)
        epilogue = await self._epilogue(shown) if is_result else NO_EPILOGUE
        worded = self._worded(wanted, shown, to, epilogue)
        if painting is None:
            return await asyncio.to_thread(worded, ())
        kind = matches.SurfaceKind.RESULT if is_result else wanted.key.kind
        paint = partial(public_pictures, shown, kind, epilogue)
        return await painting.pictures.drawn(
            state.summary, to.language, lambda *how: worded(paint(*how)), painting.priority
        )

    async def _epilogue(self, shown: MatchView | LobbyView) -> Epilogue:
        """What is told of a match beside its result; nothing of one that was stopped."""
        if isinstance(shown, LobbyView) or shown.result is None:
            return NO_EPILOGUE
        summary = shown.summary
        return Epilogue(
            await self._leaderboards.outcome(summary.guild_id, summary.id),
            await self._archive.turning_point(summary.id, shown.result),
            await self._guesses.of_match(summary),
        )

    def _worded(
        self, wanted: Wanted[Snapshot], shown: MatchView | LobbyView, to: Reader, epilogue: Epilogue
    ) -> Callable[[tuple[OutgoingFile, ...]], OutgoingMessage]:
        """Return what makes a message of its pictures; a thread may call it."""
        summary, channel_id = wanted.state.summary, wanted.shown.place
        url = self._posts.install_link if summary.answers_only else None
        if isinstance(shown, LobbyView):
            return lambda pictures: lobby_message(shown, next(iter(pictures), None), to, url)
        if _is_result(wanted):
            return lambda pictures: result_message(shown, pictures, to, epilogue, url)
        if summary.life in ENDED:
            return lambda _: ended_message(shown, to, wanted.shown.fingerprint or None)
        stays = summary.thread and channel_id == summary.channel_id
        remark = self._placement.no_thread(summary) if stays else None
        if self._placement.forbids_pictures(summary.guild_id, channel_id):
            remark = remark or common_texts.NO_PICTURES
        nudges = wanted.shown.nudges
        table = partial(table_message, shown, reader=to, remark=remark, nudges=nudges)
        return lambda pictures: self._posts.ready(replace(table(pictures), is_makeshift=False))

    async def send(
        self,
        subject: MessageSubject[Snapshot],
        wanted: Wanted[Snapshot],
        row: matches.Surface,
        message: OutgoingMessage,
    ) -> matches.Surface:
        """Edit a message, or post it where there is none that can or should be edited."""
        try:
            sent = await self._sent(subject, wanted, row, message)
        except discord_errors.FAILURES as error:
            if row.token is not None and discord_errors.is_refused(error):
                return replace(row, retired=True)  # the next press shows it
            self._check_channel(error, wanted.state, row)
            is_lost = discord_errors.failure_of(error) is discord_errors.Failure.LOST_PLACE
            if not is_lost or not self._may_go_back(wanted.state, row):
                raise
            await self._go_back(subject, row.channel_id)
            return replace(row, retired=True)
        is_over = wanted.key == TABLE and wanted.state.match.life in ENDED
        if is_over and row.token is None and not subject.of(RESULT):
            # Written down before the table counts as shown, or a crash here loses the result.
            await self._add(subject, matches.SurfaceKind.RESULT, sent.channel_id)
        return sent

    async def _sent(
        self,
        subject: MessageSubject[Snapshot],
        wanted: Wanted[Snapshot],
        row: matches.Surface,
        message: OutgoingMessage,
    ) -> matches.Surface:
        try:
            return await self._placed(subject, wanted, row, message)
        except discord_errors.FAILURES as error:
            if (
                discord_errors.failure_of(error) is not discord_errors.Failure.INVALID
                or not message.attachments
            ):
                raise
            # The same picture would be refused again, so it counts as shown.
            log.warning("match %s stays in words: %s", row.match_id, error)
        in_words = await self.draw(wanted, None)
        return await self._placed(subject, wanted, row, replace(in_words, is_makeshift=False))

    async def _placed(
        self,
        subject: MessageSubject[Snapshot],
        wanted: Wanted[Snapshot],
        row: matches.Surface,
        message: OutgoingMessage,
    ) -> matches.Surface:
        """Edit the message, or post a new one; an older one goes once the new one stands."""
        if row.token is not None:
            row = replace(row, lacks_pictures=message.is_makeshift)
            outcome, edited = await self._posts.edit_by_token(row, message)
            # A deleted one comes back with the next press.
            return replace(edited, retired=outcome is not EditOutcome.DONE)
        row = replace(await self._posts.known(row), lacks_pictures=message.is_makeshift)
        if row.message_id is None:
            return await self._posts.post(row, message)
        is_new = wanted.key == TABLE and is_new_question(row.shown, wanted.shown)
        if not (is_new and await self._posts.is_scrolled_away(row)):
            outcome, edited = await self._posts.edit(row, message)
            if outcome is EditOutcome.DONE:
                return edited
            if outcome is EditOutcome.GONE:
                log.info("a message of match %s is gone", row.match_id)
                await self.take_away(subject, row)  # whatever Discord just said
                if wanted.key == SIGN:  # it is not put up again
                    return replace(row, retired=True)
        fresh = await self._add(subject, row.kind, row.channel_id)
        return await self._posts.post(replace(fresh, lacks_pictures=message.is_makeshift), message)

    async def take_away(self, subject: MessageSubject[Snapshot], row: matches.Surface) -> None:
        """Delete a message that a newer one replaces, unless a thread begins there: its sign."""
        if row.token is not None:
            await self._mark_old(subject, row)
            subject.note(replace(row, retired=True))
            return
        threads = {table.channel_id for table in subject.of(TABLE)}
        if row.kind is matches.SurfaceKind.TABLE and row.message_id and row.message_id in threads:
            subject.note(replace(row, kind=matches.SurfaceKind.SIGN, shown=None))
            self._reconciler.look(subject.id)
            return
        await self._posts.take_away(row)
        subject.note(replace(row, retired=True))

    async def _mark_old(self, subject: MessageSubject[Snapshot], row: matches.Surface) -> None:
        """Leave a line in place of a table that stands further down, if a token still edits it."""
        if not self._is_reachable(row) or subject.state is None:
            return
        newest = newest_table(subject.rows)
        url = None if newest is None or newest == row else url_of(newest)
        message = below_message(self._reader(subject.state), url)
        try:
            await self._posts.edit_by_token(row, message)
        except discord_errors.FAILURES as error:
            if not discord_errors.is_refused(error):
                raise
            log.info("an older table of match %s is not marked: %s", row.match_id, error)

    def _is_reachable(self, row: matches.Surface) -> bool:
        """Whether a table that only a token can edit can still be edited."""
        return row.token_until is not None and self._now() < row.token_until

    async def answer(self, reply: Reply, match_id: str) -> None:
        """Let a table be the answer to an interaction, whose token then keeps it true."""
        await reply.acknowledge()
        subject = self._reconciler.subject(match_id)
        table = self._answering(reply.interaction, match_id)
        if reply.thinks_alone:  # deferred before it was known that everybody sees the answer
            await reply.take_back()
            wanted = self._wanted_table(await self._reconciler.newest(match_id), table, None)
            sent = await self._posts.follow_up(table, await self._reconciler.drawn(subject, wanted))
            table = replace(sent, shown=wanted.shown)
        await self._reconciler.add(subject, table)
        self._reconciler.look(match_id)

    async def lend(self, interaction: discord.Interaction, match_id: str) -> None:
        """Let the token of an answered press or command keep its match's table true.

        That is the pressed message. If another was pressed and no token of the table lives, the
        table follows below. An older message of the table becomes a line that leads to the newest.
        What its players do in other places lends nothing: the people there aren't its people.
        """
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            state = await self._reconciler.newest(match_id)
            summary = state.summary
            if not summary.answers_only or summary.channel_id != interaction.channel_id:
                return
            subject, pressed = self._reconciler.subject(match_id), interaction.message
            newest = newest_table(subject.rows)
            lent = self._answering(interaction, match_id)
            is_hidden = pressed is None or pressed.flags.ephemeral
            if pressed and not is_hidden and custom_ids.shows_table(pressed, match_id):
                lent = replace(lent, message_id=pressed.id)
                if newest is None or newest.message_id is None or newest.message_id < pressed.id:
                    await self._reconciler.add(subject, lent)
                elif newest.message_id == pressed.id:
                    token = replace(newest, token=lent.token, token_until=lent.token_until)
                    await self._reconciler.save(subject, token)
                else:
                    await self._mark_old(subject, lent)
            elif hides_answers(interaction):
                return
            elif not subject.of(TABLE) or not self._is_reachable(subject.of(TABLE)[-1]):
                wanted = self._wanted_table(state, lent, None)
                message = await self._reconciler.drawn(subject, wanted)
                sent = await self._posts.follow_up(lent, message)
                await self._reconciler.add(subject, replace(sent, shown=wanted.shown))
        self._reconciler.look(match_id)

    def _answering(self, interaction: discord.Interaction, match_id: str) -> matches.Surface:
        """A row for the table that a token of this interaction edits."""
        row = self._posts.surface(
            match_id, matches.SurfaceKind.TABLE, interaction.guild_id, interaction.channel_id
        )
        until = self._now() + TOKEN_LIFE
        return replace(row, token=interaction.token, token_until=until)

    def _check_channel(self, error: BaseException, state: Snapshot, row: matches.Surface) -> None:
        """Raise ChannelGoneError if a request failed because the table's channel was deleted."""
        if discord_errors.is_channel_gone(error):
            self._placement.note_deleted(row.channel_id or 0)
            if self._placement.is_channel_gone(state.summary):
                raise ChannelGoneError from error

    async def exists(self, match_id: str) -> bool:
        """Look whether the table's message is still there; one that is not counts as outdated."""
        table = await self._table(match_id)
        if table is None or table.token is not None or await self._posts.exists(table):
            return True
        subject = self._reconciler.subject(match_id)
        subject.add(table)
        await self._reconciler.save(subject, replace(table, shown=None))
        return False

    async def is_reachable(self, match_id: str) -> bool:
        """Whether the table is an answer that a token still edits."""
        table = await self._table(match_id)
        return table is not None and self._is_reachable(table)

    async def url(self, match_id: str, home: Place) -> str | None:
        """The address of the table's message, None while it has none that can be opened."""
        return self._placement.url(home, await self._table(match_id))

    async def channel(self, match_id: str) -> int | None:
        """The channel or thread of the table's message, None while it has none."""
        table = await self._table(match_id)
        return None if table is None else table.channel_id

    async def trouble(self, summary: MatchSummary) -> Text | None:
        """What keeps the table from being shown, in words that say what to do."""
        return self._placement.location(summary, await self._table(summary.id)).trouble

    async def move(self, summary: MatchSummary, channel_id: int) -> None:
        """Put the table in another channel from now on."""
        moved = self._posts.surface(
            summary.id, matches.SurfaceKind.TABLE, summary.guild_id, channel_id
        )
        await self._reconciler.add(self._reconciler.subject(summary.id), moved)

    def note_locked(self, thread_id: int, *, is_locked: bool) -> None:
        """Note that a moderator has locked or unlocked a thread; its table leaves a locked one."""
        self._placement.note_locked(thread_id, is_locked=is_locked)

    def note_deleted(self, channel_id: int) -> None:
        """Note that a channel or thread was deleted."""
        self._placement.note_deleted(channel_id)

    async def _table(self, match_id: str) -> matches.Surface | None:
        return newest_table(await self._store.surfaces.of_match(match_id))

    def _reader(self, state: Snapshot) -> Reader:
        return public_reader(self._languages.table(state), state.summary.names)


def _is_result(wanted: Wanted[Snapshot]) -> bool:
    """Whether a message is a match's result: where the bot only answers, the table becomes it."""
    is_over = wanted.state.match.life in ENDED
    return wanted.key == RESULT or (is_over and wanted.state.match.answers_only)


def asking(shown: matches.Shown, awaiting: Awaiting) -> matches.Shown:
    """Add whom a table waits for."""
    if awaiting.seats:
        return replace(shown, asks=tuple(sorted(awaiting.seats)))
    return replace(shown, missing=(awaiting.of or 0) - (awaiting.answered or 0))


def is_new_question(before: matches.Shown | None, now: matches.Shown) -> bool:
    """Return whether the table now waits for somebody it did not wait for before.

    When one of several players has answered, the others still owe the same answer, so nothing is
    new.
    """
    if now.stage != matches.Life.RUNNING:
        return False
    if before is None or before.stage != matches.Life.RUNNING:
        return True
    if (before.missing is None) is not (now.missing is None):
        return True
    if before.missing is not None and now.missing is not None:
        return now.missing >= before.missing
    return not set(now.asks) < set(before.asks)

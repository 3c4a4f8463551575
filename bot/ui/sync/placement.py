"""Where a table may stand: its channel or a thread of its own, and what is missing there.

What is asked of Discord's cache here costs no request: channels, roles and their permissions come
with the one intent that the bot has.
"""

import logging
from collections.abc import Iterable
from typing import Final, NamedTuple

import discord

from bot.tables.domain.views import MatchSummary
from bot.tables.errors import TableError
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions import bot_permissions
from bot.ui.interactions.moderation import Place
from bot.ui.kit.discord_errors import Failure, failure_of, is_refused
from data.records.matches import Surface, SurfaceKind
from games.core.text import Reader, Text, say, speak, symbol

log = logging.getLogger(__name__)

THREAD_EXISTS = 160004
"""Discord's answer when a message has its thread already."""
A_WEEK: Final = 10080
"""Minutes of silence after which a thread falls asleep: the most that Discord allows."""
TOO_MANY_THREADS = frozenset({160006, 160007})
"""Discord's answers when a server has as many active threads as it may have."""
LONGEST_NAME = 100


class ChannelGoneError(TableError):
    """A table's channel was deleted, so its messages wait until the table moves."""

    text = common_texts.CHANNEL_GONE


class TableLocation(NamedTuple):
    """Where a table stands, as its hands tell of it."""

    url: str | None = None
    """None while it has no message."""
    message_id: int | None = None
    trouble: Text | None = None
    """What keeps it from being shown, in words that say what to do."""


class Placement:
    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._refusals: dict[int, Text] = {}
        """Why Discord opened no thread, by channel; a restart forgets it."""
        self._locked: set[int] = set()
        """Threads of tables that a moderator has locked, as far as this process was told."""
        self._deleted: set[int] = set()
        """Threads that were deleted; of one that is unknown, the cache can't tell."""

    def note_locked(self, thread_id: int, *, is_locked: bool) -> None:
        (self._locked.add if is_locked else self._locked.discard)(thread_id)

    def note_deleted(self, channel_id: int) -> None:
        self._locked.discard(channel_id)
        self._deleted.add(channel_id)

    def is_locked(self, surface: Surface) -> bool:
        """Whether a message is in a locked thread, where nobody can press its buttons."""
        thread = self._client.get_channel(surface.channel_id or 0)
        if isinstance(thread, discord.Thread):
            return thread.locked
        return surface.channel_id in self._locked

    async def open_thread(
        self, summary: MatchSummary, lobby: Surface, reader: Reader
    ) -> int | None:
        """Begin a thread at the lobby's message; None where Discord refuses one.

        A thread begun at a message has the message's id, so a second call finds the first's.
        Raises ClientException while the server isn't known, as at a start: it is tried again; and
        NotFound if somebody has deleted the message.
        """
        channel = self._client.get_channel(summary.channel_id)
        guild = self._client.get_guild(summary.guild_id)
        if channel is None and guild is not None and guild.unavailable:
            raise discord.ClientException("its server is unavailable")
        if not isinstance(channel, discord.TextChannel) or bot_permissions.missing_for_thread(
            channel
        ):
            return None
        title = say("{game}, table {code}", game=summary.game.info.title, code=symbol(summary.code))
        message = channel.get_partial_message(lobby.message_id or 0)
        try:
            thread = await message.create_thread(
                name=speak(title, reader)[:LONGEST_NAME], auto_archive_duration=A_WEEK
            )
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return message.id
            if not is_refused(error) or failure_of(error) is Failure.GONE:
                raise
            log.info("match %s gets no thread: %s", summary.id, error)
            is_full = error.code in TOO_MANY_THREADS
            reason = common_texts.TOO_MANY_THREADS if is_full else common_texts.THREAD_REFUSED
            self._refusals[channel.id] = reason
            return None
        self._refusals.pop(channel.id, None)
        return thread.id

    def no_thread(self, summary: MatchSummary) -> Text:
        """Why a table that was to have a thread stands in the channel."""
        channel = self._client.get_channel(summary.channel_id)
        missing = (
            bot_permissions.missing_for_thread(channel)
            if isinstance(channel, discord.TextChannel)
            else []
        )
        if missing:
            return common_texts.no_thread(missing)
        return self._refusals.get(summary.channel_id, common_texts.NO_THREAD)

    def forbids_pictures(self, guild_id: int | None, channel_id: int | None) -> bool:
        """Whether no files may be attached there, so that a table is told in words."""
        guild = self._client.get_guild(guild_id or 0)
        if guild is None or guild.unavailable:
            return False
        channel = guild.get_channel_or_thread(channel_id or 0)
        return channel is not None and bool(bot_permissions.missing_pictures(channel))

    def is_public(self, channel_id: int) -> bool:
        """Whether every member of its server can view a channel, as far as the bot knows it."""
        channel = self._client.get_channel(channel_id)
        if isinstance(channel, discord.Thread):
            channel = None if channel.is_private() else channel.parent
        if not isinstance(channel, discord.abc.GuildChannel):
            return False
        return channel.permissions_for(channel.guild.default_role).view_channel

    def may_go_back(self, summary: MatchSummary) -> bool:
        """Whether a table that its thread was closed to could stand in the channel again.

        Where that is closed too, or out of reach, nothing is lost yet: it may be given back.
        """
        channel = self._client.get_channel(summary.channel_id)
        if channel is None or isinstance(channel, discord.abc.PrivateChannel):
            return False
        return not channel.guild.unavailable and not bot_permissions.missing_in(channel)

    def location(self, summary: MatchSummary, table: Surface | None) -> TableLocation:
        """Where a table stands, and what keeps it from being shown there."""
        where = summary.channel_id if table is None else table.channel_id
        trouble = self.trouble(summary, where or 0)
        return TableLocation(self.url(summary, table), table.message_id if table else None, trouble)

    def url(self, home: Place, table: Surface | None) -> str | None:
        """The address of a table's message; None while it has none, or has lost its channel."""
        return None if table is None or self.is_channel_gone(home) else url_of(table)

    def trouble(self, summary: MatchSummary, channel_id: int) -> Text | None:
        """What keeps a table from being shown there, in words that say what to do."""
        guild = self._client.get_guild(summary.guild_id)
        if guild is None or guild.unavailable:
            return None
        channel = guild.get_channel_or_thread(channel_id)
        if channel is None:
            return common_texts.CHANNEL_GONE if self.is_channel_gone(summary) else None
        if (end := bot_permissions.time_out_end(guild)) is not None:
            return common_texts.table_is_silenced(end)
        if isinstance(channel, discord.Thread) and channel.locked:
            return common_texts.TABLE_LOCKED
        missing = bot_permissions.missing_in(channel)
        return common_texts.table_cannot_be_shown(missing) if missing else None

    def is_channel_gone(self, home: Place) -> bool:
        """Whether the channel where a table was opened has been deleted."""
        guild, channel_id = self._client.get_guild(home.guild_id), home.channel_id
        if guild is None or guild.unavailable:
            return False
        if guild.get_channel_or_thread(channel_id) is not None:
            return False
        # A thread that is asleep is not known either; one that is gone is noticed by an edit.
        is_thread = home.parent_id is not None and guild.get_channel(home.parent_id)
        return not is_thread or channel_id in self._deleted


def newest_table(rows: Iterable[Surface]) -> Surface | None:
    """The newest row of the table with a message, from a match's rows in order."""
    tables = [row for row in rows if row.kind is SurfaceKind.TABLE and row.message_id is not None]
    return tables[-1] if tables else None


def url_of(table: Surface) -> str:
    """The address of a message."""
    server = table.guild_id or "@me"
    return f"https://discord.com/channels/{server}/{table.channel_id}/{table.message_id}"

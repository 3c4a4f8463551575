"""Finds the table or match that somebody means."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import discord
from babel.dates import format_date
from discord import app_commands

from bot.tables.application import Application
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import NoSeatError, StillPlayedError, TableError
from bot.tables.lobbies.checks import check_channel
from bot.ui.i18n.readers import plain_reader_of
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import may_host, parent_of, server_of
from bot.ui.interactions.command_options import as_choices
from bot.ui.interactions.errors import RefusedError, WhichTableError
from bot.ui.interactions.moderation import InteractionVisitor
from bot.ui.interactions.reply import ON_MESSAGE
from bot.ui.interactions.table_choice import label_of
from bot.ui.kit import custom_ids
from bot.ui.match.messages.more import may_return
from bot.ui.match.public_messages import PublicMessages
from bot.ui.match.surface_sync import SurfaceSync
from data.records.matches import Life
from games.core.text import Text, speak

MOST_CHOICES = 25
"""The most choices that Discord shows in an autocompletion."""
LONGEST_CHOICE = 100
"""The most characters of a choice's name or value."""

Tree = app_commands.CommandTree[discord.Client]
T = TypeVar("T", int, str)
Choices = list[app_commands.Choice[str]]


class TableFinder:
    """Finds the table or match that a command means, and completes its name."""

    def __init__(
        self, tables: Application, surfaces: SurfaceSync, public_messages: PublicMessages
    ) -> None:
        self._tables = tables
        self._surfaces = surfaces
        self._publics = public_messages

    async def own_table(self, interaction: discord.Interaction, named: str | None) -> MatchSummary:
        """The intended table of this person: the named one, or their only one, here or anywhere.

        Raises NoSeatError, NoSuchMatchError, RefusedError.
        """
        if named is not None:
            summary = await self._tables.queries.meet(named, InteractionVisitor(interaction))
            if summary.seat_of(interaction.user.id) is None:
                raise NoSeatError
            return summary
        return _only(await self._own_tables(interaction), common_texts.NO_TABLE_OF_YOURS)

    async def own_match(self, interaction: discord.Interaction, named: str | None) -> MatchSummary:
        """The same for commands that need a running match; lobbies are ignored."""
        if named is not None:
            return await self.own_table(interaction, named)
        mine = await self._own_tables(interaction)
        running = [summary for summary in mine if summary.life is Life.RUNNING]
        return _only(running or mine, common_texts.NO_TABLE_OF_YOURS)

    async def practice_table(
        self, interaction: discord.Interaction, named: str | None
    ) -> MatchSummary:
        """The same for commands that only work at practice tables; other tables are ignored."""
        if named is None:
            mine = await self._tables.queries.matches_of(interaction.user.id, in_order=False)
            practice = [
                summary for summary in mine if summary.is_practice and summary.life is Life.RUNNING
            ]
            if practice:
                return _only(practice, common_texts.NO_TABLE_OF_YOURS)
        return await self.own_match(interaction, named)

    async def _own_tables(self, interaction: discord.Interaction) -> Sequence[MatchSummary]:
        """Their tables here; if there are none, their tables anywhere."""
        mine = await self._tables.queries.matches_of(
            interaction.user.id, in_order=False, is_missed=True
        )
        return await self.standing_here(interaction, mine) or mine

    async def table_of_hand(
        self, interaction: discord.Interaction, named: str | None
    ) -> MatchSummary:
        """The table whose hand is meant: their own, or one where a bot plays for them."""
        try:
            return await self.own_match(interaction, named)
        except (NoSeatError, RefusedError) as error:
            if isinstance(error, WhichTableError):
                raise
            asked = await self.tables_here(interaction)
            if named is not None:
                asked = (await self._tables.queries.meet(named, InteractionVisitor(interaction)),)
            lost = [summary for summary in asked if may_return(summary, interaction.user.id)]
            if len(lost) != 1:
                raise
            return lost[0]

    async def any_table(self, interaction: discord.Interaction, named: str | None) -> MatchSummary:
        """The table to look at: the named one, their own, or the only one in the channel."""
        if named is not None:
            return await self._tables.queries.meet(named, InteractionVisitor(interaction))
        everybodys = await self.tables_here(interaction)
        here = await self.standing_here(interaction, everybodys)
        if here:
            mine = [summary for summary in here if summary.seat_of(interaction.user.id) is not None]
            return _only(mine or here, common_texts.NO_TABLE_HERE)
        return await self.own_table(interaction, None)

    async def look_for(self, interaction: discord.Interaction, summary: MatchSummary) -> None:
        """Repost a table if needed; if its channel is gone, it moves here.

        Raises RefusedError and ChannelNotAllowedError where it can't move to.
        """
        lost = await self._publics.trouble(summary) == common_texts.CHANNEL_GONE
        seated = summary.seat_of(interaction.user.id) is not None
        if lost and seated and interaction.guild_id == summary.guild_id:
            may_host(interaction)
            here, parent_id = interaction.channel_id or 0, parent_of(interaction.channel)
            rules = await self._tables.server_settings.rules(summary.guild_id)
            check_channel(here, parent_id, rules.settings)
            await self._tables.relocation.move(summary.id, here, parent_id)
            await self._publics.move(summary, here)
            self._surfaces.mark(summary.id)
        else:
            await self._surfaces.post_if_gone(summary.id)

    async def tables_here(self, interaction: discord.Interaction) -> tuple[MatchSummary, ...]:
        """The tables of the channel where this is asked, including those in its threads."""
        visitor = InteractionVisitor(interaction)
        here = await self._tables.queries.matches_in(interaction.channel_id or 0, visitor)
        if not here and isinstance(interaction.channel, discord.Thread):
            return await self._tables.queries.matches_in(interaction.channel.parent_id, visitor)
        return here

    async def standing_here(
        self, interaction: discord.Interaction, summaries: Iterable[MatchSummary]
    ) -> list[MatchSummary]:
        """The tables in this very channel or thread, or else those that were opened here."""
        here, every = interaction.channel_id, list(summaries)
        standing = [summary for summary in every if await self._publics.channel(summary.id) == here]
        return standing or [summary for summary in every if summary.channel_id == here]

    async def own_tables(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Autocomplete `table` with this person's tables."""
        mine = await self._tables.queries.matches_of(interaction.user.id)
        return _choices(interaction, mine, typed)

    async def all_tables(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Autocomplete `table` with this channel's tables and this person's."""
        here = await self.tables_here(interaction)
        mine = await self._tables.queries.matches_of(interaction.user.id)
        ids = {summary.id for summary in here}
        return _choices(interaction, [*here, *(c for c in mine if c.id not in ids)], typed)

    async def latest(
        self,
        interaction: discord.Interaction,
        *,
        own: bool = False,
        unfinished: type[TableError] = StillPlayedError,
    ) -> str:
        """The latest finished match, from this channel if it has one.

        With `own`, one that this person played to its end. Raises `unfinished` if only a match that
        is still in progress could be meant, else RefusedError.
        """
        summaries = await self._tables.archive.over(InteractionVisitor(interaction), own=own)
        here = [summary for summary in summaries if summary.channel_id == interaction.channel_id]
        if summaries:
            return (here or summaries)[0].id
        for summary in await self.tables_here(interaction):
            is_seated = summary.seat_of(interaction.user.id) is not None
            if summary.life is Life.RUNNING and (is_seated or not own):
                raise unfinished
        is_own = own or server_of(interaction) is None  # direct messages list nobody else's
        none = common_texts.NO_ENDED_MATCH_OF_YOURS if is_own else common_texts.NO_ENDED_MATCH
        raise RefusedError(none)

    async def nearest(self, interaction: discord.Interaction) -> str:
        """The match of one's own table or of this channel, or the latest finished match."""
        try:
            summary = await self.any_table(interaction, None)
        except (TableError, RefusedError):
            return await self.latest(interaction)
        return await self.latest(interaction) if summary.life is Life.LOBBY else summary.id

    async def ended_matches(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Autocomplete `match` with finished matches."""
        ended = await self._tables.archive.over(InteractionVisitor(interaction))
        return _ended_choices(interaction, ended, typed)

    async def own_ended_matches(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Autocomplete `match` with finished matches in which this person sat at the end."""
        ended = await self._tables.archive.over(InteractionVisitor(interaction), own=True)
        return _ended_choices(interaction, ended, typed)

    async def reviewable_matches(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Autocomplete `match` with the matches that this person can have reviewed."""
        visitor = InteractionVisitor(interaction)
        ended = await self._tables.archive.over(visitor, own=True, current=True)
        return _ended_choices(interaction, ended, typed)


def match_on(interaction: discord.Interaction, message: discord.Message) -> str:
    """Return the match that a message of ours shows, and note it as the one that is meant.

    Raises RefusedError if it shows none.
    """
    for custom_id in _custom_ids(message.components):
        button_id = custom_ids.decode(custom_id)
        if isinstance(button_id, custom_ids.MatchButton):
            interaction.extras[ON_MESSAGE] = button_id.match
            return button_id.match
    raise RefusedError(common_texts.NO_TABLE_IN_MESSAGE)


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from _custom_ids(getattr(component, "children", ()))


def _only(summaries: Sequence[MatchSummary], none: Text) -> MatchSummary:
    if not summaries:
        raise RefusedError(none)
    if len(summaries) > 1:
        raise WhichTableError(summaries)
    return summaries[0]


def _choices(
    interaction: discord.Interaction, summaries: Sequence[MatchSummary], typed: str
) -> Choices:
    labels = ((label_of(interaction, summary), summary.id) for summary in summaries)
    return as_choices(labels, typed)


def _ended_choices(
    interaction: discord.Interaction, summaries: Sequence[MatchSummary], typed: str
) -> Choices:
    return as_choices(((_label(interaction, summary), summary.id) for summary in summaries), typed)


def _label(interaction: discord.Interaction, summary: MatchSummary) -> str:
    to = plain_reader_of(interaction, summary.names)
    names = ", ".join(name for name in summary.names if name)
    ended = datetime.fromtimestamp((summary.ended or summary.created) / 1000, UTC)
    day = format_date(ended, "short", locale=to.language)
    return f"{summary.code} · {speak(summary.game.info.title, to)} · {day}: {names}"[:100]

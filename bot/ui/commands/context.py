"""Shared helpers of the commands: finding the intended table, and autocompletion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import discord
from discord import app_commands

from bot.tables.application import Application
from bot.tables.domain.views import MatchSummary, MatchView, Question
from bot.tables.errors import NoSeatError, TableError
from bot.ui.controls.typed.moves import match
from bot.ui.handlers.coaching import CoachingHandler
from bot.ui.handlers.competitions.tournaments import TournamentHandler
from bot.ui.handlers.competitions.weekly_deals import WeeklyDealHandler
from bot.ui.handlers.doctor import DoctorHandler
from bot.ui.handlers.game_list import GameListHandler
from bot.ui.handlers.history import HistoryHandler, ReviewHandler
from bot.ui.handlers.leaderboards import LeaderboardHandler
from bot.ui.handlers.privacy import PrivacyHandler
from bot.ui.handlers.progress.lessons import LessonHandler
from bot.ui.handlers.seats import SeatHandler
from bot.ui.handlers.server_settings import SettingsHandler
from bot.ui.handlers.table import TableHandler
from bot.ui.handlers.table_choice import label_of
from bot.ui.i18n.command_names import worded
from bot.ui.i18n.readers import plain_reader_of
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.errors import RefusedError, WhichTableError
from bot.ui.interactions.permissions import may_host, parent_of
from bot.ui.interactions.rights import InteractionVisitor
from bot.ui.messages.play.more import may_return
from bot.ui.pictures.attachments import Pictures
from bot.ui.surfaces.hands import Hands
from bot.ui.surfaces.lookup import standing_here, tables_here
from bot.ui.surfaces.private_copies import Copies
from bot.ui.surfaces.public_messages import PublicMessages
from bot.ui.surfaces.sync import SurfaceSync
from data.records.matches import Life
from games.core.game import AnyGame
from games.core.text import Text

MOST_CHOICES = 25
"""The most choices that Discord shows in an autocompletion."""
LONGEST_CHOICE = 100
"""The most characters of a choice's name or value."""

Tree = app_commands.CommandTree[discord.Client]
T = TypeVar("T", int, str)
Choices = list[app_commands.Choice[str]]


@dataclass(frozen=True, slots=True)
class CommandContext:
    """One per client."""

    games: Sequence[AnyGame]
    tables: Application
    surfaces: SurfaceSync
    public_messages: PublicMessages
    hands: Hands
    buttons: TableHandler
    copies: Copies
    pictures: Pictures
    history: HistoryHandler
    reviews: ReviewHandler
    leaderboards: LeaderboardHandler
    seats: SeatHandler
    coaching: CoachingHandler
    lessons: LessonHandler
    weekly_deals: WeeklyDealHandler
    game_list: GameListHandler
    server_settings: SettingsHandler
    doctor: DoctorHandler
    privacy: PrivacyHandler
    tournaments: TournamentHandler

    @property
    def game_choices(self) -> Choices:
        """The choices of an option that names a game."""
        return [
            app_commands.Choice(name=worded(game.info.title.message), value=game.info.key)
            for game in self.games
        ]

    async def own_table(self, interaction: discord.Interaction, named: str | None) -> MatchSummary:
        """The intended table of this person: the named one, or their only one, here or anywhere.

        Raises NoSeatError, NoSuchMatchError, RefusedError.
        """
        if named is not None:
            summary = await self.tables.queries.meet(named, InteractionVisitor(interaction))
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
            mine = await self.tables.queries.matches_of(interaction.user.id, in_order=False)
            practice = [
                summary for summary in mine if summary.is_practice and summary.life is Life.RUNNING
            ]
            if practice:
                return _only(practice, common_texts.NO_TABLE_OF_YOURS)
        return await self.own_match(interaction, named)

    async def _own_tables(self, interaction: discord.Interaction) -> Sequence[MatchSummary]:
        """Their tables here; if there are none, their tables anywhere."""
        mine = await self.tables.queries.matches_of(interaction.user.id, in_order=False)
        return await standing_here(self.public_messages, interaction, mine) or mine

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
                asked = (await self.tables.queries.meet(named, InteractionVisitor(interaction)),)
            lost = [summary for summary in asked if may_return(summary, interaction.user.id)]
            if len(lost) != 1:
                raise
            return lost[0]

    async def any_table(self, interaction: discord.Interaction, named: str | None) -> MatchSummary:
        """The table to look at: the named one, their own, or the only one in the channel."""
        if named is not None:
            return await self.tables.queries.meet(named, InteractionVisitor(interaction))
        everybodys = await self.tables_here(interaction)
        here = await standing_here(self.public_messages, interaction, everybodys)
        if here:
            mine = [summary for summary in here if summary.seat_of(interaction.user.id) is not None]
            return _only(mine or here, common_texts.NO_TABLE_HERE)
        return await self.own_table(interaction, None)

    async def look_for(self, interaction: discord.Interaction, summary: MatchSummary) -> None:
        """Repost a table if needed; if its channel is gone, it moves here."""
        lost = await self.public_messages.trouble(summary) == common_texts.CHANNEL_GONE
        seated = summary.seat_of(interaction.user.id) is not None
        if lost and seated and interaction.guild_id == summary.guild_id:
            may_host(interaction)
            here, parent_id = interaction.channel_id or 0, parent_of(interaction.channel)
            await self.tables.relocation.move(summary.id, here, parent_id)
            await self.public_messages.move(summary, here)
            self.surfaces.mark(summary.id)
        else:
            await self.surfaces.post_if_gone(summary.id)

    async def tables_here(self, interaction: discord.Interaction) -> tuple[MatchSummary, ...]:
        """The tables of the channel where this is asked, including those in its threads."""
        return await tables_here(self.tables, interaction)

    async def own_tables(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Autocomplete `table` with this person's tables."""
        mine = await self.tables.queries.matches_of(interaction.user.id)
        return _choices(interaction, mine, typed)

    async def answers(
        self,
        interaction: discord.Interaction,
        typed: str,
        question_of: Callable[[MatchView], Question | None],
    ) -> Choices:
        """Autocomplete an answer to one of the questions that this person may answer."""
        named = getattr(interaction.namespace, "table", None) or None
        try:
            summary = await self.own_match(interaction, named)
            match_view = await self.tables.queries.match_view(summary.id, interaction.user.id)
        except (TableError, RefusedError):
            return []  # there is nothing to complete; the command itself gives the reason
        question = question_of(match_view)
        if question is None:
            return []
        to = plain_reader_of(interaction, summary.names)
        pairs = match(question.prompt, to, typed)
        return as_choices(pairs)

    async def all_tables(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Autocomplete `table` with this channel's tables and this person's."""
        here = await self.tables_here(interaction)
        mine = await self.tables.queries.matches_of(interaction.user.id)
        ids = {summary.id for summary in here}
        return _choices(interaction, [*here, *(c for c in mine if c.id not in ids)], typed)


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


def as_choices(labels: Iterable[tuple[str, T]], typed: str = "") -> list[app_commands.Choice[T]]:
    """Offer the values whose label contains what is typed."""
    fitting = [pair for pair in labels if typed.casefold() in pair[0].casefold()]
    return [
        app_commands.Choice(name=label[:LONGEST_CHOICE], value=value)
        for label, value in fitting[:MOST_CHOICES]
    ]

"""Finds the tables of the channel or thread where somebody asks."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.tables.application import Application
from bot.tables.domain.views import MatchSummary
from bot.ui.interactions.rights import InteractionVisitor
from bot.ui.surfaces.public_messages import PublicMessages


async def tables_here(
    tables: Application, interaction: discord.Interaction
) -> tuple[MatchSummary, ...]:
    """The tables of the channel where somebody asks, including those in its threads."""
    visitor = InteractionVisitor(interaction)
    here = await tables.queries.matches_in(interaction.channel_id or 0, visitor)
    if not here and isinstance(interaction.channel, discord.Thread):
        return await tables.queries.matches_in(interaction.channel.parent_id, visitor)
    return here


async def standing_here(
    publics: PublicMessages, interaction: discord.Interaction, summaries: Iterable[MatchSummary]
) -> list[MatchSummary]:
    """The tables in this very channel or thread, or else those that were opened here."""
    here, every = interaction.channel_id, list(summaries)
    standing = [summary for summary in every if await publics.channel(summary.id) == here]
    return standing or [summary for summary in every if summary.channel_id == here]

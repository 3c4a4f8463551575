"""`/table rematch`, its button and a table's menu: the same game again with the same people."""

import discord
from discord import app_commands

from bot.tables.errors import MatchGoesOnError, NoSuchMatchError
from bot.ui.features.lobby.opening import opened
from bot.ui.features.services import Services
from bot.ui.i18n.readers import player_of, to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import may_host, parent_of, server_of
from bot.ui.interactions.moderation import InteractionVisitor
from bot.ui.interactions.reply import Reply
from bot.ui.kit.custom_ids import Handler, MatchButton, Verb
from bot.ui.match.table_finder import match_on


class RematchHandler:
    """One per client."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tables = services.tables
        self.handlers: dict[Verb, Handler] = {Verb.REMATCH: self._rematch}

    def add_commands(self) -> None:
        services, finder = self._services, self._services.finder

        @services.groups.table.command(
            name="rematch", description="Play the same game again with the same people"
        )
        @app_commands.describe(match="The match to repeat (default: your latest one here)")
        async def rematch(interaction: discord.Interaction, match: str | None = None) -> None:
            await self._open(interaction, match)

        @services.tree.context_menu(name="Rematch")
        async def rematch_of(interaction: discord.Interaction, table: discord.Message) -> None:
            await self._open(interaction, match_on(interaction, table))

        rematch.autocomplete("match")(finder.own_ended_matches)

    async def _open(self, interaction: discord.Interaction, match: str | None) -> None:
        async with Reply(interaction) as reply:
            match_id = match or await self._services.finder.latest(
                interaction, own=True, unfinished=MatchGoesOnError
            )
            visitor = InteractionVisitor(interaction)
            summary = await self._tables.archive.find(match_id, visitor)
            await self._again(reply, summary.id)

    async def _again(self, reply: Reply, match_id: str) -> None:
        """Open the same table again where this is asked, or join it; answer with a link to it.

        The match must belong to the server where this is asked. Where the bot only answers, the
        table that an earlier press has opened stays where it is while a token can edit it.
        """
        interaction = reply.interaction
        may_host(interaction)
        match, here = await self._tables.queries.summary(match_id), interaction.channel_id
        # Where the bot only answered, it may have become a member since; and every such place has
        # people of its own.
        is_there = match.channel_id == here
        if not (is_there if match.answers_only else match.guild_id == server_of(interaction)):
            raise NoSuchMatchError
        is_answer = match.answers_only and not await self._stands(match_id, here)
        if is_answer:
            reply.make_public()
        lobby = await self._tables.rematches.rematch(
            match_id,
            player_of(interaction),
            channel_id=interaction.channel_id,
            parent_id=parent_of(interaction.channel),
        )
        if is_answer:
            await self._services.publics.answer(reply, lobby.summary.id)
            await self._services.surfaces.posted(lobby.summary.id)
            return
        await self._services.surfaces.posted(lobby.summary.id)
        publics = self._services.publics
        url = await publics.url(lobby.summary.id, lobby.summary) if lobby.invited else None
        where = common_texts.starts_with_all(url) if url else await opened(publics, lobby.summary)
        await reply.say(to(interaction, where))

    async def _stands(self, match_id: str, channel_id: int | None) -> bool:
        """Whether a rematch is open here whose message can be brought up to date."""
        table = await self._tables.rematches.opened(match_id, channel_id or 0)
        return table is not None and await self._services.publics.is_reachable(table)

    async def _rematch(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        async with Reply(interaction) as reply:
            await self._again(reply, button_id.match)

"""`/me dm`: where hands are sent."""

import discord
from discord import app_commands

from bot.ui.features.services import Services
from bot.ui.i18n.readers import to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import server_of
from bot.ui.interactions.reply import Reply
from data.records.matches import ELSEWHERE, Life


def add_commands(services: Services) -> None:
    dm = app_commands.Group(name="dm", description="Choose where you get your hands")

    @dm.command(name="on", description="Get your hands by direct message too")
    async def turn_on(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            player_id = interaction.user.id
            await services.tables.people.set_dm_closed(player_id, closed=False)
            await services.tables.people.set_prefers_dm(player_id, prefers=True)
            is_refused = False
            for summary in await services.tables.queries.matches_of(player_id):
                if summary.life is Life.RUNNING:
                    is_refused |= not await services.surfaces.deliver(summary.id, player_id)
            place = server_of(interaction)
            if not await _may_write_from(services, place):
                why = common_texts.DM_ELSEWHERE if place == ELSEWHERE else common_texts.DM_FORBIDDEN
                await reply.say(to(interaction, why))
                return
            if (await services.tables.people.find(player_id)).dm_closed:
                outcome = common_texts.DM_CLOSED
            else:
                outcome = common_texts.DM_REFUSED if is_refused else common_texts.DM_ON
            await reply.say(to(interaction, outcome))

    @dm.command(name="off", description="Get your hands only in the channel")
    async def turn_off(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            await services.tables.people.set_prefers_dm(interaction.user.id, prefers=False)
            await services.surfaces.recall(interaction.user.id)
            await reply.say(to(interaction, common_texts.DM_OFF))

    services.groups.me.add_command(dm)


async def _may_write_from(services: Services, guild_id: int | None) -> bool:
    """Whether a server lets its tables write to people directly."""
    return guild_id is None or (await services.tables.lobbies.settings(guild_id)).dms_allowed

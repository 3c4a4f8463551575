"""Exports a person's stored data, and deletes it after a confirmation."""

from collections.abc import Mapping

import discord

from bot.ui.features.services import Services
from bot.ui.i18n.readers import player_of, reader_of, to
from bot.ui.i18n.texts import common_texts, server_texts
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit import message
from bot.ui.kit.custom_ids import Handler, OwnButton, Verb

FILE = "tomato-table.json"


class PrivacyHandler:
    """One per client."""

    def __init__(self, services: Services) -> None:
        self._privacy = services.tables.privacy
        self._surfaces = services.surfaces
        self._roles = services.roles
        self._avatars = services.pictures.avatars

    @property
    def handlers(self) -> Mapping[Verb, Handler]:
        return {Verb.FORGET: self._forget}

    async def export(self, interaction: discord.Interaction) -> None:
        """Send a person all data stored about them."""
        async with Reply(interaction) as reply:
            data = await self._privacy.export(interaction.user.id)
            here = to(interaction, server_texts.EXPORT)
            shown = discord.ui.File[discord.ui.LayoutView](f"attachment://{FILE}")
            words = message.paragraph(
                reader_of(interaction), server_texts.EXPORT, server_texts.EXPORT_LATER
            )
            await reply.show(
                message.OutgoingMessage((words, shown), (message.OutgoingFile(FILE, data, here),))
            )

    async def ask(self, interaction: discord.Interaction) -> None:
        """Ask for confirmation before a person's data is deleted."""
        async with Reply(interaction) as reply:
            sure, label = OwnButton(Verb.FORGET), server_texts.FORGET_NOW
            asked = server_texts.FORGET_ASKED
            await reply.show(message.confirmation(reader_of(interaction), asked, sure, label))

    async def _forget(self, interaction: discord.Interaction, _pressed: OwnButton) -> None:
        if not is_private(interaction):
            raise RefusedError(common_texts.UNKNOWN_BUTTON)
        async with Reply(interaction, updating=True) as reply:
            player = player_of(interaction)
            left = await self._privacy.leave_all(player)
            # Delete hands first: afterwards their owner is unknown.
            are_gone = await self._surfaces.followed(left)
            entered = await self._privacy.tournaments_of(interaction.user.id)
            owed = await self._roles.take_all(interaction.user.id)
            left += await self._privacy.leave_all(player)  # where they sat down since
            listed = await self._privacy.forget(interaction.user.id)
            await self._roles.owe(owed)
            for match_id in {*left, *listed}:  # with the name until now, perhaps in a new message
                self._surfaces.mark(match_id)
            for entry in entered:
                await self._surfaces.competition_changed(entry.guild_id, entry.tournament_id)
            self._avatars.forget(interaction.user.id)
            lines = [server_texts.FORGOTTEN, *([] if are_gone else [server_texts.FORGOTTEN_BUT])]
            await reply.show_lines(*lines)

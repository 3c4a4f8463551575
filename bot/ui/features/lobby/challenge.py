"""*Challenge to a game*, in a person's menu: a form that opens a table and invites people."""

from typing import Any

import discord

from bot.ui.features.lobby.opening import TableOpening
from bot.ui.features.services import Services
from bot.ui.i18n.texts import lobby_texts
from bot.ui.interactions.bot_permissions import joined_server, may_host
from bot.ui.interactions.command_options import with_others
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.payloads import fields_of
from bot.ui.interactions.reply import Reply
from bot.ui.kit.custom_ids import Handler, OwnButton, Verb
from bot.ui.match.messages import lobby_menu


class ChallengeHandler:
    """One per client."""

    def __init__(self, services: Services, opening: TableOpening) -> None:
        self._services = services
        self._opening = opening
        self.handlers: dict[Verb, Handler] = {Verb.CHALLENGE: self._open}

    def add_command(self) -> None:
        @with_others
        @self._services.tree.context_menu(name="Challenge to a game")
        async def challenge(interaction: discord.Interaction, guest: discord.User) -> None:
            async with Reply(interaction) as reply:
                may_host(interaction)
                if guest.bot:
                    raise RefusedError(lobby_texts.NO_BOT_GUESTS)
                language, games = str(interaction.locale), self._services.games
                await reply.ask(lobby_menu.challenge_form(games, guest.id, language))

    async def _open(self, interaction: discord.Interaction, _pressed: OwnButton) -> None:
        """Open a table of the chosen game in this channel, and invite the chosen people."""
        data: Any = interaction.data or {}
        filled = fields_of(interaction)
        async with Reply(interaction) as reply:
            guests = lobby_menu.read_invited(
                data, filled, has_nicknames=joined_server(interaction) is not None
            )
            await self._opening.open(reply, lobby_menu.read_game(filled), {}, guests=guests)

"""The buttons of a lobby, and the forms that its menu opens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import discord

from bot.tables.application import Application
from bot.tables.domain.player import Player
from bot.tables.domain.views import LobbyView
from bot.tables.errors import NotHostError
from bot.ui.custom_ids import ButtonId, Handler, Verb
from bot.ui.handlers.progress.lessons import LessonHandler
from bot.ui.i18n.readers import player_of, reader_of, to
from bot.ui.i18n.texts import common_texts, lobby_texts
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.payloads import chosen_of, fields_of, values_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.messages.lobby import menu, options
from bot.ui.surfaces.private_copies import Copies
from games.core.options import PRESETS
from games.core.text import Reader

Deed = Callable[[str, Player], Awaitable[object]]
"""An action of a person on a lobby, named by its match."""


class LobbyHandler:
    """Handles each verb of a lobby; the lobby's own message shows the result."""

    def __init__(self, tables: Application, copies: Copies, lessons: LessonHandler) -> None:
        self._lessons = lessons
        self._tables = tables
        self._copies = copies
        self.handlers: dict[Verb, Handler] = {
            Verb.JOIN: self._join,
            Verb.STAND_UP: self._doing(tables.lobbies.stand_up),
            Verb.ADD_BOT: self._doing(tables.guests.add_bot),
            Verb.REMOVE_BOT: self._doing(tables.guests.remove_bot),
            Verb.READY: self._doing(partial(tables.guests.set_ready, ready=True)),
            Verb.NOT_READY: self._doing(partial(tables.guests.set_ready, ready=False)),
            Verb.START: self._doing(tables.match_start.start),
            Verb.CANCEL: self._doing(tables.lobbies.cancel),
            Verb.OPTIONS: self._show_options,
            Verb.OPTION: self._menu,
            Verb.SWITCHES: self._choose,
            Verb.NUMBERS: self._numbers,
            Verb.PRESET: self._preset,
            Verb.INVITE: self._invite,
            Verb.REMOVE: self._remove,
            Verb.NAME_BOT: self._name_bot,
            Verb.BOT_LEVEL: self._bot_level,
        }

    async def _join(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        """Join a lobby, with a private warning if the bot can't DM the person.

        Newcomers to the game are offered its lessons.
        """
        async with Reply(interaction, updating=True) as reply:
            lobby = await self._tables.lobbies.join(button_id.match, player_of(interaction))
            await self._show_copy(reply, button_id.match)
            if (await self._tables.people.find(interaction.user.id)).dm_closed:
                await reply.say(to(interaction, common_texts.DM_CLOSED))
            offered = await self._lessons.offer(interaction, lobby.summary.game_key)
            if offered is not None:
                await reply.say(offered)

    async def _menu(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        """Open the form for the chosen line of the lobby's menu."""
        if button_id.detail:
            await self._choose(interaction, button_id)
            return
        async with Reply(interaction, updating=True) as reply:
            lobby = await self._hosted(interaction, button_id)
            form = {
                menu.INVITE: menu.invite_form,
                menu.REMOVE: menu.remove_form,
                menu.NAME: menu.name_form,
                menu.LEVEL: menu.level_form,
            }.get(chosen_of(interaction))
            if form is None:  # an option, in a menu of an older message
                reply.updating = False
                await reply.show(options.options_message(lobby, to_host(interaction, lobby)))
            else:
                await reply.ask(form(lobby, str(interaction.locale)))

    async def _show_options(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        async with Reply(interaction) as reply:
            lobby = await self._hosted(interaction, button_id)
            await reply.show(options.options_message(lobby, to_host(interaction, lobby)))

    async def _choose(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        """Change one option or all switches from a menu of the panel."""

        def read(lobby: LobbyView) -> dict[str, object]:
            chosen = values_of(interaction)
            if button_id.verb is Verb.SWITCHES:
                return options.read_switches(lobby, chosen)
            return options.read_choice(lobby, button_id.detail, chosen)

        await self._change(interaction, button_id, read)

    async def _numbers(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        """Open the form for numbers, or save the submitted one."""
        if interaction.type is not discord.InteractionType.modal_submit:
            async with Reply(interaction, updating=True) as reply:
                lobby = await self._hosted(interaction, button_id)
                await reply.ask(options.numbers_form(lobby, str(interaction.locale)))
            return
        filled = fields_of(interaction)
        await self._change(
            interaction, button_id, lambda lobby: options.read_numbers(lobby, filled)
        )

    async def _preset(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            await self._hosted(interaction, button_id)
            chosen = chosen_of(interaction)
            key = next((key for key in PRESETS if key == chosen), None)
            if key is None:
                raise RefusedError(lobby_texts.CHANGED_LOBBY)
            lobby = await self._tables.lobbies.apply_preset(
                button_id.match, player_of(interaction), key
            )
            await reply.show(options.options_message(lobby, to_host(interaction, lobby)))

    async def _change(
        self,
        interaction: discord.Interaction,
        button_id: ButtonId,
        read: Callable[[LobbyView], Mapping[str, object]],
    ) -> None:
        """Change options, and show the updated panel."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            values = read(await self._hosted(interaction, button_id))
            by = player_of(interaction)
            lobby = await self._tables.lobbies.set_options(button_id.match, by, values)
            await reply.show(options.options_message(lobby, to_host(interaction, lobby)))

    async def _hosted(self, interaction: discord.Interaction, button_id: ButtonId) -> LobbyView:
        """The lobby; raises NotHostError for anybody except its host."""
        lobby = await self._tables.lobbies.show(button_id.match)
        if lobby.summary.host_id != interaction.user.id:
            raise NotHostError
        return lobby

    async def _invite(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        data: Any = interaction.data or {}
        async with Reply(interaction, updating=True) as reply:
            players = menu.read_invited(data, fields_of(interaction))
            await self._tables.guests.invite(button_id.match, player_of(interaction), players)
            await self._show_copy(reply, button_id.match)
            await reply.say(to(interaction, lobby_texts.INVITED))

    async def _remove(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        host = player_of(interaction)
        async with Reply(interaction, updating=True) as reply:
            lobby = await self._tables.lobbies.show(button_id.match)
            leaving = menu.read_removed(lobby, fields_of(interaction))
            if leaving.player_id is None:
                await self._tables.guests.remove_bot(button_id.match, host, leaving.name)
            else:
                await self._tables.lobbies.kick(button_id.match, host, leaving.player_id)
            await self._show_copy(reply, button_id.match)

    async def _name_bot(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        async with Reply(interaction, updating=True) as reply:
            bot, name = menu.read_name(fields_of(interaction))
            await self._tables.guests.rename_bot(button_id.match, player_of(interaction), bot, name)
            await self._show_copy(reply, button_id.match)

    async def _bot_level(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        async with Reply(interaction, updating=True) as reply:
            lobby = await self._tables.lobbies.show(button_id.match)
            bot, level = menu.read_level(lobby, fields_of(interaction))
            await self._tables.guests.set_level(button_id.match, player_of(interaction), level, bot)
            await self._show_copy(reply, button_id.match)

    def _doing(self, deed: Deed) -> Handler:
        """A handler that does one thing without a reply; the table shows the result."""

        async def handle(interaction: discord.Interaction, button_id: ButtonId) -> None:
            async with Reply(interaction, updating=True) as reply:
                await deed(button_id.match, player_of(interaction))
                await self._show_copy(reply, button_id.match)

        return handle

    async def _show_copy(self, reply: Reply, match_id: str) -> None:
        """Update the private copy from `/table` in which a lobby's button was pressed."""
        pressed = reply.interaction
        if pressed.message is not None and is_private(pressed):
            await self._copies.show(reply, match_id)


def to_host(interaction: discord.Interaction, lobby: LobbyView) -> Reader:
    """The reader for the person who pressed."""
    return reader_of(interaction, lobby.summary.names)

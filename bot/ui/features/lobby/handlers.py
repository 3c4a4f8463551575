"""The buttons of a lobby, and the forms that its menu opens."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import discord

from bot.tables.domain.player import Player
from bot.tables.domain.table_options import THREAD
from bot.tables.domain.views import LobbyView
from bot.tables.errors import OVERTAKEN, NotHostError
from bot.ui.features.lobby.panels import OpenPanels
from bot.ui.features.services import Services
from bot.ui.i18n.readers import player_of, reader_of, to
from bot.ui.i18n.texts import common_texts, lobby_texts
from bot.ui.interactions.bot_permissions import check_has_threads, joined_server
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.payloads import chosen_of, fields_of, values_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit.custom_ids import Handler, MatchButton, OptionButton, Verb, buttons_of
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match.lesson_offer import lesson_offer
from bot.ui.match.messages import lobby_menu as menu
from bot.ui.match.messages import lobby_options as options
from bot.ui.match.messages.lobby_panel import lobby_panel
from bot.ui.match.private_copies import Copies
from games.core.options import PRESETS
from games.core.text import Reader

Deed = Callable[[str, Player], Awaitable[object]]
"""An action of a person on a lobby, named by its match."""


class LobbyHandler:
    """Handles each verb of a lobby; the lobby's own message shows the result."""

    def __init__(self, services: Services) -> None:
        self._tables = tables = services.tables
        self._copies = Copies(services.tables, services.pictures)
        self._panels = OpenPanels()
        services.surfaces.listen(self._panels.changed)
        self.handlers: dict[Verb, Handler] = {
            Verb.JOIN: self._join,
            Verb.STAND_UP: self._doing(tables.lobbies.stand_up),
            Verb.ADD_BOT: self._doing(tables.guests.add_bot),
            Verb.READY: self._doing(partial(tables.guests.set_ready, ready=True), in_panel=False),
            Verb.NOT_READY: self._doing(partial(tables.guests.set_ready, ready=False)),
            Verb.START: self._doing(tables.match_start.start, in_panel=False),
            Verb.CANCEL: self._doing(tables.lobbies.cancel),
            Verb.LOBBY_MORE: self._more,
            Verb.VARIANT: self._variant,
            Verb.OPTIONS: self._show_options,
            Verb.OPTION: self._menu,
            Verb.HOUSE_RULE: self._in_panel(self._choose_rule),
            Verb.NUMBERS: self._in_panel(self._numbers),
            Verb.PRESET: self._in_panel(self._preset),
            Verb.INVITE: self._invite,
            Verb.REMOVE: self._remove,
            Verb.NAME_BOT: self._name_bot,
            Verb.BOT_LEVEL: self._bot_level,
        }

    async def _join(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        """Join a lobby, with a private warning if the bot can't DM the person.

        Newcomers to the game are offered its lessons.
        """
        async with Reply(interaction, updating=True) as reply:
            async with self._copied(reply, button_id, in_panel=False):
                lobby = await self._tables.lobbies.join(button_id.match, player_of(interaction))
            if (await self._tables.people.find(interaction.user.id)).dm_closed:
                await reply.say(to(interaction, common_texts.DM_CLOSED))
            offered = await lesson_offer(self._tables, interaction, lobby.summary.game_key)
            if offered is not None:
                await reply.say(offered)

    async def _more(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        """Open the private panel, or come back to it."""
        is_panel = is_private(interaction) and not self._shows_lobby(interaction)
        async with Reply(interaction, updating=is_panel) as reply:
            await self._show_panel(reply, button_id.match)

    def _shows_lobby(self, interaction: discord.Interaction) -> bool:
        """Whether a private message is a copy of a lobby, and no panel: it offers *Join*."""
        pressed = interaction.message
        return pressed is not None and any(each.verb is Verb.JOIN for each in buttons_of(pressed))

    async def _show_panel(self, reply: Reply, match_id: str) -> None:
        interaction = reply.interaction
        try:
            lobby = await self._tables.lobbies.show(match_id)
        except OVERTAKEN as error:
            if not reply.updating:
                raise
            await reply.show_lines(error.text)
            return
        to_person = to_host(interaction, lobby)
        await self._put(reply, lobby, lobby_panel(lobby, interaction.user.id, to_person))

    async def _put(self, reply: Reply, lobby: LobbyView, panel: OutgoingMessage) -> None:
        """Show a panel, which goes away with its lobby."""
        message_id = await reply.show(panel)
        if not reply.follows_up:  # else its token's original is the lobby, which all can see
            self._panels.note(lobby.summary.id, message_id, reply)

    async def _put_options(self, reply: Reply, lobby: LobbyView, chosen: str = "") -> None:
        panel = options.options_message(lobby, to_host(reply.interaction, lobby), chosen)
        await self._put(reply, lobby, panel)

    async def _variant(self, interaction: discord.Interaction, button_id: OptionButton) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            lobby = await self._hosted(interaction, button_id)
            rules = lobby.summary.options
            if button_id.option not in rules.variants:
                raise RefusedError(lobby_texts.CHANGED_LOBBY)
            value = not getattr(rules, button_id.option)
            by = player_of(interaction)
            await self._tables.lobbies.set_options(button_id.match, by, {button_id.option: value})
            await self._show_panel(reply, button_id.match)

    async def _menu(self, interaction: discord.Interaction, button_id: OptionButton) -> None:
        """Open the form for the chosen line of the lobby's menu."""
        if button_id.option:
            await self._in_panel(self._choose)(interaction, button_id)
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
                await self._put_options(reply, lobby)
            else:
                await reply.ask(form(lobby, str(interaction.locale)))

    async def _show_options(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            await self._put_options(reply, await self._hosted(interaction, button_id))

    def _in_panel(self, work: Callable[[Reply, OptionButton], Awaitable[None]]) -> Handler:
        """A handler for the panel of options, which closes when its lobby does."""

        async def handle(interaction: discord.Interaction, button_id: OptionButton) -> None:
            async with Reply(interaction, updating=is_private(interaction)) as reply:
                try:
                    await work(reply, button_id)
                except OVERTAKEN as error:
                    if not reply.updating:
                        raise
                    await reply.show_lines(error.text)

        return handle

    async def _choose(self, reply: Reply, button_id: OptionButton) -> None:
        """Change one option from a menu of the panel."""
        lobby = await self._hosted(reply.interaction, button_id)
        values = options.read_choice(lobby, button_id.option, values_of(reply.interaction))
        await self._change(reply, button_id, values, button_id.option)

    async def _choose_rule(self, reply: Reply, button_id: OptionButton) -> None:
        """Show the values of the option that is chosen."""
        lobby = await self._hosted(reply.interaction, button_id)
        await self._put_options(reply, lobby, chosen_of(reply.interaction))

    async def _numbers(self, reply: Reply, button_id: OptionButton) -> None:
        """Open the form for numbers, or save the submitted one."""
        interaction = reply.interaction
        lobby = await self._hosted(interaction, button_id)
        if interaction.type is discord.InteractionType.modal_submit:
            values = options.read_numbers(lobby, fields_of(interaction))
            await self._change(reply, button_id, values)
        else:
            await reply.ask(options.numbers_form(lobby, str(interaction.locale)))

    async def _preset(self, reply: Reply, button_id: OptionButton) -> None:
        interaction = reply.interaction
        await self._hosted(interaction, button_id)
        chosen = button_id.option or chosen_of(interaction)
        key = next((key for key in PRESETS if key == chosen), None)
        if key is None:
            raise RefusedError(lobby_texts.CHANGED_LOBBY)
        await self._tables.lobbies.apply_preset(button_id.match, player_of(interaction), key)
        await self._show_panel(reply, button_id.match)

    async def _change(
        self, reply: Reply, button_id: MatchButton, values: Mapping[str, object], chosen: str = ""
    ) -> None:
        """Change options, and show the updated panel."""
        interaction = reply.interaction
        by = player_of(interaction)
        if values.get(THREAD):
            here = (await self._tables.queries.summary(button_id.match)).channel_id
            check_has_threads(interaction, here)
        lobby = await self._tables.lobbies.set_options(button_id.match, by, values)
        await self._put_options(reply, lobby, chosen)

    async def _hosted(self, interaction: discord.Interaction, button_id: MatchButton) -> LobbyView:
        """The lobby; raises NotHostError for anybody except its host."""
        lobby = await self._tables.lobbies.show(button_id.match)
        if lobby.summary.host_id != interaction.user.id:
            raise NotHostError
        return lobby

    async def _invite(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        data: Any = interaction.data or {}
        async with Reply(interaction, updating=True) as reply, self._copied(reply, button_id):
            lobby = await self._tables.lobbies.show(button_id.match)
            own = joined_server(interaction) == lobby.summary.guild_id
            players = menu.read_invited(data, fields_of(interaction), has_nicknames=own)
            await self._tables.guests.invite(button_id.match, player_of(interaction), players)

    async def _remove(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        host = player_of(interaction)
        async with Reply(interaction, updating=True) as reply, self._copied(reply, button_id):
            lobby = await self._tables.lobbies.show(button_id.match)
            leaving = menu.read_removed(lobby, fields_of(interaction))
            if leaving.player_id is None:
                await self._tables.guests.remove_bot(button_id.match, host, leaving.name)
            else:
                await self._tables.lobbies.kick(button_id.match, host, leaving.player_id)

    async def _name_bot(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        async with Reply(interaction, updating=True) as reply, self._copied(reply, button_id):
            bot, name = menu.read_name(fields_of(interaction))
            await self._tables.guests.rename_bot(button_id.match, player_of(interaction), bot, name)

    async def _bot_level(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        async with Reply(interaction, updating=True) as reply, self._copied(reply, button_id):
            lobby = await self._tables.lobbies.show(button_id.match)
            bot, level = menu.read_level(lobby, fields_of(interaction))
            await self._tables.guests.set_level(button_id.match, player_of(interaction), level, bot)

    def _doing(self, deed: Deed, *, in_panel: bool = True) -> Handler:
        """A handler that does one thing without a reply; the table shows the result."""

        async def handle(interaction: discord.Interaction, button_id: MatchButton) -> None:
            async with (
                Reply(interaction, updating=True) as reply,
                self._copied(reply, button_id, in_panel=in_panel),
            ):
                await deed(button_id.match, player_of(interaction))

        return handle

    @asynccontextmanager
    async def _copied(
        self, reply: Reply, button_id: MatchButton, *, in_panel: bool = True
    ) -> AsyncIterator[None]:
        """Update the private copy or panel in which a lobby's button was pressed, at the end.

        If the lobby has started or closed since, a copy shows that, and the error is passed on.
        """
        interaction = reply.interaction
        is_ours = interaction.message is not None and is_private(interaction)
        is_panel = is_ours and in_panel and not self._shows_lobby(interaction)
        if is_panel and interaction.message is not None:
            self._panels.forget(button_id.match, interaction.message.id)
        try:
            yield
        except OVERTAKEN:
            if is_ours and not is_panel:
                await self._copies.show(reply, button_id.match)
            raise
        if is_panel:
            await self._show_panel(reply, button_id.match)
        elif is_ours:
            await self._copies.show(reply, button_id.match)


def to_host(interaction: discord.Interaction, lobby: LobbyView) -> Reader:
    """The reader for the person who pressed."""
    return reader_of(interaction, lobby.summary.names)

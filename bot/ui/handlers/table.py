"""The buttons on our own messages: join, start, my hand, read, rules, leave, rematch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import discord

from bot.tables.application import Application
from bot.tables.domain.views import LobbyView
from bot.tables.errors import MatchOverError, NoSeatError, NoSuchMatchError
from bot.ui.custom_ids import ButtonId, Handler, Verb
from bot.ui.i18n.readers import player_of, reader_of, to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.message import confirmation
from bot.ui.interactions.permissions import may_host, parent_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.interactions.rights import InteractionVisitor
from bot.ui.messages.play.more import may_return, replaced_message
from bot.ui.messages.play.table import read_message
from bot.ui.surfaces.hands import Hands
from data.records.matches import Life

_OF_OTHER_THINGS = (
    *("rules", "legend", "practice", "learn", "challenge", "tournament", "duel", "season"),
    *("board", "share_board", "profile", "share_profile", "setting", "forget", "this_table"),
    "test_dm",
)
"""How the verbs begin whose custom id names a game, a tournament, a person or a setting."""
OF_MATCHES = frozenset(
    verb for verb in Verb if verb is not Verb.PLAY and not verb.startswith(_OF_OTHER_THINGS)
)
"""The verbs whose custom id names only a match."""


class TableHandler:
    """Handles the verb of each button."""

    def __init__(
        self,
        tables: Application,
        hands: Hands,
        others: Iterable[Mapping[Verb, Handler]],
    ) -> None:
        """`others` are the handlers of all other verbs."""
        self._tables = tables
        self._hands = hands
        self._handlers: dict[Verb, Handler] = {
            Verb.HAND: self._hand,
            Verb.READ: self._read,
            Verb.LEAVE: self._leave,
            Verb.LEAVE_SURELY: self._leave_surely,
            Verb.REMATCH: self._rematch,
            Verb.TAKE_BACK_PREMOVE: self._take_back_premove,
        }
        for handlers in others:
            self._handlers.update(handlers)

    async def handle(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        """Handle a button; passes on the application's errors."""
        if button_id.verb in OF_MATCHES:
            await self._tables.queries.meet(button_id.match, InteractionVisitor(interaction))
        await self._handlers[button_id.verb](interaction, button_id)

    async def show_hand(self, interaction: discord.Interaction, match_id: str) -> None:
        """Give a player a new private hand."""
        async with Reply(interaction) as reply:
            await self.give_hand(reply, match_id)

    async def give_hand(self, reply: Reply, match_id: str) -> None:
        """Answer with a player's hand, or offer a seat that the player can take back."""
        player_id = reply.interaction.user.id
        summary = (await self._tables.queries.match_view(match_id, None)).summary
        if summary.seat_of(player_id) is not None:
            await self._hands.give(reply, match_id)
        elif may_return(summary, player_id):
            to_player = reader_of(reply.interaction, summary.names)
            await reply.show(replaced_message(summary, player_id, to_player))
        else:
            raise NoSeatError

    async def _take_back_premove(
        self, interaction: discord.Interaction, button_id: ButtonId
    ) -> None:
        """Take back a premove, and offer it again."""
        player_id = interaction.user.id
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            await self._tables.premoves.take_back(button_id.match, player_id)
            await self._hands.give(reply, button_id.match)

    async def show_reading(self, interaction: discord.Interaction, match_id: str) -> None:
        """Show the public table in words."""
        async with Reply(interaction) as reply:
            match_view = await self._tables.queries.match_view(match_id, None)
            to_reader = reader_of(interaction, match_view.summary.names)
            await reply.show(read_message(match_view, to_reader))

    async def ask_to_leave(self, interaction: discord.Interaction, match_id: str) -> None:
        """Ask for confirmation before a seat goes to a bot; a lobby is left at once."""
        player_id = interaction.user.id
        async with Reply(interaction) as reply:
            summary = await self._tables.queries.summary(match_id)
            if summary.seat_of(player_id) is None:
                raise NoSeatError
            if summary.life is Life.LOBBY:
                await self._tables.lobbies.stand_up(match_id, player_of(interaction))
                await reply.say(to(interaction, common_texts.STOOD_UP))
                return
            if summary.life is not Life.RUNNING:
                raise MatchOverError
            people = sum(occupant.player_id is not None for occupant in summary.occupants)
            asked = {1: common_texts.LEAVE_LAST, 2: common_texts.LEAVE_ONE}.get(
                people, common_texts.LEAVE_SURELY
            )
            if summary.weekly is not None and summary.weekly.counts:
                asked = common_texts.LEAVE_DEAL
            sure = ButtonId(Verb.LEAVE_SURELY, match_id)
            await reply.show(
                confirmation(reader_of(interaction), asked, sure, common_texts.LEAVE_NOW)
            )

    async def _hand(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        await self.show_hand(interaction, button_id.match)

    async def _read(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        await self.show_reading(interaction, button_id.match)

    async def _leave(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        await self.ask_to_leave(interaction, button_id.match)

    async def _leave_surely(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            summary = await self._tables.seats.leave(button_id.match, player_of(interaction))
            said = common_texts.LEFT if summary.life is Life.RUNNING else common_texts.LEFT_LAST
            await reply.show_lines(said)

    async def rematch(self, interaction: discord.Interaction, match_id: str) -> LobbyView:
        """Open the same table again where this is asked, or join it.

        The match must belong to the server where this is asked.
        """
        may_host(interaction)
        if (await self._tables.queries.summary(match_id)).guild_id != interaction.guild_id:
            raise NoSuchMatchError
        return await self._tables.rematches.rematch(
            match_id,
            player_of(interaction),
            channel_id=interaction.channel_id,
            parent_id=parent_of(interaction.channel),
        )

    async def _rematch(self, interaction: discord.Interaction, button_id: ButtonId) -> None:
        async with Reply(interaction, updating=True) as reply:
            lobby = await self.rematch(interaction, button_id.match)
            if lobby.summary.channel_id != interaction.channel_id:
                # Pressed in a match's thread: the new table goes to the parent channel.
                await reply.say(to(interaction, common_texts.opened_in(lobby.summary.channel_id)))

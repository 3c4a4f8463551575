"""The buttons under a table: the hand, the table in words, and leaving."""

import discord

from bot.tables.errors import MatchOverError, NoSeatError
from bot.ui.features.services import Services
from bot.ui.i18n.readers import player_of, reader_of, to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit.custom_ids import Handler, MatchButton, Verb
from bot.ui.kit.message import confirmation
from bot.ui.match.messages.more import may_return, replaced_message
from bot.ui.match.messages.table import read_message
from data.records.matches import Life


class TableHandler:
    """Handles each of these verbs."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._hands = services.hands
        self.handlers: dict[Verb, Handler] = {
            Verb.HAND: self._hand,
            Verb.READ: self._read,
            Verb.REFRESH: self._refresh,
            Verb.LEAVE: self._leave,
            Verb.LEAVE_SURELY: self._leave_surely,
            Verb.TAKE_BACK_PREMOVE: self._take_back_premove,
        }

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
            await reply.show(replaced_message(summary.id, to_player, may_return=True))
        else:
            raise NoSeatError

    async def _take_back_premove(
        self, interaction: discord.Interaction, button_id: MatchButton
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
            if summary.daily is not None and summary.daily.counts:
                asked = common_texts.LEAVE_DEAL
            sure = MatchButton(Verb.LEAVE_SURELY, match_id)
            await reply.show(
                confirmation(reader_of(interaction), asked, sure, common_texts.LEAVE_NOW)
            )

    async def _hand(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        await self.show_hand(interaction, button_id.match)

    async def _read(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        await self.show_reading(interaction, button_id.match)

    async def _refresh(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        """Accept a press, after each of which its table is looked at; others are read out."""
        if (await self._tables.queries.summary(button_id.match)).answers_only:
            async with Reply(interaction, updating=True):
                return
        await self.show_reading(interaction, button_id.match)

    async def _leave(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        await self.ask_to_leave(interaction, button_id.match)

    async def _leave_surely(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            summary = await self._tables.seats.leave(button_id.match, player_of(interaction))
            words = common_texts.LEFT if summary.life is Life.RUNNING else common_texts.LEFT_LAST
            await reply.show_lines(words)

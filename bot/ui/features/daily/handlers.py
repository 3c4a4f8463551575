"""Shows the weekly deals, begins attempts, and shares results."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial

import discord

from bot.tables.competitions.errors import WeeklyDealNotPlayedError
from bot.tables.competitions.weekly_deals import WeeklyDealBoard
from bot.tables.domain.player import Player
from bot.ui.features.services import Services
from bot.ui.features.weekly_deals import messages
from bot.ui.features.weekly_deals.pictures import weekly_deal_scene
from bot.ui.i18n.readers import name_of, player_of, reader_of
from bot.ui.interactions.bot_permissions import check_shares, own_channel
from bot.ui.interactions.payloads import chosen_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit import custom_ids


class WeeklyDealHandler:
    """One per client."""

    def __init__(self, services: Services) -> None:
        self._router = services.router
        self._tables = services.tables
        self._pictures = services.pictures
        self._languages = services.languages
        self._hands = services.hands
        self._surfaces = services.surfaces

    @property
    def handlers(self) -> Mapping[custom_ids.Verb, custom_ids.Handler]:
        return {
            custom_ids.Verb.WEEKLY_DEAL: self._open,
            custom_ids.Verb.WEEKLY_DEAL_PLAY: self._play,
            custom_ids.Verb.WEEKLY_DEAL_LOOK: self._look,
            custom_ids.Verb.WEEKLY_DEAL_SHARE: self._share,
        }

    async def show(self, reply: Reply, game_key: str | None = None, ago: int = 0) -> None:
        """Answer with all deals of a week, or with one game's.

        Raises NoSuchGameError, NoSuchWeekError.
        """
        interaction = reply.interaction
        player, to_reader = player_of(interaction), reader_of(interaction)
        if game_key is None:
            shown = await self._tables.weekly_deals.week(player.id, ago=ago)
            await reply.show(messages.week_message(shown, to_reader))
            return
        week, deal = await self._tables.weekly_deals.deal(player.id, game_key, ago=ago)
        board = await self._board(interaction, player, game_key, ago)
        await reply.show(messages.weekly_deal_message(week, deal, board, to_reader))

    async def _board(
        self, interaction: discord.Interaction, player: Player, game_key: str, ago: int
    ) -> WeeklyDealBoard | None:
        """The server's board; None in direct messages and before one's own attempt."""
        if interaction.guild_id is None:
            return None
        with suppress(WeeklyDealNotPlayedError):
            guild_id = interaction.guild_id
            await self._tables.people.remember(player, guild_id)
            return await self._tables.weekly_deals.board(player.id, guild_id, game_key, ago=ago)
        return None

    async def _open(
        self, interaction: discord.Interaction, pressed: custom_ids.WeeklyDealButton
    ) -> None:
        updating = is_private(interaction) and pressed.how != custom_ids.AFRESH
        async with Reply(interaction, updating=updating) as reply:
            await self.show(reply, None if pressed.game == messages.EVERY else pressed.game)

    async def _play(
        self, interaction: discord.Interaction, pressed: custom_ids.WeeklyDealButton
    ) -> None:
        async with Reply(interaction) as reply:
            summary = await self._tables.weekly_deals.begin(
                player_of(interaction),
                pressed.game,
                guild_id=interaction.guild_id,
                channel_id=own_channel(interaction),
                again=pressed.how == custom_ids.AGAIN,
            )
            await self._hands.give(reply, summary.id)
            # The bots may have moved while it was painted.
            await self._surfaces.mend(summary.id)

    async def _look(
        self, interaction: discord.Interaction, _pressed: custom_ids.GameButton
    ) -> None:
        """Replay somebody's attempt, for those who may see it."""
        await self._router.press(
            interaction, custom_ids.ReplayButton(custom_ids.Verb.REPLAY, chosen_of(interaction))
        )

    async def _share(
        self, interaction: discord.Interaction, pressed: custom_ids.GameButton
    ) -> None:
        """Post one's own result of this week, which tells nothing about the deal."""
        check_shares(interaction)
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            week, deal = await self._tables.weekly_deals.deal(interaction.user.id, pressed.game)
            if deal.attempt is None or deal.attempt.place is None:
                raise WeeklyDealNotPlayedError
            language = await self._languages.shared(interaction.guild_id)
            sharer = name_of(interaction.user)
            scene = weekly_deal_scene(week, deal.game.info, deal.attempt, sharer, language)
            picture = await self._pictures.poster(scene, language, player_id=interaction.user.id)
            await reply.share(
                partial(messages.shared_message, week, deal, sharer, picture), language
            )

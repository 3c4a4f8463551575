"""Shows the deal of a day, begins attempts, and shares results."""

from collections.abc import Mapping
from functools import partial

import discord

from bot.tables.competitions.daily_deals import DealView
from bot.tables.competitions.errors import DealNotPlayedError
from bot.tables.matches.snapshot import Snapshot
from bot.ui.features.daily import messages, pictures
from bot.ui.features.services import Services
from bot.ui.i18n.readers import name_of, player_of, reader, reader_of
from bot.ui.interactions.bot_permissions import check_shares, joined_server, own_channel
from bot.ui.interactions.payloads import chosen_of, number_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit import custom_ids
from bot.ui.kit.message import OutgoingMessage
from bot.ui.pictures.paint_queue import Priority
from bot.ui.sync.reconciler import Painting

PATIENCE = 1.5
"""Seconds after which somebody reads that bots still play up to a deal's position."""


class DailyDealHandler:
    """One per client."""

    def __init__(self, services: Services) -> None:
        self._router = services.router
        self._tables = services.tables
        self._deals = services.tables.daily_deals
        self._pictures = services.pictures
        self._languages = services.languages
        self._hands = services.hands
        self._surfaces = services.surfaces

    @property
    def handlers(self) -> Mapping[custom_ids.Verb, custom_ids.Handler]:
        return {
            custom_ids.Verb.WEEKLY_DEAL: self._open_today,
            custom_ids.Verb.DEAL: self._open,
            custom_ids.Verb.DEAL_PLAY: self._play,
            custom_ids.Verb.DEAL_MORE: self._more,
            custom_ids.Verb.DEAL_PAST: self._past,
            custom_ids.Verb.DEAL_LOOK: self._look,
            custom_ids.Verb.DEAL_WEEK: self._week,
            custom_ids.Verb.DEAL_SHARE: self._share,
        }

    async def show(self, reply: Reply, day: int | None = None, game_key: str | None = None) -> None:
        """Answer with the deal of a day, today's without one. Raises NoSuchDealError."""
        interaction = reply.interaction
        player = player_of(interaction)
        if (guild_id := joined_server(interaction)) is not None:
            await self._tables.people.remember(player, guild_id)
        deal = await self._view(interaction, day, game_key)
        painting = Painting(self._pictures)
        await reply.show(
            await self._message(deal, player.id, player.name, player.language, painting)
        )

    async def ended(
        self, state: Snapshot, player_id: int, language: str, painting: Painting | None
    ) -> OutgoingMessage:
        """The result of an attempt that has just ended, in the place of its hand.

        Without `painting` its picture is painted only if a painter is free soon; raises
        TooBusyError.
        """
        daily = state.table_state.daily
        assert daily is not None  # asked only about attempts
        guilds = await self._deals.shown_in(state.match.match_id)
        deal = await self._deals.view(
            player_id, guilds[0] if guilds else None, day=daily.day, game_key=state.match.game
        )
        seat = state.seat_of(player_id)
        name = "" if seat is None else state.summary.names[seat]
        painting = painting or Painting(self._pictures, Priority.ANSWER)
        return await self._message(deal, player_id, name, language, painting)

    async def _view(
        self, interaction: discord.Interaction, day: int | None, game_key: str | None
    ) -> DealView:
        return await self._deals.view(
            interaction.user.id, joined_server(interaction), day=day, game_key=game_key
        )

    async def _message(
        self, deal: DealView, player_id: int, name: str, language: str, painting: Painting
    ) -> OutgoingMessage:
        scene = pictures.deal_scene(deal, player_id, name, language)
        picture = await painting.pictures.poster(
            scene, language, painting.priority, is_private=True
        )
        return messages.deal_message(deal, (picture,), reader(language))

    async def _open_today(
        self, interaction: discord.Interaction, _pressed: custom_ids.DealButton
    ) -> None:
        async with Reply(interaction) as reply:
            await self.show(reply)

    async def _open(self, interaction: discord.Interaction, pressed: custom_ids.DealButton) -> None:
        async with Reply(interaction, updating=_updates(interaction, pressed)) as reply:
            await self.show(reply, pressed.day, pressed.game)

    async def _past(
        self, interaction: discord.Interaction, _pressed: custom_ids.DealButton
    ) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            day = number_of(chosen_of(interaction))
            await self.show(reply, -1 if day is None else day)

    async def _play(self, interaction: discord.Interaction, pressed: custom_ids.DealButton) -> None:
        async with Reply(interaction, updating=_updates(interaction, pressed)) as reply:
            guild_id, day, game = joined_server(interaction), pressed.day, pressed.game
            if not await self._deals.is_ready(guild_id, day, game, within=PATIENCE):
                await reply.show_lines(messages.PREPARING)
            summary = await self._deals.begin(
                player_of(interaction),
                guild_id=guild_id,
                channel_id=own_channel(interaction),
                day=day,
                game_key=game,
                again=pressed.how == custom_ids.AGAIN,
            )
            await self._hands.give(reply, summary.id)
            # The bots may have moved while it was painted.
            await self._surfaces.mend(summary.id)

    async def _more(self, interaction: discord.Interaction, pressed: custom_ids.DealButton) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            deal = await self._view(interaction, pressed.day, pressed.game)
            past = await self._deals.past(interaction.user.id)
            known = {game.info.key: game for game in self._tables.games}
            listed = [(known[row.game], row) for row in past if row.game in known]
            await reply.show(messages.more_message(deal, listed, reader_of(interaction)))

    async def _look(
        self, interaction: discord.Interaction, _pressed: custom_ids.DealButton
    ) -> None:
        """Replay somebody's attempt, for those who may see it."""
        await self._router.press(
            interaction, custom_ids.ReplayButton(custom_ids.Verb.REPLAY, chosen_of(interaction))
        )

    async def _week(self, interaction: discord.Interaction, pressed: custom_ids.DealButton) -> None:
        """Show the board of a week in this server."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            player, to_reader = player_of(interaction), reader_of(interaction)
            deal = await self._view(interaction, pressed.day, pressed.game)
            week = await self._deals.week(joined_server(interaction) or 0, day=pressed.day)
            picture = None
            if week.lines:
                scene = pictures.week_scene(week, pressed.game, player.id, player.language)
                picture = await self._pictures.poster(scene, player.language, is_private=True)
            back = messages.back_button(deal, to_reader)
            await reply.show(messages.week_message(week, picture, back, to_reader))

    async def _share(
        self, interaction: discord.Interaction, pressed: custom_ids.DealButton
    ) -> None:
        """Post one's own result, which tells nothing about the deal."""
        check_shares(interaction)
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            deal = await self._view(interaction, pressed.day, pressed.game)
            if deal.own is None or deal.own.place is None:
                raise DealNotPlayedError
            language = await self._languages.shared(interaction.guild_id)
            sharer = name_of(interaction.user)
            scene = pictures.shared_scene(deal, deal.own, sharer, language)
            picture = await self._pictures.poster(scene, language)
            await reply.share(
                partial(messages.shared_message, deal, deal.own, sharer, picture), language
            )


def _updates(interaction: discord.Interaction, pressed: custom_ids.DealButton) -> bool:
    """Whether a button's own message changes: a private one, unless it asks for another."""
    return is_private(interaction) and pressed.how != custom_ids.AFRESH

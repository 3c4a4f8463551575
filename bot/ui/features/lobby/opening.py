"""Opening a table, by command or from a list of games; what the icons of a game mean."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.tables.domain.player import Player
from bot.tables.domain.table_options import THREAD
from bot.tables.domain.views import MatchSummary
from bot.tables.lobbies.lobbies import NewTable
from bot.tables.lobbies.practice import USUAL, Company
from bot.ui.features.services import Services
from bot.ui.i18n.readers import player_of, reader, to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import check_has_threads, may_host, parent_of, server_of
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.reply import Reply
from bot.ui.kit import custom_ids, message
from bot.ui.match.lesson_offer import lesson_offer
from bot.ui.match.public_messages import PublicMessages
from data.records.matches import ELSEWHERE, Life
from games.core.options import PresetKey
from games.core.text import Text, say, symbol


class TableOpening:
    """Opens tables."""

    def __init__(self, services: Services) -> None:
        self._games = services.games
        self._tables = services.tables
        self._surfaces = services.surfaces
        self._publics = services.publics
        self._pictures = services.pictures

    @property
    def handlers(self) -> Mapping[custom_ids.Verb, custom_ids.Handler]:
        return {custom_ids.Verb.PLAY: self._play, custom_ids.Verb.LEGEND: self._legend}

    async def open(
        self,
        reply: Reply,
        game_key: str,
        options: Mapping[str, Any],
        company: Company = USUAL,
        preset: PresetKey | None = None,
        *,
        guests: Sequence[Player] = (),
        starts_at: int | None = None,
    ) -> None:
        """Open a table in the channel of an interaction and invite guests; it is the answer.

        Raises RefusedError, and whatever opening a lobby raises.
        """
        interaction = reply.interaction
        may_host(interaction)
        if options.get(THREAD):
            check_has_threads(interaction, interaction.channel_id)
        place = server_of(interaction)
        assert place is not None  # may_host has refused everything else
        if place == ELSEWHERE:
            reply.make_public()
        assert interaction.channel_id is not None  # commands and buttons always come from a channel
        await self._tables.people.check_invited(interaction.user.id, [guest.id for guest in guests])
        lobby = await self._tables.lobbies.open(
            NewTable(
                guild_id=place,
                channel_id=interaction.channel_id,
                parent_id=parent_of(interaction.channel),
                host=player_of(interaction),
                game_key=game_key,
                options=options,
                bots=company.bots or 0,
                level=company.level,
                preset=preset,
                starts_at=starts_at,
            )
        )
        if guests:
            host = player_of(interaction)
            await self._tables.guests.invite(lobby.summary.id, host, guests)
        if place == ELSEWHERE:
            await self._publics.answer(reply, lobby.summary.id)
            await self._surfaces.posted(lobby.summary.id)
            return
        is_current = await self._surfaces.posted(lobby.summary.id)
        has_message = await self._publics.url(lobby.summary.id, lobby.summary) is not None
        offered = await lesson_offer(self._tables, interaction, game_key)
        if not (is_current and has_message):
            await reply.say(to(interaction, await missing(self._publics, lobby.summary)))
        elif offered is not None:
            await reply.say(offered)
        else:
            await reply.say_nothing()

    async def _play(self, interaction: discord.Interaction, pressed: custom_ids.GameButton) -> None:
        async with Reply(interaction) as reply:
            await self.open(reply, pressed.game, {})

    async def _legend(
        self, interaction: discord.Interaction, pressed: custom_ids.GameButton
    ) -> None:
        """Explain the icons of a game to whoever asks."""
        language = str(interaction.locale)
        async with Reply(interaction) as reply:
            game = next(
                (candidate for candidate in self._games if candidate.info.key == pressed.game), None
            )
            if game is None:
                raise RefusedError(common_texts.UNKNOWN_BUTTON)
            picture = await self._pictures.legend(game, language)
            title = say("**{game}** · {legend}", game=game.info.title, legend=common_texts.LEGEND)
            items = (message.paragraph(reader(language), title), message.gallery(picture))
            await reply.show(message.OutgoingMessage(items, (picture,)))


async def opened(publics: PublicMessages, summary: MatchSummary) -> Text:
    """The link to a new table, or to its match. Without a message, it says what is missing."""
    url = await publics.url(summary.id, summary)
    if url is None:
        return await missing(publics, summary)
    if summary.life is Life.RUNNING:
        return say("The match has begun: [go to the table]({url})", url=symbol(url))
    return say("Your table is open: [go to the table]({url})", url=symbol(url))


async def missing(publics: PublicMessages, summary: MatchSummary) -> Text:
    """Why a new table has no message yet."""
    return await publics.trouble(summary) or common_texts.OPENING

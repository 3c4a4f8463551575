"""Shows leaderboards and profiles to the person who asks.

A press is fully described by its custom id: the board or the player, the page and the season.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

import discord

from bot.tables.leaderboards.views import LeaderboardPage, Profile
from bot.ui.features.leaderboards import messages
from bot.ui.features.leaderboards.pictures import board_scene, profile_scene
from bot.ui.features.leaderboards.seasons import SeasonHandler
from bot.ui.features.services import Services
from bot.ui.i18n import readers
from bot.ui.i18n.texts import common_texts, leaderboard_texts
from bot.ui.interactions.bot_permissions import check_manages, check_shares, home, server
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.payloads import chosen_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit import custom_ids
from bot.ui.kit.message import OutgoingFile, OutgoingMessage, confirmation, for_everybody
from bot.ui.pictures.late_pictures import LatePictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from data.records.tournaments import TournamentRecord

NOBODY = 0
"""The id of nobody, as whom a message for everybody is made."""


class LeaderboardHandler:
    """One per client."""

    def __init__(self, services: Services) -> None:
        self.boards = services.tables.leaderboards
        self._tables = services.tables
        self._pictures = services.pictures
        self._games = services.games
        self._languages = services.languages
        self._late = LatePictures()
        self.seasons = SeasonHandler(self.boards)

    @property
    def handlers(self) -> Mapping[custom_ids.Verb, custom_ids.Handler]:
        """Maps each button of a board or a profile to its handler."""
        return {
            custom_ids.Verb.BOARD: self._board,
            custom_ids.Verb.BOARD_WORDS: self._board,
            custom_ids.Verb.BOARD_OTHER: self._board,
            custom_ids.Verb.BOARD_MORE: self._board,
            custom_ids.Verb.PROFILE: self._profile,
            custom_ids.Verb.PROFILE_WORDS: self._profile,
            custom_ids.Verb.PROFILE_OTHER: self._profile,
            custom_ids.Verb.SHARE_BOARD: self._share_board,
            custom_ids.Verb.SHARE_PROFILE: self._share_profile,
            custom_ids.Verb.DUEL: self._duel,
            custom_ids.Verb.SEASON_RESET: self._reset,
            **self.seasons.handlers,
        }

    async def ask_to_reset(self, reply: Reply, board: str) -> None:
        """Ask for confirmation before a board is reset; raises NoSuchGameError."""
        game = self.boards.game(board)
        asked, label = leaderboard_texts.reset_asked(game), leaderboard_texts.RESET_SURELY
        sure = custom_ids.BoardButton(custom_ids.Verb.SEASON_RESET, messages.board_code(game))
        await reply.show(confirmation(readers.reader_of(reply.interaction), asked, sure, label))

    async def reset(self, reply: Reply, board: str) -> None:
        """Reset a board of the current season, and say how many matches were removed."""
        interaction = reply.interaction
        cleared = await self.boards.reset(server(interaction), board, by=interaction.user.id)
        await reply.show_lines(leaderboard_texts.reset_done(cleared.game, cleared.matches))

    async def show_board(
        self,
        reply: Reply,
        board: str,
        *,
        season: int | None = None,
        page: int = 0,
        in_words: bool | None = None,
        more: bool = False,
    ) -> None:
        """Answer with a page of a board; by default as text for people who prefer that."""
        interaction, viewer_id = reply.interaction, reply.interaction.user.id
        shown = await self.boards.page(
            server(interaction), board, viewer_id=viewer_id, season=season, page=page
        )
        language = str(interaction.locale)
        worded = reply.reads_text = reply.reads_text if in_words is None else in_words

        async def draw(priority: Priority) -> OutgoingMessage:
            picture = None
            if not worded:
                with suppress(TooBusyError):
                    picture = await self._board_picture(shown, viewer_id, language, priority)
            message = messages.board_message(
                shown,
                picture,
                readers.reader(language),
                viewer_id=viewer_id,
                games=self._games,
                in_words=worded,
                more=more,
            )
            return replace(message, is_makeshift=picture is None and not worded)

        await self._late.show(reply, draw)

    async def _board_picture(
        self, shown: LeaderboardPage, viewer_id: int, language: str, priority: Priority
    ) -> OutgoingFile:
        scene = board_scene(shown, viewer_id, readers.plain_reader(language))
        players = [line.player_id for line in shown.lines]
        return await self._pictures.poster(
            scene, language, priority, players=players, is_private=viewer_id != NOBODY
        )

    async def show_profile(
        self,
        reply: Reply,
        player_id: int,
        board: str,
        *,
        name: str | None = None,
        season: int | None = None,
        in_words: bool | None = None,
    ) -> None:
        """Answer with a player on a board; `name` is the server's name for them."""
        interaction, viewer_id = reply.interaction, reply.interaction.user.id
        profile = await self.boards.profile(
            home(interaction),
            board,
            player_id=player_id,
            name=name or to_plain(interaction),
            viewer_id=viewer_id,
            season=season,
        )
        language = str(interaction.locale)
        worded = reply.reads_text = reply.reads_text if in_words is None else in_words

        async def draw(priority: Priority) -> OutgoingMessage:
            return await self._profile_message(
                profile, viewer_id, language, priority, in_words=worded
            )

        await self._late.show(reply, draw)

    async def _profile_message(
        self, profile: Profile, viewer_id: int, language: str, priority: Priority, *, in_words: bool
    ) -> OutgoingMessage:
        picture = None
        if not in_words:
            with suppress(TooBusyError):
                picture = await self._profile_picture(profile, language, priority)
        message = messages.profile_message(
            profile,
            picture,
            readers.reader(language),
            viewer_id=viewer_id,
            in_words=in_words,
            tournaments=await self._record(profile),
        )
        return replace(message, is_makeshift=picture is None and not in_words)

    async def _profile_picture(
        self, profile: Profile, language: str, priority: Priority
    ) -> OutgoingFile:
        scene = profile_scene(profile, readers.plain_reader(language))
        return await self._pictures.poster(scene, language, priority, players=[profile.player_id])

    async def _record(self, profile: Profile) -> TournamentRecord:
        return await self._tables.tournaments.queries.record(
            profile.season.guild_id, profile.player_id
        )

    async def _board(
        self, interaction: discord.Interaction, pressed: custom_ids.BoardButton
    ) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            await self.show_board(
                reply,
                messages.board_of(chosen_of(interaction) or pressed.board),
                season=pressed.season,
                page=pressed.page,
                in_words=_IN_WORDS.get(pressed.verb),
                more=pressed.verb is custom_ids.Verb.BOARD_MORE,
            )

    async def _profile(
        self, interaction: discord.Interaction, pressed: custom_ids.ProfileButton
    ) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            await self.show_profile(
                reply,
                pressed.player,
                messages.board_of(chosen_of(interaction) or pressed.board),
                season=pressed.season,
                in_words=_IN_WORDS.get(pressed.verb),
            )

    async def _duel(
        self, interaction: discord.Interaction, pressed: custom_ids.ProfileButton
    ) -> None:
        async with Reply(interaction) as reply:
            duel = await self.boards.head_to_head(
                home(interaction),
                viewer_id=interaction.user.id,
                other_id=pressed.player,
                name=to_plain(interaction),
            )
            await reply.show(messages.duel_message(duel, readers.reader_of(interaction)))

    async def _share_board(
        self, interaction: discord.Interaction, pressed: custom_ids.BoardButton
    ) -> None:
        """Post a page of a board as somebody without a place on it sees it."""
        check_shares(interaction)
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            language = await self._languages.shared(interaction.guild_id)
            shown = await self.boards.page(
                server(interaction),
                messages.board_of(pressed.board),
                viewer_id=NOBODY,
                season=pressed.season,
                page=pressed.page,
            )
            picture = await self._board_picture(shown, NOBODY, language, Priority.NONE)
            draw = partial(
                messages.board_message,
                shown,
                picture,
                viewer_id=NOBODY,
                games=self._games,
                in_words=False,
            )
            opening = custom_ids.BoardButton(
                custom_ids.Verb.BOARD, pressed.board, shown.page, pressed.season
            )
            sharer = readers.name_of(interaction.user)
            await reply.share(for_everybody(draw, opening, sharer), language)

    async def _share_profile(
        self, interaction: discord.Interaction, pressed: custom_ids.ProfileButton
    ) -> None:
        """Post a profile as a stranger sees it: nobody's who hides."""
        check_shares(interaction)
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            language = await self._languages.shared(interaction.guild_id)
            profile = await self.boards.profile(
                home(interaction),
                messages.board_of(pressed.board),
                player_id=pressed.player,
                name=to_plain(interaction),
                viewer_id=NOBODY,
                season=pressed.season,
            )
            picture = await self._profile_picture(profile, language, Priority.NONE)
            draw = partial(
                messages.profile_message,
                profile,
                picture,
                viewer_id=NOBODY,
                in_words=False,
                tournaments=await self._record(profile),
            )
            opening = custom_ids.ProfileButton(
                custom_ids.Verb.PROFILE, pressed.player, pressed.season, pressed.board
            )
            sharer = readers.name_of(interaction.user)
            await reply.share(for_everybody(draw, opening, sharer), language)

    async def _reset(
        self, interaction: discord.Interaction, pressed: custom_ids.BoardButton
    ) -> None:
        check_manages(interaction)
        if not is_private(interaction):
            raise RefusedError(common_texts.UNKNOWN_BUTTON)
        async with Reply(interaction, updating=True) as reply:
            await self.reset(reply, messages.board_of(pressed.board))


def to_plain(interaction: discord.Interaction) -> str:
    """Labels for people without a known name, in plain text."""
    return readers.to(interaction, leaderboard_texts.SOMEBODY)


_IN_WORDS = {
    custom_ids.Verb.BOARD: False,
    custom_ids.Verb.BOARD_MORE: False,
    custom_ids.Verb.PROFILE: False,
    custom_ids.Verb.BOARD_WORDS: True,
    custom_ids.Verb.PROFILE_WORDS: True,
}
"""Whether a button asks for text; the others leave it to the person's preference."""

"""Starts seasons, and undoes a reset or a season's start."""

from collections.abc import Mapping

import discord

from bot.tables.leaderboards.errors import NothingToUndoError
from bot.tables.leaderboards.service import LONGEST_NAME, Leaderboards
from bot.ui.i18n.readers import plain_reader_of, reader_of
from bot.ui.i18n.texts import common_texts, leaderboard_texts
from bot.ui.interactions.bot_permissions import check_manages, server
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.payloads import fields_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit import custom_ids
from bot.ui.kit.message import confirmation
from games.core.text import speak

NAME = "name"
"""The form field for a new season's name."""


class SeasonHandler:
    """One per client."""

    def __init__(self, boards: Leaderboards) -> None:
        self._boards = boards

    @property
    def handlers(self) -> Mapping[custom_ids.Verb, custom_ids.Handler]:
        return {custom_ids.Verb.SEASON_NEW: self._begin, custom_ids.Verb.SEASON_UNDO: self._undo}

    async def ask_to_begin(self, reply: Reply, name: str | None) -> None:
        """Open a form that explains what a new season does and asks for its name."""
        interaction = reply.interaction
        season = (await self._boards.seasons(server(interaction)))[0]
        to = plain_reader_of(interaction)
        button_id = custom_ids.SeasonButton(custom_ids.Verb.SEASON_NEW, "season", season.season)
        form = discord.ui.Modal(
            title=speak(leaderboard_texts.NEW_SEASON, to)[:45],
            custom_id=custom_ids.encode(button_id),
        )
        box: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=NAME, default=name, required=False, max_length=LONGEST_NAME
        )
        label = discord.ui.Label(
            text=speak(leaderboard_texts.SEASON_NAME, to)[:45],
            description=speak(leaderboard_texts.season_ends(season), to)[:100],
            component=box,
        )
        form.add_item(label)
        await reply.ask(form)

    async def begin(self, reply: Reply, name: str | None, *, after: int | None = None) -> None:
        """Begin a season; `after` is the season that was open when the form was shown."""
        season = await self._boards.new_season(server(reply.interaction), name, after=after)
        await reply.show_lines(leaderboard_texts.season_begun(season))

    async def undo(self, reply: Reply) -> None:
        """Undo the last reset of the open season, or else the start of the season.

        Asks for confirmation if matches would move to another season.
        """
        guild_id = server(reply.interaction)
        try:
            game = await self._boards.undo_reset(guild_id)
        except NothingToUndoError:
            begun = await self._boards.last_begun(guild_id)
        else:
            await reply.show_lines(leaderboard_texts.reset_undone(game))
            return
        if not begun.matches:
            await self._reopen(reply, begun.season.season)
            return
        asked, label = leaderboard_texts.season_undo_asked(begun), leaderboard_texts.UNDO_SURELY
        sure = custom_ids.SeasonButton(custom_ids.Verb.SEASON_UNDO, "season", begun.season.season)
        await reply.show(confirmation(reader_of(reply.interaction), asked, sure, label))

    async def _reopen(self, reply: Reply, season: int) -> None:
        reopened = await self._boards.undo_season(server(reply.interaction), season)
        await reply.show_lines(leaderboard_texts.season_reopened(reopened))

    async def _begin(
        self, interaction: discord.Interaction, pressed: custom_ids.SeasonButton
    ) -> None:
        """Begin a season from its submitted form; no button uses this verb."""
        check_manages(interaction)
        if interaction.type is not discord.InteractionType.modal_submit:
            raise RefusedError(common_texts.UNKNOWN_BUTTON)
        name = "".join(fields_of(interaction).get(NAME, ()))
        async with Reply(interaction) as reply:
            await self.begin(reply, name, after=pressed.season)

    async def _undo(
        self, interaction: discord.Interaction, pressed: custom_ids.SeasonButton
    ) -> None:
        check_manages(interaction)
        if not is_private(interaction):
            raise RefusedError(common_texts.UNKNOWN_BUTTON)
        async with Reply(interaction, updating=True) as reply:
            await self._reopen(reply, pressed.season)

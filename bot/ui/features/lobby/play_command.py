"""`/play`: one form for every game.

A game, bots, a preset and a clock have options of their own; whatever else a game or a table agrees
on is one completed line, so the command doesn't grow with the number of games.
"""

from typing import Any

import discord
from discord import app_commands

from bot.tables.domain.table_options import FIELDS
from bot.tables.domain.time_controls import CLOCK
from bot.tables.lobbies.practice import Company
from bot.ui.features.lobby.opening import TableOpening
from bot.ui.features.services import Services
from bot.ui.i18n.command_names import worded
from bot.ui.i18n.readers import plain_reader_of
from bot.ui.i18n.texts import lobby_texts
from bot.ui.interactions.bot_permissions import home
from bot.ui.interactions.command_options import (
    WHEN,
    Choices,
    as_choices,
    complete_clock,
    complete_games,
    key_of_game,
    level_choices,
    with_others,
)
from bot.ui.interactions.reply import Reply
from bot.ui.match.messages.options_line import complete_options, read_options_line
from games.core.ai.memory import Level
from games.core.options import PRESETS

MOST_BOTS = 24


def add_commands(services: Services, opening: TableOpening) -> None:
    presets = [
        app_commands.Choice(name=worded(title), value=str(key)) for key, title in PRESETS.items()
    ]

    @with_others
    @services.tree.command(name="play", description="Open a table in this channel")
    @app_commands.describe(
        game="The game (default: the list of all games)",
        bots="How many bots play",
        level=worded(lobby_texts.LEVEL_CHOICE),
        preset="How the match is played",
        clock="How long each player has to answer a question",
        options="Other options, such as cycles=2 (the list completes them)",
        start=WHEN,
    )
    @app_commands.choices(level=level_choices(), preset=presets)
    async def play(
        interaction: discord.Interaction,
        *,
        game: str | None = None,
        bots: app_commands.Range[int, 0, MOST_BOTS] = 0,
        level: str = Level.NORMAL.value,
        preset: str | None = None,
        clock: str | None = None,
        options: str | None = None,
        start: str | None = None,
    ) -> None:
        async with Reply(interaction) as reply:
            if game is None:
                await services.welcome.show(reply)
                return
            to = plain_reader_of(interaction)
            key = key_of_game(interaction, services.games, game)
            chosen = services.tables.game(key)
            values: dict[str, Any] = read_options_line(chosen, options or "", to, FIELDS)
            if clock is not None:
                values[CLOCK] = clock
            style = next((style for style in PRESETS if style == preset), None)
            starts_at = None
            if start is not None:
                player_id, guild_id = interaction.user.id, home(interaction)
                starts_at = await services.tables.preferences.start(player_id, guild_id, start)
            company = Company(bots, Level(level))
            await opening.open(reply, key, values, company, style, starts_at=starts_at)

    @play.autocomplete("options")
    async def offer_options(interaction: discord.Interaction, typed: str) -> Choices:
        to = plain_reader_of(interaction)
        typed_game = getattr(interaction.namespace, "game", None) or ""
        key = key_of_game(interaction, services.games, typed_game)
        game = next((game for game in services.games if game.info.key == key), None)
        return [] if game is None else as_choices(complete_options(game, typed, to, FIELDS))

    play.autocomplete("game")(complete_games(services.games))
    play.autocomplete("clock")(complete_clock)

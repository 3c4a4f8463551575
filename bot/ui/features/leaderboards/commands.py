"""`/leaderboard`, `/profile`, `/me hide`, and `/server season` for server managers."""

import discord
from discord import app_commands

from bot.tables.errors import TableError
from bot.ui.features.leaderboards.handlers import LeaderboardHandler
from bot.ui.features.leaderboards.messages import board_of
from bot.ui.features.services import Services
from bot.ui.i18n.readers import name_of, plain_reader_of, to
from bot.ui.i18n.texts import leaderboard_texts
from bot.ui.interactions import command_options
from bot.ui.interactions.bot_permissions import home, server
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.reply import Reply
from bot.ui.kit.custom_ids import EVERY
from data.records.leaderboards import EVER
from games.core.text import speak

GAME = "The game (default: all games)"
SEASON = "The season (default: the current one)"
TEXT = "As text instead of a picture"
ALL = (leaderboard_texts.ALL_GAMES, EVERY)
"""The board over all games, before those of single games."""


def add_commands(services: Services, leaderboards: LeaderboardHandler) -> None:
    offer = command_options.complete_games(services.games, ALL)
    _add_views(services, leaderboards, offer)
    _add_menu(services, leaderboards)
    services.groups.me.add_command(_hide(leaderboards))
    services.groups.server.add_command(_season(services, leaderboards, offer))


def _board(services: Services, interaction: discord.Interaction, typed: str) -> str:
    """Return the board that was chosen from the list, or whose title was typed."""
    return board_of(command_options.key_of_game(interaction, services.games, typed, ALL))


def _add_views(
    services: Services, handler: LeaderboardHandler, offer: command_options.Complete
) -> None:
    tree = services.tree

    @command_options.in_servers
    @tree.command(name="leaderboard", description="See who plays best on this server")
    @app_commands.rename(as_text="text")
    @app_commands.describe(game=GAME, season=SEASON, page="The page to show", as_text=TEXT)
    async def leaderboard(
        interaction: discord.Interaction,
        game: str = EVERY,
        season: app_commands.Range[int, EVER, 9999] | None = None,
        page: app_commands.Range[int, 1, 9999] = 1,
        as_text: bool | None = None,
    ) -> None:
        async with Reply(interaction) as reply:
            await handler.show_board(
                reply,
                _board(services, interaction, game),
                season=season,
                page=page - 1,
                in_words=as_text,
            )

    @command_options.with_others
    @tree.command(name="profile", description="See how someone plays on this server")
    @app_commands.rename(as_text="text")
    @app_commands.describe(
        player="The player (default: you)", game=GAME, season=SEASON, as_text=TEXT
    )
    async def profile(
        interaction: discord.Interaction,
        player: discord.User | None = None,
        game: str = EVERY,
        season: app_commands.Range[int, EVER, 9999] | None = None,
        as_text: bool | None = None,
    ) -> None:
        async with Reply(interaction) as reply:
            who = player or interaction.user
            await handler.show_profile(
                reply,
                who.id,
                _board(services, interaction, game),
                name=name_of(who),
                season=season,
                in_words=as_text,
            )

    async def seasons(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[int]]:
        return await _seasons(handler, interaction, typed)

    leaderboard.autocomplete("game")(offer)
    profile.autocomplete("game")(offer)
    leaderboard.autocomplete("season")(seasons)
    profile.autocomplete("season")(seasons)


def _add_menu(services: Services, handler: LeaderboardHandler) -> None:
    @command_options.with_others
    @services.tree.context_menu(name="Profile")
    async def profile_of(interaction: discord.Interaction, player: discord.User) -> None:
        async with Reply(interaction) as reply:
            await handler.show_profile(reply, player.id, board_of(EVERY), name=name_of(player))


def _hide(handler: LeaderboardHandler) -> app_commands.Group:
    group = app_commands.Group(
        name="hide", description="Hide yourself from leaderboards, or show yourself again"
    )

    @group.command(name="on", description="Hide from this server's leaderboards")
    async def hide(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            await handler.boards.hide(home(interaction), interaction.user.id, hidden=True)
            await reply.say(to(interaction, leaderboard_texts.HIDDEN))

    @group.command(name="off", description="Show up on this server's leaderboards again")
    async def show(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            await handler.boards.hide(home(interaction), interaction.user.id, hidden=False)
            await reply.say(to(interaction, leaderboard_texts.SHOWN))

    return group


def _season(
    services: Services, handler: LeaderboardHandler, offer: command_options.Complete
) -> app_commands.Group:
    """Register `/server season`, for server managers."""
    group = app_commands.Group(
        name="season", description="Manage the seasons of this server's leaderboards"
    )

    @group.command(name="new", description="End this season and start the next one")
    @app_commands.describe(name="The new season's name", surely="Don't ask for confirmation")
    async def new(
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 40] | None = None,
        surely: bool = False,
    ) -> None:
        async with Reply(interaction) as reply:
            if surely:
                await handler.seasons.begin(reply, name)
            else:
                await handler.seasons.ask_to_begin(reply, name)

    @group.command(name="reset", description="Reset one of this season's leaderboards")
    @app_commands.describe(game=GAME, surely="Don't ask for confirmation")
    async def reset(
        interaction: discord.Interaction, game: str = EVERY, surely: bool = False
    ) -> None:
        async with Reply(interaction) as reply:
            if surely:
                await handler.reset(reply, _board(services, interaction, game))
            else:
                await handler.ask_to_reset(reply, _board(services, interaction, game))

    reset.autocomplete("game")(offer)

    @group.command(name="undo", description="Take back the last reset or new season")
    async def undo(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            await handler.seasons.undo(reply)

    return group


async def _seasons(
    handler: LeaderboardHandler, interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[int]]:
    """Offer this server's seasons, newest first, and "all seasons" if there are several."""
    try:
        seasons = await handler.boards.seasons(server(interaction))
    except (TableError, RefusedError):
        return []
    speaker = plain_reader_of(interaction)
    labels = [
        (speak(leaderboard_texts.season_title(season), speaker), season.season)
        for season in seasons
    ]
    if len(seasons) > 1:
        labels.insert(1, (speak(leaderboard_texts.ALL_SEASONS, speaker), EVER))
    return command_options.as_choices(labels, typed)

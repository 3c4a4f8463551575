"""`/tournament`: open one, take part, and see how it stands."""

from typing import Any

import discord
from discord import app_commands

from bot.tables.competitions.tournaments import MOST_ROUNDS, NewTournament
from bot.tables.domain.time_controls import CLOCKS, NO_CLOCK
from bot.ui.features.services import Services
from bot.ui.features.tournaments.handlers import TournamentHandler
from bot.ui.i18n.command_names import worded
from bot.ui.i18n.readers import plain_reader_of, player_of
from bot.ui.i18n.texts import tournament_texts as texts
from bot.ui.interactions.bot_permissions import may_host, parent_of, server
from bot.ui.interactions.command_options import (
    IN_SERVERS,
    WHEN,
    Choices,
    as_choices,
    complete_games,
    key_of_game,
)
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.moderation import InteractionVisitor
from bot.ui.interactions.reply import Reply
from bot.ui.match.messages.options_line import complete_options, read_options_line
from games.core.text import speak

WHICH = "The tournament (only needed if there are several)"
MOST_SEATS = 13


def add_commands(services: Services, tournaments: TournamentHandler) -> None:
    group = app_commands.Group(
        name="tournament", description="Play a tournament on this server", **IN_SERVERS
    )
    _add_open(group, services, tournaments)
    _add_deeds(group, services, tournaments)
    _add_views(group, tournaments)
    services.tree.add_command(group)


def _add_open(
    group: app_commands.Group, services: Services, tournaments: TournamentHandler
) -> None:
    clocks = [
        app_commands.Choice(name=worded(clock.title), value=clock.key)
        for clock in CLOCKS
        if clock is not NO_CLOCK
    ]

    @group.command(name="open", description="Open a tournament in this channel")
    @app_commands.describe(
        game="What is played",
        start=WHEN,
        rounds="How many rounds (default: 3)",
        size="The most people at a table (default: 4)",
        clock="How long each player has to answer a question",
        options="Options of the game, such as cycles=2",
        zone="Your time zone: a name such as Europe/Madrid, or an offset such as +02:00",
    )
    @app_commands.choices(clock=clocks)
    async def open_one(
        interaction: discord.Interaction,
        *,
        game: str,
        start: str,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] = 3,
        size: app_commands.Range[int, 2, MOST_SEATS] | None = None,
        clock: str | None = None,
        options: str | None = None,
        zone: str | None = None,
    ) -> None:
        async with Reply(interaction) as reply:
            may_host(interaction)
            guild_id = server(interaction)
            to = plain_reader_of(interaction)
            key = key_of_game(interaction, services.games, game)
            opening = NewTournament(
                guild_id=guild_id,
                channel_id=interaction.channel_id or 0,
                parent_id=parent_of(interaction.channel),
                host=player_of(interaction),
                game_key=key,
                options=read_options_line(services.tables.game(key), options or "", to),
                clock=clock,
                rounds=rounds,
                table_size=size,
                starts_at=await services.tables.preferences.start(
                    interaction.user.id, guild_id, start, zone
                ),
            )
            await tournaments.open(reply, opening)

    @open_one.autocomplete("options")
    async def offer(interaction: discord.Interaction, typed: str) -> Choices:
        named = str(getattr(interaction.namespace, "game", "") or "")
        key, to = key_of_game(interaction, services.games, named), plain_reader_of(interaction)
        game = next((game for game in services.games if game.info.key == key), None)
        return [] if game is None else as_choices(complete_options(game, typed, to))

    open_one.autocomplete("game")(complete_games(services.games))


def _add_deeds(
    group: app_commands.Group, services: Services, tournaments: TournamentHandler
) -> None:
    deeds = {
        "join": ("Sign up for a tournament", tournaments.join),
        "leave": ("Withdraw from a tournament", tournaments.leave),
        "check-in": ("Say that you'll play the next round", tournaments.check_in),
        "start": ("Don't wait: go on to the next stage (host or moderator)", tournaments.go_on),
        "cancel": ("Cancel a tournament (host or moderator)", tournaments.ask_to_cancel),
        "standings": ("See the standings of a tournament", tournaments.show_standings),
    }
    for name, (description, deed) in deeds.items():
        _add_deed(group, services, name, description, deed)


def _add_deed(
    group: app_commands.Group, services: Services, name: str, description: str, deed: Any
) -> None:
    """Register a command that names a tournament."""
    sees_past = name == "standings"

    async def callback(interaction: discord.Interaction, tournament: str | None = None) -> None:
        named = await _only(services, interaction) if tournament is None else tournament
        await deed(interaction, named)

    command: app_commands.Command[Any, Any, None] = group.command(
        name=name, description=description
    )(callback)
    app_commands.describe(tournament=WHICH)(command)

    @command.autocomplete("tournament")
    async def offer(interaction: discord.Interaction, typed: str) -> Choices:
        return await _offered(services, interaction, typed, sees_past=sees_past)


def _add_views(group: app_commands.Group, tournaments: TournamentHandler) -> None:
    @group.command(name="past", description="See the tournaments that were finished here")
    async def past(interaction: discord.Interaction) -> None:
        await tournaments.show_past(interaction)


async def _only(services: Services, interaction: discord.Interaction) -> str:
    """The one open tournament: of this channel, else of this server; raises RefusedError."""
    queries = services.tables.tournaments.queries
    tournaments = await queries.open_in(server(interaction), InteractionVisitor(interaction))
    around = {interaction.channel_id, parent_of(interaction.channel)}
    here = [tournament for tournament in tournaments if tournament.channel_id in around] or list(
        tournaments
    )
    if not here:
        raise RefusedError(texts.NONE_OPEN)
    if len(here) > 1:
        raise RefusedError(texts.WHICH)
    return here[0].id


async def _offered(
    services: Services, interaction: discord.Interaction, typed: str, *, sees_past: bool
) -> Choices:
    """Offer the server's open tournaments, and for looking back the past ones."""
    queries, visitor = services.tables.tournaments.queries, InteractionVisitor(interaction)
    guild_id = interaction.guild_id or 0
    tournaments = [*await queries.open_in(guild_id, visitor)]
    if sees_past:
        tournaments += await queries.past(guild_id, visitor)
    to = plain_reader_of(interaction)
    labels = (
        (speak(texts.label(tournament.game.info.title, tournament.code), to), tournament.id)
        for tournament in tournaments
    )
    return as_choices(labels, typed)

"""`/help`, `/games`, `/rules`, `/practice`, `/why` and `/hint`: help for newcomers."""

import discord
from discord import app_commands

from bot.tables.lobbies.practice import Company
from bot.ui.features.coaching.handlers import CoachingHandler
from bot.ui.features.services import Services
from bot.ui.i18n.catalogues import known_language
from bot.ui.i18n.command_names import worded
from bot.ui.i18n.texts import lobby_texts
from bot.ui.interactions import command_options
from bot.ui.interactions.reply import Reply
from bot.ui.kit.custom_ids import MatchButton, Verb
from bot.ui.match.messages.rules import headings, rules_by_number
from games.core.ai.memory import Level
from games.core.game import AnyGame

WHICH = "Your table (only needed if you have several)"


def add_commands(services: Services, coaching: CoachingHandler) -> None:
    tree = services.tree
    _add_rules(services, coaching)
    _add_practice(services, coaching)
    _add_reasons(services, coaching)

    @tree.command(name="help", description="See what you can do here right now")
    async def help_(interaction: discord.Interaction) -> None:
        await coaching.show_help(interaction)

    @tree.command(name="games", description="See which games you can play here")
    async def games(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            await services.welcome.show(reply)


def _add_rules(services: Services, coaching: CoachingHandler) -> None:
    @services.tree.command(name="rules", description="Read a game's rules, with pictures")
    @app_commands.describe(
        game="The game", heading="A heading or a rule number", page="The page to show"
    )
    async def rules(
        interaction: discord.Interaction,
        game: str,
        heading: str | None = None,
        page: app_commands.Range[int, 1, 99] = 1,
    ) -> None:
        async with Reply(interaction) as reply:
            await coaching.show_rules(reply, _game(services, interaction, game), page - 1, heading)

    @rules.autocomplete("heading")
    async def complete(interaction: discord.Interaction, typed: str) -> command_options.Choices:
        named = getattr(interaction.namespace, "game", None) or ""
        chosen = command_options.key_of_game(interaction, services.games, named)
        games = {game.info.key: game for game in services.games}
        if chosen not in games:
            return []
        return _headings(games[chosen], known_language(str(interaction.locale)), typed.strip())

    rules.autocomplete("game")(command_options.complete_games(services.games))


def _game(services: Services, interaction: discord.Interaction, typed: str) -> AnyGame:
    """Return the game that was chosen or typed; raises NoSuchGameError."""
    return services.tables.game(command_options.key_of_game(interaction, services.games, typed))


def _headings(game: AnyGame, language: str, typed: str) -> command_options.Choices:
    """Offer headings, and rules too once a word or a number is typed."""
    offered = [
        (str(heading), heading.title[: command_options.LONGEST_CHOICE])
        for heading in headings(game, language)
    ]
    if typed:
        known = rules_by_number(game, language)
        offered += [(f"{number}. {words}", str(number)) for number, (_, words) in known.items()]
    return command_options.as_choices(offered, typed)


def _add_practice(services: Services, coaching: CoachingHandler) -> None:
    @services.tree.command(
        name="practice", description="Play alone against bots, with help on every move"
    )
    @app_commands.describe(
        game="The game",
        bots="How many bots (at least as many as the game needs)",
        level=worded(lobby_texts.LEVEL_CHOICE),
    )
    @app_commands.choices(level=command_options.level_choices())
    async def practice(
        interaction: discord.Interaction,
        game: str,
        bots: app_commands.Range[int, 1, 12] | None = None,
        level: str = Level.NORMAL.value,
    ) -> None:
        async with Reply(interaction) as reply:
            company = Company(bots, Level(level))
            await coaching.practise(reply, _game(services, interaction, game), company)

    practice.autocomplete("game")(command_options.complete_games(services.games))


def _add_reasons(services: Services, coaching: CoachingHandler) -> None:
    @services.tree.command(
        name="why", description="Find out why you can't choose something right now"
    )
    @app_commands.describe(table=WHICH)
    async def why(interaction: discord.Interaction, table: str | None = None) -> None:
        async with Reply(interaction) as reply:
            summary = await services.finder.own_match(interaction, table)
            await coaching.show_reasons(reply, summary.id)

    @services.tree.command(
        name="hint", description="See what a bot would do in your place, at a practice table"
    )
    @app_commands.describe(table=WHICH)
    async def hint(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await services.finder.practice_table(interaction, table)
        await services.router.press(interaction, MatchButton(Verb.ADVICE, summary.id))

    why.autocomplete("table")(services.finder.own_tables)
    hint.autocomplete("table")(services.finder.own_tables)

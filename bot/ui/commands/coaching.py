"""`/help`, `/rules`, `/learn`, `/practice`, `/why` and `/hint`: help for newcomers."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.tables.lobbies.practice import Company
from bot.ui.commands.context import LONGEST_CHOICE, Choices, CommandContext, Tree, as_choices
from bot.ui.commands.history import everywhere
from bot.ui.commands.play import levels
from bot.ui.custom_ids import ButtonId, Verb
from bot.ui.i18n.catalogues import known_language
from bot.ui.i18n.command_names import worded
from bot.ui.i18n.texts import lobby_texts
from bot.ui.interactions.reply import Reply
from bot.ui.messages.rules import headings, rules_by_number
from games.core.ai.memory import Level
from games.core.game import AnyGame

MOST_LESSONS = 9
"""The most lessons that a game may have."""

WHICH = "Your table (only needed if you have several)"


def add(tree: Tree, context: CommandContext) -> None:
    titles = context.game_choices
    _add_rules(tree, context, titles)
    _add_learn(tree, context, titles)
    _add_practice(tree, context, titles)
    _add_reasons(tree, context)

    @everywhere
    @tree.command(name="help", description="See what you can do here right now")
    async def help_(interaction: discord.Interaction) -> None:
        await context.coaching.show_help(interaction)


def _add_rules(tree: Tree, context: CommandContext, titles: Choices) -> None:
    @everywhere
    @tree.command(name="rules", description="Read a game's rules, with pictures")
    @app_commands.describe(
        game="The game", heading="A heading or a rule number", page="The page to show"
    )
    @app_commands.choices(game=titles)
    async def rules(
        interaction: discord.Interaction,
        game: str,
        heading: str | None = None,
        page: app_commands.Range[int, 1, 99] = 1,
    ) -> None:
        async with Reply(interaction) as reply:
            await context.coaching.show_rules(reply, context.coaching.game(game), page - 1, heading)

    @rules.autocomplete("heading")
    async def complete(interaction: discord.Interaction, typed: str) -> Choices:
        chosen = getattr(interaction.namespace, "game", None)
        games = {game.info.key: game for game in context.games}
        if chosen not in games:
            return []
        return _headings(games[chosen], known_language(str(interaction.locale)), typed.strip())


def _headings(game: AnyGame, language: str, typed: str) -> Choices:
    """Offer headings, and rules too once a word or a number is typed."""
    offered = [(str(one), one.title[:LONGEST_CHOICE]) for one in headings(game, language)]
    if typed:
        known = rules_by_number(game, language)
        offered += [(f"{number}. {words}", str(number)) for number, (_, words) in known.items()]
    return as_choices(offered, typed)


def _add_learn(tree: Tree, context: CommandContext, titles: Choices) -> None:
    taught = {game.info.key for game in context.games if game.lessons}

    @everywhere
    @tree.command(name="learn", description="Learn a game in a few short lessons")
    @app_commands.describe(
        game="The game",
        lesson="The number of a lesson (default: the first you haven't passed)",
        answer="Your answer, if you'd rather type it (the list shows what's legal)",
    )
    @app_commands.choices(game=[title for title in titles if title.value in taught])
    async def learn(
        interaction: discord.Interaction,
        game: str,
        lesson: app_commands.Range[int, 1, MOST_LESSONS] | None = None,
        answer: str | None = None,
    ) -> None:
        async with Reply(interaction) as reply:
            key = context.coaching.game(game).info.key
            if answer is None:
                await context.lessons.show(reply, key, lesson)
            else:
                await context.lessons.answer(reply, key, lesson, answer)

    @learn.autocomplete("answer")
    async def complete(interaction: discord.Interaction, typed: str) -> Choices:
        chosen = getattr(interaction.namespace, "game", None)
        number = getattr(interaction.namespace, "lesson", None)
        return await context.lessons.complete(interaction, chosen, number, typed)


def _add_practice(tree: Tree, context: CommandContext, titles: Choices) -> None:
    @everywhere
    @tree.command(name="practice", description="Play alone against bots, with help on every move")
    @app_commands.describe(
        game="The game",
        bots="How many bots (at least as many as the game needs)",
        level=worded(lobby_texts.LEVEL_CHOICE.message),
    )
    @app_commands.choices(game=titles, level=levels())
    async def practice(
        interaction: discord.Interaction,
        game: str,
        bots: app_commands.Range[int, 1, 12] | None = None,
        level: str = Level.NORMAL.value,
    ) -> None:
        async with Reply(interaction) as reply:
            company = Company(bots, Level(level))
            await context.coaching.practise(reply, context.coaching.game(game), company)


def _add_reasons(tree: Tree, context: CommandContext) -> None:
    @everywhere
    @tree.command(name="why", description="Find out why you can't choose something right now")
    @app_commands.describe(table=WHICH)
    async def why(interaction: discord.Interaction, table: str | None = None) -> None:
        async with Reply(interaction) as reply:
            summary = await context.own_match(interaction, table)
            await context.coaching.show_reasons(reply, summary.id)

    @everywhere
    @tree.command(
        name="hint", description="See what a bot would do in your place, at a practice table"
    )
    @app_commands.describe(table=WHICH)
    async def hint(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await context.practice_table(interaction, table)
        await context.buttons.handle(interaction, ButtonId(Verb.ADVICE, summary.id))

    why.autocomplete("table")(context.own_tables)
    hint.autocomplete("table")(context.own_tables)

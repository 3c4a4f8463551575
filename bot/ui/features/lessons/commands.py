"""`/learn` and `/match train`."""

import discord
from discord import app_commands

from bot.ui.features.lessons.handlers import LessonHandler
from bot.ui.features.services import Services
from bot.ui.interactions.command_options import Choices, complete_games, key_of_game
from bot.ui.interactions.reply import Reply

MOST_LESSONS = 9
"""The most lessons that a game may have."""


def add_commands(services: Services, lessons: LessonHandler) -> None:
    taught = [game for game in services.games if game.lessons]

    @services.tree.command(name="learn", description="Learn a game in a few short lessons")
    @app_commands.describe(
        game="The game",
        lesson="The number of a lesson (default: the first you haven't passed)",
        answer="Your answer, if you'd rather type it (the list shows what's legal)",
    )
    async def learn(
        interaction: discord.Interaction,
        game: str,
        lesson: app_commands.Range[int, 1, MOST_LESSONS] | None = None,
        answer: str | None = None,
    ) -> None:
        async with Reply(interaction) as reply:
            key = services.tables.game(key_of_game(interaction, taught, game)).info.key
            if answer is None:
                await lessons.show(reply, key, lesson)
            else:
                await lessons.answer(reply, key, lesson, answer)

    @learn.autocomplete("answer")
    async def complete(interaction: discord.Interaction, typed: str) -> Choices:
        named = getattr(interaction.namespace, "game", None)
        chosen = None if named is None else key_of_game(interaction, taught, named)
        number = getattr(interaction.namespace, "lesson", None)
        return await lessons.complete(interaction, chosen, number, typed)

    @services.groups.match.command(name="train", description="Decide again what cost you matches")
    async def train(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            await lessons.train(reply)

    learn.autocomplete("game")(complete_games(taught))

"""The offer of a game's lessons to somebody new to it."""

import discord

from bot.tables.application import Application
from bot.ui.i18n.readers import to
from games.core.text import Text, say_many


async def lesson_offer(
    tables: Application, interaction: discord.Interaction, game_key: str
) -> str | None:
    """Return the offer of a game's lessons for somebody new to it, once."""
    count = await tables.lessons.offer(interaction.user.id, game_key)
    if not count:
        return None
    game = next(game for game in tables.games if game.info.key == game_key)
    return to(interaction, _offer(game.info.title, count))


def _offer(game: Text, count: int) -> Text:
    """The sentence that offers the lessons of a game to somebody new to it."""
    return say_many(
        "New to {game}? /learn teaches it in {n} short lesson.",
        "New to {game}? /learn teaches it in {n} short lessons.",
        count,
        game=game,
    )

"""`/me tables`, `/me watch`, `/me text` and `/me privacy`; they work everywhere."""

import discord
from discord import app_commands

from bot.tables.domain.views import MatchSummary
from bot.tables.errors import TableError
from bot.ui.features.me.privacy import PrivacyHandler
from bot.ui.features.services import Services
from bot.ui.i18n.readers import reader_of, to
from bot.ui.i18n.texts import common_texts, server_texts
from bot.ui.i18n.texts.time_texts import moment
from bot.ui.interactions.bot_permissions import server
from bot.ui.interactions.command_options import complete_games, key_of_game
from bot.ui.interactions.errors import sentence
from bot.ui.interactions.reply import Reply
from bot.ui.kit.custom_ids import TableButton, Verb
from bot.ui.kit.message import Item, OutgoingMessage, button, linked, paragraph
from data.records.matches import Life
from games.core.errors import UnknownVersionError
from games.core.text import Reader, Text

MOST_LINES = 12
"""Each has three components, and a message at most forty."""


def add_commands(services: Services, privacy: PrivacyHandler) -> None:
    me = services.groups.me

    @me.command(name="tables", description="See all your tables, the ones waiting for you first")
    async def tables(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            player_id, reader = interaction.user.id, reader_of(interaction)
            mine = await services.tables.queries.matches_of(player_id, is_missed=True)
            lines = [await _line(services, match, player_id, reader) for match in mine[:MOST_LINES]]
            heading = server_texts.MINE if mine else server_texts.NONE_OF_MINE
            items: list[Item] = [paragraph(reader, heading), *lines]
            if len(mine) > MOST_LINES:
                items.append(paragraph(reader, server_texts.and_more(len(mine) - MOST_LINES)))
            await reply.show(OutgoingMessage(tuple(items)))

    @me.command(name="text", description="Get text instead of pictures, or pictures again")
    @app_commands.describe(on="Text instead of pictures?")
    async def text(interaction: discord.Interaction, on: bool = True) -> None:
        async with Reply(interaction) as reply:
            await services.tables.people.set_text_only(interaction.user.id, on)
            await reply.say(to(interaction, common_texts.TEXT_ON if on else common_texts.TEXT_OFF))

    @me.command(name="watch", description="Hear when somebody opens a game on this server")
    @app_commands.describe(game="The game", on="Tell you about new tables?")
    async def watch(interaction: discord.Interaction, game: str, on: bool = True) -> None:
        async with Reply(interaction) as reply:
            info = services.tables.game(key_of_game(interaction, services.games, game)).info
            guild_id, player_id = server(interaction), interaction.user.id
            await services.tables.watches.set(guild_id, info.key, player_id, watches=on)
            await reply.show_lines(server_texts.watching(info.title, on=on))

    watch.autocomplete("game")(complete_games(services.games))
    me.add_command(_privacy(privacy))


def _privacy(privacy: PrivacyHandler) -> app_commands.Group:
    group = app_commands.Group(name="privacy", description="Manage the data I keep about you")

    @group.command(name="export", description="Get everything I keep about you as a file")
    async def export(interaction: discord.Interaction) -> None:
        await privacy.export(interaction)

    @group.command(name="forget", description="Delete everything I keep about you")
    async def forget(interaction: discord.Interaction) -> None:
        await privacy.ask(interaction)

    return group


async def _line(services: Services, summary: MatchSummary, player_id: int, reader: Reader) -> Item:
    """A table: its place, what it waits for and since when, and a button that leads to it."""
    url = await services.publics.url(summary.id, summary)
    channel = await services.publics.channel(summary.id)
    place = common_texts.PRACTICE if summary.is_practice else None
    if url is not None and channel is not None and not summary.answers_only:
        place = server_texts.channel(channel)
    since = moment(summary.waiting_since or summary.created)
    stage = await _stage(services, summary, player_id)
    line = server_texts.mine(summary.game.info.title, summary.code, place, (stage, since))
    return table_line(line, summary.id if summary.is_practice else None, url, reader)


def table_line(line: Text, practice: str | None, url: str | None, reader: Reader) -> Item:
    """A line with a button to a practice table, or to the message at `url`; or neither."""
    words = paragraph(reader, line)
    if practice is not None:
        hand = TableButton(Verb.HAND, practice)
        return discord.ui.Section(words, accessory=button(reader, hand, server_texts.CONTINUE))
    return words if url is None else linked(reader, line, url, common_texts.TABLE)


async def _stage(services: Services, summary: MatchSummary, player_id: int) -> Text:
    if summary.life is Life.LOBBY:
        return server_texts.LOBBY
    try:
        waits = await services.tables.queries.awaits(summary.id, player_id)
    except (TableError, UnknownVersionError) as error:  # it cannot be read; the others can
        return sentence(error)
    return server_texts.WAITING if waits else server_texts.IN_PROGRESS

"""`/move`: any move as text, with autocompletion; `/premove`: the same ahead of its question."""

from collections.abc import Callable

import discord
from discord import app_commands

from bot.tables.domain.views import MatchView, Question
from bot.tables.errors import TableError
from bot.tables.matches.moves import Press
from bot.ui.controls.typed_moves import complete_line, parse
from bot.ui.features.services import Services
from bot.ui.i18n import readers
from bot.ui.i18n.texts import common_texts, premove_texts
from bot.ui.interactions.command_options import Choices, Tree, as_choices
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.reply import Reply
from games.core.errors import NotYourTurnError
from games.core.text import Text, speak

WHICH = "Your table (only needed if you have several)"


def add_commands(services: Services) -> None:
    tree = services.tree

    @tree.command(name="move", description="Make a move by typing it")
    @app_commands.describe(move="Your move (the list shows what's legal)", table=WHICH)
    async def move(interaction: discord.Interaction, move: str, table: str | None = None) -> None:
        async with Reply(interaction) as reply:
            summary = await services.finder.own_match(interaction, table)
            match_view = await services.tables.queries.match_view(summary.id, interaction.user.id)
            await reply.say(await _move(services, interaction, match_view, move))

    @move.autocomplete("move")
    async def complete(interaction: discord.Interaction, typed: str) -> Choices:
        return await _answers(services, interaction, typed, lambda match_view: match_view.question)

    move.autocomplete("table")(services.finder.own_tables)
    _add_premove(tree, services)


async def _move(
    services: Services, interaction: discord.Interaction, match_view: MatchView, typed: str
) -> str:
    """Make the typed move; returns what happened, from this player's point of view."""
    language = str(interaction.locale)
    question = match_view.question
    if question is None:
        raise NotYourTurnError(match_view.summary.seat_of(interaction.user.id) or 0)
    form = parse(question.prompt, readers.plain_reader(language, match_view.summary.names), typed)
    speaker = readers.reader(language, match_view.summary.names)
    if isinstance(form, Text):
        return speak(form, speaker)
    answered = await services.tables.answers.answer(
        question.match,
        Press(
            interaction_id=interaction.id,
            player_id=interaction.user.id,
            seat=question.seat,
            ticket=question.ticket,
            form=form,
        ),
    )
    words = (
        [common_texts.MOVE_WAS_MADE]
        if answered.repeated
        else [common_texts.MOVED, *answered.events]
    )
    after = await services.tables.queries.match_view(question.match, interaction.user.id)
    if after.tableau.headline not in words:
        words.append(after.tableau.headline)
    return "\n".join(speak(text, speaker) for text in words)[:1900]


def _add_premove(tree: Tree, services: Services) -> None:
    group = app_commands.Group(name="premove", description="Make or cancel a premove")

    @group.command(name="make", description="Answer a question before it comes up, in secret")
    @app_commands.describe(answer="Your answer (the list shows what you can say)", table=WHICH)
    async def make(interaction: discord.Interaction, answer: str, table: str | None = None) -> None:
        async with Reply(interaction) as reply:
            await reply.say(await _premove(services, interaction, answer, table))

    @make.autocomplete("answer")
    async def complete(interaction: discord.Interaction, typed: str) -> Choices:
        return await _answers(services, interaction, typed, lambda match_view: match_view.premove)

    @group.command(name="cancel", description="Cancel your premove")
    @app_commands.describe(table=WHICH)
    async def cancel(interaction: discord.Interaction, table: str | None = None) -> None:
        async with Reply(interaction) as reply:
            summary = await services.finder.own_match(interaction, table)
            was = await services.tables.premoves.take_back(summary.id, interaction.user.id)
            await services.surfaces.refresh(summary.id)
            outcome = premove_texts.FORGOTTEN if was else premove_texts.NONE_LEFT
            await reply.say(readers.to(interaction, outcome))

    make.autocomplete("table")(services.finder.own_tables)
    cancel.autocomplete("table")(services.finder.own_tables)
    tree.add_command(group)


async def _premove(
    services: Services, interaction: discord.Interaction, typed: str, table: str | None
) -> str:
    """Keep the typed premove; returns the message for the player."""
    summary = await services.finder.own_match(interaction, table)
    premove = (await services.tables.queries.match_view(summary.id, interaction.user.id)).premove
    if premove is None:
        raise RefusedError(premove_texts.NOTHING_AHEAD)
    form = parse(premove.prompt, readers.plain_reader_of(interaction, summary.names), typed)
    if isinstance(form, Text):
        return readers.to(interaction, form, summary.names)
    await services.tables.premoves.keep(summary.id, interaction.user.id, premove.ticket, form)
    await services.surfaces.refresh(summary.id)
    return readers.to(interaction, premove_texts.KEPT)


async def _answers(
    services: Services,
    interaction: discord.Interaction,
    typed: str,
    question_of: Callable[[MatchView], Question | None],
) -> Choices:
    """Autocomplete an answer to one of the questions that this person may answer."""
    named = getattr(interaction.namespace, "table", None) or None
    try:
        summary = await services.finder.own_match(interaction, named)
        match_view = await services.tables.queries.match_view(summary.id, interaction.user.id)
    except (TableError, RefusedError):
        return []  # there is nothing to complete; the command itself gives the reason
    question = question_of(match_view)
    if question is None:
        return []
    to = readers.plain_reader_of(interaction, summary.names)
    pairs = complete_line(question.prompt, to, typed)
    return as_choices(pairs)

"""Asks which table a command means, and runs the command at the chosen one.

The command is stored under its interaction id, so the buttons survive a restart and their ids
reveal nothing. The command runs again from the start, so the press rechecks every right.
"""

from copy import copy, deepcopy
from typing import Any, Protocol

import discord

from bot.tables.application import Application
from bot.tables.domain.views import MatchSummary
from bot.ui.i18n.readers import plain_reader_of, reader_of
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.errors import RefusedError, WhichTableError
from bot.ui.interactions.payloads import chosen_of
from bot.ui.interactions.reply import Reply
from bot.ui.interactions.router import Router
from bot.ui.kit import custom_ids, message
from bot.ui.kit.limits import ROW
from data.records.matches import Life
from games.core.text import say, speak

ANY = "any"
"""Stands in for the match in a menu's custom id; the menu's values are the matches."""


class Runner(Protocol):
    """Runs commands."""

    async def run(self, interaction: discord.Interaction) -> None: ...


class TableChoice:
    """One per client."""

    def __init__(self, tables: Application, router: Router, runner: Runner) -> None:
        self._tables = tables
        self._runner = runner
        router.add_buttons({custom_ids.Verb.THIS_TABLE: self._carry_on})

    async def ask(self, interaction: discord.Interaction, error: WhichTableError) -> None:
        """Offer the tables that a command may mean."""
        async with Reply(interaction) as reply:
            typed: Any = interaction.data
            await self._tables.answers.keep_typed(interaction.id, interaction.user.id, dict(typed))
            head = message.paragraph(reader_of(interaction), common_texts.WHICH_OF_THESE)
            await reply.show(
                message.OutgoingMessage((head, _offered(interaction, error.summaries)))
            )

    async def _carry_on(
        self, interaction: discord.Interaction, button_id: custom_ids.CommandButton
    ) -> None:
        """Run a command again, with the chosen table."""
        typed = await self._tables.answers.typed(button_id.command)
        if typed is None:
            raise RefusedError(common_texts.TYPED_TOO_LONG_AGO)
        match_id = chosen_of(interaction) if button_id.table == ANY else button_id.table
        again = copy(interaction)
        again.type = discord.InteractionType.application_command
        again.message = None
        again.data = with_table(typed, match_id)  # type: ignore[assignment]  # as Discord sent it
        await self._runner.run(again)


def with_table(typed: dict[str, Any], match_id: str) -> dict[str, Any]:
    """Return the typed options, with `table` filled in."""
    data = deepcopy(typed)
    deepest = data
    while (below := deepest.get("options") or []) and "options" in below[0]:
        deepest = below[0]
    options = [option for option in deepest.get("options") or [] if option["name"] != "table"]
    text = discord.AppCommandOptionType.string.value
    deepest["options"] = [*options, {"name": "table", "type": text, "value": match_id}]
    return data


def label_of(interaction: discord.Interaction, summary: MatchSummary) -> str:
    """Return a table's label in a list of several."""
    to_person = plain_reader_of(interaction, summary.names)
    names = ", ".join(name for name in summary.names if name)
    # The number of answers would reveal a secret change of mind.
    stage = say("lobby") if summary.life is Life.LOBBY else say("in progress")
    title = say("{game}, {stage}", game=summary.game.info.title, stage=stage)
    return f"{summary.code} · {speak(title, to_person)}: {names}"[:100]


def _offered(interaction: discord.Interaction, summaries: tuple[MatchSummary, ...]) -> message.Item:
    """A button for each table, or a menu if there are many."""
    if len(summaries) <= ROW:
        return discord.ui.ActionRow(
            *(
                discord.ui.Button[Any](
                    custom_id=custom_ids.encode(
                        custom_ids.CommandButton(
                            custom_ids.Verb.THIS_TABLE, summary.id, command=interaction.id
                        )
                    ),
                    label=label_of(interaction, summary)[:80],
                )
                for summary in summaries
            )
        )
    options = [
        discord.SelectOption(label=label_of(interaction, summary), value=summary.id)
        for summary in summaries
    ]
    every = custom_ids.CommandButton(custom_ids.Verb.THIS_TABLE, ANY, command=interaction.id)
    return message.menu(reader_of(interaction), every, common_texts.WHICH_OF_THESE, options)

"""A small discord.py bot that edits and commits what ours does at a press, and nothing else.

It takes over the tables of a bot of ours without pictures. A press edits each message of its table
into what that shows already, and writes the rows of a step with plain `sqlite3`.
"""

import asyncio
import io
import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sqlite3 import Connection
from typing import Any, NamedTuple

import discord
from discord.components import _component_factory
from discord.ui.view import _component_to_item

from playground.world.components import media_urls
from playground.world.serializers import PREFIX
from playground.world.world import World
from tests.bench.bench_data import Statements, commit, overheard, repeat, twins
from tests.bench.hosting import Seated

STEPS = 400
"""How many steps are recorded. Each is written once."""

Components = list[dict[str, Any]]


class Table(NamedTuple):
    """The messages of one table: its public one, and the hand of each player."""

    channel: int
    message: int
    table: Components
    hands: dict[str, Components]
    """By the player's id."""


def shown(world: World, tables: Iterable[Seated]) -> str:
    """Return the messages of tables, as the bare bot reads them."""
    rows = []
    for seated in tables:
        message = world.messages[seated.channel.last_message_id or 0]
        hands = {str(user): world.messages[hand].components for user, hand in seated.hands.items()}
        rows.append(Table(seated.channel.id, message.id, message.components, hands))
    return json.dumps(rows)


class BareBot(discord.Client):
    """Edits and commits; every press at a table is the same."""

    def __init__(self, tables: Iterable[Table], bare: Connection, steps: list[Statements]) -> None:
        super().__init__(intents=discord.Intents.none())
        self._tables = {table.channel: table for table in tables}
        self._opened: dict[int, dict[str, discord.Interaction]] = {
            each: {} for each in self._tables
        }
        self._bare, self._steps = bare, iter(steps)
        self._thread = ThreadPoolExecutor(1)
        self._busy, self._rest = 0, asyncio.Event()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press, or the command that opens a hand."""
        table, user = self._tables[interaction.channel_id or 0], str(interaction.user.id)
        shown, opened = table.hands[user], self._opened[table.channel]
        if interaction.type is discord.InteractionType.application_command:
            opened[user] = interaction
            names = [url.removeprefix(PREFIX) for url in media_urls(shown)]
            files = [discord.File(io.BytesIO(b"a picture"), name) for name in names]
            await interaction.response.send_message(view=_view(shown), files=files, ephemeral=True)
            return
        self._busy += 1
        steps = next(self._steps)
        await asyncio.get_running_loop().run_in_executor(self._thread, repeat, self._bare, steps)
        message = self.get_partial_messageable(table.channel).get_partial_message(table.message)
        await asyncio.gather(
            interaction.response.edit_message(view=_view(shown)),
            message.edit(view=_view(table.table)),
            *(
                hand.edit_original_response(view=_view(table.hands[other]))
                for other, hand in opened.items()
                if other != user
            ),
        )
        self._busy -= 1
        self._rest.set()

    async def settled(self) -> None:
        """Return when everything is answered and edited."""
        while self._busy:
            self._rest.clear()
            await self._rest.wait()


def _view(components: Components) -> discord.ui.LayoutView:
    """Build a view as a program does that has its parts as values."""
    view = discord.ui.LayoutView(timeout=None)
    for data in components:
        component = _component_factory(data)  # type: ignore[arg-type]  # data that Discord sent
        assert component is not None
        view.add_item(_component_to_item(component))
    view.stop()
    return view


async def bare_bot(tables: str, folder: Path) -> BareBot:
    """Record steps in this folder, and return a bot for these tables."""
    store, match, bare = await twins(folder)
    steps = []
    for number in range(1, STEPS + 1):
        with overheard() as statements:
            await commit(store, match, number)
        steps.append(statements)
    await store.close()
    return BareBot((Table(*row) for row in json.loads(tables)), bare, steps)

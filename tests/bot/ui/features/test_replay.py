"""A replay fits into one message, however many seats the table has."""

from __future__ import annotations

from pathlib import Path

import discord

from bot.tables.history.archive import Archive, Eyes
from bot.ui.features.history.messages.replay import (
    eyes_code,
    eyes_of,
    replay_message,
)
from bot.ui.i18n.readers import reader
from bot.ui.kit.limits import CHARACTERS, COMPONENTS
from bot.ui.kit.message import OutgoingFile
from games import GAMES
from games.tomatomat import TOMATOMAT
from tests.bot.tables.support import ANA, PEOPLE, Guest, local_app


async def test_the_largest_table_fits_with_every_hand_open(tmp_path: Path) -> None:
    """Thirteen open hands fit into a message."""
    tomate = GAMES[0]
    async with local_app(tmp_path / "tables.db") as app:
        players = PEOPLE[: tomate.info.seats[1]]
        card = await app.started(players, tomate, cycles=5)
        for _ in range(40):
            owing = await app.awaited(card.id, players)
            await app.press(card.id, owing[0])
        for player in players:
            await app.tables.seats.leave(card.id, player)
        archive = Archive(app.store, app.games)
        moment = await archive.moment(card.id, 40, "open", Guest(ANA.id))
    table = tuple(OutgoingFile(f"table{n}.png", b"", "a table") for n in range(2))
    message = replay_message(moment, table, reader("en", ["A name" * 5] * 13))
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.Container(*message.items))

    assert len(moment.hands) == len(players)
    assert view.total_children_count <= COMPONENTS
    assert view.content_length() <= CHARACTERS


async def test_a_long_step_says_what_it_leaves_out(tmp_path: Path) -> None:
    """A round of Tomatomat with four players shows its first slots, and counts the other lines."""
    async with local_app(tmp_path / "tables.db") as app:
        card = await app.started(PEOPLE[:4], TOMATOMAT)
        await app.play_out(card.id, PEOPLE[:4])
        steps = await app.store.history.steps(card.id)
        longest = max(steps, key=lambda record: len(record.events))
        archive = Archive(app.store, app.games)
        moment = await archive.moment(card.id, longest.step, "watcher", Guest(ANA.id))
    to = reader("es", ["A name" * 5] * 4)
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.Container(*replay_message(moment, (), to).items))
    shown = "\n".join(
        t.content for t in view.walk_children() if isinstance(t, discord.ui.TextDisplay)
    )
    lines = shown.count("-# • ")

    assert 0 < lines < len(moment.entry.events)
    assert (
        f"-# … y {len(moment.entry.events) - lines} líneas más, que están en /partida registro"
    ) in shown
    assert view.content_length() <= CHARACTERS


def test_eyes_are_written_and_read_alike() -> None:
    """An eyes code is read back as the same eyes, and an invalid code as all hands."""
    every: tuple[Eyes, ...] = ("watcher", "open", 0, 12)

    assert [eyes_of(eyes_code(eyes)) for eyes in every] == list(every)
    assert {eyes_of(code) for code in ("", "x", "-1", "open")} == {"open"}

"""Interactions as the gateway brings them at its worst: more than once, or to a slow host."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.playground.people import Person
from bot.ui import replies
from tests.bot.ui.wire.club import TABLE, Club


def twice(bring: Callable[[], None]) -> None:
    bring()
    bring()


async def test_what_is_delivered_twice_is_done_once(club: Club, ana: Person) -> None:
    """A command that comes twice opens one table, and a press that does adds one bot."""
    club.playground.desk.courier = twice
    await ana.slash(TABLE, "play tomate")
    await club.bot.client.answered()
    await club.settled()
    lobby = club.public(ana)
    club.playground.desk.courier = twice
    await ana.click(lobby, "Add a bot")
    await club.bot.client.answered()
    await club.settled()

    assert len(await club.bot.tables.matches_of(ana.user.id)) == 1
    assert lobby.text.count("(bot)") == 1


async def test_a_host_too_slow_for_a_form_asks_for_another_press(
    club: Club, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once more time was asked for no form can open: a sentence says so, the next press asks."""
    lobby = await club.lobby(ana)
    with monkeypatch.context() as slow:
        slow.setattr(replies, "PATIENCE", 0)
        await ana.select(lobby, "Table options …", "Reserves")
        await club.bot.client.answered()
    said = ana.latest(TABLE)
    form = await ana.select(lobby, "Table options …", "Reserves")

    assert said.ephemeral
    assert "press once more" in said.text
    assert form.modal.labels == ["Reserves"]

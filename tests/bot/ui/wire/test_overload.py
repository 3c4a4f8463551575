"""Where no painter has time, presses are answered in words, and the pictures come later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from bot.playground.answers import DEFER
from bot.playground.people import Person
from bot.playground.shown import ShownMessage
from bot.tables.service import Tables
from bot.ui import presses, repeating, replies
from bot.ui.painters import Haste, Painters, TooBusyError
from tests.bot.ui.wire.club import Club, controls

T = TypeVar("T")


def pictures(shown: ShownMessage) -> list[str]:
    return [attachment.filename for attachment in shown.value.attachments]


async def test_pictures_are_skipped_and_made_up_for(
    club: Club, ana: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands and tables are played in words under load; when it is over, they get their pictures."""
    table = await club.table(ana, ben)
    hands = {person: await club.hand(person, table) for person in (ana, ben)}
    paint, overload = Painters.paint, [True]

    async def busy(painters: Painters, work: Callable[[], T], haste: Haste = Haste.NONE) -> T:
        if overload and haste is not Haste.NONE:
            raise TooBusyError
        return await paint(painters, work, haste)

    monkeypatch.setattr(Painters, "paint", busy)
    monkeypatch.setattr(repeating, "RESTS", (0.01,))
    asked = await club.asked(*hands.values())
    mover = next(person for person, hand in hands.items() if hand is asked)
    before = table.text
    await mover.click(asked, controls(asked)[0])
    await club.playground.until(
        lambda: table.text != before and not any(map(pictures, (table, *hands.values()))),
        "the table and both hands in words",
    )
    in_words = {person: hand.text for person, hand in hands.items()}
    overload.clear()
    await club.settled()

    assert pictures(table) == ["table.png", "recent.png"]
    assert [pictures(hand) for hand in hands.values()] == [["hand.png"], ["hand.png"]]
    assert all(len(hands[person].text) < len(in_words[person]) for person in hands)


async def test_a_disk_that_stands_still_delays_no_acknowledgement(
    club: Club, ana: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While nothing can be written a press is told to wait, and answered when writing goes on."""
    table = await club.table(ana, ben)
    sight, remember, writes = Tables.sight, Tables.remember, asyncio.Event()

    async def late_sight(tables: Tables, *of: Any) -> Any:
        await writes.wait()
        return await sight(tables, *of)

    async def late_note(tables: Tables, *of: Any) -> None:
        await writes.wait()
        await remember(tables, *of)

    monkeypatch.setattr(Tables, "sight", late_sight)
    monkeypatch.setattr(Tables, "remember", late_note)
    monkeypatch.setattr(presses, "MEETING", 0.01)
    monkeypatch.setattr(replies, "PATIENCE", 0.01)
    pressed = asyncio.create_task(ana.click(table, "My hand"))
    interactions = club.playground.world.interactions
    await club.playground.until(
        lambda: list(interactions.values())[-1].answer == DEFER, "to be told to wait"
    )
    writes.set()

    assert pictures((await pressed).message) == ["hand.png"]

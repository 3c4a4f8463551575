"""Exact costs of a press, to notice any increase."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.ui.interactions import reply, router
from bot.ui.sync import reconciler
from games import game as game_of
from playground.testing.people import PlaygroundUser
from tests.bot.tables.support import ManualClock
from tests.integration.support.costs import Costs, counted
from tests.integration.support.running_bot import TABLE, RunningBot, controls, forge
from tests.support.playground import opened

MOVES = 5
NAMES = ("Ana", "Ben", "Chen", "Dora", "Emil")

Moves = list[tuple[int, int, int]]


@asynccontextmanager
async def counting(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[RunningBot, Costs]]:
    """Open a running bot with a frozen clock, so that a slow machine delays nothing."""
    monkeypatch.setattr(reply, "PATIENCE", 60.0)
    monkeypatch.setattr(router, "MEETING", 60.0)
    async with opened() as playground:
        env = RunningBot(playground, folder / "tomato-table.db", time=ManualClock())
        async with env.open():
            with counted(playground, monkeypatch) as costs:
                yield env, costs


async def moves(
    env: RunningBot, costs: Costs, people: list[PlaygroundUser], **options: Any
) -> Moves:
    """Let these people make three moves; return the cost of each.

    Each paints the table and every hand, and each of them once. It does not wake the scheduler,
    since its reminders are due later than the next round, and the event loop makes no view and no
    message of a match.
    """
    table = await env.table(*people, cycles=1, **options)
    hands = {person: await env.hand(person, table) for person in people}
    counts = []
    for number in range(3):
        person, asked = await env.asked_of(hands)
        await settled(env)
        costs.clear()
        await person.click(asked, controls(asked)[0])
        await settled(env)
        counts.append(costs.counts)
        assert sorted(costs.kinds) == [*["hand"] * len(people), "table"]
        # The deal woke it, perhaps only just before the first move.
        assert number == 0 or costs.scheduled == 0
        assert costs.on_loop == []
    return counts


async def settled(env: RunningBot) -> None:
    await env.bot.client.answered()
    await env.settled()


async def test_a_move_costs_three_trips_and_one_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move of two players without a clock makes 3 trips, 1 load and 3 requests."""
    async with counting(tmp_path, monkeypatch) as (env, costs):
        counts = await moves(env, costs, [env.person("Ana"), env.person("Ben")])

    assert counts == [(3, 1, 3)] * 3


async def test_a_move_at_a_large_table_costs_no_more_trips(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With five players and a slow clock, only the requests for hands grow."""
    async with counting(tmp_path, monkeypatch) as (env, costs):
        people = [env.person(name) for name in NAMES]
        counts = await moves(env, costs, people, clock="slow_1d")

    assert counts == [(3, 1, 6)] * 3


async def test_a_new_table_costs_seven_trips(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lobby takes 7 trips, one post with its poster, and an answer; a newcomer's 8 trips.

    The answer is deleted when the lobby stands and no lesson is offered.
    """
    async with counting(tmp_path, monkeypatch) as (env, costs):
        ana = env.person("Ana")
        await ana.slash(TABLE, "games")
        await settled(env)
        costs.clear()
        await ana.slash("table-two", "play", game="tomate")
        await settled(env)
        newcomer, newcomer_trips = costs.counts, costs.trips[:]
        costs.clear()
        await ana.slash(TABLE, "play", game="tomate")
        await settled(env)
        counts, requests = costs.counts, costs.requests

    assert newcomer == (8, 0, 2), "\n".join(newcomer_trips)
    assert counts == (7, 0, 3), "\n".join(costs.trips)
    assert [line.partition(" ")[0] for line in requests] == ["POST", "POST", "DELETE"]
    assert ["lobby.png" in line for line in requests] == [True, False, False]


async def test_no_picture_is_sent_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit that changes only texts and buttons keeps the pictures of its message."""
    results: dict[str, tuple[int, list[str]]] = {}
    async with counting(tmp_path, monkeypatch) as (env, costs):
        ana, ben = env.person("Ana"), env.person("Ben")

        async def after(name: str, action: Awaitable[object]) -> None:
            costs.clear()
            await action
            await settled(env)
            results[name] = costs.kept, costs.identical[:]

        await ana.slash(TABLE, "play", game="tomatomat")
        table = env.public(ana)
        await ben.click(table, "Join")
        panel = (await ana.click(await ana.click(table, "More"), "House rules")).message
        await ana.select(panel, "Choose a rule…", "seat_order")
        await after("option", ana.select(panel, "Seat order", "Seat order: order of joining"))
        await ana.click(table, "Start")
        await settled(env)
        hand = await env.hand(ana, table)
        await settled(env)
        first = controls(hand)[0]
        await after("first card", ana.click(hand, first))
        await after("second card", ana.click(hand, controls(hand)[0]))
        await ana.click(hand, controls(hand)[0])
        await after("clear", ana.click(hand, "Clear"))
        await after("old press", forge(ana, hand, first.replace(":0-", ":0-old")))
        more = (await ana.click(table, "More")).message
        await after("pause", ana.click(more, "Pause"))
        lesson = (await ana.slash(TABLE, "learn", game="tomatomat")).message
        await after("hint", ana.click(lesson, "Hint"))
        await after("half a lesson", ana.click(lesson, controls(lesson)[0]))

    hand_kept, all_kept = 1, 2
    redrawn = 0  # options are in the picture
    moved = 0  # a chosen card moves to its slot, so the picture of the hand is a new one
    assert results == {
        "option": (redrawn, []),
        "first card": (moved, []),
        "second card": (moved, []),
        "clear": (moved, []),
        "old press": (hand_kept, []),
        "pause": (all_kept, []),
        "hint": (hand_kept, []),
        "half a lesson": (moved, []),
    }


REQUESTS = {"tomate": 15, "karate_tomate": 14, "dojo": 14, "tomatomat": 13, "diced_tomatoes": 30}
"""Requests for five quick moves at a table as large as five, whose hands are all open."""


@pytest.mark.paints
@pytest.mark.parametrize(("key", "most"), REQUESTS.items(), ids=REQUESTS)
async def test_a_large_table_sends_nothing_that_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, most: int
) -> None:
    """No edit shows nothing new or only what may wait, and none sends a file again."""
    monkeypatch.setattr(reconciler, "GATHERED", 60.0)
    async with counting(tmp_path, monkeypatch) as (env, costs):
        people = [env.person(name) for name in NAMES[: game_of(key).info.seats[1]]]
        table = await env.table(*people, game=key)
        for person in people:
            await env.hand(person, table)
        await settled(env)
        costs.clear()
        for _ in range(MOVES):
            await env.move(*people)
            await settled(env)

    assert (costs.identical, costs.unseen) == ([], [])
    assert len(costs.requests) == most

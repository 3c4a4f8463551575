"""Exact costs of a press, to notice any increase."""

from collections.abc import Awaitable, Iterator
from typing import Any

import pytest

from bot.ui.interactions import reply, router
from bot.ui.sync import reconciler
from games import game as game_of
from playground.testing.people import PlaygroundUser
from tests.integration.support.costs import Costs, counted
from tests.integration.support.running_bot import TABLE, RunningBot, controls, forge

MOVES = 5
NAMES = ("Ana", "Ben", "Chen", "Dora", "Emil")

Moves = list[tuple[int, int, int]]


@pytest.fixture
def costs(timed: RunningBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Costs]:
    """What a bot does whose clock stands still, so that a slow machine delays nothing."""
    monkeypatch.setattr(reply, "PATIENCE", 60.0)
    monkeypatch.setattr(router, "MEETING", 60.0)
    with counted(timed.playground, monkeypatch) as costs:
        yield costs


async def moves(
    env: RunningBot, costs: Costs, people: list[PlaygroundUser], **options: Any
) -> Moves:
    """Let these people make three moves; return the cost of each.

    Each paints the table and every hand, and each of them once. It does not wake the scheduler,
    since its reminders are due later than the next round, and the event loop makes no view and no
    message of a match.
    """
    _, hands = await env.seated(*people, **options)
    counts = []
    for number in range(3):
        person, asked = await env.asked_of(hands)
        await env.settled()
        costs.clear()
        await person.click(asked, controls(asked)[0])
        await env.settled()
        counts.append(costs.counts)
        assert sorted(costs.kinds) == [*["hand"] * len(people), "table"]
        # The deal woke it, perhaps only just before the first move.
        assert number == 0 or costs.scheduled == 0
        assert costs.on_loop == []
    return counts


async def test_a_move_costs_three_trips_and_one_load(
    timed: RunningBot, costs: Costs, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A move of two players without a clock makes 3 trips, 1 load and 3 requests.

    Where a premove could answer the next question, one more trip looks for it.
    """
    counts = await moves(timed, costs, [ana, ben])

    assert counts == [(3, 1, 3), (4, 1, 3), (4, 1, 3)]


async def test_a_move_at_a_large_table_costs_no_more_trips(timed: RunningBot, costs: Costs) -> None:
    """With five players and a slow clock, only the requests for hands grow."""
    people = [timed.person(name) for name in NAMES]
    counts = await moves(timed, costs, people, clock="slow_1d")

    assert counts == [(3, 1, 6), (4, 1, 6), (4, 1, 6)]


async def test_a_new_table_costs_seven_trips(
    timed: RunningBot, costs: Costs, ana: PlaygroundUser
) -> None:
    """A lobby takes 7 trips, one post with its poster, and an answer; a newcomer's 8 trips.

    The answer is deleted when the lobby stands and no lesson is offered.
    """
    await ana.slash(TABLE, "games")
    await timed.settled()
    costs.clear()
    await ana.slash("table-two", "play", game="tomate")
    await timed.settled()
    newcomer, newcomer_trips = costs.counts, costs.trips[:]
    costs.clear()
    await ana.slash(TABLE, "play", game="tomate")
    await timed.settled()
    counts, requests = costs.counts, costs.requests

    assert newcomer == (8, 0, 2), "\n".join(newcomer_trips)
    assert counts == (7, 0, 3), "\n".join(costs.trips)
    assert [line.partition(" ")[0] for line in requests] == ["POST", "POST", "DELETE"]
    assert ["lobby.png" in line for line in requests] == [True, False, False]


async def test_no_picture_is_sent_again(
    timed: RunningBot, costs: Costs, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """An edit that changes only texts and buttons keeps the pictures of its message."""
    results: dict[str, tuple[int, list[str]]] = {}

    async def after(name: str, action: Awaitable[object]) -> None:
        costs.clear()
        await action
        await timed.settled()
        results[name] = costs.kept, costs.identical[:]

    await ana.slash(TABLE, "play", game="tomatomat")
    table = timed.public(ana)
    await ben.click(table, "Join")
    panel = (await ana.click(await ana.click(table, "More"), "House rules")).message
    await ana.select(panel, "Choose a rule…", "seat_order")
    await after("option", ana.select(panel, "Seat order", "Seat order: order of joining"))
    await ana.click(table, "Start")
    await timed.settled()
    hand = await timed.hand(ana, table)
    await timed.settled()
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
    timed: RunningBot, costs: Costs, monkeypatch: pytest.MonkeyPatch, key: str, most: int
) -> None:
    """No edit shows nothing new or only what may wait, and none sends a file again."""
    monkeypatch.setattr(reconciler, "GATHERED", 60.0)
    people = [timed.person(name) for name in NAMES[: game_of(key).info.seats[1]]]
    table = await timed.table(*people, game=key)
    for person in people:
        await timed.hand(person, table)
    await timed.settled()
    costs.clear()
    for _ in range(MOVES):
        await timed.move(*people)
        await timed.settled()

    assert (costs.identical, costs.unseen) == ([], [])
    assert len(costs.requests) == most

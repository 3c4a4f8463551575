"""Newcomers learn from the bot itself: rules, help, reasons and practice."""

import asyncio
import random
from typing import Any

import pytest

from bot.tables.bots.bot_moves import BotMoves
from bot.tables.matches.snapshot import Snapshot
from bot.tables.queries import Queries
from data.records.matches import Deadline
from games import FULL_GAMES
from games.core.game import AnyGame
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.bot.tables.support import Guest
from tests.integration.support.random_presses import press
from tests.integration.support.running_bot import TABLE, RunningBot, controls, forge
from tests.support.sampling import thinned

LAMP = "\N{ELECTRIC LIGHT BULB}"
BOTS = 2
"""How many bots a practice table of three has."""
SHORTEST = 3
"""The fewest answers of a player in a match of any game."""


@pytest.mark.parametrize("game", thinned(FULL_GAMES), ids=lambda game: game.info.key)
async def test_a_game_is_learnt_at_a_practice_table(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, game: AnyGame
) -> None:
    """A newcomer can play alone with one message, whose hints name the answer or mark it."""
    hand = (await ana.slash(TABLE, "practice", game=game.info.key)).message
    first, files = hand.text, list(hand.files)
    advice = await ana.click(hand, "Hint") if controls(hand) else None
    advised, lamps = hand.text, [label for label in hand.buttons if label.endswith(LAMP)]
    chance = random.Random(3)
    for _ in range(SHORTEST):
        await env.playground.until(lambda: bool(controls(hand)), "a question")
        await press(ana, hand, chance)
        await env.settled()

    assert hand.ephemeral
    assert "practice" in first
    assert files == ["hand.png"]
    assert advice is None or LAMP in advised
    assert advice is None or lamps or f"{LAMP} **" in advised
    assert ben.sees(TABLE) == []


async def test_a_practice_table_shows_the_hand_or_the_table(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """A button shows the other picture of a practice table, until the question is answered."""
    hand = (await ana.slash(TABLE, "practice", game="karate_tomate")).message
    await ana.until(lambda: list(hand.files) == ["hand.png"], "the hand")
    await ana.click(hand, "Table")
    await ana.until(lambda: list(hand.files) == ["table.png"], "the table")
    await ana.click(hand, "My hand")
    await ana.until(lambda: list(hand.files) == ["hand.png"], "the hand again")


async def test_a_choice_is_shown_though_others_move_while_it_is_saved(
    stopped: RunningBot, ana: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press shows what it changed, also if bots move between its load and its save."""
    save, act = Queries.keep_draft, BotMoves.act
    pressed, moved = asyncio.Event(), asyncio.Semaphore(0)

    async def late(queries: Queries, opened: Snapshot, *draft: Any) -> Snapshot:
        pressed.set()
        for _ in range(BOTS):
            await moved.acquire()
        return await save(queries, opened, *draft)

    async def act_once_pressed(bots: BotMoves, due: Deadline) -> None:
        await pressed.wait()
        await act(bots, due)
        moved.release()

    monkeypatch.setattr(Queries, "keep_draft", late)
    monkeypatch.setattr(BotMoves, "act", act_once_pressed)
    async with stopped.open():
        hand = (await ana.slash(TABLE, "practice", game="karate_tomate")).message
        await ana.click(hand, "Table")
        await stopped.settled()

    assert list(hand.files) == ["table.png"]


async def test_a_practice_match_is_played_to_its_end_and_again(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Practice works in DMs, with reasons, the result and another match."""
    hand = (await ana.slash("@bot", "practice", game="tomate")).message
    again = (await ana.slash("@bot", "practice", game="tomate")).message
    [summary] = await env.bot.tables.queries.matches_of(ana.user.id)
    refused = await forge(ben, await env.lobby(ben), f"tb:advice:{summary.id}:0")
    await finish(env, ana, again)
    podium, buttons = again.alts[-1], again.buttons
    more = await ana.click(again, "More")
    replay = await ana.click(more, "Replay")
    fair = await ana.click(more, "Verify")
    fresh = await ana.click(again, "Practice again")

    assert hand.gone
    assert "This table no longer exists" in refused.text
    assert "Place 1: " in str(podium)
    assert buttons[0] == "Practice again"
    assert "**Step 0 of" in replay.text
    assert "✅ Verified" in fair.text
    assert controls(fresh.message) or "practice" in fresh.text
    assert await env.bot.tables.archive.over(Guest(ben.user.id, None)) == ()


async def test_rules_are_found_by_heading_and_number(env: RunningBot, ana: PlaygroundUser) -> None:
    """Headings and rules are completed or chosen, pages have pictures, others are refused."""
    headings = await ana.complete(TABLE, "rules", focused="heading", heading="", game="dojo")
    numbers = await ana.complete(TABLE, "rules", focused="heading", heading="raccoon", game="dojo")
    page = await ana.slash(TABLE, "rules", game="dojo", heading=headings["Counting (12-17)"])
    rule = await ana.slash("@bot", "rules", game="dojo", heading="19")
    unknown = await ana.slash(TABLE, "rules", game="dojo", heading="zebra")
    deck = await ana.slash(TABLE, "rules", game="tomate")
    turned = (await ana.slash(TABLE, "rules", game="tomate")).message
    await ana.select(turned, "tb:rules_heading:tomate:0", "18")

    assert [*deck.message.files] == ["cards.png"]
    assert "## The tricks" in turned.text
    assert "ace (1), 3, king (12), knight (11), jack (10), 7" in (deck.message.alts[0] or "")
    assert "Counting (12-17)" in headings
    assert any(name.startswith("1. ") for name in numbers)
    assert "## Counting" in page.text
    assert len(page.message.files) == 1
    assert all(page.message.alts)
    assert "Black Belt" in rule.text
    assert "no such heading" in unknown.text


async def test_help_knows_where_it_is_asked(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """/help differs by place: no table, DM, lobby, table, and next to a table."""
    nowhere = await ana.slash(TABLE, "help")
    direct = await ana.slash("@bot", "help")
    lobby = await env.lobby(ana, ben, cycles=1)
    host, guest = await ana.slash(TABLE, "help"), await ben.slash(TABLE, "help")
    await ana.click(lobby, "Start")
    await env.settled()
    helps = [await person.slash(TABLE, "help") for person in (ana, ben)]
    answer = await chen.slash(TABLE, "help")

    assert "Play now" in nowhere.message.buttons
    assert "Play now" in direct.message.buttons
    assert "You're the host" in host.text
    assert "The host starts the match" in guest.text
    assert sum("**Your turn: " in shown.text for shown in helps) == 1
    assert sum("You have nothing to do right now" in shown.text for shown in helps) == 1
    assert "Others are playing here" in answer.text


async def test_every_refusal_has_its_reason(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/why names the blocked choices in the hand, and is refused without a seat."""
    table = await env.table(ana, ben, cycles=1)
    mover, other = (ana, ben) if "**Ana's turn" in table.text else (ben, ana)
    asked, waiting = await mover.slash(TABLE, "why"), await other.slash(TABLE, "why")
    hint = await mover.slash(TABLE, "hint")
    chen = env.person("Chen")
    summary = (await env.bot.tables.queries.matches_of(ana.user.id))[0]
    stranger = await forge(chen, table, f"tb:explain:{summary.id}:0")

    assert "Nothing is blocked right now." in asked.text
    assert [[*shown.message.files] for shown in (asked, waiting)] == [["hand.png"]] * 2
    assert "only give advice at practice tables" in hint.text
    assert "You don't have a seat" in stranger.text
    assert "You're not at a table" in (await chen.slash(TABLE, "why")).text


async def finish(env: RunningBot, person: PlaygroundUser, hand: ShownMessage) -> None:
    """Press any offered control until the match is over."""
    chance = random.Random(4)
    for _ in range(600):
        await env.playground.until(
            lambda: bool(controls(hand)) or "Practice again" in hand.buttons,
            "a question or the end",
        )
        if "Practice again" in hand.buttons:
            return
        await press(person, hand, chance)
        await env.settled()
    raise AssertionError("the match was not over")


async def test_a_hint_means_the_practice_table(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """With other matches running, a single practice table needs no option."""
    await env.table(ana, ben, cycles=1)
    await env.table(ben, ana, cycles=1)
    await ana.slash(TABLE, "practice", game="tomate")
    hint = await ana.slash(TABLE, "hint")

    assert "more than one table" not in hint.text
    assert "only give advice at practice tables" not in hint.text

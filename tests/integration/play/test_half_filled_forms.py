"""Choices made before the deadline are kept."""

from __future__ import annotations

from pathlib import Path

from data.records.matches import Actor
from games.core.saving import load_move
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.moves import Scatter
from tests.bot.tables.support import ManualClock, pass_time
from tests.integration.support.running_bot import TABLE, RunningBot, controls
from tests.support.playground import opened

MINUTE = 60_000


async def test_a_choice_made_in_time_is_kept(tmp_path: Path) -> None:
    """If one card of a batch was assigned, only the others are placed at random (B30)."""
    clock = ManualClock()
    async with opened() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db", time=clock)
        ana, ben = env.person("Ana"), env.person("Ben")
        async with env.open():
            await ana.slash(TABLE, "play tomatomat", clock="live_1m")
            table = env.public(ana)
            await ben.click(table, "Join")
            await env.settled()
            await env.start_match(ana, table)
            hand = await env.hand(ana, table)
            await ana.click(hand, controls(hand)[2])
            await ana.until(lambda: "**B " in hand.text, "the next card")
            match = (await env.bot.store.matches.all_open())[0]
            for _ in range(2):
                await clock.until_asleep()
                pass_time(env.bot.tables, clock, MINUTE // 2)
            await ana.until(lambda: "**A " in hand.text, "the next batch")
            steps = await env.bot.store.history.steps(match.match_id, 0)

    mine = {tenure.seat: tenure.sitter.player_id == ana.user.id for tenure in match.holders}
    assert {step.actor for step in steps} == {Actor.TIMEOUT}
    assert {
        mine[step.seat]: load_move(TOMATOMAT, step.move)
        for step in steps
        if step.seat is not None and step.move is not None
    } == {True: Scatter(first="III"), False: Scatter()}

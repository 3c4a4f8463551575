"""The bot is stopped, killed or disconnected, and the tables continue."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.tables.matches.snapshot import Snapshot
from bot.ui.pictures import paint_queue
from bot.ui.program import client
from data.engine.errors import DatabaseLostError
from data.records.matches import DeadlineMask
from data.stores.surfaces import SurfaceStore
from playground.gateway.sessions import Sessions
from playground.rest.channels import NONCE_LIVES
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.clock import ManualClock
from playground.world.permissions import Permission
from tests.integration.support.running_bot import TABLE, Hands, RunningBot, controls, words
from tests.support.playground import opened


async def seated(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> tuple[ShownMessage, Hands]:
    """Start a match with both hands open, and make three moves."""
    table, hands = await env.seated(ana, ben)
    for _ in range(3):
        await env.press(hands)
    return table, hands


async def test_a_restart_changes_no_message(
    stopped: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restart edits no message that was up to date."""
    # A busy machine would show text first and add pictures after the restart.
    for priority in paint_queue.PATIENCE:
        monkeypatch.setitem(paint_queue.PATIENCE, priority, paint_queue.FOREVER)
    async with stopped.open():
        table, _ = await seated(stopped, ana, ben)
        await stopped.bot.client.answered()
        await stopped.settled()
    before = [(shown.id, shown.text) for shown in ana.sees(TABLE)]
    sent: list[str] = []
    stopped.playground.faults.watchers.append(lambda method, path: sent.append(f"{method} {path}"))
    async with stopped.open():
        await stopped.settled()

        assert [(shown.id, shown.text) for shown in ana.sees(TABLE)] == before
        assert not table.gone
        assert [item for item in sent if "/messages" in item] == []
        assert sent


async def test_a_lobby_continues_after_a_restart(stopped: RunningBot, ana: PlaygroundUser) -> None:
    """After a restart a lobby has a deadline again, and a form opened before can be submitted."""
    async with stopped.open():
        lobby = await stopped.lobby(ana)
        panel = (await ana.click(await ana.click(lobby, "More"), "House rules")).message
        form = await ana.click(panel, "Set numbers…")
        (match,) = await stopped.bot.store.matches.all_open()
        await stopped.bot.store.deadlines.drop(DeadlineMask(match_id=match.match_id))
    async with stopped.open():
        assert await stopped.bot.store.deadlines.of_match(match.match_id)
        await ana.submit(form, {"start_points": "5", "max_tomate": "0"})
        await stopped.settled()

        assert "Starting points: 5" in words(lobby)


async def test_a_post_is_found_again_when_its_nonce_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash before its row was saved, the lobby's message is found without a nonce."""
    clock = ManualClock()
    async with opened(clock=clock) as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        ana = env.person("Ana")
        with monkeypatch.context() as killed:
            killed.setattr(SurfaceStore, "save", _lose)
            killed.setattr(client, "LAST_WORDS", 0)
            async with env.open():
                typing = asyncio.create_task(ana.slash(TABLE, "play", game="tomate"))
                await ana.until(lambda: bool(_public(ana)), "the lobby")
            typing.cancel()
        clock.advance(NONCE_LIVES + 1)
        async with env.open():
            await env.settled()
            await ana.click(await ana.click(env.public(ana), "More"), "Add a bot")
            await env.settled()

            assert ["(bot, normal)" in words(shown) for shown in _public(ana)] == [True]


async def _lose(*_: object) -> None:
    """Replaces what a killed process doesn't write any more."""
    raise DatabaseLostError


def _public(person: PlaygroundUser) -> list[ShownMessage]:
    return [shown for shown in person.sees(TABLE) if not shown.ephemeral]


async def test_an_edit_that_is_refused_becomes_a_fresh_message(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A message that can't be edited is replaced and deleted."""
    table, hands = await seated(env, ana, ben)
    route = "/channels/{channel_id}/messages/{message_id}"
    env.playground.faults.refuse(30046, "PATCH", route, times=5)
    await env.press(hands)

    assert table.gone
    assert "My hand" in env.public(ana).buttons


async def test_one_broken_hand_delays_nobody_else(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If one player's hand can't be drawn, the table and the other hand still update."""
    table, hands = await seated(env, ana, ben)
    draw = env.bot.hands._painter.draw

    async def broken(state: Snapshot, player_id: int, *how: Any, **more: Any) -> Any:
        if player_id == ana.user.id:
            raise RuntimeError("planned by a test")
        return await draw(state, player_id, *how, **more)

    monkeypatch.setattr(env.bot.hands._painter, "draw", broken)
    before = table.text
    asked, _ = await env.asked_of(hands)
    offered = await asked.complete(TABLE, "move", focused="move", move="")
    await asked.slash(TABLE, "move", move=next(iter(offered.values())))
    await ana.until(lambda: table.text != before, "the table to go on")
    headline = table.text.splitlines()[0].strip("*")
    await ben.until(lambda: headline in str(hands[ben].alts), "Ben's hand to follow")
    assert headline in str(hands[ben].alts)


async def test_a_table_is_mended_when_permission_comes_back(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A table that couldn't be shown is shown after the next press of any kind."""
    table, hands = await seated(env, ana, ben)
    overwrites = ana.channel(TABLE).overwrites
    env.forbid(Permission.VIEW_CHANNEL)
    person, asked = await env.asked_of(hands)
    before = table.text
    await person.click(asked, controls(asked)[0])
    await env.settled()
    stale = table.text
    overwrites.clear()
    await ana.click(table, "More")
    await ana.until(lambda: table.text != before, "the table to be mended")

    assert stale == before


async def test_a_start_does_not_wait_for_a_server_in_an_outage(
    stopped: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that Discord names but doesn't describe stops no start, and is served afterwards."""
    async with stopped.open():
        _, hands = await seated(stopped, ana, ben)
        await stopped.settled()
    with monkeypatch.context() as outage:
        outage.setattr(Sessions, "welcome", lambda *_: None)
        async with stopped.open():
            (guild,) = stopped.bot.client.guilds
            assert guild.unavailable
            await stopped.press(hands)
            stopped.playground.faults.bring_online(stopped.playground.world.guild)
            await stopped.playground.until(lambda: guild.me is not None, "the server")
            await stopped.press(hands)

"""Bad deliveries: repeated interactions, and a slow host."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.ui.interactions import reply
from playground.testing.people import PlaygroundUser
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot, controls, env_in, words
from tests.toys.batches import BATCHES

PATIENCE = 60.0
"""Seconds to wait for automatic changes."""
CALLBACK = ("POST", "/interactions/{interaction_id}/{token}/callback")


def twice(bring: Callable[[], None]) -> None:
    bring()
    bring()


async def test_a_repeated_delivery_is_handled_once(env: RunningBot, ana: PlaygroundUser) -> None:
    """A command delivered twice opens one table, and a press delivered twice adds one bot."""
    env.playground.interactions.courier = twice
    await ana.slash(TABLE, "play", game="tomate")
    await env.bot.client.answered()
    await env.settled()
    lobby = env.public(ana)
    env.playground.interactions.courier = twice
    await ana.click(await ana.click(lobby, "More"), "Add a bot")
    await env.bot.client.answered()
    await env.settled()

    assert len(await env.bot.tables.queries.matches_of(ana.user.id)) == 1
    assert words(lobby).count("(bot, normal)") == 1


async def test_a_host_too_slow_for_a_form_asks_to_press_again(
    env: RunningBot, ana: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a deferral keeps a modal from opening, a message says so, and the next press opens it."""
    lobby = await env.lobby(ana)
    with monkeypatch.context() as slow:
        slow.setattr(reply, "PATIENCE", 0)
        await ana.select(await ana.click(lobby, "More"), "People and bots…", "Invite people…")
        await env.bot.client.answered()
    line = ana.latest(TABLE)
    form = await ana.select(await ana.click(lobby, "More"), "People and bots…", "Invite people…")

    assert line.ephemeral
    assert "Please try again" in line.text
    assert form.modal.labels == ["Who?"]


async def test_a_refusal_follows_a_pending_deferral(
    env: RunningBot, ana: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal that is decided while the deferral is sent still reaches the person."""
    lobby = await env.lobby(ana)
    monkeypatch.setattr(reply, "PATIENCE", 0)
    env.playground.faults.stall(0.3, *CALLBACK)
    await ana.click(lobby, "Join")
    await env.bot.client.answered()

    assert "already at this table" in ana.latest(TABLE).text


async def test_a_slow_host_never_replaces_the_table_by_a_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A draft started at the table continues in the player's own hand, even on a slow host."""
    async with env_in(tmp_path, games=(BATCHES,)) as env:
        ana = env.person("Ana")
        await ana.slash(TABLE, "play", game="batches", bots=1, options="seat_order=joined")
        table = env.public(ana)
        await ana.click(table, "Start")
        await env.settled()
        star = controls(await env.hand(ana, table))[0]
        chosen = {"custom_id": star, "component_type": 2, "id": 1}
        monkeypatch.setattr(reply, "PATIENCE", 0)
        await ana._answer(ana._acts._use(table.value, chosen))
        await env.bot.client.answered()
        await env.settled()

        assert "My hand" in table.buttons
        assert "table.png" in table.files
        assert "hand.png" in ana.latest(TABLE).files


async def test_changes_during_a_lost_session_are_detected(tmp_path: Path) -> None:
    """After a lost session, the bot notices that it was removed from a server or added again."""
    with hurried():
        async with env_in(tmp_path) as env, asyncio.timeout(PATIENCE):
            world, faults, guilds = (
                env.playground.world,
                env.playground.faults,
                env.bot.store.guilds,
            )
            await env.lobby(env.person("Ana"))
            before = await guilds.present()
            faults.refuse_resume()
            faults.expel_bot(world.guild)
            while world.guild.id in await guilds.present():
                await env.playground.until(lambda: env.playground.sessions.online)
            faults.invite_bot(world.guild)
            while world.guild.id not in await guilds.present():
                await env.playground.until(lambda: env.playground.sessions.online)

    assert world.guild.id in before


async def test_a_form_whose_message_was_deleted_is_answered(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """A form whose message was deleted still counts, and its answer is a new message."""
    lobby = await env.lobby(ana)
    await ana.click(await ana.click(lobby, "More"), "Add a bot")
    await env.settled()
    bot = words(lobby).partition(" (bot")[0].rpartition(", ")[2]
    form = await ana.select(await ana.click(lobby, "More"), "People and bots…", "Name a bot…")
    env.playground.faults.delete_message(lobby.value)
    answer = await ana.submit(form, {"Which bot?": [bot], "Or a name you make up": "Pepita"})
    await env.settled()

    assert answer.text.startswith("### Your table")
    assert "Pepita" in words(env.public(ana))


async def test_an_answer_whose_receipt_was_lost_is_not_left_thinking(
    env: RunningBot, ana: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Discord took the deferral but its response was lost, the answer still replaces it."""
    await env.lobby(ana)
    monkeypatch.setattr(reply, "PATIENCE", 0)
    env.playground.faults.answer(*CALLBACK, status=400, applied=True)
    answer = await ana.slash(TABLE, "table show")

    assert "Join" in answer.message.buttons

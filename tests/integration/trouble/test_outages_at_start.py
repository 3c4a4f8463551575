"""Starts and reconnects on a bad day: the bot waits for Discord, and says why once."""

import asyncio
import logging
from itertools import repeat
from pathlib import Path

import pytest

from bot.tables.domain.time_controls import HOUR, MINUTE, SECOND
from bot.ui.program import outages
from bot.ui.program.outages import Outage
from data.records.matches import Actor
from tests.bot.tables.support import ManualClock
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.bad_discord import CUT, GATEWAY, HANG_UP, SILENCE, bad_discord
from tests.support.sampling import leading

ANSWERS: dict[int | str, Outage] = {
    SILENCE: Outage.SILENCE,  # first: a busy machine may be silent by chance
    503: Outage.DOWN,
    429: Outage.ADDRESS_REFUSED,
    200: Outage.NOT_DISCORD,
    CUT: Outage.NO_CONNECTION,
    401: Outage.NOT_DISCORD,
    403: Outage.ADDRESS_REFUSED,
}


LOGIN = "/users/@me"


@pytest.fixture(autouse=True)
def nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "retry_delays", lambda: repeat(0.0))
    monkeypatch.setattr(outages, "ANSWERS_WITHIN", 1.0)


@pytest.mark.parametrize(
    "path", leading(["/users/@me", "/oauth2/applications/@me", "/gateway/bot"])
)
async def test_a_start_waits_until_discord_answers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    """After a bad answer to any request of the login, the bot logs one line a kind and starts."""
    caplog.set_level(logging.INFO, outages.__name__)
    async with bad_discord() as playground:
        playground.plan(path, *(answer for answer in ANSWERS for _ in range(4)))
        async with RunningBot(playground, tmp_path / "tomato-table.db").open():
            lines = [record for record in caplog.records if record.name == outages.__name__]

    kinds = dict.fromkeys(ANSWERS.values())
    assert [line.getMessage().partition(" (")[0] for line in lines] == [
        *(kind.value for kind in kinds),
        "Discord answers again",
    ]
    assert "Traceback" not in caplog.text


async def test_a_start_waits_for_the_gateway(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A gateway that refuses sockets, or closes them before its greeting, delays a start."""
    async with bad_discord() as playground:
        playground.plan(GATEWAY, 503, HANG_UP, CUT, *repeat(HANG_UP, 500), 503)
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        async with env.open():
            answer = await env.person("Ana").slash(TABLE, "help")

    assert answer.ephemeral
    assert "Traceback" not in caplog.text


async def test_a_running_bot_waits_for_the_gateway(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """After any outage of the gateway, a running bot is back, and says one line a kind."""
    caplog.set_level(logging.WARNING)
    async with bad_discord() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        with hurried():
            async with env.open() as running:
                playground.plan(GATEWAY, 503, HANG_UP, 503, HANG_UP, CUT, HANG_UP)
                playground.faults.refuse_resume()
                await playground.until(lambda: not playground.plans[GATEWAY] or running.done())
                await playground.until(lambda: playground.sessions.online or running.done())
                answer = await env.person("Ana").slash(TABLE, "help")

    assert answer.ephemeral
    assert len([record for record in caplog.records if record.name == outages.__name__]) == 2
    assert "Traceback" not in caplog.text


async def test_no_time_in_which_a_start_waits_counts(tmp_path: Path) -> None:
    """Nobody is timed out for the hours in which a start waits for Discord."""
    clock = ManualClock()
    async with bad_discord() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db", time=clock)
        async with env.open():
            table, _ = await env.seated(env.person("Ana"), env.person("Ben"), clock="live_1m")
        before = table.text
        playground.always[LOGIN] = 503

        async def end() -> None:
            await playground.until(lambda: playground.asked[LOGIN] > 5, "the login")
            clock.advance(2 * HOUR)
            playground.always.clear()

        waited = asyncio.create_task(end())
        async with env.open():
            await waited
            await playground.until(lambda: table.text != before, "new times")
            assert await made_by(env) == [Actor.SETUP]


async def test_no_time_in_which_the_gateway_is_gone_counts(tmp_path: Path) -> None:
    """Nobody is timed out for the hours in which a running bot has no connection."""
    clock = ManualClock()
    async with bad_discord() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db", time=clock)
        with hurried():
            async with env.open():
                table, _ = await env.seated(env.person("Ana"), env.person("Ben"), clock="live_1m")
                before, client = table.text, env.bot.client
                playground.always[GATEWAY] = 503
                playground.faults.refuse_resume()
                await playground.until(lambda: client.is_cut_off, "the outage")
                for _ in range(2 * HOUR // MINUTE):
                    clock.advance(MINUTE)
                    await clock.until_asleep()
                playground.always.clear()
                await playground.until(lambda: not client.is_cut_off, "the connection")
                clock.advance(SECOND)
                await playground.until(lambda: table.text != before, "new times")
                assert await made_by(env) == [Actor.SETUP]


async def made_by(env: RunningBot) -> list[Actor]:
    """Return who has made each step of the only match."""
    (match,) = await env.bot.store.matches.all_open()
    return [step.actor for step in await env.bot.store.history.steps(match.match_id)]

"""What a host sees of a running bot: metrics, health and the log."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from bot.logs import JsonFormatter, RedactingFormatter
from bot.ui.program.health import BotProbe
from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import RunningBot, play_out

SUITS = ("coins", "cups", "swords", "clubs")


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Yield all log lines of the bot, at debug level, as JSON."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(RedactingFormatter(JsonFormatter(), ""))
    ours, discord = logging.getLogger(), logging.getLogger("discord")
    before = ours.level, discord.level
    ours.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    discord.setLevel(logging.INFO)
    try:
        yield written
    finally:
        ours.removeHandler(handler)
        ours.setLevel(before[0])
        discord.setLevel(before[1])


def probe_of(env: RunningBot) -> BotProbe:
    return BotProbe(env.bot.client, env.bot.store, env.bot.standby, env.database)


async def played(env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser) -> None:
    """Play a match of one cycle to its end."""
    _, hands = await env.seated(ana, ben)
    await play_out(env, hands, lambda: "Rematch" in env.public(ana).buttons)
    await env.settled()


async def test_the_log_tells_nothing_of_people(
    log: io.StringIO, env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """The JSON log of a whole match has no names, cards or tokens at any level."""
    await played(env, ana, ben)
    world = env.playground.world
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    everything = json.dumps([line for line in lines if line["logger"].startswith(("bot", "data"))])
    tokens = [interaction.token for interaction in world.interactions.values()]

    assert lines
    assert tokens
    for word in (ana.name, ben.name, world.guild.name, *SUITS, *tokens):
        assert word not in everything, word


async def test_a_match_is_in_the_figures(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A match's presses, acknowledgements, commits, pictures and requests are counted.

    After its end no match is open, and one could be lost that no backup has.
    """
    await played(env, ana, ben)
    probe = probe_of(env)
    text = env.metrics.render(await probe.read()).decode()
    figures = {
        name: float(value)
        for line in text.splitlines()
        if not line.startswith("#")
        for name, _, value in (line.rpartition(" "),)
    }
    world = env.playground.world

    for name in (
        'tomato_interactions_total{kind="application_command"}',
        'tomato_uses_total{kind="command",name="play"}',
        'tomato_uses_total{kind="button",name="start"}',
        'tomato_uses_total{kind="control",name="open"}',
        'tomato_acknowledgement_seconds_count{kind="component"}',
        'tomato_commit_seconds_count{operation="commit step"}',
        "tomato_paint_seconds_count",
        'tomato_repaint_delay_seconds_count{surface="public"}',
        'tomato_rest_requests_total{status="2xx"}',
        "tomato_shards_up",
        "tomato_guilds",
        "tomato_database_bytes",
        "tomato_disk_free_bytes",
    ):
        assert figures[name] > 0, name
    assert figures['tomato_open_matches{life="lobby"}'] == 0
    assert figures['tomato_open_matches{life="running"}'] == 0
    assert "tomato_backup_age_seconds" in figures
    kinds = [name for name in figures if name.startswith("tomato_interactions_total")]
    asked = sum(figures[name] for name in kinds)
    answered = sum(
        value
        for name, value in figures.items()
        if name.startswith("tomato_acknowledgement_seconds_count")
    )
    assert asked == answered == len(world.interactions)
    for secret in (ana.name, str(ana.user.id), str(world.guild.id)):
        assert secret not in text


async def test_health_follows_shards_and_database(env: RunningBot) -> None:
    """The bot is healthy while shard and database respond, and otherwise names the problem."""
    probe = probe_of(env)
    well = await probe.read()
    env.playground.faults.cut()
    await env.playground.until(lambda: not env.playground.sessions.online, "the cut")
    for shard in env.bot.client.shards.values():
        await shard.disconnect()
    cut = await probe.read()

    assert well.faults == ()
    assert cut.faults == ("shards not connected: 0",)


async def test_a_bot_that_starts_is_not_well_yet(env: RunningBot) -> None:
    """Until its servers are known, the bot reports that it is starting."""
    env.bot.client.is_in.clear()

    readings = await probe_of(env).read()

    assert readings.faults == ("starting: the servers are not known yet",)

"""What server managers can do: change the settings, and run the health check."""

import re

import discord
import pytest

from bot.tables.domain.guild_settings import read_settings
from bot.ui.i18n.icons import EMOJIS
from bot.ui.i18n.readers import plain_reader
from bot.ui.i18n.texts import common_texts, machine_texts
from bot.ui.self_test import SelfTest
from games.core.text import PLAIN, Text, speak
from playground.testing.people import PlaygroundUser
from playground.world.errors import HumanError
from playground.world.permissions import Permission
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot, forge

OTHER, THIRD = "table-two", "lounge"


async def decided(env: RunningBot) -> dict[str, object]:
    guild = await env.bot.store.guilds.find(env.playground.world.guild.id)
    return {**read_settings(guild).model_dump(), "language": guild.language}


async def test_everything_is_decided_by_menus(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Each menu of /server settings saves its setting at once, and tables follow it."""
    lobby = await env.lobby(ben)
    shown = await ana.slash(TABLE, "server settings show")
    other = ana.channel(OTHER).id
    await ana.select(shown, "tb:setting:channels:0", f"<#{other}>")
    await ana.select(shown, "tb:setting:threads:0", "always")
    await ana.select(shown, "tb:setting:default_clock:0", "live_5m")
    await ana.select(shown, "tb:setting:language:0", "Table language: Deutsch")
    await ana.select(shown, "tb:setting:tables_per_channel:0", "3")
    await ana.select(shown, "tb:setting:deals_channel:0", f"<#{other}>")
    await ana.select(shown, "tb:setting:switches:0")
    await ana.until(lambda: "Leaderboards: **no**" in shown.text, "the last setting")
    await env.settled()
    refused = await ben.slash(TABLE, "play", game="tomate")
    after = await decided(env)
    translated = "Mehr" in lobby.buttons
    await ana.select(shown, "tb:setting:channels:0")
    await ana.select(shown, "tb:setting:deals_channel:0")
    await ana.until(lambda: "daily deals: **no channel**" in shown.text, "no channel")
    await ana.select(shown, "tb:setting:switches:0", "Direct messages from tables", "Leaderboards")
    await ana.until(lambda: "from tables: **yes**" in shown.text, "the last setting")

    assert shown.ephemeral
    assert all(
        f"**{label}**" in shown.text
        for label in ("Channels for tables", "Channel for daily deals", "Turned on")
    )
    assert all(
        option.startswith(f"{label}: ")
        for label in ("Threads", "Default clock", "Table language", "Tables per channel")
        for option in shown.message.menu(label)
    )
    assert f"<#{other}>" in refused.text
    assert after == {
        "channels": (other,),
        "threads": "always",
        "default_clock": "live_5m",
        "dms_allowed": False,
        "leaderboard": False,
        "tables_per_channel": 3,
        "deals_channel": other,
        "timezone": "UTC",
        "roles": (),
        "language": "de",
    }
    assert translated
    decided_last = await decided(env)
    assert decided_last["dms_allowed"] is True
    assert decided_last["channels"] == ()
    assert decided_last["deals_channel"] is None


async def test_everything_is_decided_by_typing(env: RunningBot, ana: PlaygroundUser) -> None:
    """The commands change only the named settings and refuse invalid values."""
    clocks = await ana.complete(TABLE, "server settings change", focused="clock", clock="8 hours")
    changed = await ana.slash(
        TABLE, "server settings change", threads="never", language="es", messages=False, tables=1,
        leaderboard=False, clock=next(iter(clocks.values())),
    )  # fmt: skip
    here = ana.channel(TABLE).id
    await ana.slash(TABLE, "server settings allow", channel=f"<#{here}>")
    twice = await ana.slash(TABLE, "server settings allow", channel=f"<#{here}>")
    await ana.slash(TABLE, "server settings deals", channel=f"<#{here}>")
    after = await decided(env)
    await ana.slash(TABLE, "server settings deals")
    none = await ana.slash(TABLE, "server settings change")
    wrong = [
        (await ana.slash(TABLE, "server settings change", **{name: "chess"})).text
        for name in ("clock", "language")
    ]
    await ana.slash(TABLE, "server settings disallow", channel=f"<#{here}>")
    await ana.slash(TABLE, "server settings change", language="host")

    assert "Tables per channel: **one**" in changed.text
    assert twice.text.count(f"<#{here}>") == 1
    assert after == {
        "channels": (here,),
        "threads": "never",
        "default_clock": "slow_8h",
        "dms_allowed": False,
        "leaderboard": False,
        "tables_per_channel": 1,
        "deals_channel": here,
        "timezone": "UTC",
        "roles": (),
        "language": "es",
    }
    assert "Choose at least one setting" in none.text
    assert ["This setting can't have that value" in text for text in wrong] == [True, True]
    assert (await decided(env))["channels"] == ()
    assert (await decided(env))["deals_channel"] is None
    assert (await decided(env))["language"] is None


FORGED = ("setting:channels:0", "setting:leaderboard:0:off", "setting:chess:0:on")


async def test_nobody_else_decides(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Without the permission, settings commands aren't offered, and forged buttons are refused."""
    before = await decided(env)
    rules = await ben.slash(TABLE, "rules", game="tomate")
    refused = [(await forge(ben, rules.message, f"tb:{item}")).text for item in FORGED]
    for place, command in (
        (TABLE, "server settings show"), (TABLE, "server settings change"),
        (TABLE, "server doctor"),
        ("@bot", "server settings show"), ("@bot", "server doctor"),
    ):  # fmt: skip
        with pytest.raises(HumanError):
            await ben.slash(place, command)
    own = await ana.slash(TABLE, "rules", game="tomate")
    odd = await forge(ana, own.message, "tb:setting:chess:0:on")

    assert ["You need the Manage Server permission" in text for text in refused] == [True] * len(
        FORGED
    )
    assert "This setting can't have that value" in odd.text
    assert await decided(env) == before


async def test_commands_ask_for_the_same_right_as_their_menus(
    env: RunningBot, ben: PlaygroundUser
) -> None:
    """An owner who opens a manager's command to everybody changes nothing about who may use it."""
    before = await decided(env)
    for command in env.playground.world.commands.values():
        command.body["default_member_permissions"] = None
    answers = [
        await ben.slash(TABLE, command, **options)
        for command, options in (
            ("server settings show", {}),
            ("server settings change", {"language": "es"}),
            ("server season new", {"name": "Spring", "surely": True}),
            ("server doctor", {}),
        )
    ]

    assert {answer.text for answer in answers} == {speak(common_texts.MANAGERS_ONLY, PLAIN)}
    assert await decided(env) == before


async def test_the_doctor_finds_nothing_where_all_is_well(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """/server doctor reports that everything works, and writes to nobody."""
    answer = await ana.slash(TABLE, "server doctor")
    here = ana.channel(TABLE).id

    assert answer.ephemeral
    assert f"✅ <#{here}>: tables, threads and pictures work." in answer.text
    for line in (
        "✅ My commands are up to date on Discord.",
        "✅ Every table shows the current state of its match.",
        "✅ Clocks and bots are on time.",
    ):
        assert line in answer.text
    assert re.search(r"✅ The database is intact: version \d+, 1 MB\.", answer.text)
    assert [shown.text for shown in ana.sees("@bot")] == []


async def test_the_doctor_tests_direct_messages_on_demand(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """A button sends a DM that stays, says whether it arrived, and a refusal is remembered."""
    report = await ana.slash(TABLE, "server doctor")
    arrived = await ana.click(report, "Test direct messages")
    sent = [shown.text for shown in ana.sees("@bot")]
    ana.set_dms(allow=False)
    refused = await ana.click(report, "Test direct messages")
    remembered = (await ana.slash(TABLE, "server doctor")).text
    await ana.slash(TABLE, "server settings change", messages=False)
    silent = await ana.slash(TABLE, "server doctor")

    assert "it arrived" in arrived.text
    assert len(sent) == 1
    assert "My direct messages reach you" in sent[0]
    assert "⚠ I can't send you direct messages." in refused.text
    assert "⚠ I can't send you direct messages." in remembered
    assert "✅ Direct messages from tables are turned off" in silent.text
    assert silent.message.buttons == []


async def test_the_doctor_examines_every_channel_with_tables(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """It names each channel of the settings, of open tables, and the one where it's asked."""
    here, other, third = (ana.channel(place) for place in (TABLE, OTHER, THIRD))
    faults, bot = env.playground.faults, env.playground.world.bot
    await ben.slash(other, "play", game="tomate")
    await ben.slash(third, "play", game="dojo")
    everywhere = (await ana.slash(here, "server doctor")).text
    await ana.slash(here, "server settings allow", channel=f"<#{third.id}>")
    closed = (await ana.slash(here, "server doctor")).text
    faults.forbid(bot, other, Permission.SEND_MESSAGES)
    faults.delete_channel(third)
    faulty = (await ana.slash(here, "server doctor")).text
    await ana.slash(here, "server settings everywhere")
    lost = (await ana.slash(here, "server doctor")).text

    well = "✅ <#{}>, <#{}>, and <#{}>: tables, threads and pictures work."
    assert well.format(here.id, other.id, third.id) in everywhere
    assert f"✅ <#{third.id}> and <#{other.id}>: tables, threads" in closed
    assert f"✅ <#{here.id}>: tables can't be opened here, as this server" in closed
    assert f"❌ <#{other.id}>: tables don't work here without Send Messages" in faulty
    assert f"❌ <#{third.id}> is gone" in faulty
    assert f"❌ <#{third.id}>, which has open tables, is gone" in lost


async def test_the_doctor_says_once_what_several_channels_lack(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """Channels with the same fault share a line, so that a server with many of them reads all."""
    faults, guild = env.playground.faults, env.playground.world.guild
    rooms = [faults.open_channel(guild, f"room-{number}") for number in range(24)]
    for room in rooms:
        await ana.slash(TABLE, "server settings allow", channel=f"<#{room.id}>")
        faults.forbid(env.playground.world.bot, room, Permission.SEND_MESSAGES)
    report = (await ana.slash(TABLE, "server doctor")).text

    assert report.count("tables don't work here without Send Messages") == 1
    assert all(f"<#{room.id}>" in report for room in rooms)
    assert "more line" not in report


async def test_the_doctor_says_what_to_do(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/server doctor reports each problem on its own line, with its solution."""
    world, faults = env.playground.world, env.playground.faults
    await env.lobby(ben)
    here, other = ana.channel(TABLE), ana.channel(OTHER)
    await env.bot.store.guilds.find(world.guild.id)
    for channel in (here, other):
        await ana.slash(OTHER, "server settings allow", channel=f"<#{channel.id}>")
    faults.forbid(world.bot, here, Permission.ATTACH_FILES)
    faults.forbid(world.bot, other, Permission.CREATE_PUBLIC_THREADS)
    games = next(command for command in world.commands.values() if command.name == "games")
    games.body, games.version = {**games.body, "description": "Something else"}, world.new_id()
    await env.settled()
    await ana.slash(OTHER, "server settings deals", channel=f"<#{other.id}>")
    answer = (await ana.slash(OTHER, "server doctor")).text
    faults.forbid(world.bot, here, Permission.SEND_MESSAGES)
    faults.delete_channel(other)
    worse = (await ana.slash(here, "server doctor")).text
    await ana.slash(here, "server settings deals", channel=f"<#{here.id}>")
    silent = (await ana.slash(here, "server doctor")).text

    assert (
        f"⚠ <#{here.id}>: tables are shown as text here. For pictures, allow Attach Files" in answer
    )
    assert f"⚠ <#{other.id}>: tables can't have threads here. Allow Create Public" in answer
    assert "❌ These commands on Discord don't match mine: games." in answer
    assert f"❌ <#{here.id}>: tables don't work here without Send Messages" in worse
    assert f"❌ <#{other.id}> is gone" in worse
    assert f"✅ <#{other.id}>: each day's deal is shown here." in answer
    assert f"❌ <#{other.id}>, where each day's deal is shown, is gone" in worse
    assert f"❌ <#{here.id}>: each day's deal can't be shown here without Send Mess" in silent


async def test_the_doctor_shows_the_self_test(
    env: RunningBot, ana: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """/server doctor says that the machine has all that it needs, or names each problem."""
    well = (await ana.slash(TABLE, "server doctor")).text

    problems = machine_texts.NO_SHAPING, machine_texts.database_disk(499)

    async def listed_problems(_: SelfTest) -> tuple[Text, ...]:
        return problems

    monkeypatch.setattr(SelfTest, "problems", listed_problems)
    lines = (await ana.slash(TABLE, "server doctor")).text.splitlines()
    host = "⚠ For whoever runs the bot:"

    assert "✅ The machine that runs me has all I need." in well
    assert [line for line in lines if line.startswith(host)] == [
        f"{host} {speak(problem, plain_reader())}" for problem in problems
    ]


async def test_the_doctor_counts_missing_icons(env: RunningBot, ana: PlaygroundUser) -> None:
    """/server doctor says how many icons Discord lacks, as long as it lacks any."""
    EMOJIS.expect(("seat:0", "seat:1"))
    missing = (await ana.slash(TABLE, "server doctor")).text
    for key in ("seat:0", "seat:1"):
        EMOJIS.learn(key, discord.PartialEmoji(name="seat", id=1))
    complete = (await ana.slash(TABLE, "server doctor")).text

    assert "⚠ Discord doesn't have 2 of my icons yet." in missing
    assert "icons" not in complete


async def test_a_failed_test_of_direct_messages_says_so(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """If Discord fails, the test of direct messages says that it doesn't know."""
    report = await ana.slash(TABLE, "server doctor")
    env.playground.faults.answer("POST", "/users/@me/channels", status=500, times=10)
    with hurried():
        reply = (await ana.click(report, "Test direct messages")).text

    assert "won't say whether I can send you direct messages" in reply

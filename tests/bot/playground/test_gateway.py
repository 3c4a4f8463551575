"""The gateway: who is let in, what a session hears of, and how it comes back."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from bot.playground.gateway.intents import PRIVILEGED, Intent
from bot.playground.run import pointed_at
from bot.playground.server import Playground
from bot.playground.testing.people import PlaygroundUser
from tests.bot.playground.demo_bot import DemoBot
from tests.bot.playground.raw_bot import raw_bot
from tests.playground import running

GUILD_TALK = Intent.GUILDS | Intent.GUILD_MESSAGES


async def test_a_wrong_token_is_refused(empty: Playground) -> None:
    """A bot with a wrong token cannot log in."""
    with pointed_at(empty.address):
        async with DemoBot() as client:
            with pytest.raises(discord.LoginFailure):
                await client.start("wrong")


async def test_intents_that_were_not_granted_are_refused(empty: Playground) -> None:
    """Privileged intents must be granted first (4014), as in production."""
    with pointed_at(empty.address):
        async with DemoBot(discord.Intents(guilds=True, message_content=True)) as client:
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await client.start(empty.address.token)


@pytest.mark.parametrize(
    ("intents", "expected"),
    [
        (Intent.GUILDS, []),
        (GUILD_TALK, [""]),
        (GUILD_TALK | Intent.MESSAGE_CONTENT, ["Hello."]),
    ],
)
async def test_a_session_hears_what_it_asked_for(
    empty: Playground, intents: int, expected: list[str]
) -> None:
    """Without the intent no event comes; without the content intent its text is blank."""
    async with raw_bot(empty, intents) as bot:
        empty.person("Ana").say("table-one", "Hello.")
        waiting = [bot.line.queue.get_nowait() for _ in range(bot.line.queue.qsize())]
    heard = [item["d"] for item in waiting if isinstance(item, dict)]
    assert [message["content"] for message in heard] == expected


async def test_content_for_the_bot_needs_no_intent(empty: Playground) -> None:
    """DMs and mentions of the bot can be read without the content intent."""
    ana = empty.person("Ana")
    async with raw_bot(empty, GUILD_TALK | Intent.DIRECT_MESSAGES) as bot:
        ana.say("table-one", f"<@{empty.world.bot.id}> Hello.")
        ana.say("@bot", "Hello?")
        for end in ("Hello.", "Hello?"):
            assert (await bot.event("MESSAGE_CREATE"))["content"].endswith(end)


@pytest.mark.parametrize(("intents", "members"), [(Intent.GUILDS, 1), (3, 14)])
async def test_members_are_told_with_their_intent(
    empty: Playground, intents: int, members: int
) -> None:
    """A guild comes with all its members or with the bot alone, and is available at once."""
    empty.world.application.privileged_intents = PRIVILEGED
    client = DemoBot(discord.Intents._from_value(int(intents)))
    async with running(empty, lambda address: client.start(address.token)):
        await client.heard("ready")
        assert len(client.guilds[0].members) == members
        assert client.guilds[0].member_count == 14
        assert not [event for event in client.events if event.startswith("join")]
    await client.close()


async def test_a_cut_socket_resumes_and_misses_nothing(empty: Playground) -> None:
    """What happened while the line was dead is told after the resume, in its order."""
    client = DemoBot(discord.Intents(guilds=True, guild_messages=True))
    async with running(empty, lambda address: client.start(address.token)):
        await client.heard("ready")
        bot_name = empty.world.bot.id
        empty.faults.cut()
        await empty.until(lambda: not empty.sessions.online, "the cut")
        for word in ("one", "two"):
            empty.person("Ana").say("table-one", f"<@{bot_name}> {word}")
        await empty.until(lambda: empty.sessions.online, "the bot to come back")
        await client.heard("message", 2)
        assert [event[-3:] for event in client.events if event.startswith("message")] == [
            "one",
            "two",
        ]
        assert client.events.count("ready") == 1
    await client.close()


async def test_a_press_while_the_line_is_dead_is_answered(
    playground: Playground, ana: PlaygroundUser
) -> None:
    """A press within the three seconds of a cut is answered by the resumed bot."""
    lobby = await ana.slash("table-one", "play tomate")
    playground.faults.cut()
    await playground.until(lambda: not playground.sessions.online, "the cut")
    await ana.click(lobby, "Join")
    assert lobby.text == "At the table: Ana"


async def test_a_reconnect_on_request(playground: Playground, ana: PlaygroundUser) -> None:
    """After op 7 the bot comes back to its session by itself."""
    before = set(playground.sessions._sessions)
    playground.faults.ask_to_reconnect()
    await playground.until(lambda: not playground.sessions.online, "the bot to leave")
    await playground.until(lambda: playground.sessions.online, "the bot to come back")
    assert set(playground.sessions._sessions) == before
    assert (await ana.slash("table-one", "play tomate")).text.startswith("A table")


@pytest.mark.slow  # discord.py waits five seconds before it identifies anew
async def test_an_invalid_session_identifies_anew(
    playground: Playground, ana: PlaygroundUser
) -> None:
    """After op 9 the bot starts a new session by itself."""
    playground.faults.invalidate()
    await playground.until(lambda: playground.sessions.online, "the bot to come back")
    assert (await ana.slash("table-one", "play tomate")).text.startswith("A table")


@pytest.mark.parametrize(("code", "remains"), [(1000, False), (4000, True)])
async def test_goodbye_ends_the_session(empty: Playground, code: int, remains: bool) -> None:
    """A session whose bot closed with 1000 is over; after any other code it waits for a while."""
    identify = {"token": empty.address.token, "intents": 1, "properties": {}}
    async with aiohttp.ClientSession() as http:
        socket = await http.ws_connect(empty.address.gateway)
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": identify})
        assert (await socket.receive_json())["t"] == "READY"
        await socket.close(code=code)
        await empty.until(lambda: not empty.sessions.online, "the end")
    assert empty.sessions.reachable is remains


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("no json", 4002),
        ('{"op": 99, "d": null}', 4003),
        ('{"op": 2, "d": {"token": "wrong", "intents": 1}}', 4004),
    ],
)
async def test_nonsense_is_hung_up_on(empty: Playground, sent: str, code: int) -> None:
    """What no client says closes the socket with its code."""
    async with aiohttp.ClientSession() as http:
        socket = await http.ws_connect(empty.address.gateway)
        await socket.receive_json()
        await socket.send_str(sent)
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == code


async def test_shards_share_the_guilds(empty: Playground) -> None:
    """An auto-sharded client asks for the gateway and plays as any other."""
    client = discord.AutoShardedClient(
        intents=discord.Intents(guilds=True), guild_ready_timeout=0.05, shard_count=2
    )
    with pointed_at(empty.address):
        async with client:
            task = asyncio.create_task(client.start(empty.address.token))
            await client.wait_until_ready()
            assert [guild.name for guild in client.guilds] == ["Tomato Garden"]
            assert sorted(client.shards) == [0, 1]
        await task

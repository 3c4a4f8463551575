"""The gateway: logins, the events of a session, and resuming it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

import aiohttp
import discord
import pytest

from bot.ui.program.local import pointed_at
from playground.gateway.intents import PRIVILEGED, Intent
from playground.gateway.sessions import SocketQueue
from playground.gateway.sharding import ShardingRules
from playground.server import Playground
from playground.testing.people import PlaygroundUser
from playground.world.clock import ManualClock
from playground.world.seed import add_guild
from playground.world.world import Json
from tests.integration.support.hurry import hurried
from tests.playground.demo_bot import DemoBot
from tests.playground.raw_bot import raw_bot
from tests.support.playground import opened, running

GUILD_TALK = Intent.GUILDS | Intent.GUILD_MESSAGES


async def test_a_wrong_token_is_refused(empty: Playground) -> None:
    """A bot with a wrong token cannot log in."""
    with pointed_at(empty.address):
        async with DemoBot() as client:
            with pytest.raises(discord.LoginFailure):
                await client.start("wrong")


@asynccontextmanager
async def logged_in(
    playground: Playground, send: Callable[[aiohttp.ClientWebSocketResponse, str], Awaitable[None]]
) -> AsyncIterator[Json]:
    """Log in by hand; yields the data of READY."""
    identify = {"op": 2, "d": {"token": playground.address.token, "intents": 1, "properties": {}}}
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(playground.address.gateway) as socket,
    ):
        assert (await socket.receive_json(timeout=60))["op"] == 10
        await send(socket, json.dumps(identify))
        ready = await socket.receive_json(timeout=60)
        assert ready["t"] == "READY", ready
        yield ready["d"]


async def test_binary_frames_are_read(empty: Playground) -> None:
    """A bot may send its JSON in binary frames, as hikari does."""
    async with logged_in(empty, lambda socket, text: socket.send_bytes(text.encode())):
        assert empty.sessions.online


async def test_a_frame_that_is_no_text_ends_the_connection(empty: Playground) -> None:
    """A frame that can't be decoded closes the connection with 4002."""
    async with aiohttp.ClientSession() as http, http.ws_connect(empty.address.gateway) as socket:
        await socket.receive(timeout=60)
        await socket.send_bytes(b"\xff\xfe")
        await socket.receive(timeout=60)
        assert socket.close_code == 4002


async def test_ready_tells_a_bot_of_itself(empty: Playground) -> None:
    """READY's user is the bot's own, with what Discord tells of nobody else."""
    async with logged_in(empty, lambda socket, text: socket.send_str(text)) as ready:
        user = ready["user"]
    own = {"mfa_enabled": True, "verified": True, "email": None, "bot": True}
    assert user | own == user
    assert ready["session_type"] == "normal"


async def test_intents_that_were_not_granted_are_refused(empty: Playground) -> None:
    """Privileged intents that weren't granted are refused with 4014."""
    with pointed_at(empty.address):
        async with DemoBot(discord.Intents(guilds=True, message_content=True)) as client:
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await client.start(empty.address.token)


@pytest.mark.parametrize(
    ("intents", "expected"),
    [(Intent.GUILDS, []), (GUILD_TALK, [""]), (GUILD_TALK | Intent.MESSAGE_CONTENT, ["Hello."])],
)
async def test_a_session_hears_what_it_asked_for(
    empty: Playground, intents: int, expected: list[str]
) -> None:
    """A session gets only the events of its intents, and text only with the content intent."""
    async with raw_bot(empty, intents) as bot:
        empty.person("Ana").say("table-one", "Hello.")
        waiting = [bot.line.queue.get_nowait() for _ in range(bot.line.queue.qsize())]
    heard = [item["d"] for item in waiting if isinstance(item, dict)]
    assert [message["content"] for message in heard] == expected


async def test_content_for_the_bot_needs_no_intent(empty: Playground) -> None:
    """The bot can read DMs and mentions of itself without the content intent."""
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
    """With the members intent a guild has all its members, otherwise only the bot."""
    empty.world.application.privileged_intents = PRIVILEGED
    client = DemoBot(discord.Intents._from_value(int(intents)))
    async with running(empty, lambda address: client.start(address.token)):
        await client.heard("ready")
        assert len(client.guilds[0].members) == members
        assert client.guilds[0].member_count == 14
        assert not [event for event in client.events if event.startswith("join")]
    await client.close()


async def test_a_cut_socket_resumes_and_misses_nothing(empty: Playground) -> None:
    """Events during a cut connection arrive after it is resumed, in order."""
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
    """A press shortly after a cut is answered once the bot has resumed."""
    lobby = await ana.slash("table-one", "play tomate")
    playground.faults.cut()
    await playground.until(lambda: not playground.sessions.online, "the cut")
    await ana.click(lobby, "Join")
    assert lobby.text == "At the table: Ana"


async def test_a_reconnect_on_request(playground: Playground, ana: PlaygroundUser) -> None:
    """After op 7, the bot resumes its session."""
    before = set(playground.sessions._sessions)
    playground.faults.ask_to_reconnect()
    await playground.until(lambda: not playground.sessions.online, "the bot to leave")
    await playground.until(lambda: playground.sessions.online, "the bot to come back")
    assert set(playground.sessions._sessions) == before
    assert (await ana.slash("table-one", "play tomate")).text.startswith("A table")


@pytest.mark.slow  # discord.py waits five seconds before it identifies again
async def test_an_invalid_session_identifies_anew(
    playground: Playground, ana: PlaygroundUser
) -> None:
    """After op 9, the bot starts a new session."""
    with hurried():
        playground.faults.invalidate()
        await playground.until(lambda: playground.sessions.online, "the bot to come back")
    assert (await ana.slash("table-one", "play tomate")).text.startswith("A table")


@pytest.mark.parametrize(("code", "remains"), [(1000, False), (4000, True)])
async def test_goodbye_ends_the_session(empty: Playground, code: int, remains: bool) -> None:
    """A session closed with 1000 ends; after any other code it can be resumed."""
    identify = {"token": empty.address.token, "intents": 1, "properties": {}}
    async with aiohttp.ClientSession() as http:
        socket = await http.ws_connect(empty.address.gateway)
        assert (await socket.receive_json(timeout=60))["op"] == 10
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
    """Invalid messages close the socket with their code."""
    async with aiohttp.ClientSession() as http:
        socket = await http.ws_connect(empty.address.gateway)
        await socket.receive_json()
        await socket.send_str(sent)
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == code


THREE = ShardingRules(shards=3, max_concurrency=3, spacing=5.0, guilds_per_shard=2)
"""Three recommended shards that may log in at once, with at most two servers each."""


@pytest.fixture
async def sharded(clock: ManualClock) -> AsyncIterator[Playground]:
    """A playground of six servers, two on each of three shards."""
    async with opened(clock=clock, sharding=THREE) as playground:
        for number in range(5):
            clock.advance(0.001)  # a server's shard follows from its time of creation
            add_guild(playground.world, f"Garden {number}", playground.world.people[:1])
        yield playground


async def test_shards_share_the_guilds(sharded: Playground) -> None:
    """An auto-sharded client uses the recommended number and finds every server once."""
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True), guild_ready_timeout=0)
    client.before_identify_hook = lambda *_, **__: asyncio.sleep(0)  # type: ignore[method-assign]  # buckets are ours to fill
    with pointed_at(sharded.address):
        async with client:
            task = asyncio.create_task(client.start(sharded.address.token))
            await client.wait_until_ready()
            spread = [guild.shard_id for guild in client.guilds]
        await task

    assert sorted(spread) == [0, 0, 1, 1, 2, 2]


async def identify(playground: Playground, shard: object) -> tuple[int | str | None, set[int]]:
    """Log in as this shard; return the first event, op or close code, and its servers."""
    data = {"token": playground.address.token, "intents": 1, "properties": {}, "shard": shard}
    async with aiohttp.ClientSession() as http:
        socket = await http.ws_connect(playground.address.gateway)
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": data})
        message = await socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            return socket.close_code, set()
        answer = message.json()
        if answer["t"] != "READY":
            return answer["op"], set()
        return answer["t"], {int(guild["id"]) for guild in answer["d"]["guilds"]}


@pytest.mark.parametrize("shard", [[3, 3], [-1, 3], [0, 0], [0], "0/3", [0, "3"]])
async def test_a_shard_that_cannot_be_is_hung_up_on(sharded: Playground, shard: object) -> None:
    """An invalid shard closes the socket with 4010."""
    assert await identify(sharded, shard) == (4010, set())


async def test_too_many_servers_demand_shards(sharded: Playground) -> None:
    """A shard with more servers than allowed is closed with 4011; more shards let it in."""
    assert await identify(sharded, [0, 1]) == (4011, set())
    texts = [await identify(sharded, [number, 3]) for number in range(3)]

    assert [answer for answer, _ in texts] == ["READY"] * 3
    assert set().union(*(guilds for _, guilds in texts)) == {
        guild.id for guild in sharded.world.joined
    }


async def test_a_bucket_takes_one_identify_in_five_seconds(
    sharded: Playground, clock: ManualClock
) -> None:
    """A shard that identifies too soon after another one in its bucket gets op 9."""
    answers = []
    for number, seconds in ((0, 0.0), (1, 0.0), (3, 4.9), (3, 0.2)):
        clock.advance(seconds)
        answers.append((await identify(sharded, [number, 6]))[0])

    assert answers == ["READY", "READY", 9, "READY"]


async def test_the_gateway_counts_logins(sharded: Playground) -> None:
    """GET /gateway/bot recommends shards and says how many logins are left."""
    await identify(sharded, [0, 3])
    async with raw_bot(sharded) as bot:
        _, body = await bot.call("GET", "/gateway/bot")

    assert body["shards"] == 3
    assert body["session_start_limit"]["max_concurrency"] == 3
    assert body["session_start_limit"]["remaining"] == 999


async def test_what_has_no_guild_goes_to_the_first_shard(sharded: Playground) -> None:
    """DMs, and commands on servers without the bot, arrive at shard 0 only."""
    ana, guild = sharded.person("Ana"), sharded.world.guild
    lines = [SocketQueue() for _ in range(3)]
    for number, line in enumerate(lines):
        sharded.sessions.open(line, Intent.GUILDS | Intent.DIRECT_MESSAGES, (number, 3))
    ana.say("@bot", "Hello?")
    sharded.faults.expel_bot(guild)
    sharded.interactions.open(2, ana.user, ana.channel("table-one"), {"name": "help"})
    texts = [[item["t"] for item in iter_queue(line) if isinstance(item, dict)] for line in lines]
    away = (guild.id >> 22) % 3

    assert [event for event in texts[0] if event != "GUILD_DELETE"] == [
        "MESSAGE_CREATE",
        "INTERACTION_CREATE",
    ]
    assert [number for number in range(3) if "GUILD_DELETE" in texts[number]] == [away]


def iter_queue(line: SocketQueue) -> Iterator[Json | int]:
    """Yield what is queued for a socket, and remove it."""
    while not line.queue.empty():
        yield line.queue.get_nowait()

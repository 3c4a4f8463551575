"""The page's socket follows README.md."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import aiohttp
import pytest
import yarl

from playground.server import Playground
from playground.testing.people import PlaygroundUser
from playground.world.world import Json
from tests.playground.demo_bot import start
from tests.playground.raw_bot import raw_bot
from tests.support.playground import opened, running


class Tab:
    """One open tab."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self.heard: list[Json] = []  # events that arrived before the answer

    async def ask(self, op: str, /, **d: Any) -> Json:
        """Return the answer to an operation."""
        self._number += 1
        await self._socket.send_json({"n": self._number, "op": op, "d": d})
        while True:
            item: Json = await self._socket.receive_json(timeout=60)
            if item.get("re") == self._number:
                return item
            self.heard.append(item)

    async def do(self, op: str, /, **d: Any) -> Any:
        """Return the data of an operation that succeeds."""
        answer = await self.ask(op, **d)
        assert answer["ok"], answer
        return answer["d"]

    async def hear(self, event: str) -> Json:
        """Return the data of the next event of this name."""
        for item in self.heard:
            if item["t"] == event:
                self.heard.remove(item)
                return cast("Json", item["d"])
        while True:
            item = await self._socket.receive_json(timeout=60)
            if item.get("t") == event:
                return cast("Json", item["d"])
            self.heard.append(item)

    async def send(self, text: str) -> Json:
        """Send text that is no operation, and return the answer."""
        await self._socket.send_str(text)
        answer: Json = await self._socket.receive_json(timeout=60)
        return answer


@asynccontextmanager
async def tab(playground: Playground, name: str) -> AsyncIterator[Tab]:
    user = playground.person(name).user
    address = playground.address.origin + f"/page/socket?as={user.id}&key={user.key}"
    async with aiohttp.ClientSession() as http, http.ws_connect(address) as socket:
        yield Tab(socket)


def channel_id(playground: Playground, name: str = "table-one") -> str:
    return str(playground.person("Ana").channel(name).id)


async def test_hello_tells_what_a_tab_needs(playground: Playground) -> None:
    """The answer to hello has the person, all people, channels, commands and links."""
    async with tab(playground, "Ana") as page:
        text = await page.do("hello")
    assert text["me"]["global_name"] == "Ana"
    names = ["table-one", "table-two", "lounge", "friends", "terrace"]
    assert [c["name"] for c in text["channels"]] == names
    assert [guild["name"] for guild in text["other_guilds"]] == ["The Terrace"]
    assert "play" in [command["name"] for command in text["commands"]]
    assert text["guild"]["name"] == "The Garden"
    assert text["bot"] == {"id": str(playground.world.bot.id), "online": True}
    people = {user["id"] for user in text["people"] if not user["bot"]}
    assert set(text["links"]) == people
    assert text["links"][text["me"]["id"]] == playground.pages.link(playground.person("Ana").user)
    assert all(user["avatar_url"] and user["color"] for user in text["people"])


async def test_a_game_played_in_two_tabs(playground: Playground) -> None:
    """Commands, buttons, ephemeral messages, menus and modals work in two tabs."""
    here = channel_id(playground)
    async with tab(playground, "Ana") as ana, tab(playground, "Ben") as ben:
        options = {"seats": 3}
        await ana.do("slash", channel=here, command="play", path=["tomate"], options=options)
        lobby = await ana.hear("message")
        assert lobby["interaction"]["name"] == "play tomate"
        assert lobby["interaction"]["user"]["global_name"] == "Ana"
        assert (await ben.hear("message"))["id"] == lobby["id"]
        await ben.do("press", message=lobby["id"], custom_id="lobby:join")
        for page in (ana, ben):
            edit = await page.hear("edit")
            assert (edit["content"], edit["edited"]) == ("At the table: Ben", True)
        await ben.do("press", message=lobby["id"], custom_id="lobby:hand")
        hand = await ben.hear("message")
        assert hand["ephemeral"]
        assert hand["attachments"][0]["url"].startswith("/cdn/attachments/")
        await ana.do("select", message=lobby["id"], custom_id="lobby:vegetable", values=["basil"])
        assert (await ana.hear("edit"))["content"] == "Chosen: basil"
        await ana.do("press", message=lobby["id"], custom_id="lobby:form")
        form = await ana.hear("modal")
        fields = [c["component"] for c in form["components"] if c["type"] == 18]
        given = ["Ana", ["basil"], [], "s"]
        values = {field["custom_id"]: value for field, value in zip(fields, given, strict=True)}
        await ana.do("submit", interaction=form["interaction"], values=values)
        assert (await ana.hear("message"))["content"] == "Ordered: Ana, basil, alone, s"
        assert not [item for item in ana.heard if item["d"].get("ephemeral")]
        seen = {
            name: await page.do("history", channel=here)
            for name, page in (("Ana", ana), ("Ben", ben))
        }
    assert [m["ephemeral"] for m in seen["Ben"]["messages"]] == [False, True, False]
    assert [m["ephemeral"] for m in seen["Ana"]["messages"]] == [False, False]


async def test_a_form_opens_in_the_tab_that_asked(playground: Playground) -> None:
    """A modal opens only in the tab that asked; messages appear in both tabs."""
    here = channel_id(playground)
    async with tab(playground, "Ana") as first, tab(playground, "Ana") as two:
        await first.do("slash", channel=here, command="form", path=[], options={})
        await first.hear("modal")
        await two.do("send", channel=here, content="Hello.")
        assert (await first.hear("message"))["content"] == "Hello."
        assert [item["t"] for item in two.heard] == ["message"]


async def test_autocompletion_keeps_nobody_waiting(playground: Playground) -> None:
    """Other operations are answered while the bot works on a completion."""
    async with opened() as other, raw_bot(other) as bot:
        option = {"type": 3, "name": "o", "description": "d", "autocomplete": True}
        command = {"name": "go", "description": "d", "options": [option]}
        application = other.world.application.id
        await bot.call("PUT", f"/applications/{application}/commands", [command])
        here = channel_id(other)
        async with tab(other, "Ana") as page:
            typed = {"command": "go", "path": [], "options": {"o": "x"}, "focused": "o"}
            asking = asyncio.create_task(page.ask("autocomplete", channel=here, **typed))
            interaction = await bot.interaction()
            assert interaction["data"]["options"][0]["focused"] is True
            async with tab(other, "Ana") as second:
                assert (await second.do("history", channel=here))["messages"] == []
            await bot.answer(interaction, 8, {"choices": [{"name": "X", "value": "x"}]})
            assert (await asking)["d"] == {"choices": [{"name": "X", "value": "x"}]}


async def test_mentions_count_until_they_are_read(playground: Playground) -> None:
    """A mention is counted until its channel is read."""
    here = channel_id(playground)
    ben = playground.person("Ben")
    async with tab(playground, "Ben") as page:
        await playground.person("Ana").slash("table-one", "letter", to=ben)
        assert (await page.hear("message"))["mention"] is True
        counts = []
        for _ in range(2):
            channels = (await page.do("hello"))["channels"]
            counts.append(channels[0]["mention_count"])
            await page.do("read", channel=here)
        assert counts == [1, 0]


async def test_direct_messages(playground: Playground) -> None:
    """A DM channel appears with its first message, and can be closed to bots."""
    async with tab(playground, "Ana") as page:
        await page.do(
            "slash", channel=channel_id(playground), command="deferred", path=[], options={}
        )
        thinking = await page.hear("thinking")
        assert await page.hear("answered") == {"interaction": thinking["interaction"]}
        assert thinking == {
            "interaction": str(max(playground.world.interactions)),
            "channel": channel_id(playground),
        }
        channel = await page.hear("channel")
        assert [user["username"] for user in channel["recipients"]] == ["Bot"]
        history = await page.do("history", channel=channel["id"])
        assert [m["mention"] for m in history["messages"]] == [True]
        opened_again = await page.do("open_dm", user=str(playground.world.bot.id))
        assert opened_again["channel"]["id"] == channel["id"]
        await page.do("send", channel=channel["id"], content="Thank you.")
        assert await page.do("dms", allow=False) == {"allow": False}
        assert await page.do("locale", locale="de") == {"locale": "de"}
        me = (await page.do("hello"))["me"]
        assert (me["dms_open"], me["locale"]) == (False, "de")


async def test_dismissed_messages_go(playground: Playground) -> None:
    """A dismissed ephemeral message disappears from its owner's tabs."""
    ana = playground.person("Ana")
    lobby = await ana.slash("table-one", "play tomate")
    hand = await ana.click(lobby, "My hand")
    async with tab(playground, "Ana") as page:
        refused = await page.ask("dismiss", message=str(lobby.message.id))
        assert refused == {
            "re": 1,
            "ok": False,
            "error": "Only your own hidden messages can be dismissed.",
        }
        await page.do("dismiss", message=str(hand.message.id))
        assert (await page.hear("delete"))["id"] == str(hand.shown.id if hand.shown else 0)


async def test_history_comes_in_pages(playground: Playground, ana: PlaygroundUser) -> None:
    """History returns at most fifty messages, oldest first, and older ones on request."""
    for number in range(60):
        ana.say("lounge", str(number))
    here = channel_id(playground, "lounge")
    async with tab(playground, "Ana") as page:
        new = (await page.do("history", channel=here))["messages"]
        old = (await page.do("history", channel=here, before=new[0]["id"]))["messages"]
    assert [m["content"] for m in old + new] == [str(number) for number in range(60)]


async def test_the_bots_presence_is_told() -> None:
    """Tabs hear when the bot connects, with its commands, and when it disconnects."""
    async with opened() as playground, tab(playground, "Ana") as page:
        async with running(playground, start):
            assert "play" in [c["name"] for c in (await page.hear("commands"))["commands"]]
            assert await page.hear("bot") == {"online": True}
        assert await page.hear("bot") == {"online": False}


@pytest.mark.parametrize(
    ("op", "d", "error"),
    [
        ("history", {"channel": "5"}, "There is no such channel here."),
        ("press", {"message": "5", "custom_id": "x"}, "This message is gone."),
        ("send", {"channel": None, "content": " "}, "A message has 1 to 2000 characters."),
        ("submit", {"interaction": "5", "values": {}}, "There is no such form."),
        ("jump", {}, "This was not understood: KeyError('jump')."),
    ],
)
async def test_what_cannot_be_done_is_said(
    playground: Playground, op: str, d: Json, error: str
) -> None:
    """A refused operation is answered with a reason, and the tab keeps working."""
    d = {key: channel_id(playground) if value is None else value for key, value in d.items()}
    async with tab(playground, "Ana") as page:
        assert await page.ask(op, **d) == {"re": 1, "ok": False, "error": error}
        assert (await page.send("nonsense"))["ok"] is False
        assert await page.do("hello")


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("?as=²&key=x", 400),
        ("?as=1&key=x", 403),
        ("?as={ana}&key={ben_key}", 403),
        ("?as={ana}", 403),
        ("?as={ana}&key=é", 403),
    ],
)
async def test_a_tab_cannot_become_another(playground: Playground, query: str, status: int) -> None:
    """A socket opens only with the person's own key."""
    ana, ben = playground.person("Ana").user, playground.person("Ben").user
    address = playground.address.origin + "/page/socket"
    address += query.format(ana=ana.id, ben_key=ben.key)
    async with aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            await http.ws_connect(address)
    assert refusal.value.status == status


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/", None, 200),
        ("/page/../server.py", None, 404),
        ("/page/%2e%2e/server.py", None, 404),
        ("/page/nothing.js", None, 404),
        ("/", "evil.example", 421),
        ("/cdn/attachments/1/2/x.png", None, 404),
    ],
)
async def test_what_is_served(
    playground: Playground, path: str, host: str | None, status: int
) -> None:
    """Only the page's own files are served, and only to loopback names."""
    url = yarl.URL(playground.address.origin + path, encoded=True)
    headers = {"Host": host} if host else {}
    async with aiohttp.ClientSession() as http, http.get(url, headers=headers) as response:
        assert response.status == status


UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dG9tYXRvIHRvbWF0byB0bw==",
}


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/page/socket?as={ana}&key={key}", UPGRADE),
        ("/gateway", UPGRADE),
        ("/api/v10/gateway", {}),
        ("/", {}),
    ],
)
@pytest.mark.parametrize(
    ("origin", "is_served"),
    [
        (None, True),
        ("{own}", True),
        ("https://evil.example", False),
        ("http://localhost:3000", False),
        ("null", False),
    ],
)
async def test_pages_of_other_sites_are_refused(
    playground: Playground, path: str, headers: dict[str, str], origin: str | None, is_served: bool
) -> None:
    """Sockets and requests are for bots, which name no origin, and for the own page."""
    ana, own = playground.person("Ana").user, playground.address.origin
    sent = headers | ({} if origin is None else {"Origin": origin.format(own=own)})
    url = own + path.format(ana=ana.id, key=ana.key)
    async with aiohttp.ClientSession() as http, http.get(url, headers=sent) as response:
        assert response.status == ((101 if headers else 200) if is_served else 403)


@pytest.mark.parametrize(("name", "start_of_it"), [("svg", b"<svg"), ("png", b"\x89PNG")])
async def test_avatars(playground: Playground, name: str, start_of_it: bytes) -> None:
    """Every person has an avatar, as SVG and as PNG."""
    user = playground.person("Ana").user
    path = f"{user.id}.svg" if name == "svg" else f"{user.id}/{user.id:x}.png?size=64"
    address = f"{playground.address.cdn}/avatars/{path}"
    async with aiohttp.ClientSession() as http, http.get(address) as response:
        assert (await response.read()).startswith(start_of_it)

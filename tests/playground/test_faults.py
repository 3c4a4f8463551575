"""Planned faults hit exactly the requests they were planned for."""

import aiohttp
import pytest

from playground.server import Playground
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import NothingShownError
from playground.world.errors import HumanError
from tests.playground.raw_bot import RawBot, refusal

POST = "/channels/{channel_id}/messages"
PATCH = POST + "/{message_id}"
HELLO = {"content": "Hello."}


async def test_the_kth_request_fails(raw: RawBot) -> None:
    """A planned fault hits only the second of three posts, which leaves nothing behind."""
    ana = raw.playground.person("Ana")
    channel = ana.channel("table-one")
    raw.playground.faults.answer("POST", POST, status=500, nth=2)
    assert [(await raw.post(channel, HELLO))[0] for _ in range(3)] == [200, 500, 200]
    assert len(ana.sees(channel)) == 2


async def test_an_answer_may_be_lost(raw: RawBot) -> None:
    """A request can be carried out and still answer with an error."""
    ana = raw.playground.person("Ana")
    channel = ana.channel("table-one")
    raw.playground.faults.answer("POST", POST, status=502, applied=True)
    assert (await raw.post(channel, HELLO))[0] == 502
    assert len(ana.sees(channel)) == 1


async def test_the_line_may_break(raw: RawBot) -> None:
    """A connection can break before the answer."""
    raw.playground.faults.answer(status=0)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await raw.post(raw.here, HELLO)


async def test_a_refused_edit(raw: RawBot) -> None:
    """Any of Discord's error codes can be planned."""
    channel = raw.here
    _, message = await raw.post(channel, HELLO)
    raw.playground.faults.refuse(50001, "PATCH", PATCH)
    path = f"/channels/{channel.id}/messages/{message['id']}"
    outcomes = [(await raw.call("PATCH", path, HELLO))[0] for _ in range(2)]
    assert outcomes == [403, 200]


async def test_the_library_waits_out_a_429(playground: Playground, ana: PlaygroundUser) -> None:
    """discord.py waits out a rate limit and repeats the request once."""
    playground.faults.answer(
        "POST", "/interactions/{interaction_id}/{token}/callback", status=429, retry_after=0.01
    )
    assert (await ana.slash("table-one", "play tomate")).text.startswith("A table")
    assert len(ana.sees("table-one")) == 1


async def test_healing(raw: RawBot) -> None:
    """Faults that were cancelled no longer happen."""
    raw.playground.faults.answer(status=500, times=100)
    raw.playground.faults.heal()
    assert (await raw.call("GET", "/users/@me"))[0] == 200


async def test_messages_and_channels_deleted_by_hand(
    playground: Playground, ana: PlaygroundUser
) -> None:
    """A deleted message or channel is gone for everybody, and using it fails with a reason."""
    lobby = await ana.slash("table-one", "play tomate")
    playground.faults.delete_message(lobby.message.value)
    assert lobby.message.gone
    with pytest.raises(NothingShownError):
        await ana.click(lobby, "Join")
    playground.faults.delete_channel(ana.channel("table-one"))
    with pytest.raises(HumanError, match="sees no channel"):
        ana.sees("table-one")


async def test_a_token_of_a_deleted_channel(raw: RawBot) -> None:
    """An answer in a deleted channel is refused with Discord's code."""
    ana = raw.playground.person("Ana")
    channel = ana.channel("table-one")
    raw.playground.interactions.open(2, ana.user, channel, {"name": "go"})
    interaction = await raw.interaction()
    raw.playground.faults.delete_channel(channel)
    assert refusal(await raw.answer(interaction, 4, HELLO)) == (404, 10003)


async def test_unknown_routes_are_loud(raw: RawBot, capfd: pytest.CaptureFixture[str]) -> None:
    """An unknown route answers 404, is printed and recorded as unknown."""
    assert (await raw.call("GET", "/stickers/1"))[0] == 404
    assert "no route for GET /stickers/1" in capfd.readouterr().err
    assert raw.playground.rest.unknown == ["GET /stickers/1"]
    raw.playground.rest.unknown.clear()


async def test_requests_are_listed(playground: Playground, ana: PlaygroundUser) -> None:
    """A test can list the bot's requests."""
    lobby = await ana.slash("table-one", "play tomate")
    await ana.select(lobby, "A vegetable", "Basil")
    await ana.until(lambda: lobby.text == "Chosen: basil", "the choice")
    paths = [(e.method, e.path.rpartition("/")[2]) for e in playground.rest.exchanges]
    assert paths[-3:] == [("POST", "callback"), ("POST", "callback"), ("PATCH", "{message_id}")]

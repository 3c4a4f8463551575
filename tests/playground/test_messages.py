"""Messages posted by the bot: nonces, files, edits, history and DMs."""

import aiohttp
import pytest

from playground.rest.channels import LATE_EDITS
from playground.world.clock import ManualClock
from tests.playground.demo_bot import picture
from tests.playground.raw_bot import RawBot, refusal

HELLO = {"content": "Hello."}
WORDS = {"type": 10, "content": "Some words."}


async def test_the_same_nonce_is_the_same_message(raw: RawBot, clock: ManualClock) -> None:
    """A repeated post with an enforced nonce returns the first message, for ten minutes at most."""
    ana = raw.playground.person("Ana")
    channel = ana.channel("table-one")
    body = HELLO | {"nonce": "step-7", "enforce_nonce": True}
    ids = [(await raw.post(channel, body))[1]["id"] for _ in range(2)]
    assert ids[0] == ids[1]
    assert len(ana.sees(channel)) == 1
    clock.advance(600)
    assert (await raw.post(channel, body))[1]["id"] != ids[0]


async def test_a_nonce_that_is_not_enforced_only_labels(raw: RawBot) -> None:
    """Two posts with a nonce that isn't enforced are two messages."""
    channel = raw.here
    ids = {(await raw.post(channel, HELLO | {"nonce": "x"}))[1]["id"] for _ in range(2)}
    assert len(ids) == 2


@pytest.mark.parametrize(
    ("saved", "names"),
    [(None, ["a.png", "b.png", "c.png"]), ([], ["c.png"]), (["a.png"], ["a.png", "c.png"])],
)
async def test_attachments_of_an_edit(
    raw: RawBot, saved: list[str] | None, names: list[str]
) -> None:
    """An edit keeps the attachments it lists, or all without a list, and adds new ones."""
    channel = raw.here
    _, message = await raw.post(channel, HELLO, {"a.png": picture(), "b.png": picture()})
    ids = {a["filename"]: int(a["id"]) for a in message["attachments"]}  # as discord.py sends them
    body = dict(HELLO)
    edit = body if saved is None else {**body, "attachments": [{"id": ids[name]} for name in saved]}
    path = f"/channels/{channel.id}/messages/{message['id']}"
    _, edited = await raw.call("PATCH", path, edit, {"c.png": picture()})
    assert [a["filename"] for a in edited["attachments"]] == names


async def test_files_are_served_as_what_they_are(raw: RawBot) -> None:
    """A PNG is served as one, with its size in pixels and its alt text."""
    channel = raw.here
    described = {"attachments": [{"id": 0, "description": "A table."}]}
    _, message = await raw.post(channel, described, {"the table.png": picture(64, 48)})
    file = message["attachments"][0]
    assert (file["filename"], file["width"], file["height"]) == ("the_table.png", 64, 48)
    assert file["description"] == "A table."
    async with aiohttp.ClientSession() as http, http.get(file["url"]) as response:
        assert response.headers["Content-Type"] == "image/png"
        assert await response.read() == picture(64, 48)


async def test_a_replaced_picture_can_be_fetched_by_who_was_told_of_it(raw: RawBot) -> None:
    """A replaced picture can still be fetched at its old address."""
    channel = raw.here
    _, message = await raw.post(channel, HELLO, {"a.png": picture(8, 4)})
    path = f"/channels/{channel.id}/messages/{message['id']}"
    await raw.call("PATCH", path, {**HELLO, "attachments": []}, {"b.png": picture()})
    async with (
        aiohttp.ClientSession() as http,
        http.get(message["attachments"][0]["url"]) as response,
    ):
        assert await response.read() == picture(8, 4)


async def test_a_picture_in_an_embed_is_not_listed_twice(raw: RawBot) -> None:
    """A file shown in an embed isn't listed as an attachment."""
    channel = raw.here
    embed = {"title": "T", "image": {"url": "attachment://a.png"}}
    _, message = await raw.post(channel, {"embeds": [embed]}, {"a.png": picture()})
    assert message["attachments"] == []
    assert message["embeds"][0]["image"]["url"].startswith(raw.playground.address.cdn)


async def test_a_file_in_a_component_is_not_listed_twice(raw: RawBot) -> None:
    """A file that a component shows is not an attachment; its media item names its id.

    That id keeps the file in an edit.
    """
    channel = raw.here
    media = {"media": {"url": "attachment://a.png"}}
    components = [
        {"type": 12, "items": [media]},
        {"type": 13, "file": {"url": "attachment://b.png"}},
        {"type": 9, "components": [WORDS], "accessory": {"type": 11} | media},
    ]
    body = {"flags": 1 << 15, "components": components}
    files = {name: picture() for name in ("a.png", "b.png", "c.png")}
    _, message = await raw.post(channel, body, files)
    gallery, file, section = message["components"]
    first = int(gallery["items"][0]["media"]["attachment_id"])
    assert [a["filename"] for a in message["attachments"]] == ["c.png"]
    assert section["accessory"]["media"]["attachment_id"] == str(first)
    assert (file["name"], file["size"]) == ("b.png", len(picture()))
    saved = [{"id": first}, {"id": int(file["file"]["attachment_id"])}]
    path = f"/channels/{channel.id}/messages/{message['id']}"
    status, edited = await raw.call("PATCH", path, {"attachments": saved})
    assert (status, edited["attachments"]) == (200, [])
    assert edited["components"][0]["items"][0]["media"]["attachment_id"] == str(first)


async def test_old_messages_take_few_edits(raw: RawBot, clock: ManualClock) -> None:
    """A message older than an hour accepts few edits, then 30046."""
    channel = raw.here
    _, message = await raw.post(channel, HELLO)
    path = f"/channels/{channel.id}/messages/{message['id']}"
    for _ in range(LATE_EDITS + 5):
        assert (await raw.call("PATCH", path, HELLO))[0] == 200
    clock.advance(3601)
    for _ in range(LATE_EDITS):
        assert (await raw.call("PATCH", path, HELLO))[0] == 200
    assert refusal(await raw.call("PATCH", path, HELLO)) == (429, 30046)


async def test_closed_dms(raw: RawBot) -> None:
    """A person with closed DMs gets none (50007), though the DM channel opens."""
    ana = raw.playground.person("Ana")
    ana.set_dms(allow=False)
    _, direct = await raw.call("POST", "/users/@me/channels", {"recipient_id": ana.user.id})
    path = f"/channels/{direct['id']}/messages"
    assert refusal(await raw.call("POST", path, HELLO)) == (403, 50007)
    ana.set_dms(allow=True)
    assert (await raw.call("POST", path, HELLO))[0] == 200
    assert ana.latest("@bot").text == "Hello."


async def test_dms_need_a_guild_in_common(raw: RawBot) -> None:
    """A DM without a shared server is refused with 50278."""
    ana = raw.playground.person("Ana")
    raw.playground.faults.expel_bot(raw.playground.world.guild)
    _, direct = await raw.call("POST", "/users/@me/channels", {"recipient_id": ana.user.id})
    status, answer = await raw.call("POST", f"/channels/{direct['id']}/messages", HELLO)
    assert (status, answer["code"]) == (403, 50278)


async def test_history_before_after_and_around(raw: RawBot) -> None:
    """History is returned newest first, before, after or around a message."""
    ana = raw.playground.person("Ana")
    channel = ana.channel("table-one")
    ids = [ana.say(channel, str(number)).id for number in range(6)]
    base = f"/channels/{channel.id}/messages?limit=2"
    pages = {
        query: [m["content"] for m in (await raw.call("GET", base + query))[1]]
        for query in ("", f"&before={ids[2]}", f"&after={ids[2]}")
    }
    assert list(pages.values()) == [["5", "4"], ["1", "0"], ["4", "3"]]
    around = (await raw.call("GET", f"/channels/{channel.id}/messages?limit=3&around={ids[3]}"))[1]
    assert str(ids[3]) in [m["id"] for m in around]


async def test_allowed_mentions_decide_who_lights_up(raw: RawBot) -> None:
    """Only an allowed mention in a new message notifies; a silent post or an edit doesn't."""
    ana, ben = raw.playground.person("Ana"), raw.playground.person("Ben")
    channel = ana.channel("table-one")
    content = f"{ana.mention} {ben.mention}"
    for more, lit in (
        ({}, [True, True]),
        ({"allowed_mentions": {"parse": []}}, [False, False]),
        ({"allowed_mentions": {"parse": [], "users": [str(ben.user.id)]}}, [False, True]),
        ({"flags": 1 << 12}, [False, False]),
    ):
        _, message = await raw.post(channel, {"content": content, **more})
        assert [ana.latest(channel).lights_up, ben.latest(channel).lights_up] == lit
    path = f"/channels/{channel.id}/messages/{message['id']}"
    await raw.call("PATCH", path, {"content": content})
    assert not ana.latest(channel).lights_up
    assert ana.heard[-1][0] == "edit"


async def test_mentions_in_text_displays_count(raw: RawBot) -> None:
    """A mention in a text display notifies too."""
    ana = raw.playground.person("Ana")
    body = {"flags": 1 << 15, "components": [{"type": 10, "content": f"{ana.mention}, go."}]}
    await raw.post(ana.channel("table-one"), body)
    assert ana.latest("table-one").lights_up


async def test_replies(raw: RawBot) -> None:
    """A reply shows the message it answers, and is refused if that is missing."""
    ana = raw.playground.person("Ana")
    text = ana.say("table-one", "Anyone?")
    channel = ana.channel("table-one")
    reference = {"message_id": text.id, "channel_id": channel.id}
    _, reply = await raw.post(channel, HELLO | {"message_reference": reference})
    assert reply["referenced_message"]["content"] == "Anyone?"
    gone = {**reference, "message_id": 5}
    assert refusal(await raw.post(channel, HELLO | {"message_reference": gone})) == (404, 10008)


async def test_deleting_in_bulk_and_typing(raw: RawBot) -> None:
    """Messages can be deleted in bulk with the permission, and typing is shown."""
    playground = raw.playground
    ana = playground.person("Ana")
    channel = ana.channel("table-one")
    ids = [ana.say(channel, "x").id for _ in range(3)]
    role = next(role for role in playground.world.guild.roles.values() if role.managed)
    role.permissions |= 1 << 13
    path = f"/channels/{channel.id}/messages/bulk-delete"
    assert (await raw.call("POST", path, {"messages": [str(id) for id in ids[:2]]}))[0] == 204
    assert [shown.id for shown in ana.sees(channel)] == ids[2:]
    assert (await raw.call("POST", f"/channels/{channel.id}/typing"))[0] == 204
    assert ana.heard[-1][0] == "typing"

"""Answers to interactions must be in time, single, of the right kind and with a valid token."""

import asyncio

import pytest

from playground.server import Playground
from playground.testing.people import InteractionFailedError, PlaygroundUser
from playground.world.clock import ManualClock
from tests.playground.raw_bot import RawBot, refusal

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
HELLO = {"content": "Hello."}
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Continue", "custom_id": "on"}]}


async def test_an_unanswered_press_fails_after_three_seconds(
    playground: Playground, ana: PlaygroundUser, clock: ManualClock
) -> None:
    """A press without an answer fails after three seconds, with a transcript."""
    lobby = await ana.slash("table-one", "play tomate")
    press = asyncio.create_task(ana.click(lobby, "Silence"))
    await playground.until(lambda: len(playground.world.interactions) == 2, "the press")
    clock.advance(2.9)
    assert not [event for event, _ in ana.heard if event == "failed"]
    clock.advance(0.2)
    with pytest.raises(InteractionFailedError, match=r"(?s)nobody answered.*used /play tomate"):
        await press
    assert ana.heard[-1] == (
        "failed",
        {"interaction": str(max(playground.world.interactions)), "message": str(lobby.message.id)},
    )


async def test_without_a_bot_every_press_fails(raw: RawBot) -> None:
    """A press fails at once if no bot is connected."""
    raw.playground.sessions.forget_all()
    with pytest.raises(InteractionFailedError, match="not connected"):
        await raw.playground.person("Ana").slash("table-one", "go")


async def test_late_answers_are_unknown(raw: RawBot, clock: ManualClock) -> None:
    """An answer after three seconds is refused with 10062."""
    press, interaction = await raw.used()
    clock.advance(3.1)
    assert refusal(await raw.answer(interaction, MESSAGE, HELLO)) == (404, 10062)
    with pytest.raises(InteractionFailedError):
        await press


async def test_the_second_answer_is_refused(raw: RawBot) -> None:
    """A second answer to an interaction is refused with 40060."""
    press, interaction = await raw.used()
    assert (await raw.answer(interaction, MESSAGE, HELLO))[0] == 200
    assert refusal(await raw.answer(interaction, MESSAGE, HELLO)) == (400, 40060)
    assert (await press).text == "Hello."


async def test_a_token_dies_after_fifteen_minutes(raw: RawBot, clock: ManualClock) -> None:
    """An interaction's token works for fifteen minutes, and is then refused with 50027."""
    press, interaction = await raw.used()
    await raw.answer(interaction, MESSAGE, HELLO)
    await press
    clock.advance(14 * 60)
    edit = f"{raw.hook(interaction)}/messages/@original"
    assert (await raw.call("PATCH", edit, {"content": "Mended."}))[0] == 200
    clock.advance(2 * 60)
    for method, path in (("PATCH", edit), ("POST", raw.hook(interaction))):
        assert refusal(await raw.call(method, path, HELLO)) == (401, 50027)


async def test_no_follow_up_before_the_first_answer(raw: RawBot) -> None:
    """A follow-up to an unanswered interaction is refused with 10015."""
    press, interaction = await raw.used()
    assert refusal(await raw.call("POST", raw.hook(interaction), HELLO)) == (404, 10015)
    await raw.answer(interaction, MESSAGE, HELLO)
    await press


async def test_first_follow_up_fills_a_deferred_answer(raw: RawBot) -> None:
    """The first follow-up of a deferred interaction is its answer, as hidden as the deferral."""
    ana = raw.playground.person("Ana")
    press, interaction = await raw.used()
    _, receipt = await raw.answer(interaction, DEFER, {"flags": 64})
    _, first = await raw.call("POST", raw.hook(interaction), HELLO)
    _, second = await raw.call("POST", raw.hook(interaction), {"content": "Two."})
    assert first["id"] == receipt["resource"]["message"]["id"] != second["id"]
    assert (await press).ephemeral
    assert not ana.latest("table-one").ephemeral


async def test_thinking_is_shown_to_who_will_see_the_answer(raw: RawBot) -> None:
    """A public deferral is shown to everybody, and a hidden one only to its owner."""
    ana, ben = raw.playground.person("Ana"), raw.playground.person("Ben")
    for flags, expected in ((0, [1, 1]), (64, [2, 1])):
        press, interaction = await raw.used()
        await raw.answer(interaction, DEFER, {"flags": flags})
        await raw.call("POST", raw.hook(interaction), HELLO)
        await press
        seen = [[t for t, _ in who.heard].count("thinking") for who in (ana, ben)]
        assert seen == expected


async def test_answers_must_fit_their_interaction(raw: RawBot) -> None:
    """A command can't be answered by an update or with choices."""
    press, interaction = await raw.used()
    for kind in (DEFER_UPDATE, UPDATE, CHOICES):
        assert refusal(await raw.answer(interaction, kind, HELLO)) == (400, 50035)
    await raw.answer(interaction, MESSAGE, HELLO)
    await press


async def test_a_form_outlives_its_interaction(raw: RawBot, clock: ManualClock) -> None:
    """A modal can be submitted an hour after it opened, and can change its message."""
    ana = raw.playground.person("Ana")
    press = asyncio.create_task(ana.slash("table-one", "go"))
    await raw.answer(await raw.interaction(), MESSAGE, HELLO | {"components": [ROW]})
    table = await press
    click = asyncio.create_task(ana.click(table, "Continue"))
    field = {"type": 4, "custom_id": "word", "style": 1, "label": "Word"}
    form = {
        "title": "Form",
        "custom_id": "form",
        "components": [{"type": 1, "components": [field]}],
    }
    await raw.answer(await raw.interaction(), MODAL, form)
    opened = await click
    clock.advance(3600)
    send = asyncio.create_task(ana.submit(opened, {"Word": "Yes"}))
    submitted = await raw.interaction()
    assert submitted["data"]["components"][0]["components"][0]["value"] == "Yes"
    await raw.answer(submitted, UPDATE, {"content": "Written."})
    assert (await send).message.id == table.message.id
    assert table.text == "Written."


async def test_ephemeral_messages_have_no_channel_address(raw: RawBot) -> None:
    """Ephemeral messages can be read and changed only with their token, and cause no event."""
    ana = raw.playground.person("Ana")
    press, interaction = await raw.used()
    _, receipt = await raw.answer(interaction, MESSAGE, HELLO | {"flags": 64})
    message = receipt["resource"]["message"]
    await press
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    for method, body in (("GET", None), ("PATCH", HELLO), ("DELETE", None)):
        assert refusal(await raw.call(method, path, body)) == (404, 10008)
    hooked = f"{raw.hook(interaction)}/messages/{message['id']}"
    assert (await raw.call("GET", hooked))[1]["content"] == "Hello."
    assert (await raw.call("DELETE", hooked))[0] == 204
    assert ana.sees("table-one") == []
    assert raw.unread_events() == []

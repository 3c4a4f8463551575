"""Every refusal is a private message and changes nothing."""

from __future__ import annotations

import pytest

from bot.playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, click_twice, controls, forge

SENTENCES = {
    "somebody without a seat": "You don't have a seat at this table",
    "a forged custom id": "This button is for a different question",
    "a button of another bot's life": "This button no longer works",
    "a match that never was": "This table no longer exists",
}


async def test_somebody_without_a_seat_cannot_answer(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """Somebody without a seat can't use public controls, hands or a forged Leave."""
    table = await env.table(ana, ben, cycles=1)
    before = table.text
    answers = [
        (await chen.click(table, controls(table)[0])).text,
        (await chen.click(table, "My hand")).text,
        (await forge(chen, table, f"tb:leave:{controls(table)[0].split(':')[1]}:0")).text,
    ]
    await env.settled()

    assert [SENTENCES["somebody without a seat"] in text for text in answers] == [True] * 3
    assert table.text == before


async def test_another_seats_controls_refuse_kindly(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A press on another player's public button says whose it is, and changes nothing."""
    table = await env.table(ana, ben, cycles=1)
    other = ben if "**Ana to" in table.text else ana
    before = table.text
    refused = await other.click(table, controls(table)[0])
    await env.settled()

    assert refused.ephemeral
    assert "another seat" in refused.text
    assert table.text == before


async def test_an_old_button_shows_what_is_asked_now(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A control of an answered question says so and makes no second move."""
    table = await env.table(ana, ben, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    asked = await env.asked(*hands.values())
    person = next(p for p, hand in hands.items() if hand is asked)
    old = controls(asked)[0]
    await person.click(asked, old)
    await env.settled()
    steps = (await env.bot.store.matches.in_channel(table.value.channel_id))[0].step
    told = (await forge(person, asked, old)).text
    await env.settled()

    assert "Your answer had already arrived" in told
    assert (await env.bot.store.matches.in_channel(table.value.channel_id))[0].step == steps


@pytest.mark.parametrize(
    ("custom_id", "sentence"),
    [
        ("tt:{match}:{seat}:{ticket}:o:99", SENTENCES["a forged custom id"]),
        ("tt:{match}:{seat}:{ticket}:p:0.0", SENTENCES["a forged custom id"]),
        ("tt:nothing:0:0-abc:o:0", SENTENCES["a match that never was"]),
        ("tb:hand:nothing:0", SENTENCES["a match that never was"]),
        ("tb:dance:{match}:0", SENTENCES["a button of another bot's life"]),
        ("counter:17", SENTENCES["a button of another bot's life"]),
    ],
)
async def test_forged_buttons_are_refused(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, custom_id: str, sentence: str
) -> None:
    """A forged or unsuitable id is answered with a refusal."""
    table = await env.table(ana, ben, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    asked = await env.asked(*hands.values())
    person = next(p for p, hand in hands.items() if hand is asked)
    _, match, seat, ticket, *_ = controls(asked)[0].split(":")
    before = table.text
    forged = custom_id.format(match=match, seat=seat, ticket=ticket)
    told = (await forge(person, asked, forged)).text
    await env.settled()

    assert sentence in told
    assert table.text == before


async def test_a_double_click_makes_one_move(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Two simultaneous presses of one button make one move."""
    table = await env.table(ana, ben, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    asked = await env.asked(*hands.values())
    person = next(p for p, hand in hands.items() if hand is asked)
    control = controls(asked)[0]
    before = (await env.bot.store.matches.in_channel(table.value.channel_id))[0].step
    await click_twice(person, asked, control)
    await env.settled()

    assert (await env.bot.store.matches.in_channel(table.value.channel_id))[0].step == before + 1


async def test_commands_without_a_table_say_what_to_do(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """Each command that needs a table names the way to one."""
    lines = ("hand", "table", "leave")
    told = [(await ana.slash(TABLE, line)).text for line in lines]

    assert ["/play" in text for text in told] == [True] * 3


async def test_play_in_a_direct_message_is_not_offered(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """Tables belong to servers, so a DM does not offer /play."""
    assert "play" not in ana.commands("@bot")


async def test_a_public_message_is_never_replaced(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A forged page of rules is sent privately, and the public table stays."""
    table = await env.table(ana, ben, cycles=1)
    before = table.text
    rules = await forge(chen, table, "tb:rules:tomate:1")

    assert rules.ephemeral
    assert table.text == before

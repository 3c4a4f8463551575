"""Discord's code decides what a failed request means, and nothing optional stands in the way."""

import pytest

from bot.ui.interactions import reply
from bot.ui.sync.delivery import TALK
from playground.faults import DIRECT_PATH
from playground.testing.people import PlaygroundUser
from playground.world.world import Channel
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.sampling import leading

MESSAGES = "/channels/{channel_id}/messages"
EDIT = ("PATCH", f"{MESSAGES}/{{message_id}}")
DELETE = ("DELETE", f"{MESSAGES}/{{message_id}}")
THREAD = ("POST", f"{MESSAGES}/{{message_id}}/threads")
LETTER = ("POST", f"{DIRECT_PATH}/messages")
DELETE_LETTER = ("DELETE", f"{DIRECT_PATH}/messages/{{message_id}}")
CALLBACK = ("POST", "/interactions/{interaction_id}/{token}/callback")
DELETE_HAND = ("DELETE", "/webhooks/{application_id}/{token}/messages/{message_id}")

ANSWER = ("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}")
CUT = 4
"""Cuts in a row. The HTTP client itself repeats a deletion once, unasked."""


def tables(person: PlaygroundUser, *channels: str | Channel) -> list[int]:
    """The messages of tables that a person sees."""
    shown = [see for channel in channels for see in person.sees(channel)]
    return [
        message.id for message in shown if not message.ephemeral and "My hand" in message.buttons
    ]


def thread_of(env: RunningBot) -> Channel:
    return next(channel for channel in env.playground.world.channels.values() if channel.thread)


@pytest.mark.parametrize("status", leading([404, 401, 400, 403], 2))
async def test_a_stray_status_leaves_the_table_where_it_is(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, status: int
) -> None:
    """An edit that fails without a code is repeated: no second table is posted."""
    table, hands = await env.seated(ana, ben)
    before = table.text
    with hurried():
        env.playground.faults.answer(*EDIT, status=status)
        await env.press(hands)
        await ana.until(lambda: table.text != before, "the table to go on")

    assert tables(ana, TABLE) == [table.id]


async def test_a_blocked_address_leaves_the_table_in_its_thread(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """An edit that Cloudflare blocks is repeated: the table doesn't go back to the channel."""
    _, hands = await env.seated(ana, ben, thread=True)
    thread = thread_of(env)
    table = env.public(ana, thread)
    before = table.text
    with hurried():
        env.playground.faults.refuse(40333, *EDIT)
        await env.press(hands)
        await ana.until(lambda: table.text != before, "the table to go on")

    assert tables(ana, TABLE, thread) == [table.id]


async def test_a_table_that_discord_calls_deleted_is_deleted(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Before a table is posted again, the one that Discord doesn't know is deleted by its id."""
    table, hands = await env.seated(ana, ben)
    env.playground.faults.refuse(10008, *EDIT)
    await env.press(hands)

    assert table.gone
    assert len(tables(ana, TABLE)) == 1


@pytest.mark.parametrize(
    ("code", "reason"),
    leading(
        [
            (160006, "as many active threads as Discord allows"),
            (50024, "Discord wouldn't open a thread here"),
            (160007, "as many active threads as Discord allows"),
            (50013, "Discord wouldn't open a thread here"),
        ],
        2,
    ),
)
async def test_a_table_without_its_thread_is_played_in_the_channel(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, code: int, reason: str
) -> None:
    """If Discord opens no thread, the lobby becomes the table and says why."""
    env.playground.faults.refuse(code, *THREAD, times=10)
    table, hands = await env.seated(ana, ben, thread=True)
    before = table.text
    await env.press(hands)

    assert reason in before
    assert table.text != before
    assert tables(ana, TABLE) == [table.id]


@pytest.mark.parametrize("status", leading([0, 404]))
async def test_a_thread_that_could_not_be_opened_is_opened_later(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, status: int
) -> None:
    """If the request for a thread fails without a code, it is repeated."""
    with hurried():
        env.playground.faults.answer(*THREAD, status=status)
        await env.seated(ana, ben, thread=True)

    assert len(tables(ana, thread_of(env))) == 1
    assert tables(ana, TABLE) == []


async def test_a_thread_that_stays_archived_loses_its_table(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If a server has no room to reopen a table's thread, the table goes back to the channel."""
    sign, hands = await env.seated(ana, ben, thread=True)
    env.playground.faults.archive(thread_of(env))
    env.playground.faults.refuse(160006, "PATCH", "/channels/{channel_id}", times=10)
    await env.press(hands)

    assert tables(ana, TABLE) == [sign.id]


CLOSED, REFUSED = "your DMs are closed", "Discord won't let me send you"
CODES = {50007: CLOSED, 40003: REFUSED, 20009: CLOSED, 20026: REFUSED, 50001: REFUSED}


@pytest.mark.parametrize(("code", "reason"), leading([*CODES.items()], 2))
async def test_dm_on_admits_that_discord_refuses(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, code: int, reason: str
) -> None:
    """If Discord refuses the message, /me dm on says why, and the hand stays in the channel."""
    table = await env.table(ana, ben, cycles=1)
    env.playground.faults.refuse(code, *LETTER, times=10)
    answer = await ana.slash(TABLE, "me dm on")
    hand = await env.hand(ana, table)

    assert "you also get your hand" not in answer.text
    assert reason in answer.text
    assert "My hand still works" in answer.text
    assert list(hand.files) == ["hand.png"]


async def test_a_refusal_of_the_bot_is_none_of_the_person(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If Discord refuses a direct message because of the bot, the next change sends it."""
    _, hands = await env.seated(ana, ben)
    env.playground.faults.refuse(40003, *LETTER)
    await ana.slash(TABLE, "me dm on")
    before = ana.sees("@bot")
    await env.press(hands)
    await ana.until(lambda: bool(ana.sees("@bot")), "the hand in the DM")

    assert before == []


@pytest.mark.parametrize("applied", [False, True], ids=["lost", "answer lost"])
async def test_a_cut_first_answer_is_repeated(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, applied: bool
) -> None:
    """A press whose first answer is cut off is answered in time, and only once."""
    table = await env.table(ana, ben, cycles=1)
    env.playground.faults.answer(*CALLBACK, status=0, applied=applied)
    hand = await env.hand(ana, table)
    await env.bot.client.answered()
    private = [shown for shown in ana.sees(TABLE) if shown.ephemeral]

    assert list(hand.files) == ["hand.png"]
    assert [shown.id for shown in private if "New to" not in shown.text][-1] == hand.id


async def test_a_cut_answer_after_a_deferral_is_repeated(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a slow answer is cut off, it is sent again, without an apology."""
    table = await env.table(ana, ben, cycles=1)
    monkeypatch.setattr(reply, "PATIENCE", 0)
    cut = env.playground.faults.answer(*ANSWER, status=0)
    hand = await env.hand(ana, table)
    await env.bot.client.answered()

    assert cut.is_over
    assert list(hand.files) == ["hand.png"]
    assert "Something went wrong" not in ana.latest(TABLE).text


async def test_an_older_hand_is_deleted_later(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If deleting an older hand is cut off, the new one is shown, and the older one goes later."""
    table = await env.table(ana, ben, cycles=1)
    older = await env.hand(ana, table)
    with hurried():
        cut = env.playground.faults.answer(*DELETE_HAND, status=0, times=CUT)
        newer = await env.hand(ana, table)
        await ana.until(lambda: older.gone, "the older hand to go")

    assert cut.is_over
    assert "Something went wrong" not in ana.latest(TABLE).text
    assert not newer.gone


async def test_a_hand_in_a_direct_message_is_deleted_later(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If deleting a direct hand is cut off, /me dm off is confirmed, and the hand goes later."""
    await ana.slash(TABLE, "me dm on")
    await env.table(ana, ben, cycles=1)
    await ana.until(lambda: bool(ana.sees("@bot")), "the hand in the DM")
    letter = ana.latest("@bot")
    with hurried():
        cut = env.playground.faults.answer(*DELETE_LETTER, status=0, times=CUT)
        response = await ana.slash(TABLE, "me dm off")
        await ana.until(lambda: letter.gone, "the hand to go")

    assert cut.is_over
    assert "stays in the channel" in response.text


async def test_a_look_that_fails_keeps_no_table_back(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If Discord won't show what stands below a table, the table is edited where it is."""
    table, hands = await env.seated(ana, ben)
    before = table.text
    for _ in range(TALK):
        ana.say(TABLE, "Hello.")
    env.playground.faults.answer("GET", MESSAGES, status=400, times=10)
    await env.press(hands)

    assert table.text != before
    assert tables(ana, TABLE) == [table.id]

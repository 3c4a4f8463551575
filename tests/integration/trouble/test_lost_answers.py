"""Answers whose response from Discord is lost, and hands deleted before a press."""

import logging
from collections.abc import Awaitable, Callable

import pytest

from bot.ui.interactions import reply
from playground.interactions.callbacks import MODAL
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.integration.play.test_direct_messages import in_messages
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot, controls, forge

CALLBACK = ("POST", "/interactions/{interaction_id}/{token}/callback")
FOLLOW_UP = ("POST", "/webhooks/{application_id}/{token}")

YOURS = "More"
"""A button of every hand; those of the public table are nobody's alone."""
MADE = "Your move was made. This is your new hand."


def callbacks(env: RunningBot) -> Callable[[], int]:
    """Start counting the bot's first answers; return a function that returns the count."""
    heard: list[str] = []
    env.playground.faults.watchers.append(
        lambda method, path: heard.append(path) if (method, path) == CALLBACK else None
    )
    return lambda: len(heard)


def failures(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING]


async def deleted_hand(
    env: RunningBot, *people: PlaygroundUser
) -> Callable[[], Awaitable[list[ShownMessage]]]:
    """Start a match and delete the hand that is asked; return a press on it.

    The press returns the hands that its player sees after it.
    """
    table, hands = await env.seated(*people)
    mover, older = await env.asked_of(hands)
    press = {"custom_id": controls(older)[0], "component_type": 2, "id": 1}
    value, before = older.value, table.text
    await env.hand(mover, table)
    await mover.until(lambda: older.gone, "the older hand to go")
    await env.bot.client.answered()

    async def press_it() -> list[ShownMessage]:
        await mover._answer(mover._acts._use(value, press))
        await env.bot.client.answered()
        await env.settled()
        assert table.text != before
        return [shown for shown in mover.sees(TABLE) if shown.ephemeral and YOURS in shown.buttons]

    return press_it


@pytest.mark.parametrize("patience", [0.0, 60.0], ids=["deferred", "at once"])
async def test_a_press_on_a_deleted_hand_shows_a_new_one(
    env: RunningBot,
    ana: PlaygroundUser,
    ben: PlaygroundUser,
    monkeypatch: pytest.MonkeyPatch,
    patience: float,
) -> None:
    """A press on a deleted hand makes the move, and a new hand says so."""
    press = await deleted_hand(env, ana, ben)
    monkeypatch.setattr(reply, "PATIENCE", patience)
    hands = await press()

    assert [MADE in hand.text for hand in hands] == [True]


async def test_one_hand_of_each_kind_is_kept(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A press in the DM keeps the hand in the channel, and both are up to date."""
    table, letters = await in_messages(env, ana, ben)
    mover, asked = await env.asked_of(letters)
    hand = await env.hand(mover, table)
    await env.bot.client.answered()
    before = hand.text
    await mover.click(asked, controls(asked)[0])
    await env.bot.client.answered()
    await env.settled()

    assert (hand.gone, asked.gone) == (False, False)
    assert hand.text != before
    assert controls(hand) == controls(asked)


async def test_a_form_whose_receipt_was_lost_is_open(
    env: RunningBot, ana: PlaygroundUser, caplog: pytest.LogCaptureFixture
) -> None:
    """If Discord opened the modal but the response was lost, the repeated request is no error."""
    lobby = await env.lobby(ana)
    panel = (await ana.click(await ana.click(lobby, "More"), "House rules")).message
    sent = callbacks(env)
    env.playground.faults.answer(*CALLBACK, status=502, applied=True)
    with hurried():
        form = await ana.click(panel, "Set numbers…")
        await env.bot.client.answered()

    assert form.interaction.answer == MODAL
    assert sent() == 2
    assert failures(caplog) == []


@pytest.mark.parametrize("patience", [0.0, 60.0], ids=["deferred", "at once"])
async def test_a_refusal_whose_receipt_was_lost_is_shown_once(
    env: RunningBot,
    ana: PlaygroundUser,
    ben: PlaygroundUser,
    monkeypatch: pytest.MonkeyPatch,
    patience: float,
) -> None:
    """Whoever is refused reads why once, although Discord's response to that was lost."""
    await env.lobby(ana)
    monkeypatch.setattr(reply, "PATIENCE", patience)
    env.playground.faults.answer(*CALLBACK, status=502, applied=True)
    with hurried():
        await ben.slash(TABLE, "hand")
        await env.bot.client.answered()
        await env.settled()
    private = [shown.text for shown in ben.sees(TABLE) if shown.ephemeral]

    assert len(private) == 1
    assert private[0]


async def test_choices_whose_receipt_was_lost_are_no_failure(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, caplog: pytest.LogCaptureFixture
) -> None:
    """If Discord took the choices but the response was lost, the repetition is no error."""
    _, hands = await env.seated(ana, ben)
    mover, _ = await env.asked_of(hands)
    env.playground.faults.answer(*CALLBACK, status=502, applied=True)
    with hurried():
        offered = await mover.complete(TABLE, "move", focused="move", move="")
        await env.bot.client.answered()

    assert offered
    assert failures(caplog) == []


async def test_an_answer_that_arrived_unheard_is_not_deferred(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A lost response causes one repetition and no deferral after it."""
    table = await env.table(ana, ben, cycles=1)
    sent = callbacks(env)
    env.playground.faults.answer(*CALLBACK, status=502, applied=True)
    # discord.py waits for a second here, long enough for a deferral in between.
    hand = await env.hand(ana, table)
    await env.bot.client.answered()

    assert sent() == 2
    assert list(hand.files) == ["hand.png"]


async def test_a_stale_press_at_the_table_shows_the_question(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A stale press at the table shows the current question in a hand and keeps the table."""
    table, hands = await env.seated(ana, ben)
    mover, _ = await env.asked_of(hands)
    head, match, seat, _, rest = controls(table)[0].split(":", 4)
    await forge(mover, table, f"{head}:{match}:{seat}:0-guessed:{rest}")
    await env.bot.client.answered()
    shown = mover.latest(TABLE)

    assert shown.ephemeral
    assert "Here is the current one." in shown.text
    assert controls(shown)
    assert "My hand" in table.buttons


async def test_a_hand_that_could_not_be_sent_never_replaces_the_table(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A late answer to a press at the table that fails is neither shown there nor taken away."""
    table, hands = await env.seated(ana, ben)
    mover, _ = await env.asked_of(hands)
    head, match, seat, _, rest = controls(table)[0].split(":", 4)
    monkeypatch.setattr(reply, "PATIENCE", 0.0)
    with hurried():
        env.playground.faults.answer(*FOLLOW_UP, status=500, times=100)
        await forge(mover, table, f"{head}:{match}:{seat}:0-guessed:{rest}")
        await env.bot.client.answered()
        env.playground.faults.heal()
        env.bot.surfaces.mark(match)
        await env.settled()
    shown = (list(table.files), "My hand" in table.buttons)
    await env.hand(mover, table)
    await env.settled()

    assert shown == (["table.png"], True)
    assert not table.gone


async def test_a_stale_press_promises_a_question_only_if_there_is_one(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A stale press on the hand of an ended match says only that it is over."""
    _, hands = await env.seated(ana, ben)
    mover, hand = await env.asked_of(hands)
    head, match, seat, _, rest = controls(hand)[0].split(":", 4)
    await env.finish(ana, ben)
    await env.settled()
    await forge(mover, hand, f"{head}:{match}:{seat}:999-guessed:{rest}")
    await env.bot.client.answered()

    assert "This match is over." in hand.text
    assert "Here is the current one." not in hand.text

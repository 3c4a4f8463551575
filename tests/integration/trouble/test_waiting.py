"""Which presses and hands wait for slow requests, and which don't."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.matches.snapshot import Snapshot
from bot.ui.pictures.paint_queue import Priority
from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, controls

EDIT = ("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}")
"""The path of the request that refreshes a hand."""


async def outdate(env: RunningBot, person: PlaygroundUser) -> None:
    """Make a person's hand look out of date, so that it is refreshed."""
    match = (await env.bot.tables.queries.matches_of(person.user.id))[0].id
    for surface in await env.bot.store.surfaces.of_match(match):
        if surface.player_id == person.user.id:
            await env.bot.store.surfaces.save(
                replace(surface, shown_revision=0, shown=None, version=surface.version + 1)
            )
    env.bot.surfaces.mark(match)


async def test_a_move_does_not_wait_for_the_edit_of_its_players_hand(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A press is committed while Discord delays the edit of the same player's hand."""
    table, hands = await env.seated(ana, ben)
    mover, hand = await env.asked_of(hands)
    edit = env.playground.faults.hold(*EDIT)
    await outdate(env, mover)
    await env.playground.until(lambda: edit.seen > 0, "the edit")
    before = table.text
    press = asyncio.create_task(mover.click(hand, controls(hand)[0]))
    try:
        await env.playground.until(lambda: table.text != before, "the move to be committed")
    finally:
        edit.release()
        await press


async def test_a_move_does_not_wait_for_a_picture_of_its_players_hand(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press is committed and answered while the same player's hand is being painted."""
    _, hands = await env.seated(ana, ben)
    mover, hand = await env.asked_of(hands)
    painter, painting, go_on = env.bot.hands._painter, asyncio.Event(), asyncio.Event()
    draw = painter.draw

    async def slow(state: Snapshot, player_id: int, *how: Any, **more: Any) -> Any:
        is_refresh = how[-1] is not None and how[-1].priority is Priority.NEWS
        if is_refresh and player_id == mover.user.id:
            painting.set()
            await go_on.wait()
        return await draw(state, player_id, *how, **more)

    monkeypatch.setattr(painter, "draw", slow)
    await outdate(env, mover)
    await painting.wait()
    before = hand.text
    press = asyncio.create_task(mover.click(hand, controls(hand)[0]))
    try:
        await env.playground.until(lambda: hand.text != before, "the answer")
        answered = hand.text
    finally:
        go_on.set()
        await press
    await env.settled()

    assert hand.text == answered


async def test_no_hand_waits_for_the_edit_of_anothers(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """While one player's edit is delayed, the other hands are refreshed."""
    _, hands = await env.seated(ana, ben, chen)
    mover, asked = await env.asked_of(hands)
    others = [hand for person, hand in hands.items() if person is not mover]
    before = [hand.text for hand in others]
    edit = env.playground.faults.hold(*EDIT)
    await mover.click(asked, controls(asked)[0])
    try:
        await env.playground.until(
            lambda: all(hand.text != old for hand, old in zip(others, before, strict=True)),
            "both hands to follow",
        )
    finally:
        edit.release()


async def test_the_doctor_calls_no_table_late_that_is_being_shown(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """While the edit for a new move is running, /server doctor counts every table as up to date."""
    _, hands = await env.seated(ana, ben)
    mover, hand = await env.asked_of(hands)
    edit = env.playground.faults.hold("PATCH", "/channels/{channel_id}/messages/{message_id}")
    await mover.click(hand, controls(hand)[0])
    await env.playground.until(lambda: edit.seen > 0, "the edit")
    answer = await ana.slash(TABLE, "server doctor")
    edit.release()

    assert "Every table shows the current state of its match." in answer.text

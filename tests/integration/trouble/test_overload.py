"""Under load, presses are answered as text, and pictures follow later, if painters die, too."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

import pytest

from bot.tables.matches.answers import Answers
from bot.tables.people import People
from bot.tables.queries import Queries
from bot.ui.interactions import reply, router
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match.public_messages import TABLE as LOBBY
from bot.ui.pictures.paint_queue import FOREVER, PATIENCE, Priority
from bot.ui.pictures.painter_process import painted
from bot.ui.sync import coalescer
from bot.ui.sync.subject import Late
from data.records.matches import Shown, SurfaceKind
from games.tomatomat import TOMATOMAT
from playground.interactions.callbacks import DEFER, DEFER_UPDATE
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.integration.history.test_leaderboards import over
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot, controls, play_out

PUBLIC = (SurfaceKind.TABLE, SurfaceKind.RESULT)
POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


def pictures(shown: ShownMessage) -> list[str]:
    return [attachment.filename for attachment in shown.value.attachments]


async def running(env: RunningBot, person: PlaygroundUser) -> str:
    """Return the id of a person's only match."""
    (summary,) = await env.bot.tables.queries.matches_of(person.user.id)
    return summary.id


def offers(button: str, env: RunningBot, person: PlaygroundUser) -> bool:
    """Return whether the newest public message has this button."""
    return button in env.public(person).buttons


def changes_of_messages(env: RunningBot) -> list[str]:
    """Record the bot's posts and edits in channels from now on."""
    noted: list[str] = []

    def note(method: str, path: str) -> None:
        if f"{method} {path}" in (POST, EDIT):
            noted.append(f"{method} {path}")

    env.playground.faults.watchers.append(note)
    return noted


@asynccontextmanager
async def overload(env: RunningBot) -> AsyncIterator[None]:
    """Keep every painter busy inside the block."""
    painters = env.bot.pictures._painters
    with pytest.MonkeyPatch.context() as patch:
        for priority in (Priority.ANSWER, Priority.NEWS):
            patch.setitem(PATIENCE, priority, 0)
        async with AsyncExitStack() as held:
            while painters._free:
                await held.enter_async_context(painters.turn())
            yield


async def test_a_late_picture_of_a_lobby_takes_no_panels_place(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """What opens below a copy of a lobby stands apart from the copy, whose picture comes later."""
    await env.lobby(ana)
    async with overload(env):
        copy = await ana.slash(TABLE, "table show")
        panel = await ana.click(copy, "More")
        before = panel.text
    await env.settled()

    assert panel.text == before
    assert "Join" in copy.message.buttons


async def test_pictures_are_skipped_and_added_later(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under load, hands and tables are shown as text; their pictures wait in line, not in tries."""
    table, hands = await env.seated(ana, ben)
    monkeypatch.setattr(coalescer, "SOON", (FOREVER, FOREVER))  # nothing is tried again
    async with overload(env):
        mover, asked = await env.asked_of(hands)
        before = table.text
        await mover.click(asked, controls(asked)[0])
        await env.playground.until(
            lambda: table.text != before and not any(map(pictures, (table, *hands.values()))),
            "the table and both hands in words",
        )
        in_words = {person: hand.text for person, hand in hands.items()}
        # Without load, an update that is still under way would paint what this one has to.
        await env.bot.surfaces.followed([await running(env, ana)])
    await env.settled()

    assert pictures(table) == ["table.png"]
    assert [pictures(hand) for hand in hands.values()] == [["hand.png"], ["hand.png"]]
    assert all(len(hands[person].text) < len(in_words[person]) for person in hands)


async def test_a_lobby_does_not_wait_for_its_poster(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Under load, a lobby's text and buttons come first, and one edit adds the poster."""
    async with overload(env):
        lobby = await env.lobby(ana, ben)
        await env.bot.surfaces.posted(await running(env, ana))
        in_words = (pictures(lobby), "Start" in lobby.buttons, "Ben" in lobby.text)
        changes = changes_of_messages(env)
    await env.settled()

    assert in_words == ([], True, True)
    assert pictures(lobby) == ["lobby.png"]
    assert "Ben" in (lobby.alts[0] or "")
    assert changes == [EDIT]


async def lobby_in_words(env: RunningBot, person: PlaygroundUser) -> ShownMessage:
    """Open a lobby under load; return its message once that is sent without the poster."""
    lobby = await env.lobby(person)
    await env.bot.surfaces.posted(await running(env, person))
    assert not pictures(lobby)
    return lobby


@pytest.mark.parametrize(("status", "times"), [(0, 3), (429, 7), (500, 7)])
async def test_a_poster_whose_edit_fails_is_sent_again(
    env: RunningBot, ana: PlaygroundUser, status: int, times: int
) -> None:
    """If Discord fails several times while a late poster is sent, the poster follows.

    discord.py repeats some failed requests itself.
    """
    with hurried():
        async with overload(env):
            lobby = await lobby_in_words(env, ana)
            refused = env.playground.faults.answer(*EDIT.split(), status=status, times=times)
        await env.settled()

    assert refused.is_over
    assert pictures(lobby) == ["lobby.png"]


async def test_a_poster_that_discord_refuses_is_sent_once(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A refused poster leaves its lobby in words until the lobby changes."""
    async with overload(env):
        lobby = await lobby_in_words(env, ana)
        env.playground.faults.refuse(50035, *EDIT.split())
        changes = changes_of_messages(env)
    await env.settled()
    in_words = (pictures(lobby), changes.copy())
    await ben.click(lobby, "Join")
    await env.settled()

    assert in_words == ([], [EDIT, EDIT])
    assert pictures(lobby) == ["lobby.png"]


async def test_the_end_of_a_stopped_match_lacks_no_picture(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """The table and the result of a stopped match have no picture, so none is asked for.

    Otherwise they would be painted without end after a load, since that changes nothing.
    """
    await env.seated(ana, ben)
    subject = env.bot.surfaces.matches.subject(await running(env, ana))
    await ana.click(await ana.slash(TABLE, "table stop"), "Yes, stop it")
    await env.settled()
    shown = {key.kind: wanted.has_pictures for key, wanted in subject.wanted.items()}

    assert [shown[kind] for kind in PUBLIC] == [False, False]
    assert not pictures(env.public(ana))


async def test_a_deal_that_ends_under_load_says_how(stopped: RunningBot) -> None:
    """The end of a daily deal comes in words while no painter is free, and leads to its result."""
    ana = stopped.person("Ana")
    stopped.games = (TOMATOMAT,)
    async with stopped.open():
        page = (await ana.slash(TABLE, "daily")).message
        await ana.click(page, "Play today's deal")
        await ana.until(lambda: bool(controls(page)), "the hand")
        async with overload(stopped):
            await play_out(stopped, {ana: page}, lambda: "Results" in page.buttons, settle=False)
        result = await ana.click(page, "Results")

    assert "Share" in result.message.buttons


async def test_no_late_picture_is_kept_once_its_message_is_shown(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """A late picture is dropped at the next look at its message, if that has all its pictures."""
    lobby, match_id = await env.lobby(ana), await running(env, ana)
    await env.settled()
    late = env.bot.surfaces.matches.subject(match_id).late
    late[LOBBY] = Late(Shown(stage="another"), OutgoingMessage(()))
    env.bot.surfaces.mark(match_id)
    await env.settled()

    assert not late
    assert pictures(lobby) == ["lobby.png"]


async def test_a_lobby_that_was_deleted_comes_back_with_its_poster(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """If a lobby is deleted before its poster is painted, it is posted again with the poster."""
    async with overload(env):
        lobby = await lobby_in_words(env, ana)
        env.playground.faults.delete_message(lobby.value)
    await env.settled()

    assert pictures(env.public(ana)) == ["lobby.png"]


async def test_a_result_does_not_wait_for_its_podium(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Under load, a result's places and points come at once, and the podium follows."""
    _, hands = await env.seated(ana, ben)
    async with overload(env):
        await play_out(env, hands, partial(offers, "Rematch", env, ana), settle=False)
        result = env.public(ana)
        in_words = (pictures(result), "🥇" in result.text)
    await env.settled()

    assert in_words == ([], True)
    assert pictures(result) == ["result.png"]


async def test_boards_and_profiles_do_not_wait_for_their_pictures(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Under load, leaderboards and profiles are text with buttons, and pictures follow."""
    await over(env, [ana], [ben])
    async with overload(env):
        board = await ana.slash(TABLE, "leaderboard")
        texts = (pictures(board.message), "Ana" in board.text)
        profile = await ben.slash(TABLE, "leaderboard")
        await ben.click(profile, "My profile")
        told_of = (pictures(profile.message), "### Ben" in profile.text)
    await ana.until(lambda: pictures(board.message) != [], "the board's picture")
    await ben.until(lambda: pictures(profile.message) != [], "the profile's picture")

    assert texts == told_of == ([], True)
    assert pictures(board.message) == ["leaderboard.png"]
    assert pictures(profile.message) == ["profile.png"]


async def test_a_copy_of_a_lobby_does_not_wait_for_its_poster(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Under load, a private copy has text and buttons at once, and the poster follows."""
    await env.lobby(ana)
    async with overload(env):
        copy = await ben.slash(TABLE, "table show")
        in_words = (pictures(copy.message), "Join" in copy.message.buttons)
    await ben.until(lambda: pictures(copy.message) != [], "the poster")

    assert in_words == ([], True)
    assert pictures(copy.message) == ["lobby.png"]


async def test_a_result_left_in_words_gets_its_podium_after_a_restart(
    stopped: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A picture that was still missing when the bot stopped is painted after the restart."""
    async with AsyncExitStack() as load:
        async with stopped.open():
            table = await stopped.table(ana, ben, cycles=1)
            for person in (ana, ben):  # so that only the result lacks a picture
                await stopped.bot.tables.people.set_text_only(person.user.id, True)
            hands = {person: await stopped.hand(person, table) for person in (ana, ben)}
            match_id = await running(stopped, ana)
            await load.enter_async_context(overload(stopped))
            is_over = partial(offers, "Rematch", stopped, ana)
            await play_out(stopped, hands, is_over, settle=False)
            await stopped.bot.surfaces.posted(match_id)
        result = stopped.public(ana)
        in_words = pictures(result)
    async with stopped.open():
        await stopped.settled()

        assert in_words == []
        assert pictures(result) == ["result.png"]


async def test_hands_and_lobbies_left_in_words_get_pictures_after_a_restart(
    stopped: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Hands and a lobby that were in words when the bot stopped are pictures after a restart."""
    async with AsyncExitStack() as load:
        async with stopped.open():
            table = await stopped.table(ana, ben)
            await load.enter_async_context(overload(stopped))
            shown = [await stopped.hand(person, table) for person in (ana, ben)]
            await ana.slash("table-two", "play", game="dojo")
            shown.append(stopped.public(ana, "table-two"))
        in_words = list(map(pictures, shown))
    async with stopped.open():
        await stopped.settled()

        assert in_words == [[], [], []]
        assert list(map(pictures, shown)) == [["hand.png"], ["hand.png"], ["lobby.png"]]


async def test_a_calm_lobby_costs_no_extra_edit(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Without load, the poster is part of the first post, and a join costs one edit."""
    changes = changes_of_messages(env)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PATIENCE, Priority.ANSWER, FOREVER)  # a busy machine would defer the poster
        lobby = await env.lobby(ana, ben)
        await env.settled()

    assert pictures(lobby) == ["lobby.png"]
    assert changes == [POST, EDIT]


async def test_a_stalled_disk_delays_no_acknowledgement(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the disk is stalled, a press is deferred, and answered once writing works again."""
    table = await env.table(ana, ben)
    match_view, remember, writes = Queries.match_view, People.remember, asyncio.Event()

    async def late_view(queries: Queries, *of: Any) -> Any:
        await writes.wait()
        return await match_view(queries, *of)

    async def late_note(people: People, *of: Any) -> None:
        await writes.wait()
        await remember(people, *of)

    monkeypatch.setattr(Queries, "match_view", late_view)
    monkeypatch.setattr(People, "remember", late_note)
    monkeypatch.setattr(router, "MEETING", 0.01)
    monkeypatch.setattr(reply, "PATIENCE", 0.01)
    pressed = asyncio.create_task(ana.click(table, "My hand"))
    interactions = env.playground.world.interactions
    await env.playground.until(
        lambda: list(interactions.values())[-1].answer == DEFER, "to be told to wait"
    )
    writes.set()

    assert pictures((await pressed).message) == ["hand.png"]


async def test_a_move_is_acknowledged_sooner_than_a_form_can_be(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow move is deferred after a part of the patience; a form has all of it to open."""
    lobby, table = await env.lobby(ana), await env.table(ana, ben)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    mover, asked = await env.asked_of(hands)
    answer, may_go_on = Answers.answer_from, asyncio.Event()

    async def late(answers: Answers, *of: Any) -> Any:
        await may_go_on.wait()
        return await answer(answers, *of)

    monkeypatch.setattr(Answers, "answer_from", late)
    monkeypatch.setattr(reply, "SOONER", 0)
    form = await ana.select(await ana.click(lobby, "More"), "People and bots…", "Invite people…")
    pressed = asyncio.create_task(mover.click(asked, controls(asked)[0]))
    interactions = env.playground.world.interactions
    await env.playground.until(
        lambda: list(interactions.values())[-1].answer == DEFER_UPDATE, "the deferral"
    )
    may_go_on.set()
    await pressed
    await env.settled()

    assert form.modal.labels == ["Who?"]
    assert pictures(hands[mover]) == ["hand.png"]


def is_painted(shown: ShownMessage) -> bool:
    """Tell whether a process has painted it; the bot's own pictures have one pixel in tests."""
    (picture,) = shown.value.attachments
    return picture.size > 1000


@pytest.mark.nightly
async def test_a_match_survives_its_painter(
    stopped: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Hands are painted by a process; one that is killed costs no hand, and is replaced."""
    stopped.painters = 1
    async with stopped.open():
        table = await stopped.table(ana, ben)
        first = await stopped.bot.pictures._painters.paint(lambda: painted(os.getpid))
        results = [is_painted(await stopped.hand(ana, table))]
        os.kill(first, signal.SIGKILL)
        results += [is_painted(await stopped.hand(item, table)) for item in (ben, ana)]
    assert results == [True, False, True]

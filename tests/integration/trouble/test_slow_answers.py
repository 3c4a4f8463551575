"""Answers that are deferred before it is known who may see them, and where they may be sent."""

import asyncio
from typing import Any

import pytest

from bot.ui.interactions import reply
from bot.ui.kit import custom_ids
from playground.testing.people import PlaygroundUser
from tests.integration.history.test_leaderboards import over
from tests.integration.play.test_elsewhere import GROUP, SERVER, Friends
from tests.integration.play.test_elsewhere import friends as friends  # noqa: PLC0414 - a fixture
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.integration.trouble.test_lost_answers import CALLBACK


def waits_for_a_deferral(
    env: RunningBot, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str
) -> None:
    """Let this work of the bot begin only once a press has been deferred."""
    work, seen = getattr(owner, name), asyncio.Event()

    def heard(method: str, path: str) -> None:
        if (method, path) == CALLBACK:
            seen.set()

    async def slow(*values: Any, **named: Any) -> Any:
        await seen.wait()
        return await work(*values, **named)

    env.playground.faults.watchers.append(heard)
    monkeypatch.setattr(owner, name, slow)
    monkeypatch.setattr(reply, "PATIENCE", 0.0)


async def test_a_late_refusal_is_private(friends: Friends, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else in a group reads whom the host of a table has blocked."""
    env, (ana, ben, _) = friends.env, friends.people
    await ana.slash(GROUP, "me block", who="ben")
    form = await ana.menu(GROUP, "Challenge to a game", ben)
    waits_for_a_deferral(env, monkeypatch, env.bot.tables.people, "check_invited")
    await ana.submit(form, {"Which game?": "dojo"})
    await env.bot.client.answered()

    assert "blocked" in ana.latest(GROUP).text
    assert ben.sees(GROUP) == []


async def test_a_late_table_is_there_for_all(
    friends: Friends, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rematch that was deferred for its host alone is public in the end."""
    env, (ana, ben, _) = friends.env, friends.people
    table = await friends.started(options="cycles=1")
    await env.finish(*friends.people)
    await env.settled()
    waits_for_a_deferral(env, monkeypatch, env.bot.tables.rematches, "opened")
    await ana.click(table, "Rematch")
    await env.bot.client.answered()
    await env.settled()

    assert "Join" in ben.sees(GROUP)[-1].buttons


async def test_a_table_of_a_changeover_is_there_for_all(
    friends: Friends, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is opened while one process replaces another is public."""
    env, (ana, ben, _) = friends.env, friends.people

    class Admission:
        can_be_lost, is_sure = False, True

        def may_send(self) -> bool:
            return True

        async def admits(self, interaction: Any) -> bool:
            interaction.extras[reply.CONTESTED] = True
            return True

    monkeypatch.setattr(env.bot.client, "_admission", Admission())
    await ana.slash(GROUP, "play", game="tomate")
    await env.bot.client.answered()
    await env.settled()

    assert ["Join" in shown.buttons for shown in ben.sees(GROUP)] == [True]


@pytest.mark.parametrize("is_named", [False, True])
async def test_a_rematch_stays_with_its_people(friends: Friends, is_named: bool) -> None:
    """A rematch that is asked for in another place names nobody of a group there."""
    env, (ana, *_) = friends.env, friends.people
    await friends.started(options="cycles=1")
    (match,) = await env.bot.tables.queries.matches_of(ana.user.id)
    await env.finish(*friends.people)
    await env.settled()
    await ana.slash(SERVER, "table rematch", **({"match": match.id} if is_named else {}))
    await env.settled()

    assert [shown for shown in ana.sees(SERVER) if not shown.ephemeral] == []


async def test_an_old_menu_takes_no_lobby_away(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a menu of an older version at a lobby opens late goes at the start, not the lobby."""
    lobby = await env.lobby(ana, ben)
    (match,) = await env.bot.tables.queries.matches_of(ana.user.id)
    with monkeypatch.context() as patch:
        waits_for_a_deferral(env, patch, env.bot.tables.lobbies, "show")
        old = custom_ids.encode(custom_ids.OptionButton(custom_ids.Verb.OPTION, match.id))
        chosen = {"custom_id": old, "component_type": 3, "values": ["cycles"], "id": 1}
        await ana._answer(ana._acts._use(lobby.value, chosen))
        await env.bot.client.answered()
    await env.start_match(ana, lobby)
    await env.settled()

    assert not lobby.gone


async def test_one_press_shares_once(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """What everybody sees is sent once, though Discord's receipt was lost."""
    await over(env, [ana], [ben])
    private = await ana.slash(TABLE, "profile")
    await env.settled()
    before = [shown.id for shown in ben.sees(TABLE)]
    env.playground.faults.answer(*CALLBACK, status=502, applied=True)
    with hurried():
        await ana.click(private.message, "Share")
        await env.bot.client.answered()

    assert len([shown for shown in ben.sees(TABLE) if shown.id not in before]) == 1

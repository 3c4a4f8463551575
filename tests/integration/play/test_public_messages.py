"""Public messages: when a table is reposted, who is notified, and when messages are deleted."""

from dataclasses import replace
from typing import Any

from data.records.matches import Life, Shown, SurfaceKind
from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, controls


async def test_a_table_is_reposted_only_after_chat(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """Without chat a table is edited; after chat the next question reposts it once."""
    table, hands = await env.seated(ana, ben)
    await env.press(hands)
    stayed = not table.gone
    for number in range(5):
        chen.say(TABLE, f"Number {number} is better.")
    await env.press(hands)
    fresh = env.public(ana)
    more = (await ana.click(hands[ana], "More")).message
    await env.press(hands)

    assert stayed
    assert table.gone
    assert not fresh.gone
    assert [c["url"].endswith(f"/{fresh.id}") for c in more.components if "url" in c] == [True]


async def test_a_result_that_is_begun_is_posted(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A result whose row is stored is wanted, even if a crash has lost that its table ended."""
    await env.seated(ana, ben)
    await ana.click(await ana.slash(TABLE, "table stop"), "Yes, stop it")
    await env.settled()
    works = env.bot.surfaces.matches
    (subject,) = works._subjects.values()
    lost: dict[SurfaceKind, dict[str, Any]] = {
        SurfaceKind.TABLE: {"shown": Shown(stage=Life.RUNNING)},
        SurfaceKind.RESULT: {"shown": None, "message_id": None},
    }
    rows = tuple(replace(row, **lost.get(row.kind, {})) for row in subject.rows)
    wanted = works._wanted(await works.newest(subject.id), rows)

    assert SurfaceKind.RESULT in {target.key.kind for target in wanted}


async def test_commands_that_are_named_can_be_pressed(
    env: RunningBot, ana: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """Commands named in a message become mentions, subcommands too."""
    reply = (await ana.slash(TABLE, "move", move="play")).text
    table = await env.table(ana, bots=1, cycles=1)
    refused = (await chen.click(table, "My hand")).text
    commands = {command.name: command.id for command in env.playground.world.commands.values()}

    assert f"</play:{commands['play']}>" in reply
    assert f"</table show:{commands['table']}>" in refused


async def test_a_notice_mentions_only_the_current_player(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A notice mentions only the current player, once, and is deleted after the answer."""
    table, hands = await env.seated(ana, ben)
    mover, _ = await env.asked_of(hands)
    other = ben if mover is ana else ana
    both = (ana.user.id, ben.user.id)
    for _ in range(2):
        await env.remind(ana, "half", mention=both, due_at=1_000_000)
    notices = [shown for shown in mover.sees(TABLE) if "waiting for you" in shown.text]
    for_other = next(shown for shown in other.sees(TABLE) if shown.id == notices[0].id)
    called = (notices[0].lights_up, for_other.lights_up)
    hand = await mover.click(notices[0], "My hand")
    await mover.click(hand, controls(hand.message)[0])
    await env.settled()

    assert len(notices) == 1
    assert called == (True, False)
    assert notices[0].gone
    assert not table.gone


async def test_secret_names_mean_a_dm(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If names are secret, a reminder is a DM with a link that replaces the older one.

    Closed DMs are detected.
    """
    table, hands = await env.seated(ana, ben)
    mover, _ = await env.asked_of(hands)
    public, asked = len(ana.sees(TABLE)), (mover.user.id,)
    await env.remind(ana, "half", question="q", write=asked, due_at=1_000_000)
    first = mover.latest("@bot")
    await env.remind(ana, "last", question="q", write=asked, due_at=1_000_000)
    letters = mover.sees("@bot")
    mover.set_dms(allow=False)
    await env.bot.tables.people.set_dm_closed(mover.user.id, closed=False)
    await env.remind(ana, "asked", write=asked)

    assert first.gone
    (to_table,) = [component["url"] for component in letters[0].components if component.get("url")]
    assert to_table.endswith(f"/{table.id}")
    assert "You don't have much time left" in letters[0].text
    assert len(ana.sees(TABLE)) == public
    assert (await env.bot.tables.people.find(mover.user.id)).dm_closed


async def test_a_refused_dm_may_be_retried(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A DM refused by another 403 than closed DMs is returned with its reason."""
    _, hands = await env.seated(ana, ben)
    mover, _ = await env.asked_of(hands)
    env.playground.faults.answer("POST", "/users/@me/channels", status=403)
    refused, reached = [await env.remind(ana, "asked", write=(mover.user.id,)) for _ in range(2)]

    assert list(refused) == [mover.user.id]
    assert "403" in refused[mover.user.id]
    assert (reached, len(mover.sees("@bot"))) == ({}, 1)
    assert not (await env.bot.tables.people.find(mover.user.id)).dm_closed


async def test_a_notice_that_was_answered_goes_after_a_restart(
    stopped: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A notice that was answered during downtime is deleted after the restart."""
    async with stopped.open():
        _, hands = await stopped.seated(ana, ben)
        await stopped.remind(ana, "asked", mention=(ana.user.id, ben.user.id))
        notice = ana.latest(TABLE)
        stopped.playground.faults.answer(
            "DELETE", "/channels/{channel_id}/messages/{message_id}", status=0, times=99
        )
        person, asked = await stopped.asked_of(hands)
        await person.click(asked, controls(asked)[0])
    stopped.playground.faults.heal()
    left = not notice.gone
    async with stopped.open():
        await ana.until(lambda: notice.gone, "the notice to go")

        assert left

"""Stored personal data: private, and deleted only at the person's own request."""

import json
from collections import OrderedDict

import pytest

from bot.tables.domain.player import Player
from bot.tables.leaderboards.roles import RoleChange
from bot.ui.match import surface_sync as sync
from bot.ui.sync.role_keeper import RoleKeeper
from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, play_out

OTHER = "table-two"
EDIT = ("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}")
"""The request that removes a hand's content."""


async def test_tables_are_listed_wherever_one_asks(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/me tables links to tables by channel, those that await the player first, also in DMs."""
    none = await ana.slash("@bot", "me tables")
    lobby = await ana.slash(OTHER, "play", game="dojo")
    table = await env.table(ana, ben, cycles=1)
    awaited = ana if "**Ana's turn" in table.text else ben
    other = ben if awaited is ana else ana
    mine = await ana.slash("@bot", "me tables")
    asked = (await awaited.slash(TABLE, "me tables")).text.splitlines()[2]
    waiting = (await other.slash(TABLE, "me tables")).text.splitlines()[2]

    assert lobby.ephemeral
    assert "You're not at any table" in none.text
    assert "waiting for you" in asked
    assert "in progress" in waiting or "not started yet" in waiting
    assert f"<#{table.value.channel_id}>" in mine.text
    assert f"{table.value.channel_id}/{table.id}" in str(mine.message.components)
    assert "Dojo" in mine.text


@pytest.mark.parametrize("place", [TABLE, "@bot"])
async def test_practice_tables_are_continued_from_the_list(
    env: RunningBot, ana: PlaygroundUser, place: str
) -> None:
    """/me tables has a button for each practice table, as no link leads to one."""
    practice = (await ana.slash(place, "practice", game="dojo")).text
    listed = await ana.slash("@bot", "me tables")
    (match,) = await env.bot.tables.queries.matches_of(ana.user.id)
    again = await ana.click(listed, "Continue")

    assert f"table {match.code} · Practice" in listed.text
    titles = [shown.partition(" · ")[0] for shown in (practice, again.text)]
    assert titles == ["-# Dojo"] * 2
    assert [item.id for item in await env.bot.tables.queries.matches_of(ana.user.id)] == [match.id]


async def test_a_person_can_export_their_data(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """The export has only the person's own rows, and no message tokens."""
    await env.result(ana, ben)
    answer = await ana.slash(TABLE, "me privacy export")
    ((name, content),) = answer.message.files.items()
    text = json.loads(content)

    assert answer.ephemeral
    assert name == "tomato-table.json"
    assert text["player_id"] == ana.user.id
    assert [row["name"] for row in text["names"]] == ["Ana"]
    assert len(text["seats"]) == 1
    assert {row["seat"] for row in text["moves"]} == {text["seats"][0]["seat"]}
    assert "Ben" not in str(text)
    assert str(ben.user.id) not in str(text)


async def test_a_person_can_delete_their_data(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """After a confirmed deletion, bots take the seats, and the name is shown nowhere."""
    await env.lobby(chen, ana)
    table = await env.table(ana, ben, chen, cycles=1)
    hand = await env.hand(ana, table)
    asked = await ana.slash(TABLE, "me privacy forget")
    before = str(table.alts)
    question = asked.text
    await ana.click(asked, "Yes, delete my data")
    await ana.until(lambda: "Your data is deleted" in asked.text, "to be forgotten")
    await env.settled()
    saved = await env.bot.store.privacy.of(ana.user.id)
    pictured = set(env.bot.pictures.avatars._sources)
    outcome = await env.bot.store.matches.in_channel(table.value.channel_id)
    lobby, match = sorted(
        [await env.bot.tables.queries.summary(finding.match_id) for finding in outcome],
        key=lambda summary: summary.step,
    )
    played = {
        person: (await person.slash(TABLE, "hand", table=match.id)).message
        for person in (ben, chen)
    }
    await play_out(env, played, lambda: "Rematch" in env.public(ben).buttons)
    await env.settled()
    result = env.public(ben).text
    log = await ben.slash(TABLE, "match log", match=match.id)
    again = await ana.slash(TABLE, "me tables")

    assert "Delete your data?" in question
    assert "Ana" in before
    assert [heading for heading, rows in saved.items() if heading != "player_id" and rows] == []
    assert {each_person.user.id for each_person in (ana, ben, chen)} & pictured == {
        ben.user.id,
        chen.user.id,
    }
    assert [occupant.name for occupant in lobby.occupants] == ["Chen"]
    assert "Ana" not in table.text + str(table.alts) + result + log.text
    assert str(ana.user.id) not in table.text + result
    assert hand.gone or "My hand" not in hand.buttons
    assert "You're not at any table" in again.text


async def test_the_result_of_a_match_that_deletion_ended_names_nobody(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """If deleting one's data ends a match, no message in the channel keeps the name."""
    await ana.slash(TABLE, "play", game="tomate", bots=1)
    await ana.click(env.public(ana), "Start")
    await env.settled()
    await ana.click(await ana.slash(TABLE, "me privacy forget"), "Yes, delete my data")
    await env.settled()
    messages = env.playground.world.history(ana.channel(TABLE).id)

    assert "no winner, nothing rated" in env.public(ana).text
    assert [message.id for message in messages if "Ana" in repr(message)] == []


async def test_whoever_sits_down_amid_the_deletion_of_their_data_leaves_again(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No table waits for somebody who joined it while their roles were taken back."""
    await ben.slash(TABLE, "play", game="tomate")
    (lobby,) = await env.bot.tables.queries.matches_of(ben.user.id)

    async def joining(_keeper: RoleKeeper, player_id: int) -> tuple[RoleChange, ...]:
        await env.bot.tables.lobbies.join(lobby.id, Player(player_id, "Ana"))
        return ()

    monkeypatch.setattr(RoleKeeper, "take_all", joining)
    await ana.click(await ana.slash(TABLE, "me privacy forget"), "Yes, delete my data")
    await env.settled()
    summary = await env.bot.tables.queries.summary(lobby.id)

    assert [occupant.name for occupant in summary.occupants] == ["Ben"]


async def test_deletion_withdraws_invitations_that_are_shown(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A lobby stops naming an invited person as soon as they have deleted their data."""
    await ben.slash(TABLE, "play", game="tomate")
    await ben.slash(TABLE, "lobby invite", who=ana)
    await env.settled()
    before = env.public(ben).text
    await ana.click(await ana.slash(TABLE, "me privacy forget"), "Yes, delete my data")
    await env.settled()

    assert "Invited: Ana" in before
    assert "Ana" not in env.public(ben).text


async def test_a_deal_page_promises_no_second_attempt(env: RunningBot, ana: PlaygroundUser) -> None:
    """After deleting their data, somebody whose attempt is used reads that the next is unrated."""
    await ana.click(await ana.slash(TABLE, "daily"), "Play today's deal")
    await ana.click(await ana.slash(TABLE, "me privacy forget"), "Yes, delete my data")
    again = await ana.slash(TABLE, "daily")
    words, offered = again.text, again.message.buttons
    opened = await ana.click(await ana.click(again, "More"), "Play again")

    assert "used your attempt that counts" in words
    assert "The first attempt counts" not in words
    assert "Play today's deal" not in offered
    assert "unrated" in opened.text


async def test_deletion_does_not_wait_for_ever(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If hands can't be emptied in time, the data is still deleted, and the person is told."""
    table = await env.table(ana, ben, cycles=1)
    await env.hand(ana, table)
    asked = await ana.slash(TABLE, "me privacy forget")
    monkeypatch.setattr(sync, "LONGEST_WAIT", 0)
    edit = env.playground.faults.hold(*EDIT)
    try:
        await ana.click(asked, "Yes, delete my data")
        await ana.until(lambda: "Your data is deleted" in asked.text, "to be forgotten")
    finally:
        edit.release()

    assert "couldn't remove all of my private messages" in asked.text
    assert await env.bot.store.matches.of_player(ana.user.id) == ()


async def test_a_match_that_cannot_be_read_hides_no_other(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """An unreadable match is reported, others still work, and moderators can stop it."""
    await env.table(ana, ben, cycles=1)
    other = await ana.slash(OTHER, "play", game="dojo")
    damaged = "UPDATE states SET state = x'7b7d'"
    database = env.bot.store.matches._database
    await database.transaction("damage", lambda transaction: transaction.run(damaged))
    for var in vars(env.bot.tables.queries._context.repository).values():
        if isinstance(var, OrderedDict):
            var.clear()
    mine = await ana.slash("@bot", "me tables")
    left = await ana.slash(OTHER, "table leave")
    stopped = await ana.click(await ana.slash(TABLE, "table stop"), "Yes, stop it")
    last = await ana.slash("@bot", "me tables")

    assert other.ephemeral
    assert "can no longer be read" in mine.text
    assert "Dojo" in mine.text
    assert "You've left the table." in left.text
    assert "is stopped" in stopped.text
    assert "You're not at any table" in last.text

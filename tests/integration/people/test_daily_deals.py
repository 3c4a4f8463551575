"""The daily deal: two people in two servers, a restart in the middle, and forged presses."""

import asyncio
import json
from dataclasses import replace

import pytest

from bot.tables.competitions.deal_openings import OpeningTask
from bot.tables.domain.guild_settings import GuildSettings, with_settings
from bot.ui.features.daily import handlers
from data.records.daily_deals import OpeningMove
from games.tomatomat import TOMATOMAT
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.seed import add_guild
from tests.integration.people.test_languages import server_speaks, speaks
from tests.integration.support.running_bot import TABLE, RunningBot, controls, forge, play_out

OTHER = "table-two"
SETTINGS = GuildSettings(deals_channel=1)
"""Of a server whose channel for deals is gone."""
KEY = TOMATOMAT.info.key
SQUARES = TOMATOMAT.info.deal_rounds * TOMATOMAT.info.round_parts


async def play_through(
    env: RunningBot, person: PlaygroundUser, table: ShownMessage, share: str
) -> None:
    """Play an attempt to its end, where its message is its result."""
    await play_out(env, {person: table}, lambda: share in table.buttons)


def check_shared(posted: ShownMessage) -> None:
    """Look for the points, a square for each part, and the way to one's own attempt."""
    assert "**Ana**: " in posted.text
    assert posted.buttons == ["Jugar el reto de hoy"]
    (alt,) = posted.alts
    assert alt is not None
    assert "Reto diario, vie, 15 ene: Tomatomat" in alt
    assert f"{SQUARES} " in alt


async def test_a_deal_is_played_in_two_servers(
    stopped: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Results come after one's own and stay in their server; a gone channel hinders nothing.

    One plays in English, the other in German words; what is shared is in the server's Spanish.
    """
    stopped.games = (TOMATOMAT,)
    other = add_guild(stopped.playground.world, "Elsewhere", [ana.user, ben.user])
    elsewhere = next(
        entry for entry in stopped.playground.world.channels.values() if entry.guild_id == other.id
    )
    async with stopped.open():
        await ana.slash(TABLE, "server settings deals", channel=f"<#{ana.channel(OTHER).id}>")
        await stopped.bot.store.guilds.change(
            other.id, lambda guild: with_settings(guild, SETTINGS)
        )
        page = (await ana.slash(TABLE, "daily")).message
        before = page.alts[0] or ""
        await ana.click(page, "Play today's deal")
        offered = list(page.buttons)
        warned = (await ana.click(await ana.click(page, "More"), "Give up")).text
        await ana.click(page, controls(page)[0])
    async with stopped.open():
        await ana.until(lambda: bool(ana.sees(OTHER)), "the day's message")
        (post,) = ana.sees(OTHER)
        table = (await ana.click(post, "Play today's deal")).message
        await play_through(stopped, ana, table, "Share")
        ended = table.alts[0] or ""
        await stopped.settled()
        finished = post.text
        again = (await ana.click((await ana.click(table, "More")).message, "Play again")).message
        unrated = again.text
        await server_speaks(stopped, stopped.playground.world.guild.id, "es")
        await ana.click(await ana.slash(TABLE, "daily"), "Share")
        await stopped.settled()
        check_shared(stopped.public(ana))
    async with stopped.open():
        speaks(ben, "de")
        await ben.slash(elsewhere, "me text")
        unseen = (await ben.slash(elsewhere, "daily")).message
        assert "Ana" not in unseen.text
        table = (await ben.click(unseen, "Heute spielen")).message
        await play_through(stopped, ben, table, "Teilen")
        both = (await ben.slash(TABLE, "daily")).message
        boards = (both.text, (await ben.click(both, "Diese Woche")).text)
        exported = json.loads(await stopped.bot.tables.privacy.export(ana.user.id))

    assert "You: not played yet" in before
    assert "only attempt that counts" in warned
    assert not [label for label in offered if "hint" in label.lower() or "advice" in label.lower()]
    assert "You: Place 1 of 1" in ended
    assert "daily deal, unrated" in unrated
    assert "1 has finished" in finished
    assert "Du: Platz 1 von 1" in table.text
    assert (table.files, "Ana" in table.text) == ({}, False)
    assert all("Ana" in text for text in boards)
    assert [row["counts"] for row in exported["deals"]] == [1, 0]


async def test_a_press_before_the_bots_are_done_says_so(
    env: RunningBot, ana: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until they have reached the deal's position, its message says what it waits for."""
    deals, are_done = env.bot.tables.daily_deals, asyncio.Event()
    play_opening = deals._play_opening

    async def slowly(task: OpeningTask) -> tuple[OpeningMove, ...] | None:
        await are_done.wait()
        return await play_opening(task)

    monkeypatch.setattr(deals, "_play_opening", slowly)
    monkeypatch.setattr(handlers, "PATIENCE", 0)
    page = (await ana.slash(TABLE, "daily")).message
    await ana.click(page, "Play today's deal")
    waiting = page.text
    are_done.set()
    await ana.until(lambda: bool(controls(page)), "the hand")

    assert "bots are playing" in waiting


FORGED = {
    "tb:deal:chess:20000": "no deal on that day",
    "tb:deal_play:chess:20000": "no deal on that day",
    f"tb:deal_share:{KEY}:20000": "no deal on that day",
    "tb:deal_week:chess:99999": "no deal on that day",
}
"""Custom ids that no message has, and a part of the answer to each."""


async def test_a_forged_press_has_a_sentence(env: RunningBot, ana: PlaygroundUser) -> None:
    """Unknown games and days are refused, and nothing begins; an old button opens today's deal."""
    page = (await ana.slash(TABLE, "daily")).message
    answers = {item: (await forge(ana, page, item)).text.lower() for item in FORGED}
    old = await forge(ana, page, f"tb:challenge:{KEY}:0:new")

    assert [key for key, line in FORGED.items() if line.lower() not in answers[key]] == []
    assert "Play today's deal" in old.message.buttons
    assert await env.bot.tables.queries.matches_of(ana.user.id) == ()


async def days_message(env: RunningBot, person: PlaygroundUser) -> ShownMessage:
    """Let a channel have each day's deal; return today's message."""
    async with env.open():
        await person.slash(TABLE, "server settings deals", channel=f"<#{person.channel(OTHER).id}>")
        await person.slash(TABLE, "daily")
    async with env.open():
        await person.until(lambda: bool(person.sees(OTHER)), "the day's message")
        await env.settled()
    (post,) = person.sees(OTHER)
    return post


async def test_a_days_message_is_sent_once(stopped: RunningBot, ana: PlaygroundUser) -> None:
    """A bot that was killed before it noted the message finds it again, minutes later too."""
    stopped.games = (TOMATOMAT,)
    await days_message(stopped, ana)
    async with stopped.open():
        posts, guild = stopped.bot.store.deal_posts, stopped.playground.world.guild.id
        today = await stopped.bot.tables.daily_deals.today(guild)
        (row,) = await posts.of(await posts.of_day(guild, today) or "")
        lost = replace(row, message_id=None, shown=None, shown_revision=None, pictures=())
        await posts.save(replace(lost, nonce="another", version=row.version + 1))
    async with stopped.open():
        await stopped.bot.surfaces.catch_up()
        await stopped.settled()

    assert len(ana.sees(OTHER)) == 1


async def test_a_days_message_goes_on_after_a_deletion(
    stopped: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Who deletes their data leaves it, and who plays afterwards is shown."""
    stopped.games = (TOMATOMAT,)
    post = await days_message(stopped, ana)
    async with stopped.open():
        await ana.click(post, "Play today's deal")
        await ana.until(lambda: "Ana" in str(post.alts), "Ana")
        sure = await ana.slash(TABLE, "me privacy forget")
        await ana.click(sure, "Yes, delete my data")
        await ben.click(post, "Play today's deal")
        await ben.until(lambda: "Ben" in str(post.alts), "Ben")
        await stopped.settled()

    assert "Ana" not in str(post.alts)

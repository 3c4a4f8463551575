"""The weekly deal: two people in two servers, a restart in the middle, and forged presses."""

from __future__ import annotations

import json
from pathlib import Path

from bot.tables.domain.guild_settings import GuildSettings, with_settings
from games.tomatomat import TOMATOMAT
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.seed import add_guild
from tests.integration.people.test_languages import server_speaks, speaks
from tests.integration.support.running_bot import TABLE, RunningBot, controls, forge, play_out
from tests.support.playground import opened

OTHER = "table-two"
SETTINGS = GuildSettings(deals_channel=1)
"""Of a server whose channel for announcements is gone."""
KEY = TOMATOMAT.info.key
TOMATOMAT_ROUNDS = 4


async def play_through(
    env: RunningBot, person: PlaygroundUser, table: ShownMessage, results: str = "Results"
) -> None:
    await play_out(env, {person: table}, lambda: results in table.buttons)


async def check_announced(person: PlaygroundUser) -> None:
    """Find the only announcement of the deals, and go on with the attempt from there."""
    await person.until(lambda: bool(person.sees(OTHER)), "the announcement")
    (announced,) = person.sees(OTHER)
    page = (await person.click(announced, "Tomatomat")).message
    assert "Weekly deals" in announced.text
    assert "Continue" in page.buttons


def check_shared(posted: ShownMessage) -> None:
    """Look for the place, a square for each round, a picture, and the way to one's own attempt."""
    assert "**Ana**: puesto" in posted.text
    assert posted.buttons == ["Jugar el reto"]
    assert sum(map(posted.text.count, "🟩🟨⬛")) == TOMATOMAT_ROUNDS
    (alt,) = posted.alts
    assert alt is not None
    assert "Ana: puesto" in alt
    assert f"{TOMATOMAT_ROUNDS} " in alt.partition("Ronda a ronda: ")[2]


async def test_a_deal_is_played_in_two_servers(tmp_path: Path) -> None:
    """Results come after one's own and stay in their server; a gone channel hinders nothing.

    One person plays in English, the other in German; what is shared is in the server's Spanish.
    """
    async with opened() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db", (TOMATOMAT,))
        ana, ben = env.person("Ana"), env.person("Ben")
        other = add_guild(playground.world, "Elsewhere", [ana.user, ben.user])
        elsewhere = next(
            entry for entry in playground.world.channels.values() if entry.guild_id == other.id
        )
        async with env.open():
            await ana.slash(TABLE, "settings deals", channel=f"<#{ana.channel(OTHER).id}>")
            await env.bot.store.guilds.change(
                other.id, lambda guild: with_settings(guild, SETTINGS)
            )
            week = (await ana.slash(TABLE, "challenge")).message
            before = week.text
            table = (await ana.click(await ana.click(week, "Tomatomat"), "Play the deal")).message
            begun, offered = table.text, list(table.buttons)
            more = (await ana.click(table, "More")).message
            warned = (await ana.click(more, "Give up")).text
            await ana.click(table, controls(table)[0])
        async with env.open():
            await check_announced(ana)
            table = (await ana.slash(TABLE, "challenge", game=KEY)).message
            table = (await ana.click(table, "Continue")).message
            await play_through(env, ana, table)
            ended = (await ana.click(table, "Results")).message
            refused = await ana.click(ended, "Play again")
            await server_speaks(env, playground.world.guild.id, "es")
            await ana.click(ended, "Share")
            await env.settled()
            posted = env.public(ana)
        async with env.open():
            speaks(ben, "de")
            unseen = (await ben.slash(elsewhere, "challenge", game=KEY)).message
            assert "Ana" not in unseen.text
            table = (await ben.click(unseen, "Wochenspiel starten")).message
            await play_through(env, ben, table, "Ergebnisse")
            page = (await ben.slash(elsewhere, "challenge", game=KEY)).message
            single = page.text
            both = (await ben.slash(TABLE, "challenge", game=KEY)).message.text
            exported = json.loads(await env.bot.tables.privacy.export(ana.user.id))

    assert "not played yet" in before
    assert "weekly deal" in begun
    assert "only attempt that counts" in warned
    assert not [label for label in offered if "hint" in label.lower() or "advice" in label.lower()]
    assert "**1.** **Ana** place" in ended.text
    assert "weekly deal, unrated" in refused.text
    check_shared(posted)
    assert ("Ben" in single, "Ana" in single) == (True, False)
    assert ("Ana" in both, "Ben" in both) == (True, True)
    assert [row["counts"] for row in exported["challenges"]] == [1, 0]


FORGED = {
    "tb:challenge:chess:0": "I don't know this game",
    "tb:challenge_play:chess:0": "I don't know this game",
    f"tb:challenge_share:{KEY}:0": "once you've played it",
    "tb:challenge_share:chess:0": "I don't know this game",
}
"""Custom ids that no message has, and a part of the answer to each."""


async def test_a_forged_press_has_a_sentence(env: RunningBot, ana: PlaygroundUser) -> None:
    """Unknown games and results that aren't there are refused, and nothing begins."""
    week = (await ana.slash(TABLE, "challenge")).message
    answers = {item: (await forge(ana, week, item)).text.lower() for item in FORGED}

    assert [key for key, line in FORGED.items() if line.lower() not in answers[key]] == []
    assert await env.bot.tables.queries.matches_of(ana.user.id) == ()

"""A turn costs the same, no matter how many matches are stored."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from data.engine.database import ReadConnection, Transaction, Values
from data.engine.sqlite import SqliteDatabase
from data.records.daily_deals import StoredDeal
from data.records.leaderboards import ALL
from data.records.matches import NOWHERE, Ending, Extra, Life, LobbyLimits, Match, SurfaceKind
from data.records.tournaments import TournamentTable
from data.store import Store
from tests.data.builders import (
    ANNE,
    BOT,
    BRAM,
    CHANNEL,
    DAY,
    GUILD,
    attempt,
    deadline,
    lobby,
    opening,
    playing,
    pressed,
    running,
    step,
    surface,
    tournament,
)
from tests.data.builders import deal as dealt
from tests.data.contract.test_leaderboards import add_up, count, outcome


async def fill(store: Store) -> None:
    """Do everything once that a host does while people play."""
    await store.people.saw(GUILD, ANNE, "Anne")
    await store.people.names(GUILD, (ANNE,))
    match = await running(store)
    await store.deadlines.arm(deadline())
    await store.deadlines.due(10_000)
    await store.deadlines.next_due_at()
    await store.surfaces.add(surface("table"))
    await store.surfaces.save(surface("table", version=1, channel_id=CHANNEL, message_id=55))
    await store.surfaces.of_message(55)
    await store.surfaces.of_match("m1")
    await store.surfaces.behind("m1")
    await store.drafts.save("m1", 0, "t", {})
    await store.matches.load("m1")
    await store.matches.commit_step(
        "m1", match.revision, step(), b"{}", moves_made=(1, 0), extra=pressed(7)
    )
    await store.snapshots.load("m1", 7)
    await store.matches.in_guild(GUILD)
    await store.matches.in_channel(CHANNEL)
    await store.matches.of_player(ANNE)
    await store.history.steps("m1")
    await store.history.over(5, player_id=ANNE)
    await store.history.over(5, player_id=ANNE, guild_id=GUILD, channels={CHANNEL})
    await compete(store)
    await deal(store)
    await end(store, match)
    await rank(store)


async def deal(store: Store) -> None:
    """Begin a daily deal, look at its boards, and show it in a channel."""
    deals, posts = store.daily_deals, store.deal_posts
    await deals.add(StoredDeal(day=DAY, game="toy", secret=b"pepper"))
    await deals.of_day(DAY)
    await deals.open(DAY, "toy", ())
    await deals.begin(lobby("m6", BRAM, guild_id=NOWHERE), attempt("m6", BRAM), dealt(), opening())
    await deals.counted(BRAM, DAY, "toy")
    await deals.latest(BRAM, 9)
    await deals.ended()
    await deals.show_in(GUILD, "m6")
    await deals.guilds_of("m6")
    await deals.of_guild(DAY, "toy", GUILD)
    await deals.week_totals(GUILD, DAY)
    await deals.weeks_won(GUILD, BRAM, before_day=DAY + 9, least=3)
    await deals.days_of([BRAM])
    await deals.players_since(GUILD, DAY)
    await posts.open("post", GUILD, DAY, CHANNEL, "nonce")
    await posts.find("post")
    await posts.of_day(GUILD, DAY)
    await posts.behind()
    await posts.latest("deals_channel")
    (row,) = await posts.of("post")
    await posts.save(replace(row, version=1))


async def compete(store: Store) -> None:
    table = TournamentTable(round=1, number=1, match_id="m1", players=(ANNE, BRAM))
    await playing(store, tournament(), table)
    post = surface("tournament-t1-0", "t1", kind=SurfaceKind.TOURNAMENT, ticket="0")
    await store.tournament_messages.add(post)
    await store.tournament_messages.save(replace(post, version=1))
    await store.tournament_messages.of("t1")
    await store.tournaments.find("t1")
    await store.tournaments.open_in(GUILD)
    await store.tournaments.past(GUILD, 9)
    await store.tournaments.of_player(ANNE)
    await store.tournaments.record(GUILD, ANNE)
    await store.tournaments.behind()


async def rank(store: Store) -> None:
    await count(store, outcome("m3", ANNE, BRAM))
    await store.leaderboards.waiting(GUILD)
    await store.leaderboards.seasons(GUILD)
    await store.leaderboards.marks(GUILD, "m3")
    await store.leaderboards.size(GUILD, 1, ALL)
    await store.leaderboards.page(GUILD, 1, ALL, after=0, most=9)
    await store.leaderboards.better(GUILD, 1, ALL, 1)
    await store.leaderboards.of_player(GUILD, 1, ANNE)
    await store.leaderboards.played(GUILD, 1, ALL, ANNE)
    await store.leaderboards.latest_marks(GUILD, 1, ALL, (ANNE, BRAM))
    await store.leaderboards.matches_since(GUILD, 1, ALL, 9)
    await store.leaderboards.honours(GUILD, (ANNE, BRAM))
    await store.leaderboards.duels(GUILD, ANNE, BRAM)
    await store.leaderboards.is_hidden(GUILD, ANNE)
    await store.leaderboards.hidden(GUILD)
    await store.leaderboards.ever_counted(GUILD)
    await store.leaderboards.version(GUILD)
    await store.leaderboards.new_season(GUILD, None, 9)
    await store.leaderboards.undo_season(GUILD, 2, add_up)


async def end(store: Store, match: Match) -> None:
    revision = match.revision + 1
    await store.matches.note("m1", revision, Extra(table_state="{}"), now=1500)
    await store.matches.hand_over(
        "m1", revision + 1, seat=0, sitter=BOT, reason="left", now=5, extra=pressed(8)
    )
    await store.matches.stop("m1", revision + 2, Ending(life=Life.STOPPED, ended_at=9))
    await store.history.compact("m1", keep_steps=(0,))
    opened = (
        await store.lobbies.create(lobby("m2"), limits=LobbyLimits(per_host=9, per_channel=9))
    ).match
    await store.lobbies.cancel("m2", opened.revision, ended_at=9)
    await store.lobbies.create(lobby("m4", rematch_of="m2"))
    await store.lobbies.create(lobby("m5", ANNE, guild_id=NOWHERE))
    await store.leaderboards.guilds_waiting(ended_before=10)
    await store.history.forget(ended_before=10)
    await store.interactions.prune(seen_before=10_000)


async def test_nothing_walks_through_a_whole_table(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every query and change of a running host finds its rows through an index."""
    asked: dict[str, Values] = {}
    for owner, name in ((ReadConnection, "rows"), (Transaction, "run"), (Transaction, "run_many")):
        original = getattr(owner, name)

        def spy(
            self: ReadConnection,
            sql: str,
            values: Any = (),
            name: str = name,
            original: Callable[..., object] = original,
        ) -> object:
            if name != "run_many":
                asked[sql] = values
            elif values:
                asked[sql] = values[0]
            return original(self, sql, values)

        monkeypatch.setattr(owner, name, spy)
    await fill(store)
    monkeypatch.undo()
    assert len(asked) >= 40

    database = await SqliteDatabase.open(tmp_path / "plans.db")
    plans = {
        sql: [row["detail"] for row in await database.rows(f"EXPLAIN QUERY PLAN {sql}", values)]
        for sql, values in asked.items()
    }
    await database.close()
    walks = {
        sql: plan
        for sql, plan in plans.items()
        if any(
            detail.startswith("SCAN") and "json_each" not in detail and "CONSTANT ROW" not in detail
            for detail in plan
        )
    }
    assert walks == {}

"""Laws of a player's data: export and deletion are complete."""

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from data.records.matches import (
    Ending,
    Extra,
    Life,
    MatchPeople,
    OwedAnswer,
    PersonRecord,
    SurfaceKind,
)
from data.records.tournaments import Entrant, Presence, TournamentTable
from data.store import Store, open_store
from data.stores.granted_roles import GrantedRole
from data.stores.guards import Guard
from data.stores.guesses import Guess
from tests.data.builders import (
    BOT,
    GUILD,
    attempt,
    deadline,
    deal,
    lobby,
    opening,
    playing,
    running,
    seen,
    step,
    surface,
    tournament,
)
from tests.data.contract.test_leaderboards import add_up, outcome

EVE, FRED = 700_000_000_000_000_001, 700_000_000_000_000_002
GHOST = -4_242
SITTERS = {"terms": replace(lobby("x", EVE, FRED).terms, host_id=EVE)}


async def fill(store: Store) -> None:
    """Make Eve leave data everywhere: two matches, one of them left, a rating, preferences."""
    await store.people.change(EVE, lambda item: replace(item, language="nl", settings={"a": 1}))
    await store.people.saw(GUILD, EVE, "Eve")
    await store.people.saw(GUILD, FRED, "Fred")
    table = deal(*SITTERS["terms"].sitters)
    opened = (await store.lobbies.create(lobby("m1", **SITTERS))).match
    match = await store.matches.start("m1", opened.revision, table)
    ending = Ending(life=Life.FINISHED, ended_at=9000, result={"ranking": [[0], [1]]})
    await store.matches.commit_step(
        "m1", match.revision, step(), b'{"n":1}', moves_made=(1, 0), ending=ending
    )
    await store.leaderboards.count(GUILD, outcome("m1", EVE, FRED), add_up)
    await store.leaderboards.reset(GUILD, "", add_up, by=EVE, now=9500)
    await store.leaderboards.undo_reset(GUILD, add_up, 9600)
    await store.leaderboards.hide(GUILD, EVE, hidden=True)
    await store.reviews.request("m1", EVE)
    for owner, other in ((EVE, FRED), (FRED, EVE)):
        await store.exclusions.add(Guard.BLOCKED, owner, other, most=1)
    await store.exclusions.add(Guard.BARRED, GUILD, EVE, most=1)
    await store.watches.set(GUILD, "tomate", EVE, watches=True)
    await store.granted_roles.note(GUILD, GrantedRole(9, EVE), is_given=True)
    await store.guesses.put("m1", EVE, match.revision + 1, Guess(1, 2))
    played = TournamentTable(round=1, number=1, match_id="m1", players=(FRED, EVE), ranks=(1, 2))
    await playing(store, tournament("t1", EVE, FRED, host_id=EVE), played)
    await store.tournaments.create(tournament("t2", FRED, EVE), per_host=1, per_guild=9)
    await store.daily_deals.begin(lobby("deal"), attempt("deal", EVE), table, opening())
    opened = (
        await store.lobbies.create(
            lobby("m2", **SITTERS), Extra(people=MatchPeople(votes=(EVE, FRED)))
        )
    ).match
    match = await store.matches.start("m2", opened.revision, table)
    hand = surface("hand", "m2", kind=SurfaceKind.HAND, player_id=EVE)
    await store.surfaces.add(hand)
    owed = (OwedAnswer(FRED, "3-t"), OwedAnswer(EVE, "-"))
    await store.surfaces.add(surface("notice", "m2", kind=SurfaceKind.NOTICE, owed=owed))
    await store.surfaces.save(replace(hand, token="secret-token", token_until=99_000))
    await store.deadlines.arm(replace(deadline("m2"), player_id=EVE))
    await store.deadlines.arm(
        replace(deadline("m2", seat=None), kind="invited", ticket="", player_id=EVE)
    )
    await store.matches.commit_step(
        "m2",
        match.revision,
        step(),
        b'{"n":1}',
        moves_made=(1, 0),
        extra=Extra(seen=replace(seen(5, typed="/bid 3"), player_id=EVE)),
    )
    await store.matches.hand_over(
        "m2", match.revision + 1, seat=0, sitter=BOT, reason="left", now=4000, extra=Extra()
    )


async def test_everything_is_told(store: Store) -> None:
    """An export has data under each heading, but no moves of running matches and no tokens."""
    await fill(store)
    text = await store.privacy.of(EVE)

    assert text["player_id"] == EVE
    assert text["preferences"][0]["settings"] == {"a": 1}
    assert text["names"] == [{"guild_id": GUILD, "name": "Eve"}]
    assert [row["match_id"] for row in text["seats"]] == ["m1", "deal", "m2"]
    assert [(row["match_id"], row["move"]["card"]) for row in text["moves"]] == [("m1", 7)]
    assert text["ratings"]
    assert text["hidden_in"] == [{"guild_id": GUILD}]
    assert [row["made_at"] for row in text["resets"]] == [9500]
    assert [row["presence"] for row in text["tournaments"]] == ["signed_up"] * 2
    assert [row["rank"] for row in text["tournament_tables"]] == [2]
    assert [row["tournament_id"] for row in text["hosted_tournaments"]] == ["t1"]
    assert text["messages"][0]["kind"] == "hand"
    assert [row["match_id"] for row in text["called"]] == ["m2"]
    assert text["listed"] == [{"match_id": "m2", "game": "tomate", "kind": "votes"}]
    assert [row["kind"] for row in text["reminders"]] == ["deadline", "invited"]
    assert [row["answer"] for row in text["interactions"]] == [{"typed": "/bid 3"}]
    assert "secret-token" not in str(text)
    assert "Fred" not in str(text)
    assert text["blocked"] == [{"player_id": FRED}]
    assert str(FRED) not in str({**text, "blocked": []})


async def test_of_a_stranger_nothing_is_told(store: Store) -> None:
    """For an unknown player every heading is there and empty."""
    text = await store.privacy.of(EVE)

    assert [rows for heading, rows in text.items() if heading != "player_id" and rows] == []


async def test_who_is_forgotten_is_nowhere(tmp_path: Path) -> None:
    """After deletion, no column of the file holds the id, the name or the token."""
    store = await open_store(tmp_path / "tables.db")
    await fill(store)
    await store.privacy.forget(EVE, GHOST)
    person = await store.people.find(EVE)
    text = await store.privacy.of(EVE)
    await store.close()

    assert person == PersonRecord(player_id=EVE)
    assert [heading for heading, rows in text.items() if heading != "player_id" and rows] == []
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        tables = [name for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        )]  # fmt: skip
        saved = [str(connection.execute(f"SELECT * FROM {name}").fetchall()) for name in tables]
    for word in (str(EVE), "'Eve'", "secret-token"):
        assert [rows for rows in saved if word in rows] == []


async def test_the_matches_of_others_stay_whole(store: Store) -> None:
    """After deletion, matches and ratings keep a stand-in that no leaderboard shows."""
    await fill(store)
    steps = [await store.history.steps(match) for match in ("m1", "m2")]
    before = {rating.player_id: rating.mu for rating in await store.leaderboards.ratings(GUILD, 1)}
    await store.privacy.forget(EVE, GHOST)
    over, running_on = [await store.matches.load(match) for match in ("m1", "m2")]
    after = {rating.player_id: rating.mu for rating in await store.leaderboards.ratings(GUILD, 1)}

    assert [holder.sitter.player_id for holder in over[0].holders] == [GHOST, FRED]
    assert over[0].result == {"ranking": [[0], [1]]}
    assert running_on[0].people.votes == (FRED,)
    assert running_on[0].last_players == (GHOST, FRED)
    assert [await store.history.steps(match) for match in ("m1", "m2")] == steps
    assert after == {GHOST: before[EVE], FRED: before[FRED]}
    assert [
        item.player_id for item in await store.leaderboards.page(GUILD, 1, "", after=0, most=9)
    ] == [FRED]
    assert await store.deadlines.of_match("m2") == ()


async def test_who_has_loaded_a_tournament_before_must_load_it_again(store: Store) -> None:
    """A tournament keeps its places, and one loaded before the deletion can't be written."""
    await fill(store)
    before = await store.tournaments.find("t1")
    await store.privacy.forget(EVE, GHOST)
    after, waiting = [await store.tournaments.find(name) for name in ("t1", "t2")]

    assert before is not None
    assert after is not None
    assert waiting is not None
    assert waiting.entrants == (Entrant(FRED),)
    assert after.entrants == (Entrant(GHOST, Presence.OUT), Entrant(FRED))
    assert after.tables[0].players == (FRED, GHOST)
    assert after.revision == before.revision + 1


async def test_who_has_loaded_a_match_before_must_load_it_again(store: Store) -> None:
    """A match loaded before the deletion can't be written, so the deleted id can't come back."""
    await fill(store)
    before = await store.matches.find("m2")
    await store.privacy.forget(EVE, GHOST)
    after = await store.matches.find("m2")

    assert before is not None
    assert after is not None
    assert after.revision == before.revision + 1


async def test_a_stand_in_is_no_player(store: Store) -> None:
    """A stand-in id that could be a real player's is refused."""
    await running(store)
    with pytest.raises(ValueError, match="negative"):
        await store.privacy.forget(EVE, FRED)


PERSON_COLUMNS = {
    ("attempts", "player_id"),
    ("deadlines", "player_id"),
    ("exclusions", "owner_id"),
    ("exclusions", "player_id"),
    ("hidden_players", "player_id"),
    ("interactions", "player_id"),
    ("lobby_seats", "player_id"),
    ("marks", "player_id"),
    ("match_people", "player_id"),
    ("matches", "host_id"),
    ("members", "player_id"),
    ("owed_answers", "player_id"),
    ("people", "player_id"),
    ("placings", "player_id"),
    ("ratings", "player_id"),
    ("resets", "made_by"),
    ("reviews", "player_id"),
    ("surfaces", "player_id"),
    ("tenures", "player_id"),
    ("tournament_players", "player_id"),
    ("tournament_seats", "player_id"),
    ("tournaments", "host_id"),
    ("watches", "player_id"),
    ("granted_roles", "player_id"),
    ("guesses", "player_id"),
}
OTHER_IDS = {
    *("guild_id", "channel_id", "message_id", "match_id", "surface_id", "tenure_id", "reset_id"),
    *("interaction_id", "parent_id", "tournament_id", "post_id", "role_id", "event_id"),
}


def id_columns(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Return the columns whose name says that they may hold a person's id."""
    sql = (
        "SELECT tables.name, columns.name FROM sqlite_master AS tables,"
        " pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
    )
    return {
        (table, column)
        for table, column in connection.execute(sql)
        if column.endswith(("_id", "_by", "player", "user", "host")) and column not in OTHER_IDS
    }


async def test_every_column_with_a_persons_id_is_exported_and_erased(tmp_path: Path) -> None:
    """An id in any such column is exported, and gone after deletion."""
    path = tmp_path / "tables.db"
    store = await open_store(path)
    await fill(store)
    await store.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert id_columns(connection) == PERSON_COLUMNS
        for each_column in sorted(PERSON_COLUMNS):
            copy = tmp_path / f"{each_column[0]}.db"
            with contextlib.closing(sqlite3.connect(copy)) as other:
                connection.backup(other)
                for table, column in PERSON_COLUMNS - {each_column}:
                    other.execute(f"UPDATE {table} SET {column} = 5 WHERE {column} = {EVE}")
                other.commit()
            store = await open_store(copy)
            exported = await store.privacy.of(EVE)
            await store.privacy.forget(EVE, GHOST)
            await store.close()
            assert any(rows for rows in exported.values() if isinstance(rows, list)), each_column
            with contextlib.closing(sqlite3.connect(copy)) as other:
                left = f"SELECT 1 FROM {each_column[0]} WHERE {each_column[1]} = {EVE}"
                assert other.execute(left).fetchall() == [], each_column

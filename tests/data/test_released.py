"""Laws of migrations: from every released version, and killed at any point."""

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.tables.domain.table_state import TableState, read_table_state
from data.engine import migrations
from data.engine.errors import DamagedMatchError, DatabaseForeignError
from data.engine.migrations import MIGRATIONS, newest_version
from data.engine.sqlite import SqliteDatabase
from data.records.matches import Deadline, Life, MatchPeople, OwedAnswer, Sitter
from data.store import open_store
from games.core import exact_json
from games.core.ai.memory import Level
from tests.bot.tables.test_played_releases import VERSIONS as RELEASES
from tests.bot.tables.test_played_releases import left_by as played_on
from tests.data.builders import ANNE, BRAM, CHANNEL, GUILD, pressed, step
from tests.data.contract.test_leaderboards import add_up, outcome
from tests.data.statements import beats
from tests.support.sampling import thinned

RELEASED = Path(__file__).parent / "released"
NEWEST = newest_version(MIGRATIONS)
VERSIONS = sorted(int(file.stem) for file in RELEASED.glob("*.sql"))

_TABLES = {
    "advances": "premoves",
    "challenge_chains": None,
    "challenge_announcements": None,
    "challenge_attempts": "attempts",
    "challenge_deals": "deals",
    "challenge_places": "attempt_places",
}
"""New names of tables; None for a removed one."""
_COLUMNS = {
    ("matches", "memo"): "table_state",
    ("challenge_attempts", "week"): "day",
    ("challenge_attempts", "course"): None,
    ("challenge_deals", "week"): "day",
    ("guards", "week"): "day",
    ("deadlines", "payload"): None,
    ("surfaces", "tenure_id"): None,
    ("surfaces", "fingerprint"): None,
    ("tournament_posts", "fingerprint"): None,
    ("lobby_seats", "strength"): None,
    ("tenures", "strength"): None,
    ("ratings", "score"): None,
}
"""New names of columns; None for a removed or recomputed one."""

every_version = pytest.mark.parametrize("version", VERSIONS)


def left_by(version: int, path: Path) -> Path:
    """Create the file of a version."""
    connection = sqlite3.connect(path)
    connection.executescript((RELEASED / f"{version}.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


def rows(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all contents of a file by table and column."""
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    try:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            row["name"]: [dict(item) for item in connection.execute(f"SELECT * FROM {row['name']}")]
            for row in names.fetchall()
        }
    finally:
        connection.close()


def change(path: Path, sql: str, *values: object) -> None:
    connection = sqlite3.connect(path)
    with contextlib.closing(connection), connection:
        connection.execute(sql, values)


def schema(path: Path) -> list[tuple[str]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT sql FROM sqlite_master WHERE sql <> ''").fetchall()
    finally:
        connection.close()


def as_renamed(table: str, row: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Return an old row under today's names, without values that moved to other columns.

    A week is the day on which it ended.
    """
    renamed = {
        _COLUMNS.get((table, column), column): value if column != "week" else 10 + 7 * value
        for column, value in row.items()
    }
    return _TABLES.get(table, table), {
        column: value for column, value in renamed.items() if column is not None
    }


async def updated(path: Path) -> Path:
    await (await SqliteDatabase.open(path)).close()
    return path


@pytest.mark.parametrize("release", RELEASES)
def test_every_release_has_left_a_file(tmp_path: Path, release: str) -> None:
    """A released version of the schema has left a small file, for later migrations."""
    with contextlib.closing(sqlite3.connect(played_on(release, tmp_path / "tables.db"))) as file:
        assert file.execute("PRAGMA user_version").fetchone()[0] in VERSIONS


@every_version
async def test_an_update_loses_nothing(tmp_path: Path, version: int) -> None:
    """Every row of an old file is in the new one with all its columns, in today's shape."""
    path = left_by(version, tmp_path / "tables.db")
    before = rows(path)
    await updated(path)
    after = rows(path)
    lost = [
        (table, row)
        for table, old in before.items()
        for row in old
        for new_table, new_row in [as_renamed(table, row)]
        if new_table is not None
        and not any(new_row.items() <= item.items() for item in after[new_table])
    ]
    fresh = await updated(tmp_path / "fresh.db")

    assert sum(map(len, before.values())) > 20
    assert lost == []
    assert sorted(schema(path)) == sorted(schema(fresh))


@every_version
async def test_matches_of_every_version_go_on(tmp_path: Path, version: int) -> None:
    """In an old file, matches continue, count once and can be joined, and names are known."""
    store = await open_store(left_by(version, tmp_path / "tables.db"))
    match, state = await store.matches.load("running")
    rows = await store.matches.commit_step(
        "running", match.revision, step(seat=1), b'{"n":2}', moves_made=(1, 1),
        extra=pressed(77),
    )  # fmt: skip
    waiting = await store.matches.in_channel(CHANNEL, (Life.LOBBY,))
    await store.leaderboards.count(GUILD, outcome("over", ANNE, BRAM), add_up)
    again = await store.leaderboards.count(GUILD, outcome("over", ANNE, BRAM), add_up)
    standing = await store.leaderboards.ratings(GUILD, 1)
    names = await store.people.names(GUILD, (ANNE, BRAM))
    guild, person = await store.guilds.find(GUILD), await store.people.find(ANNE)
    due = await store.deadlines.of_match("running")
    await store.close()

    assert (state, rows.match.step) == (b'{"n":1}', 2)
    assert [item.terms.sitters for item in waiting] == [(Sitter(ANNE), Sitter(BRAM))]
    assert again is False
    assert {item.player_id: item.matches for item in standing if item.board == ""} == {
        ANNE: 1,
        BRAM: 1,
    }
    assert names == {ANNE: "Anne's 🍅", BRAM: "Bram"}
    assert (guild.language, guild.settings) == ("es", {"threads": "never"})
    assert (person.language, person.prefers_dm) == ("nl", True)
    assert {item.due_at for item in due} == {5000}


MEMO = {
    "clock": "slow_1d",
    "chain": "5eed",
    "parent": 77,
    "absent": {"1": 1},
    "invited": [31, 32, -5],
    "called": [31],
    "kicked": [33],
    "ready": [ANNE],
    "stop": [BRAM, "damaged"],
    "paused": [
        ["clock", 1, "1-t", 700, {"rest": True}],
        ["nudge", 0, "0-t", 800, {"question": "3-9", "tries": 2}],
        ["taken_over", 0, "9", 0, {"player": ANNE}],
        ["damaged"],
    ],
}


async def test_people_and_pauses_move_out_of_json(tmp_path: Path) -> None:
    """Lists of people, paused deadlines and other contents of deadlines have their own columns."""
    path = left_by(3, tmp_path / "tables.db")
    change(path, "UPDATE matches SET memo = ? WHERE match_id = 'running'", json.dumps(MEMO))
    change(path, "UPDATE deadlines SET kind = 'invited', seat = -1, ticket = '31', payload = ?",
        '{"question":4,"tries":1}',
    )  # fmt: skip
    store = await open_store(path)
    match = await store.matches.find("running")
    running = await store.deadlines.of_match("running")
    paused = await store.deadlines.paused("running", 10_000)
    await store.close()

    assert match is not None
    assert match.people == MatchPeople(
        invited=(31, 32), called=(31,), kicked=(33,), ready=(ANNE,), votes=(BRAM,)
    )
    assert read_table_state(match.table_state) == TableState(
        clock="slow_1d", audit_digest="5eed", parent_id=77, missed_turns={1: 1}, paused=True
    )
    invited = Deadline(kind="invited", match_id="running", seat=None, ticket="", due_at=5000)
    assert running == (replace(invited, player_id=31, question="invited-4", tries=1),)
    base = replace(invited, seat=0)
    assert paused == (
        replace(base, kind="taken_over", ticket="9", due_at=10_000, player_id=ANNE),
        replace(base, kind="clock", seat=1, ticket="1-t", due_at=10_700, is_rest=True),
        replace(base, kind="nudge", ticket="0-t", due_at=10_800, question="3-9", tries=2),
    )


@pytest.mark.parametrize("damaged", ["", "{", "[]", "7", '"running"'])
async def test_damaged_json_stops_no_update(tmp_path: Path, damaged: str) -> None:
    """A match with damaged JSON stays unreadable, and a deadline keeps its time."""
    path = left_by(3, tmp_path / "tables.db")
    change(path, "UPDATE matches SET memo = ? WHERE match_id = 'running'", damaged)
    change(path, "UPDATE deadlines SET payload = ?", damaged)
    store = await open_store(path)
    with pytest.raises(DamagedMatchError):
        await store.matches.find("running")
    (row,) = await store.deadlines.of_match("running")
    await store.close()

    assert (row.due_at, row.question, row.player_id) == (5000, "", None)


async def test_deals_that_were_played_keep_their_secret(tmp_path: Path) -> None:
    """A deal has the secret of its matches; it is lost with the last of them."""
    path = left_by(6, tmp_path / "tables.db")
    change(path, "UPDATE matches SET secret = x'5eed' WHERE match_id = 'over'")
    for match_id, player, game in (("over", 1, "dojo"), ("gone", 2, "dojo"), ("lost", 3, "toy")):
        change(path, "INSERT INTO challenge_attempts (match_id, week, game, player_id, counts,"
            " begun_at) VALUES (?, 2900, ?, ?, 1, 5)", match_id, game, player,
        )  # fmt: skip
    store = await open_store(path)
    secrets = {deal.game: deal.secret for deal in await store.daily_deals.of_day(20_310)}
    await store.close()

    assert secrets == {"dojo": b"\x5e\xed", "toy": None, "tomate": None}


OLD_SETTINGS = [
    ({"%s": True}, {}),
    ({"%s": False, "last": "a,b"}, {"last": "a,b"}),
    ({"first": [1, 2], "%s": True}, {"first": [1, 2]}),
    ({"first": {}, "%s": False, "last": None}, {"first": {}, "last": None}),
]


@pytest.mark.parametrize(("before", "after"), OLD_SETTINGS)
async def test_choices_of_a_board_that_is_gone_are_deleted(
    tmp_path: Path, before: dict[str, Any], after: dict[str, Any]
) -> None:
    """Whether a server or a person was on the board of all servers goes; other settings stay."""
    path = left_by(6, tmp_path / "tables.db")
    for table, name in (("guilds", "all_servers_board"), ("people", "on_all_servers")):
        settings = {key.replace("%s", name): value for key, value in before.items()}
        change(path, f"UPDATE {table} SET settings = ?", exact_json.dumps(settings).decode())
    store = await open_store(path)
    guild, person = await store.guilds.find(GUILD), await store.people.find(ANNE)
    await store.close()

    assert [guild.settings, person.settings] == [after, after]


OLD_SURFACES = (
    "INSERT INTO surfaces (surface_id, match_id, kind, nonce, fingerprint, retired) VALUES"
    " ('t', 'running', 'table', 'n', 'f1 None False 7 en in words', 0),"
    " ('l', 'running', 'table', 'n', 'lobby-3 5000 en', 0),"
    " ('h', 'running', 'hand', 'n', 'f2 None False 7 False  in-words', 0),"
    " ('r', 'running', 'result', 'n', 'result en', 0),"
    " ('n', 'running', 'notice', 'n', '31:3-ab9 1012345678901234567:- 31:4-x', 0),"
    " ('o', 'running', 'notice', 'n', '32:3-ab9', 1),"
    " ('d', 'running', 'notice', 'n', ' x:1 :2 33: -7:8 0:9 35:3-ok', 0),"
    " ('e', 'running', 'notice', 'n', '36:1\"' || char(10), 0),"
    " ('f', 'running', 'notice', 'n', NULL, 0)"
)
"""Rows as older versions wrote them: some lack pictures, and some hold debts or damage."""


@pytest.mark.parametrize("version", range(1, 6))
async def test_surfaces_lose_their_words(tmp_path: Path, version: int) -> None:
    """What old fingerprints tell moves to columns, and unreadable debts are dropped."""
    path = left_by(version, tmp_path / "tables.db")
    change(path, OLD_SURFACES)
    change(path, "UPDATE tenures SET strength = tenure_id % 4")
    store = await open_store(path)
    shown = {row.surface_id: row for row in await store.surfaces.of_match("running")}
    levels = [tenure.sitter.level for tenure in await store.matches.tenures("running")]
    await store.close()

    assert [message for message in shown if len(message) == 1] == [
        "t",
        "l",
        "h",
        "r",
        "n",
        "d",
        "e",
        "f",
    ]
    known = {
        name: (message.shown and message.shown.stage, message.lacks_pictures)
        for name, message in shown.items()
    }
    assert known["t"] == known["h"] == (None, True)
    assert known["r"] == (None, False)
    assert known["l"] == ("lobby", False)
    assert known["n"] == ("notice", False)
    assert shown["n"].owed == (OwedAnswer(31, "3-ab9"), OwedAnswer(1012345678901234567, "-"))
    assert shown["d"].owed == (OwedAnswer(35, "3-ok"),)
    assert (shown["e"].owed, shown["f"].owed) == ((), ())
    assert levels == [LEVELS[number % 4] for number in (3, 4)]


LEVELS = (Level.NORMAL, Level.EASY, Level.HARD, Level.NORMAL)
"""Levels by their old numbers; 3 never was one."""


@pytest.mark.slow
async def test_an_update_may_be_killed_at_any_statement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A migration killed at any statement is completed at the next start, and nothing is lost."""
    path = left_by(1, tmp_path / "tables.db")
    change(path, OLD_SURFACES)
    split, copies = migrations._statements, list[Path]()

    def snapped(file: Path) -> Iterator[str]:
        for statement in (*split(file), "SELECT 1"):  # the last one: killed before the commit
            folder = tmp_path / f"killed-{len(copies)}"
            folder.mkdir()
            copies.append(folder / path.name)
            for companion in tmp_path.glob("tables.db*"):
                if not companion.name.endswith(".lock"):
                    shutil.copy(companion, folder / companion.name)
            yield statement

    monkeypatch.setattr(migrations, "_statements", snapped)
    await updated(path)
    monkeypatch.undo()
    wanted, shape = rows(path), schema(path)
    halfway = set()
    for copy in copies:
        connection = sqlite3.connect(copy)
        halfway.add(connection.execute("PRAGMA user_version").fetchone()[0])
        connection.close()
    for copy in thinned(copies):
        await updated(copy)
        assert rows(copy) == wanted, copy
        assert schema(copy) == shape, copy

    assert len(copies) > 15
    assert halfway == set(range(1, NEWEST))


@pytest.mark.parametrize("saved", [3, 7])
async def test_a_torn_file_is_refused_and_left_as_it_is(tmp_path: Path, saved: int) -> None:
    """A truncated file is reported, by the first query at the latest, and kept."""
    path = await updated(left_by(1, tmp_path / "tables.db"))
    path.write_bytes(torn := path.read_bytes()[: saved * 4096])
    with pytest.raises(DatabaseForeignError, match="restore the newest backup"):
        await ask(path)
    assert path.read_bytes() == torn


@pytest.mark.parametrize("table", ["sqlite_schema", "matches"])
async def test_a_scribbled_file_is_refused_and_left_as_it_is(tmp_path: Path, table: str) -> None:
    """A page overwritten by a failing disk is reported when it is read."""
    path = await updated(left_by(1, tmp_path / "tables.db"))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        named = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        page = (connection.execute(named, (table,)).fetchone() or (1,))[0]
    whole = path.read_bytes()
    # The first page begins with a header of 100 bytes that identifies a database.
    begin, end = (page - 1) * 4096 + 100 * (page == 1), page * 4096
    noise = (b"tomato" * 999)[: end - begin]
    path.write_bytes(scribbled := whole[:begin] + noise + whole[end:])
    with pytest.raises(DatabaseForeignError, match="restore the newest backup"):
        await ask(path)
    assert path.read_bytes() == scribbled


async def ask(path: Path) -> None:
    database = await SqliteDatabase.open(path)
    try:
        await database.read(beats)
        await database.rows("SELECT * FROM matches")
    finally:
        await database.close()

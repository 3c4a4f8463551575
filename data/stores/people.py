"""Players: preferences, names in servers, and the lists of people that tables keep."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import fields

from data.engine.database import Database, DatabaseRow, Query, ReadConnection, Transaction
from data.records.columns import columns, document, record, to_array
from data.records.matches import MatchPeople, PersonRecord
from data.stores.guilds import know_guild

_KINDS = tuple(field.name for field in fields(MatchPeople))


_SEATED = (
    "SELECT player_id FROM lobby_seats WHERE match_id = :match"
    " UNION SELECT player_id FROM tenures WHERE match_id = :match"
    " UNION SELECT player_id FROM match_people WHERE match_id = :match AND kind = 'invited'"
)
_NAMES_OF_MATCH = (
    "SELECT player_id, name FROM members"  # noqa: S608 - our own words
    " WHERE guild_id = (SELECT guild_id FROM matches WHERE match_id = :match)"
    f" AND player_id IN ({_SEATED})"
)
_PEOPLE_OF_MATCH = (
    f"SELECT * FROM people WHERE player_id IN ({_SEATED}"  # noqa: S608 - our own words
    " UNION SELECT player_id FROM surfaces WHERE match_id = :match AND retired = 0"
    " UNION SELECT host_id FROM matches WHERE match_id = :match)"
)
_LISTS = (
    "SELECT * FROM match_people WHERE match_id IN (SELECT value FROM json_each(?))"
    " ORDER BY match_id, kind, position"
)


class PeopleStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, player_id: int) -> PersonRecord:
        """Return a player's preferences; the defaults if the player is unknown."""
        return await self._database.read(lambda reading: _find(reading, player_id))

    async def change(
        self, player_id: int, change: Callable[[PersonRecord], PersonRecord]
    ) -> PersonRecord:
        """Replace a player's preferences by the result of the pure function `change`."""

        def work(transaction: Transaction) -> PersonRecord:
            person = change(_find(transaction, player_id))
            transaction.insert("people", [columns(person)], "player_id")
            return person

        return await self._database.transaction("change person", work)

    async def seen(self, guild_id: int | None, player_id: int) -> tuple[PersonRecord, str | None]:
        """Return a player's preferences, and the name last seen in a server, if any."""

        def work(reading: ReadConnection) -> tuple[PersonRecord, str | None]:
            name = names(reading, guild_id or 0, (player_id,)).get(player_id)
            return _find(reading, player_id), name

        return await self._database.read(work)

    async def newcomer(self, player_id: int, game: str) -> tuple[PersonRecord, bool]:
        """Return what a player prefers, and whether they never held a seat in this game."""

        def work(reading: ReadConnection) -> tuple[PersonRecord, bool]:
            row = reading.row(
                "SELECT 1 FROM tenures JOIN matches USING (match_id)"
                " WHERE player_id = ? AND game = ? LIMIT 1",
                (player_id, game),
            )
            return _find(reading, player_id), row is None

        return await self._database.read(work)

    async def saw(self, guild_id: int, player_id: int, name: str) -> None:
        """Remember the name that a player uses in a server."""

        def work(transaction: Transaction) -> None:
            know_guild(transaction, guild_id)
            transaction.run(
                "INSERT INTO members (guild_id, player_id, name) VALUES (?, ?, ?)"
                " ON CONFLICT (guild_id, player_id) DO UPDATE SET name = excluded.name"
                " WHERE members.name <> excluded.name",
                (guild_id, player_id, name),
            )

        await self._database.transaction("see name", work)

    async def names(self, guild_id: int, player_ids: tuple[int, ...]) -> dict[int, str]:
        """Return the names last seen in a server, of the players seen there."""
        return await self._database.read(lambda reading: names(reading, guild_id, player_ids))


def names(reading: ReadConnection, guild_id: int, player_ids: tuple[int, ...]) -> dict[int, str]:
    """Return the names last seen in a server, of the players seen there."""
    rows = reading.rows(
        "SELECT player_id, name FROM members WHERE guild_id = ?"
        " AND player_id IN (SELECT value FROM json_each(?))",
        (guild_id, to_array(player_ids)),
    )
    return {row["player_id"]: row["name"] for row in rows}


def queries(match_id: str) -> tuple[Query, ...]:
    """The statements of `of_match`."""
    return (_NAMES_OF_MATCH, {"match": match_id}), (_PEOPLE_OF_MATCH, {"match": match_id})


def of_match(
    reading: ReadConnection, match_id: str
) -> tuple[dict[int, str], dict[int, PersonRecord]]:
    """Return the names and preferences of everybody whom a match's messages may concern.

    The names are those of everybody who holds or held a seat, or is invited.
    """
    named, known = (reading.rows(*query) for query in queries(match_id))
    return (
        {row["player_id"]: row["name"] for row in named},
        {row["player_id"]: _person(row) for row in known},
    )


def find_all(reading: ReadConnection, player_ids: tuple[int, ...]) -> dict[int, PersonRecord]:
    """Return the preferences of these players, as far as they are known."""
    rows = reading.rows(
        "SELECT * FROM people WHERE player_id IN (SELECT value FROM json_each(?))",
        (to_array(player_ids),),
    )
    return {row["player_id"]: _person(row) for row in rows}


def listing(match_ids: str) -> Query:
    """The statement of `people_of`."""
    return _LISTS, (match_ids,)


def people_of(reading: ReadConnection, match_ids: str) -> Mapping[str, MatchPeople]:
    """Return the lists of the matches that have any; `match_ids` is a JSON array."""
    lists: defaultdict[str, defaultdict[str, tuple[int, ...]]]
    lists = defaultdict(lambda: defaultdict(tuple))
    for row in reading.rows(*listing(match_ids)):
        lists[row["match_id"]][row["kind"]] += (row["player_id"],)
    return {match_id: MatchPeople(**by_kind) for match_id, by_kind in lists.items()}


def write_people(transaction: Transaction, match_id: str, people: MatchPeople) -> None:
    """Replace the lists of a match."""
    transaction.run("DELETE FROM match_people WHERE match_id = ?", (match_id,))
    transaction.insert(
        "match_people",
        [
            {"match_id": match_id, "kind": kind, "player_id": player_id, "position": position}
            for kind in _KINDS
            for position, player_id in enumerate(getattr(people, kind))
        ],
    )


def _find(reading: ReadConnection, player_id: int) -> PersonRecord:
    people = find_all(reading, (player_id,))
    return people.get(player_id) or PersonRecord(player_id=player_id)


def _person(row: DatabaseRow) -> PersonRecord:
    settings = document(row["settings"], "the settings of a player") or {}
    return record(PersonRecord, row, settings=settings)

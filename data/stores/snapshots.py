"""Read all rows of a match, in one trip to the database."""

from data.engine.database import Database, ReadConnection
from data.records.matches import Life, Match
from data.records.snapshots import MatchRows
from data.stores import deadlines, drafts, guilds, history, match_rows, people, premoves, surfaces


class SnapshotStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, match_id: str, interaction_id: int | None = None) -> MatchRows | None:
        """Return all rows of a match with its newest state; None if there is no such match.

        With `interaction_id`, they have the earlier answer to that interaction. Raises
        DamagedMatchError.
        """

        def work(reading: ReadConnection) -> MatchRows | None:
            expect_rows(reading, match_id, interaction_id=interaction_id)
            match = match_rows.find(reading, match_id)
            if match is None:
                return None
            return rows_of(reading, match, interaction_id=interaction_id)

        return await self._database.read(work)


def expect_rows(
    reading: ReadConnection,
    match_id: str,
    *,
    with_state: bool = True,
    interaction_id: int | None = None,
) -> None:
    """Announce what `match_rows.find` and `rows_of` are going to read."""
    reading.expect(
        *match_rows.queries(match_id),
        surfaces.query(match_id),
        *([history.state_query(match_id)] if with_state else []),
        *people.queries(match_id),
        guilds.query(match_id),
        deadlines.query(match_id),
        premoves.query(match_id),
        *drafts.queries(match_id, interaction_id),
    )


def rows_of(
    reading: ReadConnection,
    match: Match,
    *,
    with_state: bool = True,
    interaction_id: int | None = None,
) -> MatchRows:
    """Read all rows of a match; also used at the end of a transaction that changed it."""
    has_state = with_state and match.life is not Life.LOBBY
    names, known = people.of_match(reading, match.match_id)
    return MatchRows(
        match=match,
        state=history.newest_state(reading, match.match_id) if has_state else None,
        names=names,
        people=known,
        guild=guilds.of_match(reading, match.match_id),
        surfaces=surfaces.of_match(reading, match.match_id),
        deadlines=deadlines.of_match(reading, match.match_id),
        drafts=drafts.of_match(reading, match.match_id),
        premoves=premoves.of_match(reading, match.match_id),
        answer=None if interaction_id is None else drafts.recall(reading, interaction_id),
    )

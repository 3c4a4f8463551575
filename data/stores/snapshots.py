"""Read all rows of a match, in one trip to the database."""

from __future__ import annotations

from data.engine.database import Database, ReadConnection
from data.records.matches import Life, Match
from data.records.snapshots import MatchRows
from data.stores import deadlines, drafts, guilds, history, match_rows, people, premoves, surfaces


class SnapshotStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, match_id: str, interaction_id: int | None = None) -> MatchRows | None:
        """Return all rows of a match with its newest state; None if there is no such match.

        With `interaction_id`, also the earlier answer to that interaction. Raises
        DamagedMatchError.
        """

        def work(reading: ReadConnection) -> MatchRows | None:
            match = match_rows.find(reading, match_id)
            if match is None:
                return None
            return rows_of(reading, match, interaction_id=interaction_id)

        return await self._database.read(work)


def rows_of(
    reading: ReadConnection,
    match: Match,
    *,
    with_state: bool = True,
    interaction_id: int | None = None,
) -> MatchRows:
    """Read all rows of a match; also used at the end of a transaction that changed it."""
    has_state = with_state and match.life is not Life.LOBBY
    shown = surfaces.of_match(reading, match.match_id)
    players = _players(match)
    holders = {one.player_id for one in shown if one.player_id is not None}
    return MatchRows(
        match=match,
        state=history.newest_state(reading, match.match_id) if has_state else None,
        names=people.names(reading, match.guild_id, tuple(players)),
        people=people.find_all(reading, tuple(players | holders | {match.terms.host_id})),
        guild=guilds.find(reading, match.guild_id),
        surfaces=shown,
        deadlines=deadlines.of_match(reading, match.match_id),
        drafts=drafts.of_match(reading, match.match_id),
        premoves=premoves.of_match(reading, match.match_id),
        answer=None if interaction_id is None else drafts.recall(reading, interaction_id),
    )


def _players(match: Match) -> set[int]:
    """Return everybody whom the table may name."""
    seated = (sitter.player_id for sitter in match.terms.sitters)
    held = (tenure.sitter.player_id for tenure in match.holders)
    found = (*seated, *held, *match.last_players, *match.people.invited)
    return {player_id for player_id in found if player_id is not None}

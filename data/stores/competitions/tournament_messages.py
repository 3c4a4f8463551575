"""The rows of tournaments' messages: one for each number of a tournament."""

from data.engine.database import Database, DatabaseRow, Transaction
from data.records.columns import columns, record
from data.records.matches import Surface, SurfaceKind

_OTHERS = ("surface_id", "match_id", "kind", "player_id", "guild_id", "ticket", "owed", "retired")
_UNUSED = ("token", "token_until")
"""The fields of a row that are no columns of the table."""
_SHOWN = (
    "UPDATE tournaments SET shown_revision = (SELECT min(CASE WHEN lacks_pictures = 1 THEN -1"
    " ELSE coalesce(tournament_posts.shown_revision, -1) END) FROM tournament_posts"
    " WHERE tournament_posts.tournament_id = tournaments.tournament_id) WHERE tournament_id = ?"
)
"""A tournament is behind as long as one of its messages is."""


class TournamentMessageStore:
    """Rows in, rows out, as for the messages of matches. A row is never retired."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, tournament_id: str) -> tuple[Surface, ...]:
        """Return a tournament's messages in the order of their numbers."""
        rows = await self._database.rows(
            "SELECT tournament_posts.*, guild_id FROM tournament_posts"
            " JOIN tournaments USING (tournament_id) WHERE tournament_id = ? ORDER BY"
            " tournament_posts.number",
            (tournament_id,),
        )
        return tuple(_surface(row) for row in rows)

    async def add(self, *surfaces: Surface) -> None:
        """Store new messages, which may be sent only afterwards."""
        await self._write(surfaces, newer_than_stored=False)

    async def save(self, *surfaces: Surface) -> None:
        """Save changed messages, each unless a newer version of it is stored."""
        await self._write(surfaces, newer_than_stored=True)

    async def _write(self, surfaces: tuple[Surface, ...], *, newer_than_stored: bool) -> None:
        def work(transaction: Transaction) -> None:
            for row in map(_row, surfaces):
                if newer_than_stored:
                    sets = ", ".join(f"{name} = :{name}" for name in row)
                    transaction.run(
                        f"UPDATE tournament_posts SET {sets} WHERE tournament_id = :tournament_id"  # noqa: S608 - our own field names
                        " AND number = :number AND version < :version",
                        row,
                    )
                else:
                    transaction.insert("tournament_posts", [row])
            for tournament_id in sorted({surface.match_id for surface in surfaces}):
                transaction.run(_SHOWN, (tournament_id,))

        await self._database.transaction("save tournament messages", work)


def surface_id(tournament_id: str, number: int) -> str:
    """Return the id of the row of a tournament's message."""
    return f"tournament-{tournament_id}-{number}"


def _row(surface: Surface) -> dict[str, object]:
    number = int(surface.ticket or 0)
    return {
        "tournament_id": surface.match_id,
        "number": number,
        **columns(surface, *_OTHERS, *_UNUSED),
    }


def _surface(row: DatabaseRow) -> Surface:
    tournament_id, number = row["tournament_id"], row["number"]
    return record(
        Surface,
        row,
        surface_id=surface_id(tournament_id, number),
        match_id=tournament_id,
        kind=SurfaceKind.TOURNAMENT,
        player_id=None,
        ticket=str(number),
        token=None,
        token_until=None,
        retired=False,
        owed=(),
    )

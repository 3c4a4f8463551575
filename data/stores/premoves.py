"""Premoves, one per seat; they are secret."""

from data.engine.database import Database, Query, ReadConnection, Transaction
from data.engine.errors import UnknownMatchError, VersionConflictError
from data.records.columns import columns, document, record
from data.records.matches import Premove


class PremoveStore:
    """Premoves are deleted when the seat moves, when it changes hands and when the match ends."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, premove: Premove, expected: int) -> None:
        """Save a premove in place of the seat's older one; the match itself doesn't change.

        `expected` is the revision of the match that the player saw. Raises UnknownMatchError,
        VersionConflictError.
        """

        def work(transaction: Transaction) -> None:
            row = transaction.row(
                "SELECT revision FROM matches WHERE match_id = ?", (premove.match_id,)
            )
            if row is None:
                raise UnknownMatchError(premove.match_id)
            if row["revision"] != expected:
                raise VersionConflictError(premove.match_id, expected, row["revision"])
            transaction.insert("premoves", [columns(premove)], "match_id", "seat")

        await self._database.transaction("save premove", work)

    async def of_match(self, match_id: str) -> tuple[Premove, ...]:
        """Return the premoves of a match, by seat."""
        return await self._database.read(lambda reading: of_match(reading, match_id))

    async def drop(self, match_id: str, seat: int) -> bool:
        """Delete a seat's premove; returns whether there was one."""

        def work(transaction: Transaction) -> bool:
            was = any(premove.seat == seat for premove in of_match(transaction, match_id))
            drop_premoves(transaction, match_id, seat)
            return was

        return await self._database.transaction("drop premove", work)


def query(match_id: str) -> Query:
    """The statement of `of_match`."""
    return ("SELECT * FROM premoves WHERE match_id = ? ORDER BY seat", (match_id,))


def of_match(reading: ReadConnection, match_id: str) -> tuple[Premove, ...]:
    """Return the premoves of a match, by seat; a damaged one is left out."""
    rows = reading.rows(*query(match_id))
    forms = [(row, document(row["form"], f"a premove of match {match_id}")) for row in rows]
    return tuple(record(Premove, row, form=form) for row, form in forms if form is not None)


def drop_premoves(transaction: Transaction, match_id: str, seat: int | None = None) -> None:
    """Delete the premove of one seat, or of all."""
    transaction.run(
        "DELETE FROM premoves WHERE match_id = ? AND seat = coalesce(?, seat)", (match_id, seat)
    )

"""Half-filled forms, and the answers to interactions."""

from data.engine.database import Database, Query, ReadConnection, Transaction
from data.engine.errors import AlreadyAnsweredError
from data.records.columns import document, to_json
from data.records.matches import Json, SeenInteraction

_CLAIM = (
    "INSERT INTO interactions (interaction_id, player_id, answer, seen_at)"
    " SELECT :id, :player, :answer, :at WHERE NOT EXISTS"
    " (SELECT 1 FROM steps WHERE interaction_id = :id) ON CONFLICT DO NOTHING"
    " RETURNING interaction_id"
)
_HOLDS = (
    "SELECT 1 FROM tenures WHERE match_id = ? AND seat = ? AND player_id = ? AND ended_at IS NULL"
)
_OF_MATCH = "SELECT seat, ticket, form FROM drafts WHERE match_id = ?"
_RECALL = (
    "SELECT coalesce((SELECT answer FROM interactions WHERE interaction_id = :id),"
    " (SELECT '{}' FROM steps WHERE interaction_id = :id)) AS answer"
)


class DraftStore:
    """Half-filled forms, one per seat and ticket.

    They are deleted when the seat moves, when it changes hands and when the match ends.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(
        self, match_id: str, seat: int, ticket: str, form: Json, player_id: int | None = None
    ) -> None:
        """Save a form; a player's only while they hold the seat."""
        row = {"match_id": match_id, "seat": seat, "ticket": ticket, "form": to_json(form)}

        def work(transaction: Transaction) -> None:
            if player_id is None or transaction.row(_HOLDS, (match_id, seat, player_id)):
                transaction.insert("drafts", [row], "match_id", "seat", "ticket")

        await self._database.transaction("save draft", work)

    async def find(self, match_id: str, seat: int, ticket: str) -> Json | None:
        """Return the form as it was last saved, None if it was not or has been dropped."""
        draft = await self._database.read(lambda reading: of_match(reading, match_id))
        return draft.get((seat, ticket))

    async def drop(self, match_id: str, seat: int) -> None:
        """Delete all forms of a seat."""
        await self._database.transaction(
            "drop drafts", lambda transaction: drop_drafts(transaction, match_id, seat)
        )


class InteractionStore:
    """Answers to interactions, so that each interaction changes something at most once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def recall(self, interaction_id: int) -> Json | None:
        """Return the answer to an interaction; None if it was never answered."""
        return await self._database.read(lambda reading: recall(reading, interaction_id))

    async def remember(self, seen: SeenInteraction) -> None:
        """Store an answer by itself; raises AlreadyAnsweredError."""
        await self._database.transaction(
            "remember interaction", lambda transaction: claim(transaction, seen)
        )

    async def prune(self, seen_before: int) -> int:
        """Delete answers older than this time, which Discord no longer repeats; return how many."""

        def work(transaction: Transaction) -> int:
            sql = "DELETE FROM interactions WHERE seen_at < ? RETURNING interaction_id"
            return len(transaction.returning(sql, (seen_before,)))

        return await self._database.transaction("prune interactions", work)


def claiming(seen: SeenInteraction) -> Query:
    """The statement by which `claim` begins."""
    values = {
        "id": seen.interaction_id,
        "player": seen.player_id,
        "answer": to_json(seen.answer),
        "at": seen.seen_at,
    }
    return _CLAIM, values


def claim(transaction: Transaction, seen: SeenInteraction | None) -> None:
    """Store the answer to an interaction in this transaction; raises AlreadyAnsweredError."""
    if seen is not None and not transaction.returning(*claiming(seen)):
        answer = recall(transaction, seen.interaction_id)
        assert answer is not None, "the insert was refused"
        raise AlreadyAnsweredError(seen.interaction_id, answer)


def queries(match_id: str, interaction_id: int | None) -> tuple[Query, ...]:
    """The statements of `of_match`, and of `recall` if there is an interaction."""
    recalled = () if interaction_id is None else ((_RECALL, {"id": interaction_id}),)
    return ((_OF_MATCH, (match_id,)), *recalled)


def of_match(reading: ReadConnection, match_id: str) -> dict[tuple[int, str], Json]:
    """Return the half-filled forms of a match by seat and ticket; a damaged one is left out."""
    rows = reading.rows(_OF_MATCH, (match_id,))
    forms = {
        (row["seat"], row["ticket"]): document(row["form"], f"a draft of match {match_id}")
        for row in rows
    }
    return {key: form for key, form in forms.items() if form is not None}


def drop_drafts(transaction: Transaction, match_id: str, seat: int | None = None) -> None:
    """Delete the forms of one seat, or of all."""
    transaction.run(
        "DELETE FROM drafts WHERE match_id = ? AND seat = coalesce(?, seat)", (match_id, seat)
    )


def recall(reading: ReadConnection, interaction_id: int) -> Json | None:
    # A step keeps its interaction's id after the answer is pruned, as long as the match exists.
    row = reading.row(_RECALL, {"id": interaction_id})
    if row is None or row["answer"] is None:
        return None
    return document(row["answer"], "the answer to an interaction") or {}

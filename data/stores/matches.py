"""Matches while they are played: start, steps, changes of seats, end.

Every change names the revision of the match that it is based on. If the match has changed since,
VersionConflictError is raised and nothing is written. The caller loads the match again and retries.
"""

from data.engine.database import Database, ReadConnection, Transaction
from data.engine.errors import UnknownMatchError, WrongLifeError
from data.records import matches
from data.records.columns import to_array, to_json
from data.records.shards import ShardShare, of_shards
from data.records.snapshots import MatchRows
from data.stores import guesses, history, match_rows
from data.stores.competitions import tournaments
from data.stores.drafts import drop_drafts
from data.stores.lobbies import write_lobby, write_sitters
from data.stores.premoves import drop_premoves
from data.stores.snapshots import expect_rows, rows_of


class MatchStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, match_id: str) -> matches.Match | None:
        return await self._database.read(lambda reading: match_rows.find(reading, match_id))

    async def load(self, match_id: str) -> tuple[matches.Match, matches.Saved]:
        """Return a started match and its newest state; raises UnknownMatchError.

        A match still in its lobby has no state and counts as unknown here.
        """
        return await self._database.read(lambda reading: _load(reading, match_id))

    async def in_guild(
        self, guild_id: int, lives: tuple[matches.Life, ...] = matches.OPEN_LIVES
    ) -> tuple[matches.Match, ...]:
        """Return a server's matches in these stages, the oldest first."""
        return await self._select("guild_id = ?", (guild_id,), lives)

    async def in_channel(
        self, channel_id: int, lives: tuple[matches.Life, ...] = matches.OPEN_LIVES
    ) -> tuple[matches.Match, ...]:
        return await self._select("channel_id = ?", (channel_id,), lives)

    async def of_player(self, player_id: int) -> tuple[matches.Match, ...]:
        """Return the open matches in which a player holds a seat or is in the lobby."""
        return await self._select(
            "match_id IN (SELECT match_id FROM tenures WHERE player_id = ? AND ended_at IS NULL"
            " UNION SELECT match_id FROM lobby_seats JOIN matches USING (match_id)"
            " WHERE player_id = ? AND life = 'lobby')",
            (player_id, player_id),
            matches.OPEN_LIVES,
        )

    async def all_open(self, shards: ShardShare | None = None) -> tuple[matches.Match, ...]:
        """Return every lobby and every running match, or those in the servers of some shards."""
        where, values = of_shards(shards)
        return await self._select(f"ended_at IS NULL{where}", values, matches.OPEN_LIVES)

    async def tenures(self, match_id: str) -> tuple[matches.Tenure, ...]:
        """Return everybody who ever held a seat, in order."""
        return await self._database.read(lambda reading: match_rows.tenures(reading, match_id))

    async def start(
        self,
        match_id: str,
        expected: int,
        deal: matches.Deal,
        extra: matches.Extra = matches.NO_EXTRA,
    ) -> matches.Match:
        """Start the match: the lobby becomes a running match at step 0, and tenures begin.

        Raises AlreadyAnsweredError, UnknownMatchError, VersionConflictError, WrongLifeError.
        """

        def work(transaction: Transaction) -> matches.Match:
            match_rows.begin_change(
                transaction, match_id, expected, matches.Life.LOBBY, extra, now=deal.started_at
            )
            _deal(transaction, match_id, deal)
            write_sitters(transaction, match_id, deal.sitters)
            match_rows.open_tenures(
                transaction, match_id, enumerate(deal.sitters), reason="joined", now=deal.started_at
            )
            setup = matches.NewStep(
                seat=None,
                actor=matches.Actor.SETUP,
                move=None,
                events=deal.events,
                made_at=deal.started_at,
            )
            history.write_step(transaction, match_id, 0, setup, extra.seen, revision=expected + 1)
            history.pack_state(transaction, match_id, 0, deal.state)
            match_rows.write_along(transaction, match_id, extra)
            return match_rows.load(transaction, match_id)

        return await self._database.transaction("start match", work)

    async def start_after(
        self,
        lobby: matches.NewLobby,
        copied: matches.CopiedSteps,
        deal: matches.Deal,
        extra: matches.Extra = matches.NO_EXTRA,
    ) -> matches.Match:
        """Start a new match that begins with the steps of an ended one; `deal` has its last state.

        Raises AlreadyOpenError for a second practice match of a game, UnknownMatchError, and
        WrongLifeError if the other match hasn't ended.
        """

        def work(transaction: Transaction) -> matches.Match:
            source = match_rows.load(transaction, copied.match_id)
            if source.life in matches.OPEN_LIVES:
                raise WrongLifeError(copied.match_id, source.life, "ended")
            match_id = lobby.match_id
            write_lobby(transaction, lobby, extra.table_state)
            _deal(transaction, match_id, deal, copied)
            match_rows.open_tenures(
                transaction, match_id, enumerate(deal.sitters), reason="joined", now=deal.started_at
            )
            history.copy_steps(transaction, copied, match_id)
            match_rows.write_along(transaction, match_id, extra)
            return match_rows.load(transaction, match_id)

        return await self._database.transaction("start match after another", work)

    async def commit_step(
        self,
        match_id: str,
        expected: int,
        step: matches.NewStep,
        state: matches.Saved,
        *,
        moves_made: tuple[int, ...],
        replaces_last: bool = False,
        ending: matches.Ending | None = None,
        checkpoint: bool = False,
        extra: matches.Extra = matches.NO_EXTRA,
    ) -> MatchRows:
        """Write one whole step: the move, its events and the new state.

        The seat's drafts and its premove are deleted. With `replaces_last`, the step takes the
        number and the place of the last one. `checkpoint` keeps this state after the match
        (at the end of a round); `ending` ends the match with this step. Returns the changed match
        without its state. Raises AlreadyAnsweredError, UnknownMatchError, VersionConflictError,
        WrongLifeError.
        """

        def work(transaction: Transaction) -> MatchRows:
            number = match_rows.begin_change(
                transaction,
                match_id,
                expected,
                matches.Life.RUNNING,
                extra,
                now=step.made_at,
                moves_made=moves_made,
                is_new_step=not replaces_last,
            )
            _write_state(transaction, match_id, state)
            history.write_step(
                transaction,
                match_id,
                number,
                step,
                extra.seen,
                revision=expected + 1,
                replaces=replaces_last,
            )
            if step.seat is not None:
                drop_drafts(transaction, match_id, step.seat)
                drop_premoves(transaction, match_id, step.seat)
            if checkpoint or ending is not None:
                history.pack_state(transaction, match_id, number, state)
            if ending is not None:
                _end(transaction, match_id, ending)
            match_rows.write_along(transaction, match_id, extra)
            expect_rows(transaction, match_id, with_state=False)
            after = match_rows.load(transaction, match_id)
            return rows_of(transaction, after, with_state=False)

        return await self._database.transaction("commit step", work)

    async def take_back(
        self,
        match_id: str,
        expected: int,
        state: matches.Saved,
        *,
        moves_made: tuple[int, ...],
        extra: matches.Extra,
        now: int,
    ) -> matches.Match:
        """Delete the last step of a running match; `state` is the one before it.

        All drafts are deleted. Raises the same errors as `commit_step`.
        """

        def work(transaction: Transaction) -> matches.Match:
            number = match_rows.begin_change(
                transaction,
                match_id,
                expected,
                matches.Life.RUNNING,
                extra,
                now=now,
                moves_made=moves_made,
                is_new_step=False,
            )
            transaction.run(
                "UPDATE matches SET step = ? WHERE match_id = ?", (number - 1, match_id)
            )
            for table in ("steps", "checkpoints"):
                transaction.run(
                    f"DELETE FROM {table} WHERE match_id = ? AND step = ?",  # noqa: S608 - tables of our own
                    (match_id, number),
                )
            _write_state(transaction, match_id, state)
            drop_drafts(transaction, match_id)
            match_rows.write_along(transaction, match_id, extra)
            return match_rows.load(transaction, match_id)

        return await self._database.transaction("take back", work)

    async def hand_over(
        self,
        match_id: str,
        expected: int,
        *,
        seat: int,
        sitter: matches.Sitter,
        reason: str,
        now: int,
        extra: matches.Extra = matches.NO_EXTRA,
    ) -> matches.Match:
        """Give a seat of a running match to somebody else; `reason` ends one tenure, begins one.

        The seat's drafts and its premove are deleted. Raises the same errors as `commit_step`.
        """

        def work(transaction: Transaction) -> matches.Match:
            match_rows.begin_change(
                transaction, match_id, expected, matches.Life.RUNNING, extra, now=now
            )
            change = matches.HandOver(seat=seat, sitter=sitter, reason=reason, at=now)
            match_rows.change_hands(transaction, match_id, change)
            match_rows.write_along(transaction, match_id, extra)
            return match_rows.load(transaction, match_id)

        return await self._database.transaction("hand over", work)

    async def note(
        self,
        match_id: str,
        expected: int,
        extra: matches.Extra,
        *,
        now: int,
        host_id: int | None = None,
    ) -> matches.Match:
        """Change a running table without a step: its table state, people and deadlines.

        Raises the same errors as `commit_step`.
        """

        def work(transaction: Transaction) -> matches.Match:
            match_rows.begin_change(
                transaction, match_id, expected, matches.Life.RUNNING, extra, now=now
            )
            if host_id is not None:
                transaction.run(
                    "UPDATE matches SET host_id = ? WHERE match_id = ?", (host_id, match_id)
                )
            match_rows.write_along(transaction, match_id, extra)
            return match_rows.load(transaction, match_id)

        return await self._database.transaction("note", work)

    async def stop(
        self,
        match_id: str,
        expected: int,
        ending: matches.Ending,
        extra: matches.Extra = matches.NO_EXTRA,
    ) -> matches.Match:
        """End a running match without a step; raises the same errors as `commit_step`."""

        def work(transaction: Transaction) -> matches.Match:
            match_rows.begin_change(
                transaction, match_id, expected, matches.Life.RUNNING, extra, now=ending.ended_at
            )
            _end(transaction, match_id, ending)
            match_rows.write_along(transaction, match_id, extra)
            return match_rows.load(transaction, match_id)

        return await self._database.transaction("stop match", work)

    async def move(
        self, match: matches.Match, channel_id: int, extra: matches.Extra, *, now: int
    ) -> matches.Match:
        """Move a table to another channel of its server; raises the same errors as
        `commit_step`.
        """

        def work(transaction: Transaction) -> matches.Match:
            match_rows.begin_change(
                transaction, match.match_id, match.revision, match.life, extra, now=now
            )
            transaction.run(
                "UPDATE matches SET channel_id = ? WHERE match_id = ?", (channel_id, match.match_id)
            )
            match_rows.write_along(transaction, match.match_id, extra)
            return match_rows.load(transaction, match.match_id)

        return await self._database.transaction("move table", work)

    async def _select(
        self, where: str, values: tuple[object, ...], lives: tuple[matches.Life, ...]
    ) -> tuple[matches.Match, ...]:
        return await self._database.read(
            lambda reading: match_rows.select(reading, where, values, lives)
        )


def _load(reading: ReadConnection, match_id: str) -> tuple[matches.Match, matches.Saved]:
    match = match_rows.load(reading, match_id)
    state = history.newest_state(reading, match_id)
    if state is None:
        raise UnknownMatchError(match_id)
    return match, state


def start_opened(
    transaction: Transaction, match_id: str, deal: matches.Deal, opening: matches.Opening
) -> None:
    """Start a new match that begins with an opening; `deal` has the state after it."""
    _deal(transaction, match_id, deal, opening)
    match_rows.open_tenures(
        transaction, match_id, enumerate(deal.sitters), reason="joined", now=deal.started_at
    )
    for number, step in enumerate(opening.steps):
        history.write_step(transaction, match_id, number, step, None, revision=0)
    history.pack_state(transaction, match_id, 0, opening.first_state)
    if opening.step:
        history.pack_state(transaction, match_id, opening.step, deal.state)


def _deal(
    transaction: Transaction,
    match_id: str,
    deal: matches.Deal,
    begun: matches.CopiedSteps | matches.Opening | None = None,
) -> None:
    transaction.run(
        "UPDATE matches SET life = ?, state_version = ?, secret = ?, seed_hash = ?,"
        " step = ?, moves_made = ?, started_at = ? WHERE match_id = ?",
        (
            matches.Life.RUNNING,
            deal.state_version,
            deal.secret,
            deal.seed_hash,
            0 if begun is None else begun.step,
            to_array((0,) * len(deal.sitters) if begun is None else begun.moves_made),
            deal.started_at,
            match_id,
        ),
    )
    _write_state(transaction, match_id, deal.state)


def _write_state(transaction: Transaction, match_id: str, state: matches.Saved) -> None:
    transaction.insert("states", [{"match_id": match_id, "state": state}], "match_id")


def _end(transaction: Transaction, match_id: str, ending: matches.Ending) -> None:
    """End a match: its tenures end, and its deadlines, drafts and premoves are deleted."""
    transaction.run(
        "UPDATE matches SET life = ?, ended_at = ?, result = ?, rated = coalesce(?, rated)"
        " WHERE match_id = ?",
        (
            ending.life,
            ending.ended_at,
            None if ending.result is None else to_json(ending.result),
            ending.rated,
            match_id,
        ),
    )
    transaction.run(
        "UPDATE tenures SET ended_at = :at, end_reason = CASE WHEN seat = :left THEN 'left'"
        " ELSE 'over' END WHERE match_id = :match AND ended_at IS NULL",
        {"at": ending.ended_at, "left": ending.left, "match": match_id},
    )
    transaction.run("DELETE FROM deadlines WHERE match_id = ?", (match_id,))
    tournaments.match_ended(transaction, match_id, ending.ended_at)
    if ending.winners is not None:
        guesses.settle(transaction, match_id, ending.winners)
    drop_drafts(transaction, match_id)
    drop_premoves(transaction, match_id)

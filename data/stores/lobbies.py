"""Lobbies: tables before their match starts."""

from data.engine.database import Database, Transaction
from data.engine.errors import AlreadyOpenError, BarredHostError, ChannelLimitError, HostLimitError
from data.records import matches
from data.records.columns import columns
from data.records.snapshots import MatchRows
from data.stores import match_rows
from data.stores.drafts import claim
from data.stores.exclusions import excluding_guards
from data.stores.guards import Guard
from data.stores.guilds import know_guild
from data.stores.snapshots import rows_of
from data.stores.watches import arm_call


class LobbyStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self,
        lobby: matches.NewLobby,
        extra: matches.Extra = matches.NO_EXTRA,
        limits: matches.LobbyLimits = matches.NO_LIMITS,
        *,
        watched: matches.Deadline | None = None,
    ) -> MatchRows:
        """Create a lobby, unless that exceeds a limit at the moment of writing.

        `watched` is the deadline that is due if anybody watches this game.

        Raises AlreadyAnsweredError, HostLimitError, ChannelLimitError and, for a host whom the
        server has barred, BarredHostError. Raises AlreadyOpenError
        for a second practice match of a game, or a second rematch of a match in one channel.
        """

        def work(transaction: Transaction) -> MatchRows:
            claim(transaction, extra.seen)
            _check_limits(transaction, lobby, limits)
            write_lobby(transaction, lobby, extra.table_state)
            match_rows.write_along(transaction, lobby.match_id, extra)
            if watched is not None:
                arm_call(transaction, lobby.guild_id, lobby.game, watched)
            return rows_of(transaction, match_rows.load(transaction, lobby.match_id))

        return await self._database.transaction("create lobby", work)

    async def change(
        self,
        match_id: str,
        expected: int,
        terms: matches.Terms,
        extra: matches.Extra = matches.NO_EXTRA,
        *,
        now: int,
    ) -> matches.Match:
        """Change the terms of the lobby, seen at revision `expected`, at time `at`.

        Seating a player or freeing a seat changes its sitters. Raises AlreadyAnsweredError,
        UnknownMatchError, VersionConflictError, WrongLifeError.
        """

        def work(transaction: Transaction) -> matches.Match:
            match_rows.begin_change(
                transaction, match_id, expected, matches.Life.LOBBY, extra, now=now
            )
            transaction.run(
                "UPDATE matches SET host_id = ?, options = ?, rated = ? WHERE match_id = ?",
                (terms.host_id, terms.options, terms.rated, match_id),
            )
            write_sitters(transaction, match_id, terms.sitters)
            match_rows.write_along(transaction, match_id, extra)
            return match_rows.load(transaction, match_id)

        return await self._database.transaction("change lobby", work)

    async def cancel(
        self, match_id: str, expected: int, ended_at: int, extra: matches.Extra = matches.NO_EXTRA
    ) -> matches.Match:
        """Cancel the lobby for good; raises the same errors as `change`."""

        def work(transaction: Transaction) -> matches.Match:
            match_rows.begin_change(
                transaction, match_id, expected, matches.Life.LOBBY, extra, now=ended_at
            )
            transaction.run("DELETE FROM deadlines WHERE match_id = ?", (match_id,))
            transaction.run(
                "UPDATE matches SET life = ?, ended_at = ? WHERE match_id = ?",
                (matches.Life.CANCELLED, ended_at, match_id),
            )
            match_rows.write_along(transaction, match_id, extra)
            return match_rows.load(transaction, match_id)

        return await self._database.transaction("cancel lobby", work)


def write_lobby(transaction: Transaction, lobby: matches.NewLobby, table_state: str | None) -> None:
    """Write a new lobby with its sitters; raises AlreadyOpenError."""
    _check_only(transaction, lobby)
    insert_lobby(transaction, lobby, table_state)


def insert_lobby(
    transaction: Transaction, lobby: matches.NewLobby, table_state: str | None
) -> None:
    """Do the same whatever else is open."""
    know_guild(transaction, lobby.guild_id)
    _insert(transaction, lobby, table_state)
    write_sitters(transaction, lobby.match_id, lobby.terms.sitters)


def _check_only(transaction: Transaction, lobby: matches.NewLobby) -> None:
    """Raise AlreadyOpenError if only one such lobby may be open, and one is."""
    if lobby.rematch_of is not None:
        row = transaction.row(
            "SELECT match_id FROM matches WHERE rematch_of = ? AND channel_id = ?"
            " AND life = 'lobby'",
            (lobby.rematch_of, lobby.channel_id),
        )
        if row is not None:
            raise AlreadyOpenError(row["match_id"])
    if lobby.guild_id == matches.NOWHERE:
        row = transaction.row(
            "SELECT match_id FROM lobby_seats JOIN matches USING (match_id)"
            " WHERE player_id = :host AND host_id = :host AND guild_id = :nowhere"
            " AND game = :game AND life IN ('lobby', 'running')"
            " AND match_id NOT IN (SELECT match_id FROM attempts)",
            {"host": lobby.terms.host_id, "nowhere": matches.NOWHERE, "game": lobby.game},
        )
        if row is not None:
            raise AlreadyOpenError(row["match_id"])


def _check_limits(
    transaction: Transaction, lobby: matches.NewLobby, limits: matches.LobbyLimits
) -> None:
    """Raise BarredHostError, or HostLimitError or ChannelLimitError if there is no room."""
    if limits.per_host is not None:
        host_id = lobby.terms.host_id
        if excluding_guards(transaction, host_id, {Guard.BARRED: lobby.guild_id}):
            raise BarredHostError
        hosted = transaction.rows(
            "SELECT match_id FROM lobby_seats JOIN matches USING (match_id)"
            " WHERE player_id = :host AND host_id = :host AND life = 'lobby'",
            {"host": host_id},
        )
        if len(hosted) >= limits.per_host:
            raise HostLimitError
    if limits.per_channel is not None:
        standing = transaction.rows(
            "SELECT match_id FROM matches WHERE channel_id = ? AND life IN ('lobby', 'running')",
            (lobby.channel_id,),
        )
        if len(standing) >= limits.per_channel:
            raise ChannelLimitError


def write_sitters(
    transaction: Transaction, match_id: str, sitters: tuple[matches.Sitter, ...]
) -> None:
    """Replace the list of who holds which seat."""
    transaction.run("DELETE FROM lobby_seats WHERE match_id = ?", (match_id,))
    transaction.insert(
        "lobby_seats",
        [
            {"match_id": match_id, "seat": seat, **columns(sitter)}
            for seat, sitter in enumerate(sitters)
        ],
    )


def _insert(transaction: Transaction, lobby: matches.NewLobby, table_state: str | None) -> None:
    row = transaction.row("SELECT coalesce(max(number), 0) + 1 AS number FROM matches")
    assert row is not None  # it selects no rows but a value
    others = {
        "number": row["number"],
        "table_state": table_state or "{}",
        "changed_at": lobby.created_at,
    }
    agreed = columns(lobby.terms, "sitters")
    transaction.insert("matches", [{**columns(lobby, "terms"), **agreed, **others}])

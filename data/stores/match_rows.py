"""Read whole matches, and change them, each change based on a known revision."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from data.engine import database, errors
from data.records import matches
from data.records.columns import columns, from_json, record, to_array
from data.stores import deadlines, surfaces
from data.stores.drafts import claim, claiming, drop_drafts
from data.stores.people import listing, people_of, write_people
from data.stores.premoves import drop_premoves

log = logging.getLogger(__name__)

_FIND = "SELECT * FROM matches WHERE match_id = ?"
_SITTERS = (
    "SELECT * FROM lobby_seats WHERE match_id IN (SELECT value FROM json_each(?)) ORDER BY seat"
)
_TENURES = (
    "SELECT * FROM tenures WHERE match_id IN (SELECT value FROM json_each(?)) ORDER BY tenure_id"
)


_ADVANCE = (
    "UPDATE matches SET revision = revision + 1, changed_at = :at,"
    " table_state = coalesce(:table_state, table_state),"
    " step = step + :stepped, moves_made = coalesce(:moves, moves_made)"
    " WHERE match_id = :match AND revision = :expected AND life = :life RETURNING step"
)


def queries(match_id: str) -> tuple[database.Query, ...]:
    """The statements of `find`, for a match that exists."""
    ids = to_array((match_id,))
    return ((_FIND, (match_id,)), (_SITTERS, (ids,)), (_TENURES, (ids,)), listing(ids))


def find(reading: database.ReadConnection, match_id: str) -> matches.Match | None:
    """Return a match; None if there is none; raises DamagedMatchError."""
    rows = reading.rows(_FIND, (match_id,))
    return _match(rows[0], _related(reading, rows)) if rows else None


def load(reading: database.ReadConnection, match_id: str) -> matches.Match:
    """Return a match; raises UnknownMatchError, DamagedMatchError."""
    match = find(reading, match_id)
    if match is None:
        raise errors.UnknownMatchError(match_id)
    return match


def select(
    reading: database.ReadConnection,
    where: str,
    values: tuple[object, ...],
    lives: tuple[matches.Life, ...],
) -> tuple[matches.Match, ...]:
    """Return matches in these stages that satisfy a condition, the oldest first."""
    rows = reading.rows(
        f"SELECT * FROM matches WHERE {where}"  # noqa: S608 - conditions of our own
        " AND life IN (SELECT value FROM json_each(?)) ORDER BY created_at, number",
        (*values, to_array(lives)),
    )
    return _matches(reading, rows)


def latest_over(
    reading: database.ReadConnection,
    player_id: int,
    guild_id: int | None,
    channels: tuple[int, ...],
    most: int,
) -> tuple[matches.Match, ...]:
    """Return ended matches of a player or in these channels, the latest first."""
    in_guild = "" if guild_id is None else " AND guild_id = :guild"
    rows = reading.rows(
        "SELECT * FROM matches WHERE life IN ('finished', 'stopped')"  # noqa: S608 - conditions of our own
        " AND (match_id IN (SELECT match_id FROM tenures WHERE player_id = :player)"
        f" OR channel_id IN (SELECT value FROM json_each(:channels))){in_guild}"
        " ORDER BY ended_at DESC, number DESC LIMIT :most",
        {"player": player_id, "guild": guild_id, "channels": to_array(channels), "most": most},
    )
    return _matches(reading, rows)


def tenures(reading: database.ReadConnection, match_id: str) -> tuple[matches.Tenure, ...]:
    rows = reading.rows("SELECT * FROM tenures WHERE match_id = ? ORDER BY tenure_id", (match_id,))
    return tuple(_tenure(row) for row in rows)


def begin_change(
    transaction: database.Transaction,
    match_id: str,
    expected: int,
    life: matches.Life,
    extra: matches.Extra,
    *,
    now: int,
    moves_made: tuple[int, ...] | None = None,
    is_new_step: bool = True,
) -> int:
    """Begin a change: claim the interaction, raise the revision, write the table's state.

    With `moves_made`, the change is a step and gets a number, unless it replaces the last one.
    Returns the number of the match's last step. Raises AlreadyAnsweredError, UnknownMatchError,
    VersionConflictError or WrongLifeError.
    """
    values = {
        "match": match_id,
        "expected": expected,
        "life": life,
        "at": now,
        "table_state": extra.table_state,
        "stepped": moves_made is not None and is_new_step,
        "moves": None if moves_made is None else to_array(moves_made),
    }
    if extra.seen is not None:
        transaction.expect(claiming(extra.seen))
    transaction.expect((_ADVANCE, values))
    claim(transaction, extra.seen)
    advanced = transaction.returning(_ADVANCE, values)
    if advanced:
        return int(advanced[0]["step"])
    row = transaction.row("SELECT revision, life FROM matches WHERE match_id = ?", (match_id,))
    if row is None:
        raise errors.UnknownMatchError(match_id)
    if row["revision"] != expected:
        raise errors.VersionConflictError(match_id, expected, row["revision"])
    raise errors.WrongLifeError(match_id, row["life"], life)


def write_along(transaction: database.Transaction, match_id: str, extra: matches.Extra) -> None:
    """End a change: write everything in `together` that `begin_change` hasn't written."""
    for change in extra.hand_overs:
        change_hands(transaction, match_id, change)
    if extra.people is not None:
        write_people(transaction, match_id, extra.people)
    deadlines.drop(transaction, extra.drop_deadlines)
    if extra.pause_at is not None:
        deadlines.pause(transaction, match_id, extra.pause_at)
    deadlines.arm(transaction, extra.deadlines)
    surfaces.add(transaction, extra.surfaces)


def open_tenures(
    transaction: database.Transaction,
    match_id: str,
    seated: Iterable[tuple[int, matches.Sitter]],
    *,
    reason: str,
    now: int,
) -> None:
    """Write down who sits where from the match's last step on."""
    row = transaction.row("SELECT step FROM matches WHERE match_id = ?", (match_id,))
    assert row is not None, "whose match was advanced a moment ago"
    begins = {"from_step": row["step"], "started_at": now, "reason": reason}
    transaction.insert(
        "tenures",
        [
            {"match_id": match_id, "seat": seat, **columns(sitter), **begins}
            for seat, sitter in seated
        ],
    )


def change_hands(
    transaction: database.Transaction, match_id: str, change: matches.HandOver
) -> None:
    """End one tenure of a seat and begin another; drafts and premoves of the seat are deleted."""
    transaction.run(
        "UPDATE tenures SET ended_at = ?, end_reason = ?"
        " WHERE match_id = ? AND seat = ? AND ended_at IS NULL",
        (change.at, change.reason, match_id, change.seat),
    )
    seated = [(change.seat, change.sitter)]
    open_tenures(transaction, match_id, seated, reason=change.reason, now=change.at)
    drop_drafts(transaction, match_id, change.seat)
    drop_premoves(transaction, match_id, change.seat)


def _matches(
    reading: database.ReadConnection, rows: list[database.DatabaseRow]
) -> tuple[matches.Match, ...]:
    """Attach the related rows to match rows; unreadable matches are left out."""
    related = _related(reading, rows)
    results = list[matches.Match]()
    for row in rows:
        try:
            results.append(_match(row, related))
        except errors.DamagedMatchError as error:
            _log_once(error.match_id)
    return tuple(results)


@lru_cache(maxsize=1000)
def _log_once(match_id: str) -> None:
    """Log a damaged match only the first time, because lists are read all the time."""
    log.error("match %s is damaged: lists leave it out", match_id)


@dataclass(frozen=True, slots=True)
class _Related:
    """Rows of other tables that belong to some matches, by match."""

    sitters: defaultdict[str, list[matches.Sitter]]
    tenures: defaultdict[str, list[matches.Tenure]]
    people: Mapping[str, matches.MatchPeople]


def _related(reading: database.ReadConnection, rows: list[database.DatabaseRow]) -> _Related:
    """Read the related rows of any number of matches, in three queries."""
    sitters: defaultdict[str, list[matches.Sitter]] = defaultdict(list)
    held: defaultdict[str, list[matches.Tenure]] = defaultdict(list)
    if not rows:
        return _Related(sitters, held, {})
    match_ids = to_array(tuple(row["match_id"] for row in rows))
    for row in reading.rows(_SITTERS, (match_ids,)):
        sitters[row["match_id"]].append(record(matches.Sitter, row))
    for row in reading.rows(_TENURES, (match_ids,)):
        held[row["match_id"]].append(_tenure(row))
    return _Related(sitters, held, people_of(reading, match_ids))


def _match(row: database.DatabaseRow, related: _Related) -> matches.Match:
    """Make a match from its rows; raises DamagedMatchError."""
    try:
        return _read(row, related)
    except (ValueError, TypeError):
        # The cause could quote stored data.
        raise errors.DamagedMatchError(row["match_id"]) from None


def _read(row: database.DatabaseRow, related: _Related) -> matches.Match:
    match_id, held = row["match_id"], related.tenures[row["match_id"]]
    from_json(row["table_state"])  # read by the application alone; fails if it is damaged
    latest = {tenure.seat: tenure for tenure in held}
    players = {row.seat: row.sitter.player_id for row in held if row.sitter.player_id is not None}
    return record(
        matches.Match,
        row,
        terms=record(matches.Terms, row, sitters=tuple(related.sitters[match_id])),
        secret=row["secret"] or b"",
        holders=tuple(latest[seat] for seat in sorted(latest)),
        last_players=tuple(players.get(seat) for seat in sorted(latest)),
        people=related.people.get(match_id, matches.NO_PEOPLE),
    )


def _tenure(row: database.DatabaseRow) -> matches.Tenure:
    return record(matches.Tenure, row, sitter=record(matches.Sitter, row))

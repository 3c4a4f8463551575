"""The application's own state of a table, saved as one document.

It holds no ids of people, which have tables and columns of their own.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import model_validator

from bot.tables.domain.time_controls import NO_CLOCK, TableClock, find_clock
from bot.tables.domain.views import DailyDeal, Origin
from bot.tables.errors import UnreadableMatchError
from data.records.matches import Match
from games.core import exact_json
from games.core.errors import UnknownVersionError
from games.core.values import Frozen, Seat

VERSION = 1


class LastPress(Frozen):
    """The mark of a seat's last press, and the step it made if that is still known."""

    mark: str
    step: int | None = None


class AnswerChange(Frozen):
    """The last step, if a seat changed its sealed answer in it, and the audit digest before it."""

    seat: Seat
    digest: str | None = None


class TakeBack(Frozen):
    """A seat's wish to take back the step that it made, and the seats that want it or agree."""

    seat: Seat
    step: int
    agreed: tuple[Seat, ...] = ()
    is_done: bool = False


class TableState(Frozen):
    """A table's options, its pause, and the state of a running match."""

    clock: str = NO_CLOCK.key
    seat_order: Literal["random", "joined"] = "random"
    invite_only: bool = False
    ready_check: bool = False
    thread: bool = False
    parent_id: int | None = None
    """The parent channel of the table's thread."""
    one_more_called: bool = False
    """Whether those who watch the game were told that its lobby needs only one more."""
    starts_at: int | None = None
    """When the people of a lobby for later want to begin, in milliseconds since 1970 (UTC)."""
    expired: bool = False
    """Whether the lobby closed because nobody joined."""
    paused: bool = False
    resumed_at: int = 0
    """When the last pause ended, in milliseconds since 1970."""
    stepped_at: int = 0
    """When the last step was made."""
    round: int | None = None
    """The round of the last step: the first state of each round is kept."""
    audit_digest: str | None = None
    answer_change: AnswerChange | None = None
    """A further change of this answer replaces that step."""
    clock_wishes: Mapping[Seat, str] = {}
    """The clocks that seats want instead of the present one."""
    take_back: TakeBack | None = None
    """The last one; a wish ends with the next step."""
    missed_turns: Mapping[Seat, int] = {}
    """How many turns in a row each seat's player has missed."""
    last_presses: Mapping[Seat, LastPress] = {}
    """The last press of each seat, to recognize a double click."""
    late_bots: Mapping[Seat, str] = {}
    """Seats that a bot took over during a secret question, with the question's id."""
    origin: Origin | None = None
    """Where a practice match from a position comes from."""
    daily: DailyDeal | None = None
    """The daily deal that is played at this table."""

    @model_validator(mode="before")
    @classmethod
    def _of_older_versions(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Read a weekly deal as that of the week's Sunday, and leave out recent actions."""
        values.pop("recent", None)
        if (weekly := values.pop("weekly", None)) is not None:
            values["daily"] = {"day": 10 + 7 * weekly["week"], "counts": weekly["counts"]}
        return values

    @property
    def time_control(self) -> TableClock:
        return find_clock(self.clock) or NO_CLOCK

    def changed(self, **changes: object) -> "TableState":
        """A copy with these fields replaced and validated."""
        return TableState.model_validate({**dict(self), **changes})

    def resumed(self, now: int) -> "TableState":
        return self.changed(paused=False, resumed_at=now)

    def saved(self) -> str:
        """Leave out what was never set: an older version reads it until a new field is used."""
        fields = TableState.model_fields.items()
        names = {name for name, field in fields if getattr(self, name) != field.default}
        values = self.model_dump(mode="json", include=names)
        saved = exact_json.dumps({"version": VERSION, **values}).decode()
        _keep(saved, self)
        return saved


KEPT = 1 << 7
_kept: OrderedDict[str, TableState] = OrderedDict()
"""The newest documents and what they say, for the next reads of the same one.

Only the last document of a match is read again, and each takes 25 to 50 kB.
"""


def _keep(saved: str, state: TableState) -> None:
    _kept[saved] = state
    if len(_kept) > KEPT:
        _kept.popitem(last=False)


def read_table_state(saved: str) -> TableState:
    """Read a saved document of this or an older version; what this process wrote is known.

    Raises UnknownVersionError for a newer one and ValueError for a damaged one.
    """
    known = _kept.get(saved)
    if known is None:
        known = _read(saved)
        _keep(saved, known)
    return known


def _read(saved: str) -> TableState:
    values = exact_json.loads(saved)
    version = values.pop("version", 0)
    if version > VERSION:
        raise UnknownVersionError(
            f"a table was saved by a newer program (version {version}); start that one"
        )
    return TableState.model_validate(values if version else _from_memo(values))


def table_state_of(match: Match) -> TableState:
    """The state of a match's table; raises UnreadableMatchError, UnknownVersionError."""
    try:
        return read_table_state(match.table_state)
    except (ValueError, TypeError, AttributeError):
        # Its cause could quote what is stored.
        raise UnreadableMatchError(match.match_id) from None


_OLD_NAMES = {
    "parent": "parent_id",
    "chain": "audit_digest",
    "absent": "missed_turns",
    "spent": "last_presses",
    "late": "late_bots",
}


def _from_memo(memo: dict[str, Any]) -> dict[str, Any]:
    """Version 0 was a dict under other names; a value that was never set is left out."""
    renamed = {_OLD_NAMES.get(name, name): value for name, value in memo.items()}
    return {
        name: value
        for name, value in renamed.items()
        if name in TableState.model_fields and value is not None
    }

"""The options that every table has, whatever its game: the clock, who may join, how it starts.

These options look like a game's own to whoever draws or reads them. Each is a field of `TableState`
of the same name, and a rematch takes them over.
"""

from collections.abc import Mapping
from typing import Any

from bot.tables.domain.guild_settings import GuildSettings
from bot.tables.domain.table_state import TableState
from bot.tables.domain.time_controls import CLOCK, CLOCKS, NO_CLOCK
from bot.tables.errors import BadOptionError, NobodyCalledError, ThreadsDecidedError
from games.core.options import OptionField, PresetKey
from games.core.text import say

SEAT_ORDER = "seat_order"
RANDOM, JOINED = "random", "joined"
INVITE_ONLY = "invite_only"
READY_CHECK = "ready_check"
THREAD = "thread"

CLOCK_TITLE = say("Clock")

FIELDS: tuple[OptionField, ...] = (
    OptionField(
        CLOCK,
        CLOCK_TITLE,
        say("How long each player has to answer a question"),
        NO_CLOCK.key,
        "choice",
        tuple((clock.key, clock.title) for clock in CLOCKS),
    ),
    OptionField(
        SEAT_ORDER,
        say("Seat order"),
        say("Who sits where"),
        RANDOM,
        "choice",
        ((RANDOM, say("random")), (JOINED, say("order of joining"))),
    ),
    OptionField(
        INVITE_ONLY,
        say("Invite only"),
        say("Only players the host has invited can join"),
        default=False,
        kind="flag",
    ),
    OptionField(
        READY_CHECK,
        say("Ready check"),
        say("The match starts automatically once everyone has pressed Ready"),
        default=False,
        kind="flag",
    ),
    OptionField(
        THREAD,
        say("Own thread"),
        say("The match gets its own thread under this channel"),
        default=False,
        kind="flag",
    ),
)
"""In the order they are offered; the defaults are those of a server without settings."""

_PRESETS: dict[PresetKey, dict[str, object]] = {
    "quick": {CLOCK: "live_1m"},
    "classic": {},
    "tournament": {CLOCK: "live_2m", READY_CHECK: True},
}

NAMES = frozenset(field.name for field in FIELDS)


def offered(settings: GuildSettings) -> tuple[OptionField, ...]:
    """Return the options that hosts may change in a server."""
    decided = set() if settings.threads == "offer" else {THREAD}
    if not settings.default_clock:
        decided.add(CLOCK)
    return tuple(field for field in FIELDS if field.name not in decided)


def first_values(settings: GuildSettings, wanted: Mapping[str, Any]) -> TableState:
    """The options of a new table: the host's choices, or else the server's defaults.

    Raises BadOptionError, ThreadsDecidedError, NobodyCalledError.
    """
    is_known = _fits(_field(CLOCK), settings.default_clock)
    clock = settings.default_clock if is_known else NO_CLOCK.key
    state = TableState(clock=clock, thread=settings.threads == "always")
    for name in sorted(NAMES & wanted.keys()):
        state = agreed(state, settings, name, wanted[name])
    return state


def agreed(state: TableState, settings: GuildSettings, name: str, value: object) -> TableState:
    """The table with one option set.

    Raises BadOptionError naming it, ThreadsDecidedError, NobodyCalledError.
    """
    field = _field(name)
    if field not in offered(settings) and value != value_of(state, name):
        if name == CLOCK or not settings.default_clock:
            raise NobodyCalledError
        raise ThreadsDecidedError(always=settings.threads == "always")
    if not _fits(field, value):
        raise BadOptionError(field.title)
    return state.changed(**{name: value})


def preset(settings: GuildSettings, key: PresetKey) -> dict[str, object]:
    """The table options of a preset: its clock, and whether everyone says ready."""
    usual = {CLOCK: first_values(settings, {}).clock, READY_CHECK: False}
    names = {field.name for field in offered(settings)}
    return {name: value for name, value in (usual | _PRESETS[key]).items() if name in names}


def inherited(state: TableState, settings: GuildSettings) -> TableState:
    """The options of a rematch: the same as before, if the server still allows them."""
    thread = {"never": False, "offer": state.thread, "always": True}[settings.threads]
    return TableState(**{name: value_of(state, name) for name in NAMES - {THREAD}}, thread=thread)


def value_of(state: TableState, name: str) -> Any:
    """The table's value for one of `FIELDS`."""
    return getattr(state, name)


def _field(name: str) -> OptionField:
    return next(field for field in FIELDS if field.name == name)


def _fits(field: OptionField, value: object) -> bool:
    if field.kind == "flag":
        return isinstance(value, bool)
    return any(value == known for known, _ in field.choices)

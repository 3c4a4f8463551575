"""What people agree on for a table, whatever its game: the clock, who may come, how it begins.

These options look like a game's own to whoever draws or reads them. They lie in the memo of the
match under their names, and a rematch takes them over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.tables.domain.guild_settings import GuildSettings
from bot.tables.domain.time_controls import CLOCK, CLOCKS, NO_CLOCK
from bot.tables.errors import BadOptionError
from data.records.matches import Json
from games.core.options import OptionField
from games.core.text import say

SEAT_ORDER = "seat_order"
RANDOM, JOINED = "random", "joined"
INVITE_ONLY = "invite_only"
READY_CHECK = "ready_check"
THREAD = "thread"

EXPIRED = "expired"
"""Where the memo of a cancelled lobby keeps that nobody came."""

FIELDS: tuple[OptionField, ...] = (
    OptionField(
        CLOCK,
        say("Clock"),
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
"""In the order in which they are offered; the default is that of a server without settings."""

NAMES = frozenset(field.name for field in FIELDS)


def offered(settings: GuildSettings) -> tuple[OptionField, ...]:
    """The options that hosts may change in a server."""
    return tuple(f for f in FIELDS if f.name != THREAD or settings.threads == "offer")


def first_values(settings: GuildSettings, wishes: Mapping[str, Any]) -> Json:
    """What a new table agrees on: the host's wishes, and for the rest what its server does.

    Raises BadOptionError.
    """
    memo: Json = {CLOCK: settings.default_clock, THREAD: settings.threads == "always"}
    if not _fits(_field(CLOCK), settings.default_clock):
        memo[CLOCK] = NO_CLOCK.key
    for name in sorted(NAMES & wishes.keys()):
        memo = agreed(memo, settings, name, wishes[name])
    return {**{field.name: field.default for field in FIELDS}, **memo}


def agreed(memo: Json, settings: GuildSettings, name: str, value: object) -> Json:
    """The memo with one option set; raises BadOptionError naming it."""
    field = _field(name)
    if not _fits(field, value) or (field not in offered(settings) and value != memo.get(name)):
        raise BadOptionError(field.title)
    return {**memo, name: value}


def inherited(memo: Json, settings: GuildSettings) -> Json:
    """What a rematch agrees on: the same as before, as far as the server still allows it."""
    thread = {"never": False, "offer": value_in(memo, THREAD), "always": True}[settings.threads]
    return {**{field.name: value_in(memo, field.name) for field in FIELDS}, THREAD: thread}


def value_in(memo: Json, name: str) -> Any:
    """What a table agreed on; one that was opened before there was such an option has its default.

    Raises StopIteration for a name that is none of ours.
    """
    return memo.get(name, _field(name).default)


def _field(name: str) -> OptionField:
    return next(field for field in FIELDS if field.name == name)


def _fits(field: OptionField, value: object) -> bool:
    if field.kind == "flag":
        return isinstance(value, bool)
    return any(value == known for known, _ in field.choices)

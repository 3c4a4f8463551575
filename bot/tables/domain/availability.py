"""How and when a player wants to be reached, and how long they are away."""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo

from bot.tables import errors
from data.records.matches import Json, PersonRecord

Way = Literal["mention", "dm", "none"]
"""By a mention in the channel, by a direct message, or not at all."""

WAY, QUIET, HOLIDAY = "remind", "quiet", "holiday_until"
"""The setting's key."""

_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_TIME = re.compile(r"([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?")
_MIDNIGHT = time()


class QuietHours(NamedTuple):
    """Daily quiet hours, in minutes since midnight in that zone.

    From `begin` to before `end`, which may be on the next day. `zone` is a name ("Asia/Tokyo") or
    an offset ("+02:00").
    """

    begin: int
    end: int
    zone: str

    def over_at(self, now: int) -> int:
        """The end of the current quiet hours; `now` itself outside of them."""
        there = datetime.fromtimestamp(now / 1000, stored_zone(self.zone))
        minute = there.hour * 60 + there.minute
        since_begin = (minute - self.begin) % (24 * 60)
        if since_begin >= (self.end - self.begin) % (24 * 60):
            return now
        ends_today = minute < self.end
        day = there.date() if ends_today else there.date() + timedelta(days=1)
        clock = time(self.end // 60, self.end % 60)
        over = datetime.combine(day, clock, tzinfo=there.tzinfo)
        # Never earlier than now: an hour that the summer skips may end before it began.
        return max(now, round(over.timestamp() * 1000))


class Availability(NamedTuple):
    """A player's availability at every table; `holiday_until` in milliseconds since 1970."""

    way: Way = "mention"
    quiet: QuietHours | None = None
    holiday_until: int | None = None

    def is_away(self, now: int) -> bool:
        return self.holiday_until is not None and self.holiday_until > now

    def may_be_called(self, now: int) -> bool:
        """Whether a message may light up for this player now."""
        return self.way != "none" and self.reachable_at(now) == now

    def reachable_at(self, now: int) -> int:
        """The first moment from `now` on at which a reminder is allowed."""
        after = self.holiday_until if self.holiday_until and self.holiday_until > now else now
        return after if self.quiet is None else self.quiet.over_at(after)


def availability_of(person: PersonRecord) -> Availability:
    settings = person.settings
    quiet = settings.get(QUIET)
    return Availability(
        way=settings.get(WAY, "mention"),
        quiet=None if quiet is None else QuietHours(quiet["begin"], quiet["end"], quiet["zone"]),
        holiday_until=settings.get(HOLIDAY),
    )


def read_way(way: str) -> Way:
    """Raises BadWayError."""
    for known in get_args(Way):
        if way == known:
            return known  # type: ignore[no-any-return]  # it is one of the literal's own values
    raise errors.BadWayError


def read_quiet(begin: str, end: str, zone: str) -> Json:
    """Read two times of day ("22:00", "7") and a zone; raises BadHoursError, BadZoneError."""
    from_, to = _minutes(begin), _minutes(end)
    if from_ == to:
        raise errors.BadHoursError
    zone_of(zone)
    return {"begin": from_, "end": to, "zone": zone.strip()}


def read_holiday(last_day: str, quiet: QuietHours | None, now: int, longest: int) -> int:
    """When a holiday ends: after its last day ("2026-12-31") in the player's own zone.

    Raises BadDateError for an invalid or past day, or one beyond `longest` milliseconds.
    """
    zone: tzinfo = UTC if quiet is None else stored_zone(quiet.zone)
    days = longest // (24 * 3_600_000)
    try:
        day = date.fromisoformat(last_day.strip())
        over = datetime.combine(day + timedelta(days=1), _MIDNIGHT, tzinfo=zone)
        until = round(over.timestamp() * 1000)
    except (ValueError, OverflowError):
        raise errors.BadDateError(days) from None
    if not now < until <= now + longest:
        raise errors.BadDateError(days)
    return until


def zone_of(zone: str) -> tzinfo:
    """The zone of a name or an offset; raises BadZoneError."""
    words = zone.strip()
    if words.upper() in ("UTC", "GMT", "Z"):
        return UTC
    offset = _OFFSET.fullmatch(words)
    if offset is not None:
        sign, hours, minutes = offset.groups()
        ahead = timedelta(hours=int(hours), minutes=int(minutes or 0))
        if ahead > timedelta(hours=14):
            raise errors.BadZoneError
        return timezone(ahead if sign == "+" else -ahead)
    try:
        return ZoneInfo(words)
    except (ValueError, OSError, KeyError):  # a key that names no zone, a folder, or no file at all
        raise errors.BadZoneError from None


def stored_zone(zone: str) -> tzinfo:
    """A zone that was known when it was stored; UTC if this machine's files have lost its name."""
    try:
        return zone_of(zone)
    except errors.BadZoneError:
        return UTC


def _minutes(words: str) -> int:
    read = _TIME.fullmatch(words.strip())
    if read is None:
        raise errors.BadHoursError
    hours, minutes = read.groups()
    return int(hours) * 60 + int(minutes or 0)


def ways(
    person: PersonRecord, availability: Availability, *, is_named: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How to reach each player; only players whom the table names are mentioned."""
    me = (person.player_id,)
    if availability.way == "none":
        return (), ()
    if is_named and (availability.way == "mention" or person.dm_closed):
        return me, ()
    return (), me

"""Reads when a tournament or a table starts, from what a person typed."""

import re
from datetime import UTC, datetime, timedelta, tzinfo

from bot.tables.domain.time_controls import DAY, HOUR, MINUTE
from bot.tables.errors import BadStartError

SOONEST = 2 * MINUTE
LATEST = 60 * DAY
_WAIT = re.compile(
    r"(?:\+|in |en )?([0-9]{1,6}) ?"
    r"(?:(?:m|min|minutes?|minuten|minutos?)?|(h|hours?|std|stunden?|horas?))",
    re.ASCII,
)
"""How long until then, in each language of ours: "30", "5m", "in 2 hours"."""
_TIME = re.compile(r"([0-9]{1,2}):([0-9]{2})", re.ASCII)
_DAY = re.compile(r"([^\W\d]{3,})\.?,? ([0-9]{1,2}:[0-9]{2})")
_DAYS = (
    *("monday montag lunes", "tuesday dienstag martes", "wednesday mittwoch miércoles"),
    *("thursday donnerstag jueves", "friday freitag viernes", "saturday samstag sábado"),
    "sunday sonntag domingo",
)
"""The names of the days in each language of ours; three letters are enough."""
_DATE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]+([0-9]{1,2}):([0-9]{2})", re.ASCII)


def read_start(typed: str, zone: tzinfo, now: int) -> int:
    """When something starts, in milliseconds since 1970.

    A number counts minutes from now, unless it counts hours. A time of day means the next such
    time in the zone, with a day of the week the next one on such a day. Raises BadStartError for
    anything else, and outside the allowed range.
    """
    try:
        moment = _read(" ".join(typed.split()), zone, now)
    except (ValueError, OverflowError):
        moment = None
    if moment is None or not now + SOONEST <= moment <= now + LATEST:
        raise BadStartError(SOONEST // MINUTE, LATEST // DAY)
    return moment


def _read(typed: str, zone: tzinfo, now: int) -> int | None:
    if wait := _WAIT.fullmatch(typed.lower()):
        return now + int(wait[1]) * (HOUR if wait[2] else MINUTE)
    if dated := _DATE.fullmatch(typed):
        day = datetime.fromisoformat(dated[1])
        return _at(day.replace(hour=int(dated[2]), minute=int(dated[3]), tzinfo=zone))
    named = _DAY.fullmatch(typed.lower())
    weekday = None if named is None else _weekday(named[1])
    if timed := _TIME.fullmatch(typed if weekday is None or named is None else named[2]):
        today = datetime.fromtimestamp(now / 1000, UTC).astimezone(zone)
        moment = today.replace(hour=int(timed[1]), minute=int(timed[2]), second=0, microsecond=0)
        while _at(moment) < now + SOONEST or weekday not in (None, moment.weekday()):
            moment = (moment.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone)
        return _at(moment)
    return None


def _weekday(name: str) -> int | None:
    """The number of a day of the week, counted from Monday."""
    return next(
        (
            number
            for number, names in enumerate(_DAYS)
            if any(day.startswith(name) for day in names.split())
        ),
        None,
    )


def _at(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)

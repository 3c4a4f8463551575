"""The days of the daily deals, numbered from 1 January 1970.

A day begins at midnight in the time zone of a server, so a deal is open somewhere for fifty hours.
Whoever has begun it may finish it until it closes everywhere.
"""

from collections.abc import Sequence
from datetime import date, datetime, time

from bot.tables.domain.availability import stored_zone
from bot.tables.domain.time_controls import DAY

_FIRST = date(1970, 1, 1).toordinal()
WEEK = 7
"""The days of a week."""


def date_of(day: int) -> date:
    """Return the date of a day."""
    return date.fromordinal(_FIRST + day)


def day_at(now: int, zone: str) -> int:
    """Return the day that it is in a time zone; `now` in milliseconds since 1970."""
    return datetime.fromtimestamp(now / 1000, stored_zone(zone)).toordinal() - _FIRST


def time_of(day: int, zone: str, moment: time = time()) -> int:
    """Return when it is this time of day in a time zone, in milliseconds since 1970."""
    there = datetime.combine(date_of(day), moment, stored_zone(zone))
    return round(there.timestamp() * 1000)


def closes_at(day: int) -> int:
    """Return when the attempts of a day must be finished; its seed is shown then."""
    return (day + 2) * DAY


def first_open(now: int) -> int:
    """Return the first day whose attempts may still be finished."""
    return now // DAY - 1


def monday_of(day: int) -> int:
    """Return the first day of the week of a day."""
    return day - (day + 3) % WEEK


def streak_of(days: Sequence[int], today: int) -> int:
    """Return how many deals were finished in a row up to today, which may still be played.

    `days` are those of the finished ones, the latest first. One missed day of a week, from Monday
    to Sunday, breaks no row.
    """
    streak, expected, forgiven = 0, today, set[int]()
    for day in dict.fromkeys(days):
        if day > today:
            continue
        for missed in range(expected, day, -1):
            if missed == today:
                continue
            if monday_of(missed) in forgiven:
                return streak
            forgiven.add(monday_of(missed))
        streak, expected = streak + 1, day - 1
    return streak

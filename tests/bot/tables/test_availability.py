"""When players may be reminded: quiet hours on their own clock, and the defaults."""

from datetime import datetime

import pytest

from bot.tables.domain.availability import Availability, QuietHours, availability_of, read_quiet
from bot.tables.errors import BadHoursError, BadZoneError
from data.records.matches import PersonRecord


@pytest.mark.parametrize(
    ("quiet", "at_time", "over"),
    [
        (QuietHours(22 * 60, 7 * 60, "UTC"), "2027-03-01T21:59", "2027-03-01T21:59"),
        (QuietHours(22 * 60, 7 * 60, "UTC"), "2027-03-01T22:00", "2027-03-02T07:00"),
        (QuietHours(22 * 60, 7 * 60, "UTC"), "2027-03-02T06:59", "2027-03-02T07:00"),
        (QuietHours(22 * 60, 7 * 60, "UTC"), "2027-03-02T07:00", "2027-03-02T07:00"),
        (QuietHours(9 * 60, 17 * 60 + 30, "+02:00"), "2027-03-02T07:00", "2027-03-02T15:30"),
        (QuietHours(9 * 60, 17 * 60, "-3"), "2027-03-02T12:00", "2027-03-02T20:00"),
        # Clocks in Madrid go forward in the night to 28 March, and back in the night to 31 October.
        (QuietHours(23 * 60, 8 * 60, "Europe/Madrid"), "2027-03-27T23:00", "2027-03-28T06:00"),
        (QuietHours(23 * 60, 8 * 60, "Europe/Madrid"), "2027-10-30T22:00", "2027-10-31T07:00"),
    ],
)
def test_quiet_hours_are_those_of_the_players_own_clock(
    quiet: QuietHours, at_time: str, over: str
) -> None:
    """Quiet hours follow the player's time zone, across midnight and clock changes."""
    now, end = (datetime.fromisoformat(f"{moment}+00:00").timestamp() for moment in (at_time, over))
    assert quiet.over_at(round(now * 1000)) == round(end * 1000)


@pytest.mark.parametrize(
    ("begin", "end", "zone", "refusal"),
    [
        ("25:00", "7", "UTC", BadHoursError),
        ("22:00", "7:60", "UTC", BadHoursError),
        ("late", "7", "UTC", BadHoursError),
        ("7", "07:00", "UTC", BadHoursError),
        ("22", "7", "Tomatoland", BadZoneError),
        ("22", "7", "+15:00", BadZoneError),
        ("22", "7", "../../etc/passwd", BadZoneError),
        ("22", "7", "Europe", BadZoneError),
        ("22", "7", "", BadZoneError),
    ],
)
def test_hours_that_make_no_sense_are_refused(
    begin: str, end: str, zone: str, refusal: type[Exception]
) -> None:
    """Quiet hours need two different times of day and a known time zone."""
    with pytest.raises(refusal):
        read_quiet(begin, end, zone)


def test_a_player_never_seen_has_the_usual_habits() -> None:
    """Without saved preferences, a player is mentioned at any hour and has no holiday."""
    assert availability_of(PersonRecord(player_id=1)) == Availability("mention", None, None)

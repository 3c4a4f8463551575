"""The application's clock never goes back."""

from bot.tables.jobs.system_clock import SystemClock

MILLISECOND = 1_000_000

READINGS = (
    # the system clock, the time since the start, and the time reported
    (1_000, 0, 1_000),
    (1_010, 10, 1_010),
    (400, 20, 1_020),  # set back: time continues
    (500, 120, 1_120),
    (5_000, 130, 5_000),  # set forward, or resumed from sleep: followed
    (4_990, 130, 5_000),
)


def test_time_never_goes_back_and_never_stands_still() -> None:
    """The clock ignores a system clock set back and follows one set forward."""
    walls = iter([READINGS[0][0], *(wall for wall, _, _ in READINGS)])
    steadies = iter([READINGS[0][1], *(steady for _, steady, _ in READINGS)])
    clock = SystemClock(lambda: next(walls) * MILLISECOND, lambda: next(steadies) * MILLISECOND)

    assert [clock.now() for _ in READINGS] == [text for _, _, text in READINGS]

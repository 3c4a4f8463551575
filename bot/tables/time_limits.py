"""Delays, waiting times and other limits of tables."""

from typing import NamedTuple

DAY = 24 * 3_600_000


class Limits(NamedTuple):
    """Delays and limits; times in milliseconds.

    A bot seat thinks for `bot_delay` plus at most half of it, independent of its hand.
    """

    bot_delay: int = 1200
    heartbeat: int = 15_000
    retry: int = 5_000
    """The first delay before a failed deadline is retried; it grows each time."""
    longest_retry: int = 300_000
    """The longest such delay of a deadline that must not be dropped."""
    policy_patience: int = 20_000
    """How long a bot may think before the timeout move is made instead."""
    most_lobbies: int = 3
    """How many lobbies one player may host at once."""
    lobby_patience: int = 3_600_000
    """How long a lobby stays open without a change."""
    asked_after: int = 5_000
    """How long a slow table waits before it announces a question, which may be answered by then."""
    silence: int = 60_000
    """How long a question stays open at a table without a clock before its player is reminded."""
    present_silence: int = 300_000
    """The same for a player who has just pressed a button and so is present."""
    nudge_again: int = 180_000
    """How long after a nudge a table refuses another."""
    nobody_patience: int = 600_000
    """How long an abandoned table waits for a player before its match is stopped."""
    longest_pause: int = 7 * DAY
    """After which a paused table is resumed."""
    longest_holiday: int = 28 * DAY
    practice_patience: int = DAY
    """How long a practice match waits for its player before it is stopped."""
    stuck_after: int = DAY
    """How long a match must be idle before its host may stop it."""
    remember_interactions: int = 24 * 3_600_000
    remember_guilds: int = 30 * 24 * 3_600_000
    """How long a server's data is kept after the bot was removed from it."""
    remember_matches: int | None = None
    """How long a match is kept after its end; None means forever."""

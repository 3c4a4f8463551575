"""How fast things go, and how much is allowed."""

from __future__ import annotations

from dataclasses import dataclass

DAY = 24 * 3_600_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How fast things go and how much is allowed; times in milliseconds.

    A bot seat thinks for `bot_delay` and at most a half of it more: neither depends on its hand.
    """

    bot_delay: int = 1200
    heartbeat: int = 15_000
    retry: int = 5_000
    """How long a failed deadline waits before it is tried again; it waits longer each time."""
    longest_retry: int = 300_000
    """The longest such wait of a deadline that must not be given up."""
    policy_patience: int = 20_000
    """How long a mind may take before the absent player's move is made instead."""
    most_lobbies: int = 3
    """How many lobbies one player may host at once."""
    lobby_patience: int = 3_600_000
    """How long a lobby waits for somebody to come or to change something."""
    asked_after: int = 5_000
    """How long a slow table waits before it tells of a question, which may be answered by then."""
    silence: int = 60_000
    """How long a question is open at a table without a clock before its player is called."""
    present_silence: int = 300_000
    """The same for a player who has just pressed a button, and so is present."""
    nudge_again: int = 180_000
    """How long after a nudge a table refuses the next one."""
    nobody_patience: int = 600_000
    """How long a table that everybody is absent from waits for one of them to come back."""
    longest_pause: int = 7 * DAY
    """After which a table that rests goes on by itself."""
    longest_holiday: int = 28 * DAY
    practice_patience: int = DAY
    """How long a practice match waits for its player before it is stopped."""
    stuck_after: int = DAY
    """How long nobody must have played before the host may stop a match."""
    remember_interactions: int = 24 * 3_600_000
    remember_guilds: int = 30 * 24 * 3_600_000
    """How long a server's data is kept after the bot was removed from it."""
    remember_matches: int | None = None
    """How long a match is kept after its end; None for ever."""

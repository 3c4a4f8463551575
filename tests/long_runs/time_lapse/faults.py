"""Faults of the bot that the time-lapse must find, each planted in one of its short runs."""

from dataclasses import replace
from datetime import time
from typing import Any

from bot.tables.competitions.daily_deals import DailyDeals
from bot.tables.domain import match_secrets
from bot.tables.domain.availability import QuietHours
from bot.tables.jobs import daily_posts
from bot.tables.leaderboards import counting
from bot.tables.leaderboards.ratings import fold
from bot.tables.matches.repository import MatchRepository
from bot.tables.matches.snapshot import Snapshot
from bot.ui.match import reminder_messages
from bot.ui.sync.delivery import Delivery
from data.records.matches import OwedAnswer, Surface

POST, KEEP = Delivery.post, MatchRepository._keep
KEPT: list[bytes] = []
"""What a bot with a leak never lets go."""


async def _unchanged(_: object, attempt: Any) -> Any:
    return attempt


async def _post_twice(
    posts: Delivery, row: Surface, message: Any, *, silent: bool = True
) -> Surface:
    if not silent:
        await POST(posts, replace(row, nonce=row.nonce[::-1]), message, silent=silent)
    return await POST(posts, row, message, silent=silent)


async def _retire(_: object, subject: Any, row: Surface) -> None:
    subject.note(replace(row, retired=True))


def _owed_by_all(state: Snapshot, _: object, __: object) -> tuple[OwedAnswer, ...]:
    sitters = (occupant.player_id for occupant in state.summary.occupants)
    return tuple(OwedAnswer(player, "x") for player in sitters if player is not None)


def _keep(repository: MatchRepository, position: Any, match: Any) -> None:
    KEPT.append(bytes([len(KEPT) % 256]) * 50_000)
    KEEP(repository, position, match)


FAULTS: dict[str, tuple[object, str, object, str]] = {
    "quiet hours": (QuietHours, "over_at", lambda _, now: now, "in quiet hours"),
    "in vain": (reminder_messages, "_owing", _owed_by_all, "in vain"),
    "twice": (Delivery, "post", _post_twice, "twice"),
    "stays": (reminder_messages.ReminderMessages, "take_away", _retire, "is still there"),
    "ratings": (counting, "fold", lambda matches, _: fold(matches, ()), "season"),
    "seed": (match_secrets, "seed_of", lambda secret: secret.hex()[::-1], "seed"),
    "hour": (daily_posts, "MORNING", time(3), "strange hour"),
    "result": (DailyDeals, "_result", _unchanged, "finished deals"),
    "leak": (MatchRepository, "_keep", _keep, "memory has grown"),
}
"""By name: the attribute that is replaced, by what, and words of the complaint to come."""

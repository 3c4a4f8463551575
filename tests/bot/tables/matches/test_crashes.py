"""The process crashes while a match is played and time passes: all goes on as without a crash.

`make drill` crashes the whole bot at every write of fifteen stories.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.tables.domain.views import MatchSummary
from bot.tables.errors import NoSuchMatchError
from bot.tables.lobbies.lobbies import NewTable
from bot.tables.time_limits import Limits
from data.records.matches import Life
from tests.bot.tables.support import ANA, BEN, CHANNEL, GUILD, LocalApp, ManualClock, local_app
from tests.bot.tables.time_support import next_thing
from tests.support.sampling import SHARE, THOROUGH
from tests.toys.batches import BATCHES

pytestmark = pytest.mark.slow

MATCH = "match-tomato-0"


class Crash(Exception):  # noqa: N818 - what happens to a process, not what it raises
    """The process has crashed."""


@dataclass
class CrashPoint:
    """Raises a crash at the k-th write and at every later one; 0 never crashes."""

    k: int = 0
    counted: int = 0
    has_crashed: bool = False

    def count(self, label: str) -> None:
        """Count one write, commit or message, from whatever thread."""
        self.counted += 1
        if self.k and self.counted >= self.k:
            self.has_crashed = True
            raise Crash(label)


@dataclass
class AbsenceStory:
    """What the people at a table remember across every crash of the bot."""

    clock: ManualClock = field(default_factory=ManualClock)
    told: set[tuple[str, str, tuple[int, ...]]] = field(default_factory=set)
    ben_was_away: bool = False
    ben_is_back: bool = False
    have_rested: bool = False

    async def go_on(self, app: LocalApp) -> None:
        """Play to the end: Ana pauses once, and Ben is absent, returns once and is absent again."""
        while (summary := await self._table(app)).life is Life.RUNNING:
            if summary.paused:
                await app.tables.pauses.resume(MATCH, ANA)
                self.have_rested = True
            elif summary.step > 1 and not self.have_rested:
                await app.tables.pauses.pause(MATCH, ANA)
            elif summary.occupants[1].is_bot and not self.ben_is_back:
                self.ben_was_away = True
                await app.tables.seats.take_back(MATCH, BEN)
            else:
                self.ben_is_back = self.ben_was_away
                await self._play(app)

    async def _play(self, app: LocalApp) -> None:
        if await app.awaited(MATCH, [ANA]):
            await app.press(MATCH, ANA)
        else:
            await next_thing(app)

    async def _table(self, app: LocalApp) -> MatchSummary:
        try:
            summary = await app.tables.queries.summary(MATCH)
        except NoSuchMatchError:
            lobby = await app.tables.lobbies.open(
                NewTable(
                    guild_id=GUILD,
                    channel_id=CHANNEL,
                    host=ANA,
                    game_key=BATCHES.info.key,
                    options={"clock": "slow_1d", "seat_order": "joined", "rounds": 1},
                )
            )
            summary = lobby.summary
        if summary.life is not Life.LOBBY:
            return summary
        if summary.seat_of(BEN.id) is None:
            await app.tables.lobbies.join(MATCH, BEN)
        return await app.tables.match_start.start(MATCH, ANA)


async def run_process(path: Path, crash_point: CrashPoint, story: AbsenceStory) -> bool:
    """Run one process; return whether it ended by a crash."""
    # Bots wait here, so that Ben is always back before they answer.
    async with local_app(
        path, limits=Limits(), before_write=crash_point.count, clock=story.clock
    ) as app:
        app.notes.on_change = crash_point.count
        try:
            await app.tables.recovery.recover()
            await story.go_on(app)
        except Crash:
            return True
        finally:
            story.told |= {
                (reminder.why, reminder.question, reminder.mention)
                for reminder in app.notes.reminded
            }
    return crash_point.has_crashed


async def ending(path: Path) -> object:
    """Everything of a match that must not depend on when the process crashed."""
    async with local_app(path) as app:
        match, saved = await app.store.matches.load(MATCH)
        moves: defaultdict[int | None, list[object]] = defaultdict(list)
        for step in await app.store.history.steps(MATCH):
            moves[step.seat].append((step.actor, step.move))
        tenures = [(holder.seat, holder.sitter, holder.reason) for holder in match.holders]
        return saved, dict(moves), tenures, match.life, match.result


@pytest.mark.slow
async def test_time_survives_a_crash_at_every_write(tmp_path: Path) -> None:
    """If any write or message crashes, the next process ends the same match.

    A thorough run tries every fourth.
    """
    whole, undisturbed = CrashPoint(), AbsenceStory()
    assert not await run_process(tmp_path / "0.db", whole, undisturbed)
    expected = await ending(tmp_path / "0.db")
    # A player who returns right after a start may take the seat before the bot's notice.
    asked = {text for text in undisturbed.told if text[0] != "taken_over"}
    assert {why for why, _, _ in undisturbed.told} == {"asked", "half", "last", "taken_over"}
    for k in range(1, whole.counted + 1, 4 if THOROUGH else 4 * SHARE):
        path, story = tmp_path / f"{k}.db", AbsenceStory()
        assert await run_process(path, CrashPoint(k), story), f"no crash at write {k}"
        assert not await run_process(path, CrashPoint(), story)
        assert await ending(path) == expected, f"another match after the crash at {k}"
        assert story.told >= asked, f"somebody was not told after the crash at {k}"

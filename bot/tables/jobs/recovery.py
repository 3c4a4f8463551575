"""Resume every match after a restart or crash."""

import asyncio
import logging

from bot.tables.errors import OVERTAKEN, MissingGameError, TableError
from bot.tables.heartbeat import MISSED
from bot.tables.lobbies.expiry import abandoned, fresh_expiry
from bot.tables.lobbies.lobbies import Lobbies
from bot.tables.lobbies.plans import start_call
from bot.tables.lobbies.start import MatchStart
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import Turn, name_of
from bot.tables.matches.pauses import pause_over
from bot.tables.matches.snapshot import DAMAGED, Snapshot
from data.records.matches import Deadline, DeadlineMask, Life, Match
from data.records.shards import ShardShare
from games.core.errors import GameError

log = logging.getLogger(__name__)

REST = 0.008
"""Seconds between two matches, in which presses are answered."""


class Recovery:
    def __init__(self, context: MatchContext, lobbies: Lobbies, starting: MatchStart) -> None:
        self._context = context
        self._lobbies = lobbies
        self._starting = starting
        self._awake_at: int | None = None

    async def wake(self) -> None:
        """Put deadlines off by the downtime; call it before any press is handled."""
        now = self._context.clock.now()
        if (seconds := await self._context.heartbeat.put_off(now) // 1000) > 0:
            log.info("every deadline was put off by %d s", seconds)
        self._awake_at = now

    async def recover(self, share: ShardShare | None = None) -> None:
        """Resume every match, or those of some shards; call it after `wake` and before `run`.

        It calls `wake` itself if nobody could press anything before, and once more if the start
        has waited for Discord since then.
        """
        now, patience = self._context.clock.now(), MISSED * self._context.limits.heartbeat
        if self._awake_at is None or abs(now - self._awake_at) > patience:
            await self.wake()
        matches = await self._context.store.matches.all_open(share)
        log.info("%d open tables", len(matches))
        for match in matches:
            snapshot = None
            if match.life is Life.RUNNING:
                snapshot = await self._armed(match)
            else:
                await self._take_up(match)
            if snapshot is None:
                await self._context.tell(match.match_id)
            else:
                await self._context.publish(snapshot)
            await asyncio.sleep(REST)
        self._context.wake.set()

    async def _take_up(self, match: Match) -> None:
        """Resume a lobby; if everybody in it was ready, its match starts."""
        try:
            lobby = await self._lobbies.show(match.match_id)
            starts_at, now = lobby.summary.starts_at, self._context.clock.now()
            has_waited = lobby.expires_at is None
            await self._context.store.deadlines.arm(
                fresh_expiry(self._context, match.match_id, starts_at),
                *(start_call(match.match_id, starts_at, now) if has_waited else ()),
            )
            await self._starting.if_all_ready(lobby)
        except OVERTAKEN as error:
            log.debug("table %s needs no recovery: %s", match.match_id, error)
        except MissingGameError:
            await self._wait(match)
        except (TableError, GameError) as error:
            log.error("table %s cannot be recovered: %s", match.match_id, error)  # noqa: TRY400 - the message says everything

    async def _wait(self, match: Match) -> None:
        """Let a table wait without deadlines; they are added again once its game is back."""
        await self._context.store.deadlines.drop(DeadlineMask(match_id=match.match_id))
        log.warning("table %s waits: its game %s is missing", match.match_id, match.game)

    async def _armed(self, match: Match) -> Snapshot | None:
        """Add missing deadline rows for every seat that is asked; existing rows stay.

        Returns the match, or None if rows were added or it can't be read.
        """
        try:
            snapshot = await self._context.repository.started(match.match_id)
            missing = await self._missing(snapshot) if snapshot.is_running else []
        except OVERTAKEN as error:
            log.debug("match %s needs no recovery: %s", match.match_id, error)
            return None
        except MissingGameError:
            await self._wait(match)
            return None
        except (TableError, GameError) as error:
            # One unreadable match must not stop the others.
            log.error("match %s cannot be recovered: %s", match.match_id, error)  # noqa: TRY400 - its traceback could quote the state
            return None
        except DAMAGED as error:
            log.error("match %s cannot be recovered: %s", match.match_id, type(error).__name__)  # noqa: TRY400 - its message could quote the state
            return None
        if not missing:
            return snapshot
        await self._context.store.deadlines.arm(*missing)
        return None

    async def _missing(self, snapshot: Snapshot) -> list[Deadline]:
        standing = snapshot.rows.deadlines
        turn = Turn(
            position=snapshot.position,
            table_state=snapshot.table_state,
            step=snapshot.match.step,
            standing=standing,
            before=snapshot.position,
            snapshot=snapshot.rows,
        )
        rows = await self._context.planner.rows(turn)
        known = set(map(name_of, standing))
        wanted = [*rows.arm, *abandoned(self._context, snapshot.match)]
        if snapshot.table_state.paused:
            wanted.append(pause_over(self._context, snapshot.match.match_id))
        return [row for row in wanted if name_of(row) not in known]

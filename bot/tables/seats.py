"""Seats that change hands while a match runs: the rules never hear of it."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.bots import new_bot, people
from bot.tables.desk import Desk
from bot.tables.errors import MatchOverError, NoSeatError
from bot.tables.loading import Loaded, settled
from bot.tables.people import Player
from bot.tables.sights import MatchCard
from data.records import DeadlineMask, Ending, Life, Match, Together
from games.core.values import Seat

LEFT = "left"


class Seats:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def leave(self, match_id: str, player: Player) -> MatchCard:
        async def attempt() -> Match:
            loaded = await self._desk.loading.dealt(match_id)
            seat = loaded.seat_of(player.id)
            if seat is None:
                raise NoSeatError
            if not loaded.is_running:
                raise MatchOverError
            if people(loaded.position.sitters) == (player.id,):
                return await self._stop(loaded.match)
            return await self._hand_to_bot(loaded, seat)

        async with self._desk.lock(match_id):
            match = await settled(attempt)
        await self._desk.tell(match_id)
        return await self._desk.loading.card(match)

    async def _hand_to_bot(self, loaded: Loaded, seat: Seat) -> Match:
        """Let a bot play the seat on from here, at once if it is awaited."""
        match, before = loaded.match, loaded.position
        bot = new_bot(before.sitters)
        sitters = (*before.sitters[:seat], bot, *before.sitters[seat + 1 :])
        deadlines = self._desk.bot_deadlines(replace(before, sitters=sitters))
        changed = await self._desk.store.matches.hand_over(
            match.match_id,
            match.revision,
            seat=seat,
            sitter=bot,
            reason=LEFT,
            at=self._desk.clock.now(),
            together=Together(
                drop_deadlines=(DeadlineMask(match_id=match.match_id, seat=seat),),
                deadlines=deadlines,
            ),
        )
        self._desk.wake.set()
        return changed

    async def _stop(self, match: Match) -> Match:
        """End a match that nobody is left to play: it keeps its standing and is not rated."""
        ending = Ending(life=Life.STOPPED, ended_at=self._desk.clock.now(), rated=False)
        return await self._desk.store.matches.stop(match.match_id, match.revision, ending)

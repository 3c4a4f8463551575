"""Bot memories, rebuilt from the stored steps."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from data.records.matches import Match, StepRecord
from data.store import Store
from games.core.ai.memory import Memory, Recalled, recalled
from games.core.game import AnyGame
from games.core.saving import load_event, load_move
from games.core.values import Seat

KEPT = 3_000
"""How many steps are cached in all, so that a move reads only those since the last one.

A remembered step takes about 2 kB.
"""


class _Kept(NamedTuple):
    step: int
    memory: Memory


class Memories:
    """Rebuilds what a seat was shown and has played; a restart only costs a longer read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, Seat], _Kept] = OrderedDict()
        self._steps = 0
        """The number of cached steps."""

    async def of(self, match: Match, game: AnyGame, seat: Seat) -> Memory:
        """Return a seat's memory of a match up to the step at which it was loaded.

        The last step isn't cached: another answer may replace it.
        """
        key = (match.match_id, seat)
        known = self._kept.get(key, _Kept(-1, Memory()))
        if known.step >= match.step:  # a step was taken back
            known = _Kept(-1, Memory())
        records = await self._store.history.steps(match.match_id, known.step)
        final = [record for record in records if record.step < match.step]
        last = [record for record in records if record.step == match.step]
        before = _continued(known.memory, game, seat, final)
        self._keep(key, _Kept(match.step - 1, before))
        return _continued(before, game, seat, last)

    def _keep(self, key: tuple[str, Seat], newest: _Kept) -> None:
        before = self._kept.pop(key, None)
        self._steps -= 0 if before is None else len(before.memory.steps)
        self._kept[key] = newest
        self._steps += len(newest.memory.steps)
        while self._steps > KEPT and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._steps -= len(oldest.memory.steps)


def _continued(memory: Memory, game: AnyGame, seat: Seat, records: Iterable[StepRecord]) -> Memory:
    new = (_recalled(game, seat, record) for record in records)
    return Memory((*memory.steps, *(step for step in new if step is not None)))


def _recalled(game: AnyGame, seat: Seat, record: StepRecord) -> Recalled | None:
    move = None
    if record.seat == seat and record.move is not None:
        move = load_move(game, record.move)
    return recalled(seat, record.seat, move, [load_event(game, saved) for saved in record.events])

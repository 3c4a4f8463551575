"""How bots decide: in even time, and at which level."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.lobbies.lobbies import NewTable
from bot.tables.time_limits import Limits
from games.core.ai.memory import Level, Memory
from games.core.rng import Rng
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHANNEL,
    GUILD,
    NOON,
    ManualClock,
    local_app,
    running,
)
from tests.toys.seals import Seals
from tests.toys.seals.moves import SealsMove
from tests.toys.seals.views import SealsView

PACE = Limits(bot_delay=1000)
DUE, STROKE = NOON + 1250, 250


class Pondering(Seals):
    """Seals with a policy that takes a given number of milliseconds."""

    info = Seals.info.model_copy(update={"key": "pondering"})

    def __init__(self, clock: ManualClock, milliseconds: int) -> None:
        self._clock = clock
        self._milliseconds = milliseconds

    def policy(self, view: SealsView, memory: Memory, level: Level, rng: Rng) -> SealsMove:
        self._clock.moment += self._milliseconds
        return super().policy(view, memory, level, rng)


class Asked(Seals):
    """Seals that remembers for which levels its policy was asked."""

    info = Seals.info.model_copy(update={"key": "asked"})

    def __init__(self) -> None:
        self.levels: list[Level] = []

    def policy(self, view: SealsView, memory: Memory, level: Level, rng: Rng) -> SealsMove:
        self.levels.append(level)
        return super().policy(view, memory, level, rng)


@pytest.mark.parametrize(
    ("level", "asked"),
    [
        (Level.EASY, Level.EASY),
        (Level.NORMAL, Level.NORMAL),
        (Level.HARD, Level.NORMAL),
    ],
)
async def test_hard_needs_a_process_of_its_own(tmp_path: Path, level: Level, asked: Level) -> None:
    """Without a process for its search, a hard bot decides as a normal one does."""
    clock, game = ManualClock(), Asked()
    path = tmp_path / "tables.db"
    async with local_app(path, games=(game,), limits=PACE, clock=clock) as app, running(app):
        table = NewTable(
            guild_id=GUILD,
            channel_id=CHANNEL,
            host=ANA,
            game_key=game.info.key,
            options={"seat_order": "joined"},
            bots=1,
            level=level,
        )
        lobby = (await app.tables.lobbies.open(table)).summary.id
        await app.tables.lobbies.join(lobby, BEN)
        await app.tables.match_start.start(lobby, ANA)
        await clock.until_asleep()
        count = len(app.notes.heard)
        clock.advance(DUE - NOON)
        await app.notes.until(count + 1)

    assert game.levels == [asked]


@pytest.mark.parametrize(("thought", "strokes"), [(0, 0), (1, 1), (130, 1), (250, 1), (251, 2)])
async def test_a_bot_answers_on_the_stroke(tmp_path: Path, thought: int, strokes: int) -> None:
    """Fast and slow policies answer at whole steps of 250 ms after the row fell due."""
    clock = ManualClock()
    game = Pondering(clock, thought)
    path = tmp_path / "tables.db"
    async with local_app(path, games=(game,), limits=PACE, clock=clock) as app, running(app):
        summary = await app.started([ANA, BEN], game, bots=1)
        await clock.until_asleep()
        count = len(app.notes.heard)
        clock.advance(DUE - NOON)
        answered = DUE + strokes * STROKE
        if clock.now() + thought < answered:
            await clock.until_asleep(answered)
            clock.advance(answered - clock.now())
        await app.notes.until(count + 1)
        (step,) = await app.store.history.steps(summary.id, 0)

    assert step.made_at == answered

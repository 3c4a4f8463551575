"""How bots decide: in even time, and at which level."""

from pathlib import Path
from typing import cast

import pytest

from bot.tables.bots.searches import Searches, Task
from bot.tables.time_limits import Limits
from games.core.ai.memory import Level, Memory
from games.core.ai.search import BestMove
from games.core.rng import Rng
from games.core.saving import load_move
from tests.bot.tables.support import (
    ANA,
    BEN,
    NOON,
    ManualClock,
    Policed,
    local_app,
    play_on,
    running,
)
from tests.toys.plots import Plots
from tests.toys.plots.moves import PlotsMove, TakeBack
from tests.toys.plots.views import PlotsView
from tests.toys.seals.moves import Choose
from tests.toys.seals.views import SealsView

PACE = Limits(bot_delay=1000)
DUE, STROKE = NOON + 1250, 250


class Search:
    """Stands in for the processes of searches: finds the flag, or has no process free."""

    def __init__(self, *, is_free: bool) -> None:
        self.is_free = is_free

    async def find(self, _: Task) -> BestMove | None:
        return BestMove(Choose(card="flag")) if self.is_free else None


@pytest.mark.parametrize(
    ("level", "is_free", "asked"),
    [
        (Level.EASY, True, [Level.EASY]),
        (Level.NORMAL, True, [Level.NORMAL]),
        (Level.HARD, True, []),
        (Level.HARD, False, [Level.NORMAL]),
    ],
)
async def test_hard_needs_a_process_of_its_own(
    tmp_path: Path, level: Level, is_free: bool, asked: list[Level]
) -> None:
    """A hard bot makes the move that its search finds; if none is free, it decides as normal."""
    clock, levels, search = ManualClock(), list[Level](), Search(is_free=is_free)
    game = Policed(lambda view, level: levels.append(level))
    path, searches = tmp_path / "tables.db", cast("Searches", search)
    async with (
        local_app(path, games=(game,), limits=PACE, clock=clock, searches=searches) as app,
        running(app),
    ):
        lobby = (await app.opened(ANA, game, bots=1, seat_order="joined")).summary.id
        await app.tables.guests.set_level(lobby, ANA, level)
        await app.tables.lobbies.join(lobby, BEN)
        await app.tables.match_start.start(lobby, ANA)
        await clock.until_asleep()
        count = len(app.notes.heard)
        clock.advance(DUE - NOON)
        await app.notes.until(count + 1)
        (step,) = await app.store.history.steps(lobby, 0)

    assert levels == asked
    if not asked:
        assert step.move is not None
        assert load_move(game, step.move) == Choose(card="flag")


class Undoing(Plots):
    """Plots with a policy that takes back whatever it has placed."""

    info = Plots.info.model_copy(update={"key": "undoing"})

    def policy(self, view: PlotsView, memory: Memory, level: Level, rng: Rng) -> PlotsMove:
        prompt = self.prompt(view)
        back = prompt.action("take_back") if prompt is not None else None
        is_possible = back is not None and back.blocked is None
        return TakeBack() if is_possible else super().policy(view, memory, level, rng)


async def test_a_bot_takes_nothing_back(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A policy that would take its own turn back for ever makes the move of an absent player."""
    game = Undoing()
    async with local_app(tmp_path / "tables.db", games=(game,)) as app:
        match = await app.started([ANA], game, bots=1, rounds=1)
        await play_on(app, match.id, [ANA])
        steps = await app.store.history.steps(match.id, 0)
        made = [load_move(game, step.move) for step in steps if step.move is not None]

    assert TakeBack() not in made
    assert "the policy of undoing tried to take back" in caplog.messages


@pytest.mark.parametrize(("thought", "strokes"), [(0, 0), (1, 1), (130, 1), (250, 1), (251, 2)])
async def test_a_bot_answers_on_the_stroke(tmp_path: Path, thought: int, strokes: int) -> None:
    """Fast and slow policies answer at whole steps of 250 ms after the row fell due."""
    clock = ManualClock()

    def ponder(view: SealsView, level: Level) -> None:
        clock.moment += thought

    game = Policed(ponder)
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

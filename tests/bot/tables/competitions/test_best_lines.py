"""The best line of a weekly deal: it can be played, is found once, and comes after one's own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.background import background
from bot.circuit_breaker import TRIES
from bot.tables.bots.searches import Searches
from bot.tables.competitions import best_lines
from bot.tables.competitions.best_lines import BestLines, LineMatch, line_name, played_on
from bot.tables.competitions.errors import WeeklyDealNotPlayedError
from bot.tables.domain.match_secrets import week_at
from bot.tables.errors import NoWorkersError, TableError
from bot.tables.history.match_file import import_match
from bot.tables.matches.repository import by_key
from data.records.matches import Life, StepRecord
from games.core.saving import load_move
from games.tomatomat import TOMATOMAT
from tests.bot.tables.bots.test_searches import Dead
from tests.bot.tables.support import ANA, BEN, LocalApp, running

KEY = TOMATOMAT.info.key


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_lines, "PLAYOUTS", 4)
    monkeypatch.setattr(best_lines, "TRIES", 2)
    monkeypatch.setattr("games.tomatomat.ai.planning.WORLDS", 2)


def lines_of(at: LocalApp) -> BestLines:
    return BestLines(at.store, (TOMATOMAT,), Searches(1, lambda: ThreadPoolExecutor(1)), background)


async def give_up(at: LocalApp) -> int:
    """Have Ana's attempt over; return the week."""
    summary = await at.tables.weekly_deals.begin(ANA, KEY)
    await at.tables.seats.leave(summary.id, ANA)
    await at.tables.weekly_deals.week(ANA.id)
    return week_at(at.clock.now())


async def found(at: LocalApp, lines: BestLines) -> int:
    """Have a line found; return its week."""
    week = await give_up(at)
    assert await lines.find(ANA.id, week, KEY) is None
    await lines.settled()
    return week


@pytest.mark.slow
async def test_a_line_comes_after_ones_own_attempt(at: LocalApp) -> None:
    """It is refused before the attempt and during it, to somebody else too, and begins nothing."""
    lines, week = lines_of(at), week_at(at.clock.now())

    async def refused(player_id: int, game: str = KEY) -> bool:
        with pytest.raises(WeeklyDealNotPlayedError):
            await lines.find(player_id, week, game)
        with pytest.raises(WeeklyDealNotPlayedError):
            await lines.moment(player_id, line_name(week, game), 0, "open")
        return True

    assert await refused(ANA.id)
    await at.tables.weekly_deals.begin(ANA, KEY)
    assert await refused(ANA.id)
    await found(at, lines)
    assert (await lines.moment(ANA.id, line_name(week, KEY), 0, "open")).last > 0
    assert await refused(BEN.id)
    assert await refused(ANA.id, "chess")
    await lines.close()


@pytest.mark.slow
async def test_a_line_is_found_once(at: LocalApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two nodes asked at once play it once, and a restarted one shows what is stored."""
    begun: list[int] = []

    def counted(match: LineMatch) -> LineMatch:
        begun.extend([match.number] * (len(match.steps) == 1))
        return played_on(match)

    monkeypatch.setattr(best_lines, "played_on", counted)
    lines = lines_of(at)
    week = await give_up(at)
    asked = [await lines.find(ANA.id, week, KEY) for _ in range(2)]
    await lines.settled()
    await lines.close()
    again = lines_of(at)
    line = await again.find(ANA.id, week, KEY)
    await again.settled()
    assert asked == [None, None]
    assert begun == [0, 1]
    assert line is not None
    assert (line.week, line.game, line.places) == (week, KEY, 2)


async def test_a_line_without_workers_is_refused(at: LocalApp) -> None:
    """Where workers die at their start, people are told instead of asked to wait."""
    week = await give_up(at)
    lines = BestLines(at.store, (TOMATOMAT,), Searches(1, Dead), background)
    for _ in range(TRIES):
        assert await lines.find(ANA.id, week, KEY) is None
        await lines.settled()
    with pytest.raises(NoWorkersError):
        await lines.find(ANA.id, week, KEY)


@pytest.mark.slow
async def test_a_line_is_looked_for_again_after_a_stop(at: LocalApp) -> None:
    """A bot that stopped in between begins again when somebody asks, and finds the same."""
    lines = lines_of(at)
    week = await give_up(at)
    await lines.find(ANA.id, week, KEY)
    await lines.close()
    before = await at.store.weekly_deals.line(week, KEY)
    again = lines_of(at)
    await again.find(ANA.id, week, KEY)
    await again.settled()
    assert before is None
    assert await again.find(ANA.id, week, KEY) is not None


@pytest.mark.slow
async def test_whoever_plays_the_line_has_its_result(at: LocalApp) -> None:
    """Its moves, made in an attempt that counts, meet the same answers and the same result."""
    lines = lines_of(at)
    week = await found(at, lines)
    line = await lines.find(ANA.id, week, KEY)
    assert line is not None
    steps = import_match(line.content, by_key((TOMATOMAT,))).steps
    mine = [one for one in steps[1:] if one.seat == line.seat]
    async with running(at):
        summary = await at.tables.weekly_deals.begin(BEN, KEY)
        for step in mine:
            while not await at.awaited(summary.id, [BEN]):
                told = len(at.notes.heard)
                if not await at.awaited(summary.id, [BEN]):
                    await at.notes.until(told + 1)
            form = load_move(TOMATOMAT, step.move or b"").model_dump(mode="json")
            await at.press(summary.id, BEN, form)
        while True:
            told = len(at.notes.heard)  # read first: no change can fall in between
            if (await at.tables.queries.summary(summary.id)).life is not Life.RUNNING:
                break
            await at.notes.until(told + 1)
        shown = await at.tables.weekly_deals.week(BEN.id)
    (attempt,) = (one.attempt for one in shown.deals if one.game is TOMATOMAT)
    played = await at.store.history.steps(summary.id)
    assert attempt is not None
    assert (attempt.place, attempt.points) == (line.place, line.points)
    assert summary.seat_of(BEN.id) == line.seat
    assert moves(steps) == moves(played)


def moves(steps: tuple[StepRecord, ...]) -> list[tuple[int, bytes]]:
    """Every seat's moves; sealed ones may come in any order."""
    made = [(one.seat, one.move) for one in steps]
    return sorted((seat, move) for seat, move in made if seat is not None and move is not None)


FORGED = ("line-", "line-x-tomatomat", "line-1", "line-99999999999999999999-tomatomat", "line--1-x")


@pytest.mark.parametrize("name", FORGED)
async def test_a_forged_name_is_refused(at: LocalApp, name: str) -> None:
    """A name that no message has gets a sentence."""
    with pytest.raises(TableError):
        await lines_of(at).moment(ANA.id, name, 0, "open")

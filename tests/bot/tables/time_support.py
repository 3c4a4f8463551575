"""Virtual time for tests: rows fire in order, each when the clock has reached it."""

from collections.abc import Sequence

from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import SECOND, find_clock
from bot.tables.domain.views import MatchSummary
from bot.tables.matches.deadlines import REMINDERS
from data.records.matches import Actor, Deadline, Life
from games.core.game import AnyGame
from tests.bot.tables.support import LocalApp
from tests.toys.plots import PLOTS

SOON = 5 * SECOND
"""How long a slow table waits before it reminds of a new question."""


async def fire(app: LocalApp, row: Deadline) -> None:
    """Run a due row as the scheduler does."""
    await app.tables.scheduler._kinds[row.kind](row)


def reminders(app: LocalApp) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    """Return why, in whose mentions and to whom each reminder was sent."""
    return [(reminder.why, reminder.mention, reminder.write) for reminder in app.notes.reminded]


async def coming_moves(app: LocalApp, match_id: str) -> tuple[Deadline, ...]:
    """The rows of a match that do more than remind somebody."""
    rows = await app.store.deadlines.of_match(match_id)
    return tuple(row for row in rows if row.kind not in REMINDERS)


async def let_pass(app: LocalApp, milliseconds: int) -> None:
    """Advance the clock, and fire every row that falls due on the way."""
    end = app.clock.now() + milliseconds
    while (due := await app.store.deadlines.next_due_at()) is not None and due <= end:
        app.clock.advance(max(0, due - app.clock.now()))
        for row in await app.store.deadlines.due(app.clock.now()):
            await fire(app, row)
    app.clock.advance(end - app.clock.now())


async def next_thing(app: LocalApp) -> None:
    """Advance the clock to the next row, and fire it."""
    due = await app.store.deadlines.next_due_at()
    assert due is not None, "time alone changes nothing here any more"
    await let_pass(app, max(0, due - app.clock.now()))


async def clocked(
    app: LocalApp,
    players: Sequence[Player],
    clock: str,
    game: AnyGame = PLOTS,
    *,
    bots: int = 0,
    **options: object,
) -> MatchSummary:
    """Start a match of these players with a clock."""
    assert find_clock(clock) is not None
    return await app.started(players, game, bots=bots, clock=clock, **options)


async def made(app: LocalApp, match_id: str) -> list[tuple[int | None, Actor]]:
    """Return the seat and actor of each step, without the deal."""
    return [(step.seat, step.actor) for step in await app.store.history.steps(match_id, 0)]


async def play_on(app: LocalApp, match_id: str, present: Sequence[Player]) -> MatchSummary:
    """Play to the end: those present answer at once, and time passes for the others."""
    while (summary := await app.summary(match_id)).life is Life.RUNNING:
        owing = await app.awaited(match_id, present)
        if owing:
            await app.press(match_id, owing[0])
        else:
            await next_thing(app)
    return summary

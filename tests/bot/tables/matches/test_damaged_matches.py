"""A failing row, policy or game delays no other match, and its seat still gets a move."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from bot.tables.domain.absence import TAKEN_OVER
from bot.tables.errors import UnreadableMatchError
from bot.tables.lobbies.invitations import CALL
from bot.tables.matches.deadlines import ASKED
from bot.tables.time_limits import Limits
from data.records.matches import Actor, Deadline
from games.core.ai.memory import Level, Memory
from games.core.event import Event
from games.core.rng import Rng
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHANNEL,
    GUARD,
    NOON,
    Guest,
    LocalApp,
    ManualClock,
    local_app,
    pass_time,
    running,
)
from tests.bot.tables.time_support import made
from tests.toys.plots import PLOTS
from tests.toys.seals import Seals
from tests.toys.seals.moves import Choose, SealsMove
from tests.toys.seals.state import FLAG, State
from tests.toys.seals.views import SealsView


class Fragile(Seals):
    """Seals whose rules fail at one kind of move: the flag, or any other card."""

    info = Seals.info.model_copy(update={"key": "fragile"})

    def __init__(self, *, at_flags: bool) -> None:
        self._at_flags = at_flags

    def policy(self, view: SealsView, memory: Memory, level: Level, rng: Rng) -> SealsMove:
        return Choose(card=FLAG if self._at_flags else view.hand[0])

    def advance(self, state: State, seat: int, move: SealsMove) -> list[Event]:
        if isinstance(move, Choose) and (move.card == FLAG) is self._at_flags:
            raise RuntimeError(f"I choke on the {move.card}")
        return super().advance(state, seat, move)


@pytest.mark.parametrize(
    ("at_flags", "actor"), [(False, Actor.TIMEOUT), (True, Actor.BOT)], ids=["mind", "absence"]
)
async def test_a_bot_moves_where_the_rules_break_at_its_move(
    tmp_path: Path, at_flags: bool, actor: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    """If the rules fail at a bot's move, a fallback or random move is made, and no card logged."""
    game = Fragile(at_flags=at_flags)
    async with local_app(tmp_path / "a.db", games=(game,)) as app, running(app):
        summary = await app.started([ANA, BEN], game, bots=1)
        await app.until_moved(summary.id)
        assert await made(app, summary.id) == [(2, actor)]
    assert "a move by the policy of fragile failed: RuntimeError" in caplog.text
    assert "I choke" not in caplog.text


@pytest.mark.parametrize("kind", [ASKED, CALL, TAKEN_OVER])
async def test_a_damaged_row_stops_no_time(tmp_path: Path, kind: str) -> None:
    """A row that lacks what its kind needs is dropped, and later rows fire."""
    async with local_app(tmp_path / "a.db", limits=Limits(bot_delay=1000)) as app, running(app):
        summary = await app.started([ANA, BEN], bots=1)
        await app.store.deadlines.arm(
            Deadline(kind=kind, match_id=summary.id, seat=0, ticket="7", due_at=NOON)
        )
        await app.clock.until_asleep()
        app.clock.advance(1250)
        await app.until_moved(summary.id)
        async with asyncio.timeout(GUARD):
            while "7" in {row.ticket for row in await app.store.deadlines.of_match(summary.id)}:
                await app.clock.until_asleep()
        assert await made(app, summary.id) == [(2, Actor.BOT)]


async def test_a_match_that_cannot_be_read_is_left_out_of_lists(
    app: LocalApp, caplog: pytest.LogCaptureFixture
) -> None:
    """A damaged match is left out of lists and restarts, logged once, and refused when opened."""
    broken = await app.started([ANA, BEN], PLOTS)
    whole = await app.started([ANA, BEN], PLOTS)
    app.damage("UPDATE matches SET table_state = '{' WHERE match_id = ?", broken.id)
    for _ in range(2):
        assert [summary.id for summary in await app.tables.queries.matches_of(ANA.id)] == [whole.id]
        assert [
            summary.id for summary in await app.tables.queries.matches_in(CHANNEL, Guest(ANA.id))
        ] == [whole.id]
    heard_before = len(app.notes.heard)
    await app.tables.recovery.recover()
    assert app.notes.heard[heard_before:] == [whole.id]
    for ask in (app.summary(broken.id), app.view(broken.id, ANA.id)):
        with pytest.raises(UnreadableMatchError):
            await ask
    assert caplog.text.count(f"match {broken.id} is damaged") == 1


async def test_whoever_is_in_a_broken_match_can_be_forgotten(app: LocalApp) -> None:
    """A player of a damaged match can still be deleted from it."""
    summary = await app.started([ANA, BEN], PLOTS)
    await app.tables.endings.stop(summary.id, ANA, moderator=True)
    app.damage("UPDATE matches SET table_state = '{'")
    await app.store.privacy.forget(BEN.id, -1)
    held = await app.store.matches.tenures(summary.id)
    assert {item.sitter.player_id for item in held} == {ANA.id, -1}


async def test_a_row_that_keeps_failing_is_tried_less_and_less(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A failing row is retried after doubling pauses, up to 300 s, and logged once."""
    tried: list[int] = []
    clock, limits = ManualClock(), Limits(bot_delay=0, heartbeat=1_000_000)

    def refuse(label: str) -> None:
        if label.startswith("commit step, write 1"):
            tried.append(clock.now())
            raise OSError("the disk is full")

    async with local_app(tmp_path / "a.db", before_write=refuse, clock=clock, limits=limits) as app:
        async with running(app):
            summary = await app.started([ANA, BEN], bots=1)
            for pause in (5, 10, 20, 40, 80, 160, 300, 300):
                await clock.until_asleep(clock.now() + pause * 1000)
                pass_time(app.tables, clock, pause * 1000)
            await clock.until_asleep(clock.now() + 300_000)
        assert [(after - before) // 1000 for before, after in pairwise(tried)] == [
            *(5, 10, 20, 40, 80, 160, 300, 300)
        ]
        assert len(await app.store.deadlines.of_match(summary.id)) == 1
    assert caplog.text.count("OSError: the disk is full") == 1

"""Clocks: each question has its deadline, at which the fallback move is made, once."""

import random
from pathlib import Path

import pytest

from bot.tables.domain.table_state import TableState
from bot.tables.domain.time_controls import CLOCKS, HOUR, MINUTE
from bot.tables.errors import BadOptionError
from bot.tables.history.replay import Finding, StoredMatch, examine
from data.records.matches import Actor, Life
from games.core.answer import random_form
from games.core.errors import StaleAnswerError
from games.core.game import AnyGame, apply_form
from games.core.prompt import Form
from games.core.rng import Rng
from games.core.saving import load_move, save_move
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.moves import Scatter
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHEN,
    NOON,
    PEOPLE,
    PLAYED,
    LocalApp,
    ManualClock,
    local_app,
    pass_time,
    running,
)
from tests.bot.tables.time_support import clocked, fire, let_pass, made, play_on
from tests.toys.batches import BATCHES
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS

FLAG = {"kind": "choose", "card": "flag"}
ROLL = {"kind": "roll", "count": "1"}


def test_clocks_are_told_apart_by_their_keys() -> None:
    """Every clock is found by its key, and an unknown key means no clock."""
    assert len({clock.key for clock in CLOCKS}) == len(CLOCKS)
    assert [TableState(clock=clock.key).time_control for clock in CLOCKS] == list(CLOCKS)
    assert {TableState(clock=odd).time_control.kind for odd in ("", "live")} == {"none"}
    times = {kind: [c.milliseconds for c in CLOCKS if c.kind == kind] for kind in ("live", "slow")}
    assert times["live"] == sorted(times["live"])
    assert times["slow"] == sorted(times["slow"])


async def test_a_lobby_agrees_on_a_clock_and_its_rematch_keeps_it(app: LocalApp) -> None:
    """A lobby accepts only known clocks, and its rematch has the same clock."""
    summary = await clocked(app, [ANA, BEN], "live_1m")
    assert (summary.clock.kind, summary.clock.milliseconds) == ("live", MINUTE)
    await app.tables.seats.leave(summary.id, ANA)
    await app.tables.seats.leave(summary.id, BEN)
    lobby = await app.tables.rematches.rematch(summary.id, ANA)
    assert lobby.summary.clock == summary.clock
    with pytest.raises(BadOptionError):
        await app.tables.lobbies.set_options(lobby.summary.id, ANA, {"clock": "live_4m"})
    slower = await app.tables.lobbies.set_options(lobby.summary.id, ANA, {"clock": "slow_1d"})
    assert slower.summary.clock.kind == "slow"


async def test_without_a_clock_nothing_presses(app: LocalApp) -> None:
    """A table without a clock makes no step by itself in thirty days."""
    summary = await app.started([ANA, BEN], PLOTS)
    assert summary.due_at is None
    await let_pass(app, 30 * 24 * HOUR)
    assert await made(app, summary.id) == []


async def test_at_its_end_the_rules_own_move_is_made(app: LocalApp) -> None:
    """At the deadline, and not before, the prompt's fallback move is made."""
    summary = await clocked(app, [ANA, BEN], "live_1m")
    match_view = await app.view(summary.id, ANA.id)
    assert match_view.question is not None
    assert summary.due_at == match_view.due_at == NOON + MINUTE
    assert (await app.view(summary.id, BEN.id)).due_at is None
    await let_pass(app, MINUTE - 1)
    assert await made(app, summary.id) == []
    await let_pass(app, 1)
    (first, *_) = await app.store.history.steps(summary.id, 0)
    assert (first.seat, first.actor, first.made_at) == (0, Actor.TIMEOUT, NOON + MINUTE)
    assert first.move is not None
    assert load_move(PLOTS, first.move) == match_view.question.prompt.on_timeout


async def test_the_scheduler_lets_clocks_run_out(app: LocalApp) -> None:
    """The scheduler sends a due reminder and makes every timeout move at the deadline."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
    async with running(app):
        await app.clock.until_asleep()
        pass_time(app.tables, app.clock, MINUTE - MINUTE // 3)
        await app.notes.until_reminded(1)
        await app.clock.until_asleep()
        assert [reminder.why for reminder in app.notes.reminded] == ["last"]
        count = len(app.notes.heard)
        pass_time(app.tables, app.clock, MINUTE // 3)
        await app.notes.until(count + 2)
    assert sorted(await made(app, summary.id)) == [(0, Actor.TIMEOUT), (1, Actor.TIMEOUT)]
    assert (await app.summary(summary.id)).due_at == NOON + 2 * MINUTE


async def test_an_answer_in_time_is_the_answer(app: LocalApp) -> None:
    """After an answer in time, a late deadline does nothing."""
    summary = await clocked(app, [ANA, BEN], "live_1m")
    (half, row) = await app.store.deadlines.of_match(summary.id)
    await let_pass(app, MINUTE - 1)
    await app.press(summary.id, ANA, ROLL)
    await fire(app, row)
    await fire(app, half)
    assert await made(app, summary.id) == [(0, Actor.PLAYER)]
    assert row.ticket not in {
        each_row.ticket for each_row in await app.store.deadlines.of_match(summary.id)
    }


async def test_an_answer_after_the_time_is_too_late(app: LocalApp) -> None:
    """An answer after the deadline is refused as stale."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
    question = await app.question(summary.id, ANA.id)
    await let_pass(app, MINUTE)
    with pytest.raises(StaleAnswerError):
        await app.press(summary.id, ANA, {"kind": "stake", "stars": {}}, ticket=question.ticket)


async def test_nobody_restarts_anothers_clock(app: LocalApp) -> None:
    """One player's answer to a shared question doesn't change another's deadline."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
    due = {row.seat: row.due_at for row in await app.store.deadlines.of_match(summary.id)}
    app.clock.advance(MINUTE // 3)
    await app.press(summary.id, BEN)
    later = await app.view(summary.id, ANA.id)
    assert later.due_at == later.summary.due_at == due[0] == NOON + MINUTE
    assert (await app.view(summary.id, BEN.id)).due_at is None
    await app.press(summary.id, ANA)
    assert (await app.summary(summary.id)).due_at == NOON + MINUTE // 3 + MINUTE


async def test_a_secret_question_has_one_time_for_all(app: LocalApp) -> None:
    """If choices are secret, neither a choice nor a change of it moves the deadline."""
    summary = await clocked(app, [ANA, BEN, CHEN], "live_1m", SEALS)
    seen = {(summary.due_at, (await app.view(summary.id, CHEN.id)).due_at)}
    for player in (ANA, BEN, ANA):
        app.clock.advance(MINUTE // 4)
        await app.press(summary.id, player, FLAG)
        match_view = await app.view(summary.id, CHEN.id)
        seen.add((match_view.summary.due_at, match_view.due_at))
    assert seen == {(NOON + MINUTE, NOON + MINUTE)}
    await let_pass(app, MINUTE // 4)
    assert (await made(app, summary.id))[3:] == [(2, Actor.TIMEOUT)]
    assert (await app.summary(summary.id)).due_at == NOON + 2 * MINUTE


async def test_no_time_is_shown_to_a_player_who_has_answered(app: LocalApp) -> None:
    """A player who may still change a secret choice has no deadline of their own."""
    summary = await clocked(app, [ANA, BEN, CHEN], "live_1m", SEALS)
    await app.press(summary.id, ANA, FLAG)
    chosen = await app.view(summary.id, ANA.id)
    assert chosen.question is not None
    assert chosen.due_at is None
    assert (await app.view(summary.id, BEN.id)).due_at == NOON + MINUTE


async def test_in_secret_all_who_are_missing_are_answered_for_together(app: LocalApp) -> None:
    """At a sealed question's deadline, all timeout moves are announced as one change."""
    summary = await clocked(app, [ANA, BEN, CHEN], "live_1m", SEALS)
    await app.press(summary.id, BEN, FLAG)
    count = len(app.notes.heard)
    await let_pass(app, MINUTE)
    assert (await made(app, summary.id))[1:] == [(0, Actor.TIMEOUT), (2, Actor.TIMEOUT)]
    assert app.notes.heard[count:] == [summary.id]


async def test_a_fallback_move_that_fails_stops_no_table(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a game's own fallback move fails, any legal move is made, also for the others."""

    def fail(*_args: object) -> None:
        raise ZeroDivisionError

    summary = await clocked(app, [ANA, BEN, CHEN], "live_1m", SEALS)
    await app.press(summary.id, BEN, FLAG)
    for module in ("answers", "fallback_move"):
        monkeypatch.setattr(f"bot.tables.matches.{module}.apply_timeout", fail)
    await let_pass(app, MINUTE)
    assert (await made(app, summary.id))[1:] == [(0, Actor.BOT), (2, Actor.BOT)]


async def test_the_rest_of_a_missed_turn_follows_at_once(app: LocalApp) -> None:
    """The remaining questions of a missed turn are answered at the same deadline."""
    summary = await clocked(app, [ANA, BEN], "slow_1d")
    await let_pass(app, 24 * HOUR)
    steps = await made(app, summary.id)
    assert len(steps) > 1
    assert set(steps) == {(0, Actor.TIMEOUT)}
    after = await app.summary(summary.id)
    assert not any(occupant.is_bot for occupant in after.occupants)
    assert (await app.awaited(summary.id, [ANA, BEN])) == (BEN,)
    assert after.due_at == NOON + 48 * HOUR


async def test_a_lost_clock_is_written_again(app: LocalApp) -> None:
    """A question without a row gets one at the next start; other rows keep their time."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
    rows = await app.store.deadlines.of_match(summary.id)
    lost = next(row for row in rows if row.kind == "clock" and row.seat == 0)
    await app.tables.lobbies._context.drop(lost)
    app.clock.advance(1000)
    await app.tables.recovery.recover()
    results = {
        (row.kind, row.seat): row.due_at for row in await app.store.deadlines.of_match(summary.id)
    }
    assert results["clock", 0] == NOON + 1000 + MINUTE
    assert results["clock", 1] == NOON + MINUTE


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.info.key)
async def test_absent_people_never_freeze_a_table(app: LocalApp, game: AnyGame) -> None:
    """A match of any game ends even if some or all players are absent."""
    chance = random.Random(game.info.key)
    seats = min(max(game.info.seats[0], 3), game.info.seats[1])
    players = PEOPLE[:seats]
    present = [player for player in players if chance.random() < 0.4]
    summary = await clocked(app, players, "slow_1d", game)
    ended = await play_on(app, summary.id, present)
    assert ended.life is (Life.FINISHED if present else Life.STOPPED)
    assert ended.due_at is None
    assert await app.store.deadlines.of_match(summary.id) == ()


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.info.key)
def test_whom_the_table_names_is_whom_the_rules_await(game: AnyGame) -> None:
    """A public view names all awaited seats or none."""
    rng = Rng("named")
    state = game.setup(max(2, game.info.seats[0]), game.options(), rng).state
    while awaited := sorted(game.awaited(state)):
        named = game.view(state, None).awaiting.seats
        assert set(named) in (set(), set(awaited))
        prompt = game.prompt(game.view(state, awaited[-1]))
        assert prompt is not None
        form = random_form(prompt, rng)
        state = apply_form(game, state, awaited[-1], prompt, form)[1].state


HALF = {"second": "III", "fourth": "I"}
"""Two cards of four: B to slot III, D to slot I."""
PLACES = {1: 2, 3: 0}
"""The same by card and slot, both counted from 0."""


async def begin(app: LocalApp, match_id: str, player_id: int, begun: Form) -> None:
    """Fill in a part of a player's open form."""
    question = await app.question(match_id, player_id)
    await app.keep_draft(match_id, player_id, question.ticket, b"{}", begun)


async def sealed(app: LocalApp, match_id: str, seat: int) -> dict[int, int]:
    """Return where a seat has placed the cards that the half-filled form names."""
    placed = (await app.state(match_id)).sealed[seat]
    return {card: placed[card] for card in PLACES}


async def test_assigned_cards_stay_where_they_were_assigned(app: LocalApp) -> None:
    """The timeout move keeps the cards assigned in its own seat's form and no other (B30)."""
    summary = await clocked(app, [ANA, BEN, CHEN], "live_1m", TOMATOMAT)
    await begin(app, summary.id, ANA.id, HALF)
    await begin(app, summary.id, BEN.id, {"first": "IV"})
    (row,) = [
        each_row
        for each_row in await app.store.deadlines.of_match(summary.id)
        if each_row.kind == "clock" and each_row.seat == 0
    ]
    app.clock.advance(MINUTE)
    await fire(app, row)
    assert await made(app, summary.id) == [(0, Actor.TIMEOUT)]
    assert await sealed(app, summary.id, 0) == PLACES


async def test_a_half_filled_form_survives_a_restart(tmp_path: Path) -> None:
    """A form filled in before a restart is used after it."""
    clock = ManualClock()
    async with local_app(tmp_path / "a.db", clock=clock) as app:
        summary = await clocked(app, [ANA, BEN, CHEN], "live_1m", TOMATOMAT)
        await begin(app, summary.id, ANA.id, HALF)
    async with local_app(tmp_path / "a.db", clock=clock) as app:
        await app.tables.recovery.recover()
        await app.press(summary.id, BEN)
        await let_pass(app, MINUTE)
        steps = await app.store.history.steps(summary.id, 0)
        late = next(step for step in steps if step.actor is Actor.TIMEOUT and step.seat == 0)
        assert late.move is not None
        assert load_move(TOMATOMAT, late.move) == Scatter(second="III", fourth="I")


async def test_a_form_of_another_question_is_not_taken(app: LocalApp) -> None:
    """A cleared form, or one of an earlier question, assigns nothing at the deadline."""
    summary = await clocked(app, [ANA, BEN], "live_1m", TOMATOMAT)
    await begin(app, summary.id, ANA.id, HALF)
    question = await app.question(summary.id, ANA.id)
    await app.keep_draft(summary.id, ANA.id, question.ticket, None)
    await begin(app, summary.id, BEN.id, HALF)
    await app.press(summary.id, BEN)
    await let_pass(app, 2 * MINUTE)
    steps = await app.store.history.steps(summary.id, 0)
    moves = [step.move or b"" for step in steps if step.actor is Actor.TIMEOUT]
    assert len(moves) > 1
    assert not any(b"III" in move for move in moves)


async def test_a_match_with_assigned_cards_can_be_verified(app: LocalApp) -> None:
    """Verifying a match reproduces the timeout moves that used half-filled forms."""
    summary = await clocked(app, [ANA, BEN], "live_1m", TOMATOMAT)
    await begin(app, summary.id, ANA.id, HALF)
    await let_pass(app, MINUTE)
    await app.play_out(summary.id, [ANA, BEN])
    match, state = await app.store.matches.load(summary.id)
    steps = await app.store.history.steps(summary.id)
    assert steps[1].move == save_move(TOMATOMAT, Scatter(second="III", fourth="I"))
    assert examine(TOMATOMAT, StoredMatch(match, steps, state))[0] is Finding.AGREES

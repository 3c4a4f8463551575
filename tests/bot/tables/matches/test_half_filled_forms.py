"""A half-filled form of an absent player is used at the deadline."""

from pathlib import Path

from bot.tables.domain.time_controls import MINUTE
from bot.tables.history.replay import Finding, StoredMatch, examine
from data.records.matches import Actor
from games.core.prompt import Form
from games.core.saving import load_move, save_move
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.moves import Scatter
from tests.bot.tables.support import ANA, BEN, CHEN, LocalApp, ManualClock, local_app
from tests.bot.tables.time_support import clocked, fire, let_pass, made

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

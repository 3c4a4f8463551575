"""A half-filled form of an absent player is used at the deadline."""

from __future__ import annotations

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


async def begin(at: LocalApp, match_id: str, player_id: int, begun: Form) -> None:
    """Fill in a part of a player's open form."""
    question = (await at.tables.queries.match_view(match_id, player_id)).question
    assert question is not None
    await at.keep_draft(match_id, player_id, question.ticket, b"{}", begun)


async def sealed(at: LocalApp, match_id: str, seat: int) -> dict[int, int]:
    """Return where a seat has placed the cards that the half-filled form names."""
    placed = (await at.state(match_id)).sealed[seat]
    return {card: placed[card] for card in PLACES}


async def test_assigned_cards_stay_where_they_were_assigned(at: LocalApp) -> None:
    """The timeout move keeps the cards assigned in its own seat's form and no other (B30)."""
    summary = await clocked(at, [ANA, BEN, CHEN], "live_1m", TOMATOMAT)
    await begin(at, summary.id, ANA.id, HALF)
    await begin(at, summary.id, BEN.id, {"first": "IV"})
    (row,) = [
        one
        for one in await at.store.deadlines.of_match(summary.id)
        if one.kind == "clock" and one.seat == 0
    ]
    at.clock.advance(MINUTE)
    await fire(at, row)
    assert await made(at, summary.id) == [(0, Actor.TIMEOUT)]
    assert await sealed(at, summary.id, 0) == PLACES


async def test_a_half_filled_form_survives_a_restart(tmp_path: Path) -> None:
    """A form filled in before a restart is used after it."""
    clock = ManualClock()
    async with local_app(tmp_path / "a.db", clock=clock) as at:
        summary = await clocked(at, [ANA, BEN, CHEN], "live_1m", TOMATOMAT)
        await begin(at, summary.id, ANA.id, HALF)
    async with local_app(tmp_path / "a.db", clock=clock) as at:
        await at.tables.recovery.recover()
        await at.press(summary.id, BEN)
        await let_pass(at, MINUTE)
        steps = await at.store.history.steps(summary.id, 0)
        late = next(one for one in steps if one.actor is Actor.TIMEOUT and one.seat == 0)
        assert late.move is not None
        assert load_move(TOMATOMAT, late.move) == Scatter(second="III", fourth="I")


async def test_a_form_of_another_question_is_not_taken(at: LocalApp) -> None:
    """A cleared form, or one of an earlier question, assigns nothing at the deadline."""
    summary = await clocked(at, [ANA, BEN], "live_1m", TOMATOMAT)
    await begin(at, summary.id, ANA.id, HALF)
    question = (await at.tables.queries.match_view(summary.id, ANA.id)).question
    assert question is not None
    await at.keep_draft(summary.id, ANA.id, question.ticket, None)
    await begin(at, summary.id, BEN.id, HALF)
    await at.press(summary.id, BEN)
    await let_pass(at, 2 * MINUTE)
    steps = await at.store.history.steps(summary.id, 0)
    moves = [step.move or b"" for step in steps if step.actor is Actor.TIMEOUT]
    assert len(moves) > 1
    assert not any(b"III" in move for move in moves)


async def test_a_match_with_assigned_cards_can_be_verified(at: LocalApp) -> None:
    """Verifying a match reproduces the timeout moves that used half-filled forms."""
    summary = await clocked(at, [ANA, BEN], "live_1m", TOMATOMAT)
    await begin(at, summary.id, ANA.id, HALF)
    await let_pass(at, MINUTE)
    await at.play_out(summary.id, [ANA, BEN])
    match, state = await at.store.matches.load(summary.id)
    steps = await at.store.history.steps(summary.id)
    assert steps[1].move == save_move(TOMATOMAT, Scatter(second="III", fourth="I"))
    assert examine(TOMATOMAT, StoredMatch(match, steps, state))[0] is Finding.AGREES

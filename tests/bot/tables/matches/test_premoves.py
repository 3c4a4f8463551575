"""Premoves stay secret, and are made only for the question they were given for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.domain.player import Player
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import NoSeatError
from bot.tables.time_limits import Limits
from data.records.matches import Actor, DeadlineMask, Premove
from games.core.errors import InvalidMoveError, StaleAnswerError
from games.tomate import TOMATE
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, LocalApp, local_app
from tests.bot.tables.time_support import coming_moves, let_pass

HOUR = 3_600_000
THREE = [ANA, BEN, CHEN]
PASS, PLAY, LEAVE = {"kind": "pass"}, {"kind": "play"}, {"kind": "leave"}


async def dealt(at: LocalApp, **options: Any) -> tuple[MatchSummary, list[Player]]:
    """Start a hand of Tomate that awaits its dealer; return the players in turn order."""
    summary = await at.started(THREE, TOMATE, **options)
    (dealer,) = await at.awaited(summary.id, THREE)
    at_dealer = THREE.index(dealer)
    return summary, [*THREE[at_dealer + 1 :], *THREE[: at_dealer + 1]]


async def say_ahead(at: LocalApp, match_id: str, player: Player, form: dict[str, Any]) -> None:
    """Fill in the premove form that this player is offered."""
    premove = (await at.tables.queries.match_view(match_id, player.id)).premove
    assert premove is not None, f"{player.name} may answer nothing in advance"
    await at.tables.premoves.keep(match_id, player.id, premove.ticket, form)


async def moved(at: LocalApp, match_id: str) -> list[tuple[int | None, Actor]]:
    """Return the seat and actor of every step, without the deal."""
    steps = await at.store.history.steps(match_id)
    return [(step.seat, step.actor) for step in steps if step.step]


async def test_an_answer_in_advance_is_made_when_it_is_asked(at: LocalApp) -> None:
    """A premove is made as the player's own step when its question is asked."""
    summary, (mano, second, dealer) = await dealt(at)
    await say_ahead(at, summary.id, mano, PASS)
    await say_ahead(at, summary.id, second, PLAY)
    await at.press(summary.id, dealer, LEAVE)
    await let_pass(at, 0)
    seats = [summary.seat_of(one.id) for one in (dealer, mano, second)]
    assert await moved(at, summary.id) == [(seat, Actor.PLAYER) for seat in seats]
    assert await at.awaited(summary.id, THREE) == (dealer,)
    assert await at.store.premoves.of_match(summary.id) == ()


async def test_it_waits_as_long_as_a_bot_does(tmp_path: Any) -> None:
    """A premove is made after a bot's usual delay."""
    async with local_app(tmp_path / "slow.db", limits=Limits(bot_delay=1000)) as at:
        summary, (mano, _, dealer) = await dealt(at)
        await say_ahead(at, summary.id, mano, PASS)
        await at.press(summary.id, dealer, LEAVE)
        (row,) = [
            row for row in await at.store.deadlines.of_match(summary.id) if row.kind == "premove"
        ]
        assert (row.due_at - at.clock.now(), row.question) == (1250, "")


async def test_it_is_taken_back_at_will(at: LocalApp) -> None:
    """A newer premove replaces the older one, and a withdrawn premove is not made."""
    summary, (mano, _, dealer) = await dealt(at)
    await say_ahead(at, summary.id, mano, PASS)
    await say_ahead(at, summary.id, mano, PLAY)
    assert (await at.tables.queries.match_view(summary.id, mano.id)).kept_premove == PLAY
    await at.tables.premoves.take_back(summary.id, mano.id)
    assert (await at.tables.queries.match_view(summary.id, mano.id)).kept_premove is None
    await at.press(summary.id, dealer, LEAVE)
    assert await coming_moves(at, summary.id) == ()
    assert await at.awaited(summary.id, THREE) == (mano,)


async def test_it_may_be_taken_back_at_the_last_moment(at: LocalApp) -> None:
    """A premove withdrawn after its question is asked, but before its row fires, is not made."""
    summary, (mano, _, dealer) = await dealt(at)
    await say_ahead(at, summary.id, mano, PASS)
    await at.press(summary.id, dealer, LEAVE)
    await at.tables.premoves.take_back(summary.id, mano.id)
    await let_pass(at, 0)
    assert await moved(at, summary.id) == [(summary.seat_of(dealer.id), Actor.PLAYER)]
    assert await coming_moves(at, summary.id) == ()


async def test_it_is_meant_for_one_moment(at: LocalApp) -> None:
    """A used premove is deleted, and the next form is for the next question."""
    summary, (mano, second, dealer) = await dealt(at, stock_mode="off")
    await at.press(summary.id, dealer, {"kind": "take"})
    await at.press(summary.id, dealer)
    await say_ahead(at, summary.id, second, PASS)
    await at.press(summary.id, mano, PLAY)
    await let_pass(at, 0)
    assert await at.store.premoves.of_match(summary.id) == ()
    premove = (await at.tables.queries.match_view(summary.id, dealer.id)).premove
    assert premove is not None
    assert premove.prompt.about == "1 trick 1"


async def test_an_old_moment_is_never_answered(at: LocalApp) -> None:
    """A premove for an earlier moment is neither shown nor made."""
    summary, (mano, _, dealer) = await dealt(at)
    await say_ahead(at, summary.id, mano, PASS)
    (kept,) = await at.store.premoves.of_match(summary.id)
    match = await at.store.matches.find(summary.id)
    assert match is not None
    await at.store.premoves.save(replace(kept, about="0 bid"), match.revision)
    assert (await at.tables.queries.match_view(summary.id, mano.id)).kept_premove is None
    await at.press(summary.id, dealer, LEAVE)
    assert await coming_moves(at, summary.id) == ()


async def test_what_is_not_legal_then_is_forgotten(at: LocalApp) -> None:
    """A premove that is illegal when its question comes is dropped, and the player is asked."""
    for _ in range(20):
        summary, order = await dealt(at, stock_mode="off", strict_beat=True)
        mano, second, dealer = order
        await at.press(summary.id, dealer, LEAVE)
        for player in order:
            await at.press(summary.id, player, PLAY)
        state = await at.state(summary.id)
        seat = summary.seat_of(second.id)
        assert seat is not None
        await at.press(summary.id, mano)
        moves = TOMATE.moves(await at.state(summary.id), seat)
        allowed = [move.model_dump()["card"] for move in moves]
        forbidden = [held for held in state.hands[seat] if held not in allowed]
        if not forbidden:
            continue
        # As if it had been filled in before the trick's first card was played.
        premove = {"kind": "card", "card": forbidden[0]}
        await keep_unasked(at, summary.id, seat, "1 trick 1", premove)
        await at.tables.recovery.recover()
        await let_pass(at, 0)
        assert await at.awaited(summary.id, order) == (second,)
        assert await at.store.premoves.of_match(summary.id) == ()
        return
    raise AssertionError("every deal leaves every card to play")


async def keep_unasked(
    at: LocalApp, match_id: str, seat: int, about: str, form: dict[str, Any]
) -> None:
    match = await at.store.matches.find(match_id)
    assert match is not None
    premove = Premove(match_id=match_id, seat=seat, about=about, form=form, given_at=1)
    await at.store.premoves.save(premove, match.revision)


async def test_only_who_may_answers_in_advance(at: LocalApp) -> None:
    """Premoves by strangers, for open questions, with old tickets or bad forms are refused."""
    summary, (mano, second, dealer) = await dealt(at)
    premove = (await at.tables.queries.match_view(summary.id, mano.id)).premove
    assert premove is not None
    assert (await at.tables.queries.match_view(summary.id, dealer.id)).premove is None
    with pytest.raises(NoSeatError):
        await at.tables.premoves.keep(summary.id, DORA.id, premove.ticket, PASS)
    with pytest.raises(NoSeatError):
        await at.tables.premoves.take_back(summary.id, DORA.id)
    for player in (second, dealer):
        with pytest.raises(StaleAnswerError):
            await at.tables.premoves.keep(summary.id, player.id, premove.ticket, PASS)
    with pytest.raises(InvalidMoveError):
        await at.tables.premoves.keep(summary.id, mano.id, premove.ticket, {"kind": "take"})
    await at.press(summary.id, dealer, LEAVE)
    with pytest.raises(StaleAnswerError):
        await at.tables.premoves.keep(summary.id, mano.id, premove.ticket, PASS)
    assert await at.store.premoves.of_match(summary.id) == ()


async def test_nobody_inherits_an_answer(at: LocalApp) -> None:
    """Leaving the seat deletes its premove."""
    summary, (mano, _, dealer) = await dealt(at)
    await say_ahead(at, summary.id, mano, PLAY)
    await at.tables.seats.leave(summary.id, mano)
    assert await at.store.premoves.of_match(summary.id) == ()
    await at.tables.seats.take_back(summary.id, mano)
    await at.press(summary.id, dealer, LEAVE)
    kinds = {row.kind for row in await at.store.deadlines.of_match(summary.id)}
    assert "premove" not in kinds


async def test_an_answer_in_advance_outlives_the_process(at: LocalApp) -> None:
    """A premove saved before a crash is made after it, even if its row was lost."""
    summary, (mano, _, dealer) = await dealt(at)
    await say_ahead(at, summary.id, mano, PASS)
    await at.press(summary.id, dealer, LEAVE)
    await at.store.deadlines.drop(DeadlineMask(match_id=summary.id))
    second = at.second()
    await second.tables.recovery.recover()
    await let_pass(second, 0)
    assert (summary.seat_of(mano.id), Actor.PLAYER) in await moved(at, summary.id)


async def test_a_pause_holds_it_back(at: LocalApp) -> None:
    """A paused table makes no premove until it is resumed."""
    summary, (mano, second, dealer) = await dealt(at)
    await say_ahead(at, summary.id, mano, PASS)
    await at.press(summary.id, dealer, LEAVE)
    await at.tables.pauses.pause(summary.id, ANA)
    await let_pass(at, HOUR)
    assert await at.awaited(summary.id, THREE) == (mano,)
    await at.tables.pauses.resume(summary.id, ANA)
    await let_pass(at, 0)
    assert await at.awaited(summary.id, THREE) == (second,)

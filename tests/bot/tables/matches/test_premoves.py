"""Premoves stay secret, and are made only for the question they were given for."""

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.domain.player import Player
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import NoSeatError
from bot.tables.matches.moves import Press
from bot.tables.time_limits import Limits
from data.records.matches import Actor, DeadlineMask, Premove
from games.core.errors import InvalidMoveError, StaleAnswerError
from games.tomate import TOMATE
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, LocalApp, local_app
from tests.bot.tables.time_support import coming_moves, let_pass, made

HOUR = 3_600_000
THREE = [ANA, BEN, CHEN]
PASS, PLAY, LEAVE = {"kind": "pass"}, {"kind": "play"}, {"kind": "leave"}


async def dealt(app: LocalApp, **options: Any) -> tuple[MatchSummary, list[Player]]:
    """Start a hand of Tomate that awaits its dealer; return the players in turn order."""
    summary = await app.started(THREE, TOMATE, **options)
    (dealer,) = await app.awaited(summary.id, THREE)
    at_dealer = THREE.index(dealer)
    return summary, [*THREE[at_dealer + 1 :], *THREE[: at_dealer + 1]]


async def say_ahead(app: LocalApp, match_id: str, player: Player, form: dict[str, Any]) -> None:
    """Fill in the premove form that this player is offered."""
    premove = (await app.view(match_id, player.id)).premove
    assert premove is not None, f"{player.name} may answer nothing in advance"
    await app.tables.premoves.keep(match_id, player.id, premove.ticket, form)


async def test_an_answer_in_advance_is_made_when_it_is_asked(app: LocalApp) -> None:
    """A premove is made as the player's own step when its question is asked."""
    summary, (mano, second, dealer) = await dealt(app)
    await say_ahead(app, summary.id, mano, PASS)
    await say_ahead(app, summary.id, second, PLAY)
    await app.press(summary.id, dealer, LEAVE)
    await let_pass(app, 0)
    seats = [summary.seat_of(item.id) for item in (dealer, mano, second)]
    assert await made(app, summary.id) == [(seat, Actor.PLAYER) for seat in seats]
    assert await app.awaited(summary.id, THREE) == (dealer,)
    assert await app.store.premoves.of_match(summary.id) == ()


async def test_it_waits_as_long_as_a_bot_does(tmp_path: Any) -> None:
    """A premove is made after a bot's usual delay."""
    async with local_app(tmp_path / "slow.db", limits=Limits(bot_delay=1000)) as app:
        summary, (mano, _, dealer) = await dealt(app)
        await say_ahead(app, summary.id, mano, PASS)
        await app.press(summary.id, dealer, LEAVE)
        (row,) = [
            row for row in await app.store.deadlines.of_match(summary.id) if row.kind == "premove"
        ]
        assert (row.due_at - app.clock.now(), row.question) == (1250, "")


async def test_it_is_made_although_the_answer_before_it_was_on_its_way(app: LocalApp) -> None:
    """A premove saved between another player's press and its commit is made as well."""
    summary, (mano, _, dealer) = await dealt(app)
    seat, question = summary.seat_of(dealer.id), await app.question(summary.id, dealer.id)
    assert seat is not None
    press = Press(
        interaction_id=77, player_id=dealer.id, seat=seat, ticket=question.ticket, form=LEAVE
    )
    opened = await app.tables.queries.open(summary.id, press.interaction_id)
    await say_ahead(app, summary.id, mano, PASS)
    await app.tables.answers.answer_from(opened, press)
    await let_pass(app, 0)

    assert (summary.seat_of(mano.id), Actor.PLAYER) in await made(app, summary.id)


async def test_it_is_taken_back_at_will(app: LocalApp) -> None:
    """A newer premove replaces the older one, and a withdrawn premove is not made."""
    summary, (mano, _, dealer) = await dealt(app)
    await say_ahead(app, summary.id, mano, PASS)
    await say_ahead(app, summary.id, mano, PLAY)
    assert (await app.view(summary.id, mano.id)).kept_premove == PLAY
    assert await app.tables.premoves.take_back(summary.id, mano.id)
    assert not await app.tables.premoves.take_back(summary.id, mano.id)
    assert (await app.view(summary.id, mano.id)).kept_premove is None
    await app.press(summary.id, dealer, LEAVE)
    assert await coming_moves(app, summary.id) == ()
    assert await app.awaited(summary.id, THREE) == (mano,)


async def test_it_may_be_taken_back_at_the_last_moment(app: LocalApp) -> None:
    """A premove withdrawn after its question is asked, but before its row fires, is not made."""
    summary, (mano, _, dealer) = await dealt(app)
    await say_ahead(app, summary.id, mano, PASS)
    await app.press(summary.id, dealer, LEAVE)
    assert (await app.view(summary.id, mano.id)).kept_premove == PASS
    await app.tables.premoves.take_back(summary.id, mano.id)
    assert (await app.view(summary.id, mano.id)).kept_premove is None
    await let_pass(app, 0)
    assert await made(app, summary.id) == [(summary.seat_of(dealer.id), Actor.PLAYER)]
    assert await coming_moves(app, summary.id) == ()


async def test_it_is_meant_for_one_moment(app: LocalApp) -> None:
    """A used premove is deleted, and the next form is for the next question."""
    summary, (mano, second, dealer) = await dealt(app, stock_mode="off")
    await app.press(summary.id, dealer, {"kind": "take"})
    await app.press(summary.id, dealer)
    await say_ahead(app, summary.id, second, PASS)
    await app.press(summary.id, mano, PLAY)
    await let_pass(app, 0)
    assert await app.store.premoves.of_match(summary.id) == ()
    premove = (await app.view(summary.id, dealer.id)).premove
    assert premove is not None
    assert premove.prompt.about == "1 trick 1"


async def test_an_old_moment_is_never_answered(app: LocalApp) -> None:
    """A premove for an earlier moment is neither shown nor made."""
    summary, (mano, _, dealer) = await dealt(app)
    await say_ahead(app, summary.id, mano, PASS)
    (saved,) = await app.store.premoves.of_match(summary.id)
    match = await app.match(summary.id)
    await app.store.premoves.save(replace(saved, about="0 bid"), match.revision)
    assert (await app.view(summary.id, mano.id)).kept_premove is None
    await app.press(summary.id, dealer, LEAVE)
    assert await coming_moves(app, summary.id) == ()


async def test_what_is_not_legal_then_is_forgotten(app: LocalApp) -> None:
    """A premove that is illegal when its question comes is dropped, and the player is asked."""
    for _ in range(20):
        summary, order = await dealt(app, stock_mode="off", strict_beat=True)
        mano, second, dealer = order
        await app.press(summary.id, dealer, LEAVE)
        for player in order:
            await app.press(summary.id, player, PLAY)
        state = await app.state(summary.id)
        seat = summary.seat_of(second.id)
        assert seat is not None
        await app.press(summary.id, mano)
        moves = TOMATE.moves(await app.state(summary.id), seat)
        allowed = [move.model_dump()["card"] for move in moves]
        forbidden = [held for held in state.hands[seat] if held not in allowed]
        if not forbidden:
            continue
        # As if it had been filled in before the trick's first card was played.
        premove = {"kind": "card", "card": forbidden[0]}
        await keep_unasked(app, summary.id, seat, "1 trick 1", premove)
        await app.tables.recovery.recover()
        changes = len(app.notes.heard)
        await let_pass(app, 0)
        assert await app.awaited(summary.id, order) == (second,)
        assert app.notes.heard[changes:] == [summary.id]
        assert await app.store.premoves.of_match(summary.id) == ()
        return
    raise AssertionError("every deal leaves every card to play")


async def keep_unasked(
    app: LocalApp, match_id: str, seat: int, about: str, form: dict[str, Any]
) -> None:
    match = await app.match(match_id)
    premove = Premove(match_id=match_id, seat=seat, about=about, form=form, given_at=1)
    await app.store.premoves.save(premove, match.revision)


async def test_only_who_may_answers_in_advance(app: LocalApp) -> None:
    """Premoves by strangers, for open questions, with old tickets or bad forms are refused."""
    summary, (mano, second, dealer) = await dealt(app)
    premove = (await app.view(summary.id, mano.id)).premove
    assert premove is not None
    assert (await app.view(summary.id, dealer.id)).premove is None
    with pytest.raises(NoSeatError):
        await app.tables.premoves.keep(summary.id, DORA.id, premove.ticket, PASS)
    with pytest.raises(NoSeatError):
        await app.tables.premoves.take_back(summary.id, DORA.id)
    for player in (second, dealer):
        with pytest.raises(StaleAnswerError):
            await app.tables.premoves.keep(summary.id, player.id, premove.ticket, PASS)
    with pytest.raises(InvalidMoveError):
        await app.tables.premoves.keep(summary.id, mano.id, premove.ticket, {"kind": "take"})
    await app.press(summary.id, dealer, LEAVE)
    with pytest.raises(StaleAnswerError):
        await app.tables.premoves.keep(summary.id, mano.id, premove.ticket, PASS)
    assert await app.store.premoves.of_match(summary.id) == ()


async def test_nobody_inherits_an_answer(app: LocalApp) -> None:
    """Leaving the seat deletes its premove."""
    summary, (mano, _, dealer) = await dealt(app)
    await say_ahead(app, summary.id, mano, PLAY)
    await app.tables.seats.leave(summary.id, mano)
    assert await app.store.premoves.of_match(summary.id) == ()
    await app.tables.seats.take_back(summary.id, mano)
    await app.press(summary.id, dealer, LEAVE)
    kinds = {row.kind for row in await app.store.deadlines.of_match(summary.id)}
    assert "premove" not in kinds


async def test_an_answer_in_advance_outlives_the_process(app: LocalApp) -> None:
    """A premove saved before a crash is made after it, even if its row was lost."""
    summary, (mano, _, dealer) = await dealt(app)
    await say_ahead(app, summary.id, mano, PASS)
    await app.press(summary.id, dealer, LEAVE)
    await app.store.deadlines.drop(DeadlineMask(match_id=summary.id))
    second = app.second()
    await second.tables.recovery.recover()
    await let_pass(second, 0)
    assert (summary.seat_of(mano.id), Actor.PLAYER) in await made(app, summary.id)


async def test_a_pause_holds_it_back(app: LocalApp) -> None:
    """A paused table makes no premove until it is resumed."""
    summary, (mano, second, dealer) = await dealt(app)
    await say_ahead(app, summary.id, mano, PASS)
    await app.press(summary.id, dealer, LEAVE)
    await app.tables.pauses.pause(summary.id, ANA)
    await let_pass(app, HOUR)
    assert await app.awaited(summary.id, THREE) == (mano,)
    await app.tables.pauses.resume(summary.id, ANA)
    await let_pass(app, 0)
    assert await app.awaited(summary.id, THREE) == (second,)

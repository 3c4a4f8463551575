"""Answers in advance: a secret of who gave them, and made only for what they were meant for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.domain.player import Player
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import NoSeatError
from bot.tables.limits import Limits
from data.records.matches import Actor, DeadlineMask, Premove
from games.core.errors import InvalidMoveError, StaleAnswerError
from games.tomate import TOMATE
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, House, house
from tests.bot.tables.time_support import coming_moves, let_pass

HOUR = 3_600_000
THREE = [ANA, BEN, CHEN]
PASS, PLAY, LEAVE = {"kind": "pass"}, {"kind": "play"}, {"kind": "leave"}


async def dealt(at: House, **options: Any) -> tuple[MatchSummary, list[Player]]:
    """A hand of Tomate that waits for its dealer; the players in turn order, the dealer last."""
    card = await at.started(THREE, TOMATE, **options)
    (dealer,) = await at.awaited(card.id, THREE)
    at_dealer = THREE.index(dealer)
    return card, [*THREE[at_dealer + 1 :], *THREE[: at_dealer + 1]]


async def say_ahead(at: House, match_id: str, player: Player, form: dict[str, Any]) -> None:
    """Fill in the form that this player is offered in advance."""
    premove = (await at.tables.queries.match_view(match_id, player.id)).premove
    assert premove is not None, f"{player.name} may answer nothing in advance"
    await at.tables.premoves.keep(match_id, player.id, premove.ticket, form)


async def moved(at: House, match_id: str) -> list[tuple[int | None, Actor]]:
    """Whose move every step was, but for the deal."""
    steps = await at.store.history.steps(match_id)
    return [(step.seat, step.actor) for step in steps if step.step]


async def test_an_answer_in_advance_is_made_when_it_is_asked(at: House) -> None:
    """The question comes, and the answer follows by itself as the player's own step."""
    card, (mano, second, dealer) = await dealt(at)
    await say_ahead(at, card.id, mano, PASS)
    await say_ahead(at, card.id, second, PLAY)
    await at.press(card.id, dealer, LEAVE)
    await let_pass(at, 0)
    seats = [card.seat_of(one.id) for one in (dealer, mano, second)]
    assert await moved(at, card.id) == [(seat, Actor.PLAYER) for seat in seats]
    assert await at.awaited(card.id, THREE) == (dealer,)
    assert await at.store.advances.of_match(card.id) == ()


async def test_it_waits_as_long_as_a_bot_does(tmp_path: Any) -> None:
    """The moment at which it is made depends on the pace of bot seats and on nothing else."""
    async with house(tmp_path / "slow.db", limits=Limits(bot_delay=1000)) as at:
        card, (mano, _, dealer) = await dealt(at)
        await say_ahead(at, card.id, mano, PASS)
        await at.press(card.id, dealer, LEAVE)
        (row,) = [row for row in await at.store.clock.of_match(card.id) if row.kind == "premove"]
        assert (row.due_at - at.clock.now(), row.question) == (1250, "")


async def test_it_is_taken_back_at_will(at: House) -> None:
    """A newer answer replaces the older one, and after taking it back nothing is made."""
    card, (mano, _, dealer) = await dealt(at)
    await say_ahead(at, card.id, mano, PASS)
    await say_ahead(at, card.id, mano, PLAY)
    assert (await at.tables.queries.match_view(card.id, mano.id)).advance == PLAY
    await at.tables.premoves.take_back(card.id, mano.id)
    assert (await at.tables.queries.match_view(card.id, mano.id)).advance is None
    await at.press(card.id, dealer, LEAVE)
    assert await coming_moves(at, card.id) == ()
    assert await at.awaited(card.id, THREE) == (mano,)


async def test_it_may_be_taken_back_at_the_last_moment(at: House) -> None:
    """A row that comes due after the answer was taken back makes nothing."""
    card, (mano, _, dealer) = await dealt(at)
    await say_ahead(at, card.id, mano, PASS)
    await at.press(card.id, dealer, LEAVE)
    await at.tables.premoves.take_back(card.id, mano.id)
    await let_pass(at, 0)
    assert await moved(at, card.id) == [(card.seat_of(dealer.id), Actor.PLAYER)]
    assert await coming_moves(at, card.id) == ()


async def test_it_is_meant_for_one_moment(at: House) -> None:
    """What is used is gone, and what is offered next is about the next moment."""
    card, (mano, second, dealer) = await dealt(at, stock_mode="off")
    await at.press(card.id, dealer, {"kind": "take"})
    await at.press(card.id, dealer)
    await say_ahead(at, card.id, second, PASS)
    await at.press(card.id, mano, PLAY)
    await let_pass(at, 0)
    assert await at.store.advances.of_match(card.id) == ()
    premove = (await at.tables.queries.match_view(card.id, dealer.id)).premove
    assert premove is not None
    assert premove.prompt.about == "1 trick 1"


async def test_an_old_moment_is_never_answered(at: House) -> None:
    """What lies there from an earlier moment is neither shown nor made."""
    card, (mano, _, dealer) = await dealt(at)
    await say_ahead(at, card.id, mano, PASS)
    (kept,) = await at.store.advances.of_match(card.id)
    match = await at.store.matches.find(card.id)
    assert match is not None
    await at.store.advances.save(replace(kept, about="0 bid"), match.revision)
    assert (await at.tables.queries.match_view(card.id, mano.id)).advance is None
    await at.press(card.id, dealer, LEAVE)
    assert await coming_moves(at, card.id) == ()


async def test_what_is_not_legal_then_is_forgotten(at: House) -> None:
    """A card that may not be played when the turn comes is not played, and the player is asked."""
    for _ in range(20):
        card, order = await dealt(at, stock_mode="off", strict_beat=True)
        mano, second, dealer = order
        await at.press(card.id, dealer, LEAVE)
        for player in order:
            await at.press(card.id, player, PLAY)
        state = await at.state(card.id)
        seat = card.seat_of(second.id)
        assert seat is not None
        await at.press(card.id, mano)
        moves = TOMATE.moves(await at.state(card.id), seat)
        allowed = [move.model_dump()["card"] for move in moves]
        forbidden = [held for held in state.hands[seat] if held not in allowed]
        if not forbidden:
            continue
        # As if it had been filled in before the first card of the trick was played.
        premove = {"kind": "card", "card": forbidden[0]}
        await keep_unasked(at, card.id, seat, "1 trick 1", premove)
        await at.tables.recovery.recover()
        await let_pass(at, 0)
        assert await at.awaited(card.id, order) == (second,)
        assert await at.store.advances.of_match(card.id) == ()
        return
    raise AssertionError("every deal leaves every card to play")


async def keep_unasked(
    at: House, match_id: str, seat: int, about: str, form: dict[str, Any]
) -> None:
    match = await at.store.matches.find(match_id)
    assert match is not None
    advance = Premove(match_id=match_id, seat=seat, about=about, form=form, given_at=1)
    await at.store.advances.save(advance, match.revision)


async def test_nobody_else_can_tell(at: House) -> None:
    """With an answer in advance all that others are shown is the same as without it."""
    card, (mano, *others) = await dealt(at)
    viewers = (None, DORA.id, *(player.id for player in others))

    async def shown() -> list[object]:
        seen: list[object] = [
            await at.tables.queries.match_view(card.id, viewer) for viewer in viewers
        ]
        seen += [await at.tables.queries.matches_of(player.id) for player in others]
        return [*seen, await at.tables.queries.card(card.id), list(at.notes.heard)]

    before, rows = await shown(), await at.store.clock.of_match(card.id)
    await say_ahead(at, card.id, mano, PASS)
    assert await shown() == before
    await at.tables.premoves.take_back(card.id, mano.id)
    assert await shown() == before
    assert await at.store.clock.of_match(card.id) == rows


async def test_only_who_may_answers_in_advance(at: House) -> None:
    """Strangers, who is asked now, old tickets and forms that nobody offered are refused."""
    card, (mano, second, dealer) = await dealt(at)
    premove = (await at.tables.queries.match_view(card.id, mano.id)).premove
    assert premove is not None
    assert (await at.tables.queries.match_view(card.id, dealer.id)).premove is None
    with pytest.raises(NoSeatError):
        await at.tables.premoves.keep(card.id, DORA.id, premove.ticket, PASS)
    with pytest.raises(NoSeatError):
        await at.tables.premoves.take_back(card.id, DORA.id)
    for player in (second, dealer):
        with pytest.raises(StaleAnswerError):
            await at.tables.premoves.keep(card.id, player.id, premove.ticket, PASS)
    with pytest.raises(InvalidMoveError):
        await at.tables.premoves.keep(card.id, mano.id, premove.ticket, {"kind": "take"})
    await at.press(card.id, dealer, LEAVE)
    with pytest.raises(StaleAnswerError):
        await at.tables.premoves.keep(card.id, mano.id, premove.ticket, PASS)
    assert await at.store.advances.of_match(card.id) == ()


async def test_nobody_inherits_an_answer(at: House) -> None:
    """Whoever plays the seat on decides anew."""
    card, (mano, _, dealer) = await dealt(at)
    await say_ahead(at, card.id, mano, PLAY)
    await at.tables.seats.leave(card.id, mano)
    assert await at.store.advances.of_match(card.id) == ()
    await at.tables.seats.take_back(card.id, mano)
    await at.press(card.id, dealer, LEAVE)
    kinds = {row.kind for row in await at.store.clock.of_match(card.id)}
    assert "premove" not in kinds


async def test_an_answer_in_advance_outlives_the_process(at: House) -> None:
    """Kept before a crash, it is made after it, also when its row was never written."""
    card, (mano, _, dealer) = await dealt(at)
    await say_ahead(at, card.id, mano, PASS)
    await at.press(card.id, dealer, LEAVE)
    await at.store.clock.drop(DeadlineMask(match_id=card.id))
    second = at.second()
    await second.tables.recovery.recover()
    await let_pass(second, 0)
    assert (card.seat_of(mano.id), Actor.PLAYER) in await moved(at, card.id)


async def test_a_pause_holds_it_back(at: House) -> None:
    """A table that rests makes no move, and goes on with the answer that was kept."""
    card, (mano, second, dealer) = await dealt(at)
    await say_ahead(at, card.id, mano, PASS)
    await at.press(card.id, dealer, LEAVE)
    await at.tables.pauses.pause(card.id, ANA)
    await let_pass(at, HOUR)
    assert await at.awaited(card.id, THREE) == (mano,)
    await at.tables.pauses.resume(card.id, ANA)
    await let_pass(at, 0)
    assert await at.awaited(card.id, THREE) == (second,)

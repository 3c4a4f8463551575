"""A move that revealed nothing can be taken back until somebody else moves."""

from dataclasses import replace

import pytest

from bot.tables.bots.memories import Memories
from bot.tables.domain.player import Player
from bot.tables.domain.table_state import table_state_of
from bot.tables.domain.time_controls import MINUTE
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import MoveStandsError, NoSeatError, PausedError
from bot.tables.history.replay import Finding, digest_of
from data.records.matches import ELSEWHERE, Actor, Life
from games.core.errors import StaleAnswerError
from games.core.saving import load_event, load_move
from games.tomate import TOMATE
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, GUILD, Guest, LocalApp
from tests.bot.tables.time_support import clocked, let_pass

PEOPLE = (ANA, BEN, CHEN)


async def moved(app: LocalApp, match_id: str) -> tuple[Player, int]:
    """Play until a move can be taken back; return who made it, and its step."""
    while True:
        mover, *_ = await app.awaited(match_id, PEOPLE)
        await app.press(match_id, mover)
        step = await app.tables.take_backs.step_for(match_id, mover.id)
        if step is not None:
            return mover, step


async def begun(app: LocalApp, *, rated: bool = False) -> MatchSummary:
    place = GUILD if rated else ELSEWHERE
    return await replace(app, guild_id=place).started(PEOPLE, TOMATE)


async def test_a_move_is_taken_back_at_once(app: LocalApp) -> None:
    """At an unrated table the question is asked again, its old answers are void, all is valid."""
    summary = await begun(app)
    await moved(app, summary.id)
    mover, step = await moved(app, summary.id)
    state, memories = await app.state(summary.id), Memories(app.store)
    match = await app.match(summary.id)
    await memories.of(match, TOMATE, 0)
    app.notes.heard.clear()
    after = await app.tables.take_backs.take_back(summary.id, mover, step)
    question = (await app.view(summary.id, mover.id)).question

    assert app.notes.heard == [summary.id]
    assert (after.step, after.take_back) == (step - 1, (after.seat_of(mover.id), True))
    assert await app.state(summary.id) != state
    assert question is not None
    match = await app.match(summary.id)
    steps = await app.store.history.steps(summary.id)
    assert table_state_of(match).audit_digest == digest_of(match, steps)
    remembered = await Memories(app.store).of(match, TOMATE, 0)
    assert await memories.of(match, TOMATE, 0) == remembered
    assert await memories.of(match, TOMATE, 0) == remembered
    assert (await app.awaited(summary.id, PEOPLE))[0] == mover
    with pytest.raises(StaleAnswerError):
        await app.press(summary.id, mover, ticket="0-older")
    await app.second().play_out(summary.id, PEOPLE)
    verdict = await app.tables.archive.verify(summary.id, Guest(mover.id, guild_id=ELSEWHERE))
    assert verdict.finding is Finding.AGREES


async def test_a_move_that_revealed_something_stands(app: LocalApp) -> None:
    """Throughout an unrated match, a move can be taken back exactly if it revealed nothing."""
    summary = await begun(app)
    offered: set[tuple[bool, bool]] = set()
    while True:
        mover, *_ = await app.awaited(summary.id, PEOPLE)
        await app.press(summary.id, mover)
        if (await app.summary(summary.id)).life is not Life.RUNNING:
            break
        *_, last = await app.store.history.steps(summary.id)
        reveals = any(load_event(TOMATE, saved).reveals for saved in last.events)
        step = await app.tables.take_backs.step_for(summary.id, mover.id)
        offered.add((reveals, step is not None))

    assert offered == {(True, False), (False, True)}


async def test_only_one_move_is_taken_back(app: LocalApp) -> None:
    """Once a move is taken back, the one before it stands, though it revealed nothing either."""
    summary = await begun(app)
    (_, first), (mover, step) = await moved(app, summary.id), await moved(app, summary.id)
    while step != first + 1:
        first, (mover, step) = step, await moved(app, summary.id)
    await app.tables.take_backs.take_back(summary.id, mover, step)

    assert [await app.tables.take_backs.step_for(summary.id, each.id) for each in PEOPLE] == [
        None
    ] * len(PEOPLE)


async def test_a_move_of_the_previous_player_stands(app: LocalApp) -> None:
    """Whoever takes a seat can't take back the move that was made there before."""
    summary = await begun(app)
    mover, step = await moved(app, summary.id)
    seat = summary.seat_of(mover.id)
    assert seat is not None
    await app.tables.seats.leave(summary.id, mover)
    await app.tables.seats.take_seat(summary.id, DORA, seat)

    assert await app.tables.take_backs.step_for(summary.id, DORA.id) is None
    assert (await app.summary(summary.id)).step == step


async def test_a_move_of_the_clock_stands(app: LocalApp) -> None:
    """A move that was made when time was up can't be taken back, even if it revealed nothing."""
    summary = await clocked(app, PEOPLE, "live_1m", TOMATE)
    reveals = True
    while reveals:
        await let_pass(app, MINUTE)
        *_, last = await app.store.history.steps(summary.id)
        reveals = any(load_event(TOMATE, saved).reveals for saved in last.events)

    offered = [await app.tables.take_backs.step_for(summary.id, each.id) for each in PEOPLE]
    assert (last.actor, offered) == (Actor.TIMEOUT, [None] * len(PEOPLE))


async def test_a_rated_move_needs_everybody(app: LocalApp) -> None:
    """At a rated table it's taken back once all others agree; the wish ends with a next step."""
    summary = await begun(app, rated=True)
    mover, step = await moved(app, summary.id)
    others = [player for player in PEOPLE if player != mover]
    with pytest.raises(MoveStandsError):
        await app.tables.take_backs.take_back(summary.id, others[0], step)
    for player in (mover, others[0]):
        asked = await app.tables.take_backs.take_back(summary.id, player, step)
        assert (asked.step, asked.take_back) == (step, (asked.seat_of(mover.id), False))
    done = await app.tables.take_backs.take_back(summary.id, others[1], step)

    assert done.step == step - 1


async def test_a_move_stands_in_time(app: LocalApp) -> None:
    """A move stands after another one, after one change, and for anybody but its mover."""
    summary = await begun(app)
    mover, step = await moved(app, summary.id)
    take_back = app.tables.take_backs.take_back
    with pytest.raises(NoSeatError):
        await take_back(summary.id, DORA, step)
    await app.tables.pauses.pause(summary.id, ANA)
    with pytest.raises(PausedError):
        await take_back(summary.id, mover, step)
    await app.tables.pauses.resume(summary.id, ANA)
    record = (await app.store.history.steps(summary.id))[-1]
    again = load_move(TOMATE, record.move or b"").model_dump(mode="json")
    await take_back(summary.id, mover, step)
    await app.press(summary.id, mover, again)
    for player in PEOPLE:
        with pytest.raises(MoveStandsError):
            await take_back(summary.id, player, step)
    newest, later = await moved(app, summary.id)
    other = next(player for player in PEOPLE if player != newest)
    for player, number in ((newest, step), (other, later)):
        with pytest.raises(MoveStandsError):
            await take_back(summary.id, player, number)


async def test_a_move_that_is_just_being_taken_back_is_not_offered(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks between two reads of a take-back is offered nothing, and nothing fails."""
    summary = await begun(app)
    await moved(app, summary.id)
    mover, step = await moved(app, summary.id)
    read = app.store.history.steps

    async def taken_back_first(match_id: str, after: int = -1) -> object:
        monkeypatch.undo()
        await app.tables.take_backs.take_back(summary.id, mover, step)
        return await read(match_id, after)

    monkeypatch.setattr(app.store.history, "steps", taken_back_first)
    assert await app.tables.take_backs.step_for(summary.id, mover.id) is None

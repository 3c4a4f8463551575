"""Pauses, and matches that end early."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from bot.tables import errors
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import DAY, HOUR, MINUTE, SECOND
from data.records.matches import Actor, Life
from tests.bot.tables.support import ANA, BEN, CHANNEL, CHEN, DORA, NOON, Guest, LocalApp
from tests.bot.tables.time_support import clocked, let_pass, made, next_thing
from tests.toys.batches import BATCHES
from tests.toys.seals import SEALS

FLAG = {"kind": "choose", "card": "flag"}


async def test_a_pause_stops_the_time_and_gives_it_back(app: LocalApp) -> None:
    """A pause stops deadlines, reminders and bots, and each resumes with the time it had left."""
    summary = await clocked(app, [ANA, BEN], "slow_3h", BATCHES, bots=1)
    before = {
        (row.kind, row.seat, row.ticket): row.due_at - NOON - SECOND
        for row in await app.store.deadlines.of_match(summary.id)
        if row.kind != "bot"
    }
    app.clock.advance(SECOND)
    paused = await app.tables.pauses.pause(summary.id, ANA)
    assert (paused.paused, paused.due_at) == (True, None)
    await let_pass(app, 5 * HOUR)
    assert (await app.summary(summary.id)).step == 0
    assert app.notes.reminded == []
    resumed = await app.tables.pauses.resume(summary.id, ANA)
    assert (resumed.paused, resumed.due_at) == (False, app.clock.now() + 3 * HOUR - SECOND)
    after = {
        (row.kind, row.seat, row.ticket): row.due_at - app.clock.now()
        for row in await app.store.deadlines.of_match(summary.id)
        if row.kind != "bot"
    }
    assert after == before
    await let_pass(app, 0)
    assert await made(app, summary.id) == [(2, Actor.BOT)]


async def test_nobody_answers_while_the_table_rests(app: LocalApp) -> None:
    """A paused table refuses answers, still shows hands and keeps drafts."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.tables.pauses.pause(summary.id, ANA)
    with pytest.raises(errors.PausedError):
        await app.press(summary.id, BEN, FLAG)
    match_view = await app.view(summary.id, BEN.id)
    assert match_view.question is not None
    assert match_view.due_at is None
    await app.keep_draft(summary.id, BEN.id, match_view.question.ticket, b"half a form")
    await app.tables.pauses.resume(summary.id, ANA)
    assert (await app.view(summary.id, BEN.id)).draft == b"half a form"
    assert (await app.press(summary.id, BEN, FLAG)).step == 1


async def test_host_and_moderators_pause_and_resume(app: LocalApp) -> None:
    """Only the host and moderators pause and resume, and neither works twice in a row."""
    summary = await app.started([ANA, BEN, CHEN])
    with pytest.raises(errors.NotHostError):
        await app.tables.pauses.pause(summary.id, BEN)
    with pytest.raises(errors.NotPausedError):
        await app.tables.pauses.resume(summary.id, ANA)
    await app.tables.pauses.pause(summary.id, DORA, moderator=True)
    with pytest.raises(errors.AlreadyPausedError):
        await app.tables.pauses.pause(summary.id, ANA)
    with pytest.raises(errors.NotHostError):
        await app.tables.pauses.resume(summary.id, BEN)
    assert not (await app.tables.pauses.resume(summary.id, ANA)).paused


async def test_a_pause_ends_by_itself(app: LocalApp) -> None:
    """A pause ends by itself after a week."""
    summary = await clocked(app, [ANA, BEN], "live_10m")
    await app.tables.pauses.pause(summary.id, ANA)
    await let_pass(app, 7 * DAY - 1)
    assert (await app.summary(summary.id)).paused
    await let_pass(app, 1)
    summary = await app.summary(summary.id)
    assert (summary.paused, summary.due_at) == (False, app.clock.now() + 10 * MINUTE)


async def test_the_limit_of_an_earlier_pause_ends_no_later_one(app: LocalApp) -> None:
    """The limit of a pause that was resumed doesn't end the next pause, whose own limit stays."""
    summary = await app.started([ANA, BEN, CHEN])
    pauses = app.tables.pauses
    await pauses.pause(summary.id, ANA)
    (due,) = await app.store.deadlines.of_match(summary.id)
    await pauses.resume(summary.id, ANA)
    app.clock.advance(SECOND)
    await pauses.pause(summary.id, ANA)
    (later,) = await app.store.deadlines.of_match(summary.id)
    await pauses.end(due)
    rows = await app.store.deadlines.of_match(summary.id)
    is_paused = (await app.summary(summary.id)).paused
    await pauses.end(later)

    assert (rows, is_paused) == ((later,), True)
    assert not (await app.summary(summary.id)).paused


async def test_a_pause_waits_for_other_changes_of_its_match(app: LocalApp) -> None:
    """While a match is being changed, its pause neither begins nor ends, but another's does."""
    here, there = [await app.started([ANA, BEN, CHEN]) for _ in range(2)]
    pauses, context = app.tables.pauses, app.tables.pauses._context

    async def end(match_id: str, _by: Player) -> None:
        for row in await app.store.deadlines.of_match(match_id):
            if row.kind == "pause_over":
                await pauses.end(row)

    changes: list[Callable[[str, Player], Coroutine[None, None, object]]]
    changes = [pauses.pause, pauses.resume, pauses.pause, end]
    for number, change in enumerate(changes):
        async with context.lock(here.id):
            waiting, other = [asyncio.create_task(change(each.id, ANA)) for each in (here, there)]
            await other
            are_paused = [(await app.summary(match.id)).paused for match in (here, there)]
        await waiting
        assert are_paused == [number % 2 == 1, number % 2 == 0]


async def test_a_pause_survives_the_bot(app: LocalApp) -> None:
    """A paused table stays paused after a restart and keeps its remaining time."""
    summary = await clocked(app, [ANA, BEN], "live_10m", BATCHES, bots=1)
    await app.tables.recovery.recover()
    await app.tables.pauses.pause(summary.id, ANA)
    rows = len(await app.store.deadlines.of_match(summary.id))
    app.clock.advance(3 * HOUR)
    await app.tables.recovery.recover()
    assert len(await app.store.deadlines.of_match(summary.id)) == rows
    await let_pass(app, HOUR)
    assert await made(app, summary.id) == []
    assert (await app.tables.pauses.resume(summary.id, ANA)).due_at == app.clock.now() + 10 * MINUTE


async def test_seats_change_hands_in_a_pause_too(app: LocalApp) -> None:
    """If a player leaves a paused table, a bot takes the seat and waits until it resumes."""
    summary = await clocked(app, [ANA, BEN, CHEN], "live_10m", BATCHES)
    await app.tables.pauses.pause(summary.id, ANA)
    await app.tables.seats.leave(summary.id, BEN)
    await app.tables.seats.leave(summary.id, CHEN)
    await app.tables.seats.take_seat(summary.id, DORA, 2)
    await let_pass(app, HOUR)
    assert await made(app, summary.id) == []
    await app.tables.pauses.resume(summary.id, ANA)
    kinds = {(row.kind, row.seat) for row in await app.store.deadlines.of_match(summary.id)}
    assert kinds >= {("bot", 1), ("clock", 0), ("clock", 2)}
    assert ("clock", 1) not in kinds


async def test_who_sits_down_in_a_pause_has_all_the_time(app: LocalApp) -> None:
    """A player who takes a seat during a pause gets the whole time for its question."""
    summary = await clocked(app, [ANA, BEN], "live_10m")
    app.clock.advance(9 * MINUTE)
    await app.tables.pauses.pause(summary.id, ANA)
    await app.tables.seats.leave(summary.id, ANA)
    await app.tables.seats.take_seat(summary.id, DORA, 0)
    resumed = await app.tables.pauses.resume(summary.id, DORA)
    assert resumed.due_at == app.clock.now() + 10 * MINUTE


async def test_a_table_that_everybody_left_alone_is_not_resumed_by_decree(app: LocalApp) -> None:
    """A table whose people are all absent can't be resumed by a moderator without a seat."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
    while not (await app.summary(summary.id)).paused:
        await next_thing(app)
    with pytest.raises(errors.NobodyHereError):
        await app.tables.pauses.resume(summary.id, DORA, moderator=True)


async def test_more_than_half_of_the_people_stop_a_match(app: LocalApp) -> None:
    """A majority of the people stops a match unrated; bots and repeated votes don't count."""
    summary = await app.started([ANA, BEN, CHEN], bots=2)
    assert (await app.tables.endings.vote(summary.id, BEN)).life is Life.RUNNING
    assert (await app.tables.endings.vote(summary.id, BEN)).life is Life.RUNNING
    assert (await app.tables.endings.vote(summary.id, ANA)).life is Life.STOPPED
    match = await app.match(summary.id)
    assert (match.terms.rated, match.result) == (False, None)
    assert (await app.view(summary.id, None)).standing.points == (0, 0, 0, 0, 0)
    assert await app.store.deadlines.of_match(summary.id) == ()


async def test_a_vote_is_seen_by_its_voter_alone(app: LocalApp) -> None:
    """A vote and its withdrawal are visible to the voter only."""
    summary = await app.started([ANA, BEN, CHEN, DORA], SEALS)
    viewers = (None, ANA.id, CHEN.id)
    count = len(app.notes.heard)
    shown = [(await app.view(summary.id, who)).fingerprint for who in viewers]
    for stop in (True, False, True):
        await app.tables.endings.vote(summary.id, BEN, stop=stop)
        assert (await app.view(summary.id, BEN.id)).wants_stop is stop
        sights = [await app.view(summary.id, who) for who in viewers]
        assert not any(match_view.wants_stop for match_view in sights)
        assert [match_view.fingerprint for match_view in sights] == shown
    assert len(app.notes.heard) == count


async def test_votes_count_among_those_who_are_still_seated(app: LocalApp) -> None:
    """A vote counts only while its player is seated, so a leaver can create the majority."""
    summary = await app.started([ANA, BEN, CHEN, DORA])
    for player in (ANA, BEN):
        await app.tables.endings.vote(summary.id, player)
    assert (await app.tables.seats.leave(summary.id, ANA)).life is Life.RUNNING
    await app.tables.endings.vote(summary.id, CHEN, stop=False)
    assert (await app.tables.endings.vote(summary.id, BEN)).life is Life.RUNNING
    assert (await app.tables.seats.leave(summary.id, CHEN)).life is Life.RUNNING
    assert (await app.tables.seats.leave(summary.id, DORA)).life is Life.STOPPED


async def test_only_who_is_seated_votes(app: LocalApp) -> None:
    """Spectators and players who left can't vote."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.tables.seats.leave(summary.id, CHEN)
    for player in (CHEN, DORA):
        with pytest.raises(errors.NoSeatError):
            await app.tables.endings.vote(summary.id, player)


async def test_the_host_stops_what_is_stuck_and_a_moderator_anything(app: LocalApp) -> None:
    """The host can stop a match that has waited for others for a day; a moderator, any."""
    summary = await app.started([ANA, BEN, CHEN])
    with pytest.raises(errors.NotHostError):
        await app.tables.endings.stop(summary.id, BEN)
    with pytest.raises(errors.NotStuckError):
        await app.tables.endings.stop(summary.id, ANA)
    await let_pass(app, DAY - 1)
    await app.press(summary.id, BEN, FLAG)
    await let_pass(app, DAY - 1)
    with pytest.raises(errors.NotStuckError):
        await app.tables.endings.stop(summary.id, ANA)
    await let_pass(app, 1)
    with pytest.raises(errors.OwnTurnError):
        await app.tables.endings.stop(summary.id, ANA)
    await app.press(summary.id, ANA, FLAG)
    await let_pass(app, DAY)
    assert (await app.tables.endings.stop(summary.id, ANA)).life is Life.STOPPED
    other = await app.started([ANA, BEN, CHEN])
    assert (await app.tables.endings.stop(other.id, DORA, moderator=True)).life is Life.STOPPED


async def test_a_pause_makes_no_match_stuck(app: LocalApp) -> None:
    """The time of a pause doesn't count towards the day after which the host may stop a match."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.tables.pauses.pause(summary.id, ANA)
    await let_pass(app, 2 * DAY)
    with pytest.raises(errors.NotStuckError):
        await app.tables.endings.stop(summary.id, ANA)
    await app.tables.pauses.resume(summary.id, ANA)
    with pytest.raises(errors.NotStuckError):
        await app.tables.endings.stop(summary.id, ANA)


async def test_who_plays_alone_stops_at_will(app: LocalApp) -> None:
    """A person alone with bots can stop the match at any time."""
    summary = await app.started([ANA], bots=2)
    assert (await app.tables.endings.stop(summary.id, ANA)).life is Life.STOPPED


async def test_what_cannot_be_read_can_be_stopped(app: LocalApp) -> None:
    """A damaged match can still be stopped by a majority, a moderator, or after a day its host."""
    voted, decreed, stuck = [await app.started([ANA, BEN, CHEN]) for _ in range(3)]
    app.damage("UPDATE states SET state = x'7b7d'")
    tables = app.second().tables  # a process with empty caches
    with pytest.raises(errors.UnreadableMatchError):
        await tables.queries.match_view(decreed.id, None)

    await tables.endings.vote(voted.id, ANA)
    assert (await tables.endings.vote(voted.id, BEN)).life is Life.STOPPED
    with pytest.raises(errors.NotHostError):
        await tables.endings.stop(decreed.id, DORA)
    assert (await tables.endings.stop(decreed.id, DORA, moderator=True)).life is Life.STOPPED
    app.clock.advance(DAY)
    assert (await tables.endings.stop(stuck.id, ANA)).life is Life.STOPPED
    assert await tables.queries.matches_in(CHANNEL, Guest(ANA.id)) == ()

"""Pauses, and matches that end early."""

from __future__ import annotations

import sqlite3

import pytest

from bot.tables.domain.time_controls import DAY, HOUR, MINUTE
from bot.tables.errors import (
    AlreadyPausedError,
    NobodyHereError,
    NoSeatError,
    NotHostError,
    NotPausedError,
    NotStuckError,
    PausedError,
    UnreadableMatchError,
)
from data.records.matches import Actor, Life
from tests.bot.tables.support import ANA, BEN, CHANNEL, CHEN, DORA, NOON, Guest, LocalApp
from tests.bot.tables.time_support import clocked, let_pass, made, next_thing
from tests.toys.batches import BATCHES
from tests.toys.seals import SEALS

FLAG = {"kind": "choose", "card": "flag"}


async def test_a_pause_stops_the_time_and_gives_it_back(at: LocalApp) -> None:
    """A pause stops deadlines, reminders and bots, and each resumes with the time it had left."""
    summary = await clocked(at, [ANA, BEN], "live_10m", BATCHES, bots=1)
    before = {
        (row.kind, row.seat, row.ticket): row.due_at - NOON - MINUTE
        for row in await at.store.deadlines.of_match(summary.id)
        if row.kind != "bot"
    }
    at.clock.advance(MINUTE)
    paused = await at.tables.pauses.pause(summary.id, ANA)
    assert (paused.paused, paused.due_at) == (True, None)
    await let_pass(at, 5 * HOUR)
    assert (await at.tables.queries.summary(summary.id)).step == 0
    assert at.notes.reminded == []
    resumed = await at.tables.pauses.resume(summary.id, ANA)
    assert (resumed.paused, resumed.due_at) == (False, at.clock.now() + 9 * MINUTE)
    after = {
        (row.kind, row.seat, row.ticket): row.due_at - at.clock.now()
        for row in await at.store.deadlines.of_match(summary.id)
        if row.kind != "bot"
    }
    assert after == before
    await let_pass(at, 0)
    assert await made(at, summary.id) == [(2, Actor.BOT)]


async def test_nobody_answers_while_the_table_rests(at: LocalApp) -> None:
    """A paused table refuses answers, still shows hands and keeps drafts."""
    summary = await at.started([ANA, BEN, CHEN])
    await at.tables.pauses.pause(summary.id, ANA)
    with pytest.raises(PausedError):
        await at.press(summary.id, BEN, FLAG)
    match_view = await at.tables.queries.match_view(summary.id, BEN.id)
    assert match_view.question is not None
    assert match_view.due_at is None
    await at.keep_draft(summary.id, BEN.id, match_view.question.ticket, b"half a form")
    await at.tables.pauses.resume(summary.id, ANA)
    assert (await at.tables.queries.match_view(summary.id, BEN.id)).draft == b"half a form"
    assert (await at.press(summary.id, BEN, FLAG)).step == 1


async def test_host_and_moderators_pause_and_resume(at: LocalApp) -> None:
    """Only the host and moderators pause and resume, and neither works twice in a row."""
    summary = await at.started([ANA, BEN, CHEN])
    with pytest.raises(NotHostError):
        await at.tables.pauses.pause(summary.id, BEN)
    with pytest.raises(NotPausedError):
        await at.tables.pauses.resume(summary.id, ANA)
    await at.tables.pauses.pause(summary.id, DORA, moderator=True)
    with pytest.raises(AlreadyPausedError):
        await at.tables.pauses.pause(summary.id, ANA)
    with pytest.raises(NotHostError):
        await at.tables.pauses.resume(summary.id, BEN)
    assert not (await at.tables.pauses.resume(summary.id, ANA)).paused


async def test_a_pause_ends_by_itself(at: LocalApp) -> None:
    """A pause ends by itself after a week."""
    summary = await clocked(at, [ANA, BEN], "live_10m")
    await at.tables.pauses.pause(summary.id, ANA)
    await let_pass(at, 7 * DAY - 1)
    assert (await at.tables.queries.summary(summary.id)).paused
    await let_pass(at, 1)
    summary = await at.tables.queries.summary(summary.id)
    assert (summary.paused, summary.due_at) == (False, at.clock.now() + 10 * MINUTE)


async def test_a_pause_survives_the_bot(at: LocalApp) -> None:
    """A paused table stays paused after a restart and keeps its remaining time."""
    summary = await clocked(at, [ANA, BEN], "live_10m", BATCHES, bots=1)
    await at.tables.recovery.recover()
    await at.tables.pauses.pause(summary.id, ANA)
    rows = len(await at.store.deadlines.of_match(summary.id))
    at.clock.advance(3 * HOUR)
    await at.tables.recovery.recover()
    assert len(await at.store.deadlines.of_match(summary.id)) == rows
    await let_pass(at, HOUR)
    assert await made(at, summary.id) == []
    assert (await at.tables.pauses.resume(summary.id, ANA)).due_at == at.clock.now() + 10 * MINUTE


async def test_seats_change_hands_in_a_pause_too(at: LocalApp) -> None:
    """If a player leaves a paused table, a bot takes the seat and waits until it resumes."""
    summary = await clocked(at, [ANA, BEN, CHEN], "live_10m", BATCHES)
    await at.tables.pauses.pause(summary.id, ANA)
    await at.tables.seats.leave(summary.id, BEN)
    await at.tables.seats.leave(summary.id, CHEN)
    await at.tables.seats.take_seat(summary.id, DORA, 2)
    await let_pass(at, HOUR)
    assert await made(at, summary.id) == []
    await at.tables.pauses.resume(summary.id, ANA)
    kinds = {(row.kind, row.seat) for row in await at.store.deadlines.of_match(summary.id)}
    assert kinds >= {("bot", 1), ("clock", 0), ("clock", 2)}
    assert ("clock", 1) not in kinds


async def test_who_sits_down_in_a_pause_has_all_the_time(at: LocalApp) -> None:
    """A player who takes a seat during a pause gets the whole time for its question."""
    summary = await clocked(at, [ANA, BEN], "live_10m")
    at.clock.advance(9 * MINUTE)
    await at.tables.pauses.pause(summary.id, ANA)
    await at.tables.seats.leave(summary.id, ANA)
    await at.tables.seats.take_seat(summary.id, DORA, 0)
    resumed = await at.tables.pauses.resume(summary.id, DORA)
    assert resumed.due_at == at.clock.now() + 10 * MINUTE


async def test_a_table_that_everybody_left_alone_is_not_resumed_by_decree(at: LocalApp) -> None:
    """A table whose people are all absent can't be resumed by a moderator without a seat."""
    summary = await clocked(at, [ANA, BEN], "live_1m", BATCHES)
    while not (await at.tables.queries.summary(summary.id)).paused:
        await next_thing(at)
    with pytest.raises(NobodyHereError):
        await at.tables.pauses.resume(summary.id, DORA, moderator=True)


async def test_more_than_half_of_the_people_stop_a_match(at: LocalApp) -> None:
    """A majority of the people stops a match unrated; bots and repeated votes don't count."""
    summary = await at.started([ANA, BEN, CHEN], bots=2)
    assert (await at.tables.endings.vote(summary.id, BEN)).life is Life.RUNNING
    assert (await at.tables.endings.vote(summary.id, BEN)).life is Life.RUNNING
    assert (await at.tables.endings.vote(summary.id, ANA)).life is Life.STOPPED
    match = await at.store.matches.find(summary.id)
    assert match is not None
    assert (match.terms.rated, match.result) == (False, None)
    assert (await at.tables.queries.match_view(summary.id, None)).standing.points == (0, 0, 0, 0, 0)
    assert await at.store.deadlines.of_match(summary.id) == ()


async def test_a_vote_is_seen_by_its_voter_alone(at: LocalApp) -> None:
    """A vote and its withdrawal are visible to the voter only."""
    summary = await at.started([ANA, BEN, CHEN, DORA], SEALS)
    viewers = (None, ANA.id, CHEN.id)
    told = len(at.notes.heard)
    shown = [(await at.tables.queries.match_view(summary.id, who)).fingerprint for who in viewers]
    for stop in (True, False, True):
        await at.tables.endings.vote(summary.id, BEN, stop=stop)
        assert (await at.tables.queries.match_view(summary.id, BEN.id)).wants_stop is stop
        sights = [await at.tables.queries.match_view(summary.id, who) for who in viewers]
        assert not any(match_view.wants_stop for match_view in sights)
        assert [match_view.fingerprint for match_view in sights] == shown
    assert len(at.notes.heard) == told


async def test_votes_count_among_those_who_are_still_seated(at: LocalApp) -> None:
    """A vote counts only while its player is seated, so a leaver can create the majority."""
    summary = await at.started([ANA, BEN, CHEN, DORA])
    for player in (ANA, BEN):
        await at.tables.endings.vote(summary.id, player)
    assert (await at.tables.seats.leave(summary.id, ANA)).life is Life.RUNNING
    await at.tables.endings.vote(summary.id, CHEN, stop=False)
    assert (await at.tables.endings.vote(summary.id, BEN)).life is Life.RUNNING
    assert (await at.tables.seats.leave(summary.id, CHEN)).life is Life.RUNNING
    assert (await at.tables.seats.leave(summary.id, DORA)).life is Life.STOPPED


async def test_only_who_is_seated_votes(at: LocalApp) -> None:
    """Spectators and players who left can't vote."""
    summary = await at.started([ANA, BEN, CHEN])
    await at.tables.seats.leave(summary.id, CHEN)
    for player in (CHEN, DORA):
        with pytest.raises(NoSeatError):
            await at.tables.endings.vote(summary.id, player)


async def test_the_host_stops_what_is_stuck_and_a_moderator_anything(at: LocalApp) -> None:
    """The host can stop a match after a day without an answer; a moderator can at any time."""
    summary = await at.started([ANA, BEN, CHEN])
    with pytest.raises(NotHostError):
        await at.tables.endings.stop(summary.id, BEN)
    with pytest.raises(NotStuckError):
        await at.tables.endings.stop(summary.id, ANA)
    await let_pass(at, DAY - 1)
    await at.press(summary.id, BEN, FLAG)
    await let_pass(at, DAY - 1)
    with pytest.raises(NotStuckError):
        await at.tables.endings.stop(summary.id, ANA)
    await let_pass(at, 1)
    assert (await at.tables.endings.stop(summary.id, ANA)).life is Life.STOPPED
    other = await at.started([ANA, BEN, CHEN])
    assert (await at.tables.endings.stop(other.id, DORA, moderator=True)).life is Life.STOPPED


async def test_a_pause_makes_no_match_stuck(at: LocalApp) -> None:
    """The time of a pause doesn't count towards the day after which the host may stop a match."""
    summary = await at.started([ANA, BEN, CHEN])
    await at.tables.pauses.pause(summary.id, ANA)
    await let_pass(at, 2 * DAY)
    with pytest.raises(NotStuckError):
        await at.tables.endings.stop(summary.id, ANA)
    await at.tables.pauses.resume(summary.id, ANA)
    with pytest.raises(NotStuckError):
        await at.tables.endings.stop(summary.id, ANA)


async def test_who_plays_alone_stops_at_will(at: LocalApp) -> None:
    """A person alone with bots can stop the match at any time."""
    summary = await at.started([ANA], bots=2)
    assert (await at.tables.endings.stop(summary.id, ANA)).life is Life.STOPPED


async def test_what_cannot_be_read_can_be_stopped(at: LocalApp) -> None:
    """A damaged match can still be stopped by a majority or a moderator."""
    voted, decreed = [await at.started([ANA, BEN, CHEN]) for _ in range(2)]
    with sqlite3.connect(at.path) as connection:
        connection.execute("UPDATE states SET state = x'7b7d'")
    connection.close()
    tables = at.second().tables  # a process with empty caches
    with pytest.raises(UnreadableMatchError):
        await tables.queries.match_view(decreed.id, None)

    await tables.endings.vote(voted.id, ANA)
    assert (await tables.endings.vote(voted.id, BEN)).life is Life.STOPPED
    with pytest.raises(NotHostError):
        await tables.endings.stop(decreed.id, DORA)
    assert (await tables.endings.stop(decreed.id, DORA, moderator=True)).life is Life.STOPPED
    assert await tables.queries.matches_in(CHANNEL, Guest(ANA.id)) == ()

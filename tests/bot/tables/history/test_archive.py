"""Replays, logs and checks of matches: who may see them, and what they show."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.tables import errors
from bot.tables.history.replay import Finding
from data.records.matches import ELSEWHERE
from games.core.event import OpeningEvent, SealedEvent
from games.core.game import AnyGame
from games.core.saving import load_event
from games.core.text import PLAIN, speak
from games.tomate import TOMATE
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHANNEL,
    CHEN,
    DORA,
    GUILD,
    OTHER_CHANNEL,
    PEOPLE,
    PLAYED,
    Guest,
    LocalApp,
)
from tests.toys.seals import SEALS

HERE = Guest(ANA.id)


async def over(app: LocalApp, game: AnyGame = SEALS) -> str:
    """Play a match to its end; return its id."""
    players = PEOPLE[: max(3, game.info.seats[0])]
    return await app.played(players, game)


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.info.key)
async def test_every_step_can_be_seen_again(app: LocalApp, game: AnyGame) -> None:
    """A replay ends with the result, lists the start of each round, and the check agrees."""
    players = PEOPLE[: max(2, game.info.seats[0])]
    match_id = await app.played(players, game)
    archive = app.tables.archive
    end = await archive.moment(match_id, 10**6, "open", HERE)
    begun = [
        await archive.moment(match_id, each_round.step, "watcher", HERE)
        for each_round in end.rounds
    ]

    assert end.entry.step == end.last
    assert len(end.hands) == len(players)
    assert end.table.result == (await app.view(match_id, None)).result
    texts = [moment.table.tableau.progress for moment in begun]
    rounds = [progress.value for progress in texts if progress is not None]
    assert rounds == sorted(set(rounds))
    assert len(rounds) == len(begun)
    assert (await archive.verify(match_id, HERE)).finding is Finding.AGREES


@pytest.mark.parametrize("game", [SEALS, TOMATE], ids=lambda game: game.info.key)
async def test_a_log_has_each_event_once(app: LocalApp, game: AnyGame) -> None:
    """A log lists all events in order, and an event that opens a round begins its part of it."""
    match_id = await over(app, game)
    rounds = (await app.tables.archive.log(match_id, HERE)).rounds
    steps = await app.store.history.steps(match_id)
    events = [load_event(game, saved) for record in steps for saved in record.events]
    listed = [event.text() for event in events if not isinstance(event, SealedEvent)]
    openings = [event.text() for event in events if isinstance(event, OpeningEvent)][1:]
    firsts = [round_.events[0] for round_ in rounds[1:]]

    assert [text for round_ in rounds for text in round_.events] == listed
    assert len(firsts) > 1
    assert all(opening in firsts for opening in openings)


async def test_a_replay_is_turned_from_news_to_news(app: LocalApp) -> None:
    """Both ways, its pages are the first step, the last, and all in which everybody sees news."""
    match_id = await over(app)
    last = (await app.match(match_id)).step
    steps = await app.store.history.steps(match_id)
    events = [[load_event(SEALS, saved) for saved in record.events] for record in steps]
    news = [
        record.step
        for record, each in zip(steps, events, strict=True)
        if record.step in (0, last)
        or any(e.seen_by() is None and not isinstance(e, SealedEvent) for e in each)
    ]
    ways = list[list[int]]()
    for turn, begin in ((1, 0), (-1, last)):
        way = [begin]
        while len(way) == 1 or (way[-1] not in (0, last) and len(way) < len(steps)):
            page = await app.tables.archive.moment(match_id, way[-1], "open", HERE, turn=turn)
            way.append(page.entry.step)
        ways.append(way)

    assert ways == [news, news[::-1]]
    assert len(news) < len(steps)


async def test_eyes_see_what_they_saw(app: LocalApp) -> None:
    """A replay shows a seat its own view of each step, and a spectator the public view."""
    match_id = await over(app)
    archive = app.tables.archive
    for step in (0, 2, 5):
        whole = await archive.moment(match_id, step, "open", HERE)
        for eyes in (0, 1, 2):
            seen = await archive.moment(match_id, step, eyes, HERE)
            assert seen.table.view == whole.hands[eyes].view
            assert all(event in whole.entry.events for event in seen.entry.events)
        watched = await archive.moment(match_id, step, "watcher", HERE)
        assert watched.hands == ()
        assert watched.table.tableau.hand == ()


async def test_a_seat_bears_the_name_of_who_held_it_then(app: LocalApp) -> None:
    """A replay names the player who held a seat at that step."""
    summary = await app.started(PEOPLE[:3], rounds=2)
    await app.press(summary.id, ANA)
    await app.tables.seats.leave(summary.id, CHEN)
    await app.press(summary.id, BEN)
    await app.tables.seats.leave(summary.id, ANA)
    await app.tables.seats.leave(summary.id, BEN)
    archive = app.tables.archive
    first = await archive.moment(summary.id, 1, "watcher", HERE)
    last = await archive.moment(summary.id, 2, "watcher", HERE)

    assert first.summary.names == ("Ana", "Ben", "Chen")
    assert last.summary.names[:2] == ("Ana", "Ben")
    assert last.summary.names[2] != "Chen"


STRANGERS = {
    "without the channel": Guest(DORA.id, channels=frozenset({OTHER_CHANNEL})),
    "in another server": Guest(DORA.id, GUILD + 1),
    "in direct messages": Guest(DORA.id, None, frozenset()),
}
OTHERS = {
    "views the channel": (Guest(DORA.id), True),
    "sat there": (Guest(ANA.id, channels=frozenset()), True),
    "in direct messages": (Guest(ANA.id, None, frozenset()), True),
    "in another server": (Guest(ANA.id, GUILD + 1, frozenset()), False),
}
"""Visitors who may look back at a match, and whether it is in their list."""


async def test_strangers_learn_nothing(app: LocalApp) -> None:
    """To somebody who neither played nor views the channel, a match does not exist."""
    match_id = await over(app)
    archive = app.tables.archive
    for visitor in STRANGERS.values():
        attempts: list[Callable[[str, Guest], Awaitable[object]]] = [
            lambda which, who: archive.moment(which, 0, "open", who),
            archive.log,
            archive.verify,
            archive.find,
        ]
        for attempt in attempts:
            for which in (match_id, "nothing"):
                with pytest.raises(errors.NoSuchRecordError):
                    await attempt(which, visitor)
        assert await archive.over(visitor) == ()


async def test_players_and_viewers_look_back(app: LocalApp) -> None:
    """A match's records are open to its players anywhere and to viewers of its channel."""
    match_id = await over(app)
    archive = app.tables.archive
    for name, (visitor, is_listed) in OTHERS.items():
        listed = [summary.id for summary in await archive.over(visitor)]

        assert listed == ([match_id] if is_listed else []), name
        assert (await archive.find(match_id, visitor)).id == match_id
        assert (await archive.log(match_id, visitor)).is_over
        assert (await archive.moment(match_id, 0, "open", visitor)).entry.step == 0
        assert (await archive.verify(match_id, visitor)).finding is Finding.AGREES


async def test_a_match_where_the_bot_only_answered_is_seen_there(app: LocalApp) -> None:
    """It belongs to no server, so whoever views its channel may look back at it from any."""
    match_id = await over(replace(app, guild_id=ELSEWHERE))
    archive = app.tables.archive

    assert (await archive.find(match_id, Guest(DORA.id))).id == match_id
    with pytest.raises(errors.NoSuchRecordError):
        await archive.find(match_id, Guest(DORA.id, channels=frozenset()))


async def test_a_moved_table_is_seen_where_it_stands_now(app: LocalApp) -> None:
    """After a table moves, viewing its new channel gives access; its thread's parent is known."""
    summary = await app.started(PEOPLE[:3])
    here, there = (Guest(DORA.id, channels=frozenset({item})) for item in (CHANNEL, OTHER_CHANNEL))
    await app.tables.relocation.move(summary.id, OTHER_CHANNEL, CHANNEL)

    assert (await app.summary(summary.id)).parent_id == CHANNEL
    assert (await app.tables.queries.meet(summary.id, there)).channel_id == OTHER_CHANNEL
    assert [item.id for item in await app.tables.queries.matches_in(OTHER_CHANNEL, there)] == [
        summary.id
    ]
    with pytest.raises(errors.NoSuchMatchError):
        await app.tables.queries.meet(summary.id, here)


async def test_what_is_not_over_is_not_opened(app: LocalApp) -> None:
    """A lobby has no records; a running match has only its log, without others' secrets."""
    lobby = await app.opened()
    running = await app.started(PEOPLE[1:4])
    archive = app.tables.archive
    refusals: list[tuple[str, type[errors.TableError]]] = [
        (lobby.summary.id, errors.NothingPlayedError),
        (running.id, errors.StillPlayedError),
    ]
    for match_id, error in refusals:
        with pytest.raises(error):
            await archive.moment(match_id, 0, "open", HERE)
        with pytest.raises(error):
            await archive.verify(match_id, HERE)
    with pytest.raises(errors.NothingPlayedError):
        await archive.log(lobby.summary.id, HERE)
    line = await archive.log(running.id, Guest(BEN.id))
    assert not line.is_over
    assert [text for text in line.events if "Chen" in speak(text, PLAIN)] == []


async def test_older_rules_are_named_where_a_step_cannot_be_shown(app: LocalApp) -> None:
    """A replay of a match under older rules is refused, and the check names the reason."""
    match_id = await over(app)
    app.damage("UPDATE matches SET state_version = 0")
    app.damage("UPDATE steps SET seat = seat + 5 WHERE step > 0")
    archive = app.tables.archive

    with pytest.raises(errors.OldRulesError):
        await archive.moment(match_id, 1, "watcher", HERE)
    assert (await archive.verify(match_id, HERE)).finding is Finding.OLD_RULES


CHANGES = {
    "UPDATE steps SET move = CAST(replace(move, 'kind', 'king') AS BLOB) WHERE step": Finding.STEP,
    "UPDATE steps SET events = replace(events, ':1', ':2') WHERE step = 0": Finding.SETUP,
    "UPDATE matches SET secret = x'00'": Finding.SEED,
    "UPDATE matches SET result = replace(result, '\"points\":[', '\"points\":[1')": Finding.END,
    "UPDATE steps SET events = '[' WHERE step = 3": Finding.RECORD,
    "UPDATE steps SET made_at = made_at + 1 WHERE step = 3": Finding.RECORD,
}


@pytest.mark.parametrize("statement", CHANGES)
async def test_a_changed_database_is_found_out(app: LocalApp, statement: str) -> None:
    """The check names what was changed directly in the database."""
    match_id = await over(app)
    app.damage(statement)

    assert (await app.tables.archive.verify(match_id, HERE)).finding is CHANGES[statement]


async def test_a_broken_state_is_found_out(app: LocalApp) -> None:
    """The check names a kept state that can't be unpacked, and a replay is refused."""
    match_id = await over(app)
    await app.store.history.compact(match_id)
    app.damage("UPDATE checkpoints SET packed = x'00ff'")
    archive = app.tables.archive

    assert (await archive.verify(match_id, HERE)).finding is Finding.RECORD
    with pytest.raises(errors.UnreadableMatchError):
        await archive.moment(match_id, 1, "watcher", HERE)


async def test_a_broken_result_is_told(app: LocalApp) -> None:
    """Checking a match whose result is not JSON is refused as unreadable."""
    match_id = await over(app)
    app.damage("UPDATE matches SET result = '{'")
    with pytest.raises(errors.UnreadableMatchError):
        await app.tables.archive.verify(match_id, HERE)


async def test_other_peoples_matches_hide_none_of_ones_own(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Someone's own matches are listed however many newer ones others have played nearby."""
    monkeypatch.setattr("bot.tables.history.archive.MOST", 2)
    mine = await over(app)
    others = [await app.played(PEOPLE[4:7]) for _ in range(2)]

    assert {item.id for item in await app.tables.archive.over(HERE)} == {*others}
    assert [item.id for item in await app.tables.archive.over(HERE, own=True)] == [mine]


@pytest.mark.parametrize(
    "damage", ["game = 'chess'", "options = x'7b7d'", "options = x'7b'"], ids=["game", "{}", "{"]
)
async def test_a_match_without_a_card_hides_no_other(app: LocalApp, damage: str) -> None:
    """A match of a removed game, or with unreadable options, is left out of lists."""
    older, old = await over(app), await over(app)
    first, second = await app.started(PEOPLE[:3]), await app.started(PEOPLE[:3])
    app.damage(f"UPDATE matches SET {damage} WHERE match_id IN ('{old}', '{first.id}')")

    assert [summary.id for summary in await app.tables.archive.over(HERE)] == [older]
    assert [
        summary.id for summary in await app.tables.queries.matches_in(CHANNEL, Guest(ANA.id))
    ] == [second.id]
    assert [summary.id for summary in await app.tables.queries.matches_of(ANA.id)] == [second.id]

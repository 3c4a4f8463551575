"""Absent players, the bots that replace them, and substitutes."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables import errors
from bot.tables.domain.absence import taken_over
from bot.tables.domain.player import Player
from bot.tables.domain.table_state import TableState
from bot.tables.domain.time_controls import DAY, MINUTE
from bot.tables.domain.views import MatchSummary
from bot.tables.history.replay import Finding
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.time_limits import Limits
from data.records.matches import Actor, Life
from games.core.game import AnyGame, apply
from games.karate_tomate import KARATE_TOMATE
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, GUILD, PEOPLE, Guest, LocalApp, local_app
from tests.bot.tables.time_support import clocked, let_pass, made, next_thing, play_on
from tests.toys.batches import BATCHES
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS
from tests.toys.seals.moves import Choose

FIVE = PEOPLE[4]


async def leavers(app: LocalApp, match_id: str) -> tuple[str, ...]:
    return (await Leaderboards(app.store, app.clock).outcome(GUILD, match_id)).leavers


def seats_of_bots(summary: MatchSummary) -> list[int]:
    return [occupant.seat for occupant in summary.occupants if occupant.is_bot]


async def stay_away(app: LocalApp, match_id: str, present: list[Player]) -> MatchSummary:
    """Let everyone except those present be absent until a bot takes somebody's seat."""
    before = seats_of_bots(await app.summary(match_id))
    while seats_of_bots(summary := await app.summary(match_id)) == before:
        owing = await app.awaited(match_id, present)
        if owing:
            await app.press(match_id, owing[0])
        else:
            await next_thing(app)
    return summary


async def test_after_two_missed_turns_in_a_row_a_bot_plays_on(app: LocalApp) -> None:
    """One missed turn changes nothing; a second in a row gives the seat to a bot, marked as one."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
    await app.press(summary.id, ANA)
    await let_pass(app, MINUTE)
    assert seats_of_bots(await app.summary(summary.id)) == []
    await app.press(summary.id, ANA)
    await let_pass(app, MINUTE)
    summary = await app.summary(summary.id)
    ben = summary.occupants[1]
    assert (ben.is_bot, ben.name, ben.stands_in_for) == (True, "Basil", BEN.id)
    assert ben.open_to_substitutes
    assert not summary.occupants[0].open_to_substitutes
    assert [actor for seat, actor in await made(app, summary.id) if seat == 1] == [
        Actor.TIMEOUT,
        Actor.TIMEOUT,
        Actor.BOT,
    ]


async def test_an_answer_of_ones_own_begins_the_count_anew(app: LocalApp) -> None:
    """A player who answers between two missed turns keeps the seat."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
    for ben_answers in (False, True, False):
        for player in (ANA, BEN) if ben_answers else (ANA,):
            await app.press(summary.id, player)
        await let_pass(app, 0 if ben_answers else MINUTE)
    assert seats_of_bots(await app.summary(summary.id)) == []


async def test_in_secret_a_bot_sits_down_with_the_next_question(app: LocalApp) -> None:
    """A bot takes an absent player's seat only after the sealed question is resolved."""
    summary = await app.started([ANA, BEN, CHEN], SEALS)
    before = (await app.tables.lobbies._context.repository.started(summary.id)).position
    table_state = TableState(missed_turns={0: 2, 1: 1})
    position, handed = before, []
    for seat in range(3):
        last = position
        step = apply(SEALS, last.state, seat, Choose(card="flag"))
        position = replace(last, state=step.state)
        handed.append(
            [change.seat for change in taken_over(table_state, last, position, 0).hand_overs]
        )
    assert handed == [[], [], [0]]


@pytest.mark.parametrize("act", ["back", "seat"])
async def test_the_seat_is_taken_back_with_one_press(app: LocalApp, act: str) -> None:
    """An absent player replaced by a bot can take the seat back, and gets the whole time again."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
    await stay_away(app, summary.id, [ANA])
    take = app.tables.seats.take_back if act == "back" else app.tables.seats.take_seat
    summary = await take(summary.id, BEN)
    assert summary.occupants[1].player_id == BEN.id
    assert summary.occupants[1].stands_in_for is None
    await app.press(summary.id, ANA)
    assert (await app.view(summary.id, BEN.id)).due_at == app.clock.now() + MINUTE
    await app.press(summary.id, ANA)
    await let_pass(app, MINUTE)
    assert seats_of_bots(await app.summary(summary.id)) == []
    assert (await leavers(app, summary.id)) == ()


async def test_what_the_bot_was_asked_is_not_answered_twice(tmp_path: Path) -> None:
    """A question the bot hasn't answered is the returning player's, with the whole time again."""
    async with local_app(tmp_path / "a.db", limits=Limits()) as app:
        summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
        summary = await stay_away(app, summary.id, [ANA])
        await app.tables.seats.take_back(summary.id, BEN)
        await let_pass(app, MINUTE // 2)
        assert (await app.summary(summary.id)).step == summary.step
        match_view = await app.view(summary.id, BEN.id)
        assert match_view.due_at == app.clock.now() + MINUTE // 2
        await app.press(summary.id, BEN)
        assert (await made(app, summary.id))[-1] == (1, Actor.PLAYER)


async def test_who_left_may_take_the_own_seat_back_and_no_other(app: LocalApp) -> None:
    """A player who left can take back only their own seat, so nobody sees two hands."""
    summary = await app.started([ANA, BEN, CHEN, DORA])
    await app.tables.seats.leave(summary.id, BEN)
    summary = await app.tables.seats.leave(summary.id, CHEN)
    with pytest.raises(errors.HasSeenAnotherHandError):
        await app.tables.seats.take_seat(summary.id, BEN, 2)
    summary = await app.tables.seats.take_back(summary.id, BEN)
    assert summary.occupants[1].player_id == BEN.id
    with pytest.raises(errors.AlreadySeatedError):
        await app.tables.seats.take_seat(summary.id, BEN, 2)
    assert await leavers(app, summary.id) == ("Chen",)


async def test_a_substitute_plays_on_for_good(app: LocalApp) -> None:
    """A substitute gets the seat and its hand, and its former player can't take it back."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.tables.seats.leave(summary.id, BEN)
    assert await leavers(app, summary.id) == ("Ben",)
    summary = await app.tables.seats.take_seat(summary.id, DORA)
    assert summary.names == ("Ana", "Dora", "Chen")
    assert not any(seat.is_bot or seat.open_to_substitutes for seat in summary.occupants)
    state = await app.state(summary.id)
    assert (await app.view(summary.id, DORA.id)).view == SEALS.view(state, 1)
    assert await leavers(app, summary.id) == ()
    with pytest.raises(errors.SeatHeldError):
        await app.tables.seats.take_back(summary.id, BEN)
    with pytest.raises(errors.NoOpenSeatError):
        await app.tables.seats.take_seat(summary.id, BEN)
    tenures = [tenure for tenure in await app.store.matches.tenures(summary.id) if tenure.seat == 1]
    assert [(tenure.sitter.player_id, tenure.reason) for tenure in tenures] == [
        (BEN.id, "joined"),
        (None, "left"),
        (DORA.id, "substitute"),
    ]


async def test_a_substitute_has_missed_nothing_yet(app: LocalApp) -> None:
    """What a seat's last player has missed doesn't count against the next one."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
    for sits_down in (True, False):
        await app.press(summary.id, ANA)
        await let_pass(app, MINUTE)
        if sits_down:
            await app.tables.seats.leave(summary.id, BEN)
            await app.tables.seats.take_seat(summary.id, DORA)
    assert seats_of_bots(await app.summary(summary.id)) == []


async def test_a_substitute_who_goes_is_the_one_who_may_return(app: LocalApp) -> None:
    """A seat can be taken by its last player or a newcomer, not by anybody who held it before."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.tables.seats.leave(summary.id, BEN)
    await app.tables.seats.take_seat(summary.id, DORA)
    summary = await app.tables.seats.leave(summary.id, DORA)
    assert summary.occupants[1].stands_in_for == DORA.id
    with pytest.raises(errors.SeatHeldError):
        await app.tables.seats.take_back(summary.id, BEN)
    with pytest.raises(errors.HasSeenAnotherHandError):
        await app.tables.seats.take_seat(summary.id, BEN)
    assert await leavers(app, summary.id) == ("Dora",)
    assert (await app.tables.seats.take_seat(summary.id, DORA)).names == ("Ana", "Dora", "Chen")


async def test_bots_of_the_lobby_keep_their_seats(app: LocalApp) -> None:
    """Bots added in the lobby can't be replaced by people."""
    summary = await app.started([ANA, BEN], bots=1)
    assert not summary.occupants[2].open_to_substitutes
    for seat in (None, 2):
        with pytest.raises(errors.NoOpenSeatError):
            await app.tables.seats.take_seat(summary.id, DORA, seat)


async def test_a_substitute_is_as_welcome_as_in_the_lobby(app: LocalApp) -> None:
    """A player who was removed, or lacks an invitation, can't become a substitute."""
    lobby = await app.opened()
    for player in (BEN, CHEN, DORA):
        await app.tables.lobbies.join(lobby.summary.id, player)
    await app.tables.lobbies.kick(lobby.summary.id, ANA, DORA.id)
    await app.tables.lobbies.set_options(lobby.summary.id, ANA, {"invite_only": True})
    await app.tables.match_start.start(lobby.summary.id, ANA)
    await app.tables.seats.leave(lobby.summary.id, BEN)
    for player, refusal in ((DORA, errors.KickedError), (FIVE, errors.NotInvitedError)):
        with pytest.raises(refusal):
            await app.tables.seats.take_seat(lobby.summary.id, player)


async def test_nobody_takes_what_is_not_there(app: LocalApp) -> None:
    """Seat changes, pauses and stops are refused with the error that names the reason."""
    summary = await app.started([ANA, BEN], BATCHES)
    with pytest.raises(errors.AlreadySeatedError):
        await app.tables.seats.take_back(summary.id, ANA)
    with pytest.raises(errors.NothingToTakeBackError):
        await app.tables.seats.take_back(summary.id, CHEN)
    await app.tables.seats.leave(summary.id, ANA)
    await app.tables.seats.leave(summary.id, BEN)
    refused: list[Callable[[], Awaitable[MatchSummary]]] = [
        lambda: app.tables.seats.take_back(summary.id, ANA),
        lambda: app.tables.seats.take_seat(summary.id, CHEN),
        lambda: app.tables.pauses.pause(summary.id, ANA),
        lambda: app.tables.pauses.resume(summary.id, ANA),
        lambda: app.tables.endings.stop(summary.id, ANA),
        lambda: app.tables.endings.vote(summary.id, ANA),
        lambda: app.tables.seats.leave(summary.id, CHEN),
    ]
    for act in refused:
        with pytest.raises(errors.MatchOverError):
            await act()


async def test_a_table_that_all_stay_away_from_rests_and_then_stops(app: LocalApp) -> None:
    """If everybody is absent, the table pauses for ten minutes and then stops, unrated."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES, bots=1)
    while seats_of_bots(summary := await app.summary(summary.id)) != [0, 1, 2]:
        await next_thing(app)
    assert (summary.life, summary.paused, summary.due_at) == (Life.RUNNING, True, None)
    step = summary.step
    await let_pass(app, 10 * MINUTE - 1)
    assert (await app.summary(summary.id)).step == step
    await let_pass(app, 1)
    ended = await app.match(summary.id)
    assert (ended.life, ended.terms.rated, ended.step) == (Life.STOPPED, False, step)


async def test_whoever_comes_back_wakes_the_table(app: LocalApp) -> None:
    """One returning player resumes a table that was paused because everybody was absent."""
    summary = await clocked(app, [ANA, BEN], "slow_1d", BATCHES)
    while len(seats_of_bots(await app.summary(summary.id))) < 2:
        await next_thing(app)
    summary = await app.tables.seats.take_back(summary.id, BEN)
    assert not summary.paused
    assert (await app.view(summary.id, BEN.id)).due_at == app.clock.now() + DAY
    ended = await play_on(app, summary.id, [BEN])
    assert ended.life is Life.FINISHED
    assert await leavers(app, summary.id) == ("Ana",)


@pytest.mark.parametrize(
    ("game", "options"),
    [(SEALS, {}), (PLOTS, {}), (BATCHES, {}), (KARATE_TOMATE, {"stalemate_rounds": 0})],
    ids=["seals", "plots", "batches", "karate without a stalemate"],
)
async def test_when_all_stay_away_the_match_stops(
    app: LocalApp, game: AnyGame, options: dict[str, object]
) -> None:
    """A match ends and leaves no row even if every player is absent."""
    summary = await clocked(app, [ANA, BEN], "live_30s", game, bots=1, **options)
    assert (await play_on(app, summary.id, [])).life is Life.STOPPED
    assert await app.store.deadlines.of_match(summary.id) == ()


async def test_votes_are_counted_anew_where_absence_takes_a_seat(app: LocalApp) -> None:
    """A seat lost to absence changes the majority: two votes of four stop a match of three."""
    summary = await clocked(app, [ANA, BEN, CHEN, DORA], "live_1m", BATCHES)
    for player in (ANA, BEN):
        await app.tables.endings.vote(summary.id, player)
    while (summary := await app.summary(summary.id)).life is Life.RUNNING and not seats_of_bots(
        summary
    ):
        owing = await app.awaited(summary.id, [ANA, BEN, CHEN])
        await (app.press(summary.id, owing[0]) if owing else next_thing(app))
    match = await app.match(summary.id)
    assert (match.life, match.result, match.terms.rated) == (Life.STOPPED, None, False)
    assert (await made(app, summary.id))[-1] == (3, Actor.TIMEOUT)
    assert await app.store.deadlines.of_match(summary.id) == ()
    verdict = await app.tables.archive.verify(summary.id, Guest(ANA.id))
    assert verdict.finding is Finding.AGREES

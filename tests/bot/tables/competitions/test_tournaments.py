"""Laws of tournaments, from sign-up to the result, by a clock that is turned by hand."""

import itertools
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.tables.competitions import errors
from bot.tables.competitions.rounds import CHECK_IN, LIVE_BREAK, SHORTEST_CHECK_IN, round_limit
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import DAY, HOUR
from bot.tables.errors import BarredError, ClockFixedError, NotInvitedError, RoundGoesOnError
from bot.tables.lobbies.start import MatchStart
from data.records.matches import Life
from data.records.tournaments import NO_TOURNAMENTS, Presence, Stage
from data.stores.guards import Guard
from tests.bot.tables.competitions.support import (
    ELI,
    FIVE,
    START,
    begun,
    due,
    finish_round,
    matches,
    playing,
    signed_up,
    until,
)
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHANNEL,
    CHEN,
    DORA,
    GUILD,
    NOON,
    PEOPLE,
    Guest,
    LocalApp,
    ManualClock,
    local_app,
)
from tests.toys.plots import PLOTS


async def test_a_tournament_is_played_to_the_end(app: LocalApp) -> None:
    """Five people play two rounds at two tables; everybody has a place, and profiles know it."""
    cup = await begun(app)
    first = await playing(app, cup)
    lives = [(await app.store.matches.find(match)) for match in matches(first)]
    await finish_round(app, cup)
    pause = await playing(app, cup)
    await until(app, app.clock.now() + LIVE_BREAK)
    second = await playing(app, cup)
    await finish_round(app, cup)
    over = await playing(app, cup)
    records = [await app.tables.tournaments.queries.record(GUILD, person.id) for person in FIVE]

    assert [len(table.players) for table in first.tournament.tables] == [3, 2]
    assert [each_life.life for each_life in lives if each_life] == [Life.RUNNING, Life.RUNNING]
    assert (pause.stage, pause.last_round, len(pause.rows)) == (Stage.BREAK, 1, 5)
    assert (second.stage, second.tournament.round) == (Stage.PLAYING, 2)
    assert over.stage is Stage.FINISHED
    assert over.tournament.due_at is None
    assert {entrant.place for entrant in over.tournament.entrants} == {
        row.place for row in over.rows
    }
    assert sum(row.points for row in over.rows) == 500
    assert [this_record.played for this_record in records] == [1] * 5
    assert any(each_record.won for each_record in records)
    with pytest.raises(errors.TournamentOverError):
        await app.tables.tournaments.cancel(cup, ANA)


async def test_seats_follow_the_pairing(app: LocalApp) -> None:
    """A table is dealt to its people in the order of the pairing, with the cup's clock for good."""
    cup = await begun(app, clock="live_5m")
    for table in (await playing(app, cup)).tournament.tables:
        match = await app.store.matches.find(table.match_id)
        summary = await app.summary(table.match_id)

        assert match is not None
        assert tuple(holder.sitter.player_id for holder in match.holders) == table.players
        assert summary.clock.key == "live_5m"
        assert summary.thread
        seated = next(player for player in PEOPLE if player.id in table.players)
        with pytest.raises(ClockFixedError):
            await app.tables.clock_changes.want(table.match_id, seated, "live_10m")


async def test_no_player_keeps_a_lead_by_waiting(app: LocalApp) -> None:
    """A table's host can neither pause nor stop it; a moderator can pause it."""
    cup = await begun(app)
    summary = await app.summary(matches(await playing(app, cup))[0])
    host = next(player for player in PEOPLE if player.id == summary.host_id)
    for refused in (app.tables.pauses.pause, app.tables.endings.stop):
        with pytest.raises(RoundGoesOnError):
            await refused(summary.id, host)
    assert (await app.tables.pauses.pause(summary.id, ELI, moderator=True)).paused


async def test_whoever_is_barred_gets_no_new_seat(app: LocalApp) -> None:
    """People whom the server bars after their sign-up neither check in nor play another round."""
    cup = await begun(app, PEOPLE[:4], host=ELI, table_size=2)
    await app.tables.people.exclude(Guard.BARRED, GUILD, BEN.id, ANA.id)
    await finish_round(app, cup)
    with pytest.raises(BarredError):
        await app.tables.tournaments.check_in(cup, BEN)
    await until(app, app.clock.now() + LIVE_BREAK)
    second = (await playing(app, cup)).tournament.tables_of(2)

    assert {player for table in second for player in table.players} == {
        player.id for player in (ANA, CHEN, DORA)
    }


@pytest.mark.parametrize("other", PEOPLE[1:4], ids=lambda other: other.name)
async def test_who_has_blocked_somebody_sits_elsewhere(app: LocalApp, other: Player) -> None:
    """Of two people of whom one has blocked the other, a first round seats none with the other."""
    await app.tables.people.exclude(Guard.BLOCKED, ANA.id, other.id, ANA.id)
    cup = await begun(app, PEOPLE[:4], host=ELI, table_size=2)
    tables = [set(table.players) for table in (await playing(app, cup)).tournament.tables]

    assert sorted(map(len, tables)) == [2, 2]
    assert [table for table in tables if {ANA.id, other.id} <= table] == []


async def test_bots_fill_tables_that_are_too_small(app: LocalApp) -> None:
    """Where the game needs more seats than there are people, bots sit there and score nothing."""
    cup = await begun(app, (ANA, BEN), game_key="karate_tomate", rounds=1)
    (match_id,) = matches(await playing(app, cup))
    match = await app.match(match_id)
    assert [holder.sitter.bot is None for holder in match.holders] == [True, True, False]


async def test_nobody_came(app: LocalApp) -> None:
    """With fewer than two people checked in at the start, the tournament is cancelled."""
    service = app.tables.tournaments
    cup = await signed_up(app, BEN, CHEN)
    await until(app, START - CHECK_IN)
    await service.check_in(cup, BEN)
    await until(app, START)
    over = await playing(app, cup)

    assert (over.stage, over.lacked_people) == (Stage.CANCELLED, True)
    assert await app.store.deadlines.due(NOON + 90 * DAY) == ()


async def test_only_those_who_check_in_are_seated(app: LocalApp) -> None:
    """Somebody who didn't check in has no table; they can check in late, for the next round."""
    service = app.tables.tournaments
    cup = await signed_up(app, *FIVE)
    with pytest.raises(errors.CheckInClosedError):
        await service.check_in(cup, ANA)
    await until(app, START - CHECK_IN)
    for player in (ANA, BEN, CHEN):
        await service.check_in(cup, player)
    await until(app, START)
    seated = [each_table.players for each_table in (await playing(app, cup)).tournament.tables]
    await service.check_in(cup, DORA)
    await finish_round(app, cup)
    await until(app, app.clock.now() + LIVE_BREAK)
    later = (await playing(app, cup)).tournament.tables_of(2)

    assert sorted(item for table in seated for item in table) == [ANA.id, BEN.id, CHEN.id]
    assert sorted(each_player for table in later for each_player in table.players) == [
        ANA.id, BEN.id, CHEN.id, DORA.id
    ]  # fmt: skip


async def test_a_no_show_ranks_below_people_and_sits_out(app: LocalApp) -> None:
    """A player who left a seat to a bot is last there, and gets no new table until they return."""
    cup = await begun(app, (ANA, BEN, CHEN))
    (match_id,) = matches(await playing(app, cup))
    await app.tables.seats.leave(match_id, BEN)
    await app.tables.endings.stop(match_id, ANA, moderator=True)
    await due(app)
    view = await playing(app, cup)
    ben = view.tournament.entrant(BEN.id)
    await until(app, app.clock.now() + LIVE_BREAK)
    (second,) = (await playing(app, cup)).tournament.tables_of(2)

    assert ben is not None
    assert ben.presence is Presence.OUT
    assert view.rows[-1].player_id == BEN.id
    assert view.rows[-1].points == 0
    assert sorted(second.players) == [ANA.id, CHEN.id]


async def leave_both(app: LocalApp, match_id: str) -> None:
    for player in (ANA, BEN):
        await app.tables.seats.leave(match_id, player)


async def leave_to_a_vote(app: LocalApp, match_id: str) -> None:
    await app.tables.endings.vote(match_id, BEN)
    await app.tables.seats.leave(match_id, ANA)


@pytest.mark.parametrize(
    ("go", "out"), [(leave_both, {ANA.id, BEN.id}), (leave_to_a_vote, {ANA.id})]
)
async def test_somebody_whose_leaving_ends_a_match_sits_out(
    app: LocalApp, go: Callable[[LocalApp, str], Awaitable[None]], out: set[int]
) -> None:
    """The last to leave sits out the next round, like somebody whose leaving lets a vote win."""
    cup = await begun(app, (ANA, BEN))
    (match_id,) = matches(await playing(app, cup))
    await go(app, match_id)
    await due(app)
    entrants = (await playing(app, cup)).tournament.entrants

    assert {each.player_id for each in entrants if each.presence is Presence.OUT} == out


async def test_who_drops_out_keeps_the_points(app: LocalApp) -> None:
    """Leaving during a tournament takes somebody out of later rounds, not out of the standings."""
    cup = await begun(app)
    await app.tables.tournaments.leave(cup, ELI)
    with pytest.raises(errors.NotSignedUpError):
        await app.tables.tournaments.leave(cup, ELI)
    await finish_round(app, cup)
    await until(app, app.clock.now() + LIVE_BREAK)
    view = await playing(app, cup)
    seated = {player for table in view.tournament.tables_of(2) for player in table.players}

    assert ELI.id not in seated
    assert ELI.id in {row.player_id for row in view.rows}


async def test_with_too_few_people_left_it_ends_early(app: LocalApp) -> None:
    """When fewer than two people are left for a round, the standings so far are the result.

    Whoever left can't win.
    """
    cup = await begun(app)
    for player in (ANA, BEN, CHEN, DORA):
        await app.tables.tournaments.leave(cup, player)
    await finish_round(app, cup)
    await until(app, app.clock.now() + LIVE_BREAK)
    over = await playing(app, cup)

    assert (over.stage, over.last_round, len(over.rows)) == (Stage.FINISHED, 1, 5)
    assert [row.player_id for row in over.rows if row.place == 1] == [ELI.id]


async def test_a_round_ends_by_its_deadline(app: LocalApp) -> None:
    """Tables that take too long are stopped and count as they stand; nobody has to be there."""
    cup = await begun(app, rounds=1)
    running = matches(await playing(app, cup))
    await until(app, START + round_limit("live_2m"))
    over = await playing(app, cup)
    lives = [await app.store.matches.find(item) for item in running]

    assert over.stage is Stage.FINISHED
    assert [each_life.life for each_life in lives if each_life] == [Life.STOPPED, Life.STOPPED]


async def nobody_answers(app: LocalApp, cup: str) -> None:
    await until(app, START + round_limit("live_2m"))


async def everybody_leaves(app: LocalApp, cup: str) -> None:
    for table in (await playing(app, cup)).tournament.tables_of(1):
        for player in PEOPLE:
            if player.id in table.players:
                await app.tables.seats.leave(table.match_id, player)
    await until(app, START + round_limit("live_2m"))


@pytest.mark.parametrize("spoil", [nobody_answers, everybody_leaves])
async def test_a_tournament_without_a_result_has_no_winner(
    app: LocalApp, spoil: Callable[[LocalApp, str], Awaitable[None]]
) -> None:
    """If no table was decided, a tournament ends without places, and no profile counts it."""
    cup = await begun(app, rounds=1)
    await spoil(app, cup)
    over = await playing(app, cup)
    records = [await app.tables.tournaments.queries.record(GUILD, person.id) for person in FIVE]

    assert (over.stage, over.rows) == (Stage.FINISHED, ())
    assert {entrant.place for entrant in over.tournament.entrants} == {None}
    assert records == [NO_TOURNAMENTS] * 5


async def sign_up(app: LocalApp, _: str) -> None:
    await app.store.deadlines.beat(app.clock.now())
    await signed_up(app, *FIVE)


async def arrive(app: LocalApp, cup: str) -> None:
    for player in FIVE:
        await app.tables.tournaments.check_in(cup, player)


async def step(app: LocalApp, cup: str) -> None:
    await app.tables.tournaments.rounds.step(cup)


async def play(app: LocalApp, cup: str) -> None:
    for match_id in matches(await playing(app, cup)):
        await app.play_out(match_id, PEOPLE)


OPENS, PAIRS, SCORES = (step, 0), (step, 0), (step, LIVE_BREAK)
ROUND = (PAIRS, OPENS, (play, 0), SCORES)


async def test_a_restart_between_any_two_steps_changes_nothing(tmp_path: Path) -> None:
    """With every step in a process of its own, a tournament ends as it would have in one."""
    path, clock, cup = tmp_path / "tables.db", ManualClock(), ""
    steps = ((sign_up, HOUR - CHECK_IN), (step, 0), (arrive, CHECK_IN), *ROUND, *ROUND)
    for number, (do, wait) in enumerate(steps):
        async with local_app(path, clock=clock, word=f"process {number}") as opened:
            app = replace(opened, _presses=itertools.count(10_000 * number))
            await app.tables.recovery.recover()
            await do(app, cup)
            for item in await app.store.tournaments.open_in(GUILD):
                cup = item.tournament_id
            await app.store.deadlines.beat(clock.now() + wait)
        clock.advance(wait)
    async with local_app(path, clock=clock) as app:
        over = await playing(app, cup)

    assert over.stage is Stage.FINISHED
    assert sum(row.points for row in over.rows) == 500


async def test_a_table_half_opened_is_opened_once(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash between a lobby and its deal, exactly the people of the pairing are dealt."""
    crash = AsyncMock(side_effect=OSError("the disk is gone"))
    with monkeypatch.context() as patch:
        patch.setattr(MatchStart, "deal_to", crash)
        with pytest.raises(OSError, match="gone"):
            await begun(app, (ANA, BEN, CHEN), rounds=1)
    (lobby,) = await app.store.matches.in_channel(CHANNEL)
    await app.tables.lobbies.stand_up(lobby.match_id, BEN)
    with pytest.raises(NotInvitedError):
        await app.tables.lobbies.join(lobby.match_id, DORA)
    await due(app)
    (match,) = await app.store.matches.in_channel(CHANNEL)

    assert (match.match_id, match.life) == (lobby.match_id, Life.RUNNING)
    assert {holder.sitter.player_id for holder in match.holders} == {ANA.id, BEN.id, CHEN.id}


async def test_a_host_who_is_gone_is_not_missed(app: LocalApp) -> None:
    """The host may delete their data: the tournament continues, and a moderator can cancel it.

    The round that this cuts off doesn't count.
    """
    service = app.tables.tournaments
    cup = await signed_up(app, *FIVE)
    await app.tables.privacy.leave_all(ANA)
    await app.tables.privacy.forget(ANA.id)
    await until(app, START - CHECK_IN)
    for player in (BEN, CHEN):
        await service.check_in(cup, player)
    await until(app, START)
    running = await playing(app, cup)
    with pytest.raises(errors.NotTournamentHostError):
        await service.cancel(cup, ANA)
    await service.cancel(cup, DORA, moderator=True)

    cancelled = await playing(app, cup)

    assert running.stage is Stage.PLAYING
    assert (cancelled.stage, cancelled.last_round, cancelled.rows) == (Stage.CANCELLED, 0, ())


async def test_a_late_bot_still_asks_for_check_in(app: LocalApp) -> None:
    """If the bot was away when check-in should have opened, it opens later and long enough."""
    cup = await signed_up(app)
    await until(app, START + HOUR)
    view = await playing(app, cup)

    assert (view.stage, view.tournament.due_at) == (
        Stage.CHECK_IN, START + HOUR + SHORTEST_CHECK_IN
    )  # fmt: skip


async def test_a_damaged_table_keeps_no_round_from_ending(app: LocalApp) -> None:
    """A match that can't be read is undecided when the round's time is up."""
    cup = await begun(app)
    damaged, other = matches(await playing(app, cup))
    app.damage("UPDATE matches SET table_state = '{' WHERE match_id = ?", damaged)
    await app.play_out(other, PEOPLE)
    app.clock.advance(round_limit("live_2m") + HOUR)
    await due(app)

    assert (await playing(app, cup)).stage is not Stage.PLAYING


async def test_a_start_that_falls_into_an_outage_is_put_off(tmp_path: Path) -> None:
    """Check-in goes on for as long as it had left when the bot went away."""
    clock, path = ManualClock(), tmp_path / "cups.db"
    async with local_app(path, clock=clock) as app:
        cup = await signed_up(app, *FIVE)
        await until(app, START - CHECK_IN)
        await app.tables.scheduler._context.heartbeat.beat()
    clock.advance(CHECK_IN + HOUR)
    async with local_app(path, clock=clock, word="later") as app:
        await app.tables.recovery.wake()
        await due(app)
        view = await playing(app, cup)

    assert view.stage is Stage.CHECK_IN
    assert view.tournament.starts_at == START + CHECK_IN + HOUR


async def test_a_server_that_has_removed_the_bot_stays_left(app: LocalApp) -> None:
    """Its tournament is cancelled at the next step, and opens no table."""
    cup = await signed_up(app, *FIVE)
    await until(app, START - CHECK_IN)
    for player in FIVE:
        await app.tables.tournaments.check_in(cup, player)
    await app.tables.servers.left(GUILD)
    await until(app, START)

    assert GUILD not in await app.tables.servers.present()
    assert (await playing(app, cup)).stage is Stage.CANCELLED


async def test_a_game_that_was_removed_leaves_the_lists(tmp_path: Path) -> None:
    """A tournament of it keeps no other from being listed."""
    clock, path = ManualClock(), tmp_path / "cups.db"
    async with local_app(path, clock=clock) as app:
        await signed_up(app, *FIVE)
    async with local_app(path, clock=clock, word="later", games=(PLOTS,)) as app:
        assert await app.tables.tournaments.queries.open_in(GUILD, Guest(ANA.id)) == []

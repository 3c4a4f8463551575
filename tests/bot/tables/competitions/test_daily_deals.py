"""The weekly deal: the same for everybody, one attempt counts, and results come after it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest

from bot.tables.competitions.errors import (
    NoSuchWeekError,
    WeeklyDealNotPlayedError,
    WeeklyDealPlayedError,
)
from bot.tables.competitions.weekly_deals import WeekView, streak_of
from bot.tables.domain.match_secrets import closes_at, starts_at, week_at
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import DAY, HOUR
from bot.tables.errors import CountedAttemptError, NoSuchGameError, NoSuchRecordError
from bot.tables.history.archive import Archive
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.time_limits import Limits
from data.records.leaderboards import ALL
from data.records.matches import Life
from data.records.weekly_deals import Attempt
from games import GAMES
from games.core.ai.memory import NO_MEMORY, Level
from games.core.errors import NotYourTurnError
from games.core.game import AnyGame, apply
from games.core.rng import BY_PURPOSE, Rng
from games.core.text import PLAIN, speak
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.events import HandRolled
from games.tomate import TOMATE
from games.tomate.rules.events import CardsDealt
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHEN,
    GUILD,
    Guest,
    LocalApp,
    local_app,
    pass_time,
    running,
)
from tests.support.sampling import thinned

GAME = "plots"
OTHER_GUILD = GUILD + 1


async def play(app: LocalApp, player: Player, *, again: bool = False, guild: int = GUILD) -> str:
    """Play this week's deal to its end; everybody decides alike. Returns the match."""
    summary = await app.tables.weekly_deals.begin(player, GAME, guild_id=guild, again=again)
    await play_on(app, player, summary.id)
    return summary.id


async def play_on(app: LocalApp, player: Player, match_id: str) -> None:
    while True:
        count = len(app.notes.heard)  # read first: no move can fall in between
        if (await app.tables.queries.summary(match_id)).life is not Life.RUNNING:
            return
        if await app.awaited(match_id, [player]):
            await app.press(match_id, player)
        else:
            await app.notes.until(count + 1)


async def attempt(app: LocalApp, player: Player, *, ago: int = 0) -> Attempt | None:
    shown = await app.tables.weekly_deals.week(player.id, ago=ago)
    return next(deal.attempt for deal in shown.deals if deal.game.info.key == GAME)


async def this_week(app: LocalApp) -> WeekView:
    return await app.tables.weekly_deals.week(ANA.id)


async def test_everybody_meets_the_same(app: LocalApp) -> None:
    """Two people who decide alike have the same match, to the last event and place."""
    async with running(app):
        first, second = await play(app, ANA), await play(app, BEN)
    steps = [await app.store.history.steps(item) for item in (first, second)]
    texts = [[(item.seat, item.move, item.events) for item in each] for each in steps]
    mine, theirs = await attempt(app, ANA), await attempt(app, BEN)
    assert first != second
    assert texts[0] == texts[1]
    assert mine is not None
    assert theirs is not None
    assert mine.place is not None
    assert (mine.place, mine.points, mine.course) == (theirs.place, theirs.points, theirs.course)


async def test_one_attempt_counts(app: LocalApp) -> None:
    """A second one is refused unless it is asked for, and then changes no result."""
    async with running(app):
        first = await play(app, ANA)
        counted = await attempt(app, ANA)
        with pytest.raises(WeeklyDealPlayedError):
            await app.tables.weekly_deals.begin(ANA, GAME)
        second = await play(app, ANA, again=True)
    assert first != second
    assert await attempt(app, ANA) == counted
    board = await app.tables.weekly_deals.board(ANA.id, GUILD, GAME)
    assert [line.attempt for line in board.lines] == [counted]


async def test_deletion_gives_no_second_attempt(app: LocalApp) -> None:
    """After deleting their data, somebody's next attempt at a deal doesn't count, nor says so."""
    counts = []
    for weeks_later in (0, 0, 1):
        app.clock.advance(weeks_later * 7 * DAY)
        await app.store.privacy.prune_guards(week_at(app.clock.now()))
        begun = await app.tables.weekly_deals.begin(ANA, GAME, guild_id=GUILD)
        made = await app.store.weekly_deals.find(begun.id)
        assert made is not None
        assert begun.weekly is not None
        counts.append((made.counts, begun.weekly.counts))
        await app.tables.seats.leave(begun.id, ANA)
        await app.tables.privacy.forget(ANA.id)

    assert counts == [(True, True), (False, False), (True, True)]


async def test_two_presses_begin_one_attempt(app: LocalApp) -> None:
    """Presses at the same moment, also in another process, lead to the same match."""
    doors = (app.tables, app.tables, app.second().tables, app.second().tables)
    begun = await asyncio.gather(*(door.weekly_deals.begin(ANA, GAME) for door in doors))
    assert len({summary.id for summary in begun}) == 1
    assert begun[0].life is Life.RUNNING


async def test_an_attempt_goes_on_after_a_restart(tmp_path: Path) -> None:
    """A new process finds the attempt in the middle, and it still counts."""
    path = tmp_path / "tables.db"
    async with local_app(path) as before:
        begun = await before.tables.weekly_deals.begin(ANA, GAME, guild_id=GUILD)
    async with local_app(path, word="restarted") as after, running(after):
        again = await after.tables.weekly_deals.begin(ANA, GAME)
        await play_on(after, ANA, again.id)
        result = await attempt(after, ANA)
    assert again.id == begun.id
    assert result is not None
    assert result.place is not None


async def test_an_attempt_has_no_hints(app: LocalApp) -> None:
    """Hints are refused in the attempt that counts, but not in a later one."""
    summary = await app.tables.weekly_deals.begin(ANA, GAME)
    with pytest.raises(CountedAttemptError):
        await app.tables.practice.advice(summary.id, ANA.id)
    await app.tables.seats.leave(summary.id, ANA)
    later = await app.tables.weekly_deals.begin(ANA, GAME, again=True)
    with suppress(NotYourTurnError):
        await app.tables.practice.advice(later.id, ANA.id)


async def test_practice_stays_apart(app: LocalApp) -> None:
    """Practice of the same game opens a table of its own."""
    deal = await app.tables.weekly_deals.begin(ANA, GAME)
    practice = await app.tables.practice.begin(ANA, GAME)
    assert practice.id != deal.id
    assert practice.weekly is None
    assert practice.seed_hash != deal.seed_hash


async def test_results_come_after_ones_own(app: LocalApp) -> None:
    """Nobody sees a result of an open deal before having played it; afterward everybody may."""
    async with running(app):
        await play(app, BEN)
        with pytest.raises(WeeklyDealNotPlayedError):
            await app.tables.weekly_deals.board(ANA.id, GUILD, GAME)
        await app.tables.weekly_deals.begin(ANA, GAME)
        with pytest.raises(WeeklyDealNotPlayedError):
            await app.tables.weekly_deals.board(ANA.id, GUILD, GAME)
        pass_time(app.tables, app.clock, 8 * DAY + HOUR)
        board = await app.tables.weekly_deals.board(ANA.id, GUILD, GAME, ago=1)
    assert [line.player_id for line in board.lines] == [BEN.id]


async def test_moves_of_others_come_after_ones_own(app: LocalApp) -> None:
    """Those on the same board may look at an attempt once theirs is over, and nobody else."""
    archive = Archive(app.store, app.games)

    async def sees(guild_id: int | None) -> bool:
        try:
            await archive.moment(first, 1, "open", Guest(BEN.id, guild_id))
        except NoSuchRecordError:
            return False
        return True

    async with running(app):
        first = await play(app, ANA)
        await attempt(app, ANA)
        before = await sees(GUILD)
        second = await app.tables.weekly_deals.begin(BEN, GAME, guild_id=OTHER_GUILD)
        during = await sees(GUILD)
        await play_on(app, BEN, second.id)
        await attempt(app, BEN)
    assert [before, during, await sees(GUILD)] == [False, False, True]
    assert [await sees(OTHER_GUILD), await sees(None)] == [False, False]
    await app.store.leaderboards.hide(GUILD, ANA.id, hidden=True)
    assert not await sees(GUILD)


async def test_equal_results_share_a_place(app: LocalApp) -> None:
    """Those who did the same are on the same place of their server's board, and on no other."""
    async with running(app):
        await play(app, ANA)
        await play(app, BEN)
    board = await app.tables.weekly_deals.board(ANA.id, GUILD, GAME)
    assert [(line.rank, line.name) for line in board.lines] == [(1, "Ana"), (1, "Ben")]
    other = await app.tables.weekly_deals.board(BEN.id, OTHER_GUILD, GAME)
    assert [line.player_id for line in other.lines] == [BEN.id]


async def test_the_best_of_a_closed_deal_has_a_title(app: LocalApp) -> None:
    """It appears once the week is closed, for all who share the first place."""

    async def held(player: Player) -> list[str]:
        boards = Leaderboards(app.store, app.clock, games=app.games)
        profile = await boards.profile(
            GUILD, ALL, player_id=player.id, name=player.name, viewer_id=player.id
        )
        return [speak(title.name, PLAIN) for title in profile.titles]

    players = (ANA, BEN, CHEN)
    async with running(app):
        for player in players:
            await play(app, player)
            await attempt(app, player)
    before = [await held(player) for player in players]
    app.clock.advance(closes_at(week_at(app.clock.now())) - app.clock.now())
    board = await app.tables.weekly_deals.board(ANA.id, GUILD, GAME, ago=1)
    first = {line.player_id for line in board.lines if line.rank == 1}
    assert before == [[], [], []]
    assert {player.id for player in players if await held(player)} == first
    assert await held(ANA) == ["Weekly deal won: Plots"]


async def test_an_attempt_may_end_a_day_after_its_week(app: LocalApp) -> None:
    """Finished within the day it counts for its week, and the new week is open already."""
    week = week_at(app.clock.now())
    async with running(app):
        summary = await app.tables.weekly_deals.begin(ANA, GAME)
        pass_time(app.tables, app.clock, starts_at(week + 1) + HOUR - app.clock.now())
        await play_on(app, ANA, summary.id)
        result, fresh = await attempt(app, ANA, ago=1), await attempt(app, ANA)
    assert result is not None
    assert (result.week, result.place is None) == (week, False)
    assert fresh is None


async def test_a_late_attempt_is_stopped(app: LocalApp) -> None:
    """A day after its week an unfinished attempt is stopped, and has no place."""
    week = week_at(app.clock.now())
    async with running(app):
        summary = await app.tables.weekly_deals.begin(ANA, GAME)
        pass_time(app.tables, app.clock, closes_at(week) - app.clock.now())
        while True:
            count = len(app.notes.heard)  # read first: no change can fall in between
            if (await app.tables.queries.summary(summary.id)).life is not Life.RUNNING:
                break
            await app.notes.until(count + 1)
        result = await attempt(app, ANA, ago=1)
    assert result is not None
    assert (result.settled_at is None, result.place) == (False, None)


async def test_whoever_gives_up_has_played(app: LocalApp) -> None:
    """A stopped attempt has no place, opens the board, and can't be begun again."""
    summary = await app.tables.weekly_deals.begin(ANA, GAME, guild_id=GUILD)
    await app.tables.seats.leave(summary.id, ANA)
    result = await attempt(app, ANA)
    assert result is not None
    assert result.place is None
    assert (await app.tables.weekly_deals.board(ANA.id, GUILD, GAME)).lines == ()
    with pytest.raises(WeeklyDealPlayedError):
        await app.tables.weekly_deals.begin(ANA, GAME)


async def test_unknown_games_and_weeks_are_refused(app: LocalApp) -> None:
    """A game that isn't there stores nothing; a week to come or before the first has no deal."""
    with pytest.raises(NoSuchGameError):
        await app.tables.weekly_deals.begin(ANA, "chess")
    with pytest.raises(NoSuchGameError):
        await app.tables.weekly_deals.deal(ANA.id, "chess")
    assert await app.store.weekly_deals.secrets(week_at(app.clock.now())) == {}
    for ago in (-1, 1, 600):
        with pytest.raises(NoSuchWeekError):
            await app.tables.weekly_deals.week(ANA.id, ago=ago)


async def test_the_seed_is_shown_when_the_deal_is_closed(app: LocalApp) -> None:
    """Its hash is public from the start, and is the seal of every attempt."""
    summary = await app.tables.weekly_deals.begin(ANA, GAME)
    week, before = await app.tables.weekly_deals.deal(ANA.id, GAME)
    app.clock.advance(closes_at(week.week) - 1 - app.clock.now())
    _, still = await app.tables.weekly_deals.deal(ANA.id, GAME, ago=1)
    app.clock.advance(1)
    _, after = await app.tables.weekly_deals.deal(ANA.id, GAME, ago=1)

    assert [deal.seed for deal in (before, still)] == [None, None]
    assert after.seed is not None
    assert sha256(after.seed.encode()).hexdigest() == before.seed_hash == summary.seed_hash


STREAKS = [((), 0), ((9,), 1), ((10, 9, 8), 3), ((10, 8, 7), 1), ((8, 7), 0), ((9, 8, 6), 2)]


@pytest.mark.parametrize(("weeks", "streak"), STREAKS)
def test_a_streak_counts_weeks_in_a_row(weeks: tuple[int, ...], streak: int) -> None:
    """In week 10, a streak lives if last week or this week was played."""
    assert streak_of(weeks, 10) == streak


def played(game: AnyGame, *, clumsy: bool) -> list[object]:
    """The chance of a weekly match of bots; `clumsy` draws more numbers between the moves."""
    step = game.setup(max(2, game.info.seats[0]), game.options(), Rng(f"{BY_PURPOSE}5eed"))
    chance, results = Rng("bots"), list[object]()
    while awaited := sorted(game.awaited(step.state)):
        if clumsy:
            step.state.rng.below(6)
        view = game.view(step.state, awaited[0])
        move = game.policy(view, NO_MEMORY, Level.NORMAL, chance.branch("move"))
        step = apply(game, step.state, awaited[0], move)
        results += [event for event in step.events if isinstance(event, (HandRolled, CardsDealt))]
    return results


@pytest.mark.parametrize("game", [TOMATE, DICED_TOMATOES], ids=lambda game: game.info.key)
def test_chance_does_not_depend_on_what_was_drawn_before(game: AnyGame) -> None:
    """Whoever draws more numbers in a turn meets the same cards and dice in the next ones."""
    assert played(game, clumsy=True) == played(game, clumsy=False)


@pytest.mark.parametrize("game", thinned(GAMES), ids=lambda game: game.info.key)
async def test_every_game_has_a_deal(app: LocalApp, game: AnyGame) -> None:
    """Two people have the same seat, opponents and seal, which differ from game to game."""
    mine = await app.tables.weekly_deals.begin(ANA, game.info.key)
    theirs = await app.tables.weekly_deals.begin(BEN, game.info.key)
    toy = await app.tables.weekly_deals.begin(ANA, GAME)
    assert mine.seed_hash == theirs.seed_hash != toy.seed_hash
    assert mine.seat_of(ANA.id) == theirs.seat_of(BEN.id)
    assert [occupant.name for occupant in mine.occupants if occupant.is_bot] == [
        occupant.name for occupant in theirs.occupants if occupant.is_bot
    ]


async def test_results_outlive_their_matches(tmp_path: Path) -> None:
    """A result at which nobody looked is written before its match is deleted."""
    async with local_app(
        tmp_path / "a.db", limits=Limits(bot_delay=0, remember_matches=DAY)
    ) as app:
        async with running(app):
            match_id = await play(app, ANA)
        pass_time(app.tables, app.clock, 2 * DAY)
        async with running(app):
            await app.clock.until_asleep()
        result = await attempt(app, ANA)
        assert await app.store.matches.find(match_id) is None
        assert result is not None
        assert (result.match_id, result.places) == (match_id, 2)
        assert result.place is not None

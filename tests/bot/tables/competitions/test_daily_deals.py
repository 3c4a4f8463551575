"""The daily deal: the same for everybody, one attempt counts, and results come after it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from bot.tables.competitions import daily_deals, deal_openings
from bot.tables.competitions.daily_boards import board_lines, gains_of, margins_of
from bot.tables.competitions.daily_deals import DealView
from bot.tables.competitions.deal_openings import opened, opening_of, seats_of
from bot.tables.competitions.errors import DealOverError, DealPlayedError, NoSuchDealError
from bot.tables.domain.deal_days import closes_at, day_at, monday_of, streak_of, time_of
from bot.tables.domain.guild_settings import GuildSettings, with_settings
from bot.tables.domain.match_secrets import SHARED
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import DAY, HOUR
from bot.tables.errors import CountedAttemptError, NoSuchRecordError
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.time_limits import Limits
from data.records.daily_deals import Attempt
from data.records.leaderboards import ALL
from data.records.matches import Life, Shown, SurfaceKind
from games import GAMES
from games.core.ai.memory import NO_MEMORY, Level, Memory
from games.core.ai.search import BestMove, Budget
from games.core.errors import NotYourTurnError
from games.core.game import AnyGame, View, apply
from games.core.rng import BY_PURPOSE, Rng
from games.core.text import PLAIN, speak
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.events import HandRolled
from games.tomate import TOMATE
from games.tomate.rules.events import CardsDealt
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHANNEL,
    CHEN,
    GUARD,
    GUILD,
    NOON,
    Guest,
    LocalApp,
    local_app,
    pass_time,
    running,
)
from tests.toys.plots import PLOTS, Plots

OTHER_GUILD = GUILD + 1
TODAY = day_at(NOON, "UTC")
DRAFT = PLOTS.info.model_copy(update={"key": "draft", "stage": "draft"})


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[LocalApp]:
    """An application whose deals are all of one quick game."""
    async with local_app(tmp_path / "tables.db", games=(PLOTS,)) as opened_app:
        yield opened_app


async def play(app: LocalApp, player: Player, *, again: bool = False, guild: int = GUILD) -> str:
    """Play today's deal to its end; everybody decides alike. Returns the match."""
    summary = await app.tables.daily_deals.begin(player, guild_id=guild, again=again)
    await play_on(app, player, summary.id)
    return summary.id


async def play_on(app: LocalApp, player: Player, match_id: str) -> None:
    while await is_asked(app, player, match_id):
        await app.press(match_id, player)


async def is_asked(app: LocalApp, player: Player, match_id: str) -> bool:
    """Wait until a player is asked something; False once the match has ended."""
    while True:
        count = len(app.notes.heard)  # read first: no move can fall in between
        if (await app.summary(match_id)).life is not Life.RUNNING:
            return False
        if await app.awaited(match_id, [player]):
            return True
        await app.notes.until(count + 1)


async def deal_of(app: LocalApp, player: Player = ANA, day: int | None = None) -> DealView:
    return await app.tables.daily_deals.view(player.id, GUILD, day=day)


async def attempt(app: LocalApp, player: Player, day: int | None = None) -> Attempt | None:
    return (await deal_of(app, player, day)).own


async def test_everybody_meets_the_same(app: LocalApp) -> None:
    """Two people who decide alike have the same match, to the last event and square."""
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
    assert (mine.place, mine.points, mine.margins) == (theirs.place, theirs.points, theirs.margins)
    assert len(mine.margins) == PLOTS.info.deal_rounds


async def test_a_deal_shows_what_its_rounds_so_far_have_brought(app: LocalApp) -> None:
    """While a deal is played, it has the margins of the rounds that are over, and no others."""
    margins = []
    async with running(app):
        begun = await app.tables.daily_deals.begin(ANA, guild_id=GUILD)
        while await is_asked(app, ANA, begun.id):
            own = await attempt(app, ANA)
            assert own is not None
            margins.append(own.margins)
            await app.press(begun.id, ANA)
    end = await attempt(app, ANA)
    assert end is not None
    assert [*dict.fromkeys(margins)] == [end.margins[:count] for count in range(len(end.margins))]


async def test_a_draft_is_no_deal(tmp_path: Path) -> None:
    """A game that is a draft is the deal of no day."""
    draft: Plots = type("Draft", (Plots,), {"info": DRAFT})()
    for number, games in enumerate([(draft, PLOTS), (PLOTS, draft)]):
        async with local_app(tmp_path / f"{number}.db", games=games) as app:
            assert (await deal_of(app)).game.info == PLOTS.info


async def test_one_attempt_counts(app: LocalApp) -> None:
    """A second one is refused unless it is asked for, and then changes no result."""
    async with running(app):
        first = await play(app, ANA)
        counted = await attempt(app, ANA)
        with pytest.raises(DealPlayedError):
            await app.tables.daily_deals.begin(ANA)
        second = await play(app, ANA, again=True)
    assert first != second
    assert await attempt(app, ANA) == counted
    assert [line.attempt for line in (await deal_of(app)).lines] == [counted]


async def test_no_move_of_a_counted_attempt_is_taken_back(tmp_path: Path) -> None:
    """A placed die can be taken back only in an attempt that doesn't count."""
    offered = []
    async with local_app(tmp_path / "tables.db", games=(DICED_TOMATOES,)) as app, running(app):
        for again in (False, True):
            begun = await app.tables.daily_deals.begin(ANA, guild_id=GUILD, again=again)
            steps: list[int | None] = []
            while len(steps) < 4 and await is_asked(app, ANA, begun.id):
                await app.press(begun.id, ANA)
                steps.append(await app.tables.take_backs.step_for(begun.id, ANA.id))
            offered.append(any(steps))
            await app.tables.seats.leave(begun.id, ANA)

    assert offered == [False, True]


async def test_deletion_gives_no_second_attempt(app: LocalApp) -> None:
    """After deleting their data, somebody's next attempt at a deal doesn't count, nor says so."""
    counts = []
    for days_later in (0, 0, 1):
        app.clock.advance(days_later * DAY)
        await app.store.privacy.prune_guards(TODAY)
        begun = await app.tables.daily_deals.begin(ANA, guild_id=GUILD)
        made = await app.store.daily_deals.find(begun.id)
        assert made is not None
        assert begun.daily is not None
        counts.append((made.counts, begun.daily.counts))
        await app.tables.seats.leave(begun.id, ANA)
        await app.tables.privacy.forget(ANA.id)

    assert counts == [(True, True), (False, False), (True, True)]


async def test_two_presses_begin_one_attempt(app: LocalApp) -> None:
    """Presses at the same moment, also in another process, lead to the same match."""
    doors = (app.tables, app.tables, app.second().tables, app.second().tables)
    begun = await asyncio.gather(*(door.daily_deals.begin(ANA) for door in doors))
    assert len({summary.id for summary in begun}) == 1
    assert begun[0].life is Life.RUNNING


async def test_an_attempt_goes_on_after_a_restart(tmp_path: Path) -> None:
    """A new process finds the attempt in the middle, and it still counts."""
    path = tmp_path / "again.db"
    async with local_app(path, games=(PLOTS,)) as before:
        begun = await before.tables.daily_deals.begin(ANA, guild_id=GUILD)
    async with local_app(path, word="restarted", games=(PLOTS,)) as after, running(after):
        again = await after.tables.daily_deals.begin(ANA)
        await play_on(after, ANA, again.id)
        result = await attempt(after, ANA)
    assert again.id == begun.id
    assert result is not None
    assert result.place is not None


async def test_an_attempt_has_no_hints(app: LocalApp) -> None:
    """Hints are refused in the attempt that counts, but not in a later one."""
    summary = await app.tables.daily_deals.begin(ANA)
    with pytest.raises(CountedAttemptError):
        await app.tables.practice.advice(summary.id, ANA.id)
    await app.tables.seats.leave(summary.id, ANA)
    later = await app.tables.daily_deals.begin(ANA, again=True)
    with suppress(NotYourTurnError):
        await app.tables.practice.advice(later.id, ANA.id)


async def test_practice_stays_apart(app: LocalApp) -> None:
    """Practice of the same game opens a table of its own."""
    deal = await app.tables.daily_deals.begin(ANA)
    practice = await app.tables.practice.begin(ANA, PLOTS.info.key)
    assert practice.id != deal.id
    assert practice.daily is None
    assert practice.seed_hash != deal.seed_hash


async def test_results_come_after_ones_own(app: LocalApp) -> None:
    """Of an open deal nobody sees others' points or order before having played; later all do."""
    async with running(app):
        await play(app, BEN)
        before = await deal_of(app, ANA)
        begun = await app.tables.daily_deals.begin(ANA, guild_id=GUILD)
        during = await deal_of(app, ANA)
        await play_on(app, ANA, begun.id)
        after = await deal_of(app, ANA)
    shown = [
        [line for line in view.lines if line.player_id == BEN.id][0]  # noqa: RUF015 - one line
        for view in (before, during, after)
    ]
    assert [(line.rank, line.attempt.points is None) for line in shown] == [
        (None, True), (None, True), (1, False)
    ]  # fmt: skip
    signs = tuple((margin > 0) - (margin < 0) for margin in shown[2].attempt.margins)
    assert shown[0].attempt.margins == signs


async def test_moves_of_others_come_after_ones_own(app: LocalApp) -> None:
    """Those on the same board may look at an attempt once theirs is over, and nobody else."""
    archive = app.tables.archive

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
        second = await app.tables.daily_deals.begin(BEN, guild_id=OTHER_GUILD)
        during = await sees(GUILD)
        await play_on(app, BEN, second.id)
        await attempt(app, BEN)
    assert [before, during, await sees(GUILD)] == [False, False, True]
    assert [await sees(OTHER_GUILD), await sees(None)] == [False, False]
    await app.store.leaderboards.hide(GUILD, ANA.id, hidden=True)
    assert not await sees(GUILD)


async def test_an_attempt_without_a_result_is_its_players_own(app: LocalApp) -> None:
    """One that goes on or was given up is not even found by those whose own is over."""
    async with running(app):
        await play(app, BEN)
        await attempt(app, BEN)
        begun = await app.tables.daily_deals.begin(ANA, guild_id=GUILD)
    with pytest.raises(NoSuchRecordError):
        await app.tables.archive.moment(begun.id, 0, "open", Guest(BEN.id, GUILD))
    await app.tables.seats.leave(begun.id, ANA)
    with pytest.raises(NoSuchRecordError):
        await app.tables.archive.moment(begun.id, 0, "open", Guest(BEN.id, GUILD))


async def test_equal_results_share_a_place(app: LocalApp) -> None:
    """Those who did the same are on the same place of their server's board, and on no other."""
    async with running(app):
        await play(app, ANA)
        await play(app, BEN)
    board = await deal_of(app)
    assert [(line.rank, line.name) for line in board.lines] == [(1, "Ana"), (1, "Ben")]
    other = await app.tables.daily_deals.view(BEN.id, OTHER_GUILD)
    assert [line.player_id for line in other.lines] == [BEN.id]


def test_a_board_ranks_by_points_gained() -> None:
    """Who gained more comes first, also where bots that met others' moves gained more still."""
    gained = {1: (9, 1), 2: (12, 3), 3: (9, 2)}
    attempts = [
        Attempt(
            match_id="", day=TODAY, game="tomate", player_id=player, counts=True, begun_at=0,
            settled_at=9, ended_at=9, place=place, places=3, points=points,
        )
        for player, (points, place) in gained.items()
    ]  # fmt: skip
    lines = board_lines(attempts, {}, {})
    assert [(line.player_id, line.rank) for line in lines] == [(2, 1), (1, 2), (3, 2)]


async def test_the_best_of_a_closed_week_has_a_title(app: LocalApp) -> None:
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
    app.clock.advance(closes_at(monday_of(TODAY) + 6) - app.clock.now())
    week = await app.tables.daily_deals.week(GUILD, day=TODAY)
    first = {line.total.player_id for line in week.lines if line.rank == 1}
    assert before == [[], [], []]
    assert not week.is_open
    assert {player.id for player in players if await held(player)} == first
    assert await held(ANA) == ["Week of deals won"]


async def test_an_attempt_may_end_after_its_day(app: LocalApp) -> None:
    """Begun before midnight it counts for its day, and the new day's deal is open already."""
    async with running(app):
        summary = await app.tables.daily_deals.begin(ANA, guild_id=GUILD)
        pass_time(app.tables, app.clock, time_of(TODAY + 1, "UTC") + HOUR - app.clock.now())
        await play_on(app, ANA, summary.id)
        result, fresh = await attempt(app, ANA, TODAY), await attempt(app, ANA)
    assert result is not None
    assert (result.day, result.place is None) == (TODAY, False)
    assert fresh is None


async def test_a_late_attempt_is_stopped(app: LocalApp) -> None:
    """When its deal closes, an unfinished attempt is stopped, and has no place."""
    async with running(app):
        summary = await app.tables.daily_deals.begin(ANA)
        pass_time(app.tables, app.clock, closes_at(TODAY) - app.clock.now())
        while True:
            count = len(app.notes.heard)  # read first: no change can fall in between
            if (await app.summary(summary.id)).life is not Life.RUNNING:
                break
            await app.notes.until(count + 1)
        result = await attempt(app, ANA, TODAY)
    assert result is not None
    assert (result.settled_at is None, result.place) == (False, None)


async def test_whoever_gives_up_has_played(app: LocalApp) -> None:
    """A stopped attempt has no place, opens the board, and can't be begun again."""
    summary = await app.tables.daily_deals.begin(ANA, guild_id=GUILD)
    await app.tables.seats.leave(summary.id, ANA)
    shown = await deal_of(app)
    assert shown.own is not None
    assert (shown.own.place, shown.lines, shown.shows_results) == (None, (), True)
    with pytest.raises(DealPlayedError):
        await app.tables.daily_deals.begin(ANA)


async def test_a_day_that_is_over_is_only_played_again(app: LocalApp) -> None:
    """An earlier deal can be played unrated; a day to come or before the first has none."""
    await deal_of(app)
    app.clock.advance(DAY)
    with pytest.raises(DealOverError):
        await app.tables.daily_deals.begin(ANA, day=TODAY)
    again = await app.tables.daily_deals.begin(ANA, day=TODAY, again=True)
    assert again.daily is not None
    assert not again.daily.counts
    for day in (TODAY - 1, TODAY + 3, 0, -1):
        with pytest.raises(NoSuchDealError):
            await deal_of(app, day=day)
    with pytest.raises(NoSuchDealError):
        await app.tables.daily_deals.begin(ANA, game_key="chess")


async def test_the_seed_is_shown_when_the_deal_is_closed(app: LocalApp) -> None:
    """Its hash is public from the start, and is the seal of every attempt."""
    summary = await app.tables.daily_deals.begin(ANA)
    before = await deal_of(app)
    app.clock.advance(closes_at(TODAY) - 1 - app.clock.now())
    still = await deal_of(app, day=TODAY)
    app.clock.advance(1)
    after = await deal_of(app, day=TODAY)

    assert [deal.seed for deal in (before, still)] == [None, None]
    assert after.seed is not None
    assert sha256(after.seed.encode()).hexdigest() == before.seed_hash == summary.seed_hash


async def test_a_deal_is_ready_once_bots_have_played_up_to_it(app: LocalApp) -> None:
    """Whoever doesn't wait for the bots learns that they still play."""
    deals, key = app.tables.daily_deals, PLOTS.info.key
    assert [await deals.is_ready(GUILD, TODAY, key, within=limit) for limit in (0, GUARD, 0)] == [
        *(False, True, True)
    ]


async def test_a_morning_shows_yesterdays_best(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server's message has a few of them until somebody there begins the new deal."""
    async with running(app):
        await play(app, ANA)
        await play(app, BEN)
        await app.tables.daily_deals.settle_ended()
        app.clock.advance(DAY)
        before = await app.tables.daily_deals.post(GUILD, TODAY + 1)
        monkeypatch.setattr(daily_deals, "BEST", 1)
        fewer = await app.tables.daily_deals.post(GUILD, TODAY + 1)
        elsewhere = await app.tables.daily_deals.post(OTHER_GUILD, TODAY + 1)
        await app.tables.daily_deals.begin(CHEN, guild_id=GUILD)
        after = await app.tables.daily_deals.post(GUILD, TODAY + 1)
    assert [line.name for line in before.best] == ["Ana", "Ben"]
    assert fewer.best == before.best[:1]
    assert (elsewhere.best, after.best) == ((), ())


async def test_a_post_names_streaks_from_two_days_on(app: LocalApp) -> None:
    """A server's message names who has played on several days, and for how many."""
    async with running(app):
        await play(app, ANA)
        app.clock.advance(DAY)
        for player in (BEN, ANA):
            await play(app, player)
        await app.tables.daily_deals.settle_ended()
        posted = await app.tables.daily_deals.post(GUILD, TODAY + 1)
    assert [(line.name, line.streak) for line in posted.streaks] == [("Ana", 2)]


@pytest.mark.parametrize(("early", "is_open"), [(1, True), (0, False)])
async def test_a_week_is_over_on_the_next_monday(app: LocalApp, early: int, is_open: bool) -> None:
    """A week is open until the last millisecond of its Sunday."""
    monday = monday_of(TODAY)
    app.clock.advance(time_of(monday + 7, "UTC") - early - app.clock.now())
    assert (await app.tables.daily_deals.week(GUILD, day=TODAY)).is_open is is_open


async def test_a_past_deal_has_the_tomatoes_of_its_own_week(app: LocalApp) -> None:
    """A deal shows which days of its week were finished, also when that week is over."""
    async with running(app):
        await play(app, ANA)
        await app.tables.daily_deals.settle_ended()
        app.clock.advance(7 * DAY)
        past, fresh = await deal_of(app, ANA, TODAY), await deal_of(app, ANA)
    assert (past.week, fresh.week) == (frozenset({TODAY}), frozenset())


async def test_a_day_begins_in_a_servers_time_zone(app: LocalApp) -> None:
    """At the same moment another server has the next day, and the same deal for it."""
    settings = GuildSettings(timezone="+14:00")
    await app.store.guilds.change(GUILD, lambda guild: with_settings(guild, settings))
    app.clock.advance(time_of(TODAY, "UTC") + 11 * HOUR - app.clock.now())
    here = await app.tables.daily_deals.view(ANA.id, GUILD)
    there = await app.tables.daily_deals.view(ANA.id, OTHER_GUILD)
    posted = await app.tables.daily_deals.post(GUILD, TODAY + 1)
    app.clock.advance(DAY)
    later = await app.tables.daily_deals.view(ANA.id, OTHER_GUILD)
    assert (here.day, there.day, posted.deal.day) == (TODAY + 1, TODAY, TODAY + 1)
    assert here.seed_hash == later.seed_hash != there.seed_hash


STREAKS = [
    ((), 0),
    ((20,), 1),
    ((19,), 1),
    ((20, 19, 18), 3),
    ((19, 18, 17), 3),
    ((20, 18, 17), 3),
    ((20, 17, 16), 1),
    ((20, 18, 16), 3),
    ((20, 18, 17, 16, 15, 13), 6),
    ((17, 16), 0),
]


@pytest.mark.parametrize(("days", "streak"), STREAKS)
def test_a_streak_forgives_one_missed_day_of_a_week(days: tuple[int, ...], streak: int) -> None:
    """On day 20, a Wednesday, today may still be missing; day 18 is a Monday."""
    assert streak_of(days, 20) == streak


def test_a_margin_is_what_a_seat_gained_over_the_best_rival() -> None:
    """Each round counts by itself: what was gained before doesn't matter."""
    points = [(0, 5, 2), (3, 6, 2), (3, 6, 9), (4, 6, 9)]
    assert margins_of(gains_of(points), 0) == (2, -7, 1)


def played(game: AnyGame, *, clumsy: bool) -> list[object]:
    """The chance of a deal's match of bots; `clumsy` draws more numbers between the moves."""
    step = game.setup(seats_of(game), game.options(), Rng(f"{BY_PURPOSE}5eed"))
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


@pytest.mark.parametrize("game", [*GAMES, PLOTS], ids=lambda game: game.info.key)
def test_a_deal_begins_with_the_last_rounds_of_a_match_of_bots(game: AnyGame) -> None:
    """The same secret gives the same opening, which ends when a round begins.

    It's empty if a whole match has no more rounds than a deal.
    """
    secret = SHARED + b"5eed"
    moves = opening_of(game, secret)
    begun, before = opened(game, secret, moves, NOON), opened(game, secret, moves[:-1], NOON)
    rounds = [
        game.tableau(game.view(position.state, None)).progress for position in (before, begun)
    ]
    assert opening_of(game, secret) == moves
    assert len(begun.opening.steps) == len(moves) + 1
    assert len(game.awaited(begun.state)) > 0
    assert bool(moves) == (rounds[0] != rounds[1])
    assert (
        moves or max((each.of or 0 for each in rounds if each), default=0) <= game.info.deal_rounds
    )


def test_hard_bots_play_the_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its moves is searched with all playouts of the hard level."""
    budgets = list[Budget]()

    def noted(game: AnyGame, view: View, memory: Memory, rng: Rng, budget: Budget) -> BestMove:
        budgets.append(budget)
        return BestMove(game.policy(view, memory, Level.NORMAL, rng))

    monkeypatch.setattr(deal_openings, "search", noted)
    opening_of(TOMATE, SHARED + b"5eed")
    assert set(budgets) == {Budget(TOMATE.info.playouts)}


async def test_results_outlive_their_matches(tmp_path: Path) -> None:
    """A result at which nobody looked is written before its match is deleted."""
    limits = Limits(bot_delay=0, remember_matches=DAY)
    async with local_app(tmp_path / "a.db", limits=limits, games=(PLOTS,)) as app:
        async with running(app):
            match_id = await play(app, ANA)
        pass_time(app.tables, app.clock, 2 * DAY)
        async with running(app):
            await app.clock.until_asleep()
        result = await attempt(app, ANA, TODAY)
        assert await app.store.matches.find(match_id) is None
        assert result is not None
        assert (result.match_id, result.places) == (match_id, 2)
        assert result.place is not None


async def test_a_rehearsal_in_another_zone_counts_for_all(app: LocalApp) -> None:
    """Who has played a deal where its day was over can't play it for points where it lasts.

    Nor can they after a deletion of their data.
    """
    settings = GuildSettings(timezone="+14:00")
    await app.store.guilds.change(GUILD, lambda guild: with_settings(guild, settings))
    deals = app.tables.daily_deals
    async with running(app):
        app.clock.advance(time_of(TODAY, "UTC") + 11 * HOUR - app.clock.now())
        await deals.view(ANA.id, OTHER_GUILD)
        rehearsal = await deals.begin(ANA, guild_id=GUILD, day=TODAY, again=True)
        await play_on(app, ANA, rehearsal.id)
        with pytest.raises(DealPlayedError):
            await deals.begin(ANA, guild_id=OTHER_GUILD)

        shown = [await deals.view(player.id, OTHER_GUILD) for player in (ANA, BEN)]
        await app.tables.privacy.forget(ANA.id)
        again = await deals.begin(ANA, guild_id=OTHER_GUILD)

    assert [deal.own for deal in shown] == [None, None]
    assert [deal.is_rehearsed for deal in shown] == [True, False]
    assert again.daily is not None
    assert not again.daily.counts


async def test_a_damaged_attempt_keeps_no_board_from_being_shown(app: LocalApp) -> None:
    """Others on the server see the deal, and its message, without that attempt's progress."""
    deals = app.tables.daily_deals
    begun = await deals.begin(ANA, guild_id=GUILD)
    app.damage("UPDATE matches SET table_state = '{' WHERE match_id = ?", begun.id)

    assert [line.name for line in (await deals.view(BEN.id, GUILD)).lines] == ["Ana"]
    assert (await deals.post(GUILD, TODAY)).deal.lines


@pytest.mark.parametrize("way", ["hide", "forget"])
async def test_who_hides_or_is_deleted_leaves_the_days_message(app: LocalApp, way: str) -> None:
    """The message that shows an attempt is out of date once its player may not be named."""
    async with running(app):
        await play(app, ANA)
        await app.tables.daily_deals.settle_ended()
    post_id = await app.store.deal_posts.open("post", GUILD, TODAY, CHANNEL, "nonce")
    post = await app.store.deal_posts.find(post_id)
    assert post is not None
    (row,) = await app.store.deal_posts.of(post_id)
    shown = Shown(stage=SurfaceKind.DEAL, fingerprint="x", language="en")
    row = replace(row, message_id=5, shown=shown, shown_revision=post.revision)
    await app.store.deal_posts.save(replace(row, version=row.version + 1))
    assert await app.store.deal_posts.behind() == ()
    if way == "hide":
        await app.tables.leaderboards.hide(GUILD, ANA.id, hidden=True)
    else:
        await app.tables.privacy.forget(ANA.id)

    assert [each.post_id for each in await app.store.deal_posts.behind()] == [post_id]

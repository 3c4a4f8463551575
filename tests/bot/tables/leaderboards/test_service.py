"""What leaderboards and profiles show, and to whom."""

from dataclasses import replace

import pytest

from bot.tables.domain.guild_settings import GuildSettings, with_settings
from bot.tables.errors import NoSuchGameError
from bot.tables.leaderboards import errors
from bot.tables.leaderboards.ratings import SETTLED
from bot.tables.leaderboards.service import LINES, Leaderboards
from bot.tables.leaderboards.views import NextPlace
from data.records.leaderboards import ALL, EVER
from games import GAMES
from games.core.text import PLAIN, speak
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.events import HandRolled
from games.dojo import DOJO
from games.tomate import TOMATE
from tests.bot.tables.leaderboards.support import (
    ANA,
    BEN,
    CHEN,
    DORA,
    GUILD,
    NAMES,
    OTHER,
    Hall,
    change,
    finish,
)
from tests.bot.tables.leaderboards.test_titles import PERFECT
from tests.bot.tables.support import ManualClock

DAY = 86_400_000


async def test_a_board_names_who_plays_best(hall: Hall) -> None:
    """A leaderboard lists everybody who finished a rated match, best score first."""
    for _ in range(3):
        await finish(hall.store, [ANA], [BEN], [CHEN])
    await finish(hall.store, [CHEN], [BEN], rated=False)
    page = await hall.page(viewer=BEN)
    assert [(line.place, line.name, line.matches, line.wins) for line in page.lines] == [
        (1, "Ana", 3, 3),
        (2, "Ben", 3, 0),
        (3, "Chen", 3, 0),
    ]
    assert [line.podiums for line in page.lines] == [3, 3, 0]
    assert page.lines[0].strength.rating > 1000 > page.lines[2].strength.rating
    assert page.viewer is not None
    assert page.viewer.player_id == page.lines[1].player_id == BEN
    assert (page.game, page.season.season, page.is_only, page.pages) == (None, 1, True, 1)


async def test_a_page_tells_what_is_new_and_what_comes_next(hall: Hall) -> None:
    """Lines have the latest change and the rarest title; the viewer learns of the next place."""
    much_later = hall
    hall = replace(hall, boards=Leaderboards(hall.store, ManualClock(DAY)))
    for _ in range(SETTLED - 1):
        await finish(hall.store, [ANA], [BEN], [CHEN], game=DOJO, events=[PERFECT])
    early = await hall.page(viewer=CHEN)
    await finish(hall.store, [CHEN], [ANA], [BEN], game=DOJO)
    page = await hall.page(viewer=CHEN)
    assert [line.is_new for line in early.lines + page.lines] == [True] * 3 + [False] * 3
    assert (early.next_place, early.week, page.week) == (None, SETTLED - 1, SETTLED)
    assert [line.name for line in page.lines] == ["Ana", "Ben", "Chen"]
    assert [line.change > 0 for line in page.lines] == [False, False, True]
    titles = [line.title and speak(line.title.name, PLAIN) for line in page.lines]
    assert titles == [None, "Perfect dojo", None]
    ahead = page.lines[1].strength.rating - page.lines[2].strength.rating
    assert page.next_place == NextPlace(2, ahead)
    assert (await hall.page(viewer=ANA)).next_place is None
    assert (await hall.page("tomate")).week == (await much_later.page()).week == 0
    ever = await hall.page(viewer=CHEN, season=EVER)
    assert (ever.lines, ever.next_place, ever.week) == (page.lines, page.next_place, page.week)


async def test_equals_share_a_place(hall: Hall) -> None:
    """Equal ratings share a place, and the next place counts all of them."""
    await finish(hall.store, [ANA, BEN], [CHEN])
    page = await hall.page()
    assert [line.place for line in page.lines] == [1, 1, 3]


async def test_pages_go_on_where_the_one_before_ended(hall: Hall) -> None:
    """Places continue across pages, and a page beyond the last shows the last one."""
    everybody = range(100, 100 + LINES + 3)
    await finish(hall.store, *([player] for player in everybody), game=DICED_TOMATOES)
    first, second = [await hall.page(page=number) for number in range(2)]
    assert (first.pages, len(first.lines)) == (2, LINES)
    assert [line.place for line in second.lines] == [LINES + 1, LINES + 2, LINES + 3]
    assert [line.player_id for line in first.lines + second.lines] == [*everybody]
    assert (await hall.page(page=99)).lines == second.lines
    mine = (await hall.page(viewer=everybody[-1])).viewer
    assert mine is not None
    assert mine.place == LINES + 3


async def test_an_empty_board_is_a_clean_page(hall: Hall) -> None:
    """Before any match, a leaderboard has a season and one empty page."""
    page = await hall.page("dojo")
    assert (page.lines, page.pages, page.viewer, page.season.season) == ((), 1, None, 1)
    assert page.game is DOJO
    mine = await hall.profile(ANA)
    assert (mine.line, mine.curve, mine.recent, mine.games) == (None, (), (), ())


async def test_another_server_is_never_told_of(hall: Hall) -> None:
    """Leaderboards, profiles, head-to-heads and changes contain only the server's own matches."""
    match_id = await finish(hall.store, [ANA], [BEN], guild_id=OTHER)
    await hall.boards.page(OTHER, ALL, viewer_id=ANA)
    assert (await hall.page()).lines == ()
    with pytest.raises(errors.NothingKnownError):
        await hall.profile(BEN, viewer=ANA)
    with pytest.raises(errors.NothingKnownError):
        await hall.boards.head_to_head(GUILD, viewer_id=ANA, other_id=BEN, name="Ben")
    assert len(await hall.boards.changes(OTHER, match_id)) == 2
    assert await hall.boards.changes(GUILD, match_id) == ()


async def test_a_result_tells_what_it_did(hall: Hall) -> None:
    """A result's changes are those on its game's leaderboard, the greatest gain first."""
    await finish(hall.store, [ANA], [BEN])
    match_id = await finish(hall.store, [CHEN], [ANA], [BEN])
    changes = await hall.boards.changes(GUILD, match_id)
    names = [change.name for change in changes]
    assert (names[0], {*names}) == ("Chen", {"Ana", "Ben", "Chen"})
    tomate = {line.player_id: line.strength for line in (await hall.page("tomate")).lines}
    assert {change.player_id: change.after for change in changes} == tomate
    assert all(change.before != change.after for change in changes)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET result = '{}' WHERE match_id = ?",
        "UPDATE matches SET result = '{' WHERE match_id = ?",
        "UPDATE matches SET table_state = '{' WHERE match_id = ?",
        "DELETE FROM tenures WHERE match_id = ?",
    ],
)
async def test_a_match_that_cannot_be_counted_is_left_out(
    hall: Hall, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A match that can't be rated is left out of everything, logged once and remembered."""
    broken = await finish(hall.store, [BEN], [ANA])
    await change(hall.store, damage, broken)
    good = await finish(hall.store, [ANA], [BEN])
    for _ in range(2):
        page, profile = await hall.page(), await hall.profile(ANA)
        assert [(line.name, line.matches) for line in page.lines] == [("Ana", 1), ("Ben", 1)]
        assert [entry.match_id for entry in profile.recent] == [good]
        assert len(await hall.boards.changes(GUILD, good)) == 2
        assert await hall.boards.changes(GUILD, broken) == ()
    assert await hall.store.leaderboards.left_out() == ((GUILD, broken),)
    assert caplog.text.count(f"match {broken} cannot be counted") == 1


async def test_who_hides_appears_nowhere(hall: Hall) -> None:
    """A hidden player is left out everywhere, as if unknown, except in their own profile."""
    match_id = await finish(hall.store, [ANA], [BEN], [CHEN])
    await hall.page()
    await hall.boards.hide(GUILD, BEN, hidden=True)
    page = await hall.page(viewer=BEN)
    assert [(line.place, line.name) for line in page.lines] == [(1, "Ana"), (2, "Chen")]
    assert page.viewer is None
    changes = await hall.boards.changes(GUILD, match_id)
    assert [change.name for change in changes] == ["Ana", "Chen"]
    with pytest.raises(errors.NothingKnownError) as hidden:
        await hall.profile(BEN, viewer=ANA)
    with pytest.raises(errors.NothingKnownError) as unknown:
        await hall.profile(DORA, viewer=ANA)
    assert hidden.value.text == unknown.value.text
    with pytest.raises(errors.NothingKnownError):
        await hall.boards.head_to_head(GUILD, viewer_id=ANA, other_id=BEN, name="Ben")
    mine = await hall.profile(BEN)
    assert mine.is_hidden
    assert mine.line is not None
    await hall.boards.hide(GUILD, BEN, hidden=False)
    assert len((await hall.page()).lines) == 3


async def test_a_profile_tells_one_board_or_all(hall: Hall) -> None:
    """A profile shows place, curve and recent matches of one leaderboard or the overall one."""
    await finish(hall.store, [ANA], [BEN])
    await finish(hall.store, [BEN], [CHEN], [ANA], game=DOJO)
    await finish(hall.store, [ANA], [CHEN])
    profile = await hall.profile(ANA, viewer=BEN)
    assert profile.name == "Ana"
    assert [(entry.game.info.key, entry.place, entry.places) for entry in profile.recent] == [
        ("tomate", 1, 2),
        ("dojo", 3, 3),
        ("tomate", 1, 2),
    ]
    assert [entry.change > 0 for entry in profile.recent] == [True, False, True]
    assert len(profile.curve) == 3
    assert profile.line is not None
    assert profile.curve[-1].strength == profile.line.strength
    assert [game.info.key for game in profile.games] == ["tomate", "dojo"]
    assert [*profile.unplayed] == [
        game for game in GAMES if game.info.key not in {"tomate", "dojo"}
    ]
    assert [record.game.info.key for record in profile.records] == ["tomate", "dojo"]
    assert [[gain > 0 for gain in record.gains] for record in profile.records] == [
        [True, True],
        [False],
    ]
    assert profile.best == max(profile.recent, key=lambda entry: entry.change)
    dojo = await hall.profile(ANA, "dojo")
    assert [entry.game.info.key for entry in dojo.recent] == ["dojo"]
    assert [record.line for record in dojo.records] == [dojo.line]
    assert dojo.best is None
    assert dojo.line is not None
    assert dojo.line.place == 3


async def test_luck_is_told_where_it_is_counted(hall: Hall) -> None:
    """Luck is shown as a percentage of the average, only in games that measure it."""
    rolled = [HandRolled(seat=0, dice=("r6", "r6")), HandRolled(seat=1, dice=("r1", "r2", "r4"))]
    for _ in range(2):
        await finish(hall.store, [ANA], [BEN], game=DICED_TOMATOES, events=rolled)
    await finish(hall.store, [ANA], [BEN], game=DOJO)
    (chance,) = (await hall.profile(ANA)).chances
    assert (chance.game, chance.draws, chance.percent) == (DICED_TOMATOES, 4, 171)
    assert (await hall.profile(BEN)).chances[0].percent == 67
    assert (await hall.profile(ANA, "dojo")).chances == ()


async def test_two_players_see_how_they_fared_with_each_other(hall: Hall) -> None:
    """A head-to-head shows who ranked higher, game by game."""
    for ranking in ([[ANA], [BEN]], [[BEN], [ANA]], [[ANA], [CHEN], [BEN]], [[ANA, BEN]]):
        await finish(hall.store, *ranking)
    duel = await hall.boards.head_to_head(GUILD, viewer_id=BEN, other_id=ANA, name="?")
    (tomate,) = duel.rivalries
    assert (duel.name, duel.other_name) == ("Ben", "Ana")
    assert (tomate.matches, tomate.ahead, tomate.behind) == (4, 1, 2)


async def test_seasons_follow_each_other(hall: Hall) -> None:
    """A match counts in the season in which it ended, and a season may have none."""
    assert (await hall.boards.new_season(GUILD, None)).season == 2
    assert (await hall.page(season=1)).lines == ()
    await finish(hall.store, [ANA], [BEN])
    begun = await hall.boards.new_season(GUILD, "  Spring ")
    await finish(hall.store, [BEN], [ANA])
    assert (begun.season, begun.name) == (3, "Spring")
    now, then = await hall.page(), await hall.page(season=2)
    assert (now.lines[0].name, then.lines[0].name) == ("Ben", "Ana")
    assert not now.is_only
    assert [each_season.season for each_season in await hall.boards.seasons(GUILD)] == [3, 2, 1]
    assert (await hall.profile(ANA, season=2)).curve != (await hall.profile(ANA)).curve
    with pytest.raises(errors.BadSeasonNameError):
        await hall.boards.new_season(GUILD, "x" * 41)


async def test_all_seasons_together_are_as_one(hall: Hall) -> None:
    """All seasons together equal one season with the same matches."""
    for player, name in NAMES.items():
        await hall.store.people.saw(OTHER, player, name)
    matches = (([ANA], [BEN]), ([CHEN], [ANA, BEN]), ([ANA], [CHEN]), ([BEN], [CHEN], [ANA]))
    for number, ranking in enumerate(matches):
        game = DOJO if number % 2 else TOMATE
        for guild_id in (GUILD, OTHER):
            await finish(hall.store, *ranking, guild_id=guild_id, game=game)
        await hall.boards.new_season(GUILD, None)
    for guild_id in (GUILD, OTHER):
        await hall.boards.hide(guild_id, CHEN, hidden=True)
    boards = hall.boards

    for board in (ALL, "dojo"):
        ever = await hall.page(board, viewer=BEN, season=EVER)
        first = await boards.page(OTHER, board, viewer_id=BEN)
        assert [line.name for line in first.lines] == ["Ana", "Ben"] or board == "dojo"
        assert (ever.lines, ever.viewer, ever.pages) == (first.lines, first.viewer, first.pages)
        assert (ever.season.season, ever.is_only, first.is_only) == (EVER, False, True)
        mine = await hall.profile(ANA, board, season=EVER)
        theirs = await boards.profile(OTHER, board, player_id=ANA, name="", viewer_id=ANA)
        assert (mine.line, mine.games) == (theirs.line, theirs.games)
        assert [item.strength for item in mine.curve] == [item.strength for item in theirs.curve]
        assert [(entry.game, entry.place, entry.change) for entry in mine.recent] == [
            (entry.game, entry.place, entry.change) for entry in theirs.recent
        ]


async def test_a_reset_is_undone_with_all_that_it_took(hall: Hall) -> None:
    """Undoing a reset restores the leaderboards, and works once."""
    await finish(hall.store, [ANA], [BEN])
    await finish(hall.store, [CHEN], [BEN], game=DOJO)
    before = await hall.page()
    cleared = await hall.boards.reset(GUILD, "tomate", by=DORA)
    assert (cleared.matches, cleared.game) == (1, TOMATE)
    assert [line.name for line in (await hall.page()).lines] == ["Chen", "Ben"]
    with pytest.raises(errors.NothingToResetError):
        await hall.boards.reset(GUILD, "tomate", by=DORA)
    assert await hall.boards.undo_reset(GUILD) is TOMATE
    assert await hall.page() == before
    with pytest.raises(errors.NothingToUndoError):
        await hall.boards.undo_reset(GUILD)


async def test_boards_can_be_switched_off(hall: Hall) -> None:
    """Leaderboards that are turned off show nothing, but matches played meanwhile count later."""

    def setting(on: bool) -> GuildSettings:
        return GuildSettings(leaderboard=on)

    await hall.store.guilds.change(GUILD, lambda guild: with_settings(guild, setting(False)))
    match_id = await finish(hall.store, [ANA], [BEN])
    for asked in (hall.page(), hall.profile(ANA)):
        with pytest.raises(errors.BoardsOffError):
            await asked
    with pytest.raises(errors.BoardsOffError):
        await hall.boards.head_to_head(GUILD, viewer_id=ANA, other_id=BEN, name="Ben")
    assert await hall.boards.changes(GUILD, match_id) == ()
    await hall.store.guilds.change(GUILD, lambda guild: with_settings(guild, setting(True)))
    assert len((await hall.page()).lines) == 2


async def test_what_is_not_there_is_refused(hall: Hall) -> None:
    """Unknown games and seasons are refused."""
    await finish(hall.store, [ANA], [BEN])
    with pytest.raises(NoSuchGameError):
        await hall.page("chess")
    with pytest.raises(NoSuchGameError):
        await hall.boards.reset(GUILD, "chess", by=ANA)
    for season in (-1, 2, 9999):
        with pytest.raises(errors.NoSuchSeasonError):
            await hall.page(season=season)
        with pytest.raises(errors.NoSuchSeasonError):
            await hall.profile(ANA, season=season)

"""Titles on profiles and in results: a first win of each game, and what its game adds."""

from dataclasses import replace

from bot.tables.leaderboards.ratings import fold
from bot.tables.leaderboards.recompute import Recompute
from data.records.leaderboards import ALL
from games import GAMES
from games.core.text import PLAIN, speak
from games.dojo import DOJO
from games.dojo.rules.events import DojoCounted
from games.dojo.rules.records import Final
from games.tomate import TOMATE
from tests.bot.tables.leaderboards.support import ANA, BEN, CHEN, GUILD, Hall, finish

PERFECT = DojoCounted(
    final=Final(
        seat=1,
        arrangement=("M1",) * 12,
        lines=(None,) * 7,
        sorted=False,
        rows=(1, 1, 1),
        columns=(1, 1, 1, 1),
        tokens=0,
        token_points=0,
        points=7,
    )
)


async def new_titles(hall: Hall, match_id: str, guild_id: int = GUILD) -> list[tuple[str, str]]:
    new = await hall.boards.titles(guild_id, match_id)
    return [(item.name, speak(item.title.name, PLAIN)) for item in new]


async def held(hall: Hall, player: int, board: str = ALL) -> list[str]:
    return [speak(title.name, PLAIN) for title in (await hall.profile(player, board)).titles]


async def test_a_result_tells_a_title_only_the_first_time(hall: Hall) -> None:
    """Each player hears once of a title, also when the older result is drawn again."""
    first = await finish(hall.store, [ANA], [BEN], game=DOJO, events=[PERFECT])
    second = await finish(hall.store, [ANA], [BEN], game=DOJO, events=[PERFECT])
    third = await finish(hall.store, [BEN], [ANA], game=DOJO, events=[PERFECT])
    expected = [("Ana", "First win: Dojo"), ("Ben", "Perfect dojo")]
    assert await new_titles(hall, first) == expected
    assert await new_titles(hall, second) == []
    assert await new_titles(hall, third) == [("Ana", "Perfect dojo"), ("Ben", "First win: Dojo")]
    assert await new_titles(hall, first) == expected
    assert await new_titles(hall, first, GUILD + 1) == []


async def test_titles_of_hidden_players_stay_theirs(hall: Hall) -> None:
    """A hidden player isn't named in results; their own profile still has the title."""
    match_id = await finish(hall.store, [ANA], [BEN], game=DOJO, events=[PERFECT])
    await hall.boards.hide(GUILD, BEN, hidden=True)
    assert await new_titles(hall, match_id) == [("Ana", "First win: Dojo")]
    assert await held(hall, BEN) == ["Perfect dojo"]


async def test_a_profile_has_titles_of_its_board(hall: Hall) -> None:
    """All games together show all; one game shows its own, and its player what is missing."""
    await finish(hall.store, [ANA], [BEN])
    await finish(hall.store, [BEN], [ANA], game=DOJO, events=[PERFECT])
    await hall.boards.new_season(GUILD, None)
    await finish(hall.store, [CHEN], [ANA, BEN])
    assert await held(hall, ANA) == ["Perfect dojo", "First win: Tomate"]
    assert await held(hall, ANA, "dojo") == ["Perfect dojo"]
    mine, seen = await hall.profile(ANA, "dojo"), await hall.profile(BEN, "dojo", viewer=ANA)
    assert len(mine.titles) + len(mine.missing) == 1 + len(DOJO.titles)
    assert not seen.missing
    assert not (await hall.profile(ANA)).missing


async def test_a_reset_takes_titles_away(hall: Hall) -> None:
    """A match that no longer counts earns nothing, and undoing the reset brings titles back."""
    await finish(hall.store, [ANA], [BEN])
    await hall.page()
    await hall.boards.reset(GUILD, TOMATE.info.key, by=CHEN)
    assert await held(hall, ANA) == []
    await hall.boards.undo_reset(GUILD)
    assert await held(hall, ANA) == ["First win: Tomate"]


async def test_old_matches_count_after_recomputing(hall: Hall) -> None:
    """A match counted before there were titles gets them from its stored events."""
    await finish(hall.store, [ANA], [BEN], game=DOJO, events=[PERFECT])
    await hall.page()
    (first,) = await hall.store.leaderboards.counted(GUILD, 1)
    bare = tuple(replace(placing, titles=()) for placing in first.outcome.placings)
    older = replace(first.outcome, placings=bare)
    await hall.store.leaderboards.rewrite(GUILD, 1, {first.number: older}, fold)
    assert await held(hall, BEN) == []
    (season,) = [item async for item in Recompute(hall.store, GAMES).run(write=True)]
    assert len(season.differences) == 1
    assert await held(hall, BEN) == ["Perfect dojo"]

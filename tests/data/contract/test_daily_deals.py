"""Laws of weekly deals in the store."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from data.engine.errors import AlreadyOpenError
from data.records.matches import NOWHERE, Ending, Life, NewLobby, Sitter, Terms
from data.records.weekly_deals import Attempt
from data.store import Store
from tests.data.builders import ANNE, BRAM, CLEO, GUILD, attempt, deal, lobby
from tests.data.contract.test_leaderboards import add_up, outcome

WEEK = 2900


def table(match_id: str, player: int = ANNE) -> NewLobby:
    terms = Terms(host_id=player, options=b"{}", sitters=(Sitter(player), Sitter(bot="Basil")))
    return lobby(match_id, guild_id=NOWHERE, terms=terms)


async def begin(store: Store, match_id: str, player: int = ANNE, **values: object) -> Attempt:
    _, begun = await store.weekly_deals.begin(
        table(match_id, player), attempt(match_id, player, **values)
    )
    return begun


async def end(store: Store, match_id: str, life: Life = Life.FINISHED) -> None:
    rows = await store.matches.find(match_id)
    assert rows is not None
    match = await store.matches.start(match_id, rows.revision, deal(*rows.terms.sitters))
    await store.matches.stop(match_id, match.revision, Ending(life=life, ended_at=9000))


async def finish(store: Store, match_id: str, player: int, place: int) -> None:
    begun = await begin(store, match_id, player)
    await end(store, match_id)
    await store.weekly_deals.settle(
        replace(begun, settled_at=9500, ended_at=9000, place=place, places=2, points=7)
    )


async def test_a_secret_is_never_replaced(store: Store) -> None:
    """A game keeps the first secret of a week; other games and weeks have their own."""
    await store.weekly_deals.add_secrets(WEEK, {"tomate": b"first"})
    await store.weekly_deals.add_secrets(WEEK, {"tomate": b"second", "dojo": b"other"})
    await store.weekly_deals.add_secrets(WEEK + 1, {"tomate": b"later"})
    secrets = [await store.weekly_deals.secrets(week) for week in (WEEK - 1, WEEK, WEEK + 1)]
    assert secrets == [{}, {"tomate": b"first", "dojo": b"other"}, {"tomate": b"later"}]


async def test_only_the_first_attempt_counts(store: Store) -> None:
    """Later ones at the same deal don't; another deal and another player count again."""
    first = await begin(store, "a")
    with pytest.raises(AlreadyOpenError) as same:
        await begin(store, "b")
    await end(store, "a")
    again = await begin(store, "c")
    later, other = await begin(store, "d", week=WEEK + 1), await begin(store, "e", BRAM)
    assert same.value.match_id == "a"
    assert [item.counts for item in (first, again, later, other)] == [True, False, True, True]
    assert await store.weekly_deals.counted(ANNE, WEEK) == (first,)
    assert await store.weekly_deals.find("c") == again


async def test_two_attempts_at_once_are_one(store: Store) -> None:
    """Of attempts that begin at the same moment, one is created, and the others find it."""
    begun = await asyncio.gather(
        *(begin(store, f"m{number}") for number in range(4)), return_exceptions=True
    )
    created = [item.match_id for item in begun if isinstance(item, Attempt)]
    results = [item.match_id for item in begun if isinstance(item, AlreadyOpenError)]
    assert len(created) == 1
    assert results == created * 3


async def test_an_attempt_without_a_deal_is_begun_again(store: Store) -> None:
    """A lobby that closed before its match began uses up nothing."""
    await begin(store, "a")
    rows = await store.matches.find("a")
    assert rows is not None
    await store.lobbies.cancel("a", rows.revision, 2000)
    assert (await begin(store, "b")).counts
    assert await store.weekly_deals.find("a") is None


async def test_a_practice_match_stays_apart(store: Store) -> None:
    """An open attempt keeps nobody from practising the same game."""
    await begin(store, "a")
    await store.lobbies.create(table("b"))
    with pytest.raises(AlreadyOpenError) as error:
        await store.lobbies.create(table("c"))
    assert error.value.match_id == "b"


async def test_results_are_written_once(store: Store) -> None:
    """Ended attempts wait for their result, which never changes and outlives the match."""
    begun = await begin(store, "a")
    assert await store.weekly_deals.ended() == ()
    await end(store, "a")
    assert await store.weekly_deals.ended() == (begun,)
    settled = replace(begun, settled_at=9500, ended_at=9000, place=1, places=2, points=7)
    await store.weekly_deals.settle(settled)
    await store.weekly_deals.settle(replace(settled, place=2))
    await store.history.forget(ended_before=10_000)
    assert await store.weekly_deals.ended() == ()
    assert await store.weekly_deals.find("a") == settled
    assert await store.weekly_deals.weeks_of(ANNE) == (WEEK,)


async def test_friends_have_played_together(store: Store) -> None:
    """People are found who finished a rated match with somebody, unless they hide there."""
    await store.lobbies.create(lobby("m1"))
    await end(store, "m1")
    await store.leaderboards.count(GUILD, outcome("m1", ANNE, BRAM), add_up)
    for match_id, player in (("a", ANNE), ("b", BRAM), ("c", CLEO)):
        await finish(store, match_id, player, 1)

    async def friends(player: int) -> set[str]:
        result = await store.weekly_deals.of_friends(WEEK, "tomate", player)
        return {finding.match_id for finding in result}

    assert [await friends(item) for item in (ANNE, CLEO)] == [{"a", "b"}, {"c"}]
    await store.leaderboards.hide(GUILD, BRAM, hidden=True)
    assert await friends(ANNE) == {"a"}


async def test_a_board_shows_who_is_shown_there(store: Store) -> None:
    """A server's board has finished counted attempts that were put on it, not of hidden people."""
    await finish(store, "a", ANNE, 2)
    await finish(store, "b", BRAM, 1)
    await begin(store, "c")
    await store.weekly_deals.show_in(GUILD, "a", "b", "c")
    await store.weekly_deals.show_in(GUILD, "a")
    board = await store.weekly_deals.of_guild(WEEK, "tomate", GUILD)
    assert {item.match_id for item in board} == {"a", "b"}
    await store.leaderboards.hide(GUILD, BRAM, hidden=True)
    (left,) = await store.weekly_deals.of_guild(WEEK, "tomate", GUILD)
    assert left.match_id == "a"
    assert await store.weekly_deals.of_guild(WEEK, "dojo", GUILD) == ()
    assert await store.weekly_deals.of_guild(WEEK, "tomate", GUILD + 1) == ()


async def test_a_week_is_announced_once_in_a_server(store: Store) -> None:
    """One of two processes may announce it; servers that never chose the setting aren't listed."""
    other = GUILD + 1
    for guild_id, settings in ((GUILD, {"deals": 1}), (other, {"deals": 2}), (GUILD + 2, {})):
        await store.guilds.change(guild_id, partial(replace, settings=settings))
    tried = await asyncio.gather(*(store.weekly_deals.announce(GUILD, WEEK) for _ in range(2)))
    left = await store.weekly_deals.unannounced(WEEK, "deals")
    later = await store.weekly_deals.unannounced(WEEK + 1, "deals")
    await store.weekly_deals.withdraw(GUILD, WEEK)
    again = await store.weekly_deals.unannounced(WEEK, "deals")
    await store.weekly_deals.announce(other, WEEK)
    saved = []
    for week in (WEEK + 1, WEEK + 2):
        await store.weekly_deals.announce(other, week)
        saved.append(await store.weekly_deals.announce(other, WEEK))
    assert saved == [False, True], "the notes of the last two weeks are kept"
    assert sorted(tried) == [False, True]
    assert [item.guild_id for item in left] == [other]
    assert [[item.guild_id for item in listed] for listed in (later, again)] == [[GUILD, other]] * 2


WINS = [
    ({ANNE: 1, BRAM: 2, CLEO: 2}, {ANNE}),
    ({ANNE: 1, BRAM: 1, CLEO: 2}, {ANNE, BRAM}),
    ({ANNE: 1, BRAM: 2}, set[int]()),
]


@pytest.mark.parametrize(("places", "winners"), WINS)
async def test_the_best_of_enough_people_win_a_deal(
    store: Store, places: dict[int, int], winners: set[int]
) -> None:
    """Only among at least three, tied ones too, in that server, and once the week is over."""

    async def won(guild_id: int = GUILD, before_week: int = WEEK + 1) -> set[int]:
        games = {
            player: await store.weekly_deals.won(guild_id, player, before_week=before_week, least=3)
            for player in places
        }
        return {player for player, game in games.items() if game == {"tomate"}}

    for player, place in places.items():
        await finish(store, f"m{player}", player, place)
        await store.weekly_deals.show_in(GUILD, f"m{player}")
    assert await won() == winners
    assert (await won(GUILD + 1), await won(before_week=WEEK)) == (set(), set())
    await store.leaderboards.hide(GUILD, CLEO, hidden=True)
    assert await won() == set(), "whoever hides is no longer on the board"

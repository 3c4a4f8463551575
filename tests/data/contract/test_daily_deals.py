"""Laws of daily deals in the store."""

import asyncio
from dataclasses import replace

import pytest

from data.engine.errors import AlreadyOpenError
from data.records.daily_deals import Attempt, OpeningMove, StoredDeal
from data.records.matches import NOWHERE, Ending, Life, NewLobby, Sitter, Terms
from data.store import Store
from tests.data.builders import ANNE, BRAM, CHANNEL, CLEO, DAY, GUILD, attempt, deal, lobby, opening

MONDAY = DAY - 6


def table(match_id: str, player: int = ANNE) -> NewLobby:
    terms = Terms(host_id=player, options=b"{}", sitters=(Sitter(player), Sitter(bot="Basil")))
    return lobby(match_id, guild_id=NOWHERE, terms=terms)


async def begin(store: Store, match_id: str, player: int = ANNE, **values: object) -> Attempt:
    practice = table(match_id, player)
    _, begun = await store.daily_deals.begin(
        practice, attempt(match_id, player, **values), deal(*practice.terms.sitters), opening()
    )
    return begun


async def end(store: Store, match_id: str, life: Life = Life.FINISHED) -> None:
    match = await store.matches.find(match_id)
    assert match is not None
    await store.matches.stop(match_id, match.revision, Ending(life=life, ended_at=9000))


async def finish(store: Store, match_id: str, player: int, points: int, day: int = DAY) -> None:
    begun = await begin(store, match_id, player, day=day)
    await end(store, match_id)
    await store.daily_deals.settle(
        replace(begun, settled_at=9500, ended_at=9000, place=points, places=9, points=points)
    )
    await store.daily_deals.show_in(GUILD, match_id)


async def test_a_deal_is_never_replaced(store: Store) -> None:
    """The first secret and the first opening of a deal stay."""
    for secret in (b"first", b"second"):
        await store.daily_deals.add(StoredDeal(day=DAY, game="tomate", secret=secret))
    first, second = ((OpeningMove(seat, '{"n":1}'),) for seat in (0, 1))
    for moves in (first, second):
        await store.daily_deals.open(DAY, "tomate", moves)
    assert await store.daily_deals.of_day(DAY) == (
        StoredDeal(day=DAY, game="tomate", secret=b"first", opening=first),
    )
    assert await store.daily_deals.of_day(DAY + 1) == ()


async def test_an_attempt_begins_after_its_opening(store: Store) -> None:
    """Its match has the steps of the opening, and goes on from the state after them."""
    await begin(store, "a")
    match, state = await store.matches.load("a")
    steps = await store.history.steps("a")
    assert (match.life, match.step, match.moves_made) == (Life.RUNNING, 1, (1, 0))
    assert [(step.step, step.seat) for step in steps] == [(0, None), (1, 0)]
    assert state == deal().state
    assert await store.history.checkpoints("a") == (0, 1)


async def test_only_the_first_attempt_counts(store: Store) -> None:
    """Later ones at the same deal don't; another deal and another player count again."""
    first = await begin(store, "a")
    with pytest.raises(AlreadyOpenError) as same:
        await begin(store, "b")
    await end(store, "a")
    again = await begin(store, "c")
    later, other = await begin(store, "d", day=DAY + 1), await begin(store, "e", BRAM)
    assert same.value.match_id == "a"
    assert [item.counts for item in (first, again, later, other)] == [True, False, True, True]
    assert await store.daily_deals.counted(ANNE, DAY, "tomate") == first
    assert await store.daily_deals.latest(ANNE, 9) == (later, first)
    assert await store.daily_deals.find("c") == again


async def test_two_attempts_at_once_are_one(store: Store) -> None:
    """Of attempts that begin at the same moment, one is created, and the others find it."""
    begun = await asyncio.gather(
        *(begin(store, f"m{number}") for number in range(4)), return_exceptions=True
    )
    created = [item.match_id for item in begun if isinstance(item, Attempt)]
    results = [item.match_id for item in begun if isinstance(item, AlreadyOpenError)]
    assert len(created) == 1
    assert results == created * 3


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
    assert await store.daily_deals.ended() == ()
    await end(store, "a")
    assert await store.daily_deals.ended() == (begun,)
    settled = replace(
        begun, settled_at=9500, ended_at=9000, place=1, places=2, points=7, margins=(2, -1)
    )
    await store.daily_deals.settle(settled)
    await store.daily_deals.settle(replace(settled, place=2))
    await store.history.forget(ended_before=10_000)
    assert await store.daily_deals.ended() == ()
    assert await store.daily_deals.find("a") == settled
    assert await store.daily_deals.days_of([ANNE, BRAM]) == {ANNE: (DAY,), BRAM: ()}


async def test_a_server_shows_the_attempts_begun_there(store: Store) -> None:
    """It shows counted attempts that were put on it, finished or not, and not of hidden people."""
    await finish(store, "a", ANNE, 2)
    await finish(store, "b", BRAM, 1)
    await begin(store, "c", CLEO)
    await store.daily_deals.show_in(GUILD, "c")
    await store.daily_deals.show_in(GUILD, "a")
    board = await store.daily_deals.of_guild(DAY, "tomate", GUILD)
    assert {item.match_id for item in board} == {"a", "b", "c"}
    assert await store.daily_deals.players_since(GUILD, DAY) in ((ANNE, BRAM), (BRAM, ANNE))
    assert await store.daily_deals.guilds_of("a") == (GUILD,)
    await store.leaderboards.hide(GUILD, BRAM, hidden=True)
    left = await store.daily_deals.of_guild(DAY, "tomate", GUILD)
    assert {item.match_id for item in left} == {"a", "c"}
    assert await store.daily_deals.of_guild(DAY, "dojo", GUILD) == ()
    assert await store.daily_deals.of_guild(DAY, "tomate", GUILD + 1) == ()


WEEKS = [
    ({ANNE: (7, 7), BRAM: (5, 9), CLEO: (5, None)}, {ANNE: 18, BRAM: 18, CLEO: 8}, {ANNE, BRAM}),
    ({ANNE: (7, 8), BRAM: (6, 7), CLEO: (5, 6)}, {ANNE: 20, BRAM: 16, CLEO: 12}, {ANNE}),
    ({ANNE: (7, 8), BRAM: (6, 7)}, {ANNE: 20, BRAM: 16}, set[int]()),
]


@pytest.mark.parametrize(("points", "totals", "winners"), WEEKS)
async def test_the_best_total_of_enough_people_wins_a_week(
    store: Store,
    points: dict[int, tuple[int | None, ...]],
    totals: dict[int, int],
    winners: set[int],
) -> None:
    """A day gives 10, 8 and 6 to those who gained the most; ties count as the better place."""
    for player, each in points.items():
        for number, gained in enumerate(each):
            if gained is not None:
                await finish(store, f"{player}-{number}", player, gained, MONDAY + number)

    async def won(before_day: int, guild_id: int = GUILD) -> set[int]:
        weeks = {
            player: await store.daily_deals.weeks_won(
                guild_id, player, before_day=before_day, least=3
            )
            for player in points
        }
        return {player for player, each in weeks.items() if each == (MONDAY,)}

    week = await store.daily_deals.week_totals(GUILD, MONDAY)
    assert {row.player_id: row.total for row in week} == totals
    assert await won(MONDAY + 7) == winners
    assert (await won(MONDAY), await won(MONDAY + 7, GUILD + 1)) == (set(), set())


async def test_a_server_has_one_message_a_day(store: Store) -> None:
    """Two processes that begin it find the same; it is behind when somebody begins or ends."""
    await store.guilds.change(GUILD, lambda guild: replace(guild, settings={"deals": 1}))
    ids = [await store.deal_posts.open(f"p{n}", GUILD, DAY, CHANNEL, "nonce") for n in range(2)]
    (row,) = await store.deal_posts.of("p0")
    await store.deal_posts.save(replace(row, version=1, message_id=5, shown_revision=0))
    idle = await store.deal_posts.behind()
    await finish(store, "a", ANNE, 2)
    (late,) = await store.deal_posts.behind()
    await store.deal_posts.save(replace(row, version=1, message_id=6))
    (stored,) = await store.deal_posts.of("p0")
    ((guild, last),) = await store.deal_posts.latest("deals")
    assert ids == ["p0", "p0"]
    assert idle == ()
    assert (late.post_id, late.revision) == ("p0", 2)
    assert stored.message_id == 5, "an older version replaces nothing"
    assert (guild.guild_id, last) == (GUILD, DAY)
    assert await store.deal_posts.of_day(GUILD, DAY + 1) is None
    await store.deal_posts.open("later", GUILD, DAY + 8, CHANNEL, "nonce")
    assert await store.deal_posts.find("p0") is None

"""Laws of matches while they are played."""

import asyncio
from dataclasses import replace

import pytest

from data.engine.errors import (
    AlreadyAnsweredError,
    AlreadyOpenError,
    InconsistentChangeError,
    UnknownMatchError,
    VersionConflictError,
    WrongLifeError,
)
from data.records.matches import (
    NOWHERE,
    Actor,
    CopiedSteps,
    DeadlineMask,
    Ending,
    Extra,
    HandOver,
    Life,
    Match,
    NewStep,
    Sitter,
)
from data.store import Store
from tests.data.builders import (
    ANNE,
    BOT,
    BRAM,
    CHANNEL,
    CLEO,
    GUILD,
    deadline,
    deal,
    lobby,
    pressed,
    running,
    seen,
    step,
    surface,
)

FINISH = Ending(life=Life.FINISHED, ended_at=9000, result={"ranking": [[0], [1]]})


async def move(store: Store, match: Match, state: bytes = b'{"n":1}', **more: object) -> int:
    """Commit a step of seat 0, based on the loaded match."""
    made = (match.moves_made[0] + 1, *match.moves_made[1:])
    rows = await store.matches.commit_step(
        match.match_id,
        match.revision,
        step(),
        state,
        moves_made=made,
        **more,  # type: ignore[arg-type]  # each test adds its fields
    )
    return rows.match.step


async def stored_match(store: Store, match_id: str = "m1") -> Match:
    match = await store.matches.find(match_id)
    assert match is not None
    return match


async def test_a_deal_makes_a_match(store: Store) -> None:
    """A start stores the seats, the first state and the setup's events."""
    opened = (await store.lobbies.create(lobby())).match
    match = await store.matches.start("m1", opened.revision, deal(Sitter(BRAM), BOT))
    assert (match.life, match.step, match.moves_made) == (Life.RUNNING, 0, (0, 0))
    assert (match.seed_hash, match.secret, match.state_version) == ("5eed", b"pepper", 1)
    assert [tenure.sitter for tenure in match.holders] == [Sitter(BRAM), BOT]
    assert [tenure.reason for tenure in match.holders] == ["joined", "joined"]
    assert await store.matches.load("m1") == (match, b'{"n":0}')
    (setup,) = await store.history.steps("m1")
    assert (setup.step, setup.seat, setup.actor, setup.move) == (0, None, Actor.SETUP, None)
    assert setup.events == deal().events


async def test_a_lobby_has_no_state(store: Store) -> None:
    """A lobby has no state."""
    await store.lobbies.create(lobby())
    with pytest.raises(UnknownMatchError):
        await store.matches.load("m1")


async def test_a_match_is_dealt_once(store: Store) -> None:
    """Two presses on Start at the same revision start one match."""
    opened = (await store.lobbies.create(lobby())).match
    await store.matches.start("m1", opened.revision, deal(state=b'{"first":1}'))
    with pytest.raises(VersionConflictError):
        await store.matches.start("m1", opened.revision, deal(state=b'{"second":1}'))
    _, state = await store.matches.load("m1")
    assert state == b'{"first":1}'


async def test_a_step_is_written_whole(store: Store) -> None:
    """State, step, counters and history match the committed step."""
    match = await running(store)
    number = await move(store, match, extra=pressed(77, told="played"))
    after, state = await store.matches.load("m1")
    assert (number, after.step, after.moves_made, state) == (1, 1, (1, 0), b'{"n":1}')
    assert after.revision > match.revision
    (last,) = await store.history.steps("m1", after=0)
    assert (last.step, last.seat, last.actor, last.made_at) == (1, 0, Actor.PLAYER, 3000)
    assert (last.move, last.events) == (step().move, step().events)
    assert last.interaction_id == 77
    assert await store.interactions.recall(77) == {"told": "played"}


async def test_a_step_may_replace_the_last_one(store: Store) -> None:
    """A step that replaces the last one has its number; the state, counters and revision go on."""
    match = await running(store)
    await move(store, match, extra=pressed(77))
    first = await stored_match(store)
    changed = replace(step(), move=b'{"n":"changed"}')
    rows = await store.matches.commit_step(
        "m1",
        first.revision,
        changed,
        b'{"n":2}',
        moves_made=(2, 0),
        replaces_last=True,
        extra=pressed(78),
    )
    after, state = await store.matches.load("m1")
    assert (rows.match.step, after.step, after.moves_made, state) == (1, 1, (2, 0), b'{"n":2}')
    assert after.revision > first.revision
    (last,) = await store.history.steps("m1", after=0)
    assert (last.step, last.move, last.interaction_id) == (1, changed.move, 78)


async def test_a_step_is_taken_back_with_all_that_it_left(store: Store) -> None:
    """The last step, its kept state and half-filled forms go; an older change is refused."""
    before = await running(store)
    rows = await store.matches.commit_step(
        "m1", before.revision, step(), b'{"n":1}', moves_made=(1, 0), checkpoint=True
    )
    change = {"moves_made": (2, 1), "extra": Extra(table_state='{"a":1}'), "now": 4000}
    with pytest.raises(VersionConflictError):
        await store.matches.take_back("m1", before.revision, b'{"n":0}', **change)  # type: ignore[arg-type]  # of one test
    after = await store.matches.take_back("m1", rows.match.revision, b'{"n":0}', **change)  # type: ignore[arg-type]  # of one test

    assert (after.step, after.moves_made, after.table_state) == (0, (2, 1), '{"a":1}')
    assert (await store.matches.load("m1"))[1] == b'{"n":0}'
    assert await store.history.steps("m1", after=0) == ()
    assert await store.history.checkpoints("m1") == (0,)


async def test_a_step_thought_out_for_an_older_table_is_refused(store: Store) -> None:
    """On a conflict nothing is written: neither state nor answer nor deadline."""
    match = await running(store)
    await move(store, match)
    before = await store.matches.load("m1")
    extra = Extra(seen=seen(78), deadlines=(deadline(),), surfaces=(surface("s"),))
    with pytest.raises(VersionConflictError):
        await move(store, match, b'{"n":"wrong"}', extra=extra)
    assert await store.matches.load("m1") == before
    assert await store.interactions.recall(78) is None
    assert await store.deadlines.of_match("m1") == ()
    assert await store.surfaces.find("s") is None


async def test_of_answers_at_the_same_moment_one_is_written(store: Store) -> None:
    """Of ten answers to the same revision, one makes a step and nine conflict."""
    match = await running(store)
    outcomes = await asyncio.gather(
        *(move(store, match, b'{"n":%d}' % n) for n in range(10)), return_exceptions=True
    )
    assert [outcome for outcome in outcomes if isinstance(outcome, int)] == [1]
    assert sum(isinstance(outcome, VersionConflictError) for outcome in outcomes) == 9
    assert len(await store.history.steps("m1")) == 2


async def test_a_press_delivered_twice_moves_once(store: Store) -> None:
    """A repeated press returns the first answer, even on the newest revision."""
    match = await running(store)
    await move(store, match, extra=pressed(77, told="played the seven"))
    with pytest.raises(AlreadyAnsweredError) as caught:
        await move(store, await stored_match(store), extra=pressed(77, told="other"))
    assert caught.value.answer == {"told": "played the seven"}
    assert (await stored_match(store)).step == 1


async def test_a_press_is_known_as_long_as_its_step(store: Store) -> None:
    """After old answers are pruned, the press of a stored step still can't make another."""
    match = await running(store)
    await move(store, match, extra=pressed(77, told="played"))
    assert await store.interactions.prune(seen_before=10_000) == 1
    with pytest.raises(AlreadyAnsweredError) as caught:
        await move(store, await stored_match(store), extra=pressed(77))
    assert caught.value.answer == {}


async def test_a_step_brings_its_deadlines_and_surfaces(store: Store) -> None:
    """With a step, the old question's deadline is dropped and the next one's is added."""
    match = await running(store)
    old, new = deadline(ticket="old"), deadline(ticket="new", seat=1)
    await store.deadlines.arm(old)
    extra = Extra(
        drop_deadlines=(DeadlineMask(match_id="m1", seat=0),),
        deadlines=(new,),
        surfaces=(surface("hand"),),
        table_state='{"absent":[1]}',
    )
    await move(store, match, extra=extra)
    assert await store.deadlines.of_match("m1") == (new,)
    assert await store.surfaces.find("hand") == surface("hand")
    assert (await stored_match(store)).table_state == '{"absent":[1]}'


async def test_a_step_without_a_table_state_leaves_it(store: Store) -> None:
    """Without a new table state, a step keeps the old one."""
    match = await running(store)
    paused = Extra(table_state='{"paused":true}')
    match = await store.matches.note("m1", match.revision, paused, now=1500)
    await move(store, match)
    assert (await stored_match(store)).table_state == '{"paused":true}'


async def test_a_move_empties_the_drafts_of_its_seat_alone(store: Store) -> None:
    """A step deletes the drafts of its own seat only."""
    match = await running(store)
    await store.drafts.save("m1", 0, "t0", {"card": 7})
    await store.drafts.save("m1", 1, "t1", {"card": 8})
    await move(store, match)
    assert await store.drafts.find("m1", 0, "t0") is None
    assert await store.drafts.find("m1", 1, "t1") == {"card": 8}


async def test_the_last_step_ends_the_match(store: Store) -> None:
    """A step that ends the match also ends its tenures, deadlines and drafts."""
    match = await running(store)
    await store.deadlines.arm(deadline(), deadline(seat=None))
    await store.drafts.save("m1", 1, "t1", {"card": 8})
    await move(store, match, b'{"n":"end"}', ending=FINISH)
    over, state = await store.matches.load("m1")
    assert (over.life, over.ended_at, over.result) == (Life.FINISHED, 9000, FINISH.result)
    assert (over.terms.rated, state) == (True, b'{"n":"end"}')
    assert {(tenure.ended_at, tenure.end_reason) for tenure in over.holders} == {(9000, "over")}
    assert await store.deadlines.of_match("m1") == ()
    assert await store.drafts.find("m1", 1, "t1") is None
    assert await store.matches.all_open() == ()
    with pytest.raises(WrongLifeError, match="finished"):
        await move(store, over)


async def test_a_match_can_be_stopped_without_a_step(store: Store) -> None:
    """A stopped match keeps its standing and last state, and isn't rated on request."""
    match = await running(store)
    ending = Ending(life=Life.STOPPED, ended_at=9000, result={"standing": [3, 1]}, rated=False)
    over = await store.matches.stop("m1", match.revision, ending, pressed(79))
    assert (over.life, over.step, over.terms.rated) == (Life.STOPPED, 0, False)
    assert over.result == {"standing": [3, 1]}
    assert await store.matches.load("m1") == (over, b'{"n":0}')
    assert await store.interactions.recall(79) == {}


@pytest.mark.parametrize("life", [Life.LOBBY, Life.RUNNING])
def test_an_ending_ends(life: Life) -> None:
    """An ending needs a final stage of life."""
    with pytest.raises(ValueError, match="doesn't end"):
        Ending(life=life, ended_at=1)


async def test_a_seat_changes_hands_and_never_stays_empty(store: Store) -> None:
    """A tenure ends and the next begins at the same step; every seat always has an open one."""
    match = await running(store)
    await move(store, match)
    match = await store.matches.hand_over(
        "m1", match.revision + 1, seat=1, sitter=BOT, reason="left", now=3500
    )
    match = await store.matches.hand_over(
        "m1", match.revision, seat=1, sitter=Sitter(CLEO), reason="substitute", now=4000
    )
    first, second, third = [t for t in await store.matches.tenures("m1") if t.seat == 1]
    assert [t.sitter for t in (first, second, third)] == [Sitter(BRAM), BOT, Sitter(CLEO)]
    assert [(t.started_at, t.ended_at) for t in (first, second, third)] == [
        (2000, 3500),
        (3500, 4000),
        (4000, None),
    ]
    assert (first.end_reason, second.reason, third.reason) == ("left", "left", "substitute")
    assert (second.from_step, third.from_step) == (1, 1)
    assert match.holders[1] == third
    assert [t.seat for t in await store.matches.tenures("m1") if t.ended_at is None] == [0, 1]


async def test_a_seat_may_change_hands_with_the_step_itself(store: Store) -> None:
    """A step that changes a seat's holder does both or neither, and records who played before."""
    match = await running(store)
    gone = HandOver(seat=1, sitter=BOT, reason="absent", at=3500)
    await store.matches.commit_step(
        "m1",
        match.revision,
        NewStep(seat=1, actor=Actor.TIMEOUT, move=b"{}", events=(), made_at=3500),
        b'{"n":1}',
        moves_made=(0, 1),
        extra=Extra(hand_overs=(gone,)),
    )
    (after, _) = await store.matches.load("m1")
    assert [holder.sitter for holder in after.holders] == [Sitter(ANNE), BOT]
    assert (after.holders[1].from_step, after.holders[1].reason) == (1, "absent")
    assert after.last_players == (ANNE, BRAM)
    bots = await running(store, "m2", Sitter(CLEO), BOT)
    assert bots.last_players == (CLEO, None)


async def test_who_left_cannot_move_any_more(store: Store) -> None:
    """A move based on the match before its seat changed hands is refused."""
    match = await running(store)
    await store.matches.hand_over("m1", match.revision, seat=0, sitter=BOT, reason="left", now=3000)
    with pytest.raises(VersionConflictError):
        await move(store, match)


async def test_a_successor_does_not_read_a_draft(store: Store) -> None:
    """A new holder of a seat can't read the old one's draft."""
    match = await running(store)
    await store.drafts.save("m1", 0, "t0", {"card": 7})
    await store.matches.hand_over("m1", match.revision, seat=0, sitter=BOT, reason="left", now=3000)
    assert await store.drafts.find("m1", 0, "t0") is None


async def test_the_hosts_chair_is_handed_on(store: Store) -> None:
    """A running match can get another host."""
    match = await running(store)
    noted = await store.matches.note("m1", match.revision, Extra(), now=1500, host_id=BRAM)
    assert noted.terms.host_id == BRAM
    assert noted.revision > match.revision


async def test_matches_are_found_where_they_are_played(store: Store) -> None:
    """Matches are found by server, channel and player, the oldest first; ended ones on request."""
    await running(store, "old", created_at=1)
    await store.lobbies.create(lobby("new", CLEO, created_at=2))
    await running(store, "elsewhere", guild_id=GUILD + 5, channel_id=CHANNEL + 5, created_at=3)
    over = await running(store, "over", created_at=4)
    await store.matches.stop("over", over.revision, Ending(life=Life.STOPPED, ended_at=9))

    def ids(matches: tuple[Match, ...]) -> list[str]:
        return [match.match_id for match in matches]

    assert ids(await store.matches.in_guild(GUILD)) == ["old", "new"]
    assert ids(await store.matches.in_guild(GUILD, (Life.STOPPED,))) == ["over"]
    assert ids(await store.matches.in_channel(CHANNEL + 5)) == ["elsewhere"]
    assert ids(await store.matches.of_player(ANNE)) == ["old", "elsewhere"]
    assert ids(await store.matches.of_player(CLEO)) == ["new"]
    assert ids(await store.matches.all_open()) == ["old", "new", "elsewhere"]


async def test_who_gave_up_a_seat_is_not_in_the_match(store: Store) -> None:
    """A player's matches are those in which they hold a seat now."""
    match = await running(store)
    await store.matches.hand_over("m1", match.revision, seat=0, sitter=BOT, reason="left", now=3000)
    assert await store.matches.of_player(ANNE) == ()
    assert [m.match_id for m in await store.matches.of_player(BRAM)] == ["m1"]


async def test_a_rematch_remembers_its_first(store: Store) -> None:
    """The link to the first match exists as long as both matches do."""
    match = await running(store)
    await store.matches.stop("m1", match.revision, Ending(life=Life.STOPPED, ended_at=9))
    await store.lobbies.create(lobby("m2", rematch_of="m1"))
    assert (await stored_match(store, "m2")).rematch_of == "m1"
    assert await store.history.forget(ended_before=10) == 1
    assert (await stored_match(store, "m2")).rematch_of is None


async def test_what_contradicts_the_store_is_undone(store: Store) -> None:
    """A step whose surface can't be stored is undone."""
    match = await running(store)
    orphan = surface("s", "nowhere")
    with pytest.raises(InconsistentChangeError, match="commit step"):
        await move(store, match, extra=Extra(surfaces=(orphan,)))
    assert await store.matches.load("m1") == (match, b'{"n":0}')


def test_a_secret_is_not_printed() -> None:
    """Neither the ticket key nor the first state appears in repr()."""
    assert "pepper" not in repr(deal())
    assert '"n"' not in repr(deal())


async def test_a_match_begins_with_the_steps_of_an_ended_one(store: Store) -> None:
    """Its steps and states are copied up to one step, and only once; an open match is refused."""
    match = await running(store)
    for number in range(1, 4):
        await move(store, match, b'{"n":%d}' % number, checkpoint=True)
        match = (await store.matches.load("m1"))[0]
    copied = CopiedSteps(match_id="m1", step=2, moves_made=(2, 0))
    new = lobby("m2", guild_id=NOWHERE)
    dealt = deal(Sitter(ANNE), BOT, state=b'{"n":2}')
    with pytest.raises(WrongLifeError):
        await store.matches.start_after(new, copied, dealt)
    await store.matches.stop("m1", match.revision, Ending(life=Life.STOPPED, ended_at=9))
    begun = await store.matches.start_after(new, copied, dealt)
    with pytest.raises(AlreadyOpenError):
        await store.matches.start_after(lobby("m3", guild_id=NOWHERE), copied, dealt)
    old, steps = await store.history.steps("m1"), await store.history.steps("m2")

    assert (begun.life, begun.step, begun.moves_made) == (Life.RUNNING, 2, (2, 0))
    assert [holder.from_step for holder in begun.holders] == [2, 2]
    assert [(s.step, s.move, s.events) for s in steps] == [
        (s.step, s.move, s.events) for s in old[:3]
    ]
    assert await store.history.checkpoints("m2") == (0, 1, 2)
    assert (await store.matches.load("m2"))[1] == b'{"n":2}'
    assert await store.matches.find("m3") is None

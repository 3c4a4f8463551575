"""A practice table from a position shows its seat what it knew, and is as true as any match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.bots.memories import Memories
from bot.tables.domain.time_controls import DAY, MINUTE
from bot.tables.domain.views import MatchSummary, Origin
from bot.tables.errors import (
    NoSuchRecordError,
    NothingToDecideError,
    OldRulesError,
    PracticeInTheWayError,
    StillPlayedError,
)
from bot.tables.history.archive import Archive
from bot.tables.history.replay import Finding
from data.records.matches import NOWHERE, Life
from games.core.game import AnyGame
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHEN,
    DORA,
    PEOPLE,
    PLAYED,
    Guest,
    LocalApp,
    running,
)
from tests.bot.tables.time_support import let_pass
from tests.toys.seals import SEALS

MOVES = 14
"""How many answers a match gets before it is stopped."""
LONG = {"tomate": {"cycles": 2}, "seals_for_twelve": {"rounds": 5}}
"""Options of games that would end before."""


async def stopped(at: LocalApp, game: AnyGame = SEALS, *, bots: int = 0) -> str:
    """A match that a moderator stopped after some moves."""
    players = PEOPLE[: max(2, game.info.seats[0]) - bots]
    options = LONG.get(game.info.key, {})
    summary = await at.started(players, game, bots=bots, **options)
    for _ in range(MOVES):
        for player in (await at.awaited(summary.id, players))[:1]:
            await at.press(summary.id, player)
    match = await at.store.matches.find(summary.id)
    if match is not None and match.life is Life.RUNNING:
        await at.tables.endings.stop(summary.id, ANA, moderator=True)
    return summary.id


def origin(match_id: str, step: int, seat: int = 0) -> Origin:
    return Origin(match_id=match_id, step=step, seat=seat)


async def begin(at: LocalApp, source: Origin, guest: Guest | None = None) -> MatchSummary:
    return await at.tables.positions.begin(ANA, source, guest or Guest(ANA.id))


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.info.key)
async def test_a_seat_sees_what_it_saw_then(at: LocalApp, game: AnyGame) -> None:
    """The seat has the view and the memory of that step, and what follows can be verified."""
    archive, seats = Archive(at.store, at.games), max(2, game.info.seats[0])
    match_id = await stopped(at, game)
    for step in range(0, MOVES - 2, 3):
        seat = step % seats
        moment = await archive.moment(match_id, step, seat, Guest(ANA.id))
        begun = await begin(at, origin(match_id, step, seat))
        match_view = await at.tables.queries.match_view(begun.id, ANA.id)
        while seat in game.awaited(await at.state(begun.id)):
            await at.press(begun.id, ANA)
        await at.tables.seats.leave(begun.id, ANA)
        verdict = await archive.verify(begun.id, Guest(ANA.id, None))

        assert match_view.view == moment.hands[0].view
        assert [one.is_bot for one in begun.occupants] == [one != seat for one in range(seats)]
        assert (begun.step, begun.seed) == (step, None)
        assert verdict.finding is Finding.AGREES


async def test_every_seat_remembers_the_copied_steps(at: LocalApp) -> None:
    """A bot of the new table remembers what its seat saw in the old one."""
    match_id = await stopped(at)
    last = await at.store.matches.find(match_id)
    assert last is not None
    last = replace(last, step=last.step - 1)
    begun = await begin(at, origin(match_id, last.step))
    copied = await at.store.matches.find(begun.id)
    assert copied is not None

    for seat in range(len(begun.occupants)):
        true = await Memories(at.store).of(last, SEALS, seat)
        assert await Memories(at.store).of(copied, SEALS, seat) == true
        assert true.steps


async def test_the_table_plays_on_to_its_end(at: LocalApp) -> None:
    """Bots play the other seats; the result counts nowhere, and the whole match is verified."""
    match_id = await stopped(at, bots=1)
    begun = await begin(at, origin(match_id, 1))
    async with running(at):
        while (await at.tables.queries.summary(begun.id)).life is Life.RUNNING:
            heard = len(at.notes.heard)
            for player in await at.awaited(begun.id, [ANA]):
                await at.press(begun.id, player)
                break
            else:
                if (await at.tables.queries.summary(begun.id)).life is Life.RUNNING:
                    await at.notes.until(heard + 1)
    match = await at.store.matches.find(begun.id)
    verdict = await Archive(at.store, at.games).verify(begun.id, Guest(ANA.id, None))

    assert match is not None
    assert (match.guild_id, match.terms.rated, match.life) == (NOWHERE, False, Life.FINISHED)
    assert verdict.finding is Finding.AGREES


async def test_a_position_replaces_another_but_no_other_table(at: LocalApp) -> None:
    """A second press shows the same table; another position ends it; another table stays."""
    match_id = await stopped(at)
    first = await begin(at, origin(match_id, 3))
    again = await begin(at, origin(match_id, 3))
    other = await begin(at, origin(match_id, 5))
    mine = [one.id for one in await at.tables.queries.matches_of(ANA.id)]
    await at.tables.seats.leave(other.id, ANA)
    await at.tables.practice.begin(ANA, SEALS.info.key)
    with pytest.raises(PracticeInTheWayError):
        await begin(at, origin(match_id, 3))

    assert first.id == again.id
    assert mine == [other.id]
    assert (await at.tables.queries.summary(first.id)).life is Life.STOPPED


async def test_only_what_may_be_seen_is_copied(at: LocalApp) -> None:
    """No running match, no match of strangers or older rules, no seat or step that isn't there."""
    match_id = await stopped(at)
    live = await at.started([ANA, BEN, CHEN])
    with pytest.raises(StillPlayedError):
        await begin(at, origin(live.id, 0))
    stranger = Guest(DORA.id, None)
    mine = await begin(at, origin(match_id, 3))
    await at.tables.seats.leave(mine.id, ANA)
    for source, guest in (
        (origin(match_id, 3), stranger),
        (origin(mine.id, 3), Guest(DORA.id)),
        (origin(match_id, 999), None),
        (origin(match_id, 3, 99), None),
        (origin("gone", 0), None),
    ):
        with pytest.raises(NoSuchRecordError):
            await begin(at, source, guest)
    await at.play_out(live.id, [ANA, BEN, CHEN])
    over = await at.store.matches.find(live.id)
    assert over is not None
    with pytest.raises(NothingToDecideError):
        await begin(at, origin(live.id, over.step))


async def test_older_rules_are_not_played_on(at: LocalApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of older rules could not be verified from a position."""
    match_id = await stopped(at)
    newer = SEALS.info.model_copy(update={"state_version": 99})
    monkeypatch.setattr(type(SEALS), "info", newer)
    with pytest.raises(OldRulesError):
        await begin(at, origin(match_id, 3))


async def test_a_position_that_is_left_ends_after_a_day(at: LocalApp) -> None:
    """An idle match from a position is stopped like every practice match."""
    begun = await begin(at, origin(await stopped(at), 3))
    await let_pass(at, DAY + MINUTE)

    assert (await at.tables.queries.summary(begun.id)).life is Life.STOPPED

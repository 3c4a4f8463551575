"""A practice table from a position shows its seat what it knew, and is as true as any match."""

from dataclasses import replace

import pytest

from bot.tables import errors
from bot.tables.bots.memories import Memories
from bot.tables.domain.time_controls import DAY, MINUTE
from bot.tables.domain.views import MatchSummary, Origin
from bot.tables.history.replay import Finding
from data.records.matches import NOWHERE, Life
from games.core.game import AnyGame
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, PEOPLE, PLAYED, Guest, LocalApp, play_on
from tests.bot.tables.time_support import let_pass
from tests.toys.seals import SEALS

MOVES = 14
"""How many answers a match gets before it is stopped."""


LONG = {"tomate": {"cycles": 2}, "seals_for_twelve": {"rounds": 5}}
"""Options of games that would end before."""


async def stopped(app: LocalApp, game: AnyGame = SEALS, *, bots: int = 0) -> str:
    """A match that a moderator stopped after some moves."""
    players = PEOPLE[: max(2, game.info.seats[0]) - bots]
    options = LONG.get(game.info.key, {})
    summary = await app.started(players, game, bots=bots, **options)
    for _ in range(MOVES):
        for player in (await app.awaited(summary.id, players))[:1]:
            await app.press(summary.id, player)
    match = await app.store.matches.find(summary.id)
    if match is not None and match.life is Life.RUNNING:
        await app.tables.endings.stop(summary.id, ANA, moderator=True)
    return summary.id


def origin(match_id: str, step: int, seat: int = 0) -> Origin:
    return Origin(match_id=match_id, step=step, seat=seat)


async def begin(app: LocalApp, source: Origin, guest: Guest | None = None) -> MatchSummary:
    return await app.tables.positions.begin(ANA, source, guest or Guest(ANA.id))


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.info.key)
async def test_a_seat_sees_what_it_saw_then(app: LocalApp, game: AnyGame) -> None:
    """The seat has the view and the memory of that step, and what follows can be verified."""
    archive, seats = app.tables.archive, max(2, game.info.seats[0])
    match_id = await stopped(app, game)
    for step in range(0, MOVES - 2, 3):
        seat = step % seats
        moment = await archive.moment(match_id, step, seat, Guest(ANA.id))
        begun = await begin(app, origin(match_id, step, seat))
        match_view = await app.view(begun.id, ANA.id)
        while seat in game.awaited(await app.state(begun.id)):
            await app.press(begun.id, ANA)
        await app.tables.seats.leave(begun.id, ANA)
        verdict = await archive.verify(begun.id, Guest(ANA.id, None))

        assert match_view.view == moment.hands[0].view
        assert [occupant.is_bot for occupant in begun.occupants] == [
            number != seat for number in range(seats)
        ]
        assert (begun.step, begun.seed) == (step, None)
        assert verdict.finding is Finding.AGREES


async def test_every_seat_remembers_the_copied_steps(app: LocalApp) -> None:
    """A bot of the new table remembers what its seat saw in the old one."""
    match_id = await stopped(app)
    last = await app.match(match_id)
    last = replace(last, step=last.step - 1)
    begun = await begin(app, origin(match_id, last.step))
    copied = await app.match(begun.id)

    for seat in range(len(begun.occupants)):
        true = await Memories(app.store).of(last, SEALS, seat)
        assert await Memories(app.store).of(copied, SEALS, seat) == true
        assert true.steps


async def test_the_table_plays_on_to_its_end(app: LocalApp) -> None:
    """Bots play the other seats; the result counts nowhere, and the whole match is verified."""
    match_id = await stopped(app, bots=1)
    begun = await begin(app, origin(match_id, 1))
    await play_on(app, begun.id, [ANA])
    match = await app.store.matches.find(begun.id)
    verdict = await app.tables.archive.verify(begun.id, Guest(ANA.id, None))

    assert match is not None
    assert (match.guild_id, match.terms.rated, match.life) == (NOWHERE, False, Life.FINISHED)
    assert verdict.finding is Finding.AGREES


async def test_a_position_replaces_another_but_no_other_table(app: LocalApp) -> None:
    """A second press shows the same table; another position ends it; another table stays."""
    match_id = await stopped(app)
    first = await begin(app, origin(match_id, 3))
    again = await begin(app, origin(match_id, 3))
    other = await begin(app, origin(match_id, 5))
    mine = [match.id for match in await app.tables.queries.matches_of(ANA.id)]
    await app.tables.seats.leave(other.id, ANA)
    await app.tables.practice.begin(ANA, SEALS.info.key)
    with pytest.raises(errors.PracticeInTheWayError):
        await begin(app, origin(match_id, 3))

    assert first.id == again.id
    assert mine == [other.id]
    assert (await app.summary(first.id)).life is Life.STOPPED


async def test_only_what_may_be_seen_is_copied(app: LocalApp) -> None:
    """No running match, no match of strangers or older rules, no seat or step that isn't there."""
    match_id = await stopped(app)
    live = await app.started([ANA, BEN, CHEN])
    with pytest.raises(errors.StillPlayedError):
        await begin(app, origin(live.id, 0))
    stranger = Guest(DORA.id, None)
    mine = await begin(app, origin(match_id, 3))
    await app.tables.seats.leave(mine.id, ANA)
    for source, guest in (
        (origin(match_id, 3), stranger),
        (origin(mine.id, 3), Guest(DORA.id)),
        (origin(match_id, 999), None),
        (origin(match_id, 3, 99), None),
        (origin("gone", 0), None),
    ):
        with pytest.raises(errors.NoSuchRecordError):
            await begin(app, source, guest)
    await app.play_out(live.id, [ANA, BEN, CHEN])
    over = await app.match(live.id)
    with pytest.raises(errors.NothingToDecideError):
        await begin(app, origin(live.id, over.step))


async def test_older_rules_are_not_played_on(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match of older rules could not be verified from a position."""
    match_id = await stopped(app)
    newer = SEALS.info.model_copy(update={"state_version": 99})
    monkeypatch.setattr(type(SEALS), "info", newer)
    with pytest.raises(errors.OldRulesError):
        await begin(app, origin(match_id, 3))


async def test_a_position_that_is_left_ends_after_a_day(app: LocalApp) -> None:
    """An idle match from a position is stopped like every practice match."""
    begun = await begin(app, origin(await stopped(app), 3))
    await let_pass(app, DAY + MINUTE)

    assert (await app.summary(begun.id)).life is Life.STOPPED

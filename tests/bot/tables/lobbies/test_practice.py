"""A practice match belongs to one person and is never rated, nor is one from a position."""

import contextlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from bot.tables import errors
from bot.tables.application import Application
from bot.tables.bots.memories import Memories
from bot.tables.bots.searches import Searches
from bot.tables.domain.time_controls import DAY, HOUR, MINUTE
from bot.tables.domain.views import MatchSummary, Origin
from bot.tables.history.replay import Finding
from bot.tables.lobbies.practice import Company
from data.records.matches import NOWHERE, Life
from games import FULL_GAMES
from games.core.errors import NotYourTurnError, StaleAnswerError
from games.core.game import AnyGame, read_move
from games.tomatomat import TOMATOMAT
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHANNEL,
    CHEN,
    DORA,
    GUILD,
    PEOPLE,
    PLAYED,
    Guest,
    LocalApp,
    play_on,
    running,
)
from tests.bot.tables.time_support import let_pass
from tests.support.sampling import thinned
from tests.toys.seals import SEALS


@pytest.mark.slow
@pytest.mark.parametrize("game", thinned(FULL_GAMES), ids=lambda game: game.info.key)
async def test_who_follows_every_hint_finishes_a_match(app: LocalApp, game: AnyGame) -> None:
    """A player who follows every hint finishes an unrated match, and each hint has a reason."""
    async with running(app):
        summary = await app.tables.practice.begin(ANA, game.info.key)
        while True:
            heard = len(app.notes.heard)
            match_view = await app.view(summary.id, ANA.id)
            if match_view.summary.life is not Life.RUNNING:
                break
            if not await app.awaited(summary.id, [ANA]):
                await app.notes.until(heard + 1)
                continue
            with contextlib.suppress(errors.MatchOverError, NotYourTurnError, StaleAnswerError):
                # A bot may end the match or the question in between.
                advice = await app.tables.practice.advice(summary.id, ANA.id)
                assert advice.reason is not None
                assert read_move(game, advice.question.prompt, advice.form)
                await app.press(summary.id, ANA, advice.form, ticket=advice.question.ticket)
    match = await app.store.matches.find(summary.id)

    assert match_view.result is not None
    assert match is not None
    assert (match.guild_id, match.terms.rated) == (NOWHERE, False)


async def test_a_practice_match_waits_for_its_player(app: LocalApp) -> None:
    """Asking for practice again returns the open match; after leaving it, a new one starts."""
    first = await app.tables.practice.begin(ANA, "tomate")
    again = await app.second().tables.practice.begin(ANA, "tomate", channel_id=5)
    other = await app.tables.practice.begin(ANA, "dojo")
    await app.tables.seats.leave(first.id, ANA)
    fresh = await app.tables.practice.begin(ANA, "tomate", company=Company(3))

    assert (await app.summary(first.id)).life is Life.STOPPED
    assert again.id == first.id
    assert len({first.id, other.id, fresh.id}) == 3
    assert len(first.occupants) == 2
    assert len(fresh.occupants) == 4


async def test_a_practice_match_that_nobody_goes_on_with_ends(app: LocalApp) -> None:
    """A practice match is stopped a day after its last move, and the next one is new."""
    summary = await app.tables.practice.begin(ANA, "tomate")
    await let_pass(app, DAY - HOUR)
    await app.press(summary.id, (await app.awaited(summary.id, [ANA]))[0])
    moved = app.clock.now()
    await app.second().tables.recovery.recover()
    await let_pass(app, moved + DAY - MINUTE - app.clock.now())
    waits = (await app.summary(summary.id)).life
    await let_pass(app, 2 * MINUTE)
    ended = await app.summary(summary.id)

    assert (waits, ended.life) == (Life.RUNNING, Life.STOPPED)
    assert await app.store.deadlines.of_match(summary.id) == ()
    assert (await app.tables.practice.begin(ANA, "tomate")).id != summary.id


async def test_nobody_comes_across_a_practice_match(app: LocalApp) -> None:
    """A practice match is listed for its player only, in no channel and no server."""
    summary = await app.tables.practice.begin(ANA, "tomate")

    assert await app.tables.queries.matches_in(CHANNEL, Guest(ANA.id)) == ()
    assert await app.store.matches.in_guild(GUILD) == ()
    assert [match.id for match in await app.tables.queries.matches_of(ANA.id)] == [summary.id]
    assert NOWHERE not in await app.store.guilds.present()


async def test_advice_is_for_who_practises(app: LocalApp) -> None:
    """Hints are only for a practice match's own player, while a question is open."""
    practice = await app.tables.practice.begin(ANA, "tomate")
    table = await app.started([ANA, BEN, CHEN])
    with pytest.raises(errors.NoSeatError):
        await app.tables.practice.advice(practice.id, BEN.id)
    with pytest.raises(errors.OnlyInPracticeError):
        await app.tables.practice.advice(table.id, ANA.id)
    with pytest.raises(errors.NoSuchGameError):
        await app.tables.practice.begin(ANA, "chess")
    with pytest.raises(errors.LobbyFullError):
        await app.tables.practice.begin(BEN, "tomatomat", company=Company(4))
    while (match_view := await app.view(practice.id, ANA.id)).question is not None:
        await app.press(practice.id, ANA)
    assert match_view.summary.life is Life.RUNNING
    with pytest.raises(NotYourTurnError):
        await app.tables.practice.advice(practice.id, ANA.id)


async def test_a_hint_compares_the_best_two_answers(app: LocalApp) -> None:
    """With a free worker, a hint compares two legal answers, each with its chance to win."""
    searches = Searches(1, lambda: ThreadPoolExecutor(1))
    tables = Application(app.store, app.clock, app.notes, games=app.games, searches=searches)
    practice = await tables.practice.begin(ANA, "tomatomat")
    hint = await tables.practice.advice(practice.id, ANA.id)
    searches.close()

    assert hint.second is not None
    assert hint.chance is not None
    assert hint.second_chance is not None
    assert hint.is_estimated
    assert 0 <= hint.second_chance <= 1
    assert 0 <= hint.chance <= 1
    for form in (hint.form, hint.second):
        assert read_move(TOMATOMAT, hint.question.prompt, form)


async def test_a_hint_without_a_free_worker_names_no_chances(app: LocalApp) -> None:
    """If no worker process is free, a hint names an answer and says that it estimated nothing."""
    practice = await app.tables.practice.begin(ANA, "tomatomat")
    hint = await app.tables.practice.advice(practice.id, ANA.id)

    assert (hint.chance, hint.second, hint.is_estimated) == (None, None, False)
    assert read_move(TOMATOMAT, hint.question.prompt, hint.form)


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

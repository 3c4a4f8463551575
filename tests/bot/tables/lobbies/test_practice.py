"""A practice match belongs to one person and is never rated."""

import contextlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.tables import errors
from bot.tables.application import Application
from bot.tables.bots.searches import Searches
from bot.tables.domain.time_controls import DAY, HOUR, MINUTE
from bot.tables.lobbies.practice import Company
from data.records.matches import NOWHERE, Life
from games import FULL_GAMES
from games.core.errors import NotYourTurnError, StaleAnswerError
from games.core.game import AnyGame, read_move
from games.tomatomat import TOMATOMAT
from tests.bot.tables.support import ANA, BEN, CHANNEL, CHEN, GUILD, Guest, LocalApp, running
from tests.bot.tables.time_support import let_pass
from tests.support.sampling import thinned


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
    app.notes.heard.clear()
    await let_pass(app, 2 * MINUTE)
    ended = await app.summary(summary.id)

    assert (waits, ended.life) == (Life.RUNNING, Life.STOPPED)
    assert app.notes.heard == [summary.id]
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

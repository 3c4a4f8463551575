"""Those who watch a match guess in secret who wins it, for points of their own."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.tables.errors import NoGuessError
from bot.tables.matches.moves import winners_of
from data.engine.errors import VersionConflictError
from data.records.matches import ELSEWHERE, Ending, Life
from data.records.tournaments import TournamentTable
from data.stores.guards import Guard
from data.stores.guesses import Guess, Guesser
from games.core.game import Result
from games.core.text import say
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, GUILD, PEOPLE, Guest, LocalApp
from tests.data.builders import playing, tournament

WATCHERS = tuple(Guest(player.id) for player in PEOPLE[4:8])
SEATED = [ANA, BEN, CHEN]
FIRST, SECOND, THIRD, FOURTH = WATCHERS


async def known(app: LocalApp) -> None:
    """Let everybody be known by name on the server."""
    for player in PEOPLE[:8]:
        await app.store.people.saw(GUILD, player.id, player.name)


async def play_until(app: LocalApp, match_id: str, number: int) -> None:
    """Play until a round begins."""
    while (await app.tables.queries.open(match_id)).position.round() < number:
        await app.press(match_id, (await app.awaited(match_id, SEATED))[0])


async def brought(app: LocalApp, match_id: str) -> tuple[Guesser, ...]:
    return await app.tables.guesses.of_match(await app.summary(match_id))


async def test_a_right_guess_brings_the_more_the_earlier_it_is(app: LocalApp) -> None:
    """A guess is worth a point per seat, less by each round; another guess is worth its own."""
    await known(app)
    guesses, match = app.tables.guesses, (await app.started(SEATED, rounds=5)).id
    await guesses.guess(match, FIRST, 0)
    await guesses.guess(match, SECOND, 1)
    await guesses.guess(match, THIRD, 0)
    await play_until(app, match, 2)
    again = await guesses.guess(match, THIRD, 1)
    same = await guesses.guess(match, SECOND, 1)
    assert await brought(app, match) == ()
    await app.play_out(match, SEATED)
    result = (await app.view(match, None)).result

    assert (again.worth, again.own, same.own) == (2, Guess(1, 2), Guess(1, 3))
    assert result is not None
    assert {guesser.name: guesser.points for guesser in await brought(app, match)} == {
        "Guest 0": 3 * (0 in winners_of(result)),
        "Guest 1": 3 * (1 in winners_of(result)),
        "Guest 2": 2 * (1 in winners_of(result)),
    }


async def test_the_best_guessers_of_a_server_are_those_with_the_most_points(app: LocalApp) -> None:
    """The points of all matches add up, without those of people who hide, or were deleted."""
    await known(app)
    for _ in range(2):
        match = (await app.started(SEATED, rounds=5)).id
        for guest, seat in zip(WATCHERS, (0, 1, 0, 0), strict=True):
            await app.tables.guesses.guess(match, guest, seat)
        revision = (await app.summary(match)).revision
        won = Ending(life=Life.FINISHED, ended_at=1, winners=(0,))
        await app.store.matches.stop(match, revision, won)
    await app.store.leaderboards.hide(GUILD, THIRD.player_id, hidden=True)
    await app.tables.privacy.forget(FOURTH.player_id)

    assert await app.store.guesses.best(GUILD, 5) == (Guesser("Guest 0", 6),)


async def test_nobody_wins_whom_the_rules_put_out() -> None:
    """The winners are the first of the ranking, but no seat that could not win."""
    result = Result(ranking=((0, 2), (1,)), points=(3, 1, 3), reason=say(""), out=(2,))

    assert winners_of(result) == (0,)
    assert winners_of(result.model_copy(update={"ranking": ()})) == (0,)


Case = Callable[[LocalApp, str], Awaitable[Guest]]


async def sits(app: LocalApp, match_id: str) -> Guest:
    return Guest(BEN.id)


async def sat(app: LocalApp, match_id: str) -> Guest:
    await app.tables.seats.leave(match_id, BEN)
    return Guest(BEN.id)


async def sat_and_is_forgotten(app: LocalApp, match_id: str) -> Guest:
    guest = await sat(app, match_id)
    await app.tables.privacy.forget(guest.player_id)
    return guest


async def views_nothing(app: LocalApp, match_id: str) -> Guest:
    return Guest(FIRST.player_id, channels=frozenset())


async def is_blocked(app: LocalApp, match_id: str) -> Guest:
    await app.tables.people.exclude(Guard.BLOCKED, ANA.id, FIRST.player_id, ANA.id)
    return FIRST


async def is_barred(app: LocalApp, match_id: str) -> Guest:
    await app.tables.people.exclude(Guard.BARRED, GUILD, FIRST.player_id, ANA.id)
    return FIRST


async def is_late(app: LocalApp, match_id: str) -> Guest:
    await play_until(app, match_id, 4)
    return FIRST


async def is_at_a_cup(app: LocalApp, match_id: str) -> Guest:
    table = TournamentTable(round=1, number=1, match_id=match_id, players=(ANA.id, BEN.id, CHEN.id))
    await playing(app.store, tournament("cup"), table)
    return FIRST


async def is_over(app: LocalApp, match_id: str) -> Guest:
    await app.tables.endings.stop(match_id, ANA, moderator=True)
    return FIRST


@pytest.mark.parametrize(
    "case",
    [
        *(sits, sat, sat_and_is_forgotten, views_nothing),
        *(is_blocked, is_barred, is_late, is_at_a_cup, is_over),
    ],
)
async def test_only_watchers_guess(app: LocalApp, case: Case) -> None:
    """Neither players nor the excluded guess, and nobody does late, elsewhere or in a cup."""
    match = (await app.started(SEATED, rounds=5)).id
    guest = await case(app, match)

    assert not await app.tables.guesses.may_guess(match, guest)
    with pytest.raises(NoGuessError):
        await app.tables.guesses.guess(match, guest, 0)


@pytest.mark.parametrize("seat", [-1, 3])
async def test_a_guess_names_a_seat(app: LocalApp, seat: int) -> None:
    """No other number is a guess."""
    match = (await app.started(SEATED, rounds=5)).id
    with pytest.raises(NoGuessError):
        await app.tables.guesses.guess(match, FIRST, seat)


async def test_a_guess_is_worth_what_its_moment_was(app: LocalApp) -> None:
    """A guess that was counted before a move of another process is not written after it."""
    match = (await app.started(SEATED, rounds=5)).id
    old = (await app.summary(match)).revision
    await play_until(app, match, 2)
    with pytest.raises(VersionConflictError):
        await app.store.guesses.put(match, FIRST.player_id, old, Guess(0, 3))


async def test_somebody_who_sits_down_guesses_no_more(app: LocalApp) -> None:
    """The guess of a later substitute brings nothing."""
    match = (await app.started(SEATED)).id
    await app.tables.guesses.guess(match, Guest(DORA.id), 1)
    await app.tables.seats.leave(match, BEN)
    await app.tables.seats.take_seat(match, DORA, 1)
    await app.play_out(match, [ANA, DORA, CHEN])

    assert await brought(app, match) == ()


async def test_nobody_guesses_where_the_bot_only_answers(app: LocalApp) -> None:
    """A table that no server lists has no guesses."""
    match = (await replace(app, guild_id=ELSEWHERE).started(SEATED, rounds=5)).id
    with pytest.raises(NoGuessError):
        await app.tables.guesses.guess(match, Guest(DORA.id, guild_id=ELSEWHERE), 0)

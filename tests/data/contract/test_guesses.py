"""Guesses: who thinks which seat wins, and what that brings."""

import pytest

from data.engine.errors import UnknownMatchError, VersionConflictError
from data.records.matches import Ending, Life
from data.store import Store
from data.stores.guesses import Guess, Guesser
from tests.data.builders import ANNE, GUILD, running

EVE, FRED = 71, 72


async def test_guesses_bring_points_once_there_is_a_result(store: Store) -> None:
    """A right guess brings its worth, a wrong one nothing, and one of a player is deleted."""
    match, guesses = await running(store, "m1"), store.guesses
    for player in (EVE, FRED):
        await store.people.saw(GUILD, player, f"Player {player}")
    for player, seat in ((EVE, 0), (FRED, 1), (ANNE, 0), (EVE, 1), (EVE, 1)):
        await guesses.put("m1", player, match.revision, Guess(seat, 3))
    before = await guesses.of_match(GUILD, "m1")
    won = Ending(life=Life.FINISHED, ended_at=9000, winners=(1,))
    await store.matches.stop("m1", match.revision, won)
    await store.leaderboards.hide(GUILD, FRED, hidden=True)

    assert before == ()
    assert await guesses.find("m1", EVE) == Guess(1, 3)
    assert await guesses.find("m1", ANNE) is None
    assert await guesses.of_match(GUILD, "m1") == (Guesser(f"Player {EVE}", 3),)
    assert await guesses.best(GUILD, 5) == (Guesser(f"Player {EVE}", 3),)


async def test_a_guess_is_based_on_what_was_known(store: Store) -> None:
    """A guess about a match that has changed since, or that there isn't, is refused."""
    match = await running(store, "m1")
    with pytest.raises(VersionConflictError):
        await store.guesses.put("m1", EVE, match.revision - 1, Guess(0, 1))
    with pytest.raises(UnknownMatchError):
        await store.guesses.put("m2", EVE, 0, Guess(0, 1))
    assert await store.guesses.find("m1", EVE) is None

"""Laws of titles: each can be earned, and only by what it says."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import count

import pytest

from games.core.ai.memory import NO_MEMORY, Level
from games.core.event import Event
from games.core.game import AnyGame, apply
from games.core.progress.titles import Title, earned
from games.core.rng import Rng
from games.core.values import Seat
from games.diced_tomatoes.rules.events import TurnTakenBack
from render.sprites import known
from tests.games.case import Case, changed
from tests.games.cases import GAME_CASES
from tests.games.drafts import every_full_case

MOST = 3
"""The most titles of a game, so that each means something."""

ALL = [(case, title) for case in GAME_CASES for title in case.game.titles]
every_title = pytest.mark.parametrize(
    ("case", "title"), ALL, ids=[f"{case!r}-{title.key}" for case, title in ALL]
)


@cache
def played(game: AnyGame, seats: int, number: int) -> tuple[Event, ...]:
    """The events of one match of bots."""
    step = game.setup(seats, game.options(), Rng(f"titles {number}"))
    events, chance = list(step.events), Rng(f"bots {number}")
    while awaited := sorted(game.awaited(step.state)):
        seat = awaited[0]
        view = game.view(step.state, seat)
        move = game.policy(view, NO_MEMORY, Level.NORMAL, chance.branch("move"))
        step = apply(game, step.state, seat, move)
        events += step.events
    return tuple(events)


def example(case: Case, title: Title) -> tuple[Event, ...]:
    return played(case.game, *case.records["titles"][title.key])


def who(title: Title, events: Sequence[Event]) -> set[Seat]:
    return set(earned([title], events))


@every_full_case("titles")
def test_titles_are_few_and_named(case: Case) -> None:
    """A game has one to three titles with different keys and names, and signs that exist."""
    titles = case.game.titles
    assert 1 <= len(titles) <= MOST
    assert len({title.key for title in titles}) == len(titles)
    assert len({title.name.message for title in titles}) == len(titles)
    assert all(re.fullmatch("[a-z_]+", title.key) for title in titles)
    assert all(not title.sign or known(title.sign) for title in titles)


@every_full_case("titles")
def test_a_seat_may_earn_several_titles(case: Case) -> None:
    """Whoever does what several titles ask for has all of them, in their order."""
    events = example(case, case.game.titles[0])
    titles = [*case.game.titles, *case.game.titles]
    assert earned(titles, events) == {
        seat: tuple(title.key for title in titles if seat in title.earned(events))
        for seat in set().union(*(title.earned(events) for title in titles))
    }


@every_title
def test_a_title_can_be_earned(case: Case, title: Title) -> None:
    """In a whole match of bots, somebody earns it and somebody does not."""
    seats, number = case.records["titles"][title.key]
    assert is_example(case, title, seats, number), changed(case)


@every_title
def test_a_title_is_earned_only_by_what_it_says(case: Case, title: Title) -> None:
    """Nobody earns it where one of the things that it asks for is missing."""
    events = example(case, title)
    misses = [(kind, spoil) for key, kind, spoil in case.near_misses if key == title.key]
    assert misses, f"tests/games/{case}/case.py has no `near_misses` of {title.key!r}"
    for kind, spoil in misses:
        spoilt = [
            event.model_copy(update=spoil(event)) if event.kind == kind else event
            for event in events
        ]
        assert spoilt != list(events)
        assert who(title, spoilt) == set()


def test_what_is_taken_back_earns_nothing() -> None:
    """A harvest that is taken back in the same turn counts for no title."""
    case, title = next(pair for pair in ALL if pair[1].key == "best_for_last")
    undone = list[Event]()
    for event in example(case, title):
        undone.append(event)
        if event.kind == "vine_harvested":
            undone.append(TurnTakenBack(seat=0))
    assert who(title, undone) == set()


def is_example(case: Case, title: Title, seats: int, number: int) -> bool:
    """Tell whether in this match of bots somebody earns the title and somebody does not."""
    return 0 < len(who(title, played(case.game, seats, number))) < seats


def first_example(case: Case, title: Title) -> tuple[int, int]:
    """Return the recorded match of bots in which this title is earned, or else the first."""
    recorded = case.records.get("titles", {}).get(title.key)
    if recorded and is_example(case, title, *recorded):
        return tuple(recorded)
    least, most = case.game.info.seats
    return next(
        (seats, number)
        for number in count()
        for seats in range(max(least, 2), min(most, 4) + 1)
        if is_example(case, title, seats, number)
    )

"""Laws of titles: each can be earned, and only by what it says.

`python -m tests.games.laws.test_titles` finds matches for `EXAMPLES`, after the bots have changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import count
from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY, Level
from games.core.event import Event
from games.core.game import AnyGame, apply
from games.core.progress.titles import Title, earned
from games.core.rng import Rng
from games.core.values import Seat
from games.diced_tomatoes.rules.events import TurnTakenBack
from tests.games.case import Case
from tests.games.cases import GAME_CASES

MOST = 3
"""The most titles of a game, so that each means something."""

EXAMPLES: dict[tuple[str, str], tuple[int, int]] = {
    ("tomate", "blind"): (3, 6),
    ("tomate", "no_tomate"): (3, 0),
    ("karate_tomate", "knife_edge"): (3, 1),
    ("karate_tomate", "last_fighter"): (3, 9),
    ("dojo", "full_rows"): (4, 6),
    ("dojo", "perfect_dojo"): (3, 47),
    ("tomatomat", "sold_out"): (2, 3),
    ("tomatomat", "both_thieves"): (4, 0),
    ("diced_tomatoes", "three_matched"): (3, 1),
    ("diced_tomatoes", "best_for_last"): (3, 0),
}
"""A match of bots in which each title is earned: how many seats it has, and its number."""

Spoil = Callable[[Any], dict[str, Any]]
"""The fields of an event, changed so little that its title is just missed."""


def line_change(**fields: Any) -> Spoil:
    """Change the line of every seat in the settlement of a hand."""

    def spoil(event: Any) -> dict[str, Any]:
        lines = tuple(line.model_copy(update=fields) for line in event.settlement.seats)
        return {"settlement": event.settlement.model_copy(update={"seats": lines})}

    return spoil


def settled(**fields: Any) -> Spoil:
    return lambda event: {"settlement": event.settlement.model_copy(update=fields)}


def final(name: str, value: int) -> Spoil:
    """Change the first line of a finished dojo."""

    def spoil(event: Any) -> dict[str, Any]:
        lines = (value, *getattr(event.final, name)[1:])
        return {"final": event.final.model_copy(update={name: lines})}

    return spoil


def fewer_trophies(event: Any) -> dict[str, Any]:
    """Give everybody as many trophies as the winner."""
    same = event.counted[event.winner].trophies
    return {"counted": tuple(one.model_copy(update={"trophies": same}) for one in event.counted)}


def own_thief(event: Any) -> dict[str, Any]:
    """Let one of the thieves belong to the officer's own seat."""
    arrest = event.arrest
    thieves = (arrest.officer, *arrest.thieves[1:])
    return {"arrest": arrest.model_copy(update={"thieves": thieves})}


NEAR_MISSES: tuple[tuple[str, str, str, Spoil], ...] = (
    ("tomate", "blind", "hand_settled", settled(trump_taken=False)),
    ("tomate", "blind", "hand_settled", line_change(tricks=2)),
    ("tomate", "blind", "hand_settled", line_change(part="passed")),
    ("tomate", "no_tomate", "hand_settled", line_change(part="tomate")),
    ("tomate", "no_tomate", "match_ended", lambda _event: {"ranking": ((),)}),
    ("karate_tomate", "knife_edge", "match_ended", fewer_trophies),
    ("karate_tomate", "last_fighter", "dropped_out", lambda _event: {"left": 2}),
    ("dojo", "full_rows", "dojo_counted", final("rows", 6)),
    ("dojo", "perfect_dojo", "dojo_counted", final("columns", 0)),
    ("tomatomat", "sold_out", "stack_awarded", lambda e: {"winner": None if e.slot else e.winner}),
    ("tomatomat", "both_thieves", "thieves_caught", own_thief),
    ("diced_tomatoes", "three_matched", "vine_harvested", lambda e: {"score": e.slot % 6 + 1}),
    ("diced_tomatoes", "best_for_last", "vine_harvested", lambda e: {"slot": min(e.slot, 5)}),
    ("diced_tomatoes", "best_for_last", "vine_harvested", lambda e: {"score": min(e.score, 5)}),
)
"""For each title, events of one kind in its example changed so that nobody earns it."""

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
    return played(case.game, *EXAMPLES[case.game.info.key, title.key])


def who(title: Title, events: Sequence[Event]) -> set[Seat]:
    return set(earned([title], events))


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_titles_are_few_and_named(case: Case) -> None:
    """A game has one to three titles with different keys and names."""
    titles = case.game.titles
    assert 1 <= len(titles) <= MOST
    assert len({title.key for title in titles}) == len(titles)
    assert len({title.name.message for title in titles}) == len(titles)
    assert all(re.fullmatch("[a-z_]+", title.key) for title in titles)


@every_title
def test_a_title_can_be_earned(case: Case, title: Title) -> None:
    """In a whole match of bots, somebody earns it and somebody does not."""
    found = who(title, example(case, title))
    assert found
    assert found < set(range(EXAMPLES[case.game.info.key, title.key][0]))


@every_title
def test_a_title_is_earned_only_by_what_it_says(case: Case, title: Title) -> None:
    """Nobody earns it where one of the things that it asks for is missing."""
    events = example(case, title)
    misses = [
        (kind, spoil)
        for game, key, kind, spoil in NEAR_MISSES
        if (game, key) == (case.game.info.key, title.key)
    ]
    assert misses
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


def found(case: Case, title: Title) -> tuple[int, int]:
    """The first match of bots in which this title is earned."""
    least, most = case.game.info.seats
    for number in count():
        for seats in range(max(least, 2), min(most, 4) + 1):
            winners = who(title, played(case.game, seats, number))
            if winners and len(winners) < seats:
                return seats, number
    raise AssertionError


def examples() -> Iterator[str]:
    for case, title in ALL:
        key = (case.game.info.key, title.key)
        old = EXAMPLES.get(key)
        fits = old is not None and 0 < len(who(title, played(case.game, *old))) < old[0]
        yield f"    {key!r}: {old if fits else found(case, title)},"


if __name__ == "__main__":
    for line in examples():
        print(line.replace("'", '"'), flush=True)

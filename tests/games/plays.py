"""Random matches for the laws; each is played once and kept."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.ai.memory import NO_MEMORY, Memory, remember
from games.core.answer import random_form, ticket
from games.core.event import Event
from games.core.game import AnyGame, Step, apply_form, read_move
from games.core.options import Options, option_fields
from games.core.prompt import Move, Prompt
from games.core.rng import Rng
from games.core.values import Seat
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.support.sampling import sample

SECRET = b"the secret of a match"
SEED = "a seed that nobody may see"
TABLES = 32
"""How many matches of each game exist; all laws use the same ones."""
PLAYED = sample(TABLES)
"""How many of them a run uses."""
SOME = 10
"""How many moments of a match one example of a law uses."""

Law = Callable[[Case, st.DataObject], None]


def law(examples: int = 12) -> Callable[[Law], Law]:
    """Try a law on every game, with this many examples of each."""

    def over_all(test: Law) -> Law:
        tried: Law = settings(max_examples=sample(examples))(given(data=st.data())(test))
        marked: Law = pytest.mark.parametrize("case", ALL_CASES, ids=repr)(tried)
        return marked

    return over_all


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of a match, with the state before it."""

    before: Any
    seat: Seat
    move: Move
    step: Step[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """One match played to its end."""

    case: Case
    seats: int
    options: Options
    number: int
    """Tells apart several plays with the same seats and options."""
    start: Step[Any]
    turns: tuple[Turn, ...]

    def __repr__(self) -> str:
        return f"{self.case}, {self.seats} seats, {self.options}, play {self.number}"

    @property
    def game(self) -> AnyGame:
        return self.case.game

    @property
    def states(self) -> tuple[Any, ...]:
        return (self.start.state, *(turn.step.state for turn in self.turns))

    @property
    def end(self) -> Any:
        return self.states[-1]

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        return (None, *range(self.seats))


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a match."""

    match: Match
    index: int
    """How many moves were made before it."""
    state: Any = field(repr=False)

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move caused."""
        turns = self.match.turns
        return turns[self.index - 1].step.events if self.index else self.match.start.events

    def memory(self, viewer: Seat | None) -> Memory:
        """What a viewer remembers of the match so far."""
        memory = remember(NO_MEMORY, viewer, None, None, self.match.start.events)
        for turn in self.match.turns[: self.index]:
            memory = remember(memory, viewer, turn.seat, turn.move, turn.step.events)
        return memory

    def prompt(self, seat: Seat | None) -> Prompt | None:
        return self.game.prompt(self.game.view(self.state, seat))


def play(case: Case, seats: int, options: Options, number: int, seed: str = SEED) -> Match:
    """Play a match at random; some turns change an answer instead.

    The same number makes the same random choices, whatever the seed. Fails if the match doesn't end
    within the number of moves that its case allows.
    """
    rng = Rng(f"play {number}")
    start = case.game.setup(seats, options, Rng(f"{seed}, {number}"))
    state, turns = start.state, list[Turn]()
    while awaited := sorted(case.game.awaited(state)):
        assert len(turns) < case.longest, f"{case} does not end in {case.longest} moves"
        willing = sorted(case.game.to_act(state)) if rng.below(6) == 0 else awaited
        turns.append(turn := random_turn(case.game, state, rng.choice(willing), rng))
        state = turn.step.state
    return Match(case, seats, options, number, start, tuple(turns))


def random_turn(game: AnyGame, state: Any, seat: Seat, rng: Rng) -> Turn:
    """Let a seat fill in its form at random."""
    prompt = asked(game, state, seat)
    return Turn(state, seat, *apply_form(game, state, seat, prompt, random_form(prompt, rng)))


def random_answer(game: AnyGame, state: Any, seat: Seat, rng: Rng) -> Move:
    """Fill in a seat's form at random."""
    prompt = asked(game, state, seat)
    move: Move = read_move(game, prompt, random_form(prompt, rng))
    return move


def asked(game: AnyGame, state: Any, seat: Seat) -> Prompt:
    """Return the question of a seat that may act."""
    prompt = game.prompt(game.view(state, seat))
    assert prompt is not None, f"seat {seat} may act and is asked nothing"
    return prompt


def drawn_options(data: st.DataObject, case: Case) -> Options:
    """Draw a value for every option of a game."""
    return chosen_options(case, drawn_rng(data))


def chosen_options(case: Case, rng: Rng) -> Options:
    """Choose every option at random, except those that only make a match longer."""
    values: dict[str, Any] = {}
    for option in option_fields(case.game.options):
        numbers = {option.default, option.least, option.most} - {None}
        choices = {
            "flag": (False, True),
            "choice": [value for value, _ in option.choices],
            "number": sorted(numbers),
        }
        values[option.name] = rng.choice(choices[option.kind])
    chosen: Options = case.game.options.model_validate({**values, **case.brief})
    return chosen


@cache
def table(case: Case, number: int) -> Match:
    """Play match number `number`; 0 and 1 use the defaults with the fewest and the most seats."""
    rng = Rng(f"table {number}")
    least, most = case.game.info.seats
    if number < 2:
        defaults = case.game.options.model_validate(case.brief)
        return play(case, (least, most)[number], defaults, number)
    seats = least + rng.below(most - least + 1)
    return play(case, seats, chosen_options(case, rng), number)


def drawn_match(data: st.DataObject, case: Case) -> Match:
    """Draw one of a game's random matches, each with its own seats and options."""
    return table(case, data.draw(st.integers(0, PLAYED - 1), "table"))


def drawn_position(data: st.DataObject, case: Case, *, over: bool = True) -> Position:
    """Draw one moment of a match; `over` allows its end."""
    match = drawn_match(data, case)
    states = match.states if over else match.states[:-1]
    index = data.draw(st.integers(0, len(states) - 1), "moves made before")
    return Position(match, index, states[index])


def drawn_positions(data: st.DataObject, case: Case, *, over: bool = True) -> list[Position]:
    """Draw a match and some of its moments, for laws that are rarely broken."""
    match = drawn_match(data, case)
    results = list(positions(match)) if over else list(positions(match))[:-1]
    return drawn_rng(data).sample(results, SOME)


def drawn_rng(data: st.DataObject) -> Rng:
    return Rng(f"law {data.draw(st.integers(0, 999), 'chance')}")


def question(game: AnyGame, state: Any, seat: Seat) -> str | None:
    """Return the ticket of the question that a seat is asked; None if it is asked nothing."""
    prompt = game.prompt(game.view(state, seat))
    return None if prompt is None else ticket(SECRET, seat, 0, prompt)


def without_chance(state: Any) -> dict[str, Any]:
    """Return the fields of a state without its coming draws."""
    values = {f.name: getattr(state, f.name) for f in fields(state)}
    return {name: value for name, value in values.items() if not isinstance(value, Rng)}


def positions(match: Match) -> Iterator[Position]:
    """Yield all moments of a match."""
    for index, state in enumerate(match.states):
        yield Position(match, index, state)

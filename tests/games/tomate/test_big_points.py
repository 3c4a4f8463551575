"""Points are whole numbers of any size: a match works with more than 64 bits."""

from collections.abc import Iterator

import pytest

from games.core.ai.memory import NO_MEMORY, Level
from games.core.event import Event
from games.core.game import apply
from games.core.rng import Rng
from games.core.saving import load_event, load_state, save_event, save_state
from games.core.tableau_text import alt_text, read_table
from games.core.text import PLAIN, speak
from games.tomate import TOMATE
from games.tomate.options import TomateOptions
from games.tomate.rules.moves import PLAY
from games.tomate.rules.state import State

BIG = 2**64


def everybody_plays(seats: int, cycles: int) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield a match without reserves or cap in which all play every hand, so the pot explodes."""
    options = TomateOptions(reserves=False, cycles=cycles)
    step = TOMATE.setup(seats, options, Rng("explode"))
    while awaited := sorted(TOMATE.awaited(step.state)):
        moves = list(TOMATE.moves(step.state, awaited[0]))
        step = apply(TOMATE, step.state, awaited[0], PLAY if PLAY in moves else moves[0])
        yield step.state, step.events


@pytest.fixture(scope="module")
def exploded() -> list[tuple[State, tuple[Event, ...]]]:
    """The moments of a match of 13 whose pot needs more than 64 bits."""
    return [moment for moment in everybody_plays(13, 2) if moment[0].pot >= BIG]


def test_a_pot_beyond_64_bits_is_saved(exploded: list[tuple[State, tuple[Event, ...]]]) -> None:
    """States and events with numbers beyond 64 bits are read back as they were."""
    assert len(exploded) > 100
    for state, events in exploded:
        assert load_state(TOMATE, save_state(TOMATE, state)) == state
        for event in events:
            assert load_event(TOMATE, save_event(TOMATE, event)) == event


def test_a_pot_beyond_64_bits_is_told(exploded: list[tuple[State, tuple[Event, ...]]]) -> None:
    """The table shows every digit of a huge pot, and its alt text stays within the limit."""
    state, _ = exploded[-1]
    tableau = TOMATE.tableau(TOMATE.view(state, None))
    line = " ".join(speak(text, PLAIN) for text in read_table(tableau))
    assert f"Pot {state.pot:,}." in line
    assert len(alt_text(tableau, PLAIN)) <= 1024


def test_a_policy_plays_for_a_pot_beyond_64_bits(
    exploded: list[tuple[State, tuple[Event, ...]]],
) -> None:
    """A policy has a legal move and a reason, however big the pot is."""
    for state, _ in exploded[:-1:7]:
        (seat,) = TOMATE.awaited(state)
        view = TOMATE.view(state, seat)
        move = TOMATE.policy(view, NO_MEMORY, Level.NORMAL, Rng("rich"))
        assert TOMATE.check(view, move) is None
        assert TOMATE.reason(view, move) is not None

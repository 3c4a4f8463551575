"""Two worlds that one viewer cannot tell apart, and what happens next in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.core.game import AnyGame, Step, apply, read_move
from games.core.prompt import Form
from games.core.rng import Rng
from games.core.values import Seat
from tests.games.case import Case
from tests.games.moves import some_forms

TRIES = 60
"""Reshuffles that are tried for a move that leaves both worlds alike to the viewer."""
FORMS = 40
"""How many forms of an action are looked at."""


@dataclass(frozen=True)
class Deed:
    """What somebody does: the seat and the filled form."""

    seat: Seat
    form: Form


def recent_actions(
    case: Case,
    state: Any,
    viewer: Seat | None,
    rng: Rng,
    *,
    tries: int = TRIES,
    idle: frozenset[Seat] = frozenset(),
) -> tuple[Any, Deed, Deed] | None:
    """A reshuffled state, and a deed in each world that no view of the viewer tells apart.

    Deeds that differ are preferred; `idle` seats do nothing. None where every try can be told
    apart, as where the viewer draws a card, and where nobody else is asked.
    """
    game = case.game
    willing = sorted(game.awaited(state) - idle)
    if not willing:
        return None
    seat = rng.choice(willing)
    deed = Deed(seat, rng.choice(forms_of(game, state, seat)))
    after = made(game, state, deed).state
    seen = [game.view(after, viewer), game.view(after, None)]
    for _ in range(tries):
        twin = case.reshuffle(state, viewer, rng)
        for other in _likely(game, twin, deed, rng, idle | {viewer}):
            then = made(game, twin, other).state
            if [game.view(then, viewer), game.view(then, None)] == seen:
                return twin, deed, other
    return None


def forms_of(game: AnyGame, state: Any, seat: Seat) -> list[Form]:
    """What a seat that is asked may answer, the first of each action."""
    prompt = game.prompt(game.view(state, seat))
    assert prompt is not None  # awaited seats are asked: a law of all games
    return some_forms(prompt, FORMS)


def made(game: AnyGame, state: Any, deed: Deed) -> Step[Any]:
    """What a deed brings."""
    prompt = game.prompt(game.view(state, deed.seat))
    assert prompt is not None  # as above
    return apply(game, state, deed.seat, read_move(game, prompt, deed.form))


def _likely(
    game: AnyGame, twin: Any, deed: Deed, rng: Rng, idle: frozenset[Seat | None]
) -> Iterator[Deed]:
    """Deeds of the second world, those first that differ most; the viewer's own never differ."""
    willing = [seat for seat in sorted(game.awaited(twin)) if seat not in idle]
    if deed.seat in idle:
        yield deed
        return
    rng.shuffle(willing)
    for seat in willing:
        found = forms_of(game, twin, seat)
        for form in rng.sample(found, 6):
            if (seat, form) != (deed.seat, deed.form):
                yield Deed(seat, form)
        if seat == deed.seat and deed.form in found:
            yield deed

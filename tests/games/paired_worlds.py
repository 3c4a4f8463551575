"""Two worlds that one viewer cannot tell apart, and what happens next in each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.core.game import AnyGame, Step, apply_form
from games.core.prompt import Form
from games.core.rng import Rng
from games.core.values import Seat
from tests.games.case import Case
from tests.games.moves import some_forms

TRIES = 60
"""How many reshuffles are tried to find a move after which the viewer sees no difference."""
FORMS = 40
"""How many forms of an action are considered."""


@dataclass(frozen=True)
class Deed:
    """A seat and the form that it filled in."""

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
    """Return a reshuffled state, and a deed in each world; their views are equal for the viewer.

    Deeds that differ are preferred; `idle` seats do nothing. Returns None if every try can be told
    apart, for example when the viewer draws a card, or if nobody else is asked.
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
    """Return what a seat may answer, the first forms of each action."""
    prompt = game.prompt(game.view(state, seat))
    assert prompt is not None  # a law of all games: awaited seats are asked
    return some_forms(prompt, FORMS)


def made(game: AnyGame, state: Any, deed: Deed) -> Step[Any]:
    """Return the step that a deed makes."""
    prompt = game.prompt(game.view(state, deed.seat))
    assert prompt is not None  # as above
    return apply_form(game, state, deed.seat, prompt, deed.form)[1]


def _likely(
    game: AnyGame, twin: Any, deed: Deed, rng: Rng, idle: frozenset[Seat | None]
) -> Iterator[Deed]:
    """Yield deeds for the second world, those that differ most first; the viewer's never differ."""
    willing = [seat for seat in sorted(game.awaited(twin)) if seat not in idle]
    if deed.seat in idle:
        yield deed
        return
    rng.shuffle(willing)
    for seat in willing:
        result = forms_of(game, twin, seat)
        for form in rng.sample(result, 6):
            if (seat, form) != (deed.seat, deed.form):
                yield Deed(seat, form)
        if seat == deed.seat and deed.form in result:
            yield deed

"""Random moves by type, legal or not, and the forms of a prompt."""

import types
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from games.core.answer import forms
from games.core.errors import InvalidMoveError
from games.core.event import Event
from games.core.game import AnyGame, read_move
from games.core.prompt import Choice, Form, Move, Prompt, Slot
from games.core.rng import Rng
from tests.games.plays import Match, positions


def move_types(game: AnyGame) -> list[type[Move]]:
    """Return every kind of move of a game, including the bot's own."""
    return _leaves(game.move._type)


def event_types(game: AnyGame) -> list[type[Event]]:
    """Return every kind of event of a game."""
    return _leaves(game.event._type)


def _leaves(annotation: Any) -> list[type[Any]]:
    if get_origin(annotation) is Annotated:
        return _leaves(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        return [leaf for part in get_args(annotation) for leaf in _leaves(part)]
    return [annotation]


def random_of_type(game: AnyGame, words: Sequence[str], rng: Rng) -> Form:
    """Return a move of any kind as a form, its fields filled from `words` and small numbers."""
    fields = rng.choice(move_types(game)).model_fields.items()
    return {name: _random(info.annotation, words, rng) for name, info in fields}


def _random(annotation: Any, words: Sequence[str], rng: Rng) -> Any:
    """Fill one field by its type; raises TypeError for a type that no form can fill."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _random(inside[0], words, rng)
    if origin is Literal:
        return rng.choice(inside)
    if origin in (Union, types.UnionType):
        return _random(rng.choice(inside), words, rng)
    if origin in (tuple, list):
        return [_random(inside[0], words, rng) for _ in range(rng.below(5))]
    if origin is dict:
        keys, values = inside
        count = rng.below(5)
        return {_random(keys, words, rng): _random(values, words, rng) for _ in range(count)}
    return _random_word(annotation, words, rng)


def _random_word(annotation: Any, words: Sequence[str], rng: Rng) -> str | int | None:
    if annotation is types.NoneType:
        return None
    if annotation is str:
        return rng.choice(words)
    if annotation in (int, bool):
        return rng.below(9) - 1 if annotation is int else rng.below(2) == 1
    raise TypeError(f"a move's field of type {annotation} cannot be filled by a form")


@cache
def words_of(match: Match) -> list[str]:
    """Return the id of every choice that a match has offered, and one that none has."""
    results = {"no such thing"}
    for position in positions(match):
        for seat in range(match.seats):
            prompt = position.prompt(seat)
            for action in prompt.actions if prompt else ():
                results.update(choice.id for choice in choices(action.slots))
    return sorted(results)


def choices(slots: Sequence[Slot]) -> Iterator[Choice]:
    """Yield every choice of a tree of slots."""
    for slot in slots:
        for choice in slot.choices:
            yield choice
            yield from choices(choice.then)


def offered(game: AnyGame, prompt: Prompt | None, form: Form) -> Move | None:
    """Return the move that a form makes; None if the prompt doesn't offer it."""
    if prompt is None:
        return None
    try:
        move: Move = read_move(game, prompt, form)
    except InvalidMoveError:
        return None
    return move


def some_forms(prompt: Prompt, most: int = 400) -> list[Form]:
    """Return the forms of a prompt, the first `most` of each action."""
    return [
        form
        for action in prompt.actions
        for form in islice(forms(prompt.model_copy(update={"actions": (action,)})), most)
    ]

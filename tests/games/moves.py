"""Moves drawn from a move's type, whether or not anybody may make them, and opened-up forms."""

from __future__ import annotations

import types
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st

from games.core.answer import forms
from games.core.errors import InvalidMoveError
from games.core.game import AnyGame, read_move
from games.core.prompt import Action, Choice, Form, Move, PickNumber, Prompt, Slot
from tests.games.plays import Match, positions


def move_types(game: AnyGame) -> list[type[Move]]:
    """Return every kind of move of a game, a host's as well."""
    return _leaves(game.move._type)


def _leaves(annotation: Any) -> list[type[Move]]:
    if get_origin(annotation) is Annotated:
        return _leaves(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        return [leaf for part in get_args(annotation) for leaf in _leaves(part)]
    return [annotation]


def moves_of_type(game: AnyGame, words: Sequence[str]) -> st.SearchStrategy[Form]:
    """Return moves of every kind as forms, their fields filled from `words` and small numbers."""
    return st.one_of([_fields(kind, words) for kind in move_types(game)])


def _fields(kind: type[Move], words: Sequence[str]) -> st.SearchStrategy[Form]:
    fields = kind.model_fields.items()
    return st.fixed_dictionaries({name: values(info.annotation, words) for name, info in fields})


def values(annotation: Any, words: Sequence[str]) -> st.SearchStrategy[Any]:
    """Return values of a field's type; raises TypeError for a type that no form can fill."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return values(inside[0], words)
    if origin is Literal:
        return st.sampled_from(inside)
    if origin in (Union, types.UnionType):
        return st.one_of([values(part, words) for part in inside])
    if origin in (tuple, list):
        return st.lists(values(inside[0], words), max_size=4)
    if origin is dict:
        return st.dictionaries(*(values(part, words) for part in inside), max_size=4)
    simple = {str: st.sampled_from(words), int: st.integers(-1, 7), bool: st.booleans()}
    if annotation not in simple:
        raise TypeError(f"a move's field of type {annotation} cannot be filled by a form")
    return simple[annotation]


@cache
def words_of(match: Match) -> list[str]:
    """Return every choice's id that a match has offered, and one that nothing ever had."""
    found = {"no such thing"}
    for position in positions(match):
        for seat in range(match.seats):
            prompt = position.prompt(seat)
            for action in prompt.actions if prompt else ():
                found.update(choice.id for choice in choices(action.slots))
    return sorted(found)


def choices(slots: Sequence[Slot]) -> Iterator[Choice]:
    """Return every choice of a tree of slots."""
    for slot in slots:
        if not isinstance(slot, PickNumber):
            for choice in slot.choices:
                yield choice
                yield from choices(choice.then)


def offered(game: AnyGame, prompt: Prompt | None, form: Form) -> Move | None:
    """Return the move that a prompt makes of a form; None where it does not offer it."""
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


def opened(prompt: Prompt) -> Prompt:
    """Return the prompt as if nothing in it were blocked."""
    return prompt.model_copy(update={"actions": tuple(_open(a) for a in prompt.actions)})


def _open(thing: Any) -> Any:
    """Take the reasons off an action, a slot or a choice, and all below it."""
    if isinstance(thing, PickNumber):
        return thing
    if isinstance(thing, Action):
        slots = tuple(_open(slot) for slot in thing.slots)
        return thing.model_copy(update={"blocked": None, "slots": slots})
    if isinstance(thing, Choice):
        then = tuple(_open(slot) for slot in thing.then)
        return thing.model_copy(update={"blocked": None, "then": then})
    return thing.model_copy(update={"choices": tuple(_open(choice) for choice in thing.choices)})

"""One declaration of what everybody may see: the fields that a view shares with its state.

A view's field without a default, of the same name as one of the state's, is open to everybody and
holds the same. `show` fills it in a view, and `imagine` in a state drawn from a view. Fields with a
default are a viewer's own, and have to be given; so have all that only one side knows.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar, get_origin, get_type_hints

from games.core.game import View
from games.core.values import Seat

S = TypeVar("S")
V = TypeVar("V", bound=View)


def show(cls: type[V], state: Any, viewer: Seat | None, /, **given: Any) -> V:
    """Return this viewer's view: the open fields, and those that are given."""
    view: Any = cls
    whole: Any = type(state)
    for name in _open_fields(view, whole):
        if name not in given:
            value = getattr(state, name)
            given[name] = tuple(value) if isinstance(value, list) else value
    return cls(viewer=viewer, **given)


def imagine(cls: type[S], view: View, /, **given: Any) -> S:
    """Return a state with the open fields of a view, and those that are given: what is drawn."""
    state: Any = cls
    for name, is_list in _open_fields(type(view), state).items():
        if name not in given:
            value = getattr(view, name)
            given[name] = list(value) if is_list else value
    return cls(**given)


@cache
def _open_fields(view: Any, state: Any) -> dict[str, bool]:
    """Return the names of the open fields, and whether the state's is a list."""
    hints = get_type_hints(state)
    shared = (field.name for field in fields(state) if field.name in view.model_fields)
    return {
        name: get_origin(hints[name]) is list
        for name in shared
        if view.model_fields[name].is_required()
    }

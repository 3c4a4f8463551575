"""One declaration of who may see what: the fields that a view shares with its state.

A view's field without a default, of the same name as one of the state's, is open to everybody and
holds the same. If it's a number and the state's is a list, it holds how many things there are; if
it may be None and the state's is a seat, None stands for -1. A zone is marked with who sees its
things: `hands: Annotated[tuple[tuple[str, ...], ...], SeenBy.OWNER]`. To all others, each of them
is face down; sealed answers are None to others. Fields with a default are a viewer's own, and have
to be given.

`show` fills in a view, and `imagine` a state that is drawn from a view. `deal` draws what lies face
down in the zones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from games.core.cards import take, without
from games.core.rng import Rng
from games.core.values import Frozen, Seat

S = TypeVar("S")
V = TypeVar("V", bound=Frozen)

FACE_DOWN = ""
"""A thing that a viewer doesn't see, in a view."""


class SeenBy(Enum):
    """The viewers who see the things of a zone; all others see how many there are."""

    EVERYBODY = "everybody"
    OWNER = "owner"
    """The zone is a list by seat."""
    NOBODY = "nobody"
    SEALED = "sealed"
    """Answers by seat, each None until it's given and to all but its owner."""
    ANONYMOUS = "anonymous"
    """As sealed, and not even who has answered is open."""

    @property
    def is_sealed(self) -> bool:
        """Whether the zone holds answers, not things."""
        return self in {SeenBy.SEALED, SeenBy.ANONYMOUS}


def show(cls: type[V], state: Any, viewer: Seat | None, /, **given: Any) -> V:
    """Return this viewer's view: the open fields and zones, and those that are given."""
    view: Any = cls
    whole: Any = type(state)
    for name, ways in _shared(view, whole):
        if name not in given:
            value = getattr(state, name)
            if ways.audience is not None:
                value = mask(value, ways.audience, viewer)
            given[name] = value if ways.read is None else ways.read(value)
    seen: V = view(viewer=viewer, **given)
    return seen


def imagine(cls: type[S], view: Frozen, /, **given: Any) -> S:
    """Return a state with the open fields of a view, and those that are given: what is drawn."""
    state: Any = cls
    for name, ways in _shared(type(view), state):
        if ways.audience is not None:
            given[name] = ways.write(given[name])
        elif name not in given and ways.write is not _lost:
            given[name] = ways.write(getattr(view, name))
    return cls(**given)


def deal(view: Frozen, things: Sequence[str], rng: Rng) -> dict[str, Any]:
    """Return the zones of a view, and in them all `things` of the match that it doesn't show.

    Every deal is as likely. What an owner sees comes in the order of `things`.
    """
    audiences = zones(type(view))
    return redeal({name: getattr(view, name) for name in audiences}, audiences, things, rng)


def redeal(
    shown: Mapping[str, Any], audiences: Mapping[str, SeenBy], things: Sequence[str], rng: Rng
) -> dict[str, Any]:
    """Return zones with the `things` that are nowhere face up in the place of those face down."""
    lying = [value for name, value in shown.items() if not audiences[name].is_sealed]
    order = {thing: place for place, thing in enumerate(things)}
    pool = without(things, [thing for thing in leaves(lying) if thing in order])
    rng.shuffle(pool)

    def fill(value: Any, *, in_order: bool) -> Any:
        parts = [
            (part or take(pool, 1)[0]) if isinstance(part, str) else fill(part, in_order=is_own)
            for part in value
        ]
        return tuple(sorted(parts, key=order.__getitem__) if in_order else parts)

    dealt = {}
    for name, value in shown.items():
        is_own = audiences[name] is SeenBy.OWNER
        lies = audiences[name] in {SeenBy.OWNER, SeenBy.NOBODY}
        dealt[name] = fill(value, in_order=False) if lies else value
    return dealt


def mask(value: Any, audience: SeenBy, viewer: Seat | None) -> Any:
    """Return a zone of a state as a viewer sees it."""
    if audience is SeenBy.EVERYBODY:
        return value
    if audience.is_sealed:
        return tuple(answer if seat == viewer else None for seat, answer in enumerate(value))
    is_own = audience is SeenBy.OWNER
    return tuple(
        part if is_own and seat == viewer else _turned_down(part) for seat, part in enumerate(value)
    )


def leaves(value: Any) -> Iterator[str]:
    """Yield every thing in nested lists or tuples."""
    if isinstance(value, str):
        yield value
    else:
        for part in value:
            yield from leaves(part)


def _turned_down(value: Any) -> Any:
    return FACE_DOWN if isinstance(value, str) else tuple(map(_turned_down, value))


@cache
def zones(view: Any) -> dict[str, SeenBy]:
    """Return the zones of a view's type, and who sees the things in them."""
    return {
        name: mark
        for name, field in view.model_fields.items()
        for mark in field.metadata
        if isinstance(mark, SeenBy)
    }


class _Ways(NamedTuple):
    """How to make a field of a view from a state's, and the other way round."""

    read: Callable[[Any], Any] | None
    """None if the two are the same."""
    write: Callable[[Any], Any]
    audience: SeenBy | None


@cache
def _shared(view: Any, state: Any) -> tuple[tuple[str, _Ways], ...]:
    """Return the fields that a view shares with its state."""
    hints, audiences, seen = get_type_hints(state), zones(view), view.model_fields
    return tuple(
        (name, _ways(seen[name].annotation, hints[name], audiences.get(name)))
        for name in (field.name for field in fields(state))
        if name in seen and seen[name].is_required()
    )


def _ways(seen: Any, hint: Any, audience: SeenBy | None) -> _Ways:
    if seen is int and get_origin(hint) in {list, tuple}:
        return _Ways(len, _lost, None)
    if hint is int and seen == int | None:
        return _Ways(_somebody, _seat, None)
    return _Ways(tuple if get_origin(hint) is list else None, _writer(hint), audience)


def _somebody(seat: Seat) -> Seat | None:
    return None if seat < 0 else seat


def _seat(somebody: Seat | None) -> Seat:
    return -1 if somebody is None else somebody


def _writer(hint: Any) -> Callable[[Any], Any]:
    """Return how to make a value of a state, with its lists, of one with tuples."""
    if get_origin(hint) is not list:
        return _same
    (inner,) = get_args(hint)
    return list if get_origin(inner) is not list else partial(_written, _writer(inner))


def _written(write: Callable[[Any], Any], values: Any) -> list[Any]:
    return [write(value) for value in values]


def _lost(value: Any) -> Any:
    raise TypeError(f"a number, {value}, doesn't tell which things there are")


def _same(value: Any) -> Any:
    return value

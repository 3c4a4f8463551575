"""The base of the protocol's values, and seat numbers."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, ParamSpec, TypeAlias, TypeVar, Union, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

P = ParamSpec("P")
T = TypeVar("T")

Seat: TypeAlias = int
"""A place at the table, counted from 0 in turn order; rules know people only by it."""


DEFERRED = ConfigDict(defer_build=True)
"""Build what checks a value when the first one is checked, not at every start."""


class Frozen(BaseModel):
    """An immutable value, compared by content, that refuses unknown fields.

    For what crosses a border. Texts, tokens and the parts of prompts, of which our own code makes
    hundreds a turn, are plain frozen dataclasses: pydantic would check each, and keep a dictionary
    and a set for it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def model_rebuild(
        cls,
        *,
        force: bool = False,
        raise_errors: bool = True,
        _parent_namespace_depth: int = 2,
        _types_namespace: Mapping[str, Any] | None = None,
    ) -> bool | None:
        """Build what checks a value from the names of its own module.

        Pydantic would also read the variables of whoever makes the first value. Inside a
        comprehension, that kills CPython 3.13.0 to 3.13.2.
        """
        return super().model_rebuild(
            force=force,
            raise_errors=raise_errors,
            _parent_namespace_depth=0,
            _types_namespace=_types_namespace,
        )


def shared(make: Callable[P, T]) -> Callable[P, T]:
    """Return a cached maker of frozen values, which returns equal ones as the same object.

    For small values that matches use a lot: a lookup costs a sixth of making one.
    """
    return cast("Callable[P, T]", lru_cache(maxsize=1 << 12)(make))


class Luck(Frozen):
    """A number of draws, their total, and the total expected on average."""

    draws: int
    total: float
    expected: float

    def more(self, total: float, expected: float) -> "Luck":
        """Return this luck with one more draw."""
        return Luck(
            draws=self.draws + 1, total=self.total + total, expected=self.expected + expected
        )


NO_LUCK = Luck(draws=0, total=0, expected=0)


class Tagged(Frozen):
    """The base of moves and events; `kind` names the class in JSON.

    It is the name of the class (`CardsDealt` is "cards_dealt") unless the class gives another:
    `class PassHand(Move, kind="pass")`.
    """

    kind: str = ""

    def __init_subclass__(cls, kind: str = "", **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.kind = kind or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
        # Pydantic reads the fields after this; as a literal, the kind tells unions apart.
        cls.__annotations__ = {"kind": Literal[cls.kind], **cls.__annotations__}


def union_of(kinds: Sequence[type[Tagged]]) -> Any:
    """Return the type of any of these values, told apart by `kind`."""
    if len(kinds) == 1:
        return kinds[0]
    return Annotated[Union[tuple(kinds)], Field(discriminator="kind")]  # noqa: UP007 - made at run time


def adapter_of(kinds: Sequence[type[Tagged]]) -> TypeAdapter[Any]:
    """Return what reads any of these values; it is built when the first is read."""
    config = DEFERRED if len(kinds) > 1 else None  # a single class has its own
    return TypeAdapter(union_of(kinds), config=config)

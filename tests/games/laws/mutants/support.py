"""How tests see that a law can fail: it is tried on a game that breaks it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from games.core.errors import GameError
from games.core.game import AnyGame
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.support.sampling import SHARE, whole

Law = Callable[..., None]

CAUGHT = (AssertionError, GameError, ValidationError, KeyError, pytest.fail.Exception)
"""Errors with which a law may fail on a broken game."""


@dataclass(frozen=True)
class Bite:
    """A law, a game, and how the game is broken; `case` changes the game's case too."""

    law: Law
    game: Any
    methods: dict[str, Any]
    case: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return self.law.__name__.removeprefix("test_")


def bite(law: Law, game: Any, **methods: Any) -> Bite:
    """Break a game by replacing its methods and facts by these."""
    return Bite(law, game, methods)


def laws_of(*modules: ModuleType) -> set[Law]:
    """Return the laws of these modules that are tried on drawn examples."""
    return {
        value
        for module in modules
        for name, value in vars(module).items()
        if name.startswith("test_") and hasattr(value, "hypothesis")
    }


def broken(game: AnyGame, methods: dict[str, Any]) -> Any:
    """Return a game with other methods; its rule book is the good one's."""
    good = type(game)
    return type("Broken", (good,), {**methods, "__module__": good.__module__})()


def broken_case(bite: Bite) -> Case:
    """Return the case of the broken game."""
    good = next(case for case in ALL_CASES if case.game is bite.game)
    return replace(good, game=broken(bite.game, bite.methods), **bite.case)


def assert_caught(bite: Bite) -> None:
    """Check that the law fails on the broken game."""
    assert catches(bite.law, broken_case(bite))


def catches(law: Law, case: Case, *, in_suite: bool = False) -> bool:
    """Try a law on a case as often as a nightly run does, or as the suite; tell if it fails."""
    tries = law._hypothesis_internal_use_settings.max_examples  # type: ignore[attr-defined]  # as the law itself is tried
    most = whole(tries)
    if in_suite:
        most = -(-most // SHARE)
    inner = law.hypothesis.inner_test  # type: ignore[attr-defined]  # every law has one

    @settings(
        phases=[Phase.generate],
        max_examples=most,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def look_for_the_fault(data: st.DataObject) -> None:
        inner(case=case, data=data)

    try:
        look_for_the_fault()
    except CAUGHT:
        return True
    return False

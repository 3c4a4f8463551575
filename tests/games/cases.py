"""Every game that the laws are tried on: the playable games, and the toys."""

import os
from importlib import import_module

from games import GAMES
from games.core.game import AnyGame
from tests.games.case import Case

PACKAGE = "TRIED_PACKAGE"
"""The environment variable that names a package whose game the laws are tried on."""


def case_in(package: str) -> Case:
    """Return the case in the folder of a game's own tests."""
    case: Case = import_module(f"{package}.case").CASE
    return case


def case_for(game: AnyGame) -> Case:
    """Return a game's case: in our tests, or in `tests` of the package that brings the game."""
    package = type(game).__module__.partition(".")[0]
    return case_in(f"tests.games.{game.info.key}" if package == "games" else f"{package}.tests")


GAME_CASES = tuple(map(case_for, GAMES))
TOY_CASES = tuple(
    case_in(f"tests.toys.{toy}") for toy in ("seals", "plots", "batches", "turns_and_hands")
)
TRIED = tuple(case_in(f"{package}.tests") for package in os.environ.get(PACKAGE, "").split())
"""A game that is not installed: see `python -m tests.games`."""
ALL_CASES = (*TRIED, *GAME_CASES, *TOY_CASES)

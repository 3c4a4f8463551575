"""Every game that the laws are tried on: the playable games, and the toys."""

from __future__ import annotations

from importlib import import_module

from games import GAMES
from tests.games.case import Case


def case_in(package: str) -> Case:
    """Return the case in the folder of a game's own tests."""
    case: Case = import_module(f"{package}.case").CASE
    return case


GAME_CASES = tuple(case_in(f"tests.games.{game.info.key}") for game in GAMES)
TOY_CASES = tuple(
    case_in(f"tests.toys.{toy}") for toy in ("seals", "plots", "batches", "turns_and_hands")
)
ALL_CASES = GAME_CASES + TOY_CASES

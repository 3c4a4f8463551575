"""Every game that the laws are tried on: the playable games, and the toys."""

from __future__ import annotations

from pathlib import Path

from games.diced_tomatoes import DICED_TOMATOES
from games.dojo import DOJO
from games.karate_tomate import KARATE_TOMATE
from games.tomate import TOMATE
from games.tomatomat import TOMATOMAT
from tests.games.case import Case
from tests.games.diced_tomatoes import hidden as diced_tomatoes
from tests.games.dojo import hidden as dojo
from tests.games.karate_tomate import hidden as karate_tomate
from tests.games.tomate import hidden as tomate
from tests.games.tomatomat import hidden as tomatomat
from tests.toys.batches import BATCHES
from tests.toys.batches import hidden as batches
from tests.toys.plots import PLOTS
from tests.toys.plots import hidden as plots
from tests.toys.seals import SEALS
from tests.toys.seals import hidden as seals

_GAMES = Path(__file__).parent
_TOYS = _GAMES.parent / "toys"

GAME_CASES = (
    Case(
        TOMATE,
        _GAMES / "tomate",
        reshuffle=tomate.reshuffle,
        census=tomate.census,
        unseen=tomate.unseen,
        tiny=tomate.tiny,
        lasting=frozenset({"bid_made", "laid_away"}),
        brief={"cycles": 1},
    ),
    Case(
        KARATE_TOMATE,
        _GAMES / "karate_tomate",
        reshuffle=karate_tomate.reshuffle,
        census=karate_tomate.census,
        unseen=karate_tomate.unseen,
        tiny=karate_tomate.tiny,
        brief={"trophies_to_call": 8, "stalemate_rounds": 5},
    ),
    Case(
        DOJO,
        _GAMES / "dojo",
        reshuffle=dojo.reshuffle,
        census=dojo.census,
        unseen=dojo.unseen,
        tiny=dojo.tiny,
        longest=500,
    ),
    Case(
        TOMATOMAT,
        _GAMES / "tomatomat",
        reshuffle=tomatomat.reshuffle,
        census=tomatomat.census,
        unseen=tomatomat.unseen,
        tiny=tomatomat.tiny,
        longest=100,
    ),
    Case(
        DICED_TOMATOES,
        _GAMES / "diced_tomatoes",
        reshuffle=diced_tomatoes.reshuffle,
        census=diced_tomatoes.census,
        unseen=diced_tomatoes.unseen,
        tiny=diced_tomatoes.tiny,
    ),
)
TOY_CASES = (
    Case(
        SEALS,
        _TOYS / "seals",
        reshuffle=seals.reshuffle,
        census=seals.census,
        unseen=seals.unseen,
        tiny=seals.tiny,
    ),
    Case(
        PLOTS,
        _TOYS / "plots",
        reshuffle=plots.reshuffle,
        census=plots.census,
        unseen=plots.unseen,
    ),
    Case(
        BATCHES,
        _TOYS / "batches",
        reshuffle=batches.reshuffle,
        census=batches.census,
        unseen=batches.unseen,
    ),
)
ALL_CASES = GAME_CASES + TOY_CASES

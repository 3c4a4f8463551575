"""Every game that the laws are tried on: the playable games, and the toys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.core.game import AnyGame
from games.diced_tomatoes import DICED_TOMATOES
from games.dojo import DOJO
from games.karate_tomate import KARATE_TOMATE
from games.tomate import TOMATE
from games.tomatomat import TOMATOMAT
from tests.games.case import Case
from tests.games.diced_tomatoes import claims as diced_tomatoes_claims
from tests.games.diced_tomatoes import hidden as diced_tomatoes
from tests.games.dojo import claims as dojo_claims
from tests.games.dojo import hidden as dojo
from tests.games.karate_tomate import claims as karate_tomate_claims
from tests.games.karate_tomate import hidden as karate_tomate
from tests.games.tomate import claims as tomate_claims
from tests.games.tomate import hidden as tomate
from tests.games.tomatomat import claims as tomatomat_claims
from tests.games.tomatomat import hidden as tomatomat
from tests.toys.batches import BATCHES
from tests.toys.batches import hidden as batches
from tests.toys.plots import PLOTS
from tests.toys.plots import hidden as plots
from tests.toys.seals import SEALS
from tests.toys.seals import hidden as seals

_GAMES = Path(__file__).parent
_TOYS = _GAMES.parent / "toys"


def _case(game: AnyGame, home: Path, hidden: Any, **facts: Any) -> Case:
    """Return a game's case; `hidden` is the module of its tests that knows what is hidden."""
    return Case(
        game,
        home,
        reshuffle=hidden.reshuffle,
        census=hidden.census,
        unseen=hidden.unseen,
        tiny=getattr(hidden, "tiny", None),
        **facts,
    )


GAME_CASES = (
    _case(
        TOMATE,
        _GAMES / "tomate",
        tomate,
        lasting=frozenset({"bid_made", "laid_away"}),
        fleeting=frozenset({"deal_drawn", "card_played", "trick_taken"}),
        claims=tomate_claims.CLAIMS,
        rare=tomate_claims.RARE,
        brief={"cycles": 1},
    ),
    _case(
        KARATE_TOMATE,
        _GAMES / "karate_tomate",
        karate_tomate,
        claims=karate_tomate_claims.CLAIMS,
        brief={"trophies_to_call": 8, "stalemate_rounds": 5},
    ),
    _case(DOJO, _GAMES / "dojo", dojo, claims=dojo_claims.CLAIMS, longest=500),
    _case(TOMATOMAT, _GAMES / "tomatomat", tomatomat, claims=tomatomat_claims.CLAIMS, longest=100),
    _case(
        DICED_TOMATOES,
        _GAMES / "diced_tomatoes",
        diced_tomatoes,
        claims=diced_tomatoes_claims.CLAIMS,
        rare=diced_tomatoes_claims.RARE,
    ),
)
TOY_CASES = (
    _case(SEALS, _TOYS / "seals", seals, fleeting=frozenset({"drew"})),
    _case(PLOTS, _TOYS / "plots", plots),
    _case(BATCHES, _TOYS / "batches", batches),
)
ALL_CASES = GAME_CASES + TOY_CASES

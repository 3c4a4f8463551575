"""The games this bot hosts. A new game is one folder here and one line in `OWN_GAMES`."""

from games.core.game import AnyGame
from games.diced_tomatoes import DICED_TOMATOES
from games.dojo import DOJO
from games.installed import installed
from games.karate_tomate import KARATE_TOMATE
from games.tomate import TOMATE
from games.tomatomat import TOMATOMAT

OWN_GAMES: tuple[AnyGame, ...] = (TOMATE, KARATE_TOMATE, DOJO, TOMATOMAT, DICED_TOMATOES)
GAMES = (*OWN_GAMES, *installed(OWN_GAMES))
"""With those of installed packages."""
FULL_GAMES = tuple(game for game in GAMES if game.info.stage == "full")
"""Without the drafts."""


def game(key: str) -> AnyGame:
    """Return the game with this key; raises KeyError for a game nobody knows."""
    for candidate in GAMES:
        if candidate.info.key == key:
            return candidate
    raise KeyError(key)

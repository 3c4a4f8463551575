"""The games this bot hosts. A new game is one folder here and one line in `GAMES`."""

from __future__ import annotations

from games.core.game import AnyGame
from games.dojo import DOJO
from games.tomate import TOMATE

GAMES: tuple[AnyGame, ...] = (TOMATE, DOJO)


def game(key: str) -> AnyGame:
    """Return the game with this key; raises KeyError for a game nobody knows."""
    for candidate in GAMES:
        if candidate.info.key == key:
            return candidate
    raise KeyError(key)

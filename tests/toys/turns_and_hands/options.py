"""Every variant and house rule."""

from __future__ import annotations

from games.core.options import Options, option


class TurnsAndHandsOptions(Options):
    """Every option of the game."""

    rounds: int = option(4, title="Rounds", help="How many rounds are played.", least=1, most=9)
    low: bool = option(default=False, title="Low hands", help="The lowest hand wins.")

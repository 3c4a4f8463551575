"""Options of the game."""

from typing import Literal

from games.core.options import Options, option


class PlotsOptions(Options):
    """Every option of the game."""

    rounds: int = option(3, title="Rounds", help="How many turns each seat takes.", least=1, most=6)
    reach: Literal["own", "neighbours"] = option(
        "neighbours",
        title="Reach",
        help="On whose plots dice may be placed.",
        labels={"own": "own plots", "neighbours": "everybody's plots"},
    )

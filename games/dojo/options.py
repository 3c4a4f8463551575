"""What a table may agree on before the first round."""

from __future__ import annotations

from typing import Literal

from games.core.options import Options, option


class DojoOptions(Options):
    """Every variant and house rule of Dojo; the defaults are the printed game."""

    white_belt: bool = option(
        default=False,
        title="White Belt",
        help="For a first match: trophies have no effect and are worth 3 points each.",
    )
    black_belt: bool = option(
        default=False,
        title="Black Belt",
        help="Three throws of rock, paper, scissors may turn a duel. For those who know the game.",
    )
    frame: Literal["fixed", "floating"] = option(
        "fixed",
        title="Frame",
        help="Whether a dojo's 3 rows and 4 columns stand fast before its first card lies.",
        labels={"fixed": "fixed from the start", "floating": "takes shape as cards are placed"},
    )
    discard_trophy: bool = option(
        default=False,
        title="Trophy may be removed",
        help="Who wins a trophy may remove it from the match instead of placing it.",
    )
    rps: Literal["live", "batch"] = option(
        "live",
        title="Throws",
        help="How the throws of Black Belt are made.",
        labels={"live": "one after another", "batch": "all three at once"},
    )
    sorts: Literal["once", "free"] = option(
        "once",
        title="Sorting trophies",
        help="How often each may rearrange its line before the dojos are counted.",
        labels={"once": "once each", "free": "again and again"},
    )

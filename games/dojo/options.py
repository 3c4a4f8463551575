"""A table's options, chosen before the first round."""

from typing import Literal

from games.core.options import Options, option


class DojoOptions(Options):
    """Every variant and house rule of Dojo; the defaults are the printed game."""

    white_belt: bool = option(
        default=False,
        title="White Belt",
        help="For your first match: trophies have no effect and are worth 3 points each.",
    )
    black_belt: bool = option(
        default=False,
        title="Black Belt",
        help="Three throws of rock-paper-scissors can turn a duel. For players who know the game.",
    )
    frame: Literal["fixed", "floating"] = option(
        "fixed",
        title="Frame",
        help="Whether a dojo's 3 rows and 4 columns are fixed before its first card is placed.",
        labels={"fixed": "fixed from the start", "floating": "takes shape as cards are placed"},
    )
    discard_trophy: bool = option(
        default=False,
        title="Removing trophies",
        help="A player who wins a trophy may remove it from the match instead of placing it.",
    )
    rps: Literal["live", "batch"] = option(
        "live",
        title="Throws",
        help="How Black Belt throws are made.",
        labels={"live": "one at a time", "batch": "all three at once"},
    )
    sorts: Literal["once", "free"] = option(
        "once",
        title="Sorting trophies",
        help="How often each sorting trophy may rearrange its line before scoring.",
        labels={"once": "once each", "free": "any number of times"},
    )

"""A table's options, chosen before the first round."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from games.core.options import Options, PresetKey, option


class KarateOptions(Options):
    """Every house rule of Karate Tomate; the defaults are the printed game."""

    presets: ClassVar[Mapping[PresetKey, Mapping[str, Any]]] = {
        "quick": {"trophies_to_call": 8, "auto_end": True}
    }

    trophies_to_call: int = option(
        12,
        title="Trophies to call",
        help="Trophies needed to call the end: 8 makes a short match, 15 a long one.",
        least=8,
        most=20,
    )
    auto_end: bool = option(
        default=False,
        title="Automatic end",
        help="The match ends by itself as soon as someone has the trophies to call;"
        " nobody is asked.",
    )
    open_triumphs: bool = option(
        default=False,
        title="Open triumph cards",
        help="Triumph cards stay face up once won, so nobody has to remember them.",
    )
    tomato_swap: bool = option(
        default=True,
        title="Trade tomatoes",
        help="Players who tie in a fight trade tomatoes, the highest for the lowest.",
    )
    swap_after_draw: bool = option(
        default=False,
        title="Draw first",
        help=(
            "A player who drops out draws two cards, and only then may discard two and draw two"
            " more."
        ),
    )
    open_discards: bool = option(
        default=False,
        title="Open discards",
        help="Everyone sees what a player discards when dropping out.",
    )
    # fmt: off
    stalemate_rounds: Literal[
        5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 0
    ] = option(
        10,
        title="Rounds without a triumph",
        help="The match ends after this many rounds in a row in which nobody takes a triumph card.",
        labels={"0": "never end the match"},
    )
    # fmt: on

    def is_stalemate(self, rounds: int) -> bool:
        """Whether so many rounds in a row without a taker end the match."""
        return 0 < self.stalemate_rounds <= rounds

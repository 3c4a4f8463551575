"""A table's options, chosen before the first round."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from games.core.options import Options, PresetKey, option


class TomatomatOptions(Options):
    """Every option of Tomatomat; the defaults are the printed game."""

    presets: ClassVar[Mapping[PresetKey, Mapping[str, Any]]] = {"tournament": {"rounds": 8}}

    rounds: Literal[4, 8] = option(
        4,
        title="Rounds",
        help="In four rounds everyone plays each deck once, in eight rounds twice.",
    )
    own_peek: bool = option(
        default=False,
        title="Look at own cards",
        help="You can look again at the cards you've placed this round.",
    )
    deck_tracker: bool = option(
        default=False,
        title="Deck tracker",
        help="You see which 12 cards are in your deck, once somebody has played it.",
    )

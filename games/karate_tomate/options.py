"""What a table may agree on before the first round."""

from __future__ import annotations

from games.core.options import Options, option


class KarateOptions(Options):
    """Every house rule of Karate Tomate; the defaults are the printed game."""

    trophies_to_call: int = option(
        12,
        title="Trophies to call",
        help="With how many trophies one may call the end: 8 makes a short match, 15 a long one.",
        least=8,
        most=20,
    )
    auto_end: bool = option(
        default=False,
        title="Ends by itself",
        help="The match ends as soon as somebody has the trophies to call; nobody is asked.",
    )
    open_triumphs: bool = option(
        default=False,
        title="Open triumph cards",
        help="Cards that were won lie face up, so that nobody needs to remember them.",
    )
    tomato_swap: bool = option(
        default=True,
        title="Tomatoes change hands",
        help="Who tie in a fight exchange their tomatoes, the highest for the lowest.",
    )
    swap_after_draw: bool = option(
        default=False,
        title="Draw first",
        help="Who drops out draws two cards, and only then may discard two and draw two more.",
    )
    open_discards: bool = option(
        default=False,
        title="Open discards",
        help="What somebody who drops out discards is shown to all.",
    )
    stalemate_rounds: int = option(
        10,
        title="Rounds without a triumph",
        help="After so many rounds in a row in which nobody took a triumph card the match ends.",
        least=5,
        most=20,
    )

"""A table's options, chosen before the first hand."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from games.core.options import Options, PresetKey, option


class TomateOptions(Options):
    """Every variant and house rule of Tomate; the defaults are the usual game."""

    presets: ClassVar[Mapping[PresetKey, Mapping[str, Any]]] = {
        "quick": {"cycles": 1},
        "tournament": {"cycles": 2},
    }

    cycles: Literal[0, 1, 2, 3, 4, 5] = option(
        0,
        title="Length",
        help="How often each player deals. The usual length is the first full round past 7 hands.",
        labels={
            "0": "usual: 8 to 14 hands",
            "1": "each player deals once",
            "2": "each player deals twice",
            "3": "each player deals 3 times",
            "4": "each player deals 4 times",
            "5": "each player deals 5 times",
        },
    )
    reserves: bool = option(
        default=True,
        title="Reserves",
        help="Tomates go into a reserve that tops up an empty pot. Without it, the pot explodes.",
    )
    reserve_amount: Literal[3, 6, 9, 12, 15] = option(
        3,
        title="Reserve amount",
        help="The most that the reserves add to an empty pot; they give in threes.",
    )
    stock_mode: Literal["normal", "protective", "off"] = option(
        "normal",
        title="Taking the stock",
        help="What happens when only one player is in and another takes three cards"
        " from the stock.",
        labels={"normal": "at normal risk", "protective": "without risk", "off": "not allowed"},
    )
    pot_split: Literal["equal", "per_trick"] = option(
        "equal",
        title="Splitting the pot",
        help="Whether winners share the pot equally or get a third of it for each trick.",
        labels={"equal": "equal shares", "per_trick": "a third for each trick"},
    )
    overtrump: Literal["free", "if_able", "if_able_else_any"] = option(
        "free",
        title="Overtrumping",
        help="Whether you must beat a trump already in the trick when you can't follow suit.",
        labels={
            "free": "any trump will do",
            "if_able": "overtrump if possible, else any trump",
            "if_able_else_any": "overtrump if possible, else any card",
        },
    )
    strict_beat: bool = option(
        default=False,
        title="Always follow higher",
        help="Players who follow suit must beat the led suit even if the trick is already trumped.",
    )
    all_pass: Literal["carry", "dealer_wins"] = option(
        "carry",
        title="If everyone passes",
        help="What happens to the pot when nobody plays.",
        labels={"carry": "the pot stays", "dealer_wins": "the dealer takes the pot"},
    )
    blind_discard: bool = option(
        default=False,
        title="Blind discard",
        help="A dealer who takes the trump card loses one of the other three at random.",
    )
    max_tomate: int = option(
        0,
        title="Maximum Tomate",
        help="The most a Tomate can cost; 0 means as much as the pot holds.",
        least=0,
        most=1000,
    )
    start_points: int = option(
        0,
        title="Starting points",
        help="The score everyone starts with; it's only for looks.",
        least=0,
        most=1000,
    )
    first_dealer: Literal["draw", "random"] = option(
        "draw",
        title="First dealer",
        help="How the first dealer is chosen.",
        labels={"draw": "lowest card drawn", "random": "at random"},
    )
    auto_last: bool = option(
        default=True,
        title="Automatic last trick",
        help="The third trick, when everyone has one card left, is played automatically.",
    )

    def tomate_price(self, pot: int) -> int:
        """The cost of a Tomate when this pot is played for."""
        return min(pot, self.max_tomate) if self.max_tomate else pot

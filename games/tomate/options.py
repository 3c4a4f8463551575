"""What a table may agree on before the first hand."""

from __future__ import annotations

from typing import Literal

from games.core.options import Options, option


class TomateOptions(Options):
    """Every variant and house rule of Tomate; the defaults are the usual game."""

    cycles: Literal[0, 1, 2, 3, 4, 5] = option(
        0,
        title="Length",
        help="How often everybody deals. The usual length is the first full round past 7 hands.",
        labels={
            "0": "usual, 8 to 14 hands",
            "1": "everybody deals once",
            "2": "everybody deals twice",
            "3": "everybody deals 3 times",
            "4": "everybody deals 4 times",
            "5": "everybody deals 5 times",
        },
    )
    reserves: bool = option(
        default=True,
        title="Reserves",
        help="Tomates go to a reserve that tops up an empty pot. Without it the pot explodes.",
    )
    reserve_amount: Literal[3, 6, 9, 12, 15] = option(
        3,
        title="Reserve amount",
        help="The most that the reserves add to an empty pot; they give in threes.",
    )
    stock_mode: Literal["normal", "protective", "off"] = option(
        "normal",
        title="Taking the stock",
        help="What happens when only one plays and another takes three cards of the stock.",
        labels={
            "normal": "taker is a player like any other",
            "protective": "taker risks nothing",
            "off": "nobody may take the stock",
        },
    )
    pot_split: Literal["equal", "per_trick"] = option(
        "equal",
        title="Dividing the pot",
        help="Whether winners share alike or are paid a third of the pot for each trick.",
        labels={"equal": "alike among the winners", "per_trick": "a third for each trick"},
    )
    overtrump: Literal["free", "if_able", "if_able_else_any"] = option(
        "free",
        title="Overtrumping",
        help="Whether a trump already in the trick has to be beaten by who cannot follow.",
        labels={
            "free": "any trump will do",
            "if_able": "overtrump if able, else any trump",
            "if_able_else_any": "overtrump if able, else any card",
        },
    )
    strict_beat: bool = option(
        default=False,
        title="Strict beating",
        help="Who follows suit must top the led suit even where the trick is already trumped.",
    )
    all_pass: Literal["carry", "dealer_wins"] = option(
        "carry",
        title="Everybody passes",
        help="What becomes of the pot when nobody plays.",
        labels={"carry": "the pot stays", "dealer_wins": "the dealer takes the pot"},
    )
    blind_discard: bool = option(
        default=False,
        title="Blind discard",
        help="A dealer who takes the trump card loses one of the three others by chance.",
    )
    max_tomate: int = option(
        0,
        title="Dearest Tomate",
        help="The most a Tomate may cost; 0 means as much as the pot holds.",
        least=0,
        most=1000,
    )
    start_points: int = option(
        0,
        title="Starting points",
        help="What every score starts from; it changes nothing but the look.",
        least=0,
        most=1000,
    )
    first_dealer: Literal["draw", "random"] = option(
        "draw",
        title="First dealer",
        help="How the first dealer is found.",
        labels={"draw": "lowest card drawn", "random": "by chance"},
    )
    auto_last: bool = option(
        default=True,
        title="Last trick by itself",
        help="The third trick, where everybody holds one card, is played at once.",
    )

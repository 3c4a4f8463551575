"""The game's policy: rules of thumb that an experienced player would accept."""

from typing import Any

from games.core.ai.memory import NO_MEMORY, Level
from games.core.rng import Rng
from games.tomate import TOMATE
from games.tomate.rules.moves import (
    CARDS,
    DECLINE,
    DISCARDS,
    LEAVE,
    PASS,
    PLAY,
    TAKE,
    TAKE_STOCK,
    TomateMove,
)
from games.tomate.rules.notation import position
from games.tomate.rules.state import State
from tests.support.rows import each_row

WEAK, STRONG = "2O 4C 5E", "1B 3B 12O"
OTHERS = ["7O 6O 5O", "7C 6C 5C", "7E 6E 4E"]

THUMBS: list[tuple[str, State, int, TomateMove]] = [
    ("plays-with-the-best-trumps", position("bidding", [STRONG, *OTHERS]), 0, PLAY),
    ("passes-with-nothing", position("bidding", [WEAK, *OTHERS], bids="uuuu"), 0, PASS),
    ("a-middling-hand-against-one",
     position("bidding", ["7O 6O 5O", "7C 6C 5C", "12B 1E 4E"], bids="ipu"), 2, PLAY),
    ("the-same-hand-against-many",
     position("bidding", ["7O 6O 5O", "7C 6C 5C", "4O 4C 5E", "2O 2C 6E", "11O 11C 7E",
     "12B 1E 4E"], bids="iiiiiu"), 5, PASS),
    ("plays-alone-for-the-pot", position("bidding", ["7O 6O 5O", WEAK], bids="pu"), 1, PLAY),
    ("leaves-a-low-trump", position("dealer_option", [STRONG, *OTHERS]), 3, LEAVE),
    ("takes-the-as-of-trumps", position("dealer_option", OTHERS[:2], trump="1B"), 1, TAKE),
    ("lays-the-weakest-away",
     position("dealer_discard", [*OTHERS[:2], "3B 1E 2C 1B"], trump="1B", took=True), 2,
     DISCARDS["2C"]),
    ("takes-the-stock-where-it-costs-nothing",
     position("stock_offer", [WEAK, *OTHERS], bids="pipp", stock_mode="protective"), 0, TAKE_STOCK),
    ("declines-the-stock-at-full-price", position("stock_offer", [WEAK, *OTHERS], bids="pipp"), 0,
     DECLINE),
    ("takes-the-stock-at-a-capped-price",
     position("stock_offer", [WEAK, *OTHERS], bids="pipp", pot=40, max_tomate=5), 0, TAKE_STOCK),
    ("leads-the-sure-trick", position("tricks", ["12O 1B 4C", *OTHERS], bids="iiii"), 0,
     CARDS["1B"]),
    ("last-to-play-wins-cheaply",
     position("tricks", ["7O 6O", "10O 12O 1O"], bids="ii", trick="7O", leader=0), 1, CARDS["10O"]),
    ("throws-the-least-where-nothing-wins",
     position("tricks", ["1O 6O", "10O 12O 2O"], bids="ii", trick="1O", leader=0), 1, CARDS["2O"]),
]  # fmt: skip


@each_row("state seat move", THUMBS)
def test_it_follows_the_rules_of_thumb(state: State, seat: int, move: Any) -> None:
    """In a clear position, the policy makes the move that an experienced player would make."""
    assert TOMATE.policy(TOMATE.view(state, seat), NO_MEMORY, Level.NORMAL, Rng("thumb")) == move

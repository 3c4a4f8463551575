"""What is public, and from when on; the laws of knowledge try what is hidden."""

from collections.abc import Callable
from typing import Any

from games.tomate import TOMATE
from games.tomate.questions.views import TomateView
from games.tomate.rules.moves import CARDS, DISCARDS, TAKE
from games.tomate.rules.notation import position
from games.tomate.rules.records import Trick
from games.tomate.rules.state import State
from tests.games.tomate.support.positions import play
from tests.support.rows import each_row

HANDS = ["1O 3O 12O", "1C 3C 12C", "1E 3E 12E"]
OPTION = position("dealer_option", HANDS)
HELD = position("tricks", ["1O 3O", "1C 3C", "1E 2B"], bids="iii", took=True,
                earlier=[(0, "12O 12C 12E")])  # fmt: skip
PLAYED = play(HELD, (0, CARDS["1O"]), (1, CARDS["1C"]), (2, CARDS["2B"])).state
SECOND = position("tricks", ["1O 3O", "1C 3C", "1E 3E"], bids="iii", earlier=[(0, "12O 12C 4B")])


def trump(view: TomateView) -> Any:
    return view.trump, view.trump_holder


def first(tricks: tuple[Trick, ...]) -> list[str]:
    return [card.card for card in tricks[0].plays]


PUBLIC: list[tuple[str, State, Callable[[TomateView], Any], Any]] = [
    ("the-trump-card-on-the-table", OPTION, trump, ("2B", None)),
    ("the-trump-card-in-a-hand", play(OPTION, (2, TAKE), (2, DISCARDS["12E"])).state, trump,
     ("2B", 2)),
    ("the-trump-card-still-in-a-hand", HELD, trump, ("2B", 2)),
    ("the-trump-card-played", PLAYED, lambda view: first(view.aftermath.tricks),
     ["1O", "1C", "2B"]),
    ("bids", position("bidding", HANDS, bids="ipu"), lambda view: [s.bid for s in view.seats],
     ["in", "pass", "undecided"]),
    ("earlier-tricks", SECOND, lambda view: first(view.tricks), ["12O", "12C", "4B"]),
    ("who-took-tricks", SECOND, lambda view: [s.tricks for s in view.seats], [0, 0, 1]),
    ("points", position("bidding", HANDS, pot=9, in_reserve=4, scores=[5, -6, -12]),
     lambda view: (view.pot, view.reserves, [s.score for s in view.seats]), (9, 4, [5, -6, -12])),
]  # fmt: skip


@each_row("state look seen", PUBLIC)
def test_everybody_sees(state: State, look: Callable[[TomateView], Any], seen: object) -> None:
    """Every seat and every spectator sees bids, tricks, points and the trump card."""
    assert [look(TOMATE.view(state, viewer)) for viewer in (None, 0, 1, 2)] == [seen] * 4


def test_legal_cards_are_shown_to_the_player_to_move_alone() -> None:
    """Only the player to move sees which cards are legal, as these depend on the hand."""
    state = position("tricks", ["10O", "12O 4O 1C", "2C 4C 5C"], bids="iii", trick="10O")
    assert [sum(c.playable for c in TOMATE.view(state, seat).hand) for seat in range(3)] == [
        0,
        1,
        0,
    ]

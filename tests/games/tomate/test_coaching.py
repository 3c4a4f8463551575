"""Every claim of a reason is true in its view, for any legal move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.core.text import Text
from games.tomate import TOMATE
from games.tomate.ai.glance import of_view
from games.tomate.ai.policy import card_chance, likely_rivals
from games.tomate.questions.views import TomateView
from games.tomate.rules.cards import POWER, SUIT
from games.tomate.rules.tricks import winning
from tests.games.random_moves import random_states
from tests.games.tomate.support.positions import VARIANTS, position


class Said:
    """A reason for a move in a view, and facts that it may mention."""

    def __init__(self, view: TomateView, move: Any, why: Text) -> None:
        self.view, self.move = view, move
        self.args: dict[str, Any] = dict(why.args)
        self.allowed = [mine.card for mine in view.hand if mine.playable]
        self.lying = [] if view.trick is None else [play.card for play in view.trick.plays]
        inside = [seat for seat in view.seats if seat.bid == "in"]
        self.after = len(inside) - len(self.lying) - 1

    def wins(self, card: Any) -> bool:
        return winning([*self.lying, card], SUIT[self.view.trump]) == len(self.lying)

    def dear(self, card: Any) -> int:
        return POWER[card] + 10 * (SUIT[card] == SUIT[self.view.trump])

    def winners(self) -> list[int]:
        return [self.dear(card) for card in self.allowed if self.wins(card)]

    def chances(self, rivals: float) -> tuple[float, list[float]]:
        mine = card_chance(of_view(self.view), self.move.card, rivals)
        return mine, [card_chance(of_view(self.view), card, rivals) for card in self.allowed]

    def alone(self) -> bool:
        return all(s.bid == "pass" for s in self.view.seats if s.seat != self.view.viewer)

    def stakes(self) -> bool:
        most = self.view.options.max_tomate or self.view.pot
        return (self.args["pot"], self.args["cost"]) == (self.view.pot, min(most, self.view.pot))

    def protects(self) -> bool:
        return self.view.options.stock_mode == "protective"


CLAIMS: dict[str, Callable[[Said], bool]] = {
    "A trump this high is worth a second trick.": lambda s: POWER[s.view.trump] >= 5,
    "It guarantees you a trump, though you then need two tricks.": lambda s: True,
    "You look at your cards first, and one trick is enough.": lambda s: s.move.kind == "leave",
    "This trump is too low to promise a second trick.": lambda s: POWER[s.view.trump] < 5,
    "Of the cards you were dealt, this one is least likely to take a trick.": (
        lambda s: (c := s.chances(likely_rivals(of_view(s.view))))[0] == min(c[1])
    ),
    "You keep the trump card and two of your three dealt cards.": (
        lambda s: s.move.card != s.view.trump
    ),
    "Without a trick you pay nothing, so the stock costs you nothing.": lambda s: s.protects(),
    "Three unseen cards win often enough for what's in the pot.": lambda s: not s.protects(),
    "Three unseen cards don't win often enough for what's in the pot.": (
        lambda s: s.move.kind == "decline"
    ),
    "Everybody else passed: the pot is yours unless the stock is taken.": lambda s: s.alone(),
    "Everybody else passed, so the pot is yours without a trick.": (
        lambda s: s.alone() and s.view.options.all_pass == "dealer_wins"
    ),
    "These cards take a trick often enough: a share of {pot} is worth risking {cost}.": (
        lambda s: s.stakes() and not s.alone()
    ),
    "These cards don't take a trick often enough: a Tomate costs {cost}, with {pot} to share.": (
        lambda s: s.stakes()
    ),
    "It is the only card you may play.": lambda s: len(s.allowed) == 1,
    "Of your cards, this one takes the trick most often.": (
        lambda s: (c := s.chances(s.after))[0] == max(c[1])
    ),
    "You keep a stronger card for a later trick.": (
        lambda s: (c := s.chances(s.after))[0] < max(c[1])
    ),
    "It doesn't win, but you keep the cards that do.": (
        lambda s: not s.wins(s.move.card) and bool(s.winners())
    ),
    "Nothing you can play wins, so the least useful card goes.": (
        lambda s: not s.winners() and s.dear(s.move.card) == min(map(s.dear, s.allowed))
    ),
    "No card you may play wins this trick.": lambda s: not s.winners(),
    "Nobody plays after you, so the cheapest winning card is enough.": (
        lambda s: s.after == 0 and s.dear(s.move.card) == min(s.winners())
    ),
    "Nobody plays after you, and it takes the trick.": (
        lambda s: s.after == 0 and s.wins(s.move.card)
    ),
    "It's winning now, and it's the hardest to beat for those still to play.": (
        lambda s: s.after > 0 and s.dear(s.move.card) == max(s.winners())
    ),
    "It wins now, and keeps a more valuable card for later.": (
        lambda s: s.after > 0 and s.dear(s.move.card) < max(s.winners())
    ),
}
"""What has to be true in a view and for a move if a reason says so."""


def test_every_claim_of_a_reason_is_true() -> None:
    """In many positions, every sentence is true for its move, and each one occurs."""
    said: Counter[str] = Counter()
    for seats, options in [*VARIANTS, (2, {"all_pass": "dealer_wins"})]:
        for seed in range(-(-12 // seats)):
            for state in random_states(TOMATE, seats, f"why {seed}", **options):
                for seat in sorted(TOMATE.awaited(state)):
                    view = TOMATE.view(state, seat)
                    for move in TOMATE.moves(state, seat):
                        why = TOMATE.reason(view, move)
                        assert why is not None
                        said[why.message] += 1
                        assert CLAIMS[why.message](Said(view, move, why)), (why.message, view)
    assert sum(said.values()) > 2_500
    assert set(said) == set(CLAIMS)


@pytest.mark.parametrize(
    ("trick", "hand", "number"),
    [("", "1C 3C", 18), ("7O", "1O 3C", 19), ("7O", "1B 3C", 20), ("7O", "1E 3C", 20)],
    ids=["lead", "follow", "trump", "anything"],
)
def test_the_rule_that_is_cited_is_the_one_that_holds(trick: str, hand: str, number: int) -> None:
    """The rule cited depends on whether a player leads, follows, or can't follow."""
    hands = ["5O 6O", hand, "4E 6E"] if trick else [hand, "5O 6O", "4E 6E"]
    state = position("tricks", hands, bids="iii", trick=trick)
    assert TOMATE.rule(TOMATE.view(state, int(bool(trick)))) == number

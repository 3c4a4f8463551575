"""What each reason for a move of Tomate claims."""

from typing import Any

from games.core.text import Text
from games.tomate.ai.glance import of_view
from games.tomate.ai.policy import card_chance, likely_rivals, stock_pays, would_play
from games.tomate.questions.views import TomateView
from games.tomate.rules.cards import POWER, SUIT
from games.tomate.rules.notation import position
from games.tomate.rules.tricks import winning
from tests.games.reason_claims import Explained, claims_about


class Said:
    """A reason for a move in a view, and facts that it may mention."""

    def __init__(self, explained: Explained, why: Text) -> None:
        view: TomateView = explained.view
        self.explained, self.view, self.move = explained, view, explained.move
        self.args: dict[str, Any] = dict(why.args)
        self.trump = SUIT[self.view.trump]
        self.allowed = [mine.card for mine in view.hand if mine.playable]
        self.lying = [] if view.trick is None else [play.card for play in view.trick.plays]
        inside = [seat for seat in view.seats if seat.bid == "in"]
        self.after = len(inside) - len(self.lying) - 1

    def wins(self, card: Any) -> bool:
        return winning([*self.lying, card], self.trump) == len(self.lying)

    def dear(self, card: Any) -> int:
        return POWER[card] + 10 * (SUIT[card] == self.trump)

    def winners(self) -> list[int]:
        return [self.dear(card) for card in self.allowed if self.wins(card)]

    def chances(self, rivals: float) -> tuple[float, list[float]]:
        mine = card_chance(of_view(self.view), self.move.card, rivals)
        return mine, [card_chance(of_view(self.view), card, rivals) for card in self.allowed]

    def plays_alone(self) -> bool:
        return all(s.bid == "pass" for s in self.view.seats if s.seat != self.view.viewer)

    def stakes(self) -> bool:
        most = self.view.options.max_tomate or self.view.pot
        return bool(self.args["cost"] == min(most, self.view.pot))

    def stock_pays(self) -> bool:
        return stock_pays(of_view(self.view))

    def would_play(self) -> bool:
        return would_play(of_view(self.view))

    def need_after(self) -> int:
        """Return how many tricks the viewer needs after the move."""
        game, state = self.explained.game, self.explained.step.state
        need: int = game.view(state, None).seats[self.view.viewer].need
        return need

    def protects(self) -> bool:
        return self.view.options.stock_mode == "protective"


CLAIMS = claims_about(
    Said,
    {
        "A trump this high is worth a second trick.": (
            lambda s: s.move.kind == "take" and POWER[s.view.trump] >= POWER["10O"]
        ),
        "It guarantees you a trump, though you then need two tricks.": (
            lambda s: s.move.kind == "take" and s.need_after() == 2
        ),
        "This trump is too low to promise a second trick.": (
            lambda s: s.move.kind == "leave" and POWER[s.view.trump] < POWER["10O"]
        ),
        "A bot estimates that of the cards you were dealt, this one is least likely to take a"
        " trick.": lambda s: (c := s.chances(likely_rivals(of_view(s.view))))[0] == min(c[1]),
        "Without a trick you pay nothing, so the stock costs you nothing.": (
            lambda s: s.move.kind == "take_stock" and s.protects()
        ),
        "A bot estimates that three unseen cards win often enough for what's in the pot.": (
            lambda s: not s.protects() and s.move.kind == "take_stock" and s.stock_pays()
        ),
        "A bot estimates that three unseen cards don't win often enough for what's in the pot.": (
            lambda s: s.move.kind == "decline" and not s.stock_pays()
        ),
        "Everyone else passed: the pot is yours unless the stock is taken.": (
            lambda s: s.move.kind == "play" and s.plays_alone() and s.view.has_stock
        ),
        "Everyone else passed, so the pot is yours.": (
            lambda s: s.move.kind == "play" and s.plays_alone() and not s.view.has_stock
        ),
        "Everyone else passed, so the pot is yours without a trick.": (
            lambda s: (
                s.move.kind == "pass"
                and s.plays_alone()
                and s.view.options.all_pass == "dealer_wins"
            )
        ),
        "A bot estimates that these cards take a trick often enough to risk {cost}.": (
            lambda s: (
                s.move.kind == "play" and s.stakes() and not s.plays_alone() and s.would_play()
            )
        ),
        "A bot estimates that these cards take a trick too seldom to risk {cost}.": (
            lambda s: s.move.kind == "pass" and s.stakes() and not s.would_play()
        ),
        "It is the only card you may play.": lambda s: s.allowed == [s.move.card],
        "A bot estimates that of your cards, this one takes the trick most often.": (
            lambda s: not s.lying and (c := s.chances(s.after))[0] == max(c[1])
        ),
        "Nothing you can play wins, so the least useful card goes.": (
            lambda s: not s.winners() and s.dear(s.move.card) == min(map(s.dear, s.allowed))
        ),
        "Nobody plays after you, so the cheapest winning card is enough.": (
            lambda s: (
                s.after == 0 and s.wins(s.move.card) and s.dear(s.move.card) == min(s.winners())
            )
        ),
        "It's winning now, and it's the hardest to beat for those still to play.": (
            lambda s: (
                s.after > 0 and s.wins(s.move.card) and s.dear(s.move.card) == max(s.winners())
            )
        ),
    },
)
"""What has to be true in a view and for a move if a reason says so."""

_HANDS = ("1O 3O 7C", "4E 5E 2O", "6E 7E 4C")
RARE = (
    position("stock_offer", _HANDS, bids="ppi", pot=60, max_tomate=5),
    position("stock_offer", _HANDS, bids="ppi", stock_mode="protective"),
    position("bidding", _HANDS, bids="ppu", all_pass="dealer_wins"),
    position("bidding", _HANDS, bids="ppu", stock_mode="off"),
)
"""A pot worth far more than a Tomate costs; a stock without risk; dealers whom all leave it to."""

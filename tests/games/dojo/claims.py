"""What each reason for a move of Dojo claims."""

from collections import Counter
from dataclasses import dataclass

from games.core.text import Text
from games.dojo.ai.policy import FIGHT, WORTH_KEEPING, best_place, place_gain, trophy_brings
from games.dojo.questions.laying import mine
from games.dojo.questions.prompts import duel_cards
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules.cards import BELT, DECK, Card
from games.dojo.rules.frame import free_lines, free_places
from games.dojo.rules.moves import DojoMove, Give, Place, PutTrophy
from tests.games.reason_claims import Explained, claims_about


def card_of(panel: SeatView) -> Card:
    assert panel.card is not None
    return panel.card


@dataclass(frozen=True)
class Facts:
    """A view, a move and a sentence about it, with what the sentence may mention."""

    view: DojoView
    move: DojoMove
    text: Text

    @classmethod
    def of(cls, explained: Explained, text: Text) -> "Facts":
        return cls(explained.view, explained.move, text)

    @property
    def numbers(self) -> tuple[object, object]:
        """How many of how many cards the sentence names."""
        return self.text.args["n"], self.text.args["all"]

    @property
    def odds(self) -> tuple[int, int]:
        """How many unseen cards the viewer's belt beats or ties, and how many there are (A24)."""
        unseen, own = self.unseen, card_of(mine(self.view))
        return sum(BELT[card] <= BELT[own] for card in unseen.elements()), unseen.total()

    @property
    def unseen(self) -> Counter[Card]:
        left = Counter(DECK)
        for panel in self.view.seats:
            left.subtract(card for card in (*panel.dojo, panel.card) if card)
        left.subtract([self.view.drawn] if self.view.drawn else [])
        return left

    @property
    def beaten(self) -> tuple[int, int]:
        """How many unseen cards the drawn card beats as the dealer's, and how many there are."""
        assert self.view.drawn is not None
        belt, unseen = BELT[self.view.drawn], self.unseen
        return sum(BELT[card] < belt for card in unseen.elements()), unseen.total()

    @property
    def keeps(self) -> bool:
        return isinstance(self.move, Give) and int(self.move.to) == self.view.viewer

    @property
    def helps(self) -> dict[int, float]:
        """What the drawn card adds for each seat without a card."""
        view = self.view
        assert view.drawn is not None
        waiting = [panel for panel in view.seats if not panel.has_card]
        return {panel.seat: best_place(view, panel, view.drawn)[0] for panel in waiting}

    @property
    def helps_least(self) -> bool:
        others = {seat: gain for seat, gain in self.helps.items() if seat != self.view.viewer}
        assert isinstance(self.move, Give)
        to = int(self.move.to)
        return others[to] == min(others.values()) and self.text.args["who"].seat == to  # type: ignore[union-attr]  # it names a seat

    @property
    def swap_helps(self) -> bool:
        view, own = self.view, mine(self.view)
        challenger, dealer = duel_cards(view)
        held, other = (
            (challenger, dealer) if view.viewer == view.challenger else (dealer, challenger)
        )
        return best_place(view, own, other)[0] > best_place(view, own, held)[0]

    @property
    def placing(self) -> tuple[float, float]:
        """What the card adds in the chosen cell, and the most that it adds in any."""
        view, own = self.view, mine(self.view)
        assert isinstance(self.move, Place)
        chosen, places = view.frame.cells.index(self.move.cell), free_places(view.frame, own.dojo)
        gains = {place: place_gain(view, own, card_of(own), place) for place in places}
        return gains[chosen], max(gains.values())

    @property
    def trophy(self) -> tuple[float, float]:
        """What the trophy adds on the chosen line, and the most that it adds on any."""
        view, own = self.view, mine(self.view)
        assert view.prize is not None
        assert isinstance(self.move, PutTrophy)
        lines = free_lines(view.frame, own.dojo, own.lines, view.prize)
        chosen = view.frame.lines.index(self.move.line)
        brings = {line: trophy_brings(view, own, line) for line in lines}
        return brings[chosen], max(brings.values())


CLAIMS = claims_about(
    Facts.of,
    {
        "This belt beats {n} of the {all} cards that you haven't seen, so you keep it.": (
            lambda f: f.keeps and f.numbers == f.beaten
        ),
        "A bot estimates that the card fits your own dojo well, so you keep it.": (
            lambda f: f.keeps and f.helps[f.view.viewer or 0] >= WORTH_KEEPING
        ),
        "A bot estimates that of the others without a card, nobody gains less from it than"
        " {who}.": (lambda f: not f.keeps and f.helps_least),
        "The dealer holds one of {all} cards that you haven't seen. Your belt beats or equals {n}"
        " of them.": lambda f: f.numbers == f.odds,
        "The dealer holds one of {all} cards that you haven't seen. Your belt beats or equals only"
        " {n} of them. A bot challenges with a yellow belt or better.": (
            lambda f: f.numbers == f.odds and BELT[card_of(mine(f.view))] < FIGHT == BELT["M2"]
        ),
        "You can't know the other player's throw, so any throw is as good as another.": (
            lambda f: f.move.kind in {"throw", "throws"}
        ),
        "A bot estimates that the other card fits your dojo better than yours does.": (
            lambda f: f.move.kind == "exchange" and f.swap_helps
        ),
        "A bot estimates that the other card fits your dojo no better than yours does.": (
            lambda f: f.move.kind == "keep" and not f.swap_helps
        ),
        "A bot estimates that the card adds most to its row and column here, now and later.": (
            lambda f: f.placing[0] == f.placing[1] > 0
        ),
        "A bot estimates that no cell adds anything, and that the card does least harm here.": (
            lambda f: f.placing[0] == f.placing[1] <= 0
        ),
        "A bot estimates that no line gains more from the trophy than this one.": (
            lambda f: f.trophy[0] == f.trophy[1] > 0
        ),
        "A bot estimates that the trophy adds nothing on any line, so any will do.": (
            lambda f: f.trophy[0] == f.trophy[1] <= 0
        ),
    },
)
"""The claim of each reason about the view and the move."""

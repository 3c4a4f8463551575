"""What each reason for a batch of Tomatomat claims."""

from dataclasses import dataclass

from games.core.text import Text, TextList
from games.tomatomat.rules.cards import COLOUR, MACHINE_COLOURS, VALUE, Card, worth
from games.tomatomat.rules.moves import Allot
from games.tomatomat.rules.texts import CARD_NAMES, SLOT_NAMES
from tests.games.reason_claims import Explained, claims_about

Placed = tuple[Card, int]


def named(text: Text) -> list[Placed]:
    """Return the cards that a sentence names, each with its slot."""
    listed = text.args["cards"]
    assert isinstance(listed, TextList)
    cards = {repr(name): card for card, name in CARD_NAMES.items()}
    return [
        (cards[repr(item.args["card"])], SLOT_NAMES.index(item.args["slot"]))
        for item in listed.items
    ]


@dataclass(frozen=True)
class PlacedCard:
    """A card of the batch at its slot, with the facts that a sentence may mention."""

    explained: Explained
    card: Card
    slot: int

    @property
    def is_double(self) -> bool:
        """Whether the machine on top takes the card's colour."""
        return COLOUR[self.card] in MACHINE_COLOURS[self.explained.view.stacks[self.slot][-1]]

    @property
    def worth(self) -> int:
        return worth(self.card, self.explained.view.stacks[self.slot][-1])

    def placed_here(self, figures: str, *, batch_only: bool = False) -> bool:
        """Return whether own cards of the card's colour with these figures lie at its slot.

        Of the cards of earlier batches, only those that the view shows count.
        """
        view, move = self.explained.view, self.explained.move
        assert isinstance(move, Allot)
        mine = [
            first
            for first, place in zip(view.hand, move.places(), strict=True)
            if place == self.slot
        ]
        shown = [] if batch_only or not view.own else view.own[self.slot]
        return any(item[0] == self.card[0] and item[1] in figures for item in (*mine, *shown))


def each(explained: Explained, text: Text) -> list[PlacedCard]:
    return [PlacedCard(explained, card, slot) for card, slot in named(text)]


CLAIMS = claims_about(
    each,
    {
        "This coin counts twice: {cards}.": lambda cards: all(
            VALUE[entry.card] and entry.worth == 2 * VALUE[entry.card] for entry in cards
        ),
        "This coin counts once here, but may be enough to win the machine: {cards}.": (
            lambda cards: all(
                VALUE[each_card.card] and each_card.worth == VALUE[each_card.card]
                for each_card in cards
            )
        ),
        "This officer keeps thieves from coins that count twice: {cards}.": lambda cards: all(
            element.card[1] == "p" and element.is_double for element in cards
        ),
        "This officer catches any thief of its colour here: {cards}.": lambda cards: all(
            one.card[1] == "p" for one in cards
        ),
        "This thief can't take any coin of this batch: {cards}.": lambda cards: all(
            this_card.card[1] == "t" and not this_card.placed_here("12", batch_only=True)
            for this_card in cards
        ),
        "This thief would take coins of yours here too, so others have to lose more: {cards}.": (
            lambda cards: all(
                one.card[1] == "t" and one.placed_here("12") and not one.placed_here("p")
                for one in cards
            )
        ),
        "This thief takes nothing here, as an officer of yours catches it: {cards}.": (
            lambda cards: all(
                card_item.card[1] == "t" and card_item.placed_here("p") for card_item in cards
            )
        ),
    },
)
"""The claim of each sentence about the cards that it names, in singular and plural."""

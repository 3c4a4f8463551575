"""What things are called: cards, suits, stages and the reasons why a card stays in the hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.core.text import Text, TextList, either, say, say_many, seat, seats
from games.core.values import Seat
from games.tomate.cards import POWER, SUIT, Card, Suit
from games.tomate.state import Stage
from games.tomate.tricks import Duty

SUIT_NAMES: dict[Suit, Text] = {
    "O": say("oros"),
    "C": say("copas"),
    "E": say("espadas"),
    "B": say("bastos"),
}

_RANKS = {
    "1": say("as"),
    "3": say("3"),
    "12": say("rey"),
    "11": say("caballo"),
    "10": say("sota"),
}

CARD_NAMES: dict[str, Text] = {
    card: say("{rank} of {suit}", rank=_RANKS.get(card[:-1], say(card[:-1])), suit=SUIT_NAMES[s])
    for card, s in SUIT.items()
}
"""How a card is called in a sentence."""

CARD_SHORT: dict[str, Text] = {
    card: say("{rank} {suit}", rank=say(card[:-1]), suit=SUIT_NAMES[suit])
    for card, suit in SUIT.items()
}
"""What stands on a small button."""

BACK = say("a card face down")


def points(count: int) -> Text:
    """A number of points."""
    return say_many("{n} point", "{n} points", count)


def card_list(cards: Iterable[Card]) -> TextList:
    """Cards by name, all of them."""
    return TextList(items=tuple(CARD_NAMES[card] for card in cards))


def why_blocked(binding: Duty, card: Card, trick: Sequence[Card], trump: Suit) -> Text:
    """Say why a card may not be played while its holder is bound by `binding`."""
    led = SUIT[trick[0]]
    if binding is Duty.OVERTRUMP:
        return say("You must overtrump the {card}.", card=CARD_NAMES[_top(trick, trump)])
    if binding is Duty.TRUMP:
        return say("You cannot follow, so you must trump: {suit}.", suit=SUIT_NAMES[trump])
    if binding is Duty.BEAT and SUIT[card] == led:
        return say("You must beat the {card}.", card=CARD_NAMES[_top(trick, led)])
    return say("You must follow {suit}.", suit=SUIT_NAMES[led])


def _top(trick: Sequence[Card], suit: Suit) -> Card:
    return max((card for card in trick if SUIT[card] == suit), key=POWER.__getitem__)


def waiting_for(stage: Stage, names: Sequence[Seat], trump: Card, trick: int, lead: bool) -> Text:
    """Say whom the table waits for and for what; `names` are the seats that owe an answer."""
    if stage is Stage.STOCK_OFFER:
        return say("Taking the stock is offered to {who}.", who=either_seat(names))
    who = seat(names[0])
    if stage is Stage.DEALER_OPTION:
        return say("{who} deals, and takes or leaves the {card}.", who=who, card=CARD_NAMES[trump])
    if stage is Stage.DEALER_DISCARD:
        return say("{who} lays a card away.", who=who)
    if stage is Stage.BIDDING:
        return say("{who} to bid: play or pass.", who=who)
    if lead:
        return say("{who} to lead trick {trick}.", who=who, trick=trick)
    return say("{who} to play to trick {trick}.", who=who, trick=trick)


def either_seat(numbers: Sequence[Seat]) -> TextList:
    """Seats of which one may do it: "Ana or Ben"."""
    return either(say("{seat}", seat=seat(number)) for number in numbers)


def winners(ranking: Sequence[Sequence[Seat]], score: int) -> Text:
    """Say who won the match."""
    first = ranking[0]
    if len(first) == 1:
        return say("{who} wins with {points}.", who=seat(first[0]), points=points(score))
    return say("{who} share first place with {points}.", who=seats(first), points=points(score))

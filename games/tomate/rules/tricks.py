"""Which cards may be played to a trick, and which card takes it."""

from collections.abc import Sequence
from enum import StrEnum

from games.core.values import Seat
from games.tomate.options import TomateOptions
from games.tomate.rules.cards import POWER, SUIT, Card, Suit
from games.tomate.rules.records import Trick


class Duty(StrEnum):
    """The rule that binds the player to the trick."""

    FREE = "free"
    FOLLOW = "follow"
    BEAT = "beat"
    TRUMP = "trump"
    OVERTRUMP = "overtrump"


def duty(
    hand: Sequence[Card], trick: Sequence[Card], trump: Suit, options: TomateOptions
) -> tuple[Duty, list[Card]]:
    """Return the duty of the holder of `hand`, and the cards that fulfil it (section 3.5)."""
    if not trick:
        return Duty.FREE, list(hand)
    led = SUIT[trick[0]]
    following = [card for card in hand if SUIT[card] == led]
    if following:
        return _follow(following, trick, trump, options)
    trumps = [card for card in hand if SUIT[card] == trump]
    if trumps:
        return _trump(hand, trumps, trick, trump, options)
    return Duty.FREE, list(hand)


def _follow(
    following: list[Card], trick: Sequence[Card], trump: Suit, options: TomateOptions
) -> tuple[Duty, list[Card]]:
    """Rule 1: follow, and beat while the led suit can still win (C14, C15, C16, C18)."""
    led = SUIT[trick[0]]
    trumped = led != trump and any(SUIT[card] == trump for card in trick)
    if not trumped or options.strict_beat:
        beating = _above(following, trick, led)
        if beating:
            return Duty.BEAT, beating
    return Duty.FOLLOW, following


def _trump(
    hand: Sequence[Card],
    trumps: list[Card],
    trick: Sequence[Card],
    trump: Suit,
    options: TomateOptions,
) -> tuple[Duty, list[Card]]:
    """Rule 2: a player who cannot follow must trump; higher or not as agreed (C17)."""
    if options.overtrump == "free" or all(SUIT[card] != trump for card in trick):
        return Duty.TRUMP, trumps
    higher = _above(trumps, trick, trump)
    if higher:
        return Duty.OVERTRUMP, higher
    if options.overtrump == "if_able":
        return Duty.TRUMP, trumps
    return Duty.FREE, list(hand)


def _above(cards: list[Card], trick: Sequence[Card], suit: Suit) -> list[Card]:
    """The `cards` that rank above every card of the suit in the trick."""
    highest = max(POWER[card] for card in trick if SUIT[card] == suit)
    return [card for card in cards if POWER[card] > highest]


def winning(trick: Sequence[Card], trump: Suit) -> int:
    """The place in the trick of the card that takes it.

    The highest trump takes it, else the highest card of the suit led.
    Raises IndexError for an empty trick.
    """
    best = 0
    for place, card in enumerate(trick):
        suit, top = SUIT[card], trick[best]
        better = POWER[card] > POWER[top] if suit == SUIT[top] else suit == trump
        if better:
            best = place
    return best


def as_trick(number: int, order: Sequence[Seat], cards: Sequence[Card], trump: Card) -> Trick:
    """Return the cards played by the first seats of `order` as a trick with its current winner."""
    return Trick(
        number=number,
        leader=order[0],
        seats=tuple(order[: len(cards)]),
        cards=tuple(cards),
        winner=order[winning(cards, SUIT[trump])] if cards else None,
    )

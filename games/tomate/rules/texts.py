"""Names of cards and suits, sentences for what happened, and why a card cannot be played."""

from collections.abc import Iterable, Sequence

from games.core.text import (
    Loose,
    Text,
    TextList,
    either,
    only_icon,
    say,
    say_as,
    say_many,
    seat,
    seats,
    symbol,
    with_icon,
)
from games.core.values import Seat
from games.tomate.rules import records
from games.tomate.rules.cards import POWER, SUIT, Card, Suit
from games.tomate.rules.state import Stage
from games.tomate.rules.tricks import Duty

SUIT_NAMES: dict[Suit, Text] = {
    "O": say_as("suit", "coins"),
    "C": say_as("suit", "cups"),
    "E": say_as("suit", "swords"),
    "B": say_as("suit", "clubs"),
}
_SUIT_SHORT: dict[Suit, Text] = {
    "O": say_as("suit", "Co"),
    "C": say_as("suit", "Cu"),
    "E": say_as("suit", "Sw"),
    "B": say_as("suit", "Cl"),
}
RANK_NAMES: dict[str, Text] = {
    "1": say("ace (1)"),
    "10": say("jack (10)"),
    "11": say("knight (11)"),
    "12": say("king (12)"),
}
"""Ranks with a name besides their number."""


def _name(card: str) -> Text:
    rank, suit = card[:-1], SUIT_NAMES[SUIT[card]]
    named = {
        "1": say("ace of {suit}", suit=suit),
        "10": say("jack of {suit} (10)", suit=suit),
        "11": say("knight of {suit} (11)", suit=suit),
        "12": say("king of {suit} (12)", suit=suit),
    }
    other = say("{rank} of {suit}", rank=symbol(rank), suit=suit)
    return with_icon(named.get(rank, other), f"spanish:{card}")


def _parts(card: str) -> dict[str, Loose]:
    """What a card's name in a sentence is made of; its icon follows the article."""
    return {"icon": only_icon(f"spanish:{card}"), "suit": SUIT_NAMES[SUIT[card]]}


def _nominative(card: str) -> Text:
    rank, parts = card[:-1], _parts(card)
    named = {
        "1": say_as("nominative", "the {icon}ace of {suit}", **parts),
        "10": say_as("nominative", "the {icon}jack of {suit} (10)", **parts),
        "11": say_as("nominative", "the {icon}knight of {suit} (11)", **parts),
        "12": say_as("nominative", "the {icon}king of {suit} (12)", **parts),
    }
    other = say_as("nominative", "the {icon}{rank} of {suit}", rank=symbol(rank), **parts)
    return named.get(rank, other)


def _accusative(card: str) -> Text:
    rank, parts = card[:-1], _parts(card)
    named = {
        "1": say_as("accusative", "the {icon}ace of {suit}", **parts),
        "10": say_as("accusative", "the {icon}jack of {suit} (10)", **parts),
        "11": say_as("accusative", "the {icon}knight of {suit} (11)", **parts),
        "12": say_as("accusative", "the {icon}king of {suit} (12)", **parts),
    }
    other = say_as("accusative", "the {icon}{rank} of {suit}", rank=symbol(rank), **parts)
    return named.get(rank, other)


def _dative(card: str) -> Text:
    rank, parts = card[:-1], _parts(card)
    named = {
        "1": say_as("dative", "the {icon}ace of {suit}", **parts),
        "10": say_as("dative", "the {icon}jack of {suit} (10)", **parts),
        "11": say_as("dative", "the {icon}knight of {suit} (11)", **parts),
        "12": say_as("dative", "the {icon}king of {suit} (12)", **parts),
    }
    other = say_as("dative", "the {icon}{rank} of {suit}", rank=symbol(rank), **parts)
    return named.get(rank, other)


def _short(card: str) -> Text:
    return say("{rank} {suit}", rank=symbol(card[:-1]), suit=_SUIT_SHORT[SUIT[card]])


PLAY_BID: Text = say_as("bid", "Play")
PASS_BID: Text = say_as("bid", "Pass")
"""The two bids, in the words that people say at the table."""
CARD_NAMES: dict[str, Text] = {card: _name(card) for card in SUIT}
"""A card's name by itself, as on a button: "king of clubs (12)"."""
THE_CARD: dict[str, Text] = {card: _accusative(card) for card in SUIT}
"""A card in a sentence, as what is played or taken: "the king of clubs (12)"."""
CARD_AS_SUBJECT: dict[str, Text] = {card: _nominative(card) for card in SUIT}
"""A card in a sentence, as what it is about."""
WITH_CARD: dict[str, Text] = {card: _dative(card) for card in SUIT}
"""A card in a sentence, after "with"."""
CARD_SHORT: dict[str, Text] = {card: _short(card) for card in SUIT}
"""The text on a plain tile: "12 Cl"."""


def points(count: int) -> Text:
    """A number of points."""
    return say_many("{n} point", "{n} points", count)


def card_list(cards: Iterable[Card]) -> TextList:
    """Cards in a sentence, all of them, as what somebody has."""
    return TextList(items=tuple(THE_CARD[card] for card in cards))


def why_blocked(binding: Duty, card: Card, trick: Sequence[Card], trump: Suit) -> Text:
    """Say why a card may not be played while its holder is bound by `binding`."""
    led = SUIT[trick[0]]
    if binding is Duty.OVERTRUMP:
        return say("You must overtrump {card}.", card=THE_CARD[_top(trick, trump)])
    if binding is Duty.TRUMP:
        return say("You can't follow suit, so you must trump: {suit}.", suit=SUIT_NAMES[trump])
    if binding is Duty.BEAT and SUIT[card] == led:
        return say("You must beat {card}.", card=THE_CARD[_top(trick, led)])
    return say("You must follow suit: {suit}.", suit=SUIT_NAMES[led])


def _top(trick: Sequence[Card], suit: Suit) -> Card:
    return max((card for card in trick if SUIT[card] == suit), key=POWER.__getitem__)


def waiting_for(stage: Stage, names: Sequence[Seat], trump: Card, trick: int, lead: bool) -> Text:
    """Say whom the table waits for and why; `names` are the seats that owe an answer."""
    if stage is Stage.STOCK_OFFER:
        offered = either(say("{seat}", seat=seat(name)) for name in names)
        return say("The stock is on offer. Waiting for {who}.", who=offered)
    who = seat(names[0])
    if stage is Stage.DEALER_OPTION:
        return say("{who}'s turn: take {card}?", who=who, card=THE_CARD[trump])
    if stage is Stage.DEALER_DISCARD:
        return say("{who}'s turn: discard a card.", who=who)
    if stage is Stage.BIDDING:
        return say("{who}'s turn: play, or pass?", who=who)
    if lead:
        return say("{who} leads trick {trick}.", who=who, trick=trick)
    return say("{who}'s turn in trick {trick}.", who=who, trick=trick)


def tell_draw(draws: Sequence[records.Played]) -> Text:
    """Say what was drawn in one round for the first deal."""
    return say("Drawn to decide who deals: {draws}.", draws=[_by(draw) for draw in draws])


def _by(play: records.Played) -> Text:
    """Say whose card it is: "Ana the king of cups (12)"."""
    return say("{who} {card}", who=seat(play.seat), card=THE_CARD[play.card])


def tell_opening(opening: records.Opening) -> Text:
    """Say what went into the pot."""
    if opening.from_reserves:
        return say(
            "Hand {hand} of {of}: {who} deals and pays {paid}, and the reserves add {added}."
            " The pot holds {pot}.",
            hand=opening.hand,
            of=opening.of,
            who=seat(opening.dealer),
            paid=points(opening.paid),
            added=points(opening.from_reserves),
            pot=points(opening.pot),
        )
    return say(
        "Hand {hand} of {of}: {who} deals and pays {paid}. The pot holds {pot}.",
        hand=opening.hand,
        of=opening.of,
        who=seat(opening.dealer),
        paid=points(opening.paid),
        pot=points(opening.pot),
    )


def tell_trump(dealer: Seat, card: Card, *, taken: bool) -> Text:
    """Say whether the dealer took the trump card."""
    who, name = seat(dealer), THE_CARD[card]
    if taken:
        return say("{who} takes {card} and needs two tricks.", who=who, card=name)
    return say("{who} leaves {card} on the table.", who=who, card=name)


def tell_trick(trick: records.Trick) -> Text:
    """Say who took a complete trick, and with what."""
    best = next(play for play in trick.plays if play.seat == trick.winner)
    return say(
        "{who} takes trick {number} with {card}.",
        who=seat(best.seat),
        number=trick.number,
        card=WITH_CARD[best.card],
    )


def tell_plays(trick: records.Trick) -> Text:
    """Say which cards were played to a trick, and by whom."""
    plays = TextList(items=tuple(map(_by, trick.plays)), style="unit")
    return say("Trick {number}: {plays}.", number=trick.number, plays=plays)


def tell_stock(fate: records.StockFate) -> Text:
    """Say who took the stock, or that nobody did."""
    if fate.taker is None:
        return say("Nobody takes the stock against {who}.", who=seat(fate.alone))
    return say(
        "{taker} takes the stock against {who}.", taker=seat(fate.taker), who=seat(fate.alone)
    )


def tell_settlement(settlement: records.Settlement) -> tuple[Text, ...]:
    """Say how a hand was settled: who won, who paid, and what is left."""
    won, lost = settled_groups(settlement)
    return (
        *(tell_won(who, change) for who, change in won),
        *(tell_tomate(who, -change) for who, change in lost),
        tell_left(settlement),
    )


Group = tuple[tuple[Seat, ...], int]
"""Seats that won or paid the same amount, and that amount."""


def settled_groups(settlement: records.Settlement) -> tuple[list[Group], list[Group]]:
    """Group winners, and seats with Tomate, by amount, so that one sentence covers several."""

    def alike(part: str) -> list[Group]:
        lines = [line for line in settlement.seats if line.part == part]
        changes = sorted({line.change for line in lines}, reverse=True)
        return [
            (tuple(ln.seat for ln in lines if ln.change == change), change) for change in changes
        ]

    return alike("won"), alike("tomate")


def tell_won(who: Sequence[Seat], each: int) -> Text:
    """Say who wins how much of the pot."""
    return say_many(
        "{who} wins {points}.",
        "{who} win {points} each.",
        len(who),
        who=seats(who),
        points=points(each),
    )


def tell_tomate(who: Sequence[Seat], each: int) -> Text:
    """Say who gets Tomate and what it costs."""
    if each == 0:
        return say_many(
            "{who} gets Tomate and pays nothing.",
            "{who} get Tomate and pay nothing.",
            len(who),
            who=seats(who),
        )
    return say_many(
        "{who} gets Tomate and pays {points}.",
        "{who} get Tomate and pay {points} each.",
        len(who),
        who=seats(who),
        points=points(each),
    )


def tell_left(settlement: records.Settlement) -> Text:
    """Say what a hand leaves in the pot and in the reserves."""
    hand, pot, reserves = settlement.hand, settlement.pot, settlement.reserves
    if settlement.outcome == "void":
        return say(
            "Nobody plays hand {hand}, so the pot stays at {pot}.", hand=hand, pot=points(pot)
        )
    if settlement.outcome == "dealer_wins":
        dealer = seat(settlement.dealer)
        return say(
            "Nobody plays hand {hand}, so the pot goes to {who}, who dealt.", hand=hand, who=dealer
        )
    if settlement.reserves == settlement.reserves_before == 0:
        return say("After hand {hand}, the pot holds {pot}.", hand=hand, pot=points(pot))
    return say(
        "After hand {hand}, the pot holds {pot} and the reserves {reserves}.",
        hand=hand,
        pot=points(pot),
        reserves=points(reserves),
    )

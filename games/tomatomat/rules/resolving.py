"""How one slot is resolved (section 3.3): police, thieves, count, award; pure functions."""

from collections.abc import Sequence

from games.core.values import Seat, shared
from games.tomatomat.rules import records
from games.tomatomat.rules.cards import COLOUR, COLOURS, VALUE, WORTH, Card, Colour, Machine

Shown = Sequence[tuple[Card, ...]]
"""The cards of every seat at one slot, turned up."""

_loss = shared(records.Loss)


def resolve(slot: int, stack: tuple[Machine, ...], shown: Shown, *, last: bool) -> records.Outcome:
    """Section 3.3: all police, then all thieves, then counting, never player by player (B18)."""
    arrests = police(slot, shown)
    thefts = thieves(slot, shown, {arrest.colour for arrest in arrests})
    stolen = {theft.colour for theft in thefts}
    totals = count(shown, stolen, stack[-1])
    winner = award(totals)
    return records.Outcome(
        slot=slot,
        stack=stack,
        cards=tuple(shown),
        arrests=arrests,
        thefts=thefts,
        totals=totals,
        winner=winner,
        lost=last and winner is None,
    )


def police(slot: int, shown: Shown) -> tuple[records.Arrest, ...]:
    """3.3.2: an officer catches all thieves of its colour here, its owner's too (B13 to B16)."""
    arrests = []
    for colour in _colours_of(shown, "t"):
        officers, caught = _owners(shown, colour, "p"), _owners(shown, colour, "t")
        if officers:
            arrests.append(
                records.Arrest(slot=slot, colour=colour, officer=officers[0], thieves=caught)
            )
    return tuple(arrests)


def thieves(slot: int, shown: Shown, caught: set[Colour]) -> tuple[records.Theft, ...]:
    """3.3.3: thieves left steal all coins of their colour here, their owner's too (B14, B16)."""
    thefts = []
    for colour in _colours_of(shown, "t"):
        if colour not in caught:
            owners = _owners(shown, colour, "t")
            coins = [_coins(cards, colour) for cards in shown]
            losses = [_loss(seat=seat, coins=lost) for seat, lost in enumerate(coins) if lost]
            thefts.append(
                records.Theft(slot=slot, colour=colour, thieves=owners, losses=tuple(losses))
            )
    return tuple(thefts)


def count(shown: Shown, stolen: set[Colour], top: Machine) -> tuple[int, ...]:
    """3.3.4: add up the coins left; those of a colour of the top machine count twice (B8)."""
    value = WORTH[top]
    return tuple(
        [sum([value[card] for card in cards if COLOUR[card] not in stolen]) for cards in shown]
    )


def award(totals: Sequence[float]) -> Seat | None:
    """3.3.5: the highest total wins if unique; a tie, even at zero, wins nothing (B4 to B6)."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def _colours_of(shown: Shown, figure: str) -> list[Colour]:
    """The colours in which this figure lies here, in their order."""
    kinds = {card for cards in shown for card in cards}
    return [colour for colour in COLOURS if colour + figure in kinds]


def _owners(shown: Shown, colour: Colour, figure: str) -> tuple[Seat, ...]:
    """The owner of each card of a colour and figure; a seat with two of them appears twice."""
    wanted = colour + figure
    return tuple([seat for seat, cards in enumerate(shown) for _ in range(cards.count(wanted))])


def _coins(cards: Sequence[Card], colour: Colour) -> tuple[Card, ...]:
    return tuple([card for card in cards if VALUE[card] and COLOUR[card] == colour])

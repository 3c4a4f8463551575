"""The two decks as data: 48 playing cards in four colours, and 36 machines."""

from collections.abc import Iterable
from typing import Literal, get_args

Colour = Literal["R", "G", "Y", "P"]
"""Red, green, yellow, purple."""
Card = Literal[
    "R1", "R2", "Rt", "Rp", "G1", "G2", "Gt", "Gp",
    "Y1", "Y2", "Yt", "Yp", "P1", "P2", "Pt", "Pp",
]  # fmt: skip
"""Colour, and then the value of a coin, `t` for a thief or `p` for a police officer."""
Machine = Literal[
    "1R", "2R", "3R", "1G", "2G", "3G", "1Y", "2Y", "3Y", "1P", "2P", "3P",
    "1RG", "2RG", "1YP", "2YP", "1RY", "3RY", "1GP", "3GP", "2RP", "3RP", "2GY", "3GY",
]  # fmt: skip
"""Stars, and then the one or two colours of its tomatoes."""

COLOURS: tuple[Colour, ...] = get_args(Colour)
KINDS: tuple[Card, ...] = get_args(Card)
COLOUR: dict[Card, Colour] = {card: COLOURS[place // 4] for place, card in enumerate(KINDS)}
"""The colour of every kind of card."""
VALUE: dict[Card, int] = {card: int(card[1]) if card[1] in "12" else 0 for card in KINDS}
"""The value of a coin where its colour does not match; 0 for thieves and police."""

_COPIES = {"1": 7, "2": 2, "t": 2, "p": 1}
"""How many of each kind a colour has: twelve cards. The common coin has value 1 (B2)."""
CARDS: tuple[Card, ...] = tuple(card for card in KINDS for _ in range(_COPIES[card[1]]))

MACHINE_COLOURS: dict[Machine, tuple[Colour, ...]] = {
    machine: tuple(colour for colour in COLOURS if colour in machine[1:])
    for machine in get_args(Machine)
}
STARS: dict[Machine, int] = {machine: int(machine[0]) for machine in MACHINE_COLOURS}
MACHINES: tuple[Machine, ...] = tuple(
    machine for machine, colours in MACHINE_COLOURS.items() for _ in range(3 - len(colours))
)
"""Two machines of every single colour, one of every pair of colours: 36."""

WORTH: dict[Machine, dict[Card, int]] = {
    machine: {card: VALUE[card] * (2 if COLOUR[card] in colours else 1) for card in KINDS}
    for machine, colours in MACHINE_COLOURS.items()
}
"""The value of every card at every machine."""

_PLACE = {card: place for place, card in enumerate(KINDS)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort by colour, coins before thieves before police."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def stars(machines: Iterable[Machine]) -> int:
    """Return the total stars on some machines."""
    return sum([STARS[machine] for machine in machines])


def worth(card: Card, machine: Machine) -> int:
    """Return what a coin counts at a machine: twice its value where a colour matches (B12)."""
    return WORTH[machine][card]

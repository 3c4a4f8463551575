"""Names of cards, triumph cards and tomatoes, and sums of them."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.text import Text, TextList, say, say_many, with_icon
from games.karate_tomate.rules.cards import (
    COLOUR,
    KINDS,
    TRIUMPHS,
    VALUE,
    Card,
    Colour,
    TriumphId,
)

COLOUR_NAMES: dict[Colour, Text] = {
    "C": say("corn"),
    "K": say("carrot"),
    "B": say("broccoli"),
    "M": say("mushroom"),
    "A": say("aubergine"),
}

CARD_NAMES: dict[str, Text] = {
    card: with_icon(
        say("{colour} {value}", colour=COLOUR_NAMES[COLOUR[card]], value=VALUE[card]), f"veg:{card}"
    )
    for card in KINDS
}
"""A number card's name: "corn 5"."""

_COLOUR_SHORT: dict[Colour, Text] = {
    "C": say("corn"),
    "K": say("carr"),
    "B": say("broc"),
    "M": say("mush"),
    "A": say("aub"),
}
CARD_SHORT: dict[str, Text] = {
    card: say("{colour} {value}", colour=_COLOUR_SHORT[COLOUR[card]], value=VALUE[card])
    for card in KINDS
}
"""The text on a plain tile: "carr 5"."""


def cards(count: int) -> Text:
    """A number of cards."""
    return say_many("{n} card", "{n} cards", count)


def triumph_cards(count: int) -> Text:
    """A number of triumph cards."""
    return say_many("{n} triumph card", "{n} triumph cards", count)


def trophy_count(count: int) -> Text:
    """A number of trophies."""
    return say_many("{n} trophy", "{n} trophies", count)


def knife_count(count: int) -> Text:
    """A number of knives."""
    return say_many("{n} knife", "{n} knives", count)


def tomato(value: int) -> Text:
    """A tomato card."""
    return say("tomato {value}", value=value)


def _triumph(name: TriumphId) -> Text:
    """The symbols of a triumph card joined by a plus, so that cards can be listed."""
    card = TRIUMPHS[name]
    parts = [
        (card.trophies, trophy_count(card.trophies)),
        (card.knives, knife_count(card.knives)),
        (card.tomatoes, say_many("{n} tomato", "{n} tomatoes", card.tomatoes)),
    ]
    first, *others = [part for count, part in parts if count]
    for other in others:
        first = say("{first} + {other}", first=first, other=other)
    return first


TRIUMPH_NAMES: dict[TriumphId, Text] = {
    name: with_icon(_triumph(name), f"triumph:{name}") for name in TRIUMPHS
}
"""A triumph card's name: "3 trophies + 1 knife"."""


def card_list(held: Iterable[Card]) -> TextList:
    """Number cards by name, all of them."""
    return TextList(items=tuple(CARD_NAMES[card] for card in held))


def triumph_list(offered: Iterable[TriumphId]) -> TextList:
    """Triumph cards by name, all of them."""
    return TextList(items=tuple(TRIUMPH_NAMES[card] for card in offered))


def trophies_and_knives(trophies: int, knives: int) -> Text:
    """A seat's winnings, as counted at the end."""
    return say(
        "{trophies} and {knives}", trophies=trophy_count(trophies), knives=knife_count(knives)
    )

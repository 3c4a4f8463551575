"""Names of cards, triumph cards and tomatoes, and sums of them."""

from collections.abc import Iterable

from games.core.text import Loose, Text, TextList, only_icon, say, say_as, say_many, with_icon
from games.karate_tomate.rules.cards import COLOUR, KINDS, TRIUMPHS, VALUE, Card, Colour, TriumphId

COLOUR_NAMES: dict[Colour, Text] = {
    "C": say("corn"),
    "K": say("carrot"),
    "B": say("broccoli"),
    "M": say("mushroom"),
    "A": say("aubergine"),
}


def _parts(card: Card) -> dict[str, Loose]:
    return {"colour": COLOUR_NAMES[COLOUR[card]], "value": VALUE[card]}


def _accusative(card: Card) -> Text:
    icon = only_icon(f"veg:{card}")
    return say_as("accusative", "{icon}{colour} {value}", icon=icon, **_parts(card))


CARD_NAMES: dict[Card, Text] = {
    card: with_icon(say_as("card", "{colour} {value}", **_parts(card)), f"veg:{card}")
    for card in KINDS
}
"""A number card's name by itself, as on a button: "corn 5"."""
THE_CARD: dict[Card, Text] = {card: _accusative(card) for card in KINDS}
"""A number card in a sentence, as what is played or drawn; some languages add an article."""

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
    """A tomato's name by itself."""
    return say("tomato {value}", value=value)


def the_tomato(value: int) -> Text:
    """A tomato in a sentence, as what is played or shown."""
    return say_as("accusative", "tomato {value}", value=value)


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
    """Number cards in a sentence, all of them, as what somebody has."""
    return TextList(items=tuple(THE_CARD[card] for card in held))


def triumph_list(offered: Iterable[TriumphId]) -> TextList:
    """Triumph cards by name, all of them."""
    return TextList(items=tuple(TRIUMPH_NAMES[card] for card in offered))


def trophies_and_knives(trophies: int, knives: int) -> Text:
    """A seat's winnings, as counted at the end."""
    return say(
        "{trophies} and {knives}", trophies=trophy_count(trophies), knives=knife_count(knives)
    )

"""Karate Tomate's cards: five colours, triumph cards and tomatoes."""

from games.core.text import say, symbol
from games.karate_tomate.rules.texts import COLOUR_NAMES
from render.scenes.posters.deck import DeckPoster, DeckRow

DECK = DeckPoster(
    "karate_tomate",
    (
        DeckRow(
            say("Five colours, each from 1 to 5"),
            tuple(
                (f"veg:{colour}{value}", name)
                for value, (colour, name) in enumerate(COLOUR_NAMES.items(), 1)
            ),
            (140, 200),
            5,
        ),
        DeckRow(
            say("What triumph cards show"),
            (
                ("triumph:t310", None),
                ("icon:trophy", say("wins")),
                ("icon:kitchen-knife", say("fewest are out")),
                ("icon:tomato", say("draws a card")),
            ),
            (130, 130),
            4,
        ),
        DeckRow(
            say("Tomatoes: to drop out, and to break ties"),
            tuple((f"tomato:{value}", symbol(str(value))) for value in (1, 4, 7, 10)),
            (112, 160),
            4,
        ),
    ),
)

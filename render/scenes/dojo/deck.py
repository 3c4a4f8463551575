"""Dojo's cards: the six disciples, and their belts."""

from games.core.text import say, symbol
from games.dojo.rules.texts import DISCIPLE_NAMES
from render.scenes.posters.deck import DeckPoster, DeckRow

DECK = DeckPoster(
    "dojo",
    (
        DeckRow(
            say("Disciples; a raccoon counts as any of them"),
            tuple(
                (f"tatami:{disciple}{min(value, 5)}", name)
                for value, (disciple, name) in enumerate(DISCIPLE_NAMES.items(), 1)
            ),
            (160, 160),
            6,
        ),
        DeckRow(
            say("Belts, from low to high"),
            tuple((f"belt:{value}", symbol(str(value))) for value in range(1, 6)),
            (90, 90),
            5,
        ),
    ),
)

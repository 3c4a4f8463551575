"""The vines of Diced Tomatoes: sets, runs, and rotten dice."""

from games.core.text import say
from render.scenes.posters.deck import DeckPoster, DeckRow

_SIZE = (130, 130)

DECK = DeckPoster(
    "diced_tomatoes",
    (
        DeckRow(say("A set: four equal dice"), (("die:red-5", None),) * 4, _SIZE, 4),
        DeckRow(
            say("A run: four consecutive dice"),
            tuple((f"die:red-{value}", None) for value in range(3, 7)),
            _SIZE,
            4,
        ),
        DeckRow(
            say("Black dice: the vine is worth 1 less each"),
            tuple((f"die:black-{value}", None) for value in (1, 2, 4, 6)),
            _SIZE,
            4,
        ),
    ),
)

"""Tomatomat's cards: coins, thieves and police of four colours, and the machines."""

from games.core.text import say, say_many
from render.scenes.posters.deck import DeckPoster, DeckRow

DECK = DeckPoster(
    "tomatomat",
    (
        DeckRow(
            say("Four colours of each"),
            (
                ("tomatomat:R1", say("worth {n}", n=1)),
                ("tomatomat:G2", say("worth {n}", n=2)),
                ("tomatomat:Yt", say("steals coins")),
                ("tomatomat:Pp", say("catches thieves")),
            ),
            (140, 200),
            4,
        ),
        DeckRow(
            say("Machines: coins of their colours count double"),
            tuple(
                (f"machine:{machine}", say_many("{n} star", "{n} stars", int(machine[0])))
                for machine in ("1R", "2G", "3Y", "2RP")
            ),
            (140, 182),
            4,
        ),
    ),
)

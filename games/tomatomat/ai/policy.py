"""A sensible player: few machines with much on them, thieves where one has no coins.

Nobody may look again at what was placed, so the plan is made of what lies open: each batch of a
round finds the same machines worth most, and so one batch stands by the other.
"""

from __future__ import annotations

from games.core.rng import Rng
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import COLOUR, MACHINE_COLOURS, VALUE, Card, stars, worth
from games.tomatomat.rules.moves import SLOTS, Allot

AIMS = 3
"""How many machines are fought for in a round; the fourth is where thieves go."""


def think(view: TomatomatView, rng: Rng) -> Allot:
    """Return a sensible move of the viewer, who must be asked for one."""
    aims = aims_of(view)
    first, second, third, fourth = (SLOTS[_place(view, card, aims, rng)] for card in view.hand)
    return Allot(first=first, second=second, third=third, fourth=fourth)


def aims_of(view: TomatomatView) -> list[int]:
    """The slots to fight for: most stars first, where one has begun before where one has not."""
    mine = view.seats[view.viewer or 0].counts
    order = sorted(
        range(len(SLOTS)),
        key=lambda slot: (stars(view.stacks[slot]), _breadth(view, slot), mine[slot], -slot),
        reverse=True,
    )
    return order[:AIMS]


def _breadth(view: TomatomatView, slot: int) -> int:
    """How many colours count twice there."""
    return len(MACHINE_COLOURS[view.stacks[slot][-1]])


def _place(view: TomatomatView, card: Card, aims: list[int], rng: Rng) -> int:
    """Coins where they count most, police beside them, thieves far from one's own coins."""
    colour = COLOUR[card]
    if VALUE[card]:
        return max(aims, key=lambda slot: worth(card, view.stacks[slot][-1]))
    fitting = [slot for slot in range(len(SLOTS)) if sells(view, slot, colour)]
    if card.endswith("p"):
        return next((slot for slot in aims if slot in fitting), aims[0])
    elsewhere = [slot for slot in range(len(SLOTS)) if slot not in aims]
    return rng.choice([slot for slot in elsewhere if slot in fitting] or elsewhere)


def sells(view: TomatomatView, slot: int, colour: str) -> bool:
    """Tell whether the colours that count at a slot include this one."""
    return colour in MACHINE_COLOURS[view.stacks[slot][-1]]

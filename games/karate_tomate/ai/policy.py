"""A sensible player: strikes with its longest colour, keeps enough knives, calls when it may win.

It uses only face-up cards and its own, and guesses what others have won.
"""

from __future__ import annotations

from collections import defaultdict

from games.core.rng import Rng
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import (
    COLOUR,
    TRIUMPHS,
    VALUE,
    Card,
    Colour,
    TriumphId,
    knives,
    trophies,
)
from games.karate_tomate.rules.moves import (
    CALL,
    DRAW,
    EXCHANGES,
    GO_ON,
    KEEP,
    PLAYS,
    TAKES,
    TOMATO,
    KarateMove,
)
from games.karate_tomate.rules.state import Stage

_KNIVES_PER_CARD = 0.8
"""How many knives a triumph card shows on average."""


def think(view: KarateView, rng: Rng) -> KarateMove:
    """Return a sensible move for the viewer, who must be asked for one."""
    match view.stage:
        case Stage.HEAT:
            return _strike(view, rng)
        case Stage.DROP_DRAW:
            return _after_dropping_out(view)
        case Stage.TRIUMPH:
            return TAKES[max(view.row, key=lambda card: _worth(view, card))]
        case _:
            return CALL if view.may_call and _would_win(view) else GO_ON


def _by_colour(cards: tuple[Card, ...]) -> dict[Colour, list[Card]]:
    colours: dict[Colour, list[Card]] = defaultdict(list)
    for card in cards:
        colours[COLOUR[card]].append(card)
    return colours


def _power(cards: list[Card]) -> float:
    """How strong a colour is: length to outlast the others, height to take first."""
    return 2.5 * len(cards) + sum(VALUE[card] for card in cards)


def _strike(view: KarateView, rng: Rng) -> KarateMove:
    """The best colour; high cards first in a short fight, low ones first in a long one."""
    if not view.playable:
        return TOMATO
    colours = _by_colour(view.hand)
    mine = colours[view.locked] if view.locked else max(colours.values(), key=_power)
    excess = sum(seat.fights for seat in view.seats) - len(view.row)
    if view.locked is None and len(mine) < 2 and excess > 1 and rng.below(4):
        return TOMATO
    long = excess > 2 and len(mine) > 2
    return PLAYS[min(mine, key=VALUE.__getitem__) if long else max(mine, key=VALUE.__getitem__)]


def _after_dropping_out(view: KarateView) -> KarateMove:
    """Exchange two cards of the weakest colours: it draws two more in return."""
    colours = _by_colour(view.hand)
    by_use = sorted(view.hand, key=lambda card: (_power(colours[COLOUR[card]]), VALUE[card]))
    worst = by_use[:2]
    strong = max(map(_power, colours.values()), default=0.0)
    if len(worst) < 2 or any(_power(colours[COLOUR[card]]) == strong for card in worst):
        return KEEP if view.options.swap_after_draw else DRAW
    first, second = sorted(worst, key=view.hand.index)
    return EXCHANGES[first, second]


def _worth(view: KarateView, card: TriumphId) -> float:
    """Trophies win, but the fewest knives lose: knives matter most to a seat with few."""
    shown = TRIUMPHS[card]
    lacking = _KNIVES_PER_CARD * (len(view.won) + 1) + 0.5 - knives(view.won)
    each = 2.2 if lacking > 0 else 0.7
    return shown.trophies + each * min(shown.knives, 2) + 0.5 * shown.tomatoes


def _would_win(view: KarateView) -> bool:
    """Count face-up cards; if they are hidden, trust in having more knives than others may own."""
    if not view.options.open_triumphs:
        fewest = min(seat.won for seat in view.seats if seat.seat != view.viewer)
        return knives(view.won) > _KNIVES_PER_CARD * fewest
    counted = [(trophies(seat.triumphs or ()), knives(seat.triumphs or ())) for seat in view.seats]
    mine = (trophies(view.won), knives(view.won))
    least = min(owned for _, owned in counted)
    inside = [line for line in counted if line[1] > least] or counted
    return mine in inside and mine == max(inside)

"""A sensible player: strikes with its best colour, keeps enough knives, calls when it may win.

It uses only face-up cards, its own, and the triumph cards it saw others take. A hard seat fights
only where it is probably strong enough.
"""

from collections.abc import Sequence

from games.core.ai.memory import Level, Memory
from games.core.rng import Rng
from games.karate_tomate.ai.recollection import recollect
from games.karate_tomate.ai.strength import by_colour, chance_of_stronger, power
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules import moves
from games.karate_tomate.rules.cards import (
    COLOUR,
    TRIUMPHS,
    VALUE,
    Card,
    TriumphId,
    knives,
    trophies,
)
from games.karate_tomate.rules.state import Stage

_KNIVES_PER_CARD = 0.8
"""How many knives a triumph card shows on average."""
_BY_LEAD = (2.2, 1.4, 0.7)
"""The value of a knife to a seat with a lead of none, one, or more over the fewest knives."""
_DRAWN, _DRAWN_AMONG_THREE = 0.5, 1.5
"""The value of drawing a card, in trophies: as most see it, and as a hard seat does among three.

At larger tables most seats drop out and draw anyway.
"""
_CAUTION = {1: 75, 2: 35}
"""How often a seat drops out at once, in percent, by the cards of its best colour."""
_CAUTION_WHERE_MOST_WIN = {1: 60, 2: 20}
"""The same for a normal seat where two of three fighters win a card."""
_MANY = 6
"""The number of seats from which hard seats trust more in their hands, as too many would wait."""
_TRUSTED, _TRUSTED_AMONG_MANY = 0.92, 1.1
"""How much of its power a hard seat trusts in: a fight costs cards, dropping out brings some."""

Owned = Sequence[tuple[int, int]]
"""Every seat's trophies and knives; empty if some are unknown."""


def owned(view: KarateView, memory: Memory) -> Owned:
    """Count what every seat has won, from the table or from memory."""
    past = recollect(memory).triumphs
    counted = []
    for seat in view.seats:
        cards = past[seat.seat] if seat.triumphs is None else seat.triumphs
        if len(cards) != seat.won:
            return ()
        counted.append((trophies(cards), knives(cards)))
    return counted


def choose_move(view: KarateView, counted: Owned, level: Level, rng: Rng) -> moves.KarateMove:
    """Return a sensible move for the viewer, who must be asked for one."""
    match view.stage:
        case Stage.HEAT:
            return _strike(view, level, rng)
        case Stage.DROP_DRAW:
            return _after_dropping_out(view)
        case Stage.TRIUMPH:
            among_three = level is Level.HARD and len(view.seats) == 3
            drawn = _DRAWN_AMONG_THREE if among_three else _DRAWN
            return moves.TAKES[max(view.row, key=lambda card: _worth(view, counted, card, drawn))]
        case _:
            return moves.CALL if view.may_call and _would_win(view, counted) else moves.GO_ON


def _strike(view: KarateView, level: Level, rng: Rng) -> moves.KarateMove:
    """The best colour; high cards first in a short fight, low ones first in a long one."""
    if not view.playable:
        return moves.TOMATO
    colours = by_colour(view.hand)
    mine = colours[view.locked] if view.locked else max(colours.values(), key=power)
    if view.locked is None and _drops_out(view, mine, level, rng):
        return moves.TOMATO
    long = _excess(view) > 2 and len(mine) > 2
    return moves.PLAYS[
        min(mine, key=VALUE.__getitem__) if long else max(mine, key=VALUE.__getitem__)
    ]


def _excess(view: KarateView) -> int:
    """How many fighters must drop out."""
    return sum(seat.fights for seat in view.seats) - len(view.row)


def _drops_out(view: KarateView, mine: list[Card], level: Level, rng: Rng) -> bool:
    """Tell whether to drop out at once and draw cards.

    A hard seat fights if fewer rivals than there are triumph cards are probably stronger. Others
    keep out with few cards of a colour, where two or more must drop out.
    """
    if level is not Level.HARD:
        return _excess(view) > 1 and rng.below(100) < _caution(view).get(len(mine), 0)
    rivals = [seat for seat in view.seats if seat.fights and seat.seat != view.viewer]
    trusted = _TRUSTED if len(view.seats) < _MANY else _TRUSTED_AMONG_MANY
    strength = trusted * power(mine)
    stronger = sum(chance_of_stronger(rival.cards, strength) for rival in rivals)
    return stronger >= len(view.row)


def _caution(view: KarateView) -> dict[int, int]:
    most_win = len(view.row) >= 2 * _excess(view)
    return _CAUTION_WHERE_MOST_WIN if most_win else _CAUTION


def _after_dropping_out(view: KarateView) -> moves.KarateMove:
    """Exchange two cards of the weakest colours: it draws two more in return."""
    colours = by_colour(view.hand)
    by_use = sorted(view.hand, key=lambda card: (power(colours[COLOUR[card]]), VALUE[card]))
    worst = by_use[:2]
    strong = max(map(power, colours.values()), default=0.0)
    if len(worst) < 2 or any(power(colours[COLOUR[card]]) == strong for card in worst):
        return moves.KEEP if view.options.swap_after_draw else moves.DRAW
    first, second = sorted(worst, key=view.hand.index)
    return moves.EXCHANGES[first, second]


def _worth(view: KarateView, counted: Owned, card: TriumphId, drawn: float) -> float:
    """Trophies win, but the fewest knives lose: knives matter most to a seat with few."""
    shown = TRIUMPHS[card]
    if counted:
        fewest = min(own for seat, (_, own) in enumerate(counted) if seat != view.viewer)
        lead = max(0, knives(view.won) - fewest)
        each = [_BY_LEAD[min(lead + more, 2)] for more in range(shown.knives)]
        return shown.trophies + sum(each) + drawn * shown.tomatoes
    lacking = _KNIVES_PER_CARD * (len(view.won) + 1) + 0.5 - knives(view.won)
    value = 2.2 if lacking > 0 else 0.7
    return shown.trophies + value * min(shown.knives, 2) + drawn * shown.tomatoes


def _would_win(view: KarateView, counted: Owned) -> bool:
    """Tell whether the viewer wins now; a seat that has forgotten trusts in its knives."""
    if not counted:
        fewest = min(seat.won for seat in view.seats if seat.seat != view.viewer)
        return knives(view.won) > _KNIVES_PER_CARD * fewest
    mine = (trophies(view.won), knives(view.won))
    least = min(own for _, own in counted)
    inside = [line for line in counted if line[1] > least] or counted
    return mine in inside and mine == max(inside)

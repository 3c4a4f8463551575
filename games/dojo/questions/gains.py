"""The points that cards and trophies bring at once, by what lies in a dojo."""

from __future__ import annotations

from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules.cards import Card, Trophy
from games.dojo.rules.frame import Dojo, Lines, free_lines, free_places, put_at
from games.dojo.rules.scoring.points import TOKEN_POINTS, tally


def cell_gain(view: DojoView, player: SeatView, card: Card, place: int) -> int:
    """Return the points that a card adds to its row and its column."""
    return _more(view, player, put_at(player.dojo, place, card), player.lines)


def best_gain(view: DojoView, player: SeatView, card: Card) -> int:
    """Return the most points that a card adds on a free cell."""
    places = free_places(view.frame, player.dojo)
    return max(cell_gain(view, player, card, place) for place in places)


def line_gain(view: DojoView, player: SeatView, trophy: Trophy, line: int) -> int | None:
    """Return the points that a trophy adds to a line; None if it may not go there."""
    if line not in free_lines(view.frame, player.dojo, player.lines, trophy):
        return None
    return _more(view, player, player.dojo, put_at(player.lines, line, trophy))


def _more(view: DojoView, player: SeatView, dojo: Dojo, lines: Lines) -> int:
    before = tally(view.frame, player.dojo, player.lines).total
    return tally(view.frame, dojo, lines).total - before


def before_round(view: DojoView, player: SeatView) -> tuple[Dojo, Lines]:
    """Return a dojo as it lay before the last round put its card and its trophy there."""
    dojo, lines, result = player.dojo, player.lines, view.result
    if result is not None:
        dojo = put_at(dojo, view.frame.places[result.placed[player.seat].cell], None)
        if result.line is not None and took_trophy(view, player):
            lines = put_at(lines, view.frame.lines.index(result.line), None)
    return dojo, lines


def took_trophy(view: DojoView, player: SeatView) -> bool:
    """Tell whether this seat won the duel of the last round with cards laid."""
    duel, result = view.duel, view.result
    return (
        duel is not None
        and result is not None
        and (duel.round, duel.winner) == (result.round, player.seat)
    )


def round_gain(view: DojoView, player: SeatView) -> int:
    """Return the points that the last round brought a seat, sorts unused."""
    bonus = TOKEN_POINTS if view.options.white_belt and took_trophy(view, player) else 0
    return bonus - _more(view, player, *before_round(view, player))

"""The points that cards and trophies bring at once, by what lies in a dojo."""

from collections.abc import Mapping
from typing import NamedTuple

from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules.cards import Card, Trophy
from games.dojo.rules.events import RoundOpened
from games.dojo.rules.frame import Dojo, Lines, free_lines, free_places, put_at
from games.dojo.rules.records import Duel, RoundResult
from games.dojo.rules.scoring.points import TOKEN_POINTS, tally


def cell_gain(view: DojoView, player: SeatView, card: Card, place: int) -> int:
    """Return the points that a card adds to its row and its column."""
    return _more(view, player, put_at(player.dojo, place, card), player.lines)


def best_of(gains: Mapping[int, int]) -> dict[int, int]:
    """Return the places that bring most, with their gain; none if all are alike."""
    most = max(gains.values(), default=0)
    best = {place: gain for place, gain in gains.items() if gain == most}
    return best if len(best) < len(gains) else {}


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


def ended_round(view: DojoView) -> RoundResult | None:
    """Return what the last round brought, if the last move ended it."""
    result = view.result
    is_next = any(isinstance(event, RoundOpened) for event in view.aftermath)
    return result if is_next and result is not None and result.round < view.round else None


def duel_of(view: DojoView, result: RoundResult) -> Duel | None:
    """Return the duel of a round, if there was one."""
    return view.duel if view.duel is not None and view.duel.round == result.round else None


class Changes(NamedTuple):
    """What a round changed in one dojo."""

    card: int
    """The points that the card added."""
    whole: int
    """All points that the seat gained."""
    line: int
    """The line that gained most: the trophy's, or the card's row or column."""
    before: int
    """The points of that line before the round, and now."""
    now: int


def changes(view: DojoView, result: RoundResult, player: SeatView) -> Changes:
    """Return what a round brought a seat, sorts unused."""
    frame, seat, duel = view.frame, player.seat, duel_of(view, result)
    place = frame.places[result.placed[seat].cell]
    dojo, lines = put_at(player.dojo, place, None), player.lines
    touched = [line for line, places in enumerate(frame.members) if place in places]
    has_won = duel is not None and duel.winner == seat
    if has_won and result.line is not None:
        touched.insert(0, frame.lines.index(result.line))
        lines = put_at(lines, touched[0], None)
    first, now = tally(frame, dojo, lines), tally(frame, player.dojo, player.lines)
    before, after = (*first.rows, *first.columns), (*now.rows, *now.columns)
    line = max(touched, key=lambda line: after[line] - before[line])
    bonus = TOKEN_POINTS if has_won and view.options.white_belt else 0
    return Changes(
        tally(frame, player.dojo, lines).total - first.total,
        now.total - first.total + bonus,
        line,
        before[line],
        after[line],
    )

"""Points so far, the count at the end, and the places."""

from collections.abc import Sequence

from games.core.event import Event
from games.core.values import Seat
from games.dojo.rules.cards import Card
from games.dojo.rules.events import DojoCounted, MatchEnded
from games.dojo.rules.frame import FIXED, Dojo, cut_out
from games.dojo.rules.records import Final
from games.dojo.rules.scoring.points import TOKEN_POINTS, tally
from games.dojo.rules.scoring.sorting import Board, arrange
from games.dojo.rules.state import State


def points_so_far(state: State, seat: Seat) -> int:
    """Section 4, partial dojos: the cards present by the same formulas, sorts unused.

    At the end, return the final count.
    """
    if state.finals:
        return state.finals[seat].points
    lying = tally(state.frame, state.dojos[seat], state.lines[seat]).total
    return lying + TOKEN_POINTS * len(state.tokens[seat])


def count_dojos(state: State, log: list[Event]) -> None:
    """SCORING: the best value of each dojo, with its sorts used as well as possible (A38)."""
    state.finals = tuple(_count(state, seat) for seat in range(state.seats))
    log += [DojoCounted(final=final) for final in state.finals]
    log.append(
        MatchEnded(
            ranking=ranking(state.finals),
            points=tuple(final.points for final in state.finals),
            tokens=tuple(final.tokens for final in state.finals),
        )
    )


def _count(state: State, seat: Seat) -> Final:
    """Sections 4 and 5: rows and columns, and with White Belt 3 points for each trophy."""
    cards, lines = cut_out(state.frame, state.dojos[seat], state.lines[seat])
    board = _whole(cards)
    best = arrange(board, lines, freely=state.options.sorts == "free")
    counted = tally(FIXED, best, lines)
    extra = TOKEN_POINTS * len(state.tokens[seat])
    return Final(
        seat=seat,
        arrangement=best,
        lines=lines,
        sorted=best != board,
        rows=counted.rows,
        columns=counted.columns,
        tokens=state.possession(seat),
        token_points=extra,
        points=counted.total + extra,
    )


def _whole(dojo: Dojo) -> Board:
    cards: list[Card] = [card for card in dojo if card]
    assert len(cards) == len(FIXED.cells), "a dojo is full after twelve rounds"
    return tuple(cards)


def ranking(finals: Sequence[Final]) -> tuple[tuple[Seat, ...], ...]:
    """Most points first, then most trophies owned; a full tie shares the place (A40, A51)."""
    keys = [(final.points, final.tokens) for final in finals]
    return tuple(
        tuple(final.seat for final, key in zip(finals, keys, strict=True) if key == place)
        for place in sorted(set(keys), reverse=True)
    )

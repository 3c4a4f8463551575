"""Draws a whole state that fits one view, from what its viewer may know.

Hidden cards are independent: any unseen card may be in any pile or hand, and any free cell may be
chosen. One shuffle of the unseen cards and one of the unseen trophies are enough.
"""

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar, get_args

from games.core.ai.memory import Memory
from games.core.open_fields import imagine
from games.core.rng import Rng
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules import cards, state
from games.dojo.rules.frame import free_places
from games.dojo.rules.moves import Throw

T = TypeVar("T")


def determinize(view: DojoView, _memory: Memory, rng: Rng) -> state.State:
    """Return a state with exactly this view for this viewer; hidden cards are drawn at random."""
    deck = _unseen(cards.DECK, _cards_seen(view), rng)
    held: list[cards.Card | None] = [
        deck.pop() if seat.has_card and seat.card is None else seat.card for seat in view.seats
    ]
    looks = view.stage is state.Stage.RECRUIT and view.viewer != view.dealer
    drawn = deck.pop() if looks else view.drawn
    assert len(deck) == view.deck, "what is not seen elsewhere lies in the pile"
    return imagine(
        state.State,
        view,
        rng=rng.branch("imagined"),
        seats=len(view.seats),
        deck=deck,
        pile=_unseen(cards.TOKENS, _trophies_seen(view), rng),
        dojos=tuple(seat.dojo for seat in view.seats),
        lines=tuple(seat.lines for seat in view.seats),
        tokens=tuple(seat.tokens for seat in view.seats),
        held=held,
        choices=[_choice(view, seat, rng) for seat in view.seats],
        drawn=drawn,
        sealed=(_throws(view, view.dealer, rng), _throws(view, view.challenger, rng)),
        recent=view.aftermath,
        finals=tuple(seat.final for seat in view.seats if seat.final is not None),
    )


def _cards_seen(view: DojoView) -> list[cards.Card]:
    seen = [card for seat in view.seats for card in (*seat.dojo, seat.card) if card]
    return seen if view.drawn is None else [*seen, view.drawn]


def _trophies_seen(view: DojoView) -> list[cards.Trophy]:
    lying = [trophy for seat in view.seats for trophy in (*seat.lines, *seat.tokens)]
    return [trophy for trophy in (*lying, *view.removed, view.face_up, view.prize) if trophy]


def _unseen(whole: Iterable[T], seen: Iterable[T], rng: Rng) -> list[T]:
    """Return the rest of the box, shuffled."""
    left = list((Counter(whole) - Counter(seen)).elements())
    rng.shuffle(left)
    return left


def _choice(view: DojoView, seat: SeatView, rng: Rng) -> int:
    """The cell a seat has chosen: its own choice is known, others' may be any free cell."""
    frame = view.frame
    if view.stage is not state.Stage.TRAIN or not seat.ready:
        return state.NOWHERE
    if seat.seat == view.viewer and view.own_cell is not None:
        return frame.places[view.own_cell]
    return rng.choice(free_places(frame, seat.dojo))


def _throws(view: DojoView, seat: int | None, rng: Rng) -> tuple[Throw, ...]:
    """The throws a duellist has made in secret."""
    if view.stage is not state.Stage.THROWS or seat is None or not view.seats[seat].ready:
        return ()
    if seat == view.viewer:
        return view.own_throws
    count = state.THROWS_OF_A_DUEL if view.options.rps == "batch" else 1
    return tuple(rng.choice(get_args(Throw)) for _ in range(count))

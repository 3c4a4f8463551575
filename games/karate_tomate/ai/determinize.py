"""Draws a whole state that fits one view, from what its viewer may know.

Number cards, tomatoes and triumph cards are dealt again, each from those the viewer does not see.
Face-down triumph cards reveal a little by rule: if the end may be called, somebody has the trophies
for it, and if nobody was asked, nobody has.
"""

from collections.abc import Sequence

from games.core.ai.memory import Memory
from games.core.cards import take, without
from games.core.open_fields import imagine
from games.core.rng import Rng
from games.core.values import Seat
from games.karate_tomate.ai.hidden_triumphs import deal_triumphs
from games.karate_tomate.ai.recollection import recollect
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import PACK, TOMATOES, Card
from games.karate_tomate.rules.events import Discarded, PileRenewed
from games.karate_tomate.rules.state import Sealed, Stage, State, in_order, pick_order


def determinize(view: KarateView, memory: Memory, rng: Rng) -> State:
    """Return a state with exactly this view for this viewer; hidden cards are drawn at random.

    Raises ValueError for a view that no match could show.
    """
    past = recollect(memory)
    won, pile = deal_triumphs(view, past.triumphs, rng)
    tomatoes, box = _deal_tomatoes(view, rng)
    state = imagine(
        State,
        view,
        rng=rng.branch("imagined"),
        hands=[],
        tomatoes=tomatoes,
        shown=[seat.tomato is not None for seat in view.seats],
        box=box,
        deck=(),
        pile=pile,
        table=[seat.played for seat in view.seats],
        fighters=[seat.seat for seat in view.seats if seat.fights],
        won=won,
        recent=view.aftermath,
    )
    laid = past.discarded if memory.steps else _laid_open(view)
    _deal_cards(view, state, laid, rng)
    state.queue = pick_order(state, [seat.seat for seat in view.seats if seat.to_take])
    _seal_answers(view, state, rng)
    return state


def _deal_tomatoes(view: KarateView, rng: Rng) -> tuple[list[int], tuple[int, ...]]:
    """Tomatoes by seat, and those in the box."""
    known = {seat.seat: seat.tomato for seat in view.seats}
    if view.viewer is not None:
        known[view.viewer] = view.tomato
    pool = without(TOMATOES, [value for value in known.values() if value is not None])
    rng.shuffle(pool)
    held = [pool.pop() if value is None else value for value in known.values()]
    return held, tuple(sorted(pool))


def _deal_cards(view: KarateView, state: State, laid: Sequence[Card], rng: Rng) -> None:
    """Number cards: others' hands, the discard pile (`laid` known to be in it) and the deck."""
    played = [card for seat in view.seats for card in seat.played]
    pool = without(PACK, [*view.hand, *played, *laid])
    rng.shuffle(pool)
    for seat in view.seats:
        if seat.seat == view.viewer:
            state.hands.append(view.hand)
            state.drawn.append(view.drawn)
        else:
            hand = take(pool, seat.cards)
            state.drawn.append(tuple(rng.sample(hand, seat.drew)))
            state.hands.append(in_order(hand))
    state.discard = (*take(pool, view.discard - len(laid)), *laid)
    state.deck = tuple(pool)


def _laid_open(view: KarateView) -> list[Card]:
    """Cards just discarded face up, and not shuffled since."""
    laid: list[Card] = []
    for event in view.aftermath:
        if isinstance(event, PileRenewed):
            laid = []
        elif isinstance(event, Discarded):
            laid += event.cards
    return laid


def _seal_answers(view: KarateView, state: State, rng: Rng) -> None:
    """Draw as many sealed answers of others as have been given, and whose they are."""
    asked = _asked(view)
    state.answers = dict.fromkeys(asked)
    given = view.awaiting.answered or 0
    if view.answer is not None and view.viewer is not None:
        state.answers[view.viewer] = view.answer
        given -= 1
    others = [seat for seat in asked if seat != view.viewer]
    for seat in rng.sample(others, given):
        state.answers[seat] = _answer(state, seat, rng)


def _asked(view: KarateView) -> list[Seat]:
    """The seats that are asked at once."""
    if view.stage is Stage.HEAT:
        return [seat.seat for seat in view.seats if seat.fights]
    if view.stage is Stage.DROP_DRAW:
        return [seat.seat for seat in view.seats if seat.asked]
    return [seat.seat for seat in view.seats] if view.stage is Stage.END_CALL else []


def _answer(state: State, seat: Seat, rng: Rng) -> tuple[Sealed, ...]:
    """Any answer this seat could have given; at an end call it is to go on."""
    if state.stage is Stage.HEAT:
        return (rng.choice([*state.playable(seat), "tomato"]),)
    hand = state.hands[seat]
    if state.stage is Stage.DROP_DRAW and len(hand) >= 2 and rng.below(2):
        return in_order(rng.sample(hand, 2))
    return ()

"""A match of Karate Tomate, section by section: each function is one section of the rules.

All functions change the state they are given and add what happened to `told`.
"""

from itertools import chain
from typing import assert_never

from games.core.cards import deal, take
from games.core.event import Event
from games.core.game import Step
from games.core.rng import Rng
from games.core.values import Seat, shared
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.rules import cards, events, moves
from games.karate_tomate.rules.drawing import DRAWN, carry_out, draw
from games.karate_tomate.rules.endings import EndCalled, EndDeclined, EndOffered
from games.karate_tomate.rules.scoring import finish
from games.karate_tomate.rules.state import Pick, Stage, State, in_order, pick_order, without

# Few different ones exist and they are made often, so they are cached.
_chosen, _answer_sealed, _strike = (
    shared(events.Chosen),
    shared(events.AnswerSealed),
    shared(events.Strike),
)
_dropped_out, _triumph_taken = shared(events.DroppedOut), shared(events.TriumphTaken)
_round_over, _pick = shared(events.RoundOver), shared(Pick)


def set_up(seats: int, options: KarateOptions, rng: Rng) -> Step[State]:
    """Section 2: a tomato and five number cards each, three shuffled piles, the first round."""
    rng = rng.clone()
    tomatoes, pack, pile = list(cards.TOMATOES), list(cards.PACK), list(cards.TRIUMPH_PILE)
    rng.shuffle(tomatoes)
    rng.shuffle(pack)
    rng.shuffle(pile)
    hands = deal(pack, range(seats), cards.DEALT)
    state = State(
        options=options,
        rng=rng,
        hands=[in_order(hands[seat]) for seat in range(seats)],
        tomatoes=take(tomatoes, seats),
        shown=[False] * seats,
        box=tuple(sorted(tomatoes)),
        deck=tuple(pack),
        pile=tuple(pile),
        won=[()] * seats,
    )
    _clear(state)
    log: list[events.KarateEvent] = [
        events.Dealt(seat=seat, cards=hand, tomato=state.tomatoes[seat])
        for seat, hand in enumerate(state.hands)
    ]
    _warm_up(state, log)
    _remember(state, log)
    return Step(state, tuple(log))


def advance(state: State, seat: Seat, move: moves.KarateMove) -> list[Event]:
    """Make a checked move and run on to the next decision."""
    log: list[events.KarateEvent] = []
    if isinstance(move, moves.TakeTriumph):
        _clear(state)
        _take(state, seat, move.card, log, assigned=False)
    elif isinstance(move, moves.CallEnd):
        _clear(state)
        log.append(EndCalled(seat=seat))
        finish(state, "called", log)
    else:
        sealed = _seal(state, seat, move)
        if None in state.answers.values():
            return [sealed]
        log.append(sealed)
        _clear(state)
        _resolve(state, log)
    _remember(state, log)
    return [*log]


def _clear(state: State) -> None:
    """Start a new step: forget the results of the last one."""
    state.recent = ()
    state.drawn = [()] * state.seats


def _remember(state: State, log: list[events.KarateEvent]) -> None:
    """Keep the public events, except who called: of two callers the quicker must not matter."""
    seen = [event for event in log if event.seen_by() is None and event.kind != "end_called"]
    state.recent = tuple(seen)


def _seal(
    state: State,
    seat: Seat,
    move: moves.PlayCard
    | moves.PlayTomato
    | moves.DrawTwo
    | moves.Exchange
    | moves.Keep
    | moves.GoOn,
) -> events.KarateEvent:
    """Sections 3.2, 3.4 and 3.7: answers are secret until all are in."""
    match move:
        case moves.PlayCard():
            state.answers[seat] = (move.card,)
            return _chosen(seat=seat, card=move.card)
        case moves.PlayTomato():
            state.answers[seat] = ("tomato",)
            return _chosen(seat=seat, card=None)
        case moves.Exchange():
            state.answers[seat] = move.cards
            return _answer_sealed(seat=seat, answer=move.kind, cards=move.cards)
        case moves.DrawTwo() | moves.Keep() | moves.GoOn():
            state.answers[seat] = ()
            return _answer_sealed(seat=seat, answer=move.kind)
    assert_never(move)


def _resolve(state: State, log: list[events.KarateEvent]) -> None:
    """Continue the match once all answers are in."""
    if state.stage is Stage.HEAT:
        _reveal(state, log)
    elif state.stage is Stage.DROP_DRAW:
        _drop_draw(state, log)
    else:
        log.append(EndDeclined())
        _next_round(state, log)


def _next_round(state: State, log: list[events.KarateEvent]) -> None:
    """Section 3.7: after the end call; too many rounds without a taker end the match (A27)."""
    if state.options.is_stalemate(state.barren):
        finish(state, "stalemate", log)
    else:
        _warm_up(state, log)


def _warm_up(state: State, log: list[events.KarateEvent]) -> None:
    """Section 3.1: turn over the missing cards; with too few the match ends (A25)."""
    need = cards.ON_OFFER[state.seats] - len(state.row)
    if need > len(state.pile):
        finish(state, "cards", log)
        return
    pile = list(state.pile)
    state.row += take(pile, need)
    state.pile = tuple(pile)
    state.round += 1
    state.heat = 0
    state.fighters = list(range(state.seats))
    state.table = [()] * state.seats
    log.append(events.RoundOpened(round=state.round, turned=need, row=tuple(state.row)))
    _heat(state)


def _heat(state: State) -> None:
    """Section 3.2: all fighters choose together, in secret, even with a forced choice (A19)."""
    state.stage = Stage.HEAT
    state.heat += 1
    state.answers = dict.fromkeys(state.fighters)


def _reveal(state: State, log: list[events.KarateEvent]) -> None:
    """Section 3.3: cards stay on the table; showing the tomato puts a seat out (it returns).

    Triumph cards taken before are face down from now on.
    """
    state.picks = ()
    strikes, out = [], []
    for seat in state.fighters:
        card = (state.answers[seat] or ("tomato",))[0]
        if card == "tomato":
            state.shown[seat] = True
            out.append(seat)
            strikes.append(_strike(seat=seat, card=None, tomato=state.tomatoes[seat]))
        else:
            state.hands[seat] = without(state.hands[seat], card)
            state.table[seat] += (card,)
            strikes.append(_strike(seat=seat, card=card))
    log.append(events.HeatRevealed(heat=state.heat, strikes=tuple(strikes)))
    if not out:
        _heat(state)
        return
    state.fighters = [seat for seat in state.fighters if seat not in out]
    left, offered = len(state.fighters), len(state.row)
    log.append(_dropped_out(seats=tuple(out), left=left, offered=offered))
    state.stage, state.answers = Stage.DROP_DRAW, dict.fromkeys(out)
    if state.options.swap_after_draw:
        for seat in out:
            draw(state, seat, DRAWN, log)


def _drop_draw(state: State, log: list[events.KarateEvent]) -> None:
    """Section 3.4: seats draw in order; then the fight continues, or is over (A6)."""
    answers, state.answers = state.answers, {}
    for seat in sorted(answers):
        # The tomato stays in the hand: only number cards can be discarded here (A9).
        laid = tuple([card for card in answers[seat] or () if card != "tomato"])
        carry_out(state, seat, laid, log)
    if len(state.fighters) <= len(state.row):
        _triumph(state, log)
    else:
        _heat(state)


def _triumph(state: State, log: list[events.KarateEvent]) -> None:
    """Section 3.5: the highest total takes first, the higher tomato among equals (A16)."""
    state.stage = Stage.TRIUMPH
    state.queue = pick_order(state, state.fighters)
    _next_taker(state, log)


def _next_taker(state: State, log: list[events.KarateEvent]) -> None:
    """Section 3.5: those who tie show tomatoes first; the very last card is assigned (A15)."""
    if not state.queue:
        _clean_up(state, log)
        return
    seat = state.queue[0]
    tied = state.tied(seat)
    if len(tied) > 1 and tied[0] == seat:
        held = tuple(_held(state, tied))
        log.append(events.TomatoesShown(total=cards.total(state.table[seat]), tied=held))
        for other in tied:
            state.shown[other] = True
    if len(state.row) == 1:
        _take(state, seat, state.row[0], log, assigned=True)


def _take(
    state: State,
    seat: Seat,
    card: cards.TriumphId,
    log: list[events.KarateEvent],
    *,
    assigned: bool,
) -> None:
    """Section 3.5: the card is turned down, its tomatoes draw cards at once (A18)."""
    state.queue.remove(seat)
    state.row.remove(card)
    state.won[seat] += (card,)
    tied = state.tied(seat)
    tomato = state.tomatoes[seat] if len(tied) > 1 else 0
    total = cards.total(state.table[seat])
    state.picks += (_pick(seat=seat, card=card, total=total, tomato=tomato),)
    face_up = state.options.open_triumphs
    log.append(_triumph_taken(seat=seat, card=card, assigned=assigned, open=face_up))
    if cards.TRIUMPHS[card].tomatoes:
        draw(state, seat, cards.TRIUMPHS[card].tomatoes, log)
    if len(tied) > 1 and tied[-1] == seat and state.options.tomato_swap:
        _swap_tomatoes(state, tied, log)
    _next_taker(state, log)


def _swap_tomatoes(state: State, tied: list[Seat], log: list[events.KarateEvent]) -> None:
    """Section 3.5: mirrored inside the tie, the highest for the lowest; an odd middle stays."""
    values = [state.tomatoes[seat] for seat in tied]
    for seat, value in zip(tied, reversed(values), strict=True):
        state.tomatoes[seat] = value
    log.append(events.TomatoesSwapped(now=tuple(_held(state, tied))))


def _held(state: State, seats: list[Seat]) -> list[events.Held]:
    return [events.Held(seat=seat, tomato=state.tomatoes[seat]) for seat in seats]


def _clean_up(state: State, log: list[events.KarateEvent]) -> None:
    """Section 3.6: all played cards are discarded; triumph cards nobody took stay (A2, A34)."""
    state.discard += tuple(chain.from_iterable(state.table))
    state.table = [()] * state.seats
    state.barren = 0 if state.fighters else state.barren + 1
    state.fighters = []
    log.append(_round_over(round=state.round, left=len(state.row), barren=state.barren))
    _end_call(state, log)


def _end_call(state: State, log: list[events.KarateEvent]) -> None:
    """Section 3.7: if somebody may call, everybody is asked, to hide who may (A21 to A23)."""
    if not any(map(state.may_call, range(state.seats))):
        _next_round(state, log)
    elif state.options.auto_end:
        finish(state, "enough", log)
    else:
        log.append(EndOffered(trophies=state.options.trophies_to_call))
        state.stage, state.answers = Stage.END_CALL, dict.fromkeys(range(state.seats))

"""A match of Dojo, section by section: each function is one section of the rules.

All functions change the state they are given and add what happened to `told`.
"""

from games.core.cards import take
from games.core.event import Event
from games.core.game import Step
from games.core.rng import Rng
from games.core.values import Seat, shared
from games.dojo.options import DojoOptions
from games.dojo.rules import moves, rounds
from games.dojo.rules.cards import DECK, TOKENS, Trophy
from games.dojo.rules.counting import count_dojos
from games.dojo.rules.duels import advance_duel, open_duel
from games.dojo.rules.events import (
    CardDrawn,
    CardGiven,
    CardReceived,
    CardsPlaced,
    CellChosen,
    OwnCell,
    Passed,
    RoundOpened,
    StartDrawn,
    TrophyKept,
    TrophyPut,
    TrophyRemoved,
    Unchallenged,
)
from games.dojo.rules.frame import FRAMES, free_lines, free_places, put_at
from games.dojo.rules.records import Placed, RoundResult
from games.dojo.rules.scoring.points import TOKEN_POINTS
from games.dojo.rules.state import NOBODY, NOWHERE, Stage, State

# Few different ones exist and they are made often, so they are cached.
_round_opened, _card_drawn, _card_given = shared(RoundOpened), shared(CardDrawn), shared(CardGiven)
_card_received, _passed, _unchallenged = shared(CardReceived), shared(Passed), shared(Unchallenged)
_cell_chosen, _own_cell, _placed = shared(CellChosen), shared(OwnCell), shared(Placed)
_trophy_put, _trophy_removed = shared(TrophyPut), shared(TrophyRemoved)


def set_up(seats: int, options: DojoOptions, rng: Rng) -> Step[State]:
    """Section 2: two shuffled piles, empty dojos, a random first dealer (A47)."""
    rng = rng.clone()
    deck, pile = list(DECK), list(TOKENS)
    rng.shuffle(deck)
    rng.shuffle(pile)
    frame = FRAMES[options.frame]
    state = State(
        options=options,
        rng=rng,
        seats=seats,
        start=rng.below(seats),
        deck=deck,
        pile=pile,
        dojos=((None,) * len(frame.cells),) * seats,
        lines=((None,) * len(frame.lines),) * seats,
        tokens=((),) * seats,
        held=[None] * seats,
        choices=[NOWHERE] * seats,
    )
    first = next(number for number in range(1, rounds.ROUNDS) if rounds.has_dealer(seats, number))
    log: list[Event] = [StartDrawn(seat=state.start, round=first)]
    _next_round(state, log)
    _remember(state, log)
    return Step(state, tuple(log))


def advance(state: State, seat: Seat, move: moves.DojoMove) -> list[Event]:
    """Make a checked move and run on to the next decision."""
    log: list[Event] = []
    match move:
        case moves.Place():
            if not _choose_cell(state, seat, move, log):
                return log
        case moves.Give():
            _recruit(state, int(move.to), log)
        case moves.Challenge():
            _challenge(state, seat, log)
        case moves.PassChallenge():
            _pass(state, seat, log)
        case moves.PutTrophy():
            _put_trophy(state, state.frame.lines.index(move.line), log, only=False)
        case moves.DiscardTrophy():
            _remove_trophy(state, log, discarded=True)
        case _:
            if not advance_duel(state, seat, move, log):
                return log
            if state.stage is Stage.TRAIN:
                _train(state, log)
    _remember(state, log)
    return log


def _remember(state: State, log: list[Event]) -> None:
    """Keep the public events, to be shown until the next decision that is not sealed."""
    seen = [e for e in log if e.seen_by() is None and e.kind not in {"cell_chosen", "has_thrown"}]
    state.recent = tuple(seen)


def _next_round(state: State, log: list[Event]) -> None:
    """Sections 2 and 3, END_ROUND: the next seat deals; with five, two rounds are random."""
    state.round += 1
    state.gifts = ()
    state.challenger = state.winner = NOBODY
    state.throws = ()
    state.dealer = NOBODY
    if rounds.has_dealer(state.seats, state.round):
        state.dealer = rounds.dealer_of(state.seats, state.start, state.round)
        _reveal(state, log)
        state.stage, state.turn = Stage.RECRUIT, state.dealer
        _draw(state, log)
    else:
        log.append(_round_opened(round=state.round))
        _random_deal(state, log)


def _reveal(state: State, log: list[Event]) -> None:
    """REVEAL: turn up a trophy, unless one still lies face up (A12)."""
    fresh = state.face_up is None
    if fresh:
        state.face_up = state.pile.pop()
    log.append(
        _round_opened(
            round=state.round,
            dealer=state.dealer,
            trophy=state.face_up,
            fresh=fresh,
            worth=TOKEN_POINTS if state.options.white_belt else None,
        )
    )


def _random_deal(state: State, log: list[Event]) -> None:
    """RANDOM_DEAL: a card for everybody, seen only by its owner; no challenge (A16)."""
    cards = take(state.deck, state.seats)
    state.held = list(cards)
    log += [_card_received(seat=seat, card=card) for seat, card in enumerate(cards)]
    _train(state, log)


def _draw(state: State, log: list[Event]) -> None:
    """RECRUIT: the dealer looks at one card, and only then at the next (A18)."""
    state.drawn = state.deck.pop()
    log.append(_card_drawn(seat=state.dealer, card=state.drawn))


def _recruit(state: State, to: Seat, log: list[Event]) -> None:
    """RECRUIT: give the card to a seat without one; the last goes to the seat left over (A17)."""
    _give(state, to, log)
    _draw(state, log)
    without = [seat for seat in range(state.seats) if seat not in state.gifts]
    if len(without) == 1:
        _give(state, without[0], log)
        state.stage, state.turn = Stage.CHALLENGE, state.next_seat(state.dealer)


def _give(state: State, to: Seat, log: list[Event]) -> None:
    card, state.drawn = state.drawn, None
    assert card is not None, "the dealer has drawn a card"
    state.held[to] = card
    state.gifts += (to,)
    log.append(_card_given(number=len(state.gifts), dealer=state.dealer, to=to))
    if to != state.dealer:
        log.append(_card_received(seat=to, card=card))


def _pass(state: State, seat: Seat, log: list[Event]) -> None:
    """CHALLENGE: one opponent after another, clockwise; a pass is final (A22)."""
    log.append(_passed(seat=seat))
    state.turn = state.next_seat(seat)
    if state.turn == state.dealer:
        assert state.face_up is not None, "a trophy lies face up in a dealer's round"
        last = rounds.is_last_chance(state.seats, state.round)
        log.append(_unchallenged(dealer=state.dealer, trophy=state.face_up, last=last))
        _train(state, log)


def _challenge(state: State, seat: Seat, log: list[Event]) -> None:
    """CHALLENGE: the first challenge is the only one of the round; both cards are turned up."""
    state.challenger = seat
    open_duel(state, log)


def _train(state: State, log: list[Event]) -> None:
    """TRAIN: all choose at once; if no seat has a choice of cells, the cards are laid."""
    state.stage, state.turn = Stage.TRAIN, NOBODY
    if all(len(free_places(state.frame, dojo)) == 1 for dojo in state.dojos):
        state.choices = [free_places(state.frame, dojo)[0] for dojo in state.dojos]
        _lay_cards(state, log)


def _choose_cell(state: State, seat: Seat, move: moves.Place, log: list[Event]) -> bool:
    """TRAIN: a choice is secret, and may be changed, until the last has chosen (A5, A6).

    Return whether it was the last one.
    """
    first = state.choices[seat] == NOWHERE
    state.choices[seat] = state.frame.places[move.cell]
    if first:
        log.append(_cell_chosen(seat=seat))
    log.append(_own_cell(seat=seat, cell=move.cell))
    if NOWHERE in state.choices:
        return False
    _lay_cards(state, log)
    return True


def _lay_cards(state: State, log: list[Event]) -> None:
    """TRAIN: all cards are shown at once; the trophy follows (A7)."""
    dojos, placed = [], []
    for seat, (card, place) in enumerate(zip(state.held, state.choices, strict=True)):
        assert card is not None, "everybody holds a card when training"
        dojos.append(put_at(state.dojos[seat], place, card))
        placed.append(_placed(seat=seat, card=card, cell=state.frame.cells[place]))
    state.dojos = tuple(dojos)
    state.held = [None] * state.seats
    state.choices = [NOWHERE] * state.seats
    state.result = RoundResult(round=state.round, placed=tuple(placed))
    log.append(CardsPlaced(placed=state.result.placed))
    _trophy(state, log)


def _trophy(state: State, log: list[Event]) -> None:
    """TROPHY: on a line with a card and no trophy; otherwise it is removed (A8, A9, A11)."""
    if state.prize is None:
        _end_round(state, log)
        return
    if state.options.white_belt:
        _keep_trophy(state, log)
        return
    winner = state.winner
    lines = free_lines(state.frame, state.dojos[winner], state.lines[winner], state.prize)
    if not lines:
        _remove_trophy(state, log, discarded=False)
    elif len(lines) == 1 and not state.options.discard_trophy:
        _put_trophy(state, lines[0], log, only=True)
    else:
        state.stage, state.turn = Stage.TROPHY, winner


def _take_prize(state: State) -> Trophy:
    trophy, state.prize = state.prize, None
    assert trophy is not None, "a duel was won"
    return trophy


def _keep_trophy(state: State, log: list[Event]) -> None:
    """Section 5, White Belt: the winner keeps the trophy, and it has no effect."""
    winner = state.winner
    held = (*state.tokens[winner], _take_prize(state))
    state.tokens = put_at(state.tokens, winner, held)
    log.append(TrophyKept(seat=winner, held=len(held)))
    _end_round(state, log)


def _put_trophy(state: State, line: int, log: list[Event], *, only: bool) -> None:
    """TROPHY: a trophy that is placed stays there."""
    trophy, seat = _take_prize(state), state.winner
    state.lines = put_at(state.lines, seat, put_at(state.lines[seat], line, trophy))
    name = state.frame.lines[line]
    if state.result is not None:
        state.result = state.result.model_copy(update={"line": name})
    log.append(_trophy_put(seat=seat, trophy=trophy, line=name, only=only))
    _end_round(state, log)


def _remove_trophy(state: State, log: list[Event], *, discarded: bool) -> None:
    """TROPHY: it leaves the match without an owner (A11; A9 if so agreed)."""
    trophy = _take_prize(state)
    state.removed += (trophy,)
    fate = "discarded" if discarded else "no_line"
    log.append(_trophy_removed(trophy=trophy, fate=fate, seat=state.winner))
    _end_round(state, log)


def _end_round(state: State, log: list[Event]) -> None:
    """END_ROUND: on to the next, or to the count; a trophy nobody won is removed (A13)."""
    if state.face_up is not None and rounds.is_last_chance(state.seats, state.round):
        log.append(_trophy_removed(trophy=state.face_up, fate="unclaimed"))
        state.removed += (state.face_up,)
        state.face_up = None
    if state.round < rounds.ROUNDS:
        _next_round(state, log)
        return
    state.stage, state.turn = Stage.END, NOBODY
    state.dealer = state.challenger = state.winner = NOBODY
    state.gifts, state.throws = (), ()
    count_dojos(state, log)

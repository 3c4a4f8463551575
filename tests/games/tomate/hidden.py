"""What a viewer of Tomate may not know, by the table of hidden information.

Section 5 of the rules: everybody else knows only the numbers of cards in hands and in the stock,
and
of cards passed, laid away or taken from the stock. A sealed answer is known only to who gave it.
"""

from collections import Counter

from games.core.cloning import clone
from games.core.rng import Rng
from games.core.values import Seat
from games.tomate import TOMATE
from games.tomate.options import TomateOptions
from games.tomate.rules.cards import SUIT, Card, in_order
from games.tomate.rules.moves import LEAVE, PLAY
from games.tomate.rules.state import Stage, State
from games.tomate.rules.tricks import duty

Place = tuple[str, int]
"""A name and a number: ("hand", seat), ("stock", 0) ..."""


def census(state: State) -> Counter[str]:
    """Count every card of the state, wherever it is: 40 different ones."""
    counted = Counter[str](card for hand in state.hands for card in hand)
    counted.update(state.stock)
    counted.update(state.laid)
    counted.update(state.trick)
    counted.update(play.card for trick in state.tricks for play in trick.plays)
    if state.discard is not None:
        counted[state.discard] += 1
    if not state.took:
        counted[state.trump] += 1
    return counted


def unseen(state: State, viewer: Seat | None) -> dict[Place, list[Card]]:
    """Return the cards that this viewer may not look at, by place."""
    blind = state.stage is Stage.DEALER_OPTION
    places: dict[Place, list[Card]] = {("stock", 0): list(state.stock)}
    for seat, hand in enumerate(state.hands):
        if seat != viewer or (blind and seat == state.dealer):
            # The dealer is known to have the trump card that was taken.
            places["hand", seat] = [card for card in hand if card != state.trump]
    if state.discard is not None and viewer != state.dealer:
        places["discard", 0] = [state.discard]
    if state.laid and viewer != state.taker:
        places["laid", 0] = list(state.laid)
    return places


def reshuffle(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Exchange at random what the viewer may not know, so that the play so far stays legal.

    Cards already played say something about hands: a seat that did not follow has no card of that
    suit.
    So a card moves only to places that the play so far allows.
    """
    other = clone(state)
    places = unseen(other, viewer)
    slots = [(place, index) for place, held in places.items() for index in range(len(held))]
    for _ in range(4 * len(slots)):
        (left, first), (two, second) = rng.choice(slots), rng.choice(slots)
        mine, yours = places[left][first], places[two][second]
        if _may_hold(other, left, yours) and _may_hold(other, two, mine):
            places[left][first], places[two][second] = yours, mine
    _put_back(other, places)
    _change_answers(other, viewer, rng)
    return other


def tiny() -> tuple[State, Seat | None]:
    """Return a state with four hidden cards: of 13 players, nine have shown their last card."""
    options = TomateOptions(auto_last=False)
    state = TOMATE.setup(13, options, Rng("tiny")).state
    chance = Rng("tiny play")
    TOMATE.advance(state, state.dealer, LEAVE)
    while len(state.tricks) < 2 or len(state.trick) < 9:
        bidding = state.stage is Stage.BIDDING
        legal = [PLAY] if bidding else list(TOMATE.moves(state, state.turn))
        TOMATE.advance(state, state.turn, chance.choice(legal))
    return state, None


def _put_back(state: State, places: dict[Place, list[Card]]) -> None:
    for (name, number), held in places.items():
        if name == "stock":
            state.stock = held
        elif name == "laid":
            state.laid = in_order(held)
        elif name == "discard":
            state.discard = held[0]
        else:
            saved = [state.trump] if state.trump in state.hands[number] else []
            state.hands[number] = in_order([*held, *saved])


def _may_hold(state: State, place: Place, card: Card) -> bool:
    """Return whether a seat that plays could have held this card all the time."""
    name, seat = place
    if name != "hand" or state.bids[seat] != "in":
        return True
    tricks = [[(play.seat, play.card) for play in trick.plays] for trick in state.tricks]
    tricks.append(list(zip(state.order, state.trick, strict=False)))
    trump = SUIT[state.trump]
    for trick in tricks:
        before: list[Card] = []
        for player, played in trick:
            if (
                player == seat
                and played not in duty([played, card], before, trump, state.options)[1]
            ):
                return False
            before.append(played)
    return True


def _change_answers(state: State, viewer: Seat | None, rng: Rng) -> None:
    """Change others' sealed answers; one that is first in turn must stay a decline."""
    if state.stage is not Stage.STOCK_OFFER:
        return
    somebody_open = False
    for seat in state.passers():
        if not state.answers[seat]:
            somebody_open = True
        elif seat != viewer and somebody_open:
            state.answers[seat] = "take" if rng.below(2) else "decline"


def history_is_legal(state: State) -> bool:
    """Return whether every card so far could be played from its hand."""
    tricks = [[(play.seat, play.card) for play in trick.plays] for trick in state.tricks]
    tricks.append(list(zip(state.order, state.trick, strict=False)))
    hands = {seat: list(hand) for seat, hand in enumerate(state.hands)}
    for trick in tricks:
        for seat, card in trick:
            hands[seat].append(card)
    for trick in tricks:
        before: list[Card] = []
        for seat, card in trick:
            if card not in duty(hands[seat], before, SUIT[state.trump], state.options)[1]:
                return False
            hands[seat].remove(card)
            before.append(card)
    return True

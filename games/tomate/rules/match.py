"""A match of Tomate, section by section: each function is one section of the rules.

All functions change the state they are given and add what happened to `told`.
"""

from dataclasses import replace

from games.core.cards import deal, take
from games.core.event import Event
from games.core.game import Step, ranked
from games.core.rng import Rng
from games.core.values import Seat, shared
from games.tomate.options import TomateOptions
from games.tomate.rules import events, moves, records
from games.tomate.rules.cards import PACK, POWER, SUIT, Card, in_order
from games.tomate.rules.settling import settle_tricks, settle_unopposed, settle_void
from games.tomate.rules.state import NOBODY, Stage, State, led_by
from games.tomate.rules.tricks import winning

DEAL_PRICE = 3
"""The price of dealing."""
FEWEST_HANDS = 8
"""A match of the usual length has as many full rounds of deals as it takes to reach this."""


# Few different ones exist and they are made often, so they are cached.
_card_played, _bid_made, _laid_away = (
    shared(events.CardPlayed),
    shared(events.BidMade),
    shared(events.LaidAway),
)
_trump_turned, _trump_decided = shared(events.TrumpTurned), shared(events.TrumpDecided)


def set_up(seats: int, options: TomateOptions, rng: Rng) -> Step[State]:
    """Section 2: scores, length, the first dealer, the first deal."""
    log: list[Event] = []
    state = State(
        options=options,
        rng=rng.clone(),
        seats=seats,
        hands_total=hands_of_match(seats, options),
        scores=[options.start_points] * seats,
        dealer=NOBODY,
    )
    _find_first_dealer(state, log)
    _hand_start(state, log)
    return Step(state, tuple(log))


def hands_of_match(seats: int, options: TomateOptions) -> int:
    """Section 4: everybody deals equally often (C1)."""
    return seats * (options.cycles or -(-FEWEST_HANDS // seats))


def _find_first_dealer(state: State, log: list[Event]) -> None:
    """Section 2: everybody draws, the lowest card deals; ties for lowest draw again (C33)."""
    rivals = list(range(state.seats))
    if state.options.first_dealer == "random":
        rivals = [state.rng.choice(rivals)]
    while len(rivals) > 1:
        cards = state.rng.sample(PACK, len(rivals))
        drawn = [
            records.Played(seat=seat, card=card) for seat, card in zip(rivals, cards, strict=True)
        ]
        least = min(POWER[card] for card in cards)
        rivals = [draw.seat for draw in drawn if POWER[draw.card] == least]
        state.recent = replace(state.recent, draws=(*state.recent.draws, tuple(drawn)))
        log.append(events.DealDrawn(draws=tuple(drawn)))
    state.dealer = rivals[0]
    log.append(events.FirstDealer(seat=state.dealer))


def _hand_start(state: State, log: list[Event]) -> None:
    """Section 3.1: the dealer pays, the reserves may add, three cards each and a trump card."""
    state.hand_number += 1
    _fill_pot(state, log)
    order = state.from_mano()
    state.rng.turn_to(f"hand {state.hand_number}")
    pack = list(PACK)
    # As many as a hand can reveal: more draws would be most of its work.
    state.rng.shuffle(pack, 3 * len(order) + 1 + 3)
    hands = deal(pack, order, 3)
    state.hands = [in_order(hands[seat]) for seat in range(state.seats)]
    state.trump = pack.pop()
    state.stock = pack
    state.took = False
    state.discard = None
    state.bids = ["undecided"] * state.seats
    state.answers = [""] * state.seats
    state.taker = NOBODY
    state.laid = []
    state.order = []
    state.trick = []
    state.tricks = []
    state.won = [0] * state.seats
    # The dealer decides before looking, so the dealer's cards are shown later.
    log += [events.CardsDealt(seat=seat, cards=tuple(state.hands[seat])) for seat in order[:-1]]
    log.append(_trump_turned(card=state.trump))
    state.stage, state.turn = Stage.DEALER_OPTION, state.dealer


def _fill_pot(state: State, log: list[Event]) -> None:
    """Section 3.1: three points from the dealer; the reserves add only to an empty pot (C25)."""
    state.scores[state.dealer] -= DEAL_PRICE
    state.pot += DEAL_PRICE
    added = 0
    if state.options.reserves and state.pot == DEAL_PRICE:
        added = min(state.options.reserve_amount, 3 * (state.reserves // 3))
        state.reserves -= added
        state.pot += added
    opening = records.Opening(
        hand=state.hand_number,
        of=state.hands_total,
        dealer=state.dealer,
        paid=DEAL_PRICE,
        from_reserves=added,
        pot=state.pot,
    )
    state.recent = replace(state.recent, opening=opening)
    log.append(events.HandOpened(opening=opening))


def advance(state: State, seat: Seat, move: moves.TomateMove) -> list[Event]:
    """Make a checked move and run on to the next decision."""
    state.recent = records.NOTHING
    log: list[Event] = []
    match move:
        case moves.PlayCard():
            _play_card(state, seat, move.card, log)
        case moves.PlayHand() | moves.PassHand():
            _bid(state, seat, isinstance(move, moves.PlayHand), log)
        case moves.TakeTrump() | moves.LeaveTrump():
            _dealer_option(state, isinstance(move, moves.TakeTrump), log)
        case moves.Discard():
            _dealer_discard(state, move.card, log)
        case moves.TakeStock() | moves.DeclineStock():
            _answer_stock(state, seat, isinstance(move, moves.TakeStock), log)
    return log


def _dealer_option(state: State, takes: bool, log: list[Event]) -> None:
    """Section 3.2: decided blind; a dealer who takes must play, and needs two tricks (C10)."""
    dealer, state.took = state.dealer, takes
    log.append(_trump_decided(seat=dealer, card=state.trump, taken=takes))
    dealt = state.hands[dealer]
    lost = state.rng.choice(dealt) if takes and state.options.blind_discard else None
    if takes:
        state.hands[dealer] = in_order([*dealt, state.trump])
    log.append(events.CardsDealt(seat=dealer, cards=tuple(state.hands[dealer])))
    if lost is not None:
        _dealer_discard(state, lost, log)
    elif takes:
        state.stage = Stage.DEALER_DISCARD
    else:
        _start_bidding(state)


def _dealer_discard(state: State, card: Card, log: list[Event]) -> None:
    """Section 3.2: one dealt card goes out of play, unseen by others, not to the stock (C8)."""
    state.hands[state.dealer].remove(card)
    state.discard = card
    log.append(_laid_away(seat=state.dealer))
    log.append(events.DiscardSeen(seat=state.dealer, card=card))
    _start_bidding(state)


def _start_bidding(state: State) -> None:
    """Section 3.3: mano bids first."""
    state.stage, state.turn = Stage.BIDDING, state.next_seat(state.dealer)


def _bid(state: State, seat: Seat, plays: bool, log: list[Event]) -> None:
    """Section 3.3: play or pass, the dealer last; a dealer who took plays automatically (C12)."""
    state.bids[seat] = "in" if plays else "pass"
    log.append(_bid_made(seat=seat, plays=plays))
    if seat == state.dealer:
        _bidding_over(state, log)
        return
    state.turn = state.next_seat(seat)
    if state.turn == state.dealer and state.took:
        _bid(state, state.dealer, True, log)


def _bidding_over(state: State, log: list[Event]) -> None:
    """Section 3.3: nobody, one, or several are in."""
    players = state.players()
    if not players:
        settle_void(state, log)
        _next_hand(state, log)
    elif len(players) > 1:
        _start_tricks(state)
    elif state.options.stock_mode == "off" or len(state.stock) < 3:
        settle_unopposed(state, players[0], log)
        _next_hand(state, log)
    else:
        state.stage, state.turn = Stage.STOCK_OFFER, NOBODY


def _answer_stock(state: State, seat: Seat, takes: bool, log: list[Event]) -> None:
    """Section 3.4: all asked at once, sealed; the first in order to accept gets it."""
    state.answers[seat] = "take" if takes else "decline"
    log.append(events.StockAnswered(seat=seat))
    lone_player, asked = state.players()[0], tuple(state.passers())
    for passer in asked:
        if state.answers[passer] == "take":
            _close_offer(
                state, records.StockFate(alone=lone_player, asked=asked, taker=passer), log
            )
            _take_stock(state, passer, log)
            return
        if not state.answers[passer]:
            return
    _close_offer(state, records.StockFate(alone=lone_player, asked=asked, taker=None), log)
    settle_unopposed(state, lone_player, log)
    _next_hand(state, log)


def _close_offer(state: State, fate: records.StockFate, log: list[Event]) -> None:
    # Forget the answers, so that those after the taker's leave no trace.
    state.answers = [""] * state.seats
    state.recent = replace(state.recent, stock=fate)
    log.append(events.StockSettled(fate=fate))


def _take_stock(state: State, taker: Seat, log: list[Event]) -> None:
    """Section 3.4: the top three cards, unseen, replace the hand that passed (C6)."""
    state.taker, state.bids[taker] = taker, "in"
    state.laid = state.hands[taker]
    state.hands[taker] = in_order(take(state.stock, 3))
    log.append(events.CardsDealt(seat=taker, cards=tuple(state.hands[taker])))
    _start_tricks(state)


def _start_tricks(state: State) -> None:
    """Section 3.5: the first seat in turn order that is in leads (C19)."""
    state.stage, state.order = Stage.TRICKS, state.players()
    state.turn = state.order[0]


def _play_card(state: State, seat: Seat, card: Card, log: list[Event]) -> None:
    """Section 3.5: everybody who is in plays a card, then the trick is taken."""
    state.hands[seat].remove(card)
    state.trick.append(card)
    log.append(_card_played(seat=seat, card=card))
    if len(state.trick) < len(state.order):
        state.turn = state.order[len(state.trick)]
    else:
        _take_trick(state, log)


def _take_trick(state: State, log: list[Event]) -> None:
    """Section 3.5: the winner leads the next; if so agreed, the third plays itself (C35)."""
    winner = state.order[winning(state.trick, SUIT[state.trump])]
    trick = records.Trick(
        number=len(state.tricks) + 1,
        leader=state.order[0],
        seats=tuple(state.order),
        cards=tuple(state.trick),
        winner=winner,
    )
    state.tricks.append(trick)
    state.recent = replace(state.recent, tricks=(*state.recent.tricks, trick))
    state.won[winner] += 1
    log.append(events.TrickTaken(trick=trick))
    state.trick = []
    state.order = led_by(state.order, winner)
    state.turn = winner
    if len(state.tricks) == 3:
        state.order = []
        settle_tricks(state, log)
        _next_hand(state, log)
    elif len(state.tricks) == 2 and state.options.auto_last:
        for seat in state.order:
            _play_card(state, seat, state.hands[seat][0], log)


def _next_hand(state: State, log: list[Event]) -> None:
    """Sections 3.8 and 4: the deal moves to the right, until all hands are played."""
    if state.hand_number < state.hands_total:
        state.dealer = state.next_seat(state.dealer)
        _hand_start(state, log)
        return
    state.stage, state.turn = Stage.END, NOBODY
    log.append(events.MatchEnded(ranking=ranked(state.scores), best=max(state.scores)))

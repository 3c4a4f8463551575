"""Draws a whole state that fits one view, from what its viewer may know.

The tricks of the current hand narrow the deal: a player who did not follow has none of the suit,
and one who did not beat has nothing higher. Every rule of play tests one card at a time ("is there
a card that must come first?"), so a played card also rules out other cards one at a time.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb

from games.core.ai.memory import Memory
from games.core.cards import take
from games.core.open_fields import imagine
from games.core.rng import Rng
from games.core.values import Seat
from games.tomate.options import TomateOptions
from games.tomate.questions.views import TomateView
from games.tomate.rules import state
from games.tomate.rules.cards import PACK, SUIT, Card, Suit, in_order
from games.tomate.rules.tricks import duty

DISCARD, LAID, STOCK = -2, -3, -4
"""Places of hidden cards outside the seats' hands."""
TRIES = 400
"""How many random deals to try before taking any that fits."""


def determinize(view: TomateView, _memory: Memory, rng: Rng) -> state.State:
    """Return a state with exactly this view for this viewer; hidden cards are drawn at random.

    Raises ValueError for a view that no match could show.
    """
    known = _known(view)
    seen = {card for cards in known.values() for card in cards}
    seen |= _open_cards(view)
    hidden = [card for card in PACK if card not in seen]
    rng.shuffle(hidden)
    held = _scatter(hidden, _places(view, known), _refused(view, hidden), rng)
    for place, cards in known.items():
        held[place] += cards
    discard = held[DISCARD]
    return imagine(
        state.State,
        view,
        rng=rng.branch("imagined"),
        seats=len(view.seats),
        scores=[seat.score for seat in view.seats],
        took=view.trump_taken,
        discard=discard[0] if discard else None,
        stock=held[STOCK],
        hands=[in_order(held[seat.seat]) for seat in view.seats],
        bids=[seat.bid for seat in view.seats],
        answers=_answers(view, rng),
        taker=state.NOBODY if view.stock_taker is None else view.stock_taker,
        laid=in_order(held[LAID]),
        order=_order(view),
        trick=[] if view.trick is None else [play.card for play in view.trick.plays],
        won=[seat.tricks for seat in view.seats],
        recent=view.aftermath,
    )


def _open_cards(view: TomateView) -> set[Card]:
    """The cards everybody can see: the trump card, and every card played."""
    tricks = (*view.tricks, *([] if view.trick is None else [view.trick]))
    return {view.trump} | {play.card for trick in tricks for play in trick.plays}


def _known(view: TomateView) -> dict[int, list[Card]]:
    """The cards in hands and out of play whose place the viewer knows."""
    known: dict[int, list[Card]] = {}
    if view.viewer is not None:
        known[view.viewer] = [mine.card for mine in view.hand]
        known[LAID] = list(view.own_laid)
        known[DISCARD] = [] if view.own_discard is None else [view.own_discard]
    holder = view.trump_holder
    if holder is not None and holder != view.viewer:
        known[holder] = [view.trump]
    return known


def _places(view: TomateView, known: dict[int, list[Card]]) -> list[int]:
    """One entry per hidden card, naming its place; seats, which refuse cards, come first."""
    room = {seat.seat: seat.cards for seat in view.seats}
    room[DISCARD] = int(view.trump_taken and view.stage is not state.Stage.DEALER_DISCARD)
    room[LAID] = 0 if view.stock_taker is None else 3
    room[STOCK] = view.stock
    return [place for place, size in room.items() for _ in range(size - len(known.get(place, ())))]


def _refused(view: TomateView, hidden: Sequence[Card]) -> dict[int, frozenset[Card]]:
    """The hidden cards that each seat cannot hold, given what it played in this hand."""
    refused: dict[int, frozenset[Card]] = defaultdict(frozenset)
    trump, unseen = SUIT[view.trump], frozenset(hidden)
    for trick in (*view.tricks, *([] if view.trick is None else [view.trick])):
        before: tuple[Card, ...] = ()
        for play in trick.plays:
            refused[play.seat] |= unseen & _told_by(play.card, before, trump, view.options)
            before = (*before, play.card)
    return {seat: cards for seat, cards in refused.items() if cards}


@lru_cache(maxsize=1 << 10)
def _told_by(
    played: Card, before: tuple[Card, ...], trump: Suit, options: TomateOptions
) -> frozenset[Card]:
    """The cards that would have had to be played instead of this one."""
    others = (card for card in PACK if card != played)
    return frozenset(
        card for card in others if played not in duty([played, card], before, trump, options)[1]
    )


def _scatter(
    cards: Sequence[Card], places: Sequence[int], refused: Mapping[int, frozenset[Card]], rng: Rng
) -> defaultdict[int, list[Card]]:
    """Deal every place as many cards as it holds, none that it refuses; all deals equally likely.

    Narrow places draw first. The number of cards they can choose from varies between deals, so each
    deal is kept with a chance in proportion to it, which makes all deals equally likely again.
    """
    room = Counter(places)
    if len(places) != len(cards):
        raise ValueError("no deal of the hidden cards fits what was played")
    narrow = sorted((place for place in room if refused.get(place)), key=lambda p: -len(refused[p]))
    for _ in range(TRIES if narrow else 0):
        held = _drawn(cards, narrow, room, refused, rng)
        if held is not None:
            break
    else:
        held = _found(cards, places, refused) if narrow else {}
    given = {card for hand in held.values() for card in hand}
    left = [card for card in cards if card not in given]
    for place, size in room.items():
        if place not in held:
            held[place] = take(left, size)
    return defaultdict(list, held)


def _drawn(
    cards: Sequence[Card],
    narrow: Sequence[int],
    room: Mapping[int, int],
    refused: Mapping[int, frozenset[Card]],
    rng: Rng,
) -> dict[int, list[Card]] | None:
    """Draw the hands of the narrow places once; None if the deal is rejected."""
    held: dict[int, list[Card]] = {}
    left = list(cards)
    for place in narrow:
        fitting = [card for card in left if card not in refused[place]]
        most = comb(len(cards) - len(refused[place]), room[place])
        if not most or rng.below(most) >= comb(len(fitting), room[place]):
            return None
        held[place] = rng.sample(fitting, room[place])
        left = [card for card in left if card not in held[place]]
    return held


def _found(
    cards: Sequence[Card], places: Sequence[int], refused: Mapping[int, frozenset[Card]]
) -> dict[int, list[Card]]:
    """Find one deal that fits, for tables so narrow that drawing has failed.

    The narrowest places choose first. If one finds nothing left, cards already dealt are moved on
    (augmenting paths), so a deal is found if one exists.
    """
    slots = sorted(places, key=lambda place: -len(refused.get(place, ())))
    holder: dict[Card, int] = {}

    def give(slot: int, tried: set[Card]) -> bool:
        fitting = [card for card in cards if card not in refused.get(slots[slot], ())]
        free = next((card for card in fitting if card not in holder), None)
        if free is not None:
            holder[free] = slot
            return True
        for card in fitting:
            if card not in tried:
                tried.add(card)
                if give(holder[card], tried):
                    holder[card] = slot
                    return True
        return False

    if not all(give(slot, set()) for slot in range(len(slots))):
        raise ValueError("no deal of the hidden cards fits what was played")
    held: dict[int, list[Card]] = {place: [] for place in places}
    for card in cards:
        held[slots[holder[card]]].append(card)
    return held


def _answers(view: TomateView, rng: Rng) -> list[state.Answer]:
    """Sealed answers: every seat before the first unanswered one must have declined."""
    answers: list[state.Answer] = [""] * len(view.seats)
    open_before = False
    for seat in view.from_mano:
        if not view.seats[seat].answered:
            open_before = open_before or view.seats[seat].asked
        elif seat == view.viewer and view.own_answer is not None:
            answers[seat] = view.own_answer
        else:
            takes = open_before and rng.below(2) == 1
            answers[seat] = "take" if takes else "decline"
    return answers


def _order(view: TomateView) -> list[Seat]:
    """The seats that are in, the trick's leader first; empty outside the tricks."""
    if view.trick is None:
        return []
    players = [seat for seat in view.from_mano if view.seats[seat].bid == "in"]
    return state.led_by(players, view.trick.leader)

"""The others' possible winnings: face-down triumph cards, dealt again to fit one view."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from games.core.cards import take, without
from games.core.rng import Rng
from games.core.values import Seat
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import TRIUMPH_PILE, TRIUMPHS, TriumphId, trophies
from games.karate_tomate.rules.endings import EndDeclined
from games.karate_tomate.rules.events import RoundOver
from games.karate_tomate.rules.state import Stage


def deal_triumphs(
    view: KarateView, remembered: Mapping[Seat, Sequence[TriumphId]], rng: Rng
) -> tuple[list[tuple[TriumphId, ...]], tuple[TriumphId, ...]]:
    """Return won triumph cards by seat, and the pile, as they may be for all this viewer knows.

    Deals that contradict what was asked at the end of the round are rejected; all others stay
    equally likely. If almost none is left, one is made to fit.
    """
    known = [_known(view, seat.seat, remembered.get(seat.seat, ())) for seat in view.seats]
    unseen = without(TRIUMPH_PILE, [*view.row, *chain.from_iterable(known)])
    somebody, unable = _somebody_may_call(view), _who_may_not_call(view)
    for _ in range(TRIES):
        guess = _dealt(view, known, list(unseen), rng)
        enough = [guess.trophies(seat) >= guess.enough for seat in range(len(known))]
        if any(enough) if somebody else not any(enough[seat] for seat in unable):
            break
    else:
        guess.let_somebody_call() if somebody else guess.let_nobody_call(unable)
    won = [(*mine, *sure) for mine, sure in zip(guess.hidden, known, strict=True)]
    return won, tuple(guess.pile)


def _dealt(
    view: KarateView, known: list[list[TriumphId]], pool: list[TriumphId], rng: Rng
) -> "_Guess":
    rng.shuffle(pool)
    hidden = [
        take(pool, seat.won - len(cards)) for seat, cards in zip(view.seats, known, strict=True)
    ]
    return _Guess(known, hidden, pool, view.options.trophies_to_call, rng)


def _known(view: KarateView, seat: Seat, remembered: Sequence[TriumphId]) -> list[TriumphId]:
    """The triumph cards that the viewer knows a seat to have."""
    face_up = view.seats[seat].triumphs
    if face_up is not None:
        return list(face_up)
    if seat == view.viewer:
        return list(view.won)
    if remembered:
        return list(remembered)
    return [pick.card for pick in view.picks if pick.seat == seat]


def _somebody_may_call(view: KarateView) -> bool:
    """Tell whether the end may be called, or everybody was asked just before."""
    declined = any(isinstance(event, EndDeclined) for event in view.aftermath)
    return view.stage is Stage.END_CALL or declined


def _who_may_not_call(view: KarateView) -> list[Seat]:
    """The seats that had too few trophies at the end of the last round.

    Either nobody was asked after that round, or the match would have ended by itself; only a seat
    that has taken a card since may have enough.
    """
    if view.stage is Stage.END:
        return []
    unasked = any(isinstance(event, RoundOver) for event in view.aftermath)
    if not (unasked or view.options.auto_end):
        return []
    taking = view.stage is Stage.TRIUMPH
    return [s.seat for s in view.seats if not (taking and s.fights and not s.to_take)]


TRIES = 1000
"""How many random deals to try before one is made to fit."""


@dataclass(slots=True)
class _Guess:
    """A deal made to fit by exchanging single cards, each exchange a step closer."""

    known: list[list[TriumphId]]
    hidden: list[list[TriumphId]]
    pile: list[TriumphId]
    enough: int
    rng: Rng

    def trophies(self, seat: Seat) -> int:
        return trophies(self.known[seat]) + trophies(self.hidden[seat])

    def let_somebody_call(self) -> None:
        """Raise one seat to enough trophies, unless one has them already.

        Each seat gets the best cards there are before the next one is tried, so a solution is found
        if one exists.
        """
        seats = list(range(len(self.hidden)))
        if any(self.trophies(seat) >= self.enough for seat in seats):
            return
        self.rng.shuffle(seats)
        for seat in seats:
            while self.hidden[seat] and self.trophies(seat) < self.enough:
                if not self._exchange(seat, more=True, others=()):
                    break
            if self.trophies(seat) >= self.enough:
                return

    def let_nobody_call(self, seats: list[Seat]) -> None:
        """Lower these seats below enough trophies, as far as single exchanges can."""
        for seat in seats:
            while self.hidden[seat] and self.trophies(seat) >= self.enough:
                if not self._exchange(seat, more=False, others=seats):
                    break

    def _exchange(self, seat: Seat, *, more: bool, others: list[Seat] | tuple[()]) -> bool:
        """Swap a seat's worst (or best) hidden card for a better (or worse) one elsewhere.

        No seat in `others` may reach enough trophies by it. Return False if there is no such card.
        """
        mine = self.hidden[seat]
        choose = min if more else max
        place = choose(range(len(mine)), key=lambda index: _worth(mine[index]))
        given = _worth(mine[place])
        offers: list[tuple[list[TriumphId], int]] = []
        for holder, cards in enumerate([*self.hidden, self.pile]):
            room = 99
            if holder in others:
                room = self.enough - 1 - self.trophies(holder)
            for index, card in enumerate(cards if holder != seat else ()):
                better = _worth(card) > given if more else _worth(card) < given
                if better and given - _worth(card) <= room:
                    offers.append((cards, index))
        if not offers:
            return False
        cards, index = self.rng.choice(offers)
        mine[place], cards[index] = cards[index], mine[place]
        return True


def _worth(card: TriumphId) -> int:
    return TRIUMPHS[card].trophies

"""What a viewer of Karate Tomate may not know, by the table of hidden information.

Section 5 of the rules: everybody else knows only the numbers of cards in hands, in both piles of
number cards, in the triumph pile and of won cards. A tomato is known once it was shown. A sealed
answer is known to who gave it, and others know only how many have answered.
"""

from collections import Counter
from itertools import chain

from games.core.cloning import clone
from games.core.rng import Rng
from games.core.values import Seat
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.questions.views import lies_open
from games.karate_tomate.rules.cards import trophies
from games.karate_tomate.rules.events import Discarded, PileRenewed
from games.karate_tomate.rules.moves import PLAYS
from games.karate_tomate.rules.state import Stage, State, in_order, pick_order

Place = tuple[str, int]
"""A name and a number: ("hand", seat), ("draw pile", 0) ..."""


def census(state: State) -> Counter[str]:
    """Count all 140 number cards, 40 triumph cards and ten tomatoes."""
    counted: Counter[str] = Counter(chain(*state.hands, *state.table, state.deck, state.discard))
    counted.update(chain(*state.won, state.row, state.pile))
    counted.update(f"tomato {value}" for value in (*state.tomatoes, *state.box))
    return counted


def _others(state: State, viewer: Seat | None) -> list[Seat]:
    return [seat for seat in range(state.seats) if seat != viewer]


def _unseen_cards(state: State, viewer: Seat | None) -> dict[Place, list[str]]:
    """Return hidden number cards; just discarded open ones are known to be discarded."""
    places: dict[Place, list[str]] = {
        ("hand", s): [*state.hands[s]] for s in _others(state, viewer)
    }
    places["draw pile", 0] = [*state.deck]
    hidden = Counter[str](state.discard) - Counter(_open_discards(state))
    places["discard pile", 0] = list(hidden.elements())
    return places


def _open_discards(state: State) -> list[str]:
    laid: list[str] = []
    for event in state.recent:
        if isinstance(event, PileRenewed):
            laid = []
        elif isinstance(event, Discarded) and event.open:
            laid += event.cards
    return laid


def _just_taken(state: State) -> dict[Seat, str]:
    """Return the triumph cards that everybody has just seen somebody take."""
    return {pick.seat: pick.card for pick in state.picks}


def _unseen_triumphs(state: State, viewer: Seat | None) -> dict[Place, list[str]]:
    places: dict[Place, list[str]] = {("triumph pile", 0): [*state.pile]}
    if not lies_open(state):
        taken = _just_taken(state)
        for seat in _others(state, viewer):
            # Cards are added at the end, so the one just taken is the last.
            known = 1 if seat in taken else 0
            places["won", seat] = [*state.won[seat][: len(state.won[seat]) - known]]
    return places


def _unseen_tomatoes(state: State, viewer: Seat | None) -> dict[Place, list[str]]:
    places = {("box", 0): [f"tomato {value}" for value in state.box]}
    if state.stage is not Stage.END:
        for seat in _others(state, viewer):
            if not state.shown[seat]:
                places["tomato", seat] = [f"tomato {state.tomatoes[seat]}"]
    return places


def unseen(state: State, viewer: Seat | None) -> dict[Place, list[str]]:
    """Return everything that this viewer may not look at, by place."""
    return {
        **_unseen_cards(state, viewer),
        **_unseen_triumphs(state, viewer),
        **_unseen_tomatoes(state, viewer),
    }


def reshuffle(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Exchange at random what the viewer may not know, row by row of the table."""
    twin = clone(state)
    _reshuffle_cards(twin, viewer, rng)
    _reshuffle_triumphs(twin, viewer, rng)
    _reshuffle_tomatoes(twin, viewer, rng)
    twin.queue = pick_order(twin, twin.queue)
    _reshuffle_answers(twin, viewer, rng)
    twin.rng = rng.fork("coming draws")
    return twin


def _shuffled(places: dict[Place, list[str]], rng: Rng) -> dict[Place, list[str]]:
    """Redeal the cards of all places, as many to each as before."""
    pool = list(chain(*places.values()))
    rng.shuffle(pool)
    return {place: [pool.pop() for _ in held] for place, held in places.items()}


def _reshuffle_cards(twin: State, viewer: Seat | None, rng: Rng) -> None:
    """Exchange others' hands, what they drew, and both piles."""
    dealt = _shuffled(_unseen_cards(twin, viewer), rng)
    laid = _open_discards(twin)
    for seat in _others(twin, viewer):
        twin.hands[seat] = in_order(dealt["hand", seat])  # type: ignore[arg-type]  # triumphs go by their numbers are cards
        twin.drawn[seat] = tuple(rng.sample(twin.hands[seat], len(twin.drawn[seat])))
    twin.deck = tuple(dealt["draw pile", 0])  # type: ignore[arg-type]  # triumphs go by their numbers are cards
    twin.discard = (*dealt["discard pile", 0], *laid)  # type: ignore[arg-type]  # triumphs go by their numbers are cards


def _reshuffle_triumphs(twin: State, viewer: Seat | None, rng: Rng) -> None:
    """Exchange the pile and others' won cards; someone may call the end as before, or nobody."""
    before = [twin.may_call(seat) for seat in range(twin.seats)]
    for _ in range(20):
        dealt = _shuffled(_unseen_triumphs(twin, viewer), rng)
        won = {s: cards for (place, s), cards in dealt.items() if place == "won"}
        saved = {s: (*cards, *twin.won[s][len(cards) :]) for s, cards in won.items()}
        enough = twin.options.trophies_to_call
        after = [
            trophies(saved.get(seat, twin.won[seat])) >= enough  # type: ignore[arg-type]  # triumphs go by their numbers
            for seat in range(twin.seats)
        ]
        if any(after) == any(before):
            for seat, cards in saved.items():
                twin.won[seat] = cards  # type: ignore[assignment]  # ids are triumph cards
            twin.pile = tuple(dealt["triumph pile", 0])  # type: ignore[arg-type]  # as above
            return


def _reshuffle_tomatoes(twin: State, viewer: Seat | None, rng: Rng) -> None:
    """Exchange tomatoes that nobody has shown, and those in the box."""
    for (place, seat), names in _shuffled(_unseen_tomatoes(twin, viewer), rng).items():
        values = [int(name.removeprefix("tomato ")) for name in names]
        if place == "box":
            twin.box = tuple(sorted(values))
        else:
            twin.tomatoes[seat] = values[0]


def _reshuffle_answers(twin: State, viewer: Seat | None, rng: Rng) -> None:
    """Exchange others' sealed answers and their owners; their number stays."""
    asked = [seat for seat in twin.answers if seat != viewer]
    given = sum(twin.answers[seat] is not None for seat in asked)
    answered = rng.sample(asked, given)
    for seat in asked:
        twin.answers[seat] = None
        if seat in answered:
            twin.answers[seat] = ()
            if twin.stage is Stage.HEAT:
                twin.answers[seat] = (rng.choice([*twin.playable(seat), "tomato"]),)
            elif twin.stage is Stage.DROP_DRAW and len(twin.hands[seat]) >= 2 and rng.below(2):
                twin.answers[seat] = in_order(rng.sample(twin.hands[seat], 2))


def tiny() -> tuple[State, Seat | None]:
    """Return a state in which seat 0 has nearly all cards, and one choice is sealed."""
    state = KARATE_TOMATE.setup(3, KarateOptions(), Rng("tiny")).state
    state = KARATE_TOMATE.clone(state)
    pool = sorted([*chain(*state.hands), *state.deck])
    rest = ["C1", "K5", "B3"]
    for card in rest:
        pool.remove(card)  # type: ignore[arg-type]  # triumphs go by their numbers are cards
    state.hands = [in_order(pool), ("C1",), ("K5",)]
    state.deck = ("B3",)
    state.drawn = [(), (), ()]
    state.won[0], state.pile = state.pile[2:], state.pile[:2]
    state.shown = [True, True, True]
    KARATE_TOMATE.advance(state, 2, PLAYS["K5"])
    return state, 0

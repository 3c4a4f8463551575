"""What a viewer of Tomatomat may not know, by the table of hidden information.

Section 5 of the rules, row by row. Nobody knows the order of a deck. A batch is known to its owner
until it is committed. Cards placed earlier are known to nobody, or with `own_peek` to their owner.
Nobody knows the machine pile. A deck's twelve cards are known to everybody after a resolution, and
with `deck_tracker` to its holder. A sealed batch is known to nobody.
"""

from collections import Counter
from itertools import chain

from games.core.cards import take
from games.core.cloning import clone
from games.core.game import apply
from games.core.rng import Rng
from games.core.values import Seat
from games.tomatomat import TOMATOMAT
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.rules.cards import Card, in_order
from games.tomatomat.rules.moves import ALLOTS, SLOTS
from games.tomatomat.rules.state import RING, State, was_played

Place = tuple[str, int]
"""A name and a number: ("deck", place), ("pile", 4 * seat + slot), ("hand", seat) ..."""


def census(state: State) -> Counter[str]:
    """Count every card and every machine, wherever it is: 48 and 36."""
    cards = chain(*state.decks, *state.hands, *state.face_down)
    return Counter([*cards, *state.pile, *chain(*state.stacks), *chain(*state.won)])


def unseen(state: State, viewer: Seat | None) -> dict[Place, list[str]]:
    """Return what this viewer may not look at, by place."""
    places: dict[Place, list[str]] = {("machines", 0): list(state.pile)}
    for place, deck in enumerate(state.decks):
        shown = state.stage == "end" and place in RING[state.seats]
        if not shown:
            places["deck", place] = list(deck)
    for seat in range(state.seats):
        mine = seat == viewer
        if not (mine and (state.options.own_peek or not state.sealed[seat])):
            places["hand", seat] = list(state.hands[seat])
        if not (mine and state.options.own_peek):
            for slot, pile in enumerate(state.piles_of(seat)):
                places["pile", 4 * seat + slot] = list(pile)
    return places


def reshuffle(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Exchange at random what the viewer may not know; a known deck keeps its cards."""
    twin = clone(state)
    places = unseen(state, viewer)
    groups: dict[int, list[Place]] = {}
    for place in places:
        if place[0] != "machines":
            ring = _ring_place(state, place)
            groups.setdefault(ring if _is_known(state, viewer, ring) else -1, []).append(place)
    for members in groups.values():
        _mix(twin, members, rng)
    machines = list(twin.pile)
    rng.shuffle(machines)
    twin.pile = tuple(machines)
    for seat, slots in enumerate(twin.sealed):
        if ("hand", seat) in places:
            twin.sealed[seat] = tuple(rng.below(len(SLOTS)) for _ in slots)
    twin.rng = rng.fork("coming draws")
    return twin


def _ring_place(state: State, place: Place) -> int:
    """Return which of the four decks a place belongs to."""
    name, number = place
    if name == "deck":
        return number
    return RING[state.seats][number // 4 if name == "pile" else number]


def _is_known(state: State, viewer: Seat | None, ring: int) -> bool:
    """Return whether the viewer may look up the twelve cards of a deck."""
    seated = RING[state.seats]
    if state.resolution is not None and (ring - (state.stage != "end")) % 4 in seated:
        return True
    mine = viewer is not None and ring == seated[viewer]
    return mine and state.options.deck_tracker and was_played(state.seats, ring, state.round)


def _mix(state: State, members: list[Place], rng: Rng) -> None:
    """Shuffle the cards of these places among them."""
    lists = {"deck": state.decks, "hand": state.hands, "pile": state.face_down}
    pool: list[Card] = [card for name, number in members for card in lists[name][number]]
    rng.shuffle(pool)
    for name, number in members:
        cards = take(pool, len(lists[name][number]))
        lists[name][number] = tuple(cards) if name == "deck" else in_order(cards)


def tiny() -> tuple[State, Seat | None]:
    """Return the end of the longest match of four, with only four machines hidden."""
    state = TOMATOMAT.setup(4, TomatomatOptions(rounds=8), Rng("tiny")).state
    chance = Rng("tiny play")
    while awaited := TOMATOMAT.awaited(state):
        state = apply(TOMATOMAT, state, min(awaited), chance.choice(ALLOTS)).state
    return state, None

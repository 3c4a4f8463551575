"""Karate Tomate's positions as short words, for lessons and tests: "T4 C5 C4 B1 M2 A3"."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

from games.core.cards import read_names
from games.core.rng import Rng
from games.core.values import Seat
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.rules.cards import KINDS, PACK, TOMATOES, TRIUMPH_PILE, Card, TriumphId
from games.karate_tomate.rules.state import Sealed, Stage, State, in_order, pick_order

T = TypeVar("T")
SEALED: tuple[Sealed, ...] = (*KINDS, "tomato")


def cards(words: str) -> tuple[Card, ...]:
    """Read number cards separated by spaces."""
    return tuple(read_names(words.split(), KINDS))


def triumphs(words: str) -> tuple[TriumphId, ...]:
    """Read triumph cards as [trophies/knives/tomatoes]: "310 500"."""
    return tuple(read_names([f"t{word}" for word in words.split()], TRIUMPH_PILE, "triumph card"))


def position(
    stage: str,
    hands: Sequence[str],
    *,
    played: Sequence[str] = (),
    out: Sequence[Seat] = (),
    asked: Sequence[Seat] = (),
    row: str = "500 120",
    won: Sequence[str] = (),
    shown: Sequence[Seat] = (),
    deck: str | None = None,
    discard: str = "",
    pile: str | None = None,
    heat: int = 0,
    number: int = 1,
    barren: int = 0,
    answers: str = "",
    seed: str = "fixed",
    shuffled: bool = False,
    **options: Any,
) -> State:
    """Build a state. A hand starts with its tomato; `out` have dropped out before.

    `asked` dropped out in the last heat. `answers` has each seat's sealed card or "tomato", "no"
    for an answer without cards, and a dot for none. Draw pile and triumph pile are written from
    the top; cards that aren't named are in these piles, in order or `shuffled`, or left out if the
    piles are given.
    """
    seats = len(hands)
    split = [hand.split(maxsplit=1) for hand in hands]
    tomatoes = [int(words[0].removeprefix("T")) for words in split]
    table = [cards(words) for words in played] or [()] * seats
    gone = {*out, *asked}
    state = State(
        options=KarateOptions(**options),
        rng=Rng(seed),
        hands=[in_order(cards("".join(words[1:]))) for words in split],
        tomatoes=tomatoes,
        shown=[seat in {*gone, *shown} for seat in range(seats)],
        box=tuple(value for value in TOMATOES if value not in tomatoes),
        deck=(),
        pile=(),
        stage=Stage(stage),
        round=number,
        heat=heat or 1 + max(map(len, table)),
        discard=cards(discard),
        table=table,
        fighters=[seat for seat in range(seats) if seat not in gone],
        row=list(triumphs(row)),
        won=[triumphs(words) for words in won] or [()] * seats,
        barren=barren,
        drawn=[()] * seats,
    )
    state.deck = _left(state) if deck is None else cards(deck)[::-1]
    state.pile = _left_triumphs(state) if pile is None else triumphs(pile)[::-1]
    _ask(state, asked, answers)
    if shuffled:
        state.deck, state.pile = _shuffled(state.rng, state.deck), _shuffled(state.rng, state.pile)
    return state


def _shuffled(rng: Rng, pile: tuple[T, ...]) -> tuple[T, ...]:
    things = list(pile)
    rng.shuffle(things)
    return tuple(things)


def _left(state: State) -> tuple[Card, ...]:
    used = Counter(card for held in (*state.hands, *state.table, state.discard) for card in held)
    return tuple((Counter(PACK) - used).elements())


def _left_triumphs(state: State) -> tuple[TriumphId, ...]:
    used = Counter(card for held in (*state.won, state.row) for card in held)
    return tuple((Counter(TRIUMPH_PILE) - used).elements())


def _ask(state: State, asked: Sequence[Seat], answers: str) -> None:
    if state.stage is Stage.HEAT:
        state.answers = dict.fromkeys(state.fighters)
    elif state.stage is Stage.DROP_DRAW:
        state.answers = dict.fromkeys(asked)
    elif state.stage is Stage.TRIUMPH:
        state.queue = pick_order(state, state.fighters)
    elif state.stage is Stage.END_CALL:
        state.fighters = []
        state.answers = dict.fromkeys(range(state.seats))
    for seat, word in enumerate(answers.split()):
        if word != ".":
            state.answers[seat] = () if word == "no" else (*read_names([word], SEALED, "answer"),)

"""Dojo's positions as short words, for lessons and tests: "A1:M3 B1:F2"."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.core.cards import Name, read_names
from games.core.rng import Rng
from games.core.values import Seat
from games.dojo.options import DojoOptions
from games.dojo.rules.cards import CARDS, DECK, TOKENS, TROPHIES, Card, Trophy
from games.dojo.rules.frame import FRAMES, Frame
from games.dojo.rules.state import NOBODY, NOWHERE, Stage, State


def card(word: str) -> Card | None:
    """Read a card; a dot means none."""
    return None if word == "." else read_names([word], CARDS)[0]


def trophy(word: str | None) -> Trophy | None:
    """Read a trophy; nothing means none."""
    return read_names([word], TROPHIES, "trophy")[0] if word else None


def _trophies(words: Iterable[str]) -> Iterator[Trophy]:
    return (named for word in words if (named := trophy(word)))


def position(
    stage: str,
    *,
    seats: int = 3,
    dealer: Seat = 0,
    turn: Seat = NOBODY,
    number: int = 1,
    held: str = "",
    dojos: Sequence[str] = (),
    lines: Sequence[str] = (),
    tokens: Sequence[str] = (),
    face_up: str = "",
    prize: str = "",
    challenger: Seat = NOBODY,
    winner: Seat = NOBODY,
    drawn: str = "",
    gifts: Sequence[Seat] = (),
    deck: str = "",
    removed: Sequence[str] = (),
    choices: str = "",
    seed: str = "fixed",
    shuffled: bool = False,
    **options: Any,
) -> State:
    """Build a state. `deck` is the top of the deck; what is named nowhere is below it.

    `dojos` and `lines` have a string for each seat: "A1:M3 B1:F2" and "A:col-pair 2:row-wild".
    `held` has a card for each seat, and `choices` a cell, with a dot for none. The piles are in
    order, or `shuffled`.
    """
    rules = DojoOptions(**options)
    frame = FRAMES[rules.frame]
    laid = [_pairs(dojos, seat, frame.cells) for seat in range(seats)]
    placed = [_pairs(lines, seat, frame.lines) for seat in range(seats)]
    state = State(
        options=rules,
        rng=Rng(seed),
        seats=seats,
        start=(dealer - number + (1 if seats < 5 else 2)) % seats,
        deck=[],
        pile=[],
        dojos=tuple(tuple(card(dojo.get(cell, ".")) for cell in frame.cells) for dojo in laid),
        lines=tuple(tuple(map(trophy, map(line.get, frame.lines))) for line in placed),
        tokens=tuple(tuple(_trophies(words.split())) for words in tokens or [""] * seats),
        held=[card(word) for word in held.split()] or [None] * seats,
        choices=_choices(choices, frame) or [NOWHERE] * seats,
        removed=tuple(_trophies(removed)),
        face_up=trophy(face_up),
        prize=trophy(prize),
        round=number,
        stage=Stage(stage),
        dealer=dealer,
        turn=turn,
        drawn=card(drawn or "."),
        gifts=tuple(gifts),
        challenger=challenger,
        winner=winner,
    )
    _fill_piles(state, deck, shuffled=shuffled)
    return state


def _choices(words: str, frame: Frame) -> list[int]:
    cells: dict[str, int] = {".": NOWHERE, **frame.places}
    return [cells[word] for word in read_names(words.split(), cells, "cell")]


def _pairs(lines: Sequence[str], seat: Seat, places: Sequence[Name]) -> dict[Name, str]:
    line = lines[seat] if seat < len(lines) else ""
    pairs = [word.split(":") for word in line.split()]
    names = read_names([place for place, _ in pairs], places, "place")
    return dict(zip(names, (thing for _, thing in pairs), strict=True))


def _fill_piles(state: State, top: str, *, shuffled: bool) -> None:
    """Put all other cards and trophies into the piles, `top` first."""
    laid = [card for dojo in state.dojos for card in dojo]
    shown = [card for card in (*laid, *state.held, state.drawn) if card]
    first = [named for word in top.split() if (named := card(word))]
    rest = Counter(DECK) - Counter(shown) - Counter(first)
    state.deck = [*rest.elements(), *reversed(first)]
    placed = [trophy for group in (*state.lines, *state.tokens) for trophy in group]
    won = [trophy for trophy in (*placed, *state.removed, state.face_up, state.prize) if trophy]
    state.pile = list((Counter(TOKENS) - Counter(won)).elements())
    if shuffled:
        state.rng.shuffle(state.deck)
        state.rng.shuffle(state.pile)

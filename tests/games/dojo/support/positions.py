"""Dojo positions for tests, in a short notation: "A1:M3 B1:F2"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from games.core.game import Step, apply
from games.core.rng import Rng
from games.core.values import Seat
from games.dojo import DOJO
from games.dojo.options import DojoOptions
from games.dojo.rules.cards import CARDS, DECK, TOKENS, TROPHIES, Card, Trophy
from games.dojo.rules.frame import FRAMES
from games.dojo.rules.moves import DojoMove
from games.dojo.rules.state import NOBODY, NOWHERE, Stage, State

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (3, {"white_belt": True, "black_belt": True, "rps": "batch"}),
    (4, {"black_belt": True, "discard_trophy": True}),
    (4, {"frame": "floating", "sorts": "free"}),
    (5, {}),
    (5, {"white_belt": True, "frame": "floating"}),
    (5, {"black_belt": True, "rps": "batch", "discard_trophy": True, "sorts": "free"}),
]
"""Seat counts and option sets that together use every option."""


def card(word: str) -> Card | None:
    """Read a card; a dot means none."""
    assert word == "." or word in CARDS, f"no such card: {word!r}"
    return None if word == "." else cast("Card", word)


def trophy(word: str) -> Trophy:
    """Read a trophy."""
    assert word in TROPHIES, f"no such trophy: {word!r}"
    return word


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
    seed: str = "fixed",
    **options: Any,
) -> State:
    """Build a state; the top of the deck, then the rest of the box below it.

    `dojos` and `lines` have a string for each seat: "A1:M3 B1:F2" and "A:col-pair 2:row-wild".
    """
    rules = DojoOptions(**options)
    frame = FRAMES[rules.frame]
    laid = [_pairs(dojos, seat) for seat in range(seats)]
    placed = [_pairs(lines, seat) for seat in range(seats)]
    holding = [card(word) for word in held.split()] or [None] * seats
    state = State(
        options=rules,
        rng=Rng(seed),
        seats=seats,
        start=(dealer - number + (1 if seats < 5 else 2)) % seats,
        deck=[],
        pile=[],
        dojos=tuple(tuple(card(one.get(cell, ".")) for cell in frame.cells) for one in laid),
        lines=tuple(
            tuple(trophy(one[ln]) if ln in one else None for ln in frame.lines) for one in placed
        ),
        tokens=tuple(tuple(map(trophy, words.split())) for words in tokens or [""] * seats),
        held=holding,
        choices=[NOWHERE] * seats,
        removed=tuple(map(trophy, removed)),
        face_up=trophy(face_up) if face_up else None,
        prize=trophy(prize) if prize else None,
        round=number,
        stage=Stage(stage),
        dealer=dealer,
        turn=turn,
        drawn=card(drawn or "."),
        gifts=tuple(gifts),
        challenger=challenger,
        winner=winner,
    )
    _fill_piles(state, deck)
    return state


def _pairs(words: Sequence[str], seat: Seat) -> dict[str, str]:
    line = words[seat] if seat < len(words) else ""
    return dict(cast("tuple[str, str]", tuple(word.split(":"))) for word in line.split())


def _fill_piles(state: State, top: str) -> None:
    """Put all other cards and trophies into the piles, `top` first."""
    laid = [one for dojo in state.dojos for one in dojo]
    shown = [one for one in (*laid, *state.held, state.drawn) if one]
    first = [one for word in top.split() if (one := card(word))]
    rest = Counter(DECK) - Counter(shown) - Counter(first)
    state.deck = [*rest.elements(), *reversed(first)]
    placed = [one for lines in state.lines for one in lines]
    placed += [one for held in state.tokens for one in held]
    won = [one for one in (*placed, *state.removed, state.face_up, state.prize) if one]
    state.pile = list((Counter(TOKENS) - Counter(won)).elements())


def play(state: State, *moves: tuple[Seat, DojoMove]) -> Step[State]:
    """Make moves through the protocol; return the last state and all events."""
    told: list[Any] = []
    for seat, move in moves:
        step = apply(DOJO, state, seat, move)
        state = step.state
        told += step.events
    return Step(state, tuple(told))


def board(words: str) -> tuple[Card, ...]:
    """Read a full dojo, row by row."""
    found = tuple(one for word in words.replace("/", " ").split() if (one := card(word)))
    assert len(found) == 12, f"not twelve cards: {words!r}"
    return found


FULL = "M1 F2 T3 C4 / F2 T3 C4 B1 / T3 C4 B1 M2"
"""A full dojo with three points for its rows and none for its columns."""


def cells(words: str, *empty: str) -> str:
    """Return the cells of a full dojo, without those that are to be empty."""
    named = zip(FRAMES["fixed"].cells, board(words), strict=True)
    return " ".join(f"{cell}:{one}" for cell, one in named if cell not in empty)

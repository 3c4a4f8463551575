"""Reasons for bots' moves are true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.core.game import apply
from games.core.rng import Rng
from games.core.text import PLAIN, Text, speak
from games.dojo import DOJO
from games.dojo.ai.policy import (
    DEFENCE,
    FIGHT,
    WORTH_KEEPING,
    best_place,
    choose_move,
    trophy_brings,
)
from games.dojo.questions.laying import mine
from games.dojo.questions.prompts import duel_cards
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules.cards import BELT, DECK, Card
from games.dojo.rules.frame import free_lines
from games.dojo.rules.moves import CHALLENGE, KEEP, PASS
from games.dojo.rules.state import State
from tests.games.dojo.support.positions import VARIANTS, position
from tests.games.random_moves import random_move
from tests.games.reason_claims import untrue

MATCHES = 3
"""How many matches the test plays with each set of options."""


def numbers(text: Text) -> tuple[int, ...]:
    """Return the two numbers of a sentence: how many of how many."""
    counts = (text.args["n"], text.args["all"])
    return tuple(count for count in counts if isinstance(count, int))


def odds(view: DojoView) -> tuple[int, int]:
    """Return how many unseen cards the viewer's belt beats, and how many there are (A24)."""
    left = Counter(DECK)
    for panel in view.seats:
        left.subtract(card for card in panel.dojo if card)
    own = card_of(mine(view))
    left.subtract([own])
    wins = sum(count for card, count in left.items() if BELT[card] <= BELT[own])
    return wins, left.total()


def card_of(panel: SeatView) -> Card:
    assert panel.card is not None
    return panel.card


def lines_of(view: DojoView) -> list[int]:
    own = mine(view)
    assert view.prize is not None
    return free_lines(view.frame, own.dojo, own.lines, view.prize)


def gains(view: DojoView, move: Any) -> tuple[float, float]:
    """Return what the trophy adds on the chosen line, and the most that it adds on any."""
    own = mine(view)
    brings = {line: trophy_brings(view, own, line) for line in lines_of(view)}
    return brings[view.frame.lines.index(move.line)], max(brings.values())


def swap_helps(view: DojoView) -> bool:
    challenger, dealer = duel_cards(view)
    held, other = (challenger, dealer) if view.viewer == view.challenger else (dealer, challenger)
    own = mine(view)
    return best_place(view, own, other)[0] > best_place(view, own, held)[0]


def helps(view: DojoView) -> dict[int, float]:
    """Return what the drawn card adds for each seat without a card."""
    assert view.drawn is not None
    return {
        panel.seat: best_place(view, panel, view.drawn)[0]
        for panel in view.seats
        if not panel.has_card
    }


def helps_least(view: DojoView, to: int) -> bool:
    others = {seat: gain for seat, gain in helps(view).items() if seat != view.viewer}
    return others[to] == min(others.values())


def placing(view: DojoView) -> float:
    own = mine(view)
    return best_place(view, own, card_of(own))[0]


REASONS = {
    "A dealer with this belt wins most duels, so you keep it.": (
        lambda view, move, text: (
            int(move.to) == view.viewer and view.drawn and BELT[view.drawn] >= DEFENCE
        )
    ),
    "A bot estimates that the card fits your own dojo well, so you keep it.": (
        lambda view, move, text: (
            int(move.to) == view.viewer and helps(view)[view.viewer] >= WORTH_KEEPING
        )
    ),
    "Of the others without a card, {who} gains least from it.": (
        lambda view, move, text: (
            text.args["who"].seat == int(move.to) != view.viewer and helps_least(view, int(move.to))
        )
    ),
    "The dealer holds one of {all} cards that you have not seen, and your belt wins against {n} "
    "of them.": lambda view, move, text: move == CHALLENGE and numbers(text) == odds(view),
    "The dealer holds one of {all} cards that you have not seen, and your belt wins against only "
    "{n} of them. A bot challenges with a yellow belt or better.": (
        lambda view, move, text: (
            move == PASS
            and numbers(text) == odds(view)
            and BELT[card_of(mine(view))] < FIGHT == BELT["M2"]
        )
    ),
    "You can't know the other player's throw, so any throw is as good as another.": (
        lambda view, move, text: move.kind in {"throw", "throws"}
    ),
    "A bot estimates that the other card fits your dojo better than yours does.": (
        lambda view, move, text: move.kind == "exchange" and swap_helps(view)
    ),
    "A bot estimates that the other card fits your dojo no better than yours does.": (
        lambda view, move, text: move.kind == "keep" and not swap_helps(view)
    ),
    "A bot estimates that the card adds most to its row and column here, now and later.": (
        lambda view, move, text: placing(view) > 0
    ),
    "A bot estimates that no cell adds anything, and that the card does least harm here.": (
        lambda view, move, text: placing(view) <= 0
    ),
    "A bot estimates that no line gains more from the trophy than this one.": (
        lambda view, move, text: gains(view, move)[0] == gains(view, move)[1] > 0
    ),
    "A bot estimates that the trophy adds nothing on any line, so it takes the first.": (
        lambda view, move, text: (
            gains(view, move)[1] <= 0 and move.line == view.frame.lines[lines_of(view)[0]]
        )
    ),
}
"""The claim of each reason about the view and the move."""


def moments(seats: int, options: dict[str, Any]) -> Iterator[tuple[DojoView, Any]]:
    """Yield bots' views and moves in matches in which about half of the moves are random."""
    for match in range(MATCHES):
        rng = Rng(f"reasons {seats} {sorted(options)} {match}")
        state = DOJO.setup(seats, DOJO.options.model_validate(options), rng).state
        while awaited := sorted(DOJO.awaited(state)):
            seat = rng.choice(awaited)
            view = DOJO.view(state, seat)
            move = choose_move(view, rng)
            yield view, move
            if rng.below(2):
                move = random_move(DOJO, view, rng)
            state = apply(DOJO, state, seat, move).state


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_reasons_are_true(seats: int, options: dict[str, Any]) -> None:
    """Every reason for a bot's move is true in its view."""
    for view, move in moments(seats, options):
        why = DOJO.reason(view, move)
        assert why is not None, move
        assert untrue(REASONS, why, view, move) == [], (view, move)


def reason(state: State, seat: int, move: Any) -> str:
    why = DOJO.reason(DOJO.view(state, seat), move)
    assert why is not None
    return speak(why, PLAIN)


def test_a_yellow_belt_is_told_what_it_beats() -> None:
    """A reason counts equal belts as won, so a yellow belt wins against 23 of 59 (A24)."""
    state = position("challenge", turn=1, held="M5 M2 F1", face_up="row-wild")
    assert "wins against 23 of them." in reason(state, 1, CHALLENGE)
    assert "59 cards that you have not seen" in reason(state, 1, CHALLENGE)


def test_equal_cards_are_told_as_no_better() -> None:
    """Keeping one of two equal cards is explained by the other being no better (A49)."""
    state = position("exchange", turn=1, held="M3 M3 F1", challenger=1, winner=1)
    assert "fits your dojo no better" in reason(state, 1, KEEP)

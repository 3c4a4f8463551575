"""Whole matches: the numbers of section 3 are right, and the end."""

from collections import Counter
from typing import Any

import pytest

from games.dojo import DOJO
from games.dojo.rules.events import CardsPlaced, DuelWon, RoundOpened
from games.dojo.rules.frame import COLUMNS, ROWS, bounds
from games.dojo.rules.rounds import ROUNDS
from games.dojo.rules.state import Stage
from tests.games.dojo.support.positions import VARIANTS
from tests.games.random_moves import random_states, random_steps


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_the_accounts_of_every_round(seats: int, options: dict[str, Any]) -> None:
    """After round r a dojo has r cards and the deck 60 - n*r; each duel takes one trophy."""
    duels = 0
    for state, text in random_steps(DOJO, seats, "accounts", **options):
        duels += sum(isinstance(event, DuelWon) for event in text)
        if any(isinstance(event, CardsPlaced) for event in text):
            laid = {sum(card is not None for card in dojo) for dojo in state.dojos}
            over = state.stage in {Stage.TROPHY, Stage.END}
            rounds = state.round if over else state.round - 1
            assert laid == {rounds}
            drawn = sum(card is not None for card in (*state.held, state.drawn))
            assert len(state.deck) + drawn == 60 - seats * rounds
        if state.stage is not Stage.END:
            assert 12 - len(state.pile) == duels + (state.face_up is not None)
    assert duels <= (12 if seats < 5 else 10)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_each_deals_equally_often_and_in_turn(seats: int) -> None:
    """Seats deal in turn for twelve rounds; five players have two rounds without a dealer (A15)."""
    opened = [
        event
        for _, text in random_steps(DOJO, seats, "dealers")
        for event in text
        if isinstance(event, RoundOpened)
    ]
    dealers = [event.dealer for event in opened]
    assert [event.round for event in opened] == list(range(1, ROUNDS + 1))
    assert [place for place, who in enumerate(dealers) if who is None] == (
        [0, 11] if seats == 5 else []
    )
    turns = [who for who in dealers if who is not None]
    assert turns == [(turns[0] + step) % seats for step in range(len(turns))]


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_full_dojos_are_three_rows_by_four_columns(seats: int, options: dict[str, Any]) -> None:
    """At the end every dojo is a full 3 by 4, and the same cards are counted."""
    state = list(random_states(DOJO, seats, "full", **options))[-1]
    for seat, dojo in enumerate(state.dojos):
        top, bottom, left, right = bounds(state.frame, dojo)
        assert (bottom - top + 1, right - left + 1) == (ROWS, COLUMNS)
        assert Counter(state.finals[seat].arrangement) == Counter(card for card in dojo if card)
    result = DOJO.result(state)
    assert result is not None
    assert result.points == tuple(final.points for final in state.finals)

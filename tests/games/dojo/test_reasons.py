"""Reasons for bots' moves in positions with known odds."""

from typing import Any

from games.core.text import PLAIN, speak
from games.dojo import DOJO
from games.dojo.rules.moves import CHALLENGE, KEEP
from games.dojo.rules.notation import position
from games.dojo.rules.state import State


def reason(state: State, seat: int, move: Any) -> str:
    why = DOJO.reason(DOJO.view(state, seat), move)
    assert why is not None
    return speak(why, PLAIN)


def test_a_yellow_belt_is_told_what_it_beats() -> None:
    """A reason counts equal belts as won, so a yellow belt wins against 23 of 59 (A24)."""
    state = position("challenge", turn=1, held="M5 M2 F1", face_up="row-wild")
    assert "59 cards that you haven't seen" in reason(state, 1, CHALLENGE)
    assert "beats or equals 23 of them." in reason(state, 1, CHALLENGE)


def test_equal_cards_are_told_as_no_better() -> None:
    """Keeping one of two equal cards is explained by the other being no better (A49)."""
    state = position("exchange", turn=1, held="M3 M3 F1", challenger=1, winner=1)
    assert "fits your dojo no better" in reason(state, 1, KEEP)

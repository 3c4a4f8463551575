"""The rulings of the rules as data: a position, moves, and facts after them."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from games.diced_tomatoes.rules.state import State
from tests.games.diced_tomatoes.support.positions import fact, play, position


class Ruling(NamedTuple):
    """A position, moves of the player in turn, and facts that are true after them."""

    id: str
    given: State
    moves: tuple[str, ...]
    facts: dict[str, Any]


CHOICE: dict[str, Any] = {"zero_vines": "choice"}

PLACING = [
    Ruling("DT-01", position(["- / 1 / 1 2"], "1 2 3"), (), {"spots r1": ["1.1", "1.2"]}),
    Ruling("DT-01-two", position(["- / 1 / 1 2"], "1 2 3"), (), {"spots r2": ["1.1", "1.2"]}),
    Ruling("DT-01-three", position(["- / 1 / 1 2"], "1 2 3"), (), {"spots r3": ["1.1", "1.3"]}),
    Ruling(
        "DT-01-after-the-two",
        position(["- / 1 / 1 2"], "1 2 3"),
        ("place 2 1.2",),
        {"spots r3": ["1.1", "1.2", "1.3"]},
    ),
    Ruling(
        "DT-02-down",
        position(["- / 1 / 1 2"], "1 2 3"),
        ("place 3 1.1", "place 2 1.1", "place 1 1.1"),
        {"vine 1.1": "3 2 1", "stage": "place"},
    ),
    Ruling(
        "DT-02-around-the-seed",
        position(["- / 1 / 1 2"], "1 2 3"),
        ("place 2 1.1", "place 3 1.1", "place 1 1.1"),
        {"vine 1.1": "2 3 1"},
    ),
    Ruling(
        "DT-02-a-gap",
        position(["- / 1 / 1 2"], "1 2 3"),
        ("place 3 1.1",),
        {"refused place 1 1.1": True, "refused place 2 1.1": False},
    ),
    Ruling(
        "DT-04-no-black-seed",
        position(["", ""], "b2"),
        (),
        {"spots b2": [], "refused place b2 1.1": True, "refused end_turn": False},
    ),
    Ruling("DT-04-one", position(["", "1"], "b1"), (), {"spots b1": ["2.1"]}),
    Ruling("DT-04-two", position(["", "1"], "b2"), (), {"spots b2": ["2.1"]}),
    Ruling("DT-04-no-corner", position(["", "1"], "b6"), (), {"spots b6": []}),
    Ruling("D10-no-corner-upwards", position(["6 / 3 / 3"], "1"), (), {"spots r1": []}),
    Ruling("D11-both-ends", position(["3 4 / 1 / 1"], "2 5"), (), {"spots r5": ["1.1"]}),
    Ruling("D11-the-low-end", position(["3 4 / 1 1 / 6"], "2 5"), (), {"spots r2": ["1.1"]}),
    Ruling("D12-set-stays-a-set", position(["3 3 / 6 / 6"], "4"), (), {"spots r4": []}),
    Ruling("D12-run-stays-a-run", position(["3 4 / 6 / 6"], "4"), (), {"spots r4": []}),
    Ruling(
        "D13-seeding-others",
        position(["6 / 6 / 6", "- / 3"], "1"),
        ("place 1 2.1",),
        {"vine 2.1": "1", "turn": 0},
    ),
    Ruling(
        "D14-must-place",
        position(["6 / 6 / 6", "3"], "4"),
        (),
        {"refused end_turn": True, "spots r4": ["2.1", "2.2"]},
    ),
    Ruling(
        "D15-order-may-close-a-place",
        position(["1 2 / 6 / 6", "6 / 6 / 6"], "3 b3"),
        ("place b3 1.1",),
        {"spots r3": [], "refused end_turn": False},
    ),
    Ruling(
        "D16-karma-is-optional",
        position(["6 / 6 / 6"], "3", karma=6),
        (),
        {"refused end_turn": False, "refused change 3 6": False},
    ),
    Ruling(
        "D6-harvest-at-once",
        position(["3 4 5", ""], "6"),
        ("place 6 1.1",),
        {"vine 1.1": "-", "score 0": [3], "bushel": [21, 4, 0], "stage": "place"},
    ),
    Ruling(
        "D7-the-place-is-free-again",
        position(["3 4 5 / 1 / 1", "1 / 1 / 1"], "6 6"),
        ("place 6 1.1", "place 6 1.1"),
        {"vine 1.1": "6"},
    ),
    Ruling(
        "D21-a-black-fourth",
        position(["3 4 5", ""], "b6"),
        ("place b6 1.1",),
        {"score 0": [2], "bushel": [21, 4, 0]},
    ),
    Ruling(
        "DT-14-over-ripe",
        position(["", "6 6 6"], "g6", golden=True),
        ("place g6 2.1",),
        {"vine 2.1": "6 6 6 g6", "score 1": [], "karma": [3, 3]},
    ),
    Ruling(
        "DT-14-cleared",
        position(["", "6 6 6"], "g6", golden=True),
        ("place g6 2.1", "end_turn"),
        {"vine 2.1": "-", "bushel": [22, 4, 2]},
    ),
    Ruling(
        "DT-14-with-a-black",
        position(["", "6 6 b6"], "g6", golden=True),
        ("place g6 2.1",),
        {"score 1": [6], "karma": [6, 3], "bushel": [21, 4, 2]},
    ),
    Ruling(
        "D20-zero-waits",
        position(["1 2 3", ""], "b4"),
        ("place b4 1.1",),
        {"vine 1.1": "1 2 3 b4", "score 0": []},
    ),
    Ruling(
        "D20-a-full-vine-takes-nothing",
        position(["1 2 3 / 6 / 6", "6 / 6 / 6"], "5 b4"),
        ("place b4 1.1",),
        {"spots r5": ["1.2", "1.3", "2.1", "2.2", "2.3"]},
    ),
    Ruling(
        "D35-no-fourth-die",
        position(["", "3 3 3 / 5 / 5"], "3", tracks=[[], [1] * 6], finisher=1),
        (),
        {"spots r3": ["1.1"], "refused place 3 2.1": True},
    ),
    Ruling(
        "D35-up-to-three",
        position(["1 / 1 / 1", "3 3 / 5 / 5"], "3", tracks=[[], [1] * 6], finisher=1),
        (),
        {"spots r3": ["2.1"]},
    ),
]

CLEANUP = [
    Ruling(
        "D17-everybody-s-zero-vines",
        position(["1 b1", "1 b2 / 2 b3"]),
        ("end_turn",),
        {"vine 1.1": "-", "vine 2.1": "-", "vine 2.2": "2 b3", "bushel": [21, 3, 0]},
    ),
    Ruling("D18-below-zero", position(["", "1 b2 b3"]), ("end_turn",), {"vine 2.1": "-"}),
    Ruling(
        "D56-chosen",
        position(["1 b1", "1 b2 / 1 b1"], **CHOICE),
        ("end_turn", "clear 2.1"),
        {"vine 1.1": "1 b1", "vine 2.1": "-", "vine 2.2": "1 b1", "turn": 1},
    ),
    Ruling(
        "D56-none-of-them",
        position(["1 b1", ""], **CHOICE),
        ("end_turn", "clear"),
        {"vine 1.1": "1 b1", "turn": 1},
    ),
    Ruling(
        "D56-only-zero-vines",
        position(["1 b1 / 3", ""], **CHOICE),
        ("end_turn",),
        {"stage": "clear", "refused clear 1.2": True, "refused clear 1.1 1.1": True},
    ),
    Ruling(
        "D56-over-ripe-goes-anyway",
        position(["1 b1", "6 g6"], golden=True, **CHOICE),
        ("end_turn", "clear"),
        {"vine 2.1": "-", "vine 1.1": "1 b1"},
    ),
    Ruling(
        "D30-passed-dice-keep-their-colour",
        position(["6 / 6 / 6", "6 / 6 / 6"], "1 b1"),
        ("end_turn",),
        {"passed": [1, 1, 0], "turn": 1, "hand": ""},
    ),
    Ruling(
        "D52-to-the-next-in-turn-order",
        position(["6 / 6 / 6", "6 / 6 / 6", "6 / 6 / 6"], "1", turn=2, last=0),
        ("end_turn",),
        {"passed": [1, 0, 0], "turn": 0},
    ),
    Ruling("D27-cut-to-six", position(["6", "6"], karma=[11, 3]), ("end_turn",), {"karma": [6, 3]}),
    Ruling(
        "D31-an-empty-bushel-ends-it",
        position(["6 / 6 / 6", "6 / 6 / 6"], "1", bushel=[0, 0, 0]),
        ("end_turn",),
        {"stage": "end", "ending": "empty", "passed": [1, 0, 0]},
    ),
    Ruling(
        "D49-in-the-final-round-too",
        position(["6", "6", "6"], tracks=[[1] * 6, [], []], finisher=0, bushel=[0, 0, 0]),
        ("end_turn",),
        {"ending": "empty"},
    ),
    Ruling(
        "D2-fewer-than-three",
        position(["6", "6"], bushel=[2, 0, 0], karma=2),
        ("end_turn",),
        {"turn": 1, "bushel": [0, 0, 0], "stage": "place"},
    ),
    Ruling(
        "D40-the-very-last-dice-go-back",
        position(
            ["6 / 6 / 6", "6 / 6 / 6"],
            "1 b1",
            turn=1,
            tracks=[[1] * 6, []],
            finisher=0,
            bushel=[0, 0, 0],
            karma_overload=True,
        ),
        ("end_turn",),
        {"ending": "finished", "bushel": [1, 1, 0], "passed": [0, 0, 0], "bits": [0, 0]},
    ),
    Ruling(
        "D36-a-finished-player-still-plays",
        position(["6", "6", "6"], tracks=[[], [1] * 6, []], finisher=1),
        ("end_turn",),
        {"turn": 1, "stage": "draw"},
    ),
    Ruling(
        "D37-the-last-player-ends-it",
        position(["6", "3 4 5"], "6", turn=1, tracks=[[], [1] * 5]),
        ("place 6 2.1", "end_turn"),
        {"ending": "finished", "finisher": 1},
    ),
    Ruling(
        "D33-made-by-another",
        position(["6", "3 4 5", "6"], "6", tracks=[[], [1] * 5, []]),
        ("place 6 2.1", "end_turn"),
        {"finisher": 1, "turn": 1, "stage": "draw", "points": (0, 10, 0)},
    ),
    Ruling(
        "D34-the-first-alone",
        position(["3 4 5", "3 4 5", "6"], "6 6", tracks=[[1] * 5, [1] * 5, []]),
        ("place 6 2.1", "place 6 1.1"),
        {"finisher": 1, "points": (8, 10, 0)},
    ),
]

DRAWING = [
    Ruling(
        "D1-by-colour",
        position(["", ""], stage="draw"),
        ("draw rbb",),
        {"bushel": [21, 2, 0], "stage": "place"},
    ),
    Ruling(
        "D1-not-more-than-there-are",
        position(["", ""], stage="draw", bushel=[20, 1, 0]),
        (),
        {"refused draw rbb": True, "refused draw rrb": False, "refused draw rrg": True},
    ),
    Ruling(
        "D50-neither-fewer-nor-none",
        position(["", ""], stage="draw"),
        (),
        {"refused draw rr": True, "refused roll": True},
    ),
    Ruling(
        "D2-all-that-there-is",
        position(["6", ""], stage="draw", bushel=[1, 1, 0], karma=3),
        ("roll",),
        {"bushel": [0, 0, 0], "stage": "place"},
    ),
    Ruling(
        "D26-cleaning-before-the-draw",
        position(["6 5", ""], stage="draw", karma=6),
        ("clean 1.1",),
        {"vine 1.1": "-", "karma": [3, 6], "stage": "draw", "refused reroll 6": True},
    ),
    Ruling(
        "D32-what-went-back-can-be-drawn-next",
        position(["6 5", ""], stage="draw", bushel=[0, 3, 0]),
        ("clean 1.1",),
        {"bushel": [2, 3, 0], "refused draw rrb": False},
    ),
    Ruling(
        "D53-asked-who-could-clean",
        position(["6", "5"], turn=1, last=1, dice_pick="random"),
        ("end_turn",),
        {"stage": "draw", "refused roll": False, "refused draw rrr": True},
    ),
    Ruling(
        "D53-not-asked-who-could-not",
        position(["6", "5"], turn=1, last=1, dice_pick="random", karma=[2, 3]),
        ("end_turn",),
        {"stage": "place", "turn": 0},
    ),
    Ruling(
        "D53-the-draw-follows-the-last-karma",
        position(["6", "5"], stage="draw", dice_pick="random"),
        ("clean 1.1",),
        {"stage": "place", "undoable": False},
    ),
]


@pytest.mark.parametrize("ruling", [*PLACING, *CLEANUP, *DRAWING], ids=lambda ruling: ruling.id)
def test_a_ruling_holds(ruling: Ruling) -> None:
    """After its moves, a position has the facts that its ruling requires."""
    state = play(ruling.given, *ruling.moves).state
    for name, expected in ruling.facts.items():
        assert fact(state, name) == expected, name

"""The game's policy: rules of thumb that an experienced player would accept."""

from collections import Counter

from games.core.ai.memory import NO_MEMORY, Level
from games.core.rng import Rng
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.notation import position

STACKS = ["3R", "1GP", "1R", "3GY"]


def test_coins_go_where_they_are_worth_most() -> None:
    """In most decisions, a coin goes where it counts twice and stars are many."""
    state = position(["R1 R2 Y1 Y2", ""], stacks=STACKS, batch=1)
    view, chance = TOMATOMAT.view(state, 0), Rng("thumbs")
    moves = [TOMATOMAT.policy(view, NO_MEMORY, Level.NORMAL, chance) for _ in range(300)]
    favourites = [
        Counter(move.places()[card] for move in moves).most_common(1)[0][0] for card in range(4)
    ]
    assert favourites == [0, 0, 3, 3]


def test_police_stand_beside_coins() -> None:
    """An officer goes to a slot with coins of its batch."""
    state = position(["R1 R2 Rp Pp", ""], stacks=STACKS, batch=1)
    view, chance = TOMATOMAT.view(state, 0), Rng("thumbs")
    for _ in range(40):
        first, second, officer, _ = TOMATOMAT.policy(view, NO_MEMORY, Level.NORMAL, chance).places()
        assert officer in {first, second}


def test_it_gives_up_a_machine_that_others_have_won() -> None:
    """The policy places nothing on a slot where a rival has many more cards."""
    piles = [["", "G1 G1", "G2", ""], ["R1 R1 R1 R2", "", "", ""]]
    state = position(["G1 Y1 Y2 P1", "R1 R1 R2 G1"], piles, stacks=STACKS)
    view = TOMATOMAT.view(state, 0)
    for number in range(20):
        assert 0 not in TOMATOMAT.policy(view, NO_MEMORY, Level.NORMAL, Rng(str(number))).places()

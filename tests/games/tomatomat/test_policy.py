"""The game's policy: its rules of thumb, and the hard level's plans from what a seat knows."""

from collections import Counter

import pytest

from games.core.ai.memory import NO_MEMORY, Level
from games.core.rng import Rng
from games.tomatomat import TOMATOMAT
from games.tomatomat.ai.estimate import chances, points
from games.tomatomat.ai.planning import winner
from games.tomatomat.ai.policy import Pile
from games.tomatomat.rules.cards import CARDS, MACHINES, WORTH
from games.tomatomat.rules.notation import machines, position
from games.tomatomat.rules.resolving import resolve
from tests.support.sampling import sample

STACKS = ["3R", "1G", "1Y", "1P"]
THUMBS = ["3R", "1GP", "1R", "3GY"]


def test_plans_award_slots_as_the_rules_do() -> None:
    """A planned slot goes to the same seat as a resolved one, whatever lies there."""
    chance = Rng("slots")
    for _ in range(sample(600)):
        pack, top = list(CARDS), chance.choice(MACHINES)
        chance.shuffle(pack)
        shown = [tuple(pack.pop() for _ in range(chance.below(5))) for _ in range(3)]
        piles = [Pile.of(cards, WORTH[top]) for cards in shown]
        seat = chance.below(3)
        others = piles[:seat] + piles[seat + 1 :]
        awarded = resolve(0, (top,), shown, last=False).winner
        assert winner(piles[seat], others, seat) == awarded, shown


def test_it_counts_its_own_earlier_cards() -> None:
    """A hard seat takes the most stars, unless its own thief would steal the coins there."""
    plans = {}
    for own in ("Y1", "Rt"):
        state = position(
            ["R1 R1 R1 R1", ""], [[own, "", "", ""], [""] * 4], stacks=STACKS, own_peek=True
        )
        view = TOMATOMAT.view(state, 0)
        plans[own] = TOMATOMAT.policy(view, NO_MEMORY, Level.HARD, Rng("plan")).places()
    assert 0 in plans["Y1"]
    assert 0 not in plans["Rt"]


@pytest.mark.parametrize(
    ("won", "expected"),
    [
        (("3R", "1R 1G", ""), [1, 0, 0]),
        (("2R", "1R 1G", ""), [0, 1, 0]),
        (("2R", "2G", "1Y"), [0.5, 0.5, 0]),
    ],
    ids=["most stars", "most machines", "tie"],
)
def test_the_last_round_decides(won: tuple[str, str, str], expected: list[float]) -> None:
    """With no round left, the chance to win is the share of the victory."""
    assert chances([points(machines(words)) for words in won], 0) == expected


def test_a_lead_is_worth_less_with_fewer_seats_and_more_rounds() -> None:
    """The fewer seats share a round's stars, and the more rounds are left, the less a lead says."""
    texts = [
        chances([3, 1, 1, 1][:seats], left) for seats, left in ((2, 3), (2, 1), (3, 1), (4, 1))
    ]
    odds = [text[0] / text[1] for text in texts]
    assert odds == sorted(odds)
    assert len(set(odds)) == len(odds)


def test_coins_go_where_they_are_worth_most() -> None:
    """In most decisions, a coin goes where it counts twice and stars are many."""
    state = position(["R1 R2 Y1 Y2", ""], stacks=THUMBS, batch=1)
    view, chance = TOMATOMAT.view(state, 0), Rng("thumbs")
    moves = [TOMATOMAT.policy(view, NO_MEMORY, Level.NORMAL, chance) for _ in range(300)]
    favourites = [
        Counter(move.places()[card] for move in moves).most_common(1)[0][0] for card in range(4)
    ]
    assert favourites == [0, 0, 3, 3]


def test_police_stand_beside_coins() -> None:
    """An officer goes to a slot with coins of its batch."""
    state = position(["R1 R2 Rp Pp", ""], stacks=THUMBS, batch=1)
    view, chance = TOMATOMAT.view(state, 0), Rng("thumbs")
    for _ in range(40):
        first, second, officer, _ = TOMATOMAT.policy(view, NO_MEMORY, Level.NORMAL, chance).places()
        assert officer in {first, second}


def test_it_gives_up_a_machine_that_others_have_won() -> None:
    """The policy places nothing on a slot where a rival has many more cards."""
    piles = [["", "G1 G1", "G2", ""], ["R1 R1 R1 R2", "", "", ""]]
    state = position(["G1 Y1 Y2 P1", "R1 R1 R2 G1"], piles, stacks=THUMBS)
    view = TOMATOMAT.view(state, 0)
    for number in range(20):
        assert 0 not in TOMATOMAT.policy(view, NO_MEMORY, Level.NORMAL, Rng(str(number))).places()

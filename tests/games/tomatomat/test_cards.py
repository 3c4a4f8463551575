"""The two decks contain exactly what the rules list."""

from collections import Counter

import pytest

from games.tomatomat import TOMATOMAT
from games.tomatomat.rules import cards

PAIRS = {"RG": [1, 2], "YP": [1, 2], "RY": [1, 3], "GP": [1, 3], "RP": [2, 3], "GY": [2, 3]}


@pytest.mark.parametrize("colour", cards.COLOURS)
def test_every_colour_has_twelve_cards(colour: str) -> None:
    """Each colour has seven coins of 1, two of 2, two thieves and one officer (1)."""
    counted = Counter(card[1] for card in cards.CARDS if card[0] == colour)
    assert counted == {"1": 7, "2": 2, "t": 2, "p": 1}
    assert len(cards.CARDS) == 48


def test_b2_the_common_coin_is_worth_1() -> None:
    """Coins are worth 1 and 2, and thieves and officers nothing (B2)."""
    assert {card[1]: cards.VALUE[card] for card in cards.CARDS} == {"1": 1, "2": 2, "t": 0, "p": 0}


def test_the_machines_are_those_of_the_list() -> None:
    """There are six machines of each colour and two of each pair, with stars as listed (1.3)."""
    results: dict[str, list[int]] = {}
    for machine in cards.MACHINES:
        results.setdefault("".join(cards.MACHINE_COLOURS[machine]), []).append(cards.STARS[machine])
    single = {colour: [1, 1, 2, 2, 3, 3] for colour in cards.COLOURS}
    assert {colours: sorted(stars) for colours, stars in results.items()} == single | PAIRS
    assert len(cards.MACHINES) == 36


def test_stars_and_colours_are_spread_alike() -> None:
    """Every number of stars is on twelve machines, and on four of each colour (1.3)."""
    spread = Counter(
        (cards.STARS[m], colour) for m in cards.MACHINES for colour in cards.MACHINE_COLOURS[m]
    )
    assert Counter(map(cards.STARS.__getitem__, cards.MACHINES)) == {1: 12, 2: 12, 3: 12}
    assert set(spread.values()) == {4}


def test_b12_a_coin_that_matches_counts_twice() -> None:
    """A coin that matches one of a machine's colours counts twice, never four times (B12)."""
    assert [cards.worth(card, "2GY") for card in ("G1", "Y2", "R1", "P2", "Yt")] == [2, 4, 1, 2, 0]
    assert cards.worth("R2", "3R") == 4


def test_b3_two_to_four_play() -> None:
    """Two to four play (B3)."""
    assert TOMATOMAT.info.seats == (2, 4)

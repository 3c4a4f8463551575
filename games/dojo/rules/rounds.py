"""Which rounds have a dealer, and who that is."""

from games.core.values import Seat

ROUNDS = 12


def has_dealer(seats: int, number: int) -> bool:
    """Section 2: with five players the first and the last round are dealt at random (A14)."""
    return seats < 5 or 1 < number < ROUNDS


def dealer_of(seats: int, start: Seat, number: int) -> Seat:
    """Section 2: the deal goes round from the first dealer; random rounds do not count (A15)."""
    return (start + number - (1 if seats < 5 else 2)) % seats


def is_last_chance(seats: int, number: int) -> bool:
    """Tell whether no duel can come after this round (A13)."""
    return not any(has_dealer(seats, later) for later in range(number + 1, ROUNDS + 1))

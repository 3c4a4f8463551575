"""Random draws: fair, saved in two fields, and the same on every machine."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rng import BY_PURPOSE, Rng, seed_hash

seeds = st.text(min_size=1, max_size=20)


def test_draws_are_pinned() -> None:
    """These draws never change, so that old matches can be dealt again identically."""
    rng = Rng("a seed")
    cards = list(range(10))
    rng.shuffle(cards)

    assert cards == PINNED_SHUFFLE
    assert [rng.below(1000) for _ in range(6)] == PINNED_NUMBERS
    assert [rng.die() for _ in range(8)] == PINNED_DICE
    assert rng.fork("mind").below(1000) == PINNED_FORK
    assert rng.draws == 9 + 6 + 8


PINNED_SHUFFLE = [3, 1, 7, 5, 4, 8, 0, 6, 9, 2]
PINNED_NUMBERS = [596, 80, 861, 596, 71, 788]
PINNED_DICE = [1, 6, 6, 2, 1, 6, 1, 6]
PINNED_FORK = 914


@given(seeds, st.integers(1, 1 << 70))
def test_numbers_lie_below_their_bound(seed: str, bound: int) -> None:
    """A draw is at least 0 and below its bound; a bound above 2**64 is refused."""
    if bound > 1 << 64:
        with pytest.raises(ValueError, match="lies above"):
            Rng(seed).below(bound)
        return

    assert 0 <= Rng(seed).below(bound) < bound


@pytest.mark.parametrize("bound", [0, -1])
def test_nothing_lies_below_nothing(bound: int) -> None:
    """A bound below 1 is refused."""
    with pytest.raises(ValueError, match="nothing lies below"):
        Rng("x").below(bound)


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 10])
def test_numbers_are_fair(bound: int) -> None:
    """Every number is about as frequent as the others."""
    rng, tries = Rng("fair?"), 6000
    counts = Counter(rng.below(bound) for _ in range(tries))
    expected = tries / bound
    chi_squared = sum((counts[n] - expected) ** 2 / expected for n in range(bound))

    assert chi_squared < 28  # 99.9 % of fair generators stay below this with 9 degrees of freedom


def test_unfair_words_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word beyond the last whole multiple of the bound is drawn again."""
    words = iter([(1 << 64) - 1, 5])
    monkeypatch.setattr(Rng, "_word", lambda self: next(words))

    assert Rng("x").below(10) == 5


@given(seeds, st.lists(st.integers(), max_size=30))
def test_shuffling_keeps_everything(seed: str, things: list[int]) -> None:
    """A shuffle keeps exactly the same things."""
    shuffled = list(things)
    Rng(seed).shuffle(shuffled)

    assert Counter(shuffled) == Counter(things)


@given(seeds, st.integers(0, 20), st.integers(0, 25))
def test_a_shuffle_may_stop_early(seed: str, size: int, places: int) -> None:
    """A shuffle of only the last places gives them the same things as a whole one."""
    whole, part, rng = list(range(size)), list(range(size)), Rng(seed)
    Rng(seed).shuffle(whole)
    rng.shuffle(part, places)

    assert part[max(0, size - places) :] == whole[max(0, size - places) :]
    assert rng.draws == min(places, max(0, size - 1))


def test_every_order_is_as_likely() -> None:
    """The six orders of three cards are about equally frequent."""
    rng, orders = Rng("orders"), Counter[tuple[int, ...]]()
    for _ in range(3000):
        cards = [1, 2, 3]
        rng.shuffle(cards)
        orders[tuple(cards)] += 1

    assert len(orders) == 6
    assert max(orders.values()) - min(orders.values()) < 150


@given(seeds, st.integers(0, 12), st.integers(0, 12))
def test_samples_pick_places_once(seed: str, size: int, count: int) -> None:
    """A sample takes no place twice, and all places if more are requested."""
    sample = Rng(seed).sample(range(size), count)

    assert len(sample) == len(set(sample)) == min(size, count)


@given(seeds, st.integers(0, 20))
def test_two_fields_are_all(seed: str, used: int) -> None:
    """Seed and number of draws restore a generator exactly."""
    rng = Rng(seed)
    for _ in range(used):
        rng.below(1000)
    again, twin = Rng(rng.seed, rng.draws), rng.clone()
    coming = [rng.below(1000) for _ in range(5)]

    assert [again.below(1000) for _ in range(5)] == coming
    assert [twin.below(1000) for _ in range(5)] == coming


@given(seeds)
def test_forks_do_not_disturb(seed: str) -> None:
    """A fork doesn't change its parent, and another label gives another stream."""
    rng = Rng(seed)
    first, same, other = rng.fork("one"), rng.fork("one"), rng.fork("other")

    assert rng == Rng(seed)
    assert first == same
    assert first.seed != other.seed
    assert first.seed != seed


def test_forks_of_later_moments_differ() -> None:
    """The same label gives another stream once the parent has drawn."""
    rng = Rng("x")
    early = rng.fork("mind")
    rng.below(2)

    assert rng.fork("mind") != early


def test_the_seed_is_not_printed() -> None:
    """A generator's repr and str don't show the seed."""
    assert "secret" not in repr(Rng("secret")) + str(Rng("secret"))


def test_the_seed_can_be_checked() -> None:
    """The published hash is the SHA-256 of the seed."""
    assert seed_hash("a seed") == sha256(b"a seed").hexdigest()


def test_a_purpose_has_draws_of_its_own() -> None:
    """With such a seed, what was drawn before changes nothing, and the same purpose goes on."""
    early, late = Rng(f"{BY_PURPOSE}5eed"), Rng(f"{BY_PURPOSE}5eed")
    late.below(6)
    assert early.turn_to("turn 3")
    assert late.turn_to("turn 3")
    rolls = [early.die() for _ in range(6)]
    first = [late.die() for _ in range(3)]
    late.turn_to("turn 3")
    assert [*first, *(late.die() for _ in range(3))] == rolls
    late.turn_to("turn 4")
    assert [late.below(1 << 40) for _ in range(3)] != [early.below(1 << 40) for _ in range(3)]
    assert late.draws < 1 << 63


def test_other_seeds_have_no_purposes() -> None:
    """A seed without the mark draws on, so that stored matches are dealt as before."""
    plain = Rng("a seed", 7)
    assert not plain.turn_to("turn 3")
    assert plain.draws == 7

"""Card handling shared by all card games."""

from collections import Counter
from collections.abc import Iterable, MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")
Name = TypeVar("Name", bound=str)

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters for the places in a hand, without I and O, which look like digits."""


def letter(index: int) -> str:
    """Return the letter of a place in a hand: A, B, C ... then AA, AB ..."""
    high, low = divmod(index, len(LETTERS))
    return (LETTERS[high - 1] if high else "") + LETTERS[low]


def read_names(words: Iterable[str], known: Iterable[Name], thing: str = "card") -> list[Name]:
    """Return words as names of things; raises ValueError for one that isn't known."""
    names: dict[str, Name] = {name: name for name in known}
    for word in words:
        if word not in names:
            raise ValueError(f"There is no {thing} {word!r}.")
    return [names[word] for word in words]


def take(pile: MutableSequence[T], count: int) -> list[T]:
    """Take `count` cards from the top, which is the end of the list; the first taken comes first.

    Raises ValueError when the pile is too small.
    """
    if count > len(pile):
        raise ValueError(f"{count} cards asked of a pile of {len(pile)}")
    return [pile.pop() for _ in range(count)]


def without(things: Iterable[T], gone: Iterable[T]) -> list[T]:
    """Return `things` without `gone`; raises ValueError if `gone` has more of one."""
    left = Counter(things)
    left.subtract(gone)
    if min(left.values(), default=0) < 0:
        raise ValueError("not all of these cards are there")
    return list(left.elements())


def deal(pile: MutableSequence[T], order: Sequence[int], each: int) -> dict[int, list[T]]:
    """Deal `each` cards to every seat of `order`, one at a time, round by round."""
    hands: dict[int, list[T]] = {seat: [] for seat in order}
    for _ in range(each):
        for seat in order:
            hands[seat].append(pile.pop())
    return hands

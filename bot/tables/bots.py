"""The names of bot seats: the herbs and spices of a tomato kitchen, always the same ones."""

from __future__ import annotations

from collections.abc import Iterable

from data.records import Sitter, is_stand_in

NAMES = (
    "Basil",
    "Oregano",
    "Thyme",
    "Rosemary",
    "Sage",
    "Parsley",
    "Marjoram",
    "Pepper",
    "Garlic",
    "Saffron",
    "Chive",
    "Bay Leaf",
    "Dill",
)


def new_bot(others: Iterable[Sitter]) -> Sitter:
    """A bot for one more seat, named as no other at the table."""
    taken = {sitter.bot.casefold() for sitter in others if sitter.bot is not None}
    free = (name for name in NAMES if name.casefold() not in taken)
    number = len(taken)  # beyond the list the names count on
    return Sitter(bot=next(free, f"{NAMES[number % len(NAMES)]} {number // len(NAMES) + 1}"))


def with_bots(sitters: Iterable[Sitter], count: int) -> tuple[Sitter, ...]:
    """Some sitters and so many more bots beside them."""
    seated = tuple(sitters)
    for _ in range(count):
        seated = (*seated, new_bot(seated))
    return seated


def people(sitters: Iterable[Sitter]) -> tuple[int, ...]:
    """The players among those who sit, in the order they sit; who was forgotten is none."""
    players = (sitter.player_id for sitter in sitters)
    return tuple(one for one in players if one is not None and not is_stand_in(one))

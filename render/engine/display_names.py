"""Names as pictures can show them, and the initials that stand for seats.

Names are chosen by strangers: they hold control characters that turn a line around, towers of
accents, emoji, nothing at all. Whatever comes in, what comes out has glyphs in our fonts.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from render.engine.text import drawable

_DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn", "So", "Sk", "Me"}
_MARKS = {"Mn", "Mc"}
_LONGEST = 40


@lru_cache(maxsize=1024)
def clean(name: str, number: int, *, drawn: bool = True) -> str:
    """A name without what cannot or must not be shown; "#3" for seat 2 if nothing is left.

    With `drawn` it also loses what our fonts have no glyph for; read aloud it may keep that.
    """
    kept: list[str] = []
    marks = 0
    for given in unicodedata.normalize("NFKC", name):
        character = " " if given.isspace() else given  # tabs and line breaks are just gaps here
        if not _wanted(character):
            continue
        if drawn and character != " " and not drawable(character):
            character = _plainer(character)
        if not character:
            continue
        marks = marks + 1 if unicodedata.category(character) in _MARKS else 0
        if marks <= 1:
            kept.append(character)
    tidy = " ".join("".join(kept).split())[:_LONGEST]
    if any(unicodedata.category(one)[0] in "LNPS" for one in tidy):
        return tidy
    return f"#{number + 1}"


def _wanted(character: str) -> bool:
    """Whether a character may stand in a name at all: no controls, no emoji, no signs of style."""
    styling = "\N{VARIATION SELECTOR-1}" <= character <= "\N{VARIATION SELECTOR-16}"
    return not styling and unicodedata.category(character) not in _DROPPED


def _plainer(character: str) -> str:
    """A letter without accents that no font draws with them, or nothing."""
    base = unicodedata.normalize("NFD", character)[0]
    return base if base != character and drawable(base) else ""


@lru_cache(maxsize=256)
def _initials(names: tuple[str, ...]) -> tuple[str, ...]:
    letters = [_letters(name) for name in names]
    ones = [own[:1] for own in letters]
    twos = [own[:2] for own in letters]
    ends = [own[0] + own[-1] for own in letters]
    # Three characters would be too small for an avatar.
    numbered = [
        f"{own[0]}{seat + 1}" if seat < 9 else f"{seat + 1}" for seat, own in enumerate(letters)
    ]
    last = [f"#{seat + 1}" for seat in range(len(names))]
    chosen = ones
    for longer in (twos, ends, numbered, last):
        chosen = _told_apart(chosen, longer)
    return tuple(chosen)


def _told_apart(short: list[str], longer: list[str]) -> list[str]:
    """The short codes, but the longer one wherever two seats would share a code."""
    counts = Counter(short)
    return [more if counts[code] > 1 else code for code, more in zip(short, longer, strict=True)]


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """One or two letters for each seat, all different, from names that were cleaned."""
    return _initials(tuple(names))


def _letters(name: str) -> str:
    """The letters and digits of a name, the first of them a capital."""
    found = "".join(one for one in name if unicodedata.category(one)[0] in "LN")
    return (found[:1].upper()[:1] + found[1:]) if found else "#"

"""Names that pictures can show, and the initials of seats.

Strangers choose names: they contain control characters that reverse a line, stacks of accents,
emoji, or nothing at all. Every name returned here has glyphs in our fonts.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from games.core.names import visible
from render.engine.text import JOINERS, drawable

_DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn", "So", "Sk", "Me"}
_EVERYWHERE = f" {JOINERS}"
"""Characters that need no glyph."""
_MARKS = {"Mn", "Mc"}
_MOST_MARKS = 3
_AROUND = 200
"""The first class of accents that are stacked above or below a letter, without touching it."""
_LONGEST = 40


@lru_cache(maxsize=1024)
def clean(name: str, number: int, *, drawn: bool = True) -> str:
    """Return a name without characters that can't or mustn't be shown; "#3" for seat 2 if none is
    left.

    With `drawn`, characters without a glyph in our fonts are removed too; alt texts keep them.
    """
    parts: list[str] = []
    accents = marks = 0
    for character in visible(unicodedata.normalize("NFKC", name)):
        if not _wanted(character):
            continue
        if drawn and character not in _EVERYWHERE and not drawable(character):
            character = _plainer(character)  # noqa: PLW2901 - nothing else reads it
        if not character:
            continue
        accents = accents + 1 if unicodedata.combining(character) >= _AROUND else 0
        marks = marks + 1 if unicodedata.category(character) in _MARKS else 0
        if accents <= 1 and marks <= _MOST_MARKS:
            parts.append(character)
    shown = visible("".join(parts))
    if shown.startswith("(") and shown.endswith(")"):
        shown = visible(shown[1:-1])  # what stood before the account's name can't be drawn
    return visible(shown[:_LONGEST]) or f"#{number + 1}"


def _wanted(character: str) -> bool:
    """Tell whether a character may be in a name: no controls, no emoji, no style modifiers."""
    styling = "\N{VARIATION SELECTOR-1}" <= character <= "\N{VARIATION SELECTOR-16}"
    dropped = unicodedata.category(character) in _DROPPED and character not in JOINERS
    return not styling and not dropped


def _plainer(character: str) -> str:
    """Return a letter without accents that no font can draw; nothing if that fails."""
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
    """Return the short codes, or the longer one wherever two seats would share a code."""
    counts = Counter(short)
    return [more if counts[code] > 1 else code for code, more in zip(short, longer, strict=True)]


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Return one or two letters for each seat, all different, from cleaned names."""
    return _initials(tuple(names))


def _letters(name: str) -> str:
    """Return the letters and digits of a name, starting with a capital."""
    letters = "".join(letter for letter in name if unicodedata.category(letter)[0] in "LN")
    return (letters[:1].upper()[:1] + letters[1:]) if letters else "#"

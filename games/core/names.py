"""Names that people choose, made safe for a sentence: visible, and with a direction of their own.

Unicode has characters that show nothing, and some that change what stands beside them. A few belong
to words: joiners in Persian, in Indian scripts and between the parts of an emoji. These stay.
"""

import re
import unicodedata
from functools import lru_cache

FIRST_STRONG_ISOLATE = "\u2068"
END_OF_ISOLATE = "\u2069"

UNSEEN = "?"
"""A name of which nothing can be seen."""

_IGNORABLE = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e"
    r"\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
)
"""Unicode's Default_Ignorable_Code_Point, without the joiners, selectors and tags below."""
_BLANK = r"\u2800\U00013441\U00013442\U00016fe4\U0001d159"
"""Letters, symbols and marks whose picture is empty."""
_JOINERS = r"\u200c\u200d"
_SELECTORS = r"\ufe00-\ufe0f\U000e0100-\U000e01ef"
_TAGS = r"\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"

_NOTHING = re.compile(f"[{_IGNORABLE}{_BLANK}\ud800-\udfff]+")
_GAP = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_FLAG = re.compile("\N{WAVING BLACK FLAG}[\U000e0020-\U000e007e]{1,8}\U000e007f")
"""A flag of a part of a country: tags spell its code."""
_TAG_OR_FLAG = re.compile(f"({_FLAG.pattern})|[{_TAGS}]+")
_JOINED = re.compile(
    rf"(?<=[^\s{_JOINERS}])([{_JOINERS}])[{_JOINERS}]*(?=[^\s{_JOINERS}{_SELECTORS}])"
    rf"|[{_JOINERS}]+"
)
"""Joiners; the group is one between two characters."""
_SELECTED = re.compile(
    rf"(?<=[^\s{_JOINERS}{_SELECTORS}])([{_SELECTORS}])[{_SELECTORS}]*|[{_SELECTORS}]+"
)
"""Selectors of a style; the group is one after a character."""
_ACCENT = re.compile(r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
_PASSED_OVER = re.compile(f"[{_JOINERS}{_SELECTORS}]")
"""Marks after these stand on the letter before."""
_MOST_ACCENTS = 2
"""Accents on one letter; more would cover the lines above."""
_MOST_MARKS = 5
"""Marks of any kind on one letter; Burmese has the most."""
_SHOWN = {"L", "N", "P", "S"}
_RIGHT_TO_LEFT = {"R", "AL", "AN"}


@lru_cache(maxsize=4096)
def visible(name: str) -> str:
    """Return a name in one line, without what shows nothing; "" if nothing would be seen."""
    line = _TAG_OR_FLAG.sub(r"\1", _GAP.sub(" ", _NOTHING.sub("", name))).strip()
    line = _JOINED.sub(r"\1", _SELECTED.sub(r"\1", _without_piles(line)))
    line = " ".join(line.split())
    return line if any(_is_seen(character) for character in line) else ""


def is_readable(name: str) -> bool:
    """Tell whether a name has a letter or digit, so that pictures and alt texts can show it."""
    return any(unicodedata.category(character)[0] in "LN" for character in visible(name))


def isolated(name: str) -> str:
    """Return a name such that its direction turns nothing around it.

    Without this, "2" and the next name change places after a name in Arabic or Hebrew.
    """
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in name):
        return f"{FIRST_STRONG_ISOLATE}{name}{END_OF_ISOLATE}"
    return name


def plain_name(name: str) -> str:
    """Return a name for a sentence in a medium without markdown."""
    return isolated(visible(name)) or UNSEEN


def _without_piles(line: str) -> str:
    """Return a line without marks that have no letter, or stand on one with too many."""
    parts: list[str] = []
    accents, marks = 0, [""] * _MOST_MARKS
    for character in line:
        if _PASSED_OVER.match(character):
            parts.append(character)
        elif unicodedata.category(character)[0] != "M":
            accents, marks = 0, [""] * _MOST_MARKS if character == " " else []
            parts.append(character)
        else:
            is_accent = _ACCENT.match(character) is not None
            accents += is_accent
            fits = accents <= _MOST_ACCENTS if is_accent else character not in marks
            if fits and len(marks) < _MOST_MARKS:
                marks.append(character)
                parts.append(character)
    return "".join(parts)


def _is_seen(character: str) -> bool:
    """Tell whether a character alone shows something; new emoji may be unknown to Python."""
    category = unicodedata.category(character)
    return category[0] in _SHOWN or (category == "Cn" and ord(character) & 0xFFFE != 0xFFFE)

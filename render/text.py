"""Words to pixels: fonts, shaping, fallback between fonts, shrinking and cutting.

A label is a mask, kept and reused in any colour; drawing text anew each time is forty times slower.
HarfBuzz (through Pillow's Raqm) joins Arabic letters and orders right-to-left words.
"""

from __future__ import annotations

import json
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from render.shelf import Shelf
from render.theme import PLAIN, STRONG, Style

FONTS = Path(__file__).parent / "assets" / "fonts"
ELLIPSIS = "…"
_LABELS_KEPT = 3000
_BREAKING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
_SMALLEST, _LARGEST = 14, 60


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text as a mask; `left` and `top` lead from the start of its baseline to it."""

    mask: Image.Image
    left: int
    top: int
    width: int


@cache
def _coverage() -> dict[str, tuple[list[int], list[int]]]:
    """For each face the first and the last code points of the ranges it has, sorted."""
    ranges = json.loads((FONTS / "coverage.json").read_text(encoding="utf-8"))
    return {
        face: ([first for first, _ in pairs], [last for _, last in pairs])
        for face, pairs in ranges.items()
    }


def covers(face: str, character: str) -> bool:
    """Whether `face` has a glyph for `character`."""
    firsts, lasts = _coverage()[face]
    place = bisect_right(firsts, ord(character)) - 1
    return place >= 0 and ord(character) <= lasts[place]


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """One font at one size, opened once."""
    path = FONTS / f"{face}.ttf"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.RAQM)


def open_all() -> None:
    """Open every face at the sizes that tables use."""
    for face in _coverage():
        for size in range(_SMALLEST, _LARGEST + 1, 2):
            font(face, size)


def cap_height(face: str, size: int) -> int:
    """The height of a capital or digit above the baseline."""
    return -_box(face, size, "H")[1]


@lru_cache(maxsize=512)
def _box(face: str, size: int, words: str) -> tuple[int, int, int, int]:
    left, top, right, bottom = font(face, size).getbbox(words, anchor="ls")
    return int(left), int(top), int(right), int(bottom)


def _face_for(face: str, character: str) -> str:
    """The face that draws `character`: the wished one, else Rubik, which has the most scripts."""
    if character.isspace() or covers(face, character):
        return face
    return PLAIN if face == PLAIN else STRONG


def runs(words: str, face: str) -> list[tuple[str, str]]:
    """Split words where another font has to step in: pairs of face and words."""
    return [
        (chosen, "".join(characters))
        for chosen, characters in groupby(words, key=lambda one: _face_for(face, one))
    ]


_labels: Shelf[tuple[str, str, int], Label] = Shelf(_LABELS_KEPT)
"""Names come and go, so the number kept is bounded."""


def label(words: str, face: str, size: int) -> Label:
    """The mask of a line of text; shared, so never to be drawn on."""
    words = printable(words)
    key = (words, face, size)
    return _labels.get(key) or _labels.put(key, _draw(words, face, size))


def _draw(words: str, face: str, size: int) -> Label:
    placed: list[tuple[float, str, ImageFont.FreeTypeFont]] = []
    boxes: list[tuple[float, float, float, float]] = []
    pen = 0.0
    for chosen, part in runs(words, face):
        pen_font = font(chosen, size)
        left, top, right, bottom = pen_font.getbbox(part, anchor="ls")
        placed.append((pen, part, pen_font))
        boxes.append((pen + left, top, pen + right, bottom))
        pen += pen_font.getlength(part)
    if not boxes:
        return Label(Image.new("L", (1, 1)), 0, 0, 0)
    left = int(min(box[0] for box in boxes)) - 1
    top = int(min(box[1] for box in boxes)) - 1
    right = int(max(box[2] for box in boxes)) + 2
    bottom = int(max(box[3] for box in boxes)) + 2
    mask = Image.new("L", (right - left, bottom - top))
    draw = ImageDraw.Draw(mask)
    for start, part, pen_font in placed:
        draw.text((start - left, -top), part, fill=255, font=pen_font, anchor="ls")
    return Label(mask, left, top, round(pen))


@lru_cache(maxsize=_LABELS_KEPT)
def printable(words: str) -> str:
    """Words without what would break a line or turn it around; joiners of letters stay."""
    return "".join(
        one for one in words if one in _JOINERS or unicodedata.category(one) not in _BREAKING
    )


def width(words: str, face: str, size: int) -> int:
    """How far the pen moves when it writes `words`."""
    return label(words, face, size).width


@lru_cache(maxsize=_LABELS_KEPT)
def fit(words: str, style: Style, room: int) -> tuple[str, int]:
    """Shrink `words` to `room` pixels, then cut them: what to write, and at which size."""
    words = printable(words)
    for size in range(style.size, style.floor - 1, -2):
        if _measure(words, style.face, size) <= room:
            return words, size
    kept = words
    while kept and _measure(kept.rstrip() + ELLIPSIS, style.face, style.floor) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS, style.floor


def _measure(words: str, face: str, size: int) -> float:
    """The width without drawing: candidates that do not fit are not worth a place in the cache."""
    return sum(font(chosen, size).getlength(part) for chosen, part in runs(words, face))

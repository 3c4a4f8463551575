"""Words to pixels: fonts, shaping, fallback fonts, shrinking and cutting.

A label is a mask that is cached and used in any colour; drawing text each time is forty times
slower. HarfBuzz (through Pillow's Raqm) joins Arabic letters and orders right-to-left words. A
letter that the chosen face lacks is drawn by the first of a row that has it: Rubik, Manrope for
Greek, Noto for other scripts, otherwise a system font.
"""

import json
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, features

from render.engine import system_fonts, theme
from render.engine.cache import PictureCache, shared

FONTS = Path(__file__).parents[1] / "assets" / "fonts"
ELLIPSIS = "…"
_LABELS_KEPT = 3000
_A_LABEL = 1000
"""Approximate bytes that a label takes besides its pixels."""
_BREAKING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
_NEUTRAL = {"WS", "ON", "CS", "ES", "ET", "B", "S"}
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
    """Return, for each face, the first and last code points of its ranges, sorted."""
    ranges = json.loads((FONTS / "coverage.json").read_text(encoding="utf-8"))
    return {
        face: ([first for first, _ in pairs], [last for _, last in pairs])
        for face, pairs in ranges.items()
    }


def covers(face: str, character: str) -> bool:
    """Tell whether `face` has a glyph for `character`."""
    firsts, lasts = _coverage()[face]
    place = bisect_right(firsts, ord(character)) - 1
    return place >= 0 and ord(character) <= lasts[place]


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return one font at one size, opened once."""
    if face.startswith(system_fonts.PREFIX):
        return system_fonts.opened(face, size)
    return ImageFont.truetype(_files()[face], size)


@cache
def _files() -> dict[str, Path]:
    """Return the file of each face."""
    return {path.stem: path for path in FONTS.iterdir() if path.suffix in {".ttf", ".otf"}}


def open_all() -> None:
    """Open the usual faces at the sizes that tables use, and find the others.

    Those for other scripts take up to a megabyte a size, so they are opened when a name needs them.
    """
    system_fonts.faces()
    for face in (theme.BOLD, theme.ROUND, theme.PLAIN, theme.STRONG):
        for size in range(_SMALLEST, _LARGEST + 1, 2):
            font(face, size)


def cap_height(face: str, size: int) -> int:
    """Return the height of a capital or digit above the baseline."""
    return -_box(face, size, "H")[1]


@lru_cache(maxsize=512)
def _box(face: str, size: int, words: str) -> tuple[int, int, int, int]:
    left, top, right, bottom = font(face, size).getbbox(words, anchor="ls")
    return int(left), int(top), int(right), int(bottom)


def drawable(character: str) -> bool:
    """Tell whether any font has `character` for a name."""
    return _other_face(theme.STRONG, character) is not None


def _other_face(face: str, character: str) -> str | None:
    """Return the first face with `character`, starting with the chosen one; None if none has it."""
    ours = (face, theme.PLAIN if face == theme.PLAIN else theme.STRONG, *theme.OTHERS)
    own = next((other for other in ours if covers(other, character)), None)
    return own or system_fonts.covering(character)


def runs(words: str, face: str) -> list[tuple[str, str]]:
    """Split words into pairs of face and words, from left to right, where another font is needed.

    Characters without a direction (a space, a dot) keep the font before them. Otherwise a
    right-to-left line would be split at every space.
    """
    chosen: list[tuple[str, str]] = []
    for character in words:
        before = chosen[-1][0] if chosen else face
        if chosen and character in JOINERS:
            chosen.append((before, character))
            continue
        neutral = unicodedata.bidirectional(character) in _NEUTRAL
        if neutral and (character.isspace() or _has(before, character)):
            chosen.append((before, character))
        else:
            chosen.append((_other_face(face, character) or face, character))
    parts = [
        (face, "".join(character for _, character in group))
        for face, group in groupby(chosen, key=lambda pair: pair[0])
    ]
    return parts[::-1] if _from_right(words) else parts


def _has(face: str, character: str) -> bool:
    """Tell whether a face has a character; system fonts are used only for letters."""
    return not face.startswith(system_fonts.PREFIX) and covers(face, character)


def _from_right(words: str) -> bool:
    """Tell whether the first letter of a line runs from right to left."""
    kinds = (unicodedata.bidirectional(letter) for letter in words)
    return next((kind in {"R", "AL"} for kind in kinds if kind in {"L", "R", "AL"}), False)


_labels: PictureCache[tuple[str, str, int], Label] = shared(
    lambda made: _A_LABEL + made.mask.width * made.mask.height
)
"""Only in memory, so names aren't written to disk."""


def label(words: str, face: str, size: int) -> Label:
    """Return the mask of a line of text; it is shared, so never draw on it."""
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
    """Remove what would break or reverse a line; joiners stay if letters can be joined."""
    joiners = JOINERS if is_shaping() else ""
    return "".join(
        letter
        for letter in words
        if letter in joiners or unicodedata.category(letter) not in _BREAKING
    )


def is_shaping() -> bool:
    """Tell whether letters are joined and ordered, for which Raqm needs the library FriBidi."""
    return bool(features.check("raqm"))


def width(words: str, face: str, size: int) -> int:
    """Return the width of `words`."""
    return label(words, face, size).width


@lru_cache(maxsize=_LABELS_KEPT)
def fit(words: str, style: theme.Style, room: int) -> tuple[str, int]:
    """Shrink `words` to `room` pixels, then cut them; return the words and their size."""
    words = printable(words)
    for size in range(style.size, style.floor - 1, -2):
        if _measure(words, style.face, size) <= room:
            return words, size
    shortened = words
    while shortened and _measure(shortened.rstrip() + ELLIPSIS, style.face, style.floor) > room:
        shortened = shortened[:-1]
    return shortened.rstrip() + ELLIPSIS, style.floor


@lru_cache(maxsize=_LABELS_KEPT)
def fits(words: str, style: theme.Style, room: float) -> bool:
    """Tell whether words fit into `room` without being cut."""
    return _measure(printable(words), style.face, style.floor) <= int(room)


def _measure(words: str, face: str, size: int) -> float:
    """Return the width without drawing: words that don't fit aren't worth caching."""
    return sum(font(chosen, size).getlength(part) for chosen, part in runs(words, face))

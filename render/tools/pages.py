"""Contact sheets: many pictures beside each other, at the width at which people see them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from PIL import Image

from render.tools.colour_vision import Vision, seen

CHAT = "#313338"
"""The ground of a dark client."""
_GAP = 12
_TALLEST = 2000
"""Height of a page in pixels; a single picture may be taller."""


class PageStyle(NamedTuple):
    """Width of the pictures on a page, number of columns, and the reader's colour vision."""

    width: int
    columns: int
    vision: Vision = "usual"

    @property
    def name(self) -> str:
        """Return a part of a file's name."""
        return f"at-{self.width}" if self.vision == "usual" else self.vision


def pages(pictures: Iterable[Image.Image], style: PageStyle) -> Iterator[Image.Image]:
    """Lay pictures out on pages, each in the shortest column."""
    heights = [_GAP] * style.columns
    placed: list[tuple[Image.Image, int, int]] = []
    for picture in pictures:
        small = _small(picture, style.width)
        column = heights.index(min(heights))
        if placed and heights[column] + small.height > _TALLEST:
            yield _page(placed, style)
            heights, placed, column = [_GAP] * style.columns, [], 0
        placed.append((small, _GAP + column * (style.width + _GAP), heights[column]))
        heights[column] += small.height + _GAP
    if placed:
        yield _page(placed, style)


def _small(picture: Image.Image, width: int) -> Image.Image:
    high = round(picture.height * width / picture.width)
    return picture.convert("RGB").resize((width, high), Image.Resampling.LANCZOS)


def _page(placed: list[tuple[Image.Image, int, int]], style: PageStyle) -> Image.Image:
    wide = _GAP + style.columns * (style.width + _GAP)
    high = max(top + image.height for image, _, top in placed) + _GAP
    page = Image.new("RGB", (wide, high), CHAT)
    for image, left, top in placed:
        page.paste(image, (left, top))
    return seen(page, style.vision)

"""Words in pictures are separate, inside the picture, large enough and clear of their ground."""

import io
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from PIL import Image

from render.canvas import Written
from render.engine.text import fit
from render.engine.theme import ROUND, TALLEST, WIDTH, Style
from render.scenes.common import layout
from render.tools.colour_vision import contrasts
from tests.render.album import Page, album
from tests.render.test_facts import BARE

SMALLEST, NUMBERS, LARGE = 28, 22, 36
"""Pixels of a font: of words, of numbers that must not be cut, and of large words."""
CORNER = (166, 100)
"""Width and height in pixels of the corner where clients put their sign for descriptions."""
LOW_CORNER = 80
"""Its height in pictures of the greatest height, which have a low foot."""
CLEAR = 2
"""Pixels without ink around a label."""
FAINT = 0.3
"""The share of a ground that may have less contrast, as line corners leave small discs."""


def lines() -> Iterator[tuple[Page, Written]]:
    """Yield every written line of every picture."""
    for page in album():
        yield from ((page, line) for line in page.picture.texts if line.drawn.strip())


def common(item: Written, other: Written) -> bool:
    """Return whether the ink of two lines overlaps by more than an edge."""
    left, top = max(item.at[0], other.at[0]), max(item.at[1], other.at[1])
    right, bottom = min(item.at[2], other.at[2]), min(item.at[3], other.at[3])
    return right - left > 2 * CLEAR + 1 and bottom - top > 2 * CLEAR + 1


def test_no_words_lie_on_others() -> None:
    """No line of text overlaps another."""
    for page in album():
        for first, other in combinations(page.picture.texts, 2):
            assert not common(first, other), (page.name, first, other)


def test_no_words_leave_the_picture() -> None:
    """Every line of text is inside its picture."""
    for page, line in lines():
        left, top, right, bottom = line.at
        assert min(left, top) >= -CLEAR, (page.name, line)
        assert right <= WIDTH + CLEAR, (page.name, line)
        assert bottom <= page.picture.height + CLEAR, (page.name, line)


def test_no_words_lie_where_clients_put_their_sign() -> None:
    """No text is in the lower left corner of a picture."""
    for page, line in lines():
        foot = CORNER[1] if page.picture.height < TALLEST else LOW_CORNER
        above = page.picture.height - foot
        within = line.at[0] + CLEAR < CORNER[0] and line.at[3] - CLEAR > above
        assert not within, (page.name, line)


def test_no_line_of_broken_words_is_cut() -> None:
    """Words that are broken into lines are drawn whole, however narrowly a line fits."""
    style = Style(ROUND, 42, 42)
    words = "A machine 1, B machine 3, C machine 2, D machine 4"
    for room in range(360, 760):
        broken = layout.lines(words, style, room)

        assert [fit(line, style, room)[0] for line in broken] == broken, room


def test_no_number_is_cut() -> None:
    """Numbers are never shortened."""
    for page, line in lines():
        assert line.given == line.drawn or not BARE.fullmatch(line.given), (page.name, line)


def test_nothing_is_too_small() -> None:
    """Words have a font of at least 28 pixels, and numbers of at least 22."""
    for page, line in lines():
        least = NUMBERS if BARE.fullmatch(line.given) else SMALLEST
        assert line.size >= least, (page.name, line)


def test_words_stand_out_from_what_is_around_them() -> None:
    """The contrast of a line to its ground is at least 4.5 to 1, or 3 to 1 if it is large."""
    for page in album():
        image = Image.open(io.BytesIO(page.picture.png)).convert("RGB")
        for line in page.picture.texts:
            if not line.drawn.strip():
                continue
            ring = contrasts(np.asarray(image.crop(line.at)), line.colour)
            edge = np.concatenate([ring[:, 0], ring[:, -1]])
            least = 3.0 if line.size >= LARGE else 4.5
            assert np.quantile(edge, FAINT) >= least, (page.name, line, np.quantile(edge, FAINT))

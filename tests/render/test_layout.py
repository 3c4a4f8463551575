"""Words in pictures can be read: each stands free, inside, large enough, apart from its ground."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from PIL import Image

from render.canvas import Written
from render.engine.theme import WIDTH
from render.tools.colour_vision import contrasts
from tests.render.album import Page, album
from tests.render.test_facts import BARE

SMALLEST, NUMBERS, LARGE = 28, 22, 36
"""Pixels of a font: of words, of numbers that must not be cut, and of what counts as large."""
CORNER = (140, 84)
"""Clients put their sign for descriptions so far to the right and so far up, in pixels."""
CLEAR = 2
"""Pixels around the ink of a label that hold none."""
FAINT = 0.3
"""The share of a ground that may be fainter: corners of a line reach beyond small discs."""


def lines() -> Iterator[tuple[Page, Written]]:
    """Every line of every picture that holds any ink."""
    for page in album():
        yield from ((page, line) for line in page.picture.texts if line.drawn.strip())


def common(one: Written, other: Written) -> bool:
    """Whether the ink of two lines shares more than an edge."""
    left, top = max(one.at[0], other.at[0]), max(one.at[1], other.at[1])
    right, bottom = min(one.at[2], other.at[2]), min(one.at[3], other.at[3])
    return right - left > 2 * CLEAR + 1 and bottom - top > 2 * CLEAR + 1


def test_no_words_lie_on_others() -> None:
    """No line covers any of another."""
    for page in album():
        for one, other in combinations(page.picture.texts, 2):
            assert not common(one, other), (page.name, one, other)


def test_no_words_leave_the_picture() -> None:
    """Every line stands within the picture as a whole."""
    for page, line in lines():
        left, top, right, bottom = line.at
        assert min(left, top) >= -CLEAR, (page.name, line)
        assert right <= WIDTH + CLEAR, (page.name, line)
        assert bottom <= page.picture.height + CLEAR, (page.name, line)


def test_no_words_lie_where_clients_put_their_sign() -> None:
    """The lower left corner of no picture but the strip holds anything that must be read."""
    for page, line in lines():
        above = page.picture.height - CORNER[1]
        within = line.at[0] + CLEAR < CORNER[0] and line.at[3] - CLEAR > above
        assert not within or page.kind == "strip", (page.name, line)


def test_no_number_is_cut() -> None:
    """Names may end in an ellipsis; a number without its last digit would be a lie."""
    for page, line in lines():
        assert line.given == line.drawn or not BARE.fullmatch(line.given), (page.name, line)


def test_nothing_is_too_small() -> None:
    """Words are eight pixels high on a phone at least, and numbers hardly less."""
    for page, line in lines():
        least = NUMBERS if BARE.fullmatch(line.given) else SMALLEST
        assert line.size >= least, (page.name, line)


def test_words_stand_out_from_what_is_around_them() -> None:
    """The contrast of each line to the pixels at its ends is 4.5 to 1, of a large one 3 to 1."""
    for page in album():
        image = Image.open(io.BytesIO(page.picture.png)).convert("RGB")
        for line in page.picture.texts:
            if not line.drawn.strip():
                continue
            ring = contrasts(np.asarray(image.crop(line.at)), line.colour)
            edge = np.concatenate([ring[:, 0], ring[:, -1]])
            least = 3.0 if line.size >= LARGE else 4.5
            assert np.quantile(edge, FAINT) >= least, (page.name, line, np.quantile(edge, FAINT))

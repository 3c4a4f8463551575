"""A clip is short and small whatever its pictures hold, and its words tell the moments."""

import gc
import random
import weakref
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from games.core.text import Reader, say
from render.clip import (
    FRAME_MS,
    MOST_FRAMES,
    TALL,
    WIDE,
    Caption,
    band,
    clip,
    describe,
    frame,
    unveiled,
)
from render.engine.theme import TALLEST, WIDTH

LARGEST = 8_000_000
"""The most bytes of a clip."""
LONGEST = 20_000
"""The most milliseconds."""
NAMES = Reader(("Ana", "Ben", "Chen", "Dora"))


def caption(step: int, *, known: bool = True) -> Caption:
    chances = (0.7, 0.2, 0.1, 0.0) if known else None
    return Caption(
        step=step, last=40, chances=chances, points=(3, -2, 10**12, 0), order=(1, 0, 2, 3)
    )


def test_the_worst_clip_is_within_its_bounds() -> None:
    """Tall frames of noise, which compress worst, stay under 8 MB and 1,000 pixels."""
    picture = random.Random(7).randbytes(3 * WIDTH * TALLEST)
    noise = Image.frombytes("RGB", (WIDTH, TALLEST), picture)
    worst = frame("dojo", noise, band("dojo", caption(40), NAMES), TALLEST)
    two = len(clip([worst, worst.transpose(Image.Transpose.ROTATE_180)]))

    assert two / 2 * MOST_FRAMES < LARGEST
    assert worst.size[0] <= WIDE
    assert worst.size[1] <= TALL


def test_a_clip_is_short_and_repeats() -> None:
    """Of ten frames it shows the last eight, for less than 20 seconds, again and again."""
    frames = [Image.new("RGB", (8, 8), (25 * number, 0, 0)) for number in range(10)]
    shown: Any = Image.open(BytesIO(clip(frames)))
    colours = []
    for number in range(shown.n_frames):
        shown.seek(number)
        colours.append(round(shown.convert("RGB").getpixel((4, 4))[0] / 25))

    assert colours == list(range(2, 10))
    assert shown.n_frames * FRAME_MS < LONGEST
    assert shown.info["loop"] == 0


def test_a_moving_picture_lets_its_frames_go() -> None:
    """No frame stays until garbage is collected, which happens seldom."""
    whole, steps = Image.new("RGB", (8, 8)), [Image.new("RGB", (8, 8), "red")]
    frames = [weakref.ref(whole), *map(weakref.ref, steps)]
    gc.disable()
    try:
        unveiled(steps, whole)
        del whole, steps
        assert [entry() for entry in frames] == [None, None]
    finally:
        gc.enable()


def test_its_words_tell_the_moments() -> None:
    """Each step has its chances, else the points, of the seats in their order."""
    text = describe(say("Dojo"), [caption(4), caption(40, known=False)], NAMES)

    assert "Step 4: Ben 20%, Ana 70%" in text
    assert "Step 40: Ben \N{MINUS SIGN}2, Ana 3" in text


@pytest.mark.parametrize("known", [True, False])
def test_a_band_writes_what_it_knows(known: bool) -> None:
    """Chances make a bar in the seats' colours, points a row of discs; both have the same size."""
    first, other = (band("dojo", caption(step, known=known), NAMES) for step in (4, 5))

    assert first.size == other.size == (WIDTH, 196)
    assert first.tobytes() != other.tobytes()
    assert first.tobytes() != band("dojo", caption(4, known=not known), NAMES).tobytes()

"""The canvas: its log, its parts, its sizes."""

from __future__ import annotations

import pytest

from render.canvas import Canvas, Fixed
from render.engine.shapes import Box
from render.engine.theme import GOLD, NAME, TITLE, TOMATE, WIDTH, Size

PANEL = Box(200, 80, 20, GOLD)


def test_the_log_holds_what_was_given_and_what_was_drawn() -> None:
    """The log keeps the full text of a shortened name, and the letters that were drawn."""
    canvas = Canvas(200, TOMATE)
    canvas.write("Grandmaster Tomatillo", (10, 40), NAME, room=150)
    canvas.sprite("suit:O", (10, 100), (40, 40))
    written = canvas.texts[0]
    assert written.given == "Grandmaster Tomatillo"
    assert written.drawn.endswith("…")
    assert canvas.sprites == ["suit:O"]


def paint_part(canvas: Canvas) -> None:
    """Paint a part with fixed words and a sprite that sticks out of it."""

    def painter() -> None:
        canvas.box((20, 20), PANEL._replace(height=50))
        canvas.write("Ana", (40, 60), NAME)
        canvas.sprite("icon:crown", (200, 5), (60, 60))

    canvas.part("a part", (20, 20), (200, 80), painter)


def test_a_part_looks_the_same_when_it_is_pasted() -> None:
    """A part has the same pixels and the same log each time it is painted."""
    first, second = Canvas(140, TOMATE), Canvas(140, TOMATE)
    paint_part(first)
    paint_part(second)
    assert first.image.tobytes() == second.image.tobytes()
    assert (first.texts, first.sprites) == (second.texts, second.sprites)
    assert [text.given for text in second.texts] == ["Ana"]


def test_a_part_covers_what_lay_there() -> None:
    """A part is painted on the bare ground, so things beneath it never reappear."""
    first, second = Canvas(142, TOMATE), Canvas(142, TOMATE)
    first.write("what lay there", (30, 60), TITLE)
    paint_part(first)
    paint_part(second)
    room = (20, 20, 220, 100)
    assert first.image.crop(room).tobytes() == second.image.crop(room).tobytes()


def test_a_part_never_leaves_its_room() -> None:
    """Pixels outside of a part are cut off, the first time too."""
    canvas, bare = Canvas(141, TOMATE), Canvas(141, TOMATE)
    paint_part(canvas)
    right = (221, 0, WIDTH, 141)
    assert canvas.image.crop(right).tobytes() == bare.image.crop(right).tobytes()


def test_what_is_fixed_lies_on_the_ground_of_every_picture() -> None:
    """A fixed box is on the ground of every picture, and painting doesn't change it."""
    fixed = (Fixed(PANEL, (20, 20)),)
    first = Canvas(140, TOMATE, fixed=fixed)
    before = first.image.tobytes()
    first.write("spoilt", (20, 60), TITLE)
    assert Canvas(140, TOMATE, fixed=fixed).image.tobytes() == before
    assert before != Canvas(140, TOMATE).image.tobytes()


@pytest.mark.parametrize("size", list(Size))
def test_a_picture_is_as_large_as_asked(size: Size) -> None:
    """The same design fills a larger picture, with the same log."""
    canvas = Canvas(140, TOMATE, size)
    paint_part(canvas)
    assert canvas.image.size == (round(WIDTH * size.value), round(140 * size.value))
    assert [text.given for text in canvas.texts] == ["Ana"]


def test_capitals_are_centred_on_their_line() -> None:
    """The middle of a capital is at the requested height, within a pixel."""
    canvas, bare = Canvas(140, TOMATE), Canvas(140, TOMATE)
    canvas.write("H", (40, 70), TITLE)
    rows = [
        y
        for y in range(140)
        if canvas.image.crop((0, y, 200, y + 1)).tobytes()
        != bare.image.crop((0, y, 200, y + 1)).tobytes()
    ]
    assert abs((rows[0] + rows[-1]) / 2 - 70) <= 1

"""Bands of rows: those that an earlier picture had are neither painted nor encoded again."""

import io

import pytest
from PIL import Image

from render import composing
from render.canvas import Canvas
from render.engine import png
from render.engine.colours import BAND
from render.engine.shapes import Box
from render.engine.theme import GOLD, TOMATE

TALL = 5 * BAND + 9


def canvas(*rows: int) -> Canvas:
    """Return a picture with a line in each of these rows."""
    drawn = Canvas(TALL, TOMATE)
    for row in rows:
        drawn.box((100, row), Box(300, 2, 1, GOLD))
    return drawn


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Note the rows that are painted and the bands that are encoded, with an empty cache."""
    composing.forget()
    assert canvas().image.height == TALL  # now the ground is there
    done: list[object] = []
    paint, encode = Canvas.painted, png._band

    def painted(self: Canvas, top: int, bottom: int) -> Image.Image:
        done.append((top, bottom))
        return paint(self, top, bottom)

    def encoded(rows: memoryview) -> png.Band:
        done.append("band")
        return encode(rows)

    monkeypatch.setattr(Canvas, "painted", painted)
    monkeypatch.setattr(png, "_band", encoded)
    return done


@pytest.mark.paints
def test_only_new_bands_are_painted_and_encoded(work: list[object]) -> None:
    """After a picture, another one costs the bands that differ; together where they meet."""
    composing.encoded(composing.composed(canvas(10)))
    assert work == [(0, TALL), *6 * ["band"]]
    work.clear()
    file, _ = composing.encoded(composing.composed(canvas(10, BAND + 1, 2 * BAND, TALL - 3)))
    assert work == [(BAND, 3 * BAND), (5 * BAND, TALL), *3 * ["band"]]
    work.clear()
    again, _ = composing.encoded(composing.composed(canvas(10, BAND + 1, 2 * BAND, TALL - 3)))
    assert (work, again) == ([], file)


@pytest.mark.paints
def test_a_file_of_old_and_new_bands_shows_the_picture(work: list[object]) -> None:
    """Bands of several pictures in one file show what painting all of it shows."""
    for rows in ((), (40,), (40, 70), (3, 100), (3, 70, 150)):
        file, _ = composing.encoded(composing.composed(canvas(*rows)))
        assert Image.open(io.BytesIO(file)).tobytes() == canvas(*rows).image.tobytes()
    assert work.count("band") < 5 * 6


@pytest.mark.paints
def test_equal_pictures_have_equal_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    """The digest tells pictures apart, and knows one that was painted and compressed again."""
    files, digests = [], []
    for level, rows in ((2, ()), (2, (40,)), (0, ()), (2, (41,))):
        monkeypatch.setattr(png, "_LEVEL", level)
        composing.forget()
        file, digest = composing.encoded(composing.composed(canvas(*rows)))
        files.append(file)
        digests.append(digest)
    assert files[0] != files[2]
    assert digests[0] == digests[2]
    assert len(set(digests)) == 3

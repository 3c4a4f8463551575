"""The canvas: its log, its rows, its sizes."""

import io
from collections.abc import Callable, Hashable

import pytest
from PIL import Image

from render.canvas import Canvas
from render.engine import shapes
from render.engine.cache import MEMORY, allow
from render.engine.raster import rgb
from render.engine.shapes import Box
from render.engine.theme import GOLD, KARATE, NAME, TEXT, TITLE, TOMATE, WIDTH, Size
from render.sprites import Look

PANEL = Box(200, 80, 20, GOLD)


def portrait(colour: str) -> bytes:
    """Return the file of an avatar in one colour."""
    file = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(file, "PNG")
    return file.getvalue()


def test_the_log_holds_what_was_given_and_what_was_drawn() -> None:
    """The log keeps the full text of a shortened name, and the letters that were drawn."""
    canvas = Canvas(200, TOMATE)
    canvas.write("Grandmaster Tomatillo", (10, 40), NAME, room=150)
    canvas.sprite("suit:O", (10, 100), (40, 40))
    written = canvas.texts[0]
    assert written.given == "Grandmaster Tomatillo"
    assert written.drawn.endswith("…")
    assert canvas.sprites == ["suit:O"]


def drawn(canvas: Canvas) -> Canvas:
    """Draw a panel with a name, a crown that sticks out of it, and a badge at the foot."""
    canvas.box((20, 20), PANEL)
    canvas.write("Ana", (40, 60), NAME)
    canvas.sprite("icon:crown", (200, 5), (60, 60))
    canvas.box((20, 110), PANEL._replace(height=20))
    return canvas


@pytest.mark.parametrize("size", list(Size))
def test_a_picture_can_be_painted_in_pieces(size: Size) -> None:
    """Any rows of a picture are the same as those rows of the whole picture."""
    canvas = drawn(Canvas(240, TOMATE, size))
    whole = canvas.image
    for top, bottom in ((0, 7), (7, 30), (30, 31), (31, 110), (100, whole.height)):
        rows = whole.crop((0, top, whole.width, bottom))
        assert canvas.painted(top, bottom).tobytes() == rows.tobytes()


CHANGES: dict[str, Callable[[Canvas], object]] = {
    "a word": lambda canvas: canvas.write("Bo", (400, 60), NAME),
    "another word": lambda canvas: canvas.write("Ann", (400, 60), NAME),
    "its colour": lambda canvas: canvas.write("Bo", (400, 60), NAME, GOLD),
    "its size": lambda canvas: canvas.write("Bo", (400, 60), TITLE),
    "its place": lambda canvas: canvas.write("Bo", (401, 60), NAME),
    "a box": lambda canvas: canvas.box((400, 20), PANEL),
    "a low box": lambda canvas: canvas.box((400, 30), PANEL._replace(height=45)),
    "a lower box": lambda canvas: canvas.box((400, 35), PANEL._replace(height=45)),
    "a lower word": lambda canvas: canvas.write("Bo", (400, 61), NAME),
    "another box": lambda canvas: canvas.box((400, 20), PANEL._replace(fill=TEXT)),
    "a sprite": lambda canvas: canvas.sprite("icon:crown", (400, 20), (60, 60)),
    "another sprite": lambda canvas: canvas.sprite("icon:coin", (400, 20), (60, 60)),
    "its look": lambda canvas: canvas.sprite("icon:coin", (400, 20), (60, 60), Look("grey")),
    "a portrait": lambda canvas: canvas.portrait(portrait("red"), (430, 50), 30),
    "another portrait": lambda canvas: canvas.portrait(portrait("blue"), (430, 50), 30),
    "a stain": lambda canvas: canvas.stain(Image.new("L", (60, 60), 99), (400, 20), GOLD),
    "another stain": lambda canvas: canvas.stain(Image.new("L", (60, 60), 98), (400, 20), GOLD),
}


def test_whatever_looks_different_has_another_key() -> None:
    """Each change gives other keys to the bands that show it, and to none out of its reach."""
    bare = drawn(Canvas(140, TOMATE))
    before, seen = bare.bands(20), set[Hashable]()
    for change in CHANGES.values():
        canvas = drawn(Canvas(140, TOMATE))
        change(canvas)
        keys = canvas.bands(20)
        assert keys[3] not in seen
        seen.add(keys[3])
        assert (keys[0], keys[5:]) == (before[0], before[5:])
        for number in range(1, 5):
            rows = 20 * number, 20 * number + 20
            if canvas.painted(*rows).tobytes() != bare.painted(*rows).tobytes():
                assert keys[number] != before[number]


def test_another_ground_has_other_keys() -> None:
    """Bands of two kinds of picture never share a key."""
    kinds = (Canvas(140, TOMATE), Canvas(140, KARATE), Canvas(140, TOMATE, Size.LARGE))
    keys = [key for kind in kinds for key in kind.bands(20)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("size", list(Size))
def test_pictures_of_all_heights_have_the_same_ground(size: Size) -> None:
    """A taller picture has the same rows and keys, and only adds some; they fade without a step."""
    low, tall = Canvas(700, TOMATE, size), Canvas(710, TOMATE, size)
    assert tall.bands(20)[: len(low.bands(20)) - 1] == low.bands(20)[:-1]
    whole = low.image
    assert tall.painted(0, whole.height).tobytes() == whole.tobytes()
    column = whole.crop((0, 0, 1, whole.height)).tobytes()
    assert tuple(column[-3:]) == rgb(TOMATE.bottom)
    assert max(abs(a - b) for a, b in zip(column, column[3:], strict=False)) == 1


BOXES = (
    Box(200, 90, 20, GOLD, line=TEXT, thick=3, shadow=8),
    Box(90, 200, 20, GOLD, glow=8),
    Box(200, 90, 99, GOLD),
    Box(90, 200, 20, "", line=TEXT, thick=3, dash=5),
    Box(200, 90, 20, "", line=TEXT, thick=3, shadow=8),
    Box(200, 90, 20, GOLD, foot=TEXT),
)


@pytest.mark.parametrize("box", BOXES)
def test_a_box_looks_the_same_without_its_inside(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """A box whose inside isn't kept has the same pixels as one that is kept as a whole."""
    pictures = []
    for worth in (0, 1_000_000):
        monkeypatch.setattr(shapes, "_WORTH_LEAVING_OUT", worth)
        allow(0)
        allow(MEMORY)
        canvas = Canvas(300, TOMATE)
        canvas.box((50, 50), box)
        pictures.append(canvas.image.tobytes())
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("size", list(Size))
def test_a_picture_is_as_large_as_asked(size: Size) -> None:
    """The same design fills a larger picture, with the same log."""
    canvas = drawn(Canvas(140, TOMATE, size))
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

"""The encoder's files, checked with Pillow's reader."""

import io
import zlib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.engine.colours import BAND, Colours
from render.engine.png import bands_of, file_of, png


@st.composite
def pictures(draw: st.DrawFn) -> Image.Image:
    width, height = draw(st.integers(1, 40)), draw(st.integers(1, 3 * BAND))
    size = width * height * 3
    return Image.frombytes("RGB", (width, height), draw(st.binary(min_size=size, max_size=size)))


@given(pictures())
def test_a_file_holds_the_very_pixels(picture: Image.Image) -> None:
    """Decoding what was encoded gives the same pixels."""
    read = Image.open(io.BytesIO(png(picture)))
    read.load()
    assert (read.format, read.mode, read.size) == ("PNG", "RGB", picture.size)
    assert read.tobytes() == picture.tobytes()


def chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield each chunk's kind and body."""
    place = 8
    while place < len(file):
        end = place + 8 + int.from_bytes(file[place : place + 4], "big")
        yield file[place + 4 : place + 8], file[place + 8 : end]
        place = end + 4


def test_files_pass_the_checks_of_another_reader() -> None:
    """Every chunk has its correct checksum, and so have all rows together."""
    file = png(Image.effect_noise((40, 3 * BAND + 5), 60).convert("RGB"))
    Image.open(io.BytesIO(file)).verify()
    body = b"".join(body for kind, body in chunks(file) if kind == b"IDAT")
    assert len(zlib.decompress(body)) == (3 * BAND + 5) * (40 * 3 + 1)


def test_a_band_fits_into_any_file() -> None:
    """Bands of two pictures make up a third one."""
    first, other = (Image.effect_noise((40, 2 * BAND), 60).convert("RGB") for _ in range(2))
    mixed = [bands_of(first)[0], bands_of(other)[1], bands_of(first)[1]]
    read = Image.open(io.BytesIO(file_of((40, 3 * BAND), mixed)))
    below = (0, BAND, 40, 2 * BAND)
    pieces = (first.crop((0, 0, 40, BAND)), other.crop(below), first.crop(below))
    assert read.tobytes() == b"".join(piece.tobytes() for piece in pieces)


@given(st.data(), st.integers(1, 40), st.integers(1, 3 * BAND))
def test_numbered_colours_are_read_again(data: st.DataObject, width: int, height: int) -> None:
    """A picture of colours that are far apart is the same after decoding, one byte a pixel."""
    table = [(red, green, 90) for red in range(0, 256, 16) for green in range(0, 256, 16)]
    pixels = data.draw(st.lists(st.sampled_from(table), min_size=1, max_size=40))
    picture = Image.new("RGB", (width, height))
    picture.putdata([pixels[place % len(pixels)] for place in range(width * height)])
    colours = Colours(bytes(value for colour in table for value in colour))
    read = Image.open(io.BytesIO(file_of(picture.size, bands_of(picture, colours), colours)))
    assert (read.format, read.mode, read.size) == ("PNG", "P", picture.size)
    assert read.convert("RGB").tobytes() == picture.tobytes()


@pytest.mark.parametrize("mode", ["RGBA", "L", "P"])
def test_only_opaque_colour_is_encoded(mode: str) -> None:
    """A picture in another mode is refused instead of being converted."""
    with pytest.raises(ValueError, match=mode):
        png(Image.new(mode, (2, 2)))

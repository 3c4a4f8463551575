"""The encoder's files, checked with Pillow's reader."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.engine.png import BAND, bands_of, file_of, png


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


@pytest.mark.parametrize("mode", ["RGBA", "L", "P"])
def test_only_opaque_colour_is_encoded(mode: str) -> None:
    """A picture in another mode is refused instead of being converted."""
    with pytest.raises(ValueError, match=mode):
        png(Image.new(mode, (2, 2)))

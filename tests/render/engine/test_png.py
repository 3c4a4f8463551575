"""The encoder's files, checked with Pillow's reader."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.engine.png import png


@st.composite
def pictures(draw: st.DrawFn) -> Image.Image:
    width, height = draw(st.integers(1, 40)), draw(st.integers(1, 40))
    size = width * height * 3
    return Image.frombytes("RGB", (width, height), draw(st.binary(min_size=size, max_size=size)))


@given(pictures())
def test_a_file_holds_the_very_pixels(picture: Image.Image) -> None:
    """Decoding what was encoded gives the same pixels."""
    read = Image.open(io.BytesIO(png(picture)))
    read.load()
    assert (read.format, read.mode, read.size) == ("PNG", "RGB", picture.size)
    assert read.tobytes() == picture.tobytes()


def test_files_pass_the_checks_of_another_reader() -> None:
    """Every chunk has its correct checksum."""
    Image.open(io.BytesIO(png(Image.new("RGB", (7, 5), "#63D08A")))).verify()


@pytest.mark.parametrize("mode", ["RGBA", "L", "P"])
def test_only_opaque_colour_is_encoded(mode: str) -> None:
    """A picture in another mode is refused instead of being converted."""
    with pytest.raises(ValueError, match=mode):
        png(Image.new(mode, (2, 2)))

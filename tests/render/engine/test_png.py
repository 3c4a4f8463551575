"""The encoder against Pillow's own reader."""

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
    """Every chunk carries the checksum that readers look for."""
    Image.open(io.BytesIO(png(Image.new("RGB", (7, 5), "#63D08A")))).verify()


@pytest.mark.parametrize("mode", ["RGBA", "L", "P"])
def test_only_opaque_colour_is_encoded(mode: str) -> None:
    """A picture of another mode is refused, not converted in silence."""
    with pytest.raises(ValueError, match=mode):
        png(Image.new(mode, (2, 2)))

"""The file of a part gives back what was written, and never damaged data."""

import pytest

from render.disk.part import PixelPart, file_part, packed, unpacked

NAME, OTHER = b"name of 16 bytes", b"another of these"


def part(width: int = 20, height: int = 30) -> PixelPart:
    pixels = bytes(place % 251 for place in range(4 * width * (height + 1)))
    return PixelPart(width, height, -7, 5, (1, 2, 3, 9), pixels)


WHOLE = part()
HOLLOW = WHOLE._replace(pixels=WHOLE.pixels[4 * 2 * 7 :], is_hollow=True)


def read(content: bytes, name: bytes = NAME) -> PixelPart | None:
    return unpacked(name, memoryview(content), mapped=False)


@pytest.mark.parametrize("written", [WHOLE, HOLLOW, file_part(b"a drawing as PNG")])
def test_a_part_comes_back(written: PixelPart) -> None:
    """A part that is read is the part that was written."""
    stored = read(packed(NAME, written))
    assert stored is not None
    assert stored._replace(pixels=bytes(stored.pixels)) == written


def test_any_damaged_byte_is_noticed() -> None:
    """A file in which any one byte differs holds no part."""
    content = packed(NAME, part(3, 4))
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 1
        assert read(bytes(damaged)) is None, place


def test_half_a_file_holds_no_part() -> None:
    """A file that is cut off anywhere, or goes on, holds no part."""
    content = packed(NAME, part(3, 4))
    for end in range(len(content)):
        assert read(content[:end]) is None, end
    assert read(content + b"\0") is None


@pytest.mark.parametrize("content", [b"", b"a letter to somebody", bytes(64), bytes(5000)])
def test_foreign_files_hold_no_part(content: bytes) -> None:
    """A file that another program wrote, or that a crash left full of zeros, holds no part."""
    assert read(content) is None


def test_a_part_is_read_under_its_own_name_only() -> None:
    """A file that was renamed holds no part: it would show the wrong drawing."""
    assert read(packed(NAME, WHOLE), OTHER) is None

"""The file of parts returns what was written, and never damaged data."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from render.disk import part_file
from render.disk.part_file import DamagedFileError, PartFile, PixelPart

VERSION = b"version of 16 b."
SMALL = 1 << 16
"""A chunk into which few parts fit; every system can map it."""


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part_file, "CHUNK", SMALL)
    monkeypatch.setattr(part_file, "MOST_CHUNKS", 3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "parts.bin"


def key(name: str) -> bytes:
    return name.encode().rjust(16)


def part(seed: int, width: int = 20, height: int = 30) -> PixelPart:
    """Return the part of a seed; each seed has another."""
    pixels = bytes((seed * 31 + place) % 251 for place in range(4 * width * (height + 1)))
    return PixelPart(width, height, -seed, seed, (1, 2, 3, 4 + seed), pixels)


def hollow(seed: int) -> PixelPart:
    """Return a part without its middle."""
    whole = part(seed)
    return whole._replace(pixels=whole.pixels[4 * 2 * (2 + seed) :], is_hollow=True)


def same(one: PixelPart | None, other: PixelPart) -> bool:
    if one is None or bytes(one.pixels) != bytes(other.pixels):
        return False
    return one[:5] == other[:5] and one.is_hollow == other.is_hollow


def test_parts_come_back(path: Path) -> None:
    """A part is the same in every process, also after a restart."""
    first, second = PartFile(path, VERSION), PartFile(path, VERSION)
    written = first.put(key("a"), hollow(1))
    assert written.mapped
    first.put(key("b"), part(2))
    for file in (first, second, PartFile(path, VERSION)):
        assert same(file.get(key("a")), hollow(1))
        assert same(file.get(key("b")), part(2))
        assert file.get(key("c")) is None


def test_parts_fill_chunk_after_chunk(path: Path) -> None:
    """A part that doesn't fit into a chunk goes to the next, and all parts are found again."""
    file, late = PartFile(path, VERSION), PartFile(path, VERSION)
    parts = [part(seed, 10 + seed * 3, 100) for seed in range(12)]
    kept = [file.put(key(str(seed)), one).mapped for seed, one in enumerate(parts)]
    assert all(kept)
    assert path.stat().st_size > SMALL
    for seed, one in enumerate(parts):
        assert same(late.get(key(str(seed))), one)


def test_a_file_does_not_grow_without_end(path: Path) -> None:
    """When the last chunk is full, parts stay in memory, like parts larger than a chunk."""
    file = PartFile(path, VERSION)
    large = part(1, 100, 100)
    kept = [file.put(key(str(number)), large).mapped for number in range(5)]
    assert kept == [True, True, True, False, False]
    assert not file.put(key("giant"), part(1, 200, 200)).mapped
    assert path.stat().st_size == 3 * SMALL


def test_a_part_is_written_once(path: Path) -> None:
    """Two processes that draw the same part write it once."""
    first, second = PartFile(path, VERSION), PartFile(path, VERSION)
    first.put(key("a"), part(1))
    end = first.end
    assert second.put(key("a"), part(1)).mapped
    assert second.end == end


def test_many_writers_leave_every_part(path: Path) -> None:
    """Concurrent writers never overwrite each other."""

    def write(writer: int) -> None:
        file = PartFile(path, VERSION)
        for number in range(8):
            file.put(key(f"{writer} {number}"), part(8 * writer + number))

    PartFile(path, VERSION).close()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    file = PartFile(path, VERSION)
    assert len(file) == 32
    for writer in range(4):
        for number in range(8):
            assert same(file.get(key(f"{writer} {number}")), part(8 * writer + number))


@pytest.mark.parametrize("writes", [0, 1])
def test_half_a_part_does_not_exist(
    path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """A writer that dies before its last write leaves nothing, and the next one succeeds."""
    file, done, write = PartFile(path, VERSION), [0], os.write

    def killed(descriptor: int, content: memoryview) -> int:
        if done[0] == writes:
            raise OSError("killed")
        done[0] += 1
        return write(descriptor, content)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", killed)
        with pytest.raises(OSError, match="killed"):
            file.put(key("a"), part(1))
    assert PartFile(path, VERSION).get(key("a")) is None
    PartFile(path, VERSION).put(key("b"), part(2))
    assert same(file.get(key("b")), part(2))


def test_a_damaged_part_is_written_again(path: Path) -> None:
    """One wrong byte loses only its own part, which is drawn again."""
    file = PartFile(path, VERSION)
    file.put(key("a"), part(1))
    begin = file.end
    file.put(key("b"), part(2))
    damage(path, begin + 200)
    fresh = PartFile(path, VERSION)
    assert fresh.get(key("b")) is None
    assert same(fresh.get(key("a")), part(1))
    assert same(fresh.put(key("b"), part(2)), part(2))
    assert same(PartFile(path, VERSION).get(key("b")), part(2))


def damage(path: Path, at: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)
        file.seek(at)
        file.write(bytes([byte[0] ^ 1]))


def test_a_damaged_header_condemns_the_file(path: Path) -> None:
    """A wrong header makes the file unusable, because the next part can't be found."""
    file = PartFile(path, VERSION)
    begin = file.end
    file.put(key("a"), part(1))
    for at in range(begin, begin + 44):
        damage(path, at)
        with pytest.raises(DamagedFileError):
            PartFile(path, VERSION)
        damage(path, at)
    assert same(PartFile(path, VERSION).get(key("a")), part(1))


@pytest.mark.parametrize(
    "content", [b"", b"a letter to somebody", bytes(SMALL), b"x" * SMALL, bytes(SMALL + 1)]
)
def test_foreign_files_are_refused(path: Path, content: bytes) -> None:
    """A file that isn't ours is refused."""
    path.write_bytes(content)
    with pytest.raises(DamagedFileError):
        PartFile(path, VERSION)


def test_a_shortened_file_is_refused(path: Path) -> None:
    """A truncated file is refused."""
    file = PartFile(path, VERSION)
    for number in range(4):
        file.put(key(str(number)), part(number, 60, 90))
    os.truncate(path, path.stat().st_size - 1)
    with pytest.raises(DamagedFileError):
        PartFile(path, VERSION)


def test_another_version_is_refused(path: Path) -> None:
    """A file of another version is refused, whatever its name."""
    PartFile(path, VERSION).close()
    with pytest.raises(DamagedFileError):
        PartFile(path, VERSION[::-1])

"""The cache on disk only saves work: without it, the pictures are the same."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.core.text import Reader, say_as
from games.dojo import DOJO
from render.disk import part_cache, part_file
from render.disk.part_cache import DiskFigures, current, default_folder, use
from render.engine import cache as shelves
from render.paint import forget, paint_hand, paint_poster, paint_table
from render.scenes.posters.lobby import LobbyPoster, LobbySeat
from tests.render.support import match

FEW = list(match(DOJO, 3, most=1))
"""The moment whose pictures are drawn fastest."""


@pytest.fixture(autouse=True)
def without_a_cache_after() -> Iterator[None]:
    """Reset the cache after each test."""
    yield
    use(None)
    start()


@pytest.fixture(scope="module")
def usual() -> list[bytes]:
    """Return the pictures painted without any cache."""
    start()
    return painted()


def start(folder: Path | None = None) -> None:
    """Start like a new process, with nothing in memory."""
    use(None)
    use(folder)
    shelves.allow(0)
    shelves.allow(shelves.MEMORY)


def painted() -> list[bytes]:
    """Return the table and the hand of a moment, painted now."""
    found = []
    forget()
    for moment in FEW:
        seat = (moment.awaited or [0])[0]
        table = paint_table(moment.tableau(), moment.reader, moment.view())
        found += [table.png, paint_hand(moment.tableau(seat), moment.reader, moment.view(seat)).png]
    return found


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("parts-*"))


def test_a_second_start_draws_nothing(tmp_path: Path, usual: list[bytes]) -> None:
    """A second start reads each part once from one mapped file, and paints the same pictures."""
    start(tmp_path)
    assert painted() == usual
    first = current().figures()
    assert first.drawn == first.kept > 0
    assert len(files(tmp_path)) == 1

    start(tmp_path)
    assert painted() == usual
    second = current().figures()
    assert (second.drawn, second.kept, second.files) == (0, first.kept, 1)
    assert 0 < second.found <= first.kept

    painted()
    assert current().figures() == second


def test_nothing_is_opened_before_it_is_needed(tmp_path: Path) -> None:
    """Choosing a folder doesn't create it."""
    start(tmp_path / "later")
    assert current().figures() == DiskFigures(0, 0, 0, 0, 0)
    assert not (tmp_path / "later").exists()


def test_a_folder_may_be_removed_at_any_time(tmp_path: Path, usual: list[bytes]) -> None:
    """If the folder is deleted, a running bot continues, and the next start creates it again."""
    folder = tmp_path / "cache"
    start(folder)
    painted()
    kept = current().figures().kept
    shutil.rmtree(folder)
    shelves.allow(0)
    shelves.allow(shelves.MEMORY)
    assert painted() == usual
    assert current().figures().kept == kept

    start(folder)
    assert painted() == usual
    assert current().figures().drawn == kept


@pytest.mark.parametrize("written", [0, 1, 7])
def test_a_full_disk_costs_time_only(
    tmp_path: Path, usual: list[bytes], monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """After the first failed write, nothing more is written, and everything is still painted."""
    tried, write = [0], os.write

    def full(descriptor: int, content: memoryview) -> int:
        tried[0] += 1
        if tried[0] > written:
            raise OSError(errno.ENOSPC, "no space left on device")
        return write(descriptor, content)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        start(tmp_path)
        assert painted() == usual
    assert tried[0] == written + 1
    assert not current().is_writable

    start(tmp_path)
    assert painted() == usual
    assert current().is_writable


def test_room_is_left_for_the_database(
    tmp_path: Path, usual: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a nearly full disk the file doesn't grow."""
    monkeypatch.setattr(part_file, "CHUNK", 1 << 20)
    monkeypatch.setattr(part_file, "LEFT_FREE", 1 << 62)
    start(tmp_path)
    assert painted() == usual
    (file,) = files(tmp_path)
    assert file.stat().st_size == 1 << 20
    assert not current().is_writable


def test_a_file_that_may_only_be_read_is_read(
    tmp_path: Path, usual: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read-only file saves work; missing parts are drawn."""
    start(tmp_path)
    paint_table(FEW[0].tableau(), FEW[0].reader, FEW[0].view())
    kept, opened = current().figures().kept, os.open

    def read_only(path: Path, flags: int, *more: int) -> int:
        if flags & os.O_RDWR:
            raise OSError(errno.EROFS, "read-only file system")
        return opened(path, flags, *more)

    monkeypatch.setattr(os, "open", read_only)
    start(tmp_path)
    assert painted() == usual
    figures = current().figures()
    assert (figures.kept, figures.found > 0, figures.drawn > 0) == (kept, True, True)
    assert not current().is_writable


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path, usual: list[bytes]) -> None:
    """If a file is in the folder's place, everything is drawn in memory."""
    (tmp_path / "cache").write_text("not a folder")
    start(tmp_path / "cache")
    assert painted() == usual
    assert current().figures().files == 0


@pytest.mark.parametrize("content", [b"", b"a letter", bytes(part_file.CHUNK)])
def test_a_foreign_file_is_thrown_away(tmp_path: Path, usual: list[bytes], content: bytes) -> None:
    """A damaged or foreign file is replaced."""
    start(tmp_path)
    painted()
    (file,) = files(tmp_path)
    kept = current().figures().kept
    file.unlink()
    file.write_bytes(content)

    start(tmp_path)
    assert painted() == usual
    assert (current().figures().drawn, files(tmp_path)) == (kept, [file])


def test_damaged_pixels_are_drawn_again(tmp_path: Path, usual: list[bytes]) -> None:
    """Damaged pixels in the file never reach a picture."""
    start(tmp_path)
    painted()
    (file,) = files(tmp_path)
    end = current().figures().size
    with file.open("r+b") as stream:
        for at in range(200, end, 400_000):
            stream.seek(at)
            stream.write(b"\xa5\x5a")

    start(tmp_path)
    assert painted() == usual
    assert current().figures().drawn > 0


def test_other_versions_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of other versions are deleted when the first new part is kept."""
    start(tmp_path)
    painted()
    (old,) = files(tmp_path)
    monkeypatch.setattr(part_cache, "art_version", lambda: b"the next version")
    start(tmp_path)
    painted()
    (new,) = files(tmp_path)
    assert new != old
    assert current().figures().drawn > 0


def test_nothing_of_people_is_kept(tmp_path: Path) -> None:
    """Painting another name writes nothing to disk."""
    start(tmp_path)
    _lobby("Ana")
    kept = current().figures().kept
    _lobby("Somebody else altogether")
    assert current().figures().kept == kept > 0


def _lobby(name: str) -> None:
    title = say_as("a title", "Tomate")
    seats = (LobbySeat(name=name, host=True, bot=False),)
    poster = LobbyPoster(
        game="tomate", title=title, tagline=title, seats=seats, least=2, most=4, minutes=(10, 20)
    )
    paint_poster(poster, Reader())


def test_the_folder_is_the_systems_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folder is in the user's cache folder, which the environment may move."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert default_folder() == tmp_path / "tomato-table"


def test_a_user_without_a_home_has_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service without a home keeps parts in memory."""

    def nowhere() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(Path, "home", nowhere)
    assert default_folder() is None

"""The cache on disk only saves work: without it, the pictures are the same."""

import errno
import gc
import multiprocessing
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any, NoReturn

import pytest

from games.core.text import Reader, say_as
from games.dojo import DOJO
from render.disk import part_cache
from render.disk.part import PixelPart
from render.disk.part_cache import DiskFigures, current, default_folder, use
from render.engine import cache as shelves
from render.paint import paint_hand, paint_poster, paint_table
from render.scenes.posters.lobby import LobbyPoster, LobbySeat
from tests.render.support import match
from tests.support.sampling import leading

FEW = list(match(DOJO, 3, most=1))
"""The moment whose pictures are drawn fastest."""
NOW, DAY = time.time(), 24 * 60 * 60
DAMAGE: tuple[Callable[[bytes], bytes], ...] = (
    lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    lambda content: content[: len(content) // 2],
    lambda content: bytes(len(content)),
    lambda _: b"",
    lambda _: b"a letter",
)


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
    pictures = []
    for moment in FEW:
        seat = (moment.awaited or [0])[0]
        table = paint_table(moment.tableau(), moment.reader, moment.view())
        pictures += [
            table.png,
            paint_hand(moment.tableau(seat), moment.reader, moment.view(seat)).png,
        ]
    return pictures


def files(folder: Path) -> list[Path]:
    return sorted((folder / "parts").iterdir())


def test_a_second_start_draws_nothing(tmp_path: Path, usual: list[bytes]) -> None:
    """A second start reads each part from its file, and paints the same pictures."""
    start(tmp_path)
    assert painted() == usual
    first = current().figures()
    assert first.drawn == first.files == len(files(tmp_path)) > 0

    start(tmp_path)
    assert painted() == usual
    second = current().figures()
    assert (second.drawn, second.files, second.size) == (0, first.files, first.size)
    assert 0 < second.read <= first.files

    painted()
    assert current().figures() == second


def test_nothing_is_opened_before_it_is_needed(tmp_path: Path) -> None:
    """Choosing a folder doesn't create it."""
    start(tmp_path / "later")
    assert current().figures() == DiskFigures(0, 0, 0, 0)
    assert not (tmp_path / "later").exists()


def test_a_folder_may_be_removed_at_any_time(tmp_path: Path, usual: list[bytes]) -> None:
    """If the folder is deleted, a running bot draws its parts again and keeps them again."""
    folder = tmp_path / "cache"
    start(folder)
    painted()
    before = current().figures().files
    shutil.rmtree(folder)
    shelves.allow(0)
    shelves.allow(shelves.MEMORY)
    assert painted() == usual
    assert current().figures().files == before


@pytest.mark.parametrize("written", leading([1, 0, 7]))
def test_a_full_disk_costs_time_only(
    tmp_path: Path, usual: list[bytes], monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """After the first failed write, nothing more is written, and everything is still painted."""
    tried, replace = [0], os.replace

    def full(source: Path, target: Path) -> None:
        tried[0] += 1
        if tried[0] > written:
            raise OSError(errno.ENOSPC, "no space left on device")
        replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        start(tmp_path)
        assert painted() == usual
    assert tried[0] == written + 1
    assert not current().is_writable
    assert len(files(tmp_path)) == written

    start(tmp_path)
    assert painted() == usual
    assert current().is_writable


class HalfFile(FileIO):
    """A file that takes half of what is written to it."""

    def write(self, content: Any, /) -> NoReturn:
        super().write(content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "no space left on device")


def test_half_a_file_is_not_left(
    tmp_path: Path, usual: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk is full amid a part, everything is still painted, and nothing is left of it."""
    monkeypatch.setattr(os, "fdopen", lambda descriptor, *_, **__: HalfFile(descriptor, "wb"))
    start(tmp_path)
    assert painted() == usual
    assert not current().is_writable
    assert files(tmp_path) == []


def test_room_is_left_for_the_database(
    tmp_path: Path, usual: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a nearly full disk no part is written, at a start or later."""
    with monkeypatch.context() as patch:
        patch.setattr(part_cache, "LEFT_FREE", 1 << 62)
        start(tmp_path)
        assert painted() == usual
        assert (current().is_writable, files(tmp_path)) == (False, [])

    monkeypatch.setattr(part_cache, "STEP", 1)
    start(tmp_path)
    assert current().is_writable
    monkeypatch.setattr(part_cache, "LEFT_FREE", 1 << 62)
    assert painted() == usual
    assert (current().is_writable, len(files(tmp_path))) == (False, 1)


def test_a_folder_that_may_only_be_read_is_read(
    tmp_path: Path, usual: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read-only folder saves work; missing parts are drawn."""
    start(tmp_path)
    paint_table(FEW[0].tableau(), FEW[0].reader, FEW[0].view())
    before = current().figures().files

    def read_only(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.EROFS, "read-only file system")

    for module, name in ((os, "replace"), (os, "utime"), (os, "unlink"), (tempfile, "mkstemp")):
        monkeypatch.setattr(module, name, read_only)
    start(tmp_path)
    assert painted() == usual
    figures = current().figures()
    assert (figures.files, figures.read > 0, figures.drawn > 0) == (before, True, True)
    assert not current().is_writable


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path, usual: list[bytes]) -> None:
    """If a file is in the folder's place, everything is drawn in memory."""
    (tmp_path / "cache").write_text("not a folder")
    start(tmp_path / "cache")
    assert painted() == usual
    assert current().figures().files == 0
    assert not current().is_writable


@pytest.mark.parametrize("damage", leading(DAMAGE, 2))
def test_damaged_files_are_drawn_again(
    tmp_path: Path, usual: list[bytes], damage: Callable[[bytes], bytes]
) -> None:
    """Damaged, half, empty and foreign files never reach a picture, and are replaced."""
    start(tmp_path)
    painted()
    sound = {path: path.read_bytes() for path in files(tmp_path)}
    for path, content in sound.items():
        path.write_bytes(damage(content))

    start(tmp_path)
    assert painted() == usual
    figures = current().figures()
    assert (figures.drawn, figures.read) == (len(sound), 0)
    assert {path: path.read_bytes() for path in files(tmp_path)} == sound


def test_two_processes_may_write_at_the_same_time(tmp_path: Path) -> None:
    """Processes that draw the same parts at the same time leave each part once, and whole."""
    start(tmp_path)
    assert current().is_writable  # the folder exists: both write at once
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        results = list(pool.map(written_by_another, [tmp_path] * 2))
    assert results == [list(range(TOGETHER))] * 2
    assert len(files(tmp_path)) == TOGETHER

    start(tmp_path)
    again = [current().part(str(number), undrawn).left for number in range(TOGETHER)]
    assert again == list(range(TOGETHER))


TOGETHER = 60
"""Parts that two processes write."""


def written_by_another(folder: Path) -> list[int]:
    """Request parts as another process does, and return what tells them apart."""
    use(folder)
    parts = [current().part(str(number), partial(numbered, number)) for number in range(TOGETHER)]
    return [part.left for part in parts]


def numbered(number: int, size: int = 100) -> PixelPart:
    return PixelPart(size, size, number, 0, (0, 0, 0, 0), bytes(4 * size * (size + 1)))


def undrawn() -> NoReturn:
    raise AssertionError("a stored part is drawn again")


def test_a_file_that_another_process_holds_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the system refuses to replace a mapped file, as Windows does, others are still written."""
    start(tmp_path)
    current().part("a", partial(numbered, 1))
    (held,) = files(tmp_path)
    held.write_bytes(b"damaged")
    replace = os.replace

    def replaced(source: Path, target: Path) -> None:
        if target == held:
            raise PermissionError(errno.EACCES, "the file is in use")
        replace(source, target)

    monkeypatch.setattr(os, "replace", replaced)
    assert current().part("a", partial(numbered, 1)).left == 1
    assert current().part("b", partial(numbered, 2)).left == 2
    assert (current().is_writable, len(files(tmp_path))) == (True, 2)


def test_other_versions_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that other code drew is drawn again."""
    start(tmp_path)
    current().part("a", partial(numbered, 1))
    monkeypatch.setattr(part_cache, "art_version", lambda: b"the next version")
    start(tmp_path)
    assert current().part("a", partial(numbered, 2)).left == 2


def test_only_large_files_are_mapped_and_only_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small parts are read; of large ones at most so many are mapped at once as set."""
    monkeypatch.setattr(part_cache, "MOST_MAPPED", 2)
    start(tmp_path)
    assert not current().part("small", partial(numbered, 0)).mapped
    large = [current().part(f"large {n}", partial(numbered, n, 300)) for n in range(3)]
    assert [part.mapped for part in large] == [True, True, False]
    assert [part.left for part in large] == [0, 1, 2]

    del large[:2]
    gc.collect()
    assert current().part("large 0", undrawn).mapped


def test_the_least_recently_used_files_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start deletes files that nobody used for a month, and the oldest when they are too many."""
    start(tmp_path)
    for number in range(4):
        current().part(str(number), partial(numbered, number))
        (latest,) = {path for path in files(tmp_path) if path.stat().st_mtime > NOW - 1000}
        age = (1, 40, 20, 10)[number] * DAY
        os.utime(latest, (NOW - age, NOW - age))
    size = latest.stat().st_size
    start(tmp_path)
    assert current().part("2", undrawn).left == 2  # it was used now, no longer 20 days ago
    assert len(files(tmp_path)) == 3

    monkeypatch.setattr(part_cache, "MOST", 2 * size)
    start(tmp_path)
    assert [current().part(number, undrawn).left for number in "02"] == [0, 2]
    assert len(files(tmp_path)) == 2


def test_a_running_bot_cleans_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder doesn't grow without end while a bot runs."""
    monkeypatch.setattr(part_cache, "MOST", 200_000)
    monkeypatch.setattr(part_cache, "STEP", 100_000)
    start(tmp_path)
    for number in range(30):
        current().part(str(number), partial(numbered, number))
        assert current().figures().size <= 300_000


def test_the_one_file_of_older_versions_is_removed(tmp_path: Path) -> None:
    """A start deletes the file that held all parts once; catalogues stay."""
    for name in ("parts-3662cf4d.bin", "catalogue-es.bin"):
        (tmp_path / name).write_bytes(b"older")
    start(tmp_path)
    current().part("a", partial(numbered, 1))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["catalogue-es.bin", "parts"]


def test_nothing_of_people_is_kept(tmp_path: Path) -> None:
    """Painting another name writes nothing to disk."""
    start(tmp_path)
    _lobby("Ana")
    before = current().figures().files
    _lobby("Somebody else altogether")
    assert current().figures().files == before > 0


def _lobby(name: str) -> None:
    title = say_as("a title", "Tomate")
    seats = (LobbySeat(name=name, host=True),)
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

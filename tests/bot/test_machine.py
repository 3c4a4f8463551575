"""The machine's limits, from control groups old and new, and the memory for pictures."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from bot.machine import cores, lower_priority, memory, painters, picture_memory

MB = 1 << 20


def written(folder: Path, **files: str) -> Path:
    """Write a folder with these files; two underscores stand for a dot."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(content, encoding="ascii")
    return folder


def test_the_smallest_limit_around_us_counts(tmp_path: Path) -> None:
    """The smallest limit of a service's control group and those around it counts."""
    written(tmp_path / "system", memory__max="max\n")
    written(tmp_path / "system" / "tomato", memory__max=f"{300 * MB}\n")
    member = written(tmp_path, cgroup="0::/system/tomato\n") / "cgroup"
    assert memory(tmp_path, member) == 300 * MB
    written(tmp_path / "system", memory__max=f"{200 * MB}\n")
    assert memory(tmp_path, member) == 200 * MB


def test_old_control_groups_count_too(tmp_path: Path) -> None:
    """Limits of version 1 control groups are read too."""
    written(tmp_path / "memory", memory__limit_in_bytes=f"{256 * MB}\n")
    member = written(tmp_path, cgroup="4:memory:/\n") / "cgroup"
    assert memory(tmp_path, member) == 256 * MB


def test_without_limits_all_is_ours(tmp_path: Path) -> None:
    """Without limits, the machine's own memory counts."""
    nowhere = tmp_path / "nowhere"
    unlimited = written(tmp_path / "groups", memory__max="max\n")
    assert memory(unlimited, nowhere) == memory(nowhere, nowhere) > 0


@pytest.mark.parametrize(
    ("megabytes", "on_disk", "expected"),
    [(128, True, 32), (8192, True, 32), (64, False, 32), (512, False, 128), (8192, False, 360)],
)
def test_pictures_get_a_share(megabytes: int, expected: int, *, on_disk: bool) -> None:
    """Pictures get more memory without a cache on disk, and then less on a small machine."""
    assert picture_memory(megabytes * MB, on_disk=on_disk) == expected * MB


def test_limits_of_control_groups_on_cores_count(tmp_path: Path) -> None:
    """A quota of processor time, of either version, counts as so many cores, rounded up."""
    nowhere = tmp_path / "nowhere"
    new = written(tmp_path / "new", cpu__max="50000 100000\n")
    written(tmp_path / "old" / "cpu", cpu__cfs_quota_us="70000\n", cpu__cfs_period_us="100000\n")
    unlimited = written(tmp_path / "unlimited", cpu__max="max 100000\n")
    assert cores(new, nowhere) == cores(tmp_path / "old", nowhere) == 1
    assert cores(unlimited, nowhere) == cores(nowhere, nowhere) >= 1


@pytest.mark.parametrize(
    ("of_cores", "gigabytes", "expected"),
    [(1, 8, 0), (2, 8, 0), (3, 8, 2), (4, 8, 3), (4, 1, 1), (4, 0.5, 0), (64, 64, 4)],
)
def test_processes_paint_where_cores_are_to_spare(
    of_cores: int, gigabytes: float, expected: int
) -> None:
    """Processes paint if two cores are left for them, each with a gigabyte; else a thread does."""
    assert painters(of_cores, int(gigabytes * 1024 * MB)) == expected


def test_a_refused_priority_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a service may not change its priority, its processes work with the usual one."""
    refused: list[int] = []

    def refuse(by: int) -> int:
        refused.append(by)
        raise PermissionError

    monkeypatch.setattr(os, "nice", refuse, raising=False)
    lower_priority(5)

    assert refused == [5]


FREED = """
import sys
from pathlib import Path
from bot.machine import keep_heap_small, return_freed_memory
from tests.bench.counted import anonymous
keep_heap_small()
words = []
for kilobytes in map(int, sys.argv[1:]):
    pictures = []
    for _ in range(64):
        pictures.append(bytearray(kilobytes << 10))
        words.append(bytearray(4000))
    used = anonymous(Path("/proc/self"))
    pictures.clear()
print((used - anonymous(Path("/proc/self"))) >> 20)
return_freed_memory()
print((used - anonymous(Path("/proc/self"))) >> 20)
"""


def freed(*kilobytes: int) -> tuple[int, int]:
    """Return how many megabytes of such blocks went back at once, and after asking."""
    line = [sys.executable, "-c", FREED, *map(str, kilobytes)]
    tried = subprocess.run(line, capture_output=True, text=True, check=True)
    at_once, when_asked = map(int, tried.stdout.split())
    return at_once, when_asked


only_glibc = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="other libraries keep freed memory as they like"
)


@only_glibc
def test_freed_pictures_go_back_to_the_system() -> None:
    """The memory of pictures is given back at once, though what was made between them stays."""
    assert freed(2048, 512, 512)[0] >= 30


@only_glibc
def test_freed_parts_go_back_when_asked() -> None:
    """Smaller blocks between others that stay are given back when asked for."""
    at_once, when_asked = freed(200)

    assert when_asked >= at_once + 10

"""What the machine grants: limits of control groups, old and new, and what pictures get of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.machine import cores, memory, picture_memory

MB = 1 << 20


def written(folder: Path, **files: str) -> Path:
    """A folder with these files; two underscores stand for a dot."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(content, encoding="ascii")
    return folder


def test_the_smallest_limit_around_us_counts(tmp_path: Path) -> None:
    """A service's own limit counts, and so does that of the group around it."""
    written(tmp_path / "system", memory__max="max\n")
    written(tmp_path / "system" / "tomato", memory__max=f"{300 * MB}\n", cpu__max="50000 100000\n")
    member = written(tmp_path, cgroup="0::/system/tomato\n") / "cgroup"
    assert memory(tmp_path, member) == 300 * MB
    written(tmp_path / "system", memory__max=f"{200 * MB}\n")
    assert memory(tmp_path, member) == 200 * MB
    assert cores(tmp_path, member) == 1


def test_old_control_groups_count_too(tmp_path: Path) -> None:
    """Version 1 has a tree for each controller, and other names."""
    written(tmp_path / "memory", memory__limit_in_bytes=f"{256 * MB}\n")
    written(tmp_path / "cpu", cpu__cfs_quota_us="100000\n", cpu__cfs_period_us="100000\n")
    member = written(tmp_path, cgroup="4:memory:/\n1:cpu,cpuacct:/\n") / "cgroup"
    assert memory(tmp_path, member) == 256 * MB
    assert cores(tmp_path, member) == 1


def test_without_limits_all_is_ours(tmp_path: Path) -> None:
    """Where no file limits anything, what is built in counts."""
    nowhere = tmp_path / "nowhere"
    unlimited = written(tmp_path / "groups", memory__max="max\n", cpu__max="max 100000\n")
    assert memory(unlimited, nowhere) == memory(nowhere, nowhere) > 0
    assert cores(unlimited, nowhere) == cores(nowhere, nowhere) >= 1


@pytest.mark.parametrize(
    ("megabytes", "on_disk", "expected"),
    [(128, True, 32), (512, True, 64), (8192, True, 64), (512, False, 128), (8192, False, 360)],
)
def test_pictures_get_a_share(megabytes: int, expected: int, *, on_disk: bool) -> None:
    """A small machine gives less; without a cache on disk parts need much more."""
    assert picture_memory(megabytes * MB, on_disk=on_disk) == expected * MB

"""How much memory is ours: control groups count as well as what is built in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
MEMBER = Path("/proc/self/cgroup")
_UNKNOWN = 1 << 30
"""Bytes that are assumed where a system does not say."""
_MEGABYTE = 1 << 20


def picture_memory(memory: int, *, on_disk: bool) -> int:
    """Bytes for parts of pictures, given all memory; those on disk need little of it."""
    share, most = (8, 40) if on_disk else (4, 360)
    return max(32 * _MEGABYTE, min(most * _MEGABYTE, memory // share))


def memory(groups: Path = GROUPS, member: Path = MEMBER) -> int:
    """Bytes of memory that this process may use at most."""
    files = [
        *(folder / "memory.max" for folder in _folders(groups, member, "")),
        *(folder / "memory.limit_in_bytes" for folder in _folders(groups, member, "memory")),
    ]
    limits = [int(words[0]) for words in map(_words, files) if words and words[0].isdecimal()]
    return min([_built_in(), *limits])


def _built_in() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows does not know the question
        return _UNKNOWN


def _folders(groups: Path, member: Path, controller: str) -> Iterator[Path]:
    """The folders of our control group and of those around it; "" stands for version 2."""
    base = groups / controller
    yield base
    for line in _words(member):
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if controller not in controllers.split(","):
            continue
        folder = base
        for name in path.strip("/").split("/"):
            folder /= name
            yield folder


def _words(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return []

"""How much memory and how many cores are ours, control groups included; and how they are used."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
MEMBER = Path("/proc/self/cgroup")
_UNKNOWN = 1 << 30
"""Bytes that are assumed where a system does not say."""
_MEGABYTE = 1 << 20
_PAINTER = 1 << 30
"""Bytes of memory that a machine should have for each painting process."""
_PAINTERS = 4
"""As many as one event loop can keep busy."""
_ARENA_MAX, _HEAPS = -8, 1
"""glibc's number of a setting, and how many heaps all threads share."""
_MMAP_THRESHOLD, _LARGE = -3, 1 << 18
"""The same for the bytes of a block that goes back when it is freed; a picture has more."""


def picture_memory(memory: int, *, on_disk: bool) -> int:
    """Bytes for parts of pictures, given all memory; those on disk need little of it."""
    least, most = 32 * _MEGABYTE, 360 * _MEGABYTE
    return least if on_disk else max(least, min(most, memory // 4))


def painters(cores: int, memory: int) -> int:
    """How many processes should paint; 0 where a thread of the bot does it as well.

    The event loop needs a core for itself. One more core isn't worth a process: then both wait for
    each other's pictures and answers.
    """
    spare = cores - 1
    return min(spare, _PAINTERS, memory // _PAINTER) if spare > 1 else 0


def lower_priority(niceness: int) -> None:
    """Let other processes go first, where the system has priorities and allows changing them."""
    if hasattr(os, "nice"):
        with suppress(OSError):  # a service may be forbidden to; its work is the same
            os.nice(niceness)


def keep_heap_small() -> None:
    """Let all threads share one heap, and large blocks go back to the system when they are freed.

    By itself glibc keeps freed memory in a heap of each thread, a third of what twelve busy tables
    take. Other libraries lack these settings.
    """
    with suppress(AttributeError, OSError, TypeError):  # on Windows, CDLL(None) fails
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_ARENA_MAX, _HEAPS)
        mallopt(_MMAP_THRESHOLD, _LARGE)


def return_freed_memory() -> None:
    """Give pages between blocks in use back to the system, where the C library can."""
    with suppress(AttributeError, OSError, TypeError):  # as above
        ctypes.CDLL(None).malloc_trim(0)


def cores(groups: Path = GROUPS, member: Path = MEMBER) -> int:
    """How many cores this process may use at the same time, rounded up."""
    quotas = [_words(folder / "cpu.max") for folder in _folders(groups, member, "")]
    quotas += [
        _words(folder / "cpu.cfs_quota_us") + _words(folder / "cpu.cfs_period_us")
        for folder in _folders(groups, member, "cpu")
    ]
    limits = [
        -(-int(words[0]) // int(words[1]))
        for words in quotas
        if len(words) == 2 and all(word.isdecimal() for word in words)
    ]
    return max(1, min([_own_cores(), *limits]))


def _own_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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

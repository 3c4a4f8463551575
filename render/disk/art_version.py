"""The version of the art: parts drawn by other code or from other files are not used."""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

_RENDER = Path(__file__).parents[1]
_ELSEWHERE = frozenset({"scenes", "tools", "__pycache__"})
"""Folders that don't influence parts: scenes only say which parts they need, and where."""
_DRAWN_BY = ("pillow", "resvg-py", "numpy")


@cache
def art_version() -> bytes:
    """Return a digest of all files and libraries that draw parts, 16 bytes long."""
    digest = hashlib.blake2b(digest_size=16)
    for name in _DRAWN_BY:
        digest.update(f"{name} {version(name)}\n".encode())
    for path in sorted(_files(_RENDER)):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(_RENDER).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.digest()


def _files(folder: Path) -> list[Path]:
    """Return all files that matter in a folder and below."""
    paths: list[Path] = []
    for path in folder.iterdir():
        if path.is_dir():
            paths += [] if path.name in _ELSEWHERE else _files(path)
        elif path.suffix in {".py", ".svg", ".ttf", ".json"}:
            paths.append(path)
    return paths

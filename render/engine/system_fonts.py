"""Fonts of this machine, for scripts that ours do not have: Chinese, Japanese, Korean and others.

Such fonts weigh tens of megabytes, so none lies beside us. Where the machine has one of those named
here, names are written with it; where it has none, such letters are left out of pictures as before.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

PREFIX = "system:"
"""Before the path in the name of a face that is not ours."""

_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/System/Library/Fonts"),
    Path("/Library/Fonts"),
    Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts",
)
_WISHED = (
    "NotoSansCJK-Bold.ttc",
    "NotoSansCJKsc-Bold.otf",
    "SourceHanSansSC-Bold.otf",
    "NotoSansCJK-Regular.ttc",
    "wqy-zenhei.ttc",
    "wqy-microhei.ttc",
    "DroidSansFallbackFull.ttf",
    "PingFang.ttc",
    "Hiragino Sans GB.ttc",
    "AppleSDGothicNeo.ttc",
    "msyhbd.ttc",
    "YuGothB.ttc",
    "malgunbd.ttf",
    "DejaVuSans-Bold.ttf",
)
"""File names, the best first; the last one has many small scripts."""
_TRIED = 20
"""The size at which a glyph is looked for."""
_NOBODYS = "\U0010fffd"
"""A character for private use that no font of these draws."""


@cache
def faces() -> tuple[str, ...]:
    """The wished fonts that this machine has, as names of faces; looked for once."""
    there: dict[str, Path] = {}
    for folder in _FOLDERS:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            there.setdefault(path.name, path)
    return tuple(f"{PREFIX}{there[name]}" for name in _WISHED if name in there)


@cache
def opened(face: str, size: int) -> ImageFont.FreeTypeFont:
    """One font of this machine at one size, opened once."""
    path = face.removeprefix(PREFIX)
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.RAQM)


@lru_cache(maxsize=4096)
def covering(character: str) -> str | None:
    """The first face that has a glyph for `character`, or None.

    Pillow cannot be asked for that, so the character is drawn and compared with what the font draws
    for one that it does not have.
    """
    return next((face for face in faces() if _draws(face, character)), None)


def _draws(face: str, character: str) -> bool:
    font = opened(face, _TRIED)
    mask, missing = font.getmask(character), font.getmask(_NOBODYS)
    return mask.getbbox() is not None and (
        mask.size != missing.size or bytes(mask) != bytes(missing)
    )

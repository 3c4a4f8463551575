"""System fonts, for scripts that ours lack, and for rare Chinese, Japanese and Korean characters.

Fonts with all of them take tens of megabytes. If the machine has one of the fonts named here, names
are written with it. Otherwise such letters are left out of pictures.
"""

import os
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

PREFIX = "system:"
"""Prefix of the path in the name of a system face."""

_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/System/Library/Fonts"),
    Path("/Library/Fonts"),
    Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts",
)
_SCRIPTS = (
    *("Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"),
    *("Lao", "Khmer", "Myanmar", "Armenian", "Georgian", "Ethiopic"),
)
"""Scripts of which Noto has a font of its own."""
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
    *(f"NotoSans{script}-Bold.ttf" for script in _SCRIPTS),
    "DejaVuSans-Bold.ttf",
)
"""File names, the best first; the last one has many rare scripts."""
_TRIED = 20
"""The size for testing whether a font has a glyph."""
_NOBODYS = "\U0010fffd"
"""A private-use character that none of these fonts has."""


@cache
def faces() -> tuple[str, ...]:
    """Return the fonts of this list that the machine has, as names of faces; cached."""
    there: dict[str, Path] = {}
    for folder in _FOLDERS:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            there.setdefault(path.name, path)
    return tuple(f"{PREFIX}{there[name]}" for name in _WISHED if name in there)


@cache
def opened(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return one system font at one size, opened once."""
    path = face.removeprefix(PREFIX)
    return ImageFont.truetype(path, size)


@lru_cache(maxsize=4096)
def covering(character: str) -> str | None:
    """Return the first face that has a glyph for `character`, or None.

    Pillow can't tell, so the character is drawn and compared with a missing one.
    """
    return next((face for face in faces() if _draws(face, character)), None)


def _draws(face: str, character: str) -> bool:
    font = opened(face, _TRIED)
    mask, missing = font.getmask(character), font.getmask(_NOBODYS)
    return mask.getbbox() is not None and (
        mask.size != missing.size or bytes(mask) != bytes(missing)
    )

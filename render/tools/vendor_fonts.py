"""Build our fonts from Fontsource's npm packages.

Fontsource ships one file for each script of a font, under names that no renderer finds
("Fredoka Light SemiBold"). This merges the scripts into one file for each weight and gives it a
plain name. It also writes down which characters each font has, because Pillow can't tell.

Needs `fonttools` and `brotli`, which the bot itself doesn't. Run it in a separate environment,
with the unpacked packages:

    npm pack @fontsource/fredoka@5.3.0 @fontsource/rubik@5.3.0 @fontsource/manrope@5.3.0
    (unpack all three)
    python render/tools/vendor_fonts.py FREDOKA_FOLDER RUBIK_FOLDER MANROPE_FOLDER
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.merge import Merger, Options  # type: ignore[import-not-found]  # see above
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]  # see above

FONTS = Path(__file__).parents[1] / "assets" / "fonts"
WEIGHTS = {500: "Medium", 600: "SemiBold", 700: "Bold", 800: "ExtraBold"}


class Family(NamedTuple):
    """One family: the weights in use, and its scripts, the most important first."""

    name: str
    weights: tuple[int, ...]
    scripts: tuple[str, ...]


FREDOKA = Family("Fredoka", (600, 700), ("latin", "latin-ext"))
RUBIK = Family(
    "Rubik", (500, 600), ("latin", "latin-ext", "cyrillic", "cyrillic-ext", "hebrew", "arabic")
)
MANROPE = Family("Manrope", (800,), ("greek",))
"""Only for Greek, which the other two lack."""
FAMILIES = (FREDOKA, RUBIK, MANROPE)


def main(folders: list[str]) -> None:
    """Vendor the families from the package folders given."""
    coverage: dict[str, list[list[int]]] = {}
    for family, folder in zip(FAMILIES, folders, strict=True):
        package = Path(folder)
        shutil.copyfile(package / "LICENSE", FONTS / f"OFL-{family.name}.txt")
        for weight in family.weights:
            font = merged(package / "files", family, weight)
            rename(font, family.name, weight)
            name = f"{family.name}-{weight}"
            font.save(FONTS / f"{name}.ttf")
            coverage[name] = ranges(sorted(font.getBestCmap()))
    lines = [f"{json.dumps(name)}:{json.dumps(pairs)}" for name, pairs in coverage.items()]
    words = "{" + ",\n".join(lines) + "}\n"
    (FONTS / "coverage.json").write_text(words, encoding="utf-8")


def merged(files: Path, family: Family, weight: int) -> Any:
    """Return one font with the glyphs of all scripts of `family`."""
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for script in family.scripts:
            font = TTFont(files / f"{family.name.lower()}-{script}-{weight}-normal.woff2")
            font.flavor = None
            parts.append(f"{folder}/{script}.ttf")
            font.save(parts[-1])
        # Hinting tables differ between the files, and we draw sizes without hinting anyway.
        return Merger(Options(drop_tables=["fpgm", "prep", "cvt ", "gasp", "STAT"])).merge(parts)


def rename(font: Any, family: str, weight: int) -> None:
    """Give the font the plain names that resvg searches for."""
    style = WEIGHTS[weight]
    names = {1: family, 2: "Bold", 4: f"{family} {style}", 6: f"{family}-{style}"}
    names |= {16: family, 17: style}
    table = font["name"]
    for record in list(table.names):
        if record.nameID in {*names, 21, 22, 25}:
            table.removeNames(nameID=record.nameID)
    for number, words in names.items():
        table.setName(words, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight


def ranges(points: list[int]) -> list[list[int]]:
    """Fold sorted code points into [first, last] pairs."""
    folded: list[list[int]] = []
    for point in points:
        if folded and folded[-1][1] == point - 1:
            folded[-1][1] = point
        else:
            folded.append([point, point])
    return folded


if __name__ == "__main__":
    main(sys.argv[1:])

"""Build our fonts from Fontsource's npm packages and Debian's packages of Noto.

Fontsource ships one file for each script of a font, under names that no renderer finds
("Fredoka Light SemiBold"). This merges the scripts into one file for each weight and gives it a
plain name. It also writes down which characters each font has, because Pillow can't tell.

Noto's fonts are cut down to what names need. All of Chinese, Japanese and Korean takes 20 MB; the
characters of the first level of each country's standard, which people's names are mostly made of,
take 2 MB. System fonts draw the others where there are any.

Needs `fonttools` and `brotli`, which the bot itself doesn't. Run it in a separate environment,
with the unpacked packages:

    npm pack @fontsource/fredoka@5.3.0 @fontsource/rubik@5.3.0 @fontsource/manrope@5.3.0
    apt-get download fonts-noto-core fonts-noto-cjk
    (unpack all five, the last two with `dpkg -x` into one folder)
    python render/tools/vendor_fonts.py FREDOKA_FOLDER RUBIK_FOLDER MANROPE_FOLDER NOTO_FOLDER
"""

import json
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from fontTools import subset  # type: ignore[import-not-found]  # see above
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


class NotoFont(NamedTuple):
    """A part of one of Noto's fonts: its file in Debian's package, and its characters."""

    path: str
    characters: frozenset[int]
    number: int = -1
    """The place of the font in a collection."""
    layout: bool = True
    """Whether its letters are joined and marks are placed by the font's own rules."""


def spans(*pairs: tuple[int, int]) -> frozenset[int]:
    """Return all code points of some ranges."""
    return frozenset(point for first, last in pairs for point in range(first, last + 1))


def of_standard(codec: str, rows: Iterable[int], columns: Iterable[int]) -> frozenset[int]:
    """Return the characters in some rows of a country's standard."""
    columns = tuple(columns)
    pairs = (bytes([row, column]) for row in rows for column in columns)
    decoded = (pair.decode(codec, "ignore") for pair in pairs)
    return frozenset(ord(character) for character in decoded if len(character) == 1)


_COLUMNS = range(0xA1, 0xFF)
CHINESE = of_standard("gb2312", range(0xB0, 0xD8), _COLUMNS) | of_standard(
    "big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *_COLUMNS]
)
JAPANESE = of_standard("euc_jp", range(0xB0, 0xD0), _COLUMNS) | spans((0x3041, 0x30FF))
KOREAN = of_standard("euc_kr", range(0xB0, 0xC9), _COLUMNS) | spans(
    (0x1100, 0x1112), (0x1161, 0x1175)
)
_COMMAS = spans((0x3001, 0x3011))
SPACE = spans((0x20, 0x20))
VIETNAMESE = spans((0x1E00, 0x1EFF), (0x01A0, 0x01A1), (0x01AF, 0x01B0))
OLD_GREEK = spans((0x1F00, 0x1FFF))

NOTO = {
    "NotoSans-Bold": NotoFont("truetype/noto/NotoSans-Bold.ttf", VIETNAMESE | OLD_GREEK),
    "NotoSansDevanagari-Bold": NotoFont(
        "truetype/noto/NotoSansDevanagari-Bold.ttf", spans((0x0900, 0x097F), (0x200C, 0x200D))
    ),
    "NotoSansThai-Bold": NotoFont("truetype/noto/NotoSansThai-Bold.ttf", spans((0x0E01, 0x0E5B))),
    "NotoSansCJK-Bold": NotoFont(
        "opentype/noto/NotoSansCJK-Bold.ttc",
        CHINESE | JAPANESE | KOREAN | _COMMAS,
        number=2,
        layout=False,
    ),
}


def main(folders: list[str]) -> None:
    """Vendor the families from the package folders given."""
    coverage: dict[str, list[list[int]]] = {}
    *fontsource, noto = folders
    for family, folder in zip(FAMILIES, fontsource, strict=True):
        package = Path(folder)
        shutil.copyfile(package / "LICENSE", FONTS / f"OFL-{family.name}.txt")
        for weight in family.weights:
            font = merged(package / "files", family, weight)
            rename(font, family.name, weight)
            name = f"{family.name}-{weight}"
            font.save(FONTS / f"{name}.ttf")
            coverage[name] = ranges(sorted(font.getBestCmap()))
    for name, part in NOTO.items():
        font = cut_down(Path(noto) / "usr/share/fonts" / part.path, part)
        font.save(FONTS / f"{name}.{'ttf' if 'glyf' in font else 'otf'}")
        coverage[name] = ranges(sorted(part.characters & set(font.getBestCmap())))
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


def cut_down(path: Path, part: NotoFont) -> Any:
    """Return a font with the glyphs of these characters only."""
    options = subset.Options(hinting=False, font_number=part.number)
    options.layout_features = ["*"] if part.layout else []
    font = subset.load_font(str(path), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=part.characters | SPACE)
    subsetter.subset(font)
    return font


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

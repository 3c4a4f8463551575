"""Choose the colours of each game's pictures, and write them to `render/assets/palettes.json`.

    python -m render.tools.palettes [GAME ...]

First come the flat colours that the code names and pictures show, then a few for portraits. The
others are chosen from pictures of played matches, so that what fades has the most steps. Run it
after a change of colours, and look at the golden pictures before and after.
"""

import io
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from games import FULL_GAMES
from games.core.game import AnyGame
from render.engine import theme
from render.engine.colours import PALETTES
from render.engine.raster import rgb
from render.subject import PictureStyle
from render.tools.contact_sheet import match, variants

Values = NDArray[np.float64]

_RENDER = Path(__file__).parents[1]
_MOST = 256
_PORTRAITS = (*product((20, 128, 236), (20, 128, 236), (30, 128, 226)),)
_APART = 7.0
"""How far flat colours are from all others, so that no pattern reaches them."""
_SMOOTH = 8
"""How far a pixel of a surface is from its neighbours at most."""
_SHARE = 20_000
"""The most pixels of one picture that count for a colour."""
_EDGES = 20
"""As many pixels of edges count as one of a surface."""
_ROUNDS = 12


def main(keys: list[str]) -> None:
    """Choose the colours of these games, or of all."""
    palettes = json.loads(PALETTES.read_text(encoding="ascii")) if PALETTES.exists() else {}
    for game in FULL_GAMES:
        if not keys or game.info.key in keys:
            table = colours(game)
            palettes[game.info.key] = table.astype(np.uint8).tobytes().hex()
    PALETTES.write_text(json.dumps(palettes, indent=1, sort_keys=True) + "\n", encoding="ascii")


def colours(game: AnyGame) -> Values:
    """Return the colours of a game, which begin with its flat ones."""
    flat, all_ = _counted(game)
    values, counts = _numbers(list(all_)), np.array(list(all_.values()), dtype=float) ** 0.5
    fixed = _flat_colours(game, flat)
    for colour in _PORTRAITS:
        fixed = _with(fixed, np.array(colour, dtype=float))
    fixed_count = len(fixed)
    table, distances = fixed, _nearest(values, fixed)[1]
    values, counts, distances = (
        numbers[distances >= _APART**2] for numbers in (values, counts, distances)
    )
    while len(table) < _MOST:
        far = int(np.argmax(counts * distances))
        table = np.vstack((table, values[far]))
        distances = np.minimum(distances, ((values - values[far]) ** 2).sum(axis=1))
    for _ in range(_ROUNDS):
        nearest, _ = _nearest(values, table)
        for index in range(fixed_count, _MOST):
            mine = nearest == index
            centre = np.average(values[mine], axis=0, weights=counts[mine]) if mine.any() else None
            if centre is not None and _distance(centre, fixed) >= _APART:
                table[index] = centre
    table = np.rint(table)
    print(f"{game.info.key}: {fixed_count} fixed")  # noqa: T201 - a command line tool speaks there
    return table


def _flat_colours(game: AnyGame, flat: Counter[int]) -> Values:
    """Return the colours of the theme, and those that the code names and pictures show."""
    palette = theme.palette_of(game.info.key)
    themed = [value for value in vars(theme).values() if _is_colour(value)]
    own = (palette.top, palette.bottom, palette.panel, palette.line, palette.well)
    named = {
        colour
        for folder in ("sprites", "scenes/common", f"scenes/{game.info.key}")
        for path in (_RENDER / folder).rglob("*.py")
        for colour in re.findall(r'"(#[0-9A-F]{6})"', path.read_text(encoding="utf-8"))
    }
    shown = sorted(named, key=lambda colour: (-flat[_code(colour)], colour))
    table = np.array([rgb(palette.bottom)], dtype=float)
    for colour in (*themed, *theme.SEATS, *own, *(each for each in shown if flat[_code(each)])):
        table = _with(table, np.array(rgb(colour), dtype=float))
    return table


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("#[0-9A-F]{6}", value) is not None


def _code(colour: str) -> int:
    return int(colour[1:], 16)


def _with(table: Values, colour: Values) -> Values:
    """Add a colour unless there is one that looks the same."""
    return np.vstack((table, colour)) if _distance(colour, table) >= _APART else table


def _counted(game: AnyGame) -> tuple[Counter[int], Counter[int]]:
    """Count the pixels of each colour in a game's pictures: of flat areas, and of all."""
    flat: Counter[int] = Counter()
    all_: Counter[int] = Counter()
    for picture in _pictures(game):
        pixels = np.asarray(picture, dtype=np.int32)
        codes = pixels @ np.array([65536, 256, 1])
        steps = np.zeros(codes.shape)
        across, down = (np.abs(np.diff(pixels, axis=axis)).max(axis=2) for axis in (1, 0))
        steps[:, 1:] = across
        steps[1:] = np.maximum(steps[1:], down)
        _count(flat, codes[steps == 0])
        _count(all_, codes[steps <= _SMOOTH], _EDGES)
        _count(all_, codes[steps > _SMOOTH])
    return flat, all_


def _count(counter: Counter[int], codes: NDArray[np.int64], worth: int = 1) -> None:
    for code, count in zip(*np.unique(codes, return_counts=True), strict=True):
        counter[int(code)] += worth * min(int(count), _SHARE)


def _pictures(game: AnyGame) -> Iterator[Image.Image]:
    """Paint matches in true colour, without their posters."""
    style = PictureStyle(palette=theme.palette_of(game.info.key))
    least, most = game.info.seats
    for seats in sorted({least, min(3, most), min(5, most), most}):
        for options in (game.options(), variants(game)):
            for picture in list(match(game, seats, options, style))[1:-1]:
                yield Image.open(io.BytesIO(picture.png))


def _numbers(codes: list[int]) -> Values:
    all_ = np.array(codes)
    return np.stack((all_ >> 16, all_ >> 8 & 255, all_ & 255), axis=1).astype(float)


def _distance(colour: Values, table: Values) -> float:
    return float(np.sqrt(((table - colour) ** 2).sum(axis=1)).min())


def _nearest(values: Values, table: Values) -> tuple[NDArray[np.intp], Values]:
    """Return the nearest colour for each value, and the square of its distance."""
    indices, distances = [], []
    for start in range(0, len(values), 4096):
        apart = ((values[start : start + 4096, None] - table) ** 2).sum(axis=2)
        indices.append(apart.argmin(axis=1))
        distances.append(apart.min(axis=1))
    return np.concatenate(indices), np.concatenate(distances)


if __name__ == "__main__":
    main(sys.argv[1:])

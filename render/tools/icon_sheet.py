"""All icons at 20 pixels on Discord's light and dark grounds, also as seen colour-blind.

python -m render.tools.icon_sheet [FOLDER]
"""

import io
import sys
from functools import cache
from pathlib import Path

from PIL import Image

from render.icons.catalogue import KEYS, icon_file
from render.tools.colour_vision import VISIONS, seen

GROUNDS = ("#313338", "#FFFFFF", "#4E5058", "#5865F2", "#248046", "#E3E5E8")
"""Chat dark and light; the grey, blurple and green buttons, and the grey one of the light theme."""
SEEN_AT = 20
_COLUMNS, _GAP, _LARGE = 40, 8, 3


@cache
def _icon(key: str) -> Image.Image:
    return Image.open(io.BytesIO(icon_file(key).png())).convert("RGBA")


def sheet(ground: str, side: int = SEEN_AT) -> Image.Image:
    """Return every icon on one ground."""
    step = side + _GAP
    lines = -(-len(KEYS) // _COLUMNS)
    whole = Image.new("RGB", (_COLUMNS * step + _GAP, lines * step + _GAP), ground)
    for place, key in enumerate(KEYS):
        small = _icon(key).resize((side, side), Image.Resampling.LANCZOS)
        spot = (_GAP + place % _COLUMNS * step, _GAP + place // _COLUMNS * step)
        whole.paste(small, spot, small)
    return whole


def main(folder: Path) -> None:
    """Write a sheet for each ground, and one for each way to see colours."""
    folder.mkdir(parents=True, exist_ok=True)
    for ground in GROUNDS:
        shown = sheet(ground)
        size = (shown.width * _LARGE, shown.height * _LARGE)
        shown.save(folder / f"icons-{ground[1:]}.png")
        shown.resize(size, Image.Resampling.NEAREST).save(folder / f"icons-{ground[1:]}-x3.png")
    for vision in VISIONS:
        seen(sheet(GROUNDS[0], 40), vision).save(folder / f"icons-{vision}.png")


if __name__ == "__main__":
    main(Path((sys.argv[1:] or ["sheets"])[0]))

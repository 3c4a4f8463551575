"""The README's pictures: a moment of each game, from matches that are always the same.

python -m tests.render.readme_pictures [FOLDER]
"""

import io
import sys
from itertools import islice
from pathlib import Path

from PIL import Image

from games import FULL_GAMES
from games.core.text import Reader
from render import paint
from render.tools.contact_sheet import course

FOLDER = Path(__file__).parents[2] / "render" / "assets" / "readme"
MOMENTS = {
    "tomate": (5, 44),
    "karate_tomate": (4, 80),
    "dojo": (4, 87),
    "tomatomat": (3, 24),
    "diced_tomatoes": (3, 83),
}
"""How many people sit at each game's table, and before which move it is shown."""
_NAMES = ("Lola", "Mateo", "Basil", "Ingrid", "Ana")
_WIDTH = 900


def main(folder: Path) -> None:
    """Write a picture for each game that players can choose."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in FULL_GAMES:
        seats, number = MOMENTS[game.info.key]
        state = next(islice(course(game, seats, game.options()), number, None))
        view = game.view(state, None)
        picture = paint.paint_table(game.tableau(view), Reader(names=_NAMES[:seats]), view)
        image = Image.open(io.BytesIO(picture.png)).convert("RGB")
        size = (_WIDTH, round(_WIDTH * image.height / image.width))
        small = image.resize(size, Image.Resampling.LANCZOS).quantize(kmeans=2)
        small.save(folder / f"{game.info.key}.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)

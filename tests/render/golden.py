"""Golden pictures: thumbnails of checked pictures, one sheet per game.

    python -m tests.render.golden             paints the kept views again
    python -m tests.render.golden deal KEY    first plays matches of these games for new views

Look at the sheets before committing them: the tests compare pictures with them. The views are kept
too, so that a better policy or another order of moves changes no golden picture.
"""

import io
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from games import FULL_GAMES, GAMES
from games import game as game_of
from games.core.game import AnyGame, View
from games.core.rng import Rng
from games.core.text import Reader
from render import paint
from render.paint import Picture
from render.scenes.posters.podium import Podium
from render.tools.contact_sheet import NAMES, course, lobby, standings, variants

FOLDER = Path(__file__).parent / "golden"
SMALL = 72
"""Pixels of a thumbnail, stretched to a square."""
BLOCK = 4
ACROSS = 8


class Kept(NamedTuple):
    """A golden picture's name, and the picture as it is painted now."""

    name: str
    picture: Picture


def deal(games: Iterable[AnyGame]) -> None:
    """Keep views of these games: early, in the middle and at the end, with few seats and many."""
    for game in games:
        least, most = game.info.seats
        saved: list[dict[str, Any]] = []
        for seats, options in ((least, game.options()), (most, variants(game))):
            states = list(course(game, seats, options))
            for state in (states[len(states) // 4], states[len(states) * 3 // 5], states[-1]):
                for viewer in (None, *sorted(game.awaited(state))[:1]):
                    view = game.view(state, viewer).model_dump(mode="json")
                    saved.append({"seats": seats, "viewer": viewer, "view": view})
        path = FOLDER / f"{game.info.key}.json"
        path.write_text(json.dumps(saved, ensure_ascii=False, separators=(",", ":")) + "\n")


def pictures(name: str) -> Iterator[Kept]:
    """Yield the golden pictures of a game, or those that belong to no view."""
    game = next((game for game in GAMES if game.info.key == name), None)
    if game is None:
        yield from _others()
        return
    dealt = game.setup(game.info.seats[1], game.options(), Rng("any")).state
    view_type = type(game.view(dealt, None))
    for number, load in enumerate(json.loads((FOLDER / f"{name}.json").read_text())):
        view = view_type.model_validate(load["view"])
        reader = Reader(NAMES[: load["seats"]])
        for kind, picture in _painted(game, view, reader, hand=load["viewer"] is not None):
            yield Kept(f"{kind} {number}", picture)


def _painted(
    game: AnyGame, view: View, reader: Reader, *, hand: bool
) -> Iterator[tuple[str, Picture]]:
    tableau = game.tableau(view)
    if hand:
        yield "hand", paint.paint_hand(tableau, reader, view)
        return
    yield "table", paint.paint_table(tableau, reader, view)
    after = paint.paint_aftermath(tableau, reader, view)
    if after is not None:
        yield "aftermath", after


def _others() -> Iterator[Kept]:
    """Posters, podiums, leaderboards and profiles."""
    for game in FULL_GAMES:
        seats = game.info.seats[1]
        yield Kept(f"lobby {game.info.key}", paint.paint_poster(lobby(game, seats), Reader()))
        order = (*((seat,) for seat in range(2, seats)), (0, 1))
        points = tuple(3 * (13 - seat) if seat > 1 else 0 for seat in range(seats))
        podium = Podium(game=game.info.key, title=game.info.title, ranking=order, points=points)
        yield Kept(f"podium {game.info.key}", paint.paint_poster(podium, Reader(NAMES[:seats])))
    for number, picture in enumerate(standings()):
        yield Kept(f"standing {number}", picture)


SHEETS = (*(game.info.key for game in FULL_GAMES), "others")


def thumbnail(picture: Picture) -> Image.Image:
    """Return the picture as a thumbnail."""
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    return image.resize((SMALL, SMALL), Image.Resampling.BOX)


def place(number: int) -> tuple[int, int, int, int]:
    """Return where a thumbnail is on its sheet."""
    x, y = number % ACROSS * SMALL, number // ACROSS * SMALL
    return x, y, x + SMALL, y + SMALL


def difference(item: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Return how much two thumbnails differ: on average, and at most (0 to 255).

    Both are compared in blocks, so that another version of the font renderer or the rasteriser,
    which moves edges by a fraction of a pixel, does not count.
    """
    apart = np.abs(_blocks(item) - _blocks(other))
    return float(apart.mean()), float(apart.max())


def _blocks(image: Image.Image) -> NDArray[np.float64]:
    return np.asarray(image.reduce(BLOCK), dtype=np.float64)


def renew(names: Iterable[str]) -> None:
    """Write these sheets."""
    for name in names:
        small = [thumbnail(each_picture.picture) for each_picture in pictures(name)]
        sheet = Image.new("RGB", (ACROSS * SMALL, -(-len(small) // ACROSS) * SMALL))
        for number, image in enumerate(small):
            sheet.paste(image, place(number)[:2])
        sheet.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    keys = sys.argv[2:]
    deal(map(game_of, keys))
    renew(keys or SHEETS)

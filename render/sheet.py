"""Contact sheets: every kind of picture at the sizes at which people see it.

    python -m render.sheet [FOLDER]

Matches of all games are played at random, so the sheets show what really happens. Look at them at
350 and 400 pixels after every change: what needs a squint is too small.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from games import GAMES
from games.core.game import AnyGame, apply
from games.core.rng import Rng
from games.core.text import Reader
from games.core.values import Seat
from render.encode import png
from render.paint import (
    Picture,
    paint_aftermath,
    paint_hand,
    paint_lobby,
    paint_podium,
    paint_table,
)
from render.scenes.lobby import Lobby, LobbySeat
from render.scenes.podium import Podium

WIDTHS = (1200, 400, 350)
"""As painted, in a client, on a phone."""
GAP = 12
NAMES = (
    "Lola", "Mateo_92", "Зоя", "Grandmaster Tomatillo", "Ana", "Señor Ñandú", "Bo",
    "xX_Slicer_Xx_2nd", "Ingrid", "Tomás", "محمد", "Kei", "Anaïs",
)  # fmt: skip
_LONGEST = 3000
"""Moves after which a match that does not end is left."""


def main(folder: Path) -> None:
    """Write one sheet for each game, number of seats and width."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        least, most = game.info.seats
        for seats in sorted({least, min(5, most), (least + most) // 2, most}):
            pictures = [paint_lobby(_lobby(game, seats), Reader()), *_match(game, seats)]
            for width in WIDTHS:
                path = folder / f"{game.info.key}-{seats:02}-at-{width}.png"
                path.write_bytes(png(_sheet(pictures, width)))
                print(path)  # noqa: T201  # a command line tool speaks there


def _lobby(game: AnyGame, seats: int) -> Lobby:
    info = game.info
    taken = tuple(
        LobbySeat(name=NAMES[seat], host=seat == 0, bot=seat == 2) for seat in range(seats - 1)
    )
    return Lobby(
        game=info.key, title=info.title, tagline=info.tagline, seats=taken, least=info.seats[0],
        most=seats, minutes=info.minutes,
    )  # fmt: skip


def _match(game: AnyGame, seats: int) -> Iterator[Picture]:
    """One random match: pictures whenever the table looks unlike before, and of how it ended."""
    rng = Rng(f"sheet {seats}")
    reader = Reader(names=NAMES[:seats])
    state = game.setup(seats, game.options(), rng.fork("deal")).state
    seen: set[str] = set()
    for _ in range(_LONGEST):
        awaited = sorted(game.awaited(state))
        sign = _sign(game, state, awaited)
        if sign not in seen:
            seen.add(sign)
            yield from _pictures(game, state, awaited, reader)
        if not awaited:
            break
        seat = rng.choice(awaited)
        state = apply(game, state, seat, rng.choice(list(game.moves(state, seat)))).state
    result = game.result(state)
    if result is not None:
        podium = Podium(
            game=game.info.key,
            title=game.info.title,
            ranking=result.ranking,
            points=result.points,
            reason=result.reason,
        )
        yield paint_podium(podium, reader)


def _sign(game: AnyGame, state: Any, awaited: list[Seat]) -> str:
    """What kind of table this is: what is asked, how full the middle is, what just happened."""
    kinds: tuple[str, ...] = ()
    if awaited:
        prompt = game.prompt(game.view(state, awaited[0]))
        kinds = tuple(action.kind for action in prompt.actions) if prompt is not None else ()
    tableau = game.tableau(game.view(state, None))
    full = max((len(zone.tokens) for zone in tableau.centre), default=0)
    return f"{kinds} {full // 3} {len(tableau.aftermath) > 1}"


def _pictures(game: AnyGame, state: Any, awaited: list[Seat], reader: Reader) -> Iterator[Picture]:
    """The table, what just happened, the hand of who is asked, and the table without its scene."""
    view = game.view(state, None)
    tableau = game.tableau(view)
    yield paint_table(tableau, reader, view)
    after = paint_aftermath(tableau, reader, view)
    if after is not None:
        yield after
    if awaited:
        mine = game.view(state, awaited[0])
        yield paint_hand(game.tableau(mine), reader, mine)
    yield paint_table(tableau.model_copy(update={"game": "a sixth game"}), reader)


def _sheet(pictures: list[Picture], width: int) -> Image.Image:
    """All pictures at one width, in columns filled evenly."""
    columns = max(2, 2400 // (width + GAP))
    heights = [GAP] * columns
    places: list[tuple[Image.Image, int, int]] = []
    for picture in pictures:
        image = Image.open(io.BytesIO(picture.png))
        high = round(image.height * width / image.width)
        small = image.convert("RGB").resize((width, high), Image.Resampling.LANCZOS)
        column = heights.index(min(heights))
        places.append((small, GAP + column * (width + GAP), heights[column]))
        heights[column] += high + GAP
    sheet = Image.new("RGB", (GAP + columns * (width + GAP), max(heights)), "#313338")
    for small, x, y in places:
        sheet.paste(small, (x, y))
    return sheet


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("sheets"))

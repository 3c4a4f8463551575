"""Random matches for pictures."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from games import GAMES
from games.core.game import AnyGame, View, apply
from games.core.rng import Rng
from games.core.tableau import Tableau
from games.core.text import Reader
from games.core.values import Seat
from render.paint import Picture
from render.scenes import scene
from render.scenes.game_scene import GENERAL

NAMES = (
    "Lola", "Mateo_92", "Зоя", "Grandmaster Tomatillo", "Ana", "Señor Ñandú", "Bo",
    "Xavier", "Ingrid", "Tomás", "محمد", "Kei", "Zoë",
)  # fmt: skip

WITH_SCENE = tuple(game for game in GAMES if scene(game.info.key).table is not GENERAL.table)
"""The games with hand-made pictures; the general scene paints all others."""


class Moment(NamedTuple):
    """One state of a match."""

    game: AnyGame
    state: Any
    seats: int

    def view(self, viewer: Seat | None = None) -> View:
        view: View = self.game.view(self.state, viewer)
        return view

    def tableau(self, viewer: Seat | None = None) -> Tableau:
        return self.game.tableau(self.view(viewer))

    @property
    def awaited(self) -> list[Seat]:
        return sorted(self.game.awaited(self.state))

    @property
    def reader(self) -> Reader:
        return Reader(names=NAMES[: self.seats])


def match(game: AnyGame, seats: int, seed: str = "a", most: int = 60) -> Iterator[Moment]:
    """Yield the first moments of a random match."""
    rng = Rng(seed)
    state = game.setup(seats, game.options(), rng.fork("deal")).state
    for _ in range(most):
        moment = Moment(game, state, seats)
        yield moment
        if not moment.awaited:
            return
        seat = rng.choice(moment.awaited)
        state = apply(game, state, seat, rng.choice(list(game.moves(state, seat)))).state


def seat_counts(game: AnyGame) -> list[int]:
    """Every number of seats that a game allows."""
    least, most = game.info.seats
    return list(range(least, most + 1))


@cache
def moments() -> tuple[Moment, ...]:
    """Return moments of every game with the fewest, a middling and the most seats."""
    results: list[Moment] = []
    for game in GAMES:
        least, greatest = game.info.seats
        for seats in sorted({least, min(5, greatest), greatest}):
            results += match(game, seats, most=2 * seats + 20)
    return tuple(results)


def words_of(picture: Picture) -> Counter[str]:
    """Count the texts of a picture."""
    return Counter(line.given for line in picture.texts)


def last_sign(tableau: Tableau, family: str) -> Counter[str]:
    """The sign of what happened last at the foot of a table, if it is of this family."""
    sprite = "" if tableau.last is None else tableau.last.sprite
    name, _, value = sprite.partition(":")
    return Counter([value] if name == family else [])

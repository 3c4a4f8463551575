"""Games of other packages, found by their entry points in the group `tomato_table.games`.

[project.entry-points."tomato_table.games"]
mygame = "my_package:MYGAME"
"""

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from games.core.game import AnyGame, Game
from games.core.rng import Rng
from games.core.saving import load_state, save_state

GROUP = "tomato_table.games"


class BadPackageError(SystemExit):
    """An installed game that cannot be hosted; a program that loads the games ends with the why."""


def installed(own: Iterable[AnyGame]) -> tuple[AnyGame, ...]:
    """Return the games that other packages bring, by key; raises BadPackageError."""
    taken = {game.info.key for game in own}
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return tuple(_checked(point, taken) for point in points)


def _checked(point: EntryPoint, taken: set[str]) -> AnyGame:
    """Load a game, and check its key and that its state can be saved."""
    try:
        game: Any = point.load()
        state = game.setup(game.info.seats[0], game.options(), Rng("installed")).state
        is_saved = load_state(game, save_state(game, state)) == state
    except Exception as error:
        raise _refused(point, repr(error)) from error
    if not isinstance(game, Game) or game.info.key != point.name or point.name in taken:
        raise _refused(point, f"{point.value} is no game with the key {point.name} of its own")
    if not is_saved:
        raise _refused(point, "its state changes when it is saved")
    taken.add(point.name)
    return game


def _refused(point: EntryPoint, why: str) -> BadPackageError:
    package = point.dist.name if point.dist else point.value
    return BadPackageError(
        f"The game {point.name} of {package} can't be hosted: {why}."
        f" Update the package, or remove it: pip uninstall {package}"
    )

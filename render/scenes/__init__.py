"""The scenes of all games by key: hand-made ones, and the general one for all others."""

from collections.abc import Iterator
from functools import cache

from render.canvas import Fixed
from render.scenes.common import hand_frame, layout
from render.scenes.game_scene import GENERAL, Scene
from render.scenes.posters import leaderboard, podium, poster_art


@cache
def _scenes() -> dict[str, Scene]:
    """Return the hand-made scenes, which are loaded with the first picture."""
    from render.scenes import diced_tomatoes, dojo, karate_tomate, tomate, tomatomat  # noqa: PLC0415 - a start needs none of them

    return {
        "tomate": tomate.SCENE,
        "karate_tomate": karate_tomate.SCENE,
        "diced_tomatoes": diced_tomatoes.SCENE,
        "dojo": dojo.SCENE,
        "tomatomat": tomatomat.SCENE,
    }


def wanted() -> Iterator[Fixed]:
    """Return the sprites and boxes that all scenes need in advance."""
    for common in (layout, hand_frame, poster_art, leaderboard, podium):
        yield from common.wanted()
    for entry in _scenes().values():
        for part in entry.parts:
            yield from part.wanted()


def scene(game: str) -> Scene:
    """Return the painters of a game by its key."""
    return _scenes().get(game, GENERAL)

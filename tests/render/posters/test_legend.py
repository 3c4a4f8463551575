"""The legend of a game names every sign of its pictures."""

import pytest

from games.core.game import AnyGame
from games.core.text import Reader, speak
from render.paint import legend_poster, paint_poster
from render.scenes import scene
from render.scenes.posters.legend import COMMON
from tests.render.support import WITH_SCENE


@pytest.mark.parametrize("game", WITH_SCENE, ids=lambda game: game.info.key)
def test_a_legend_shows_and_names_every_sign(game: AnyGame) -> None:
    """Each sign is drawn once, with its words beside it and in the description."""
    picture = paint_poster(legend_poster(game.info.key, game.info.title), Reader())
    signs = (*scene(game.info.key).signs, *COMMON)
    assert len(signs) > len(COMMON)
    assert [name.split(" ")[0] for name in picture.sprites] == [sign.sprite for sign in signs]
    for sign in signs:
        words = speak(sign.word, Reader())
        assert picture.says(words)
        assert words in picture.alt

"""After the warm-up, a table is composed of prepared parts only."""

import builtins
import shutil
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import pytest
import resvg_py
from PIL import ImageFilter, ImageFont

from games.core.game import AnyGame
from render import scenes
from render.disk.part import PixelPart
from render.disk.part_cache import PartCache, use
from render.paint import paint_table
from render.scenes import scene
from render.subject import USUAL, subject_of
from render.warmup import Opening, warm
from tests.render.support import WITH_SCENE, match, seat_counts
from tests.support.sampling import THOROUGH, leading, sample

GAMES_TRIED = leading(WITH_SCENE[::-1])


@pytest.fixture(scope="module")
def warmed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Warm up a folder as a bot with these games does; it is large, so it is deleted afterwards."""
    own = {game.info.key: scene(game.info.key) for game in GAMES_TRIED}
    folder = tmp_path_factory.mktemp("parts")
    use(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenes, "_scenes", lambda: own)
        warm(openings())
    yield
    use(None)
    shutil.rmtree(folder)


def openings() -> list[Opening]:
    """Every game, just dealt."""
    dealt = [next(match(game, seats)) for game in GAMES_TRIED for seats in counts(game)]
    return [(moment.tableau(), moment.view()) for moment in dealt]


def counts(game: AnyGame) -> list[int]:
    """Return the numbers of seats that are tried: the most, and at night all."""
    return seat_counts(game) if THOROUGH else seat_counts(game)[-1:]


def refuse(what: str) -> Callable[..., NoReturn]:
    """Return a function that raises, for work that a warm render must not do."""

    def refused(*args: Any, **_: Any) -> NoReturn:
        raise AssertionError(f"{what}: {args[:2]}")

    return refused


@pytest.mark.usefixtures("warmed")
@pytest.mark.parametrize("game", GAMES_TRIED, ids=lambda game: game.info.key)
def test_a_warm_match_is_painted_from_parts(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the warm-up, hands need no sprite that isn't kept, and tables and strips nothing else.

    Painting them draws and blurs nothing, and opens no file but parts.
    """
    drawn: list[str] = []
    part = PartCache.part

    def watched(cache: PartCache, key: str, draw: Callable[[], PixelPart]) -> PixelPart:
        def drawing() -> PixelPart:
            drawn.append(key)
            return draw()

        return part(cache, key, drawing)

    with monkeypatch.context() as patch:
        patch.setattr(PartCache, "part", watched)
        painters, seats = scene(game.info.key), seat_counts(game)[-1]
        for moment in match(game, seats, "c", 8):
            painters.table(subject_of(moment.tableau(), moment.reader, moment.view(), USUAL))
            for seat in range(seats):
                seen = moment.tableau(seat), moment.reader, moment.view(seat), USUAL
                painters.hand(subject_of(*seen))
    assert [key for key in drawn if key.startswith("sprite")] == []

    moments = [moment for seats in counts(game) for moment in match(game, seats, "b", sample(40))]
    shown = [(moment.tableau(), moment.reader, moment.view()) for moment in moments]
    monkeypatch.setattr(builtins, "open", refuse("a file was opened"))
    monkeypatch.setattr(ImageFont, "truetype", refuse("a font was opened"))
    monkeypatch.setattr(ImageFilter, "GaussianBlur", refuse("something was blurred"))
    monkeypatch.setattr(resvg_py, "svg_to_bytes", refuse("a sprite was drawn"))
    for tableau, reader, view in shown:
        assert paint_table(tableau, reader, view).png


def test_the_warm_up_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The warm-up reports each piece of work as it is done, up to the total."""
    monkeypatch.setattr(scenes, "_scenes", dict)
    texts: list[tuple[int, int]] = []
    warm(openings()[:2], lambda done, total: texts.append((done, total)))
    total = texts[-1][1]
    assert texts == [(done, total) for done in range(1, total + 1)]

"""A picture is cached by a digest of its content and by everything else that it shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games import GAMES
from games.core.text import Reader
from render import paint
from render.engine.cache import MemoryBudget, PictureCache
from render.engine.theme import Size, palette_of
from render.paint import Picture, paint_hand, paint_strip, paint_table
from render.subject import USUAL, PictureStyle, Subject
from tests.render.support import NAMES, match

SEEN = "a digest of the view"
MOMENT = next(match(GAMES[0], 2))
READER = Reader(NAMES[:2], "en")
LOOKS: dict[str, Callable[[], Picture]] = {
    "table": lambda: table(READER),
    "another view": lambda: table(seen="another digest"),
    "hand": lambda: paint_hand(MOMENT.tableau(), READER, MOMENT.view(), USUAL, SEEN),
    "strip": lambda: paint_strip(MOMENT.tableau(), READER, USUAL, SEEN),
    "names": lambda: table(Reader(NAMES[2:4], "en")),
    "language": lambda: table(Reader(NAMES[:2], "de")),
    "palette": lambda: table(style=PictureStyle(palette=palette_of("dojo"))),
    "size": lambda: table(style=PictureStyle(size=Size.LARGE)),
    "stopped": lambda: table(style=PictureStyle(stopped=True)),
    "portraits": lambda: table(style=PictureStyle(portraits=(b"a file", None))),
}


def table(reader: Reader = READER, style: PictureStyle = USUAL, seen: str = SEEN) -> Picture:
    return paint_table(MOMENT.tableau(), reader, MOMENT.view(), style, seen)


@pytest.fixture(autouse=True)
def no_picture_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the pictures of a test, whatever else is kept by now."""
    monkeypatch.setattr(paint, "_pictures", PictureCache(MemoryBudget(100)))


def test_each_look_has_a_picture_of_its_own() -> None:
    """Pictures with one digest are told apart by all else they show, and each is painted once."""
    once = {name: paint_it() for name, paint_it in LOOKS.items()}
    assert len({id(picture) for picture in once.values()}) == len(LOOKS)
    assert all(paint_it() is once[name] for name, paint_it in LOOKS.items())


def test_a_known_digest_spares_writing_the_content_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tableau and view are written down only where the caller knows no digest of them."""
    written: list[Subject] = []

    def shown(subject: Subject) -> tuple[str, str]:
        written.append(subject)
        return "", ""

    monkeypatch.setattr(paint, "_shown", shown)
    table()
    assert not written
    table(seen="")
    assert written

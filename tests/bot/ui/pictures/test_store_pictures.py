"""What the page of an app directory asks for: pictures, a film, and texts within limits."""

import io
import re
import struct
from pathlib import Path

import pytest
from PIL import Image

from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import plain_reader
from bot.ui.pictures import store_pictures
from bot.ui.pictures.store_pictures import PICTURES, SLIDES
from render.slides import RATE, SECONDS, TALL, WIDE
from render.slides import film as film_of

PAGE = (Path(__file__).parents[4] / "docs" / "publish.md").read_text(encoding="utf-8")
FIELD = re.compile(r"^\*([^*]+) \((\d+)\)\*\n\n> (.+)$", re.MULTILINE)


@pytest.mark.paints
def test_pictures_and_film_have_the_size_that_is_asked_for() -> None:
    """A slide is as large as a screen, and a film of all slides lasts twenty seconds."""
    first = next(store_pictures.slides(plain_reader(languages()[1])))
    pictures = store_pictures.pictures([first])
    plain = [Image.new("RGB", (WIDE // 8, TALL // 8), colour) for colour in ("red", "blue")]
    film = film_of([*plain, *plain[:1] * (len(SLIDES) - 2)])
    index = film[film.rindex(b"idx1") + 8 :]

    assert [Image.open(io.BytesIO(item)).size for item in pictures] == [(WIDE, TALL)]
    assert struct.unpack("<I", film[4:8])[0] == len(film) - 8
    assert len(index) // 16 == RATE * SECONDS
    assert index[:4] == b"00dc"
    assert len(SLIDES) > PICTURES


def test_texts_keep_their_limits_in_every_language() -> None:
    """Each text with a limit stands on the page once per language, and fits."""
    fields = FIELD.findall(PAGE)
    names = [name for name, _, _ in fields]
    assert names == [*dict.fromkeys(names)] * len(languages())
    assert [(name, len(text)) for name, most, text in fields if len(text) > int(most)] == []

"""Pictures look as they did when somebody last checked them."""

import pytest
from PIL import Image, ImageDraw

from tests.games.drafts import drafts
from tests.render.golden import FOLDER, SHEETS, difference, pictures, place, thumbnail
from tests.support.shaping import needs_shaping

AVERAGE, MOST = 1.0, 12.0
"""Largest allowed difference, of 255: on average, and in any block."""


@needs_shaping
@pytest.mark.parametrize("name", [*SHEETS, *drafts("golden pictures")])
def test_pictures_look_as_they_did(name: str) -> None:
    """No picture differs from its golden one; `python -m tests.render.golden` renews them."""
    golden = Image.open(FOLDER / f"{name}.png").convert("RGB")
    for number, each_picture in enumerate(pictures(name)):
        average, most = difference(thumbnail(each_picture.picture), golden.crop(place(number)))
        assert average <= AVERAGE, each_picture.name
        assert most <= MOST, each_picture.name


def test_a_missing_number_is_seen() -> None:
    """The measure notices if the points of one seat are painted over."""
    picture = next(pictures("tomatomat")).picture
    whole = thumbnail(picture)
    wide, high = whole.width / picture.width, whole.height / picture.height
    line = max(picture.texts, key=lambda text: (text.given.isdigit(), text.size))
    left, top, right, bottom = line.at
    gone = whole.copy()
    ground = whole.getpixel((round(left * wide) - 2, round(top * high)))
    box = (left * wide, top * high, right * wide, bottom * high)
    ImageDraw.Draw(gone).rectangle(box, fill=ground)
    assert difference(whole, gone)[1] > MOST

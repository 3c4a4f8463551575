"""A hand keeps about its height while its match runs, so that its buttons stay where they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest

from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.components import height
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.icons import EMOJIS
from bot.ui.i18n.readers import picture_reader, reader
from bot.ui.kit.message import OutgoingFile
from bot.ui.match.messages.hand import hand_message
from games import FULL_GAMES
from games.core.game import AnyGame
from render import paint
from render.icons.catalogue import KEYS
from render.tools.contact_sheet import course
from tests.render.sketches import sketch_pictures
from tests.security import views

NAMES = ("Ana", "Ben", "Basil", "Oregano")
PHONE = 330
"""Pixels of a picture's width on a phone."""
MOMENTS = 24
"""How many moments of a match are looked at."""
JUMP = 60
"""A row of buttons and a line: rare questions have one more than usual."""
ASKED = Draft(face="hand").to_json()


@pytest.fixture(autouse=True)
def usual_hands(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give people usual names and buttons their icons; of pictures, only the height counts."""
    monkeypatch.setattr(views, "name_of", lambda seat: NAMES[seat])
    sketch_pictures(monkeypatch)
    for number, key in enumerate(KEYS, start=1):
        EMOJIS.learn(key, discord.PartialEmoji(name="tt_icon", id=number))
    yield
    EMOJIS.forget()


def _heights(game: AnyGame, language: str) -> Iterator[int]:
    """Yield about how high a hand is, picture included, at moments of a match."""
    seats = min(game.info.seats[1], len(NAMES))
    states = list(course(game, seats, game.options()))[:-1]
    table = views.Table(game, game.options(), seats, (0,) * seats, 0)
    for state in states[:: max(1, len(states) // MOMENTS)]:
        shown = replace(table.match_view(state, 0), draft=ASKED)
        names = shown.summary.names
        to = picture_reader(language, names)
        picture = paint.paint_hand(shown.tableau, to, shown.view)
        file = OutgoingFile("hand.png", b"", "")
        url = "https://discord.com"
        items = hand_message(shown, (file,), reader(language, names), table_url=url).items
        yield height(items) + round(picture.height * PHONE / picture.width)


@pytest.mark.parametrize("game", FULL_GAMES, ids=lambda game: game.info.key)
def test_a_hand_keeps_its_height(game: AnyGame) -> None:
    """Between any two questions or waits, a hand grows by a row of buttons and a line at most."""
    heights = {language: list(_heights(game, language)) for language in languages()}

    assert all(heights.values())
    grown = {language: max(each) - min(each) for language, each in heights.items()}
    assert max(grown.values()) <= JUMP, grown

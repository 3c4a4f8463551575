"""A hand keeps about its height while its match runs, so that its buttons stay where they are."""

from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest

from bot.tables.domain.views import MatchView
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.components import height
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.icons import EMOJIS
from bot.ui.i18n.readers import picture_reader, reader
from bot.ui.kit.message import OutgoingFile
from bot.ui.match.messages.hand import hand_message
from games import FULL_GAMES
from games.core.game import AnyGame
from games.tomatomat import TOMATOMAT
from render import paint
from render.icons.catalogue import KEYS
from render.tools.contact_sheet import course
from tests.security import views

NAMES = ("Ana", "Ben", "Basil", "Oregano")
PHONE = 330
"""Pixels of a picture's width on a phone."""
MOMENTS = 24
"""How many moments of a match are looked at."""
JUMP = 60
"""A row of buttons and a line: rare questions have one more than usual."""
STEP = 24
"""The most pixels between two steps of an answer."""
ASKED = Draft(face="hand").to_json()


@pytest.fixture(autouse=True)
def usual_hands(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give people usual names and buttons their icons."""
    monkeypatch.setattr(views, "name_of", lambda seat: NAMES[seat])
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
        yield _height(replace(table.match_view(state, 0), draft=ASKED), language)


def _height(shown: MatchView, language: str) -> int:
    names = shown.summary.names
    to = picture_reader(language, names)
    picture = paint.paint_hand(shown.tableau, to, shown.view)
    file = OutgoingFile("hand.png", b"", "")
    url = "https://discord.com"
    items = hand_message(shown, (file,), reader(language, names), table_url=url).items
    return height(items) + round(picture.height * PHONE / picture.width)


@pytest.mark.parametrize("game", FULL_GAMES, ids=lambda game: game.info.key)
def test_a_hand_keeps_its_height(game: AnyGame) -> None:
    """Between any two questions or waits, a hand grows by a row of buttons and a line at most."""
    heights = {language: list(_heights(game, language)) for language in languages()}

    assert all(heights.values())
    grown = {language: max(each) - min(each) for language, each in heights.items()}
    assert max(grown.values()) <= JUMP, grown


def test_a_batch_keeps_the_height_of_a_hand() -> None:
    """Card by card, the buttons below a batch of Tomatomat stay where they are."""
    (first, *_) = course(TOMATOMAT, 4, TOMATOMAT.options())
    table = views.Table(TOMATOMAT, TOMATOMAT.options(), 4, (0,) * 4, 0)
    asked = table.match_view(first, 0)
    assert asked.question is not None
    slots = [slot.name for slot in asked.question.prompt.actions[0].slots]
    drafts = [
        Draft(action=0, values=dict.fromkeys(slots[:count], "III"), face="hand").to_json()
        for count in range(len(slots))
    ]

    for language in languages():
        heights = [_height(replace(asked, draft=draft), language) for draft in drafts]
        assert max(heights) - min(heights) <= STEP, language

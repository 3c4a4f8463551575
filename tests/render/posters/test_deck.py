"""The picture of a deck with its names."""

import pytest

from bot.ui.i18n.readers import plain_reader
from games.core.game import AnyGame
from games.core.text import speak
from games.tomate.rules.cards import POWER, SUIT
from games.tomate.rules.texts import SUIT_NAMES
from render.paint import deck_poster, paint_poster
from render.scenes.posters.deck import DeckPoster
from tests.games.drafts import every_full_game

TALLEST = 1080
"""Of a design 1200 wide: with its rules, the picture fits a phone."""


@pytest.mark.parametrize("language", ["en-US", "de", "es-ES"])
@every_full_game("a picture of its deck")
def test_a_deck_shows_and_names_its_cards(game: AnyGame, language: str) -> None:
    """Each thing stands in the picture with its name, which is whole and also in words."""
    poster, reader = deck_poster(game.info.key), plain_reader(language)
    assert isinstance(poster, DeckPoster)
    picture = paint_poster(poster, reader)

    assert picture.height <= TALLEST
    assert [line.given for line in picture.texts if line.drawn != line.given] == []
    for row in poster.rows:
        assert {sprite for sprite, _ in row.things} <= {*picture.sprites}
        for words in (speak(text, reader) for text in (row.heading, *row.names)):
            assert picture.says(words)
            assert words in picture.alt


def test_tomates_cards_stand_from_high_to_low() -> None:
    """Ten cards of a suit stand in the order of their power, then the four suits."""
    poster = deck_poster("tomate")
    assert isinstance(poster, DeckPoster)
    cards, suits = ([name.split(":")[1] for name, _ in row.things] for row in poster.rows)

    assert [POWER[card] for card in cards if card in SUIT] == [*range(9, -1, -1)]
    assert suits == [*SUIT_NAMES]

"""The picture of a deck with its names, for games whose cards not everybody knows."""

from __future__ import annotations

import pytest

from bot.ui.i18n.readers import plain_reader
from games.core.text import speak
from games.tomate.rules.cards import POWER, SUIT
from games.tomate.rules.texts import SUIT_NAMES
from render.paint import paint_poster, ranking_poster
from render.scenes.tomate.ranking import RankingPoster, rank_name


@pytest.mark.parametrize("language", ["en-US", "de", "es-ES"])
def test_the_ranking_shows_and_names_every_card(language: str) -> None:
    """Ten cards stand from high to low, then the suits, each with its name below and in words."""
    reader = plain_reader(language)
    picture = paint_poster(RankingPoster(), reader)
    shown = [name.split(" ")[0].partition(":") for name in picture.sprites]
    cards = [card for kind, _, card in shown if kind == "spanish"]
    suits = [suit for kind, _, suit in shown if kind == "suit"]

    assert [POWER[card] for card in cards] == [*range(9, -1, -1)]
    assert len({SUIT[card] for card in cards}) == 1
    assert suits == [*SUIT_NAMES]
    for name in (*map(rank_name, cards), *SUIT_NAMES.values()):
        words = speak(name, reader)
        assert picture.says(words), words
        assert words in picture.alt


def test_only_one_game_has_a_ranking() -> None:
    """A game whose deck everybody knows has no picture of it."""
    assert ranking_poster("tomate") == RankingPoster()
    assert ranking_poster("dojo") is None

"""The Spanish deck with its names: the cards of a suit from high to low, and the four suits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.core.text import Reader, Text, TextList, say, speak, symbol
from games.tomate.presentation import scene_values
from render.alt_text import sentences
from render.canvas import Canvas
from render.engine import theme
from render.engine.avatars import Portraits
from render.scenes.common.layout import Area, height, tray
from render.sprites import Look

_SHOWN: scene_values.Suit = "C"
_COLUMNS = 5
_CARD = (150, 225)
_LINE = 300
"""A card, its name, and what is free below it."""
_SIGN = 76
_HEADING, _SUITS = 80, 112
"""The heights of a heading, and of the line of suits."""
_LIFTED = Look(shadow=6)
_RANKED = [card for card in reversed(scene_values.PACK) if card.endswith(_SHOWN)]
_FROM_HIGH = say("Every suit, from high to low")
_THE_SUITS = say("The four suits")


def rank_name(card: str) -> Text:
    """A rank as people call it, with the number that stands on the card."""
    rank = card[:-1]
    return scene_values.RANK_NAMES.get(rank, symbol(rank))


def _listed(texts: Sequence[Text]) -> TextList:
    return TextList(items=tuple(texts), style="unit")


class RankingPoster(NamedTuple):
    """The deck with its names, for people who don't know it."""

    @property
    def filename(self) -> str:
        """The picture's file name."""
        return "cards.png"

    def paint(self, reader: Reader, size: theme.Size, _portraits: Portraits, /) -> Canvas:
        """Paint two lines of five cards with their names below, and a line of suits."""
        lines = -(-len(_RANKED) // _COLUMNS)
        cards = Area(
            theme.MARGIN, theme.MARGIN, theme.WIDTH - 2 * theme.MARGIN, _HEADING + lines * _LINE
        )
        suits = Area(theme.MARGIN, cards.bottom + 16, cards.width, _HEADING + _SUITS)
        canvas = Canvas(height(suits.bottom), theme.TOMATE, size)
        _heading(canvas, cards, speak(_FROM_HIGH, reader))
        for place, card in enumerate(_RANKED):
            row, column = divmod(place, _COLUMNS)
            middle = _middle(cards, column, _COLUMNS)
            top = cards.y + _HEADING + row * _LINE
            canvas.sprite(f"spanish:{card}", (middle - _CARD[0] / 2, top), _CARD, _LIFTED)
            spot = (middle, top + _CARD[1] + 34)
            name = speak(rank_name(card), reader)
            canvas.write(
                name, spot, theme.NAME, theme.TEXT, align="middle", room=cards.width / _COLUMNS - 16
            )
        _heading(canvas, suits, speak(_THE_SUITS, reader))
        for column, suit in enumerate(scene_values.SUITS):
            wide = suits.width / len(scene_values.SUITS)
            left = suits.x + column * wide + 20
            y = suits.y + _HEADING + _SUITS / 2 - 12
            canvas.sprite(f"suit:{suit}", (left, y - _SIGN / 2), (_SIGN, _SIGN))
            spot = (left + _SIGN + 12, y)
            canvas.write(
                speak(scene_values.SUIT_NAMES[suit], reader),
                spot,
                theme.NAME,
                theme.TEXT,
                room=wide - _SIGN - 36,
            )
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the names of the cards and of the suits."""
        ranks = _listed([rank_name(card) for card in _RANKED])
        suits = _listed([scene_values.SUIT_NAMES[suit] for suit in scene_values.SUITS])
        lines = [
            say("{heading}: {names}.", heading=_FROM_HIGH, names=ranks),
            say("{heading}: {names}.", heading=_THE_SUITS, names=suits),
        ]
        return sentences(lines, reader)


def _heading(canvas: Canvas, area: Area, words: str) -> None:
    tray(canvas, area, 22, canvas.palette.panel)
    canvas.write(words, (area.x + 24, area.y + 40), theme.TITLE, theme.TEXT, room=area.width - 48)


def _middle(area: Area, column: int, columns: int) -> float:
    return area.x + (column + 0.5) * area.width / columns

"""All games side by side: what a newcomer sees first."""

from typing import ClassVar

from games.core.text import Reader, Text, say, say_many, speak, symbol
from games.core.values import Frozen
from render.alt_text import sentences
from render.canvas import Canvas
from render.engine import theme
from render.engine.avatars import Portraits
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.posters.game_head import span
from render.scenes.posters.poster_art import art_of
from render.sprites import Look

ACROSS = 6
"""The most games in one row."""
MOST = 12
_HEAD, _ROW, _LOWER_ROW = 212, 680, 550
_SEAM = 8
_NAME = theme.Style(theme.ROUND, 46, 30)
_TITLE = theme.Style(theme.BOLD, 84, 56)
_FACT = theme.Style(theme.STRONG, 46, 34)
_SEATS = theme.Style(theme.ROUND, 48, 34)


class StripGame(Frozen):
    """One game of the strip."""

    game: str
    title: Text
    seats: tuple[int, int]
    minutes: tuple[int, int]


class GameStrip(Frozen):
    """At most `MOST` games, in rows of at most `ACROSS`."""

    filename: ClassVar = "games.png"
    games: tuple[StripGame, ...]

    def paint(self, reader: Reader, size: theme.Size, _portraits: Portraits, /) -> Canvas:
        """Paint the games; the height depends only on the number of rows."""
        games = self.games[:MOST]
        rows = max(1, -(-len(games) // ACROSS))
        across = -(-len(games) // rows) if games else 1
        high = _ROW if rows == 1 else _LOWER_ROW
        canvas = Canvas(_HEAD + rows * high, theme.PLUM, size)
        canvas.sprite("token:mascot", (36, 24), (164, 164))
        room = theme.WIDTH - 228 - theme.MARGIN
        canvas.write(speak(self._title(), reader), (228, 78), _TITLE, room=room)
        canvas.write(speak(self._fact(), reader), (228, 154), _FACT, theme.TEXT_SOFT, room=room)
        wide = theme.WIDTH / across
        for index, game in enumerate(games):
            row, column = divmod(index, across)
            area = layout.Area(column * wide, _HEAD + row * high, wide, high)
            _paint_game(canvas, game, area, reader)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the games in words."""
        lines = (
            say(
                "{game}: {seats} players.",
                game=game.title,
                seats=symbol(span(*game.seats, reader.language)),
            )
            for game in self.games[:MOST]
        )
        opening = (say("{title}.", title=self._title()), self._fact())
        return sentences((*opening, *lines), reader)

    def _title(self) -> Text:
        return say_many("{n} tomato game", "{n} tomato games", len(self.games[:MOST]))

    def _fact(self) -> Text:
        least = min((game.minutes[0] for game in self.games), default=0)
        most = max((game.minutes[1] for game in self.games), default=0)
        return say("Bluff, fight, plan, roll: {least} to {most} minutes.", least=least, most=most)


def _paint_game(canvas: Canvas, game: StripGame, area: layout.Area, reader: Reader) -> None:
    """Draw two things of a game on its ground, its name, and how many people play it."""
    palette = theme.palette_of(game.game)
    ground = Box(round(area.width) - _SEAM, round(area.height), 0, palette.panel, palette.bottom)
    canvas.box(area[:2], ground)
    things = art_of(game.game).things
    shown = (things[0], things[-1]) if len(things) > 1 else things
    middle = area.x + (area.width - _SEAM) / 2
    for index, thing in enumerate(shown):
        scale = min(area.height * 0.29 / max(thing.size), (area.width - 60) / thing.size[0] * 0.8)
        wide, high = (round(side * scale) for side in thing.size)
        lean = (index * 2 - 1) * (area.width - wide) * 0.22 if len(shown) > 1 else 0
        spot = (
            middle + lean - wide / 2,
            area.y + 34 + index * area.height * 0.22 * min(1.0, scale),
        )
        canvas.sprite(thing.sprite, spot, (wide, high), Look(turn=(index * 2 - 1) * 8.0, shadow=8))
    room = area.width - _SEAM - 16
    words = layout.lines(speak(game.title, reader), _NAME, room)
    for index, line in enumerate(words[:2]):
        y = area.bottom - 216 + (index - (len(words[:2]) - 1) / 2) * 52
        canvas.write(line, (middle, y), _NAME, align="middle", room=room)
    seats = span(*game.seats, reader.language)
    canvas.sprite("token:pawn", (middle - 76, area.bottom - 150), (52, 52))
    canvas.write(seats, (middle - 16, area.bottom - 122), _SEATS, room=room / 2)

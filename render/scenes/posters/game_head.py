"""The head of a game's posters: title, number of players, length, and art."""

from typing import NamedTuple

from games.core.text import Reader, Text, say, say_many, speak
from render import labels
from render.canvas import Canvas
from render.engine import theme
from render.engine.avatars import Portraits
from render.scenes.common.layout import BADGE_RIGHT, pill
from render.scenes.posters import poster_art
from render.subject import number

HERO = 262
"""The height of the head, in design pixels."""
_TITLE = theme.Style(theme.ROUND, 92, 56)


class GameHead(NamedTuple):
    """The facts in a game's head."""

    game: str
    title: Text
    seats: tuple[int, int]
    """The least and the most players."""
    minutes: tuple[int, int]
    """The shortest and the longest match."""

    @property
    def filename(self) -> str:
        """The picture's file name."""
        return f"{self.game}.png"

    def paint(self, reader: Reader, size: theme.Size, _portraits: Portraits, /) -> Canvas:
        """Paint the head alone, as in the list of games."""
        canvas = Canvas(HERO, theme.palette_of(self.game), size)
        # Clients put their ALT badge into the lower left corner.
        paint_hero(canvas, self, reader, left=float(BADGE_RIGHT))
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the head in words."""
        least, most = self.seats
        players = (
            say_many("{n} player", "{n} players", most)
            if least == most
            else say("{least} to {most} players", least=least, most=most)
        )
        opening = speak(say("{title}: {players}.", title=self.title, players=players), reader)
        return f"{opening} {speak(length(*self.minutes), reader)}"


def length(shortest: int, longest: int) -> Text:
    """Return how long a match takes."""
    if shortest == longest:
        return say_many("It takes {n} minute.", "It takes {n} minutes.", longest)
    return say("It takes {shortest} to {longest} minutes.", shortest=shortest, longest=longest)


def paint_hero(
    canvas: Canvas, head: GameHead, reader: Reader, left: float = theme.MARGIN + 4.0
) -> None:
    """Paint the head at the top of a poster; its facts begin at `left`."""
    paint_title(canvas, head.game, head.title, reader)
    language = reader.language
    x = left
    seats = span(*head.seats, language)
    x += pill(canvas, (x, 196), seats, sprite="token:pawn", height=64) + 16
    words = f"{span(*head.minutes, language)} {speak(labels.MINUTES, reader)}"
    pill(canvas, (x, 196), words, sprite="icon:hourglass-not-done", height=64)


def paint_title(canvas: Canvas, game: str, title: Text, reader: Reader) -> None:
    """Paint a game's sign, title and things at the top of a poster."""
    art = poster_art.art_of(game)
    poster_art.paint_things(canvas, art)
    canvas.sprite(art.sign, (theme.MARGIN, 42), poster_art.SIGN)
    room = theme.WIDTH - poster_art.WIDE - 2 * theme.MARGIN - 124
    canvas.write(speak(title, reader), (theme.MARGIN + 104, 88), _TITLE, room=room)


def span(least: int, most: int, language: str) -> str:
    """Return a range of numbers as a language writes them."""
    low, high = number(least, language), number(most, language)
    return low if low == high else f"{low}\N{EN DASH}{high}"

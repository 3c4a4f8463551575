"""What just happened, as a slim row of little pictures: who, with what, to whom.

It is a picture of its own below the table and no part of it. The tallest tables leave no room for
it, and every line more would make all the others smaller on a desktop, where height decides. Its
height is the same for all games and seats; what does not fit is left out at the beginning, so the
newest stands at the end. The lower left corner holds a mere ornament: a client lays its badge
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.core.tableau import RecentAction, Tableau, Token
from games.core.tableau_text import ALT_LIMIT
from games.core.text import Reader, Text, TextList, say, seat
from games.core.values import Seat
from render import labels
from render.alt_text import sentences
from render.canvas import Canvas, Fixed
from render.engine.shapes import Box
from render.engine.text import width
from render.engine.theme import CAPTION, MARGIN, STAT, TEXT, TEXT_SOFT, WIDTH
from render.scenes.common.layout import Area, avatar, paper_tile
from render.sprites import Look, for_width, known, ratio
from render.subject import Subject

HEIGHT = 132
_TOP = 14
_HIGH = HEIGHT - 2 * _TOP
_MIDDLE = HEIGHT / 2
_FROM = 158.0
_TO = WIDTH - MARGIN - 22.0
_TOKEN = 84
"""How high cards are."""
_SQUARE = 74
"""How high dice and other things as wide as high are."""
_RADIUS = 31
_ARROW = (30, 34)
_BETWEEN = 28.0
_MOST = 6
"""Tokens of one deed that are drawn; of more their number is told."""
_LIFTED = Look(shadow=4)
_FAMILIES = {
    "spanish", "veg", "tomato", "triumph", "tatami", "trophy", "die", "machine", "back",
}  # fmt: skip
_SIGNS = ("icon:red-heart", "icon:tomato")


class ActionPiece(NamedTuple):
    """One part of a deed: an avatar, a thing, an arrow or words."""

    what: Seat | Token | str | None
    """None for the arrow."""
    width: float


def describe(tableau: Tableau, reader: Reader) -> str:
    """What the strip shows, in whole sentences."""
    if tableau.aftermath:
        return sentences(tableau.aftermath, reader)
    told = sentences(map(_told, tableau.recent_actions), reader, ALT_LIMIT)
    return told or sentences([labels.NOTHING_YET], reader)


def _told(deed: RecentAction) -> Text:
    facts = [token.name for token in deed.tokens]
    facts += [] if deed.to is None else [say("{to}", to=seat(deed.to))]
    facts += [] if deed.word is None else [deed.word]
    listed = TextList(items=tuple(facts), style="unit")
    if deed.who is None:
        return say("{facts}.", facts=listed)
    return say("{who}: {facts}.", who=seat(deed.who), facts=listed)


def paint(show: Subject) -> Canvas:
    """The strip; equal deeds look alike, whoever looks."""
    canvas = Canvas(HEIGHT, show.palette, show.size)
    well, line = show.palette.well, show.palette.line
    canvas.box((MARGIN, _TOP), Box(WIDTH - 2 * MARGIN, _HIGH, 28, well, line=line, thick=2))
    canvas.sprite("token:recent", (MARGIN + 24, _MIDDLE - 28), (56, 56))
    recent_actions = show.tableau.recent_actions
    if recent_actions:
        _deeds(canvas, show, recent_actions)
    else:
        _sentences(canvas, show, show.tableau.aftermath[-2:] or (labels.NOTHING_YET,))
    return canvas


def _sentences(canvas: Canvas, show: Subject, texts: Sequence[Text]) -> None:
    """Where nothing is told in small: the last sentences."""
    for place, text in enumerate(texts):
        y = _MIDDLE + (place - (len(texts) - 1) / 2) * 42
        canvas.write(show.say(text), (_FROM, y), CAPTION, TEXT, room=_TO - _FROM)


def _deeds(canvas: Canvas, show: Subject, recent_actions: Sequence[RecentAction]) -> None:
    """As many deeds as there is room for, the newest at the end."""
    shown: list[list[ActionPiece]] = []
    room = _TO - _FROM
    for deed in reversed(recent_actions):
        pieces = _pieces(show, deed, _MOST)
        if not shown:
            most = _MOST
            while _width(pieces) > room and most > 1:
                most -= 1
                pieces = _pieces(show, deed, most)
        left = room - _width(pieces) - (_BETWEEN if shown else 0)
        if shown and left < 0:
            canvas.write("…", (_FROM - 26, _MIDDLE), STAT, TEXT_SOFT, align="middle")
            break
        room = left
        shown.insert(0, pieces)
    x = _FROM
    for order, pieces in enumerate(shown):
        if order:
            x += _BETWEEN
            canvas.box((x - _BETWEEN / 2 - 3, _MIDDLE - 34), Box(2, 68, 1, show.palette.line))
        for piece in pieces:
            _piece(canvas, show, piece, x)
            x += piece.width


def _width(pieces: Iterable[ActionPiece]) -> float:
    return sum(piece.width for piece in pieces)


def _pieces(show: Subject, deed: RecentAction, most: int) -> list[ActionPiece]:
    pieces: list[ActionPiece] = []
    if deed.who is not None:
        pieces.append(ActionPiece(deed.who, 2 * _RADIUS + 12))
    for token in deed.tokens[:most]:
        pieces.append(ActionPiece(token, _size(token)[0] + 10))
        if token.count > 1:
            pieces.append(_words(f"×{show.number(token.count)}"))
    if len(deed.tokens) > most:
        pieces.append(_words(f"+{show.number(len(deed.tokens) - most)}"))
    if deed.to is not None:
        pieces.append(ActionPiece(None, _ARROW[0] + 10))
        pieces.append(ActionPiece(deed.to, 2 * _RADIUS + 12))
    if deed.word is not None:
        pieces.append(_words(show.say(deed.word)))
    return pieces


def _words(said: str) -> ActionPiece:
    return ActionPiece(said, min(360, width(said, STAT.face, STAT.size)) + 14)


def _size(token: Token) -> tuple[int, int]:
    """Cards as high as there is room for; what is square a little smaller."""
    name = token.sprite
    if not known(name):
        return 62, _TOKEN
    shape = ratio(for_width(name, 60))
    high = _TOKEN if shape > 1.05 else _SQUARE
    return round(high / shape), high


def _piece(canvas: Canvas, show: Subject, piece: ActionPiece, x: float) -> None:
    what = piece.what
    if what is None:
        canvas.sprite("token:to", (x, _MIDDLE - _ARROW[1] / 2), _ARROW)
    elif isinstance(what, int):
        avatar(canvas, show, what, (x + _RADIUS, _MIDDLE), _RADIUS)
    elif isinstance(what, str):
        canvas.write(what, (x, _MIDDLE), STAT, TEXT, room=360)
    else:
        wide, high = _size(what)
        at = (x, _MIDDLE - high / 2)
        if known(what.sprite):
            canvas.sprite(for_width(what.sprite, wide), at, (wide, high), _LIFTED)
        else:
            paper_tile(canvas, Area(*at, wide, high), show.say(what.short))


def wanted(names: Iterable[str]) -> Iterator[Fixed]:
    """The things of these names that deeds show, and the strip's own signs."""
    for name in (*names, *_SIGNS):
        if name.partition(":")[0] in _FAMILIES or name in _SIGNS:
            size = _size(Token(sprite=name, name=say(""), short=say("")))
            yield Fixed(for_width(name, size[0]), (0, 0), size, _LIFTED)
    yield Fixed("token:to", (0, 0), _ARROW)
    yield Fixed("token:recent", (0, 0), (56, 56))

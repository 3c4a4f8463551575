"""Recent actions as a low row of small pictures: who did what, with what, to whom.

It is a separate picture below the table. The tallest tables have no room for it, and every further
line would make the others smaller on a desktop, where height decides. Its height is the same for
all games and seats. If there is no room, the oldest actions are left out. A mere ornament fills the
lower left corner, where clients put their badge.
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
"""Height of cards."""
_SQUARE = 74
"""Height of dice and other square things."""
_RADIUS = 31
_ARROW = (30, 34)
_BETWEEN = 28.0
_MOST = 6
"""The most tokens drawn for one action; of more, only the number is shown."""
_LIFTED = Look(shadow=4)
_FAMILIES = {
    "spanish", "veg", "tomato", "triumph", "tatami", "trophy", "die", "machine", "back",
}  # fmt: skip
_SIGNS = ("icon:red-heart", "icon:tomato")


class ActionPiece(NamedTuple):
    """One part of an action: an avatar, a thing, an arrow or words."""

    what: Seat | Token | str | None
    """None for the arrow."""
    width: float


def describe(tableau: Tableau, reader: Reader) -> str:
    """Return the content of the row in whole sentences."""
    if tableau.aftermath:
        return sentences(tableau.aftermath, reader)
    described = sentences(map(_sentence, tableau.recent_actions), reader, ALT_LIMIT)
    return described or sentences([labels.NOTHING_YET], reader)


def _sentence(action: RecentAction) -> Text:
    facts = [token.name for token in action.tokens]
    facts += [] if action.to is None else [say("{to}", to=seat(action.to))]
    facts += [] if action.word is None else [action.word]
    listed = TextList(items=tuple(facts), style="unit")
    if action.who is None:
        return say("{facts}.", facts=listed)
    return say("{who}: {facts}.", who=seat(action.who), facts=listed)


def paint(show: Subject) -> Canvas:
    """Paint the row; equal actions look the same for every viewer."""
    canvas = Canvas(HEIGHT, show.palette, show.size)
    well, line = show.palette.well, show.palette.line
    canvas.box((MARGIN, _TOP), Box(WIDTH - 2 * MARGIN, _HIGH, 28, well, line=line, thick=2))
    canvas.sprite("token:recent", (MARGIN + 24, _MIDDLE - 28), (56, 56))
    recent_actions = show.tableau.recent_actions
    if recent_actions:
        _actions(canvas, show, recent_actions)
    else:
        _sentences(canvas, show, show.tableau.aftermath[-2:] or (labels.NOTHING_YET,))
    return canvas


def _sentences(canvas: Canvas, show: Subject, texts: Sequence[Text]) -> None:
    """Draw the last sentences, if there are no small pictures."""
    for place, text in enumerate(texts):
        y = _MIDDLE + (place - (len(texts) - 1) / 2) * 42
        canvas.write(show.say(text), (_FROM, y), CAPTION, TEXT, room=_TO - _FROM)


def _actions(canvas: Canvas, show: Subject, recent_actions: Sequence[RecentAction]) -> None:
    """Draw as many actions as there is room for, the newest at the end."""
    shown: list[list[ActionPiece]] = []
    room = _TO - _FROM
    for action in reversed(recent_actions):
        pieces = _pieces(show, action, _MOST)
        if not shown:
            most = _MOST
            while _width(pieces) > room and most > 1:
                most -= 1
                pieces = _pieces(show, action, most)
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


def _pieces(show: Subject, action: RecentAction, most: int) -> list[ActionPiece]:
    pieces: list[ActionPiece] = []
    if action.who is not None:
        pieces.append(ActionPiece(action.who, 2 * _RADIUS + 12))
    for token in action.tokens[:most]:
        pieces.append(ActionPiece(token, _size(token)[0] + 10))
        if token.count > 1:
            pieces.append(_words(f"×{show.number(token.count)}"))
    if len(action.tokens) > most:
        pieces.append(_words(f"+{show.number(len(action.tokens) - most)}"))
    if action.to is not None:
        pieces.append(ActionPiece(None, _ARROW[0] + 10))
        pieces.append(ActionPiece(action.to, 2 * _RADIUS + 12))
    if action.word is not None:
        pieces.append(_words(show.say(action.word)))
    return pieces


def _words(said: str) -> ActionPiece:
    return ActionPiece(said, min(360, width(said, STAT.face, STAT.size)) + 14)


def _size(token: Token) -> tuple[int, int]:
    """Return the size of a token: as high as possible for cards, smaller for square things."""
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
    """Return these sprites in the sizes of the row, and the row's own signs."""
    for name in (*names, *_SIGNS):
        if name.partition(":")[0] in _FAMILIES or name in _SIGNS:
            size = _size(Token(sprite=name, name=say(""), short=say("")))
            yield Fixed(for_width(name, size[0]), (0, 0), size, _LIFTED)
    yield Fixed("token:to", (0, 0), _ARROW)
    yield Fixed("token:recent", (0, 0), (56, 56))

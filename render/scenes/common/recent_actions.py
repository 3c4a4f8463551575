"""The recent actions, as one or two slim rows of little pictures: who, with what, to whom.

It is a picture of its own below the table and no part of it. The tallest tables leave no room for
it, and every line more would make all the others smaller on a desktop, where height decides. What
does not fit is left out at the beginning, so the newest stands at the end. The left end is empty:
a client lays its badge there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.core.tableau import RecentAction, Tableau, Token
from games.core.tableau_text import ALT_LIMIT
from games.core.text import Reader, Text, TextList, say, seat
from games.core.values import Seat
from render import sprites
from render.alt_text import sentences
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import layout
from render.subject import Subject

LINE = 98
_TOP = 13
HEIGHTS = (LINE + 2 * _TOP, 2 * LINE + 2 * _TOP)
"""The heights of a strip with one line and with two."""
_FROM = layout.BADGE_RIGHT + 12.0
_CLOCK = (48, 48)
_RIGHT = theme.WIDTH - theme.MARGIN - 16 - _CLOCK[0]
"""Where the sign of a strip stands."""
_TO = _RIGHT - 8.0
_TOKEN = 84
"""Height of cards."""
_SQUARE = 74
"""Height of dice and other square things."""
_RADIUS = 31
_ARROW = (30, 34)
_BETWEEN = 28.0
DOTS = 44.0
"""Room for the dots that stand for older actions."""
_MOST = 6
"""The most tokens drawn for one action; of more, only the number is shown."""
_LIFTED = sprites.Look(shadow=4)
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
    """Return the strip's actions in whole sentences; the newest if they are too many."""
    actions = list(map(_sentence, tableau.recent_actions)) or list(tableau.aftermath)
    while len(actions) > 1 and len(sentences(actions, reader, 1 << 20)) > ALT_LIMIT:
        del actions[0]
    return sentences(actions, reader, ALT_LIMIT)


def _sentence(action: RecentAction) -> Text:
    facts = [token.name for token in action.tokens]
    facts += [] if action.to is None else [say("{to}", to=seat(action.to))]
    facts += [] if action.word is None else [action.word]
    listed = TextList(items=tuple(facts), style="unit")
    if action.who is None:
        return say("{facts}.", facts=listed)
    return say("{who}: {facts}.", who=seat(action.who), facts=listed)


def paint(show: Subject) -> Canvas:
    """The strip; equal actions look alike for every viewer."""
    lines = _newest(show, show.tableau.recent_actions)
    height = HEIGHTS[len(lines) > 1]
    canvas = Canvas(height, show.palette, show.size)
    layout.tray(
        canvas, layout.Area(theme.MARGIN, _TOP, theme.WIDTH - 2 * theme.MARGIN, height - 2 * _TOP)
    )
    canvas.sprite("token:recent", (_RIGHT, _middle(0) - _CLOCK[1] / 2), _CLOCK)
    for place, line in enumerate(lines):
        draw_line(canvas, show, line, (_FROM, _middle(place)))
    if not lines:
        _sentences(canvas, show, show.tableau.aftermath[-2:])
    return canvas


def _middle(line: int) -> float:
    return _TOP + (line + 0.5) * LINE


def _sentences(canvas: Canvas, show: Subject, texts: Sequence[Text]) -> None:
    """The last sentences, if there are no actions."""
    for place, text in enumerate(texts):
        y = _middle(0) + (place - (len(texts) - 1) / 2) * 42
        canvas.write(show.say(text), (_FROM, y), theme.CAPTION, theme.TEXT, room=_TO - _FROM)


Line = list[list[ActionPiece]]


def _newest(show: Subject, recent_actions: Sequence[RecentAction]) -> list[Line]:
    """The newest actions in at most two lines, filled from the first line on."""
    for first in range(len(recent_actions)):
        lines = lines_of(show, recent_actions[first:], _TO - _FROM - DOTS)
        if len(lines) <= len(HEIGHTS):
            if first:
                lines[0][0].insert(0, _words("…"))
            return lines
    return []


def lines_of(
    show: Subject, actions: Sequence[RecentAction], room: float, most: int = _MOST
) -> list[Line]:
    """Return actions in lines, each as full as possible, with at most so many things each."""
    lines: list[Line] = []
    left = 0.0
    for action in actions:
        pieces = _fitting(show, action, room, most)
        left -= _BETWEEN + _width(pieces)
        if not lines or left < 0:
            lines.append([])
            left = room - _width(pieces)
        lines[-1].append(pieces)
    return lines


def _fitting(show: Subject, deed: RecentAction, room: float, most: int) -> list[ActionPiece]:
    """An action with as many of its things as fit into one line."""
    pieces = _pieces(show, deed, most)
    while _width(pieces) > room and most > 1:
        most -= 1
        pieces = _pieces(show, deed, most)
    return pieces


def draw_line(canvas: Canvas, show: Subject, deeds: Line, spot: Spot) -> None:
    """Draw actions side by side; `spot` is the middle of their left edge."""
    x, y = spot
    for order, pieces in enumerate(deeds):
        if order:
            x += _BETWEEN
            canvas.box((x - _BETWEEN / 2 - 3, y - 34), Box(2, 68, 1, show.palette.line))
        for piece in pieces:
            _piece(canvas, show, piece, (x, y))
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


def _words(words: str) -> ActionPiece:
    return ActionPiece(words, min(360, width(words, theme.STAT.face, theme.STAT.size)) + 14)


def _size(token: Token) -> tuple[int, int]:
    """Return the size of a token: as high as possible for cards, smaller for square things."""
    name = token.sprite
    if not sprites.known(name):
        return 62, _TOKEN
    shape = sprites.ratio(sprites.for_width(name, 60))
    high = _TOKEN if shape > 1.05 else _SQUARE
    return round(high / shape), high


def _piece(canvas: Canvas, show: Subject, piece: ActionPiece, spot: tuple[float, float]) -> None:
    what, (x, y) = piece.what, spot
    if what is None:
        canvas.sprite("token:to", (x, y - _ARROW[1] / 2), _ARROW)
    elif isinstance(what, int):
        layout.avatar(canvas, show, what, (x + _RADIUS, y), _RADIUS)
    elif isinstance(what, str):
        canvas.write(what, (x, y), theme.STAT, theme.TEXT, room=360)
    else:
        wide, high = _size(what)
        corner = (x, y - high / 2)
        if sprites.known(what.sprite):
            canvas.sprite(sprites.for_width(what.sprite, wide), corner, (wide, high), _LIFTED)
        else:
            layout.paper_tile(canvas, layout.Area(*corner, wide, high), show.say(what.short))


def wanted(names: Iterable[str]) -> Iterator[Fixed]:
    """Return these sprites in the sizes of the row, and the row's own signs."""
    for name in (*names, *_SIGNS):
        if name.partition(":")[0] in _FAMILIES or name in _SIGNS:
            size = _size(Token(sprite=name, name=say(""), short=say("")))
            yield Fixed(sprites.for_width(name, size[0]), (0, 0), size, _LIFTED)
    yield Fixed("token:to", (0, 0), _ARROW)
    yield Fixed("token:recent", (0, 0), _CLOCK)

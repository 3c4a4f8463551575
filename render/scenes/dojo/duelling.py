"""Two cards against each other: in a hand before and during a duel, and in its outcome."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.text import Text, say
from games.core.values import Seat
from games.dojo.questions.views import DojoView
from games.dojo.rules.cards import CARDS, Card, Trophy
from games.dojo.rules.moves import Throw
from games.dojo.rules.records import Duel
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout
from render.sprites import Look
from render.sprites.dojo import BELTS, THROWS
from render.subject import Subject

CARD = 320
_EDGE = 44
_BELT = (74, 62)
_SIGN, _THROW = 56, 76
_CROWN = (92, 92)
_PRIZE = 100
_TIE = say("tie:")
_TIED = 30
"""Radius of the avatar of a seat that wins ties."""
_LIFTED = Look(shadow=6)
_GOLDEN = Box(CARD + 20, CARD + 20, 42, theme.GOLD, glow=14)


class Side(NamedTuple):
    """One side of a duel: its seat, its card if it may be seen, and the card's present value."""

    seat: Seat
    card: Card | None
    value: int
    has_won: bool | None
    """None while the duel isn't decided."""
    throws: tuple[Throw, ...]


def sides(view: DojoView, seats: Sequence[Seat], duel: Duel | None) -> tuple[Side, Side]:
    """Return two seats as the sides of a duel; of one to come, what the viewer knows."""
    first, second = (_side(view, seat, duel) for seat in seats)
    return first, second


def _side(view: DojoView, seat: Seat, duel: Duel | None) -> Side:
    throws = tuple(
        shown.dealer if seat == view.dealer else shown.challenger for shown in view.throws
    )
    if duel is not None:
        return Side(seat, duel.card(seat), duel.value(seat), seat == duel.winner, throws)
    card = view.seats[seat].card
    value = 0 if card is None else int(card[1])
    if view.throws:
        last = view.throws[-1]
        value = last.dealer_value if seat == view.dealer else last.challenger_value
    return Side(seat, card, value, None, throws)


def paint_sides(
    canvas: Canvas,
    show: Subject,
    area: layout.Area,
    both: tuple[Side, Side],
    *,
    trophy: Trophy | None = None,
    note: Text | None = None,
) -> None:
    """Draw both cards at the edges of an area, and between them how they compare.

    Below that are the trophy of a duel that was decided, and a note.
    """
    left, right = both
    for side, x in ((left, area.x + _EDGE), (right, area.right - _EDGE - CARD)):
        _card(canvas, show, side, (x, area.y + 40))
    room = area.width - 2 * (_EDGE + CARD + 16)
    middle = layout.Area(area.centre[0] - room / 2, area.y, room, area.height)
    if right.card is None:
        _chances(canvas, show, left, middle)
    else:
        _score(canvas, show, both, middle)
    x, y = middle.centre[0], area.y + 328
    if trophy is not None:
        canvas.sprite(f"trophy:{trophy}", (x - _PRIZE / 2, y - 62), (_PRIZE, _PRIZE), _LIFTED)
        y += 70
    if right.card is None and note is None:
        _tie(canvas, show, left.seat, (x, y))
    if note is not None:
        words = show.head(note)
        canvas.write(words, (x, y), theme.HAND_CAPTION, theme.TEXT_SOFT, align="middle", room=room)


def _card(canvas: Canvas, show: Subject, side: Side, corner: Spot) -> None:
    """Draw a card above its owner's name: golden and crowned if it has won, dark if it lost."""
    x, y = corner
    is_lit = side.has_won or (side.has_won is None and hand_frame.is_reader(show, side.seat))
    if is_lit:
        canvas.box((x - 10, y - 10), _GOLDEN)
    look = _LIFTED
    if side.has_won is False:
        look = look._replace(tint="dim", ground=canvas.palette.bottom)
    name = "back:tatami" if side.card is None else f"tatami:{side.card}"
    canvas.sprite(name, corner, (CARD, CARD), look)
    if side.card is None:
        canvas.write("?", (x + CARD / 2, y + CARD / 2), theme.HAND_STAKE, align="middle")
    if side.has_won:
        canvas.sprite("icon:crown", (x + CARD / 2 - _CROWN[0] / 2, y - 62), _CROWN)
    spot, colour = (x + CARD / 2, y + CARD + 54), theme.GOLD if is_lit else theme.TEXT
    words = hand_frame.name(show, side.seat)
    canvas.write(words, spot, theme.HAND_NAME, colour, align="middle", room=CARD + 28)


def _chances(canvas: Canvas, show: Subject, own: Side, area: layout.Area) -> None:
    """Draw which belts the viewer's card would beat; the challenger wins ties."""
    x, y = area.centre[0], area.y + 92
    words = show.say(say("{value} beats", value=own.value))
    canvas.write(words, (x, y), theme.HAND_CLAUSE, align="middle", room=area.width)
    step = area.width / len(BELTS)
    for place, belt in enumerate(BELTS):
        left = area.x + (place + 0.5) * step
        canvas.sprite(f"belt:{belt}", (left - _BELT[0] / 2, y + 52), _BELT)
        sign = "token:tick" if own.value >= int(belt) else "token:cross"
        canvas.sprite(sign, (left - _SIGN / 2, y + 128), (_SIGN, _SIGN))


def _score(canvas: Canvas, show: Subject, both: tuple[Side, Side], area: layout.Area) -> None:
    """Draw both values, and what was thrown."""
    left, right = both
    x, y = area.centre[0], area.y + 150
    for side, outwards in ((left, -1), (right, 1)):
        colour = theme.GOLD if side.has_won else theme.TEXT
        spot = (x + outwards * 70, y)
        canvas.write(show.number(side.value), spot, theme.OWN_GAIN, colour, align="middle")
        for number, throw in enumerate(side.throws):
            middle = x + outwards * (48 + number * (_THROW - 8))
            corner = (middle - _THROW / 2, y + 66)
            canvas.sprite(f"throw:{throw}", corner, (_THROW, _THROW))
    canvas.write(":", (x, y - 4), theme.OWN_GAIN, theme.TEXT_SOFT, align="middle")
    if left.has_won is not None and left.value == right.value:
        _tie(canvas, show, left.seat if left.has_won else right.seat, (x, area.y + 44))


def _tie(canvas: Canvas, show: Subject, who: Seat, spot: Spot) -> None:
    """Draw who wins a tie."""
    x, y = spot
    words = show.head(_TIE)
    canvas.write(words, (x + 70, y), theme.HAND_CAPTION, theme.TEXT_SOFT, align="right", room=260)
    layout.seat_avatar(canvas, show, who, (), (x + 84 + _TIED, y), radius=_TIED)


def wanted() -> Iterator[Fixed]:
    """Return all cards, belts and signs of a duel, to be drawn in advance."""
    size = (CARD, CARD)
    yield from (Fixed(f"tatami:{card}", (0, 0), size, _LIFTED) for card in CARDS)
    yield Fixed("back:tatami", (0, 0), size, _LIFTED)
    yield Fixed(_GOLDEN, (0, 0))
    yield from (Fixed(f"belt:{belt}", (0, 0), _BELT) for belt in BELTS)
    for sign in ("token:tick", "token:cross"):
        yield Fixed(sign, (0, 0), (_SIGN, _SIGN))
    yield from (Fixed(f"throw:{throw}", (0, 0), (_THROW, _THROW)) for throw in THROWS)
    yield Fixed("icon:crown", (0, 0), _CROWN)

"""The felt: stock and trump at the left, the trick in the middle, the pot at the right."""

from collections.abc import Iterator, Sequence

from games.core.tableau import Token
from games.core.text import symbol
from games.core.values import Seat
from games.tomate.questions.views import TomateView
from games.tomate.rules.records import Played
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import layout, token_layout
from render.sprites import Look, for_width
from render.sprites.tokens import FELT
from render.sprites.tomate import RANKS
from render.sprites.tomate_suits import SUITS
from render.subject import Subject

STAGE = layout.Area(32, 96, *FELT)
TABLE = Fixed("token:felt", STAGE[:2], (STAGE.width, STAGE.height), Look(shadow=10))
"""Felt and wood, under everything else."""
WIDTHS = (138, 120, 96, 72)
"""The only widths of cards, so that all of them can be drawn in advance."""
SMALL = 90
"""The width of cards of a trick beside a hand or in a settlement, where there is room for it."""
_TRICK = layout.Area(334, 122, 574, 322)
LIFTED = Look(shadow=6)
FADED = Look("dim", "#1F674E", shadow=6)
_CARD = (138, 207)
_TRUMP = (172, 166)
_POT = theme.Style(theme.BOLD, 54, 44)
_WIDEST = 248
"""The greatest width of the pot's capsule."""
_PLATE = (204, 134)
_PILE = (116, 174)
_STARS = (36, 26)
_PLACE = "#8FC7AE"
"""The dashed outline of an empty place."""


def felt(canvas: Canvas, show: Subject, view: TomateView) -> None:
    """Draw everything on the felt."""
    _stock(canvas, show, view)
    _trump(canvas, show, view)
    _middle(canvas, show, view)
    _pot(canvas, show, view)


def _stock(canvas: Canvas, show: Subject, view: TomateView) -> None:
    x, y = _TRUMP[0] - 84, _TRUMP[1] + 15
    wide, high = _PILE
    offered = view.stage == "stock_offer"
    if not view.stock:
        _empty(canvas, layout.Area(x, y, wide, high))
        return
    for layer in range(min(3, view.stock // 3), 0, -1):
        edge = Box(wide, high, 9, "#EFE4D0", line="#B9AA8E", thick=1)
        canvas.box((x - 4 * layer, y - 4 * layer), edge)
    if offered:
        canvas.box((x - 7, y - 7), _golden((wide, high)))
    canvas.sprite("back:spanish", (x, y), (wide, high), Look(shadow=6))
    layout.count_badge(canvas, (x + 40, y + high), show.number(view.stock), theme.STAT)


def _golden(size: Spot) -> Box:
    """Return the frame around a card of this size that wins, or is offered."""
    return Box(round(size[0]) + 14, round(size[1]) + 14, 17, theme.GOLD, glow=14)


def _trump(canvas: Canvas, show: Subject, view: TomateView) -> None:
    """Draw the trump card with its crown, and with its holder after the dealer took it."""
    x, y = _TRUMP
    if view.stage == "dealer_option":
        canvas.box((x - 7, y - 7), _golden(_CARD))
    canvas.sprite(f"spanish:{view.trump}", (x, y), _CARD, LIFTED)
    foot = y + _CARD[1]
    crown = (x + _CARD[0] - 24, foot - 2)
    layout.disc(canvas, crown, 30, theme.OUT_GROUND)
    canvas.sprite("icon:crown", (crown[0] - 22, crown[1] - 24), (44, 44))
    holder(canvas, show, view, (x + 26, foot - 2))


def holder(canvas: Canvas, show: Subject, view: TomateView, spot: Spot) -> None:
    """Draw who took the trump, if the dealer did, at the foot of the card."""
    if view.trump_holder is not None:
        layout.disc(canvas, spot, 30, theme.OUT_GROUND)
        layout.avatar(canvas, show, view.trump_holder, spot, 26)


def _middle(canvas: Canvas, show: Subject, view: TomateView) -> None:
    """Draw the growing trick; before its first card, the last one or the draw for the deal."""
    after = view.aftermath
    if view.trick is not None and view.trick.plays:
        cards = [(play.seat, play.card) for play in view.trick.plays]
        to_come = order(view, view.trick.leader)[len(cards) :]
        _cards(canvas, show, cards, to_come=to_come, best=view.trick.winner)
    elif after.tricks:
        taken = after.tricks[-1]
        cards = [(play.seat, play.card) for play in taken.plays]
        _cards(canvas, show, cards, swept_by=taken.winner)
    elif after.draws:
        last = after.draws[-1]
        _cards(canvas, show, [(play.seat, play.card) for play in last], dealer=view.dealer)
    elif view.stage != "end":
        first = view.mano if view.trick is None else view.trick.leader
        _cards(canvas, show, [], to_come=order(view, first))


def order(view: TomateView, leader: Seat) -> list[Seat]:
    """Return the seats in turn order that play to this trick, or will as far as is known."""
    count = len(view.seats)
    around = [(leader + step) % count for step in range(count)]
    return [seat for seat in around if view.seats[seat].bid == "in"]


def _cards(
    canvas: Canvas,
    show: Subject,
    cards: Sequence[tuple[Seat, str]],
    *,
    to_come: list[Seat] | None = None,
    best: Seat | None = None,
    swept_by: Seat | None = None,
    dealer: Seat | None = None,
) -> None:
    """Draw cards with their owners, then the places of those still to play.

    `best` gets the golden frame of a trick that isn't decided. `swept_by` has taken it: the other
    cards are dimmed, with a star on the winner's. `dealer` is the seat that the draw made dealer.
    """
    waiting = to_come or []
    tall = 1.5 if len(cards) + len(waiting) <= 4 else 1.4
    areas = _places(len(cards) + len(waiting), tall)
    for (seat, card), area in zip(cards, areas, strict=False):
        chosen = seat in {swept_by, dealer}
        faded = (swept_by is not None or dealer is not None) and not chosen
        if seat == best:
            canvas.box((area.x - 7, area.y - 7), _golden((area.width, area.height)))
        look = FADED if faded else LIFTED
        name = for_width(f"spanish:{card}", 0 if tall < 1.5 else area.width)
        canvas.sprite(name, area[:2], (area.width, area.height), look)
        _owner(canvas, show, seat, area)
        if seat == swept_by:
            star(canvas, (area.centre[0], area.y - 4), 25 if area.width > 90 else 18)
        elif chosen:
            layout.dealer_chip(canvas, show, (area.centre[0], area.y - 6))
    for seat, area in zip(waiting, areas[len(cards) :], strict=True):
        _empty(canvas, area)
        _owner(canvas, show, seat, area)


def _owner(canvas: Canvas, show: Subject, seat: Seat, area: layout.Area) -> None:
    token_layout.owner(
        canvas, show, seat, (area.centre[0], area.bottom + token_layout.OWNER_DROP), area.width
    )


def small_card(canvas: Canvas, card: str, area: layout.Area, *, is_best: bool) -> None:
    """Draw a card of a trick with a simple face; the best has a golden frame and a crown."""
    if is_best:
        canvas.box((area.x - 7, area.y - 7), _golden((area.width, area.height)))
    canvas.sprite(f"spanish-mini:{card}", area[:2], (area.width, area.height), LIFTED)
    if is_best:
        canvas.sprite("icon:crown", (area.centre[0] - 24, area.y - 36), (48, 48))


def _places(count: int, tall: float) -> list[layout.Area]:
    """Return the places of this many cards in one or two centred lines."""
    if not count:
        return []
    room = (_TRICK.width, _TRICK.height)
    widest = token_layout.fit(
        count, room, tall, widest=WIDTHS[0], below=token_layout.OWNER_ROOM
    ).width
    widest = next((step for step in WIDTHS if step <= widest), widest)
    laid = token_layout.fit(count, room, tall, widest=widest, below=token_layout.OWNER_ROOM)
    lines = -(-count // laid.columns)
    top = (
        _TRICK.y
        + (_TRICK.height - (lines - 1) * laid.line - laid.height - token_layout.OWNER_ROOM) / 2
    )
    places = []
    for place in range(count):
        row, column = divmod(place, laid.columns)
        here = min(laid.columns, count - row * laid.columns)
        wide = (here - 1) * laid.step + laid.width
        x = _TRICK.centre[0] - wide / 2 + column * laid.step
        size = (round(laid.width), round(laid.height))
        places.append(layout.Area(round(x), round(top + row * laid.line), *size))
    return places


def _empty(canvas: Canvas, area: layout.Area) -> None:
    wide, high = round(area.width), round(area.height)
    canvas.box(area[:2], Box(wide, high, max(8, wide // 12), "", line=_PLACE, thick=3, dash=9))


def star(canvas: Canvas, centre: Spot, radius: int) -> None:
    """Draw a star on a dark disc: this card took the trick."""
    layout.disc(canvas, centre, radius, theme.OUT_GROUND)
    side = _STARS[0] if radius > 20 else _STARS[1]
    canvas.sprite("token:star-won", (centre[0] - side / 2, centre[1] - side / 2), (side, side))


def plate(points: int) -> str:
    """Return the plate for a pot of this many points: a tomato for every three, up to five."""
    return f"token:plate-{min(5, (points + 2) // 3)}"


def _pot(canvas: Canvas, show: Subject, view: TomateView) -> None:
    """Draw the pot, and the reserves if they are in play."""
    x, y = 918, 134 if view.options.reserves else 176
    canvas.sprite(plate(view.pot), (x, y), _PLATE)
    capsule(canvas, show, view.pot, (x + 102, y + 142))
    if view.options.reserves:
        canvas.sprite("token:crate", (x + 34, y + 190), (66, 60))
        words = show.fitting(view.reserves, theme.AMOUNT, 90)
        canvas.write(words, (x + 114, y + 224), theme.AMOUNT, theme.TEXT, room=90)


def capsule(canvas: Canvas, show: Subject, points: int, centre: Spot) -> None:
    """Draw the points of the pot, in white on tomato red."""
    words = show.fitting(points, _POT, _WIDEST - 24)
    wide = min(_WIDEST, max(100, 44 + 30 * len(words)))
    corner = (centre[0] - wide / 2, centre[1] - 33)
    canvas.box(corner, Box(wide, 66, 33, theme.TOMATO, line="#FFE4DC", thick=2, shadow=6))
    canvas.write(words, centre, _POT, "#FFFFFF", align="middle", room=wide - 24)


def played(play: Played, winner: Seat | None) -> Token:
    """Return a card of a trick with its owner, as zones show it."""
    card = symbol(play.card)
    return Token(
        sprite=f"spanish:{play.card}",
        name=card,
        short=card,
        owner=play.seat,
        look="winning" if play.seat == winner else "plain",
    )


def wanted() -> Iterator[Fixed]:
    """Return everything that a hand may bring to the felt, to be drawn in advance."""
    yield from (Fixed(f"token:plate-{count}", (0, 0), _PLATE) for count in range(6))
    yield from (Fixed("token:star-won", (0, 0), (side, side)) for side in _STARS)
    cards = [f"{rank}{suit}" for suit in SUITS for rank in RANKS]
    yield Fixed(_golden(_PILE), (0, 0))
    for wide in WIDTHS:
        tall = 1.5 if wide > 100 else 1.4
        size = (wide, round(wide * tall))
        for card in cards:
            name = for_width(f"spanish:{card}", wide)
            yield from (Fixed(name, (0, 0), size, look) for look in (LIFTED, FADED))
        yield Fixed(_golden(size), (0, 0))

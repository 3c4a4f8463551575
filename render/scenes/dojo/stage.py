"""The round on the table: the trophy to be won, and the progress towards it."""

from collections.abc import Iterator, Sequence

from games.core.values import Seat
from games.dojo.questions.prompts import duel_cards
from games.dojo.questions.views import DojoView
from games.dojo.rules.cards import CARDS, TROPHIES
from games.dojo.rules.moves import Throw
from games.dojo.rules.scoring.points import TOKEN_POINTS
from games.dojo.rules.state import Stage
from games.dojo.rules.texts import TROPHY_NAMES
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.dojo import labels
from render.sprites import Look
from render.sprites.dojo import THROWS
from render.subject import Subject

PRIZE = 112
"""Size of the trophy to be won."""
DUEL_CARD = 96
GIFT = 72
_VALUE = theme.Style(theme.BOLD, 54, 44)
_PLACE = theme.Style(theme.BOLD, 40, 34)
_LIFTED = Look(shadow=5)
_DISC = 30
_NAME_LINE = 46
"""Height of a line of a trophy's name that takes two."""
_GOLDEN_CARD = Box(DUEL_CARD + 14, DUEL_CARD + 14, 17, theme.GOLD, glow=14)
_GOLDEN_GIFT = Box(GIFT + 12, GIFT + 12, 14, theme.GOLD, glow=14)
_NO_GIFT = Box(GIFT, GIFT, 12, "", line="#8F8468", thick=3, dash=9)


def prize(canvas: Canvas, show: Subject, view: DojoView, area: layout.Area) -> None:
    """Draw the trophy to be won, or the winners of the match; below, how many trophies are left."""
    x, y = area.x + 24, area.centre[1]
    trophy = view.face_up or view.prize
    if view.ranking:
        _winners(canvas, show, view.ranking[0], area)
    elif trophy is None:
        for kind, left in (("row", x), ("col", x + 60)):
            canvas.sprite(f"trophy-place:{kind}", (left, y - 24), (48, 48))
        _piles(canvas, show, view, (x + 160, y))
    else:
        side = PRIZE
        canvas.sprite(f"trophy:{trophy}", (x, y - side / 2), (side, side), _LIFTED)
        if view.winner is not None:
            _disc(canvas, show, view.winner, (x + side + 4, y + side / 2 - 8), crowned=True)
        left = x + side + 40
        room = area.right - left - 16
        lines = layout.lines(show.head(TROPHY_NAMES[trophy]), theme.NAME, room)
        top = y - (side * 0.26 if len(lines) == 1 else _NAME_LINE)
        for place, line in enumerate(lines):
            canvas.write(line, (left, top + place * _NAME_LINE), theme.NAME, room=room)
        y += side * 0.26 if len(lines) == 1 else _NAME_LINE
        if view.options.white_belt:
            worth = f"+{show.number(TOKEN_POINTS)}"
            left += canvas.write(worth, (left, y), theme.DECIDING) + 28
        _piles(canvas, show, view, (left, y))


def _piles(canvas: Canvas, show: Subject, view: DojoView, spot: Spot) -> None:
    """Draw trophies face down, and those that left the match."""
    x, y = spot
    canvas.sprite("dojo:pile", (x, y - 24), (48, 48))
    x += 58 + canvas.write(show.number(view.pile), (x + 58, y), theme.STAT) + 26
    if view.removed:
        canvas.sprite("dojo:gone", (x, y - 22), (44, 44))
        canvas.write(show.number(len(view.removed)), (x + 54, y), theme.STAT, theme.TEXT_SOFT)


def _winners(canvas: Canvas, show: Subject, first: Sequence[Seat], area: layout.Area) -> None:
    x, y = area.x + 24, area.centre[1]
    canvas.sprite("icon:crown", (x, y - 48), (96, 96), _LIFTED)
    if len(first) == 1:
        canvas.write(show.name(first[0]), (x + 120, y), theme.NAME, room=area.right - x - 136)
        return
    for place, seat in enumerate(first):
        layout.avatar(canvas, show, seat, (x + 152 + place * 72, y), _DISC)


def title(canvas: Canvas, show: Subject, view: DojoView, area: layout.Area) -> None:
    """Draw the stage in a word, and its count: beside it, or below if it is narrow."""
    narrow = area.width < area.height * 2
    y = area.y + (50 if narrow else 36)
    words = show.head(labels.STAGES[view.stage])
    style = theme.NAME if narrow else theme.HAND_CAPTION
    canvas.write(words, (area.x, y), style, theme.TEXT_SOFT, room=area.width - 12)
    counted = _counted(view)
    if counted is None:
        return
    words = f"{show.number(counted[0])}/{show.number(counted[1])}"
    if narrow:
        canvas.write(words, (area.x, y + 64), theme.DECIDING)
    else:
        canvas.write(words, (area.right, y), theme.DECIDING, align="right")


def action(canvas: Canvas, show: Subject, view: DojoView, room: layout.Area) -> None:
    """Draw the action around the trophy: gifts, answers, a duel, or who is ready."""
    match view.stage:
        case Stage.RECRUIT:
            _gifts(canvas, show, view, room)
        case Stage.CHALLENGE:
            _asked(canvas, show, view, room)
        case Stage.THROWS | Stage.EXCHANGE:
            _duel(canvas, show, view, room)
        case Stage.END:
            _ranking(canvas, show, view, room)
        case _:
            _everybody(canvas, show, view, room)


def _counted(view: DojoView) -> tuple[int, int] | None:
    """Return which card is given away, or how many have chosen; and of how many."""
    if view.stage is Stage.RECRUIT:
        return len(view.gifts) + 1, len(view.seats)
    if view.awaiting.answered is not None and view.awaiting.of is not None:
        return view.awaiting.answered, view.awaiting.of
    return None


def _row(area: layout.Area, count: int, widest: float) -> list[float]:
    """Return the middles of this many things in a centred row."""
    step = min(widest, area.width / max(1, count))
    left = area.centre[0] - step * (count - 1) / 2
    return [left + step * place for place in range(count)]


def _gifts(canvas: Canvas, show: Subject, view: DojoView, area: layout.Area) -> None:
    """Draw the cards of the round in the order in which they are given, and their receivers."""
    top = area.centre[1] - GIFT / 2 - 10
    for place, x in enumerate(_row(area, len(view.seats), 112)):
        corner = (x - GIFT / 2, top)
        if place < len(view.gifts):
            canvas.sprite("back:tatami", corner, (GIFT, GIFT), _LIFTED)
            _disc(canvas, show, view.gifts[place], (x, top + GIFT), radius=24)
        elif place == len(view.gifts):
            canvas.box((x - GIFT / 2 - 6, top - 6), _GOLDEN_GIFT)
            canvas.sprite("back:tatami", corner, (GIFT, GIFT))
        else:
            canvas.box(corner, _NO_GIFT)


def _asked(canvas: Canvas, show: Subject, view: DojoView, area: layout.Area) -> None:
    """Draw the opponents in the order in which they are asked, then the dealer."""
    assert view.dealer is not None, "only a dealer can be challenged"
    count = len(view.seats)
    order = [(view.dealer + step) % count for step in range(1, count + 1)]
    y = area.centre[1]
    places = _row(area, count + 1, 92)
    for seat, x in zip(order, [*places[: count - 1], places[-1]], strict=True):
        if seat == view.turn:
            layout.disc(canvas, (x, y), _DISC + 12, theme.GOLD)
            layout.disc(canvas, (x, y), _DISC + 6, theme.INK)
        _disc(canvas, show, seat, (x, y), out=view.seats[seat].passed, edge=seat != view.turn)
    layout.dealer_chip(canvas, show, (places[-1] + 30, y + 22))
    canvas.sprite("dojo:versus", (places[-2] - 28, y - 28), (56, 56))


def _duel(canvas: Canvas, show: Subject, view: DojoView, area: layout.Area) -> None:
    """Draw both cards with their present values, and the throws that may have changed them."""
    assert view.challenger is not None, "a duel has a challenger"
    assert view.dealer is not None, "a duel has a dealer"
    cards, seats = duel_cards(view), (view.challenger, view.dealer)
    last = view.throws[-1] if view.throws else None
    values = (
        (last.challenger_value, last.dealer_value)
        if last is not None
        else (int(cards[0][1]), int(cards[1][1]))
    )
    thrown = (
        tuple(throws.challenger for throws in view.throws),
        tuple(throws.dealer for throws in view.throws),
    )
    middle = area.centre
    canvas.sprite("dojo:versus", (middle[0] - 28, middle[1] - 46), (56, 56))
    for side in (0, 1):
        outwards = -1 if side == 0 else 1
        place = layout.Area(middle[0] + outwards * 154 - DUEL_CARD / 2, middle[1] - 66,
                     DUEL_CARD, DUEL_CARD)  # fmt: skip
        won = seats[side] == view.winner
        if won:
            canvas.box((place.x - 7, place.y - 7), _GOLDEN_CARD)
        canvas.sprite(f"tatami:{cards[side]}", place[:2], (DUEL_CARD, DUEL_CARD), _LIFTED)
        spot = (middle[0] + outwards * 232, place.centre[1] + 8)
        _disc(canvas, show, seats[side], spot, crowned=won, radius=28)
        if seats[side] == view.dealer:
            layout.dealer_chip(canvas, show, (spot[0] + 14, spot[1] + 34))
        value = (middle[0] + outwards * 70, place.centre[1])
        canvas.write(show.number(values[side]), value, _VALUE, align="middle")
        _thrown(canvas, thrown[side], (place.centre[0], place.bottom + 10))


def _thrown(canvas: Canvas, thrown: tuple[Throw, ...], spot: Spot) -> None:
    """Draw the throws of one side, below its card."""
    for place, throw in enumerate(thrown):
        left = spot[0] + 42 * (place - (len(thrown) - 1) / 2) - 20
        canvas.sprite(f"throw:{throw}", (left, spot[1]), (40, 40))


def _everybody(canvas: Canvas, show: Subject, view: DojoView, area: layout.Area) -> None:
    """Draw who has chosen, and who won the duel of this round."""
    y = area.centre[1]
    for player, x in zip(view.seats, _row(area, len(view.seats), 104), strict=True):
        if player.seat == view.turn:
            layout.disc(canvas, (x, y), _DISC + 12, theme.GOLD)
            layout.disc(canvas, (x, y), _DISC + 6, theme.INK)
        crowned = player.seat == view.winner
        _disc(canvas, show, player.seat, (x, y), crowned=crowned, edge=player.seat != view.turn)
        if player.ready:
            canvas.sprite("token:tick", (x - _DISC - 14, y + 2), (38, 38))


def _ranking(canvas: Canvas, show: Subject, view: DojoView, area: layout.Area) -> None:
    """Draw everybody's place and points, the first at the left."""
    placed: list[tuple[int, Seat]] = []
    for tied in view.ranking:
        place = len(placed) + 1
        placed += [(place, seat) for seat in tied]
    y = area.centre[1]
    for (place, seat), x in zip(placed, _row(area, len(placed), 132), strict=True):
        layout.avatar(canvas, show, seat, (x + 18, y - 22), 28)
        words, points = show.number(place), show.number(view.seats[seat].points)
        canvas.write(f"{words}.", (x - 34, y - 22), _PLACE, theme.TEXT_SOFT, align="middle")
        canvas.write(
            points,
            (x + 18, y + 34),
            theme.DECIDING,
            theme.LEAF if place == 1 else theme.TEXT,
            align="middle",
        )


def _disc(
    canvas: Canvas,
    show: Subject,
    seat: Seat,
    centre: Spot,
    *,
    radius: int = _DISC,
    crowned: bool = False,
    out: bool = False,
    edge: bool = True,
) -> None:
    """Draw an avatar with a dark edge; crowned, or crossed out."""
    if edge:
        layout.disc(canvas, centre, radius + 4, canvas.palette.well)
    layout.avatar(canvas, show, seat, centre, radius, out=out)
    x, y = centre
    if crowned:
        canvas.sprite("icon:crown", (x - 21, y - radius - 30), (42, 42), Look(shadow=4))
    if out:
        layout.disc(canvas, (x + radius - 4, y + radius - 8), 18, canvas.palette.well)
        canvas.write("×", (x + radius - 4, y + radius - 6), _PLACE, theme.OUT_WORD, align="middle")


def wanted() -> Iterator[Fixed]:
    """Return everything that a round may show here, to be drawn in advance."""
    size = (PRIZE, PRIZE)
    yield from (Fixed(f"trophy:{trophy}", (0, 0), size, _LIFTED) for trophy in TROPHIES)
    size = (DUEL_CARD, DUEL_CARD)
    yield from (Fixed(f"tatami:{card}", (0, 0), size, _LIFTED) for card in CARDS)
    yield from (Fixed(box, (0, 0)) for box in (_GOLDEN_CARD, _GOLDEN_GIFT, _NO_GIFT))
    yield from (Fixed(f"throw:{throw}", (0, 0), (40, 40)) for throw in THROWS)
    yield Fixed("back:tatami", (0, 0), (GIFT, GIFT), _LIFTED)
    yield Fixed("back:tatami", (0, 0), (GIFT, GIFT))
    yield Fixed("dojo:versus", (0, 0), (56, 56))
    yield Fixed("dojo:pile", (0, 0), (48, 48))
    yield Fixed("dojo:gone", (0, 0), (44, 44))
    yield Fixed("icon:crown", (0, 0), (96, 96), _LIFTED)
    yield Fixed("icon:crown", (0, 0), (42, 42), Look(shadow=4))
    yield Fixed("token:tick", (0, 0), (38, 38))

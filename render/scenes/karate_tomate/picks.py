"""How a round ended: who took which triumph card with what total, and what it brought."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.core.text import say, say_many
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import TRIUMPHS, TriumphId, knives, trophies
from games.karate_tomate.rules.events import RoundOver
from games.karate_tomate.rules.state import Pick
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.text import width
from render.scenes.common import hand_frame, layout, outcome
from render.scenes.karate_tomate import hand, offer
from render.scenes.karate_tomate.table import ICON
from render.sprites import Look
from render.sprites.karate_tomate import CARD_RATIO, TRIUMPH_RATIO
from render.subject import Subject

_FEW = 4
"""Up to so many seats, at most two cards are taken."""
_TALL, _MANY = 586, 680
"""Height of the columns for few seats, and of both lines of them for more."""
_ACROSS = 3
"""The most columns in a line."""
_GAP = 20
_LOW = 400
"""Columns below this height have the gains beside the card."""
_NARROW = 500
_LINE = 68
_SIGNS = ("icon:trophy", "icon:kitchen-knife", "back:tomato")
"""What the symbols of a triumph card bring: a tomato is a card to draw."""


def paint(show: Subject, view: KarateView, over: RoundOver) -> Canvas:
    """Paint a column for each pick, and the viewer's hand below in a picture for one person."""
    high = _TALL if len(view.seats) <= _FEW else _MANY
    wide = theme.WIDTH - 2 * hand_frame.MARGIN
    stage = layout.Area(hand_frame.MARGIN, hand_frame.HEADER + 6, wide, high)
    fan = stage._replace(y=stage.bottom + 22, height=hand.FAN)
    has_hand = view.viewer is not None
    bottom = fan.bottom - 8 if has_hand else stage.bottom + 22
    canvas = Canvas(round(bottom) + hand_frame.FOOT, show.palette, show.size)
    title = show.say(say("Round {round} is over", round=over.round))
    hand_frame.header(canvas, show, ICON, title, _won(show, view) if has_hand else ())
    columns = _columns(len(view.picks) + (over.left > 0 and len(view.picks) < 2), stage)
    shown = list(zip(view.picks, columns, strict=False))
    for number, (pick, area) in enumerate(shown, start=1):
        _column(canvas, show, pick, number, area)
    for (pick, area), (after, neighbour) in pairwise(shown):
        if pick.total == after.total and area.y == neighbour.y:
            _tie(canvas, area)
    if len(columns) > len(view.picks):
        _left_over(canvas, show, view.row[: over.left], columns[-1])
    if has_hand:
        hand.own(canvas, hand.held(show, view, is_asked=False), fan)
    hand_frame.last_event(canvas, show)
    return canvas


def _won(show: Subject, view: KarateView) -> list[hand_frame.HeaderPill]:
    """Return the viewer's trophies before and after this round, and their knives."""
    mine = [pick.card for pick in view.picks if pick.seat == view.viewer]
    total, needed = trophies(view.won), show.number(view.options.trophies_to_call)
    words = f"{show.number(total)} /{needed}"
    if trophies(mine):
        words = f"{show.number(total - trophies(mine))} → {words}"
    blades = hand_frame.HeaderPill(show.number(knives(view.won)), "icon:kitchen-knife")
    return [hand_frame.HeaderPill(words, "icon:trophy"), blades]


def _columns(count: int, stage: layout.Area) -> list[layout.Area]:
    """Return the places of so many columns in one or two lines, the last line centred."""
    lines = 1 if count <= _ACROSS else 2
    across = max(1, -(-count // lines))
    wide = (stage.width - _GAP * (across - 1)) / across
    high = (stage.height - _GAP * (lines - 1)) / lines
    areas = []
    for place in range(count):
        line, column = divmod(place, across)
        missing = across - min(across, count - line * across)
        x = stage.x + (column + missing / 2) * (wide + _GAP)
        areas.append(layout.Area(x, stage.y + line * (high + _GAP), wide, high))
    return areas


def _column(canvas: Canvas, show: Subject, pick: Pick, number: int, area: layout.Area) -> None:
    """Draw a fighter with its total, the card it took, its tomato in a tie, and what it gains."""
    outcome.frame(canvas, area, is_own=pick.seat == show.tableau.viewer)
    top = _head(canvas, show, pick, number, area)
    offered = offer.Offered(pick.card)
    if area.height < _LOW:
        card = layout.Area(area.x + 24, top, 116, 0)
        offer.ranked(canvas, show, offered, number, card)
        _tomato(canvas, pick, (area.right - 24 - 50, top + 50), 50)
        _gains(canvas, show, pick, area._replace(x=card.right + 20, y=top + 48, width=200))
        return
    wide = 176 if area.width < _NARROW else 240
    tomato = wide * 0.68 + 34 if pick.tomato else 0
    left = area.centre[0] - (wide + tomato) / 2
    lowest = offer.ranked(canvas, show, offered, number, layout.Area(left, top, wide, 0))
    size = wide * 0.68
    _tomato(canvas, pick, (left + wide + 34, lowest - size * CARD_RATIO), size)
    room = area.inset(20, 0)
    _gains(canvas, show, pick, room._replace(y=(lowest + area.bottom) / 2), is_centred=True)


def _head(canvas: Canvas, show: Subject, pick: Pick, number: int, area: layout.Area) -> float:
    """Draw avatar, name and total of a fighter, a crown on the first; return where they end."""
    is_low = area.height < _LOW
    radius, middle, edge = (32, area.y + 62, 24) if is_low else (46, area.y + 82, 40)
    x = area.x + edge + radius
    layout.seat_avatar(canvas, show, pick.seat, (), (x, middle), radius=radius)
    if number == 1:
        canvas.sprite("icon:crown", (x - 30, middle - radius - 40), (60, 60))
    style = theme.HAND_SCORE if is_low else theme.HAND_GAIN
    colour = theme.GOLD if pick.seat == show.tableau.viewer else theme.TEXT
    left, right = x + radius + 14, area.right - edge - 4
    total = show.number(pick.total)
    wide = canvas.write(total, (right, middle), style, colour, align="right", room=right - left)
    name, room = hand_frame.name(show, pick.seat), right - left - wide - 10
    if area.width < _NARROW and not is_low:
        left, room, middle = area.x + 24, area.width - 48, middle + 84
    canvas.write(name, (left, middle), theme.HAND_NAME, room=room)
    return middle + (48 if is_low else 66)


def _tomato(canvas: Canvas, pick: Pick, spot: Spot, wide: float) -> None:
    """Draw the tomato that decided a tie."""
    if pick.tomato:
        canvas.sprite(f"tomato:{pick.tomato}", spot, (wide, wide * CARD_RATIO))


def _gains(
    canvas: Canvas, show: Subject, pick: Pick, area: layout.Area, *, is_centred: bool = False
) -> None:
    """Write what each symbol of the card brings with its sign, side by side or in lines."""
    gains = [
        (f"+{show.number(count)}", sign)
        for count, sign in zip(TRIUMPHS[pick.card][:3], _SIGNS, strict=True)
        if count
    ]
    is_own = pick.seat == show.tableau.viewer
    colour = theme.GOLD if is_own else theme.LEAF
    style = theme.OWN_GAIN if is_own else theme.HAND_GAIN
    if not is_centred or _width(gains, style) > area.width:
        style = theme.HAND_SCORE
    is_one = is_centred and _width(gains, style) <= area.width
    lines = [gains] if is_one else [[gain] for gain in gains]
    top = area.y - _LINE * (len(lines) - 1) / 2 if is_centred else area.y
    side = round(style.size * 0.86)
    for place, line in enumerate(lines):
        x = area.centre[0] - _width(line, style) / 2 if is_centred else area.x
        y = top + place * _LINE
        for words, sign in line:
            x += canvas.write(words, (x, y), style, colour) + 10
            wide = round(side / CARD_RATIO) if sign == "back:tomato" else side
            canvas.sprite(sign, (x, y - side / 2), (wide, side))
            x += wide + 28


def _width(gains: Sequence[tuple[str, str]], style: theme.Style) -> float:
    """Return the width of these gains side by side."""
    words = sum(width(words, style.face, style.size) for words, _ in gains)
    return words + len(gains) * (10 + style.size * 0.86) + 28 * (len(gains) - 1)


def _tie(canvas: Canvas, area: layout.Area) -> None:
    """Draw on the border to the next column that totals are equal, and tomatoes are not."""
    is_low = area.height < _LOW
    lines = (area.y + 62, area.y + 206) if is_low else (area.y + 82, area.y + 330)
    radius = 26 if is_low else 36
    for words, y in zip("=>", lines, strict=True):
        centre = (area.right + _GAP / 2, y)
        layout.disc(canvas, centre, radius, theme.PAPER_SHADE)
        layout.disc(canvas, centre, radius - 4, theme.OUT_GROUND)
        canvas.write(words, centre, theme.HAND_PILL, align="middle")


def _left_over(
    canvas: Canvas, show: Subject, cards: Sequence[TriumphId], area: layout.Area
) -> None:
    """Draw the cards that nobody took, with the words for it."""
    outcome.frame(canvas, area, is_own=False)
    words = show.say(say_many("{n} card stays", "{n} cards stay", len(cards)))
    style, room = theme.HAND_TITLE, area.width - 40
    canvas.write(words, (area.centre[0], area.y + 110), style, align="middle", room=room)
    wide = min(220.0, (area.width - 80) / len(cards) - 20)
    left = area.centre[0] - (len(cards) * (wide + 20) - 20) / 2
    for place, card in enumerate(cards):
        spot = (left + place * (wide + 20), area.centre[1] - 60)
        canvas.sprite(f"triumph:{card}", spot, (wide, wide * TRIUMPH_RATIO), Look(shadow=6))


def wanted() -> Iterator[Fixed]:
    """Return the cards of the usual columns, to be drawn in advance."""
    for wide in (240, 176, 116):
        size = (wide, round(wide * TRIUMPH_RATIO))
        yield from (Fixed(f"triumph:{card}", (0, 0), size, offer.LIFTED) for card in TRIUMPHS)

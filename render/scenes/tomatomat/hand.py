"""The viewer's own picture: the machines, and the four cards with the letters of their menus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.core.values import Seat
from games.tomatomat.presentation.scene_values import COLOUR_LETTERS, SLOTS
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules import cards
from render import labels
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.tomatomat import stacks
from render.scenes.tomatomat.chips import chips, fill
from render.scenes.tomatomat.table import batch_pill
from render.sprites import Look
from render.sprites.tomatomat import CARD_RATIO, VARIETIES
from render.subject import Subject

_TOP = 100
_PAD = 14
_COLUMN = (theme.WIDTH - 2 * theme.MARGIN - 3 * 12) // len(SLOTS)
_MACHINES = stacks.tall(stacks.MIDDLE) + 2 * _PAD
_OWN = 172
"""Room for the viewer's cards at a slot, if the options allow looking at them."""
_CARD = (204, round(204 * CARD_RATIO))
_STEP = _CARD[0] + 44
_CARDS = _CARD[1] + 26
_LETTERS = 88
_DECK = 96
_LIFTED = Look(shadow=8)
_FADED = Look("dim", theme.MACHINES.bottom, shadow=8)
_BACK = (30, round(30 * CARD_RATIO))
_CHIP = (56, 56)
_DONE = (104, 104)


def paint(show: Subject, view: TomatomatView, seat: Seat) -> Canvas:
    """Paint machines above, the batch below; the height depends on the options."""
    columns = _MACHINES + (_OWN if view.options.own_peek else 0)
    top = _TOP + columns + 26
    height = top + _CARDS + _LETTERS + (_DECK + 64 if view.options.deck_tracker else 0)
    canvas = Canvas(height, show.palette, show.size)
    layout.header(canvas, stacks.ICON, show.say(labels.HAND_TITLE))
    if not view.ranking:
        batch_pill(canvas, show, view, theme.WIDTH - theme.MARGIN)
    for slot in range(len(SLOTS)):
        area = layout.Area(theme.MARGIN + slot * (_COLUMN + 12), _TOP, _COLUMN, columns)
        _column(canvas, show, view, (seat, slot), area)
    room = layout.Area(theme.MARGIN, top, theme.WIDTH - 2 * theme.MARGIN, _CARD[1])
    if view.ranking:
        _won(canvas, show, view, seat, room)
    elif view.hand:
        _batch(canvas, show, view, room)
    else:
        _face_down(canvas, room)
    if view.options.deck_tracker:
        _deck(
            canvas,
            show,
            view,
            layout.Area(
                theme.MARGIN, height - _DECK - 72, theme.WIDTH - 2 * theme.MARGIN, _DECK - 16
            ),
        )
    return canvas


def _column(
    canvas: Canvas, show: Subject, view: TomatomatView, where: tuple[Seat, int], area: layout.Area
) -> None:
    """Draw one slot: its machines, the number of the viewer's cards, and the cards if visible."""
    seat, slot = where
    palette, stack = canvas.palette, view.stacks[slot]
    layout.tray(canvas, area, 22, palette.panel)
    place = layout.Area(
        area.x + _PAD, area.y + _PAD, stacks.MIDDLE + 24, stacks.tall(stacks.MIDDLE)
    )
    stacks.stack_at(canvas, stack, place, stacks.MIDDLE, lost=bool(view.ranking))
    left = area.x + _PAD + stacks.MIDDLE + 36
    stacks.slot_mark(canvas, slot, (left + 36, area.y + 36))
    if stack:
        stacks.star_count(canvas, show, cards.stars(stack), (left, area.y + 84), theme.STAT)
    count = view.seats[seat].counts[slot]
    if count:
        y = area.y + 131
        back = (left + 5, y - _BACK[1] // 2)
        canvas.sprite(f"back:tomatomat-{SLOTS[slot]}", back, _BACK)
        canvas.write(show.number(count), (left + 45, y), theme.STAT)
    if view.options.own_peek and view.own:
        inner = layout.Area(area.x + _PAD, area.y + _MACHINES, area.width - 2 * _PAD, _OWN - _PAD)
        fill(canvas, show, chips(view.own[slot]), inner)


def _batch(canvas: Canvas, show: Subject, view: TomatomatView, room: layout.Area) -> None:
    """Draw the four cards, over the letters of their menus or, once placed, over their slots."""
    letters = [token.letter for zone in show.tableau.hand[:1] for token in zone.tokens]
    x = room.centre[0] - (_STEP * (len(view.hand) - 1) + _CARD[0]) / 2
    for place, card in enumerate(view.hand):
        area = layout.Area(round(x + place * _STEP), room.y, *_CARD)
        _card(canvas, show, card, area, faded=bool(view.placed))
        under = (area.centre[0], area.bottom + 54)
        if view.placed:
            stacks.slot_mark(canvas, view.placed[place], under)
        elif letters[place]:
            layout.letter_pill(canvas, under, letters[place], "playable")


def _card(
    canvas: Canvas, show: Subject, card: cards.Card, area: layout.Area, *, faded: bool
) -> None:
    """Draw a card with the letter of its colour."""
    canvas.sprite(f"tomatomat:{card}", area[:2], area[2:], _FADED if faded else _LIFTED)
    letter = show.say(COLOUR_LETTERS[cards.COLOUR[card]])
    ink = VARIETIES[card[0]].ink
    canvas.write(letter, (area.right - 40, area.y + 46), theme.AMOUNT, ink, align="middle", room=50)


def _face_down(canvas: Canvas, room: layout.Area) -> None:
    """Draw four cards that nobody may look at again."""
    x = room.centre[0] - (_STEP * 3 + _CARD[0]) / 2
    for place in range(4):
        spot = (round(x + place * _STEP), room.y)
        canvas.sprite("back:tomatomat-none", spot, _CARD, _FADED)
    middle = room.centre[0] - _DONE[0] / 2
    canvas.sprite("token:tick", (middle, room.bottom - 20), _DONE)


def _won(canvas: Canvas, show: Subject, view: TomatomatView, seat: Seat, room: layout.Area) -> None:
    """Draw the machines this seat has won and their stars, at the end."""
    facts = view.seats[seat]
    place = layout.Area(room.x + 40, room.y + 40, room.width - 80, stacks.tall(stacks.MIDDLE))
    stacks.shelf(canvas, facts.won, place, stacks.MIDDLE)
    stacks.star_count(canvas, show, facts.stars, (room.x + 40, place.bottom + 70), theme.DECIDING)


def _deck(canvas: Canvas, show: Subject, view: TomatomatView, area: layout.Area) -> None:
    """Draw all cards of the viewer's deck, as far as they were seen before."""
    layout.tray(canvas, area, 22)
    y = area.centre[1]
    x = area.x + 26.0
    if not view.own_deck:
        canvas.box((x, y - 4), Box(26, 8, 4, canvas.palette.line))
        return
    title = show.tableau.hand[-1].title
    x += canvas.write(show.say(title), (x, y), theme.NAME, theme.TEXT_SOFT, room=250) + 24
    held = Counter(cards.in_order(view.own_deck))
    step = min(88.0, (area.right - 20 - x) / len(held))
    for card, count in held.items():
        canvas.sprite(f"figure:{card}", (round(x), y - _CHIP[1] / 2), _CHIP)
        if count > 1:
            canvas.write(show.number(count), (x + 58, y), theme.BADGE)
        x += step


def wanted() -> Iterator[Fixed]:
    """Return the cards in the hand and the things beside them, to be drawn in advance."""
    for card in cards.KINDS:
        yield from (Fixed(f"tomatomat:{card}", (0, 0), _CARD, look) for look in (_LIFTED, _FADED))
        yield Fixed(f"figure:{card}", (0, 0), _CHIP)
    yield from (Fixed(f"back:tomatomat-{name}", (0, 0), _BACK) for name in SLOTS)
    yield Fixed("back:tomatomat-none", (0, 0), _CARD, _FADED)
    yield Fixed("token:tick", (0, 0), _DONE)

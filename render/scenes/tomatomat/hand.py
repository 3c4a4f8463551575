"""A player's hand: the machines with everybody's cards, the batch, and all seats with their stars.

A card that the player has chosen a slot for stands at its machine; its place in the batch is empty.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.cards import letter
from games.core.values import Seat
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules import cards
from games.tomatomat.rules.moves import FIELDS, PLACE, SLOTS
from games.tomatomat.rules.texts import COLOUR_LETTERS
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout
from render.scenes.tomatomat import stacks
from render.scenes.tomatomat.chips import chips, fill
from render.scenes.tomatomat.table import batch_words
from render.sprites import Look
from render.sprites.tomatomat import CARD_RATIO, VARIETIES
from render.subject import Subject

_OWN = 160
_OWN_TURNED_UP = 178
"""Room for the viewer's cards at a slot; more if the options allow looking at them."""
_CARD = (168, round(168 * CARD_RATIO))
_STEP = _CARD[0] + 12
_CARDS = _CARD[1] + 36
_SEATS = layout.Area(hand_frame.MARGIN + 4 * _STEP + 8, 0, 1148 - 4 * _STEP - 8, _CARDS)
_LINE, _BETWEEN = 108, 10
_DECK = 92
_LIFTED = Look(shadow=8)
_ASKED = Look(shadow=8, frame=9)
_FADED = Look("dim", theme.MACHINES.bottom, shadow=8)
_BACK = (62, round(62 * CARD_RATIO))
_CHIP = (72, 72)
_KIND = (60, 60)
_DONE = (104, 104)


class OwnCards(NamedTuple):
    """The viewer's cards at a slot."""

    slot: int
    lying: int
    """Face down since earlier batches."""
    new: Sequence[cards.Card]
    """Of this batch."""


def paint(show: Subject, view: TomatomatView, seat: Seat) -> Canvas:
    """Paint machines above, the batch and the seats below; the height depends on the options."""
    own = _OWN_TURNED_UP if view.options.own_peek else _OWN
    columns = stacks.columns(hand_frame.HEADER, stacks.HEAD + own + stacks.OTHERS)
    top = round(columns[0].bottom) + 26
    bottom = top + _CARDS + (_DECK if view.options.deck_tracker else 0)
    canvas = Canvas(bottom + 14 + hand_frame.FOOT, show.palette, show.size)
    _header(canvas, show, view, seat)
    slots = _placed(show, view)
    for slot, area in enumerate(columns):
        new = [card for card, place in zip(view.hand, slots, strict=False) if place == slot]
        mine = OwnCards(slot, view.seats[seat].counts[slot], new)
        layout.tray(canvas, area, 22, canvas.palette.panel)
        stacks.head(canvas, show, slot, view.stacks[slot], area, lost=bool(view.ranking))
        inner = layout.Area(area.x + 12, area.y + stacks.HEAD, area.width - 24, own)
        _own(canvas, show, view, mine, inner)
        _others(canvas, show, view, slot, inner._replace(y=inner.bottom, height=stacks.OTHERS))
    room = layout.Area(hand_frame.MARGIN, top, 4 * _STEP, _CARD[1])
    if view.ranking:
        _won(canvas, view, seat, room)
    elif view.hand:
        _batch(canvas, show, view, slots, room)
    else:
        _face_down(canvas, room)
    _seats(canvas, show, view, _SEATS._replace(y=top))
    if view.options.deck_tracker:
        _deck(canvas, show, view, layout.Area(room.x, bottom - _DECK + 10, 1148, _DECK - 10))
    hand_frame.last_event(canvas, show)
    return canvas


def _header(canvas: Canvas, show: Subject, view: TomatomatView, seat: Seat) -> None:
    """Draw the round; the batch, and the viewer's stars and place."""
    ranking = [100 * facts.stars + len(facts.won) for facts in view.seats]
    pills = [] if view.ranking else [hand_frame.HeaderPill(batch_words(show, view))]
    pills.append(hand_frame.HeaderPill(show.number(view.seats[seat].stars), "vending:star"))
    pills += hand_frame.place(show, ranking, seat)
    hand_frame.header(canvas, show, stacks.ICON, show.progress(), pills)


def _placed(show: Subject, view: TomatomatView) -> list[int | None]:
    """Return the slot of each card of the batch, as far as the player has placed them."""
    return list(view.placed) or [PLACE.get(show.filled.get(name, "")) for name in FIELDS]


def _own(
    canvas: Canvas, show: Subject, view: TomatomatView, mine: OwnCards, area: layout.Area
) -> None:
    """Draw the viewer's cards at a slot: face down with their number, and those of this batch."""
    slot, lying, new = mine
    if not lying and not new:
        stacks.empty(canvas, view.stacks[slot], area)
        return
    layout.tray(canvas, area, 16)
    if view.own:
        fill(canvas, show, chips([*view.own[slot], *new]), area.inset(10, 10))
        return
    left = area.x + 10
    if lying:
        back = (left, area.centre[1] - _BACK[1] / 2)
        canvas.sprite(f"back:tomatomat-{SLOTS[slot]}", back, _BACK)
        spot = (left + _BACK[0] / 2, area.centre[1])
        layout.count_badge(canvas, spot, show.number(lying), theme.HAND_PILL)
        left += _BACK[0] + 8
    step = _CHIP[0] + 2
    across = int((area.right - 2 - left) // step)
    lines = -(-len(new) // across)
    for number, card in enumerate(new):
        line, place = divmod(number, across)
        y = area.centre[1] + (line - lines / 2) * step
        canvas.sprite(f"figure:{card}", (left + place * step, y), _CHIP)


def _others(
    canvas: Canvas, show: Subject, view: TomatomatView, slot: int, area: layout.Area
) -> None:
    """Draw how many cards each other seat has at a slot."""
    others = hand_frame.around(show, range(len(view.seats)))[1:]
    pairs = [(other, view.seats[other].counts[slot]) for other in others]
    stacks.row_of_seats(canvas, show, pairs, area)


def _batch(
    canvas: Canvas,
    show: Subject,
    view: TomatomatView,
    slots: Sequence[int | None],
    room: layout.Area,
) -> None:
    """Draw each card in its place, the next to be placed in gold; a placed one leaves a frame."""
    asked = slots.index(None) if None in slots else -1
    for place, card in enumerate(view.hand):
        area = layout.Area(room.x + place * _STEP, room.y, *_CARD)
        slot = slots[place]
        if slot is None:
            look = _ASKED if place == asked else _LIFTED
            canvas.sprite(f"tomatomat:{card}", area[:2], area[2:], look)
            spot, ink = (area.right - 36, area.y + 42), VARIETIES[card[0]].ink
            words = show.say(COLOUR_LETTERS[cards.COLOUR[card]])
            canvas.write(words, spot, theme.AMOUNT, ink, align="middle", room=50)
        else:
            line = canvas.palette.line
            canvas.box(area[:2], Box(*_CARD, 18, canvas.palette.well, line=line, thick=4, dash=14))
            stacks.slot_mark(canvas, slot, area.centre)
        spot, is_next = (area.centre[0], area.bottom), "playable" if place == asked else "out"
        layout.letter_pill(canvas, spot, letter(place), is_next)


def _face_down(canvas: Canvas, room: layout.Area) -> None:
    """Draw four cards that nobody may look at again."""
    for place in range(len(SLOTS)):
        spot = (room.x + place * _STEP, room.y)
        canvas.sprite("back:tomatomat-none", spot, _CARD, _FADED)
    middle = room.centre[0] - 7 - _DONE[0] / 2
    canvas.sprite("token:tick", (middle, room.centre[1] - _DONE[1] / 2), _DONE)


def _won(canvas: Canvas, view: TomatomatView, seat: Seat, room: layout.Area) -> None:
    """Draw the machines this seat has won, at the end."""
    tall = stacks.tall(stacks.LARGE)
    place = layout.Area(room.x, room.centre[1] - tall / 2, room.width - 30, tall)
    stacks.shelf(canvas, view.seats[seat].won, place, stacks.LARGE)


def _seats(canvas: Canvas, show: Subject, view: TomatomatView, room: layout.Area) -> None:
    """Draw a line for each seat, the viewer's first: its stars, and whether it has placed."""
    seats = hand_frame.around(show, range(len(view.seats)))
    high = min(_LINE, (room.height - _BETWEEN * (len(seats) - 1)) / len(seats))
    for place, seat in enumerate(seats):
        area = layout.Area(room.x, room.y + place * (high + _BETWEEN), room.width, high)
        score = hand_frame.HeaderPill(show.number(view.seats[seat].stars), "vending:star")
        hand_frame.seat_line(canvas, show, seat, area, score)


def _deck(canvas: Canvas, show: Subject, view: TomatomatView, area: layout.Area) -> None:
    """Draw all cards of the viewer's deck, as far as they were seen before."""
    layout.tray(canvas, area, 22)
    y = area.centre[1]
    x = area.x + 26.0
    if not view.own_deck:
        canvas.box((x, y - 4), Box(26, 8, 4, canvas.palette.line))
        return
    words = show.say(show.tableau.hand[-1].title)
    x += canvas.write(words, (x, y), theme.HAND_CAPTION, theme.TEXT_SOFT, room=280) + 20
    held = Counter(cards.in_order(view.own_deck))
    step = min(88.0, (area.right - 20 - x) / len(held))
    for card, count in held.items():
        canvas.sprite(f"figure:{card}", (round(x), y - _KIND[1] / 2), _KIND)
        if count > 1:
            canvas.write(show.number(count), (x + 60, y), theme.BADGE)
        x += step


def wanted() -> Iterator[Fixed]:
    """Return the cards in the hand and the things beside them, to be drawn in advance."""
    for card in cards.KINDS:
        yield from (Fixed(f"tomatomat:{card}", (0, 0), _CARD, look) for look in (_LIFTED, _ASKED))
        yield from (Fixed(f"figure:{card}", (0, 0), size) for size in (_CHIP, _KIND))
    yield from (Fixed(f"back:tomatomat-{name}", (0, 0), _BACK) for name in SLOTS)
    yield Fixed("back:tomatomat-none", (0, 0), _CARD, _FADED)
    yield Fixed("token:tick", (0, 0), _DONE)

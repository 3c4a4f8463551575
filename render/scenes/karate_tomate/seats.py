"""One seat of Karate Tomate: its played cards, its total, and its number of cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.core.tableau import Mark, SeatPanel
from games.core.values import Seat
from games.karate_tomate.presentation.scene_values import Stage, TomatoesSwapped, TriumphTaken
from games.karate_tomate.questions.views import KarateView, SeatView
from games.karate_tomate.rules.cards import KINDS, TOMATOES, TRIUMPHS, TriumphId, knives, trophies
from render import labels
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import layout
from render.scenes.karate_tomate.bars import leaders
from render.sprites import Look
from render.subject import Subject

WIDEST = 561
"""The greatest width of a panel: two in a line."""


class Measures(NamedTuple):
    """The sizes of a panel and its parts."""

    height: int
    head: int
    """Distance from the upper edge to the middle of the name."""
    card: Spot
    triumph: Spot
    """A triumph card that was just taken."""
    held: Spot
    """The back of a card in the hand."""
    won: Spot
    """The back of a triumph card that was won."""


ROOMY = Measures(204, 44, (78, 109), (101, 109), (60, 90), (78, 84))
TIGHT = Measures(152, 37, (53, 74), (69, 74), (42, 63), (53, 58))
LIFTED = Look(shadow=4)
_GREY = Look("grey", theme.KARATE.bottom, shadow=4)
_FADED = Look("grey", theme.KARATE.bottom)
_BETWEEN = 8
_EMPTY = "#8A5A66"
_NEWS = theme.Style(theme.ROUND, 34, 34)
_HELD_WIDTH = 136
"""The greatest width of the backs of a hand."""
_HELD_NARROW = 84
"""The same with trophies and knives beside them."""
_STACK = 6
"""Distance between the backs of won triumph cards."""
_BACKS = Look(shadow=3)
_NO_BACKS = Look("grey", theme.KARATE.bottom, shadow=3)
_SIGN = (42, 42)
_TICK = (34, 34)
_CROWN = (54, 54)


class SeatLook(NamedTuple):
    """The content of one seat's panel."""

    seat: Seat
    name: str
    marks: tuple[Mark, ...]
    word: str
    """The state word in place of the total."""
    total: str
    leads: bool
    """Whether no fighter has a higher total."""
    played: tuple[str, ...]
    waits: bool
    """Whether a card will be turned up here in this heat, chosen already or not."""
    fallen: int | None
    """The tomato with which the seat dropped out of this round."""
    tomato: str
    """The tomato that everybody knows of, unless it is among the played cards."""
    swapped: bool
    cards: str
    backs: int
    """The number of cards in the hand."""
    drew: str
    won: str
    stack: int
    """The number of triumph cards won."""
    open: tuple[str, str] | None
    """Trophies and knives, if won cards are face up."""
    taken: tuple[TriumphId, ...]
    """Triumph cards taken in the last step."""


def look_of(show: Subject, view: KarateView, panel: SeatPanel) -> SeatLook:
    """Return the content of this panel, all of it from the view."""
    facts = view.seats[panel.seat]
    marks = _marks(view, facts, panel)
    fallen = facts.tomato if _fell(view, facts) else None
    known = facts.tomato is not None and fallen is None
    draws = panel.word if facts.asked else None
    return SeatLook(
        seat=panel.seat,
        name=show.name(panel.seat),
        marks=marks,
        word=show.say(draws) if draws else show.say(labels.OUT) if Mark.OUT in marks else "",
        total=show.number(facts.total) if facts.played and facts.fights else "",
        leads=panel.seat in leaders(view),
        played=facts.played,
        waits=facts.fights and view.stage is Stage.HEAT,
        fallen=fallen,
        tomato=show.number(facts.tomato) if known and facts.tomato is not None else "",
        swapped=_swapped(view, panel.seat),
        cards=show.number(facts.cards),
        backs=facts.cards,
        drew=f"+{show.number(facts.drew)}" if facts.drew else "",
        won=show.number(facts.won),
        stack=facts.won,
        open=_open(show, facts),
        taken=tuple(
            event.card
            for event in view.aftermath
            if isinstance(event, TriumphTaken) and event.seat == panel.seat
        ),
    )


def _marks(view: KarateView, facts: SeatView, panel: SeatPanel) -> tuple[Mark, ...]:
    """Return the tableau's marks; a tick for taking a card, never for having chosen (A19)."""
    shown = tuple(mark for mark in panel.marks if mark is not Mark.READY)
    took = view.stage is Stage.TRIUMPH and facts.fights and not facts.to_take
    return (*shown, Mark.READY) if took else shown


def _fell(view: KarateView, facts: SeatView) -> bool:
    in_round = view.stage in {Stage.HEAT, Stage.DROP_DRAW, Stage.TRIUMPH}
    return in_round and not facts.fights


def _swapped(view: KarateView, seat: Seat) -> bool:
    swaps = [event for event in view.aftermath if isinstance(event, TomatoesSwapped)]
    return any(held.seat == seat for event in swaps for held in event.now)


def _open(show: Subject, facts: SeatView) -> tuple[str, str] | None:
    if facts.triumphs is None:
        return None
    return show.number(trophies(facts.triumphs)), show.number(knives(facts.triumphs))


def seat_panel(
    canvas: Canvas, show: Subject, look: SeatLook, area: layout.Area, sizes: Measures
) -> None:
    """Draw the panel: head line above, cards below at the left, numbers at the right."""
    layout.seat_frame(canvas, show.say(labels.TURN), look.marks, area, is_alone=True)
    if Mark.WINNER in look.marks:
        canvas.box(area[:2], _golden(canvas.palette, round(area.width), sizes.height))
    middle = area.y + sizes.head
    plain = tuple(mark for mark in look.marks if mark in {Mark.TURN, Mark.OUT})
    layout.seat_avatar(canvas, show, look.seat, plain, (area.x + 48, middle))
    if Mark.READY in look.marks:
        canvas.sprite("token:tick", (area.x + 60, middle - 36), _TICK)
    used = _verdict(canvas, look, (area.right - 18, middle))
    left = area.x + 92
    colour = _colour(look)
    canvas.write(look.name, (left, middle), theme.NAME, colour, room=area.right - 30 - used - left)
    foot = area.bottom - (12 if sizes is TIGHT else 16)
    room = _room(look)
    _row(canvas, look, layout.Area(area.x + 18, foot - sizes.card[1], room, sizes.card[1]), sizes)
    _holdings(canvas, look, (area.right - 18, foot - sizes.card[1] / 2), sizes)


def _room(look: SeatLook) -> float:
    """Return the width for the row of cards: open trophies and knives take some of it."""
    return 294.0 if look.open is None else 180.0


def _golden(palette: theme.Palette, wide: int, high: int, glow: int = 0) -> Box:
    """Return the golden panel of a winner; with a glow, of a seat that acts."""
    ground = mixed(palette.panel, theme.GOLD, 0.14)
    return Box(wide, high, layout.FRAME_RADIUS, ground, line=theme.GOLD, thick=5, glow=glow)


def _colour(look: SeatLook) -> str:
    return theme.TEXT_OUT if Mark.OUT in look.marks else theme.TEXT


def _verdict(canvas: Canvas, look: SeatLook, right: Spot) -> float:
    """Draw total or state word at the right end of the head line, a known tomato before it."""
    x, y = right
    if Mark.WINNER in look.marks:
        canvas.sprite("icon:crown", (x - _CROWN[0], y - _CROWN[1] / 2 - 2), _CROWN)
        x -= _CROWN[0] + 14
    elif look.word:
        colour = theme.OUT_WORD if Mark.OUT in look.marks else theme.TEXT
        wide = width(look.word, theme.WORD.face, theme.WORD.size) + 32
        layout.word_pill(canvas, (x - wide, y), look.word, colour)
        x -= wide + 14
    elif look.total:
        wide = max(74, 40 + 28 * len(look.total))
        ground = theme.GOLD if look.leads else theme.PAPER
        canvas.box((x - wide, y - 29), Box(wide, 58, 29, ground))
        canvas.write(look.total, (x - wide / 2, y), theme.DECIDING, theme.INK, align="middle")
        x -= wide + 14
        if look.leads:
            canvas.sprite("icon:crown", (x - _CROWN[0] + 4, y - _CROWN[1] / 2 - 2), _CROWN)
            x -= _CROWN[0] + 8
    if look.tomato:
        x -= canvas.write(look.tomato, (x, y), theme.STAT, _colour(look), align="right") + 6
        canvas.sprite("icon:tomato", (x - _SIGN[0], y - 23), _SIGN, _tint(look))
        x -= _SIGN[0] + 8
        if look.swapped:
            canvas.sprite("karate:exchanged", (x - 36, y - 18), (36, 36))
            x -= 44
    return right[0] - x


def _tint(look: SeatLook) -> Look:
    return _FADED if Mark.OUT in look.marks else Look()


def _row(canvas: Canvas, look: SeatLook, room: layout.Area, sizes: Measures) -> None:
    """Draw the played cards, the next one's place, or the card that ended the row."""
    things = _things(look, sizes)
    wide = sum(thing.size[0] + _BETWEEN for thing in things) - _BETWEEN
    last = things[-1].size[0] if things else 0
    # If there is no room, cards cover each other, but never the last one.
    share = min(1.0, (room.width - last) / max(1.0, wide - last))
    x = room.x
    for thing in things:
        if thing.sprite:
            canvas.sprite(thing.sprite, (x, room.y), thing.size, thing.look)
        else:
            canvas.box((x, room.y), _waiting(sizes))
        x += (thing.size[0] + _BETWEEN) * share


class RowItem(NamedTuple):
    """An item in the row of a seat; without a sprite it is an empty place."""

    sprite: str
    size: Spot
    look: Look = LIFTED


def _things(look: SeatLook, sizes: Measures) -> list[RowItem]:
    out = Mark.OUT in look.marks or look.fallen is not None
    things = [RowItem(f"veg:{card}", sizes.card, _GREY if out else LIFTED) for card in look.played]
    room = _room(look)
    if look.waits and (len(things) + 1) * (sizes.card[0] + _BETWEEN) <= room:
        things.append(RowItem("", sizes.card))
    if look.fallen is not None:
        things.append(RowItem(f"tomato:{look.fallen}", sizes.card))
    return things + [RowItem(f"triumph:{card}", sizes.triumph) for card in look.taken]


def _waiting(sizes: Measures) -> Box:
    """Return the dashed place of the next card."""
    wide, high = round(sizes.card[0]), round(sizes.card[1])
    return Box(wide, high, 10, "", line=_EMPTY, thick=3, dash=8)


def _holdings(canvas: Canvas, look: SeatLook, right: Spot, sizes: Measures) -> None:
    """Draw the cards in the hand and the triumph cards won, as backs with their numbers."""
    x, y = right
    tint = _NO_BACKS if Mark.OUT in look.marks else _BACKS
    wide, high = sizes.won
    left = x - wide - 2 * _STACK
    if not look.stack:
        box = Box(round(wide), round(high), 8, "", line=_EMPTY, thick=3, dash=8)
        canvas.box((left + _STACK, y - high / 2), box)
    for place in range(min(look.stack, 3)):
        spot = (left + place * _STACK, y - high / 2 - (place - 1) * _STACK)
        canvas.sprite("triumph:back", spot, sizes.won, tint)
    edge = y + sizes.card[1] / 2
    _badge(canvas, look, (left + wide / 2 + _STACK, edge - 20), (look.won, ""))
    wide, high = sizes.held
    shown = min(look.backs, 10)
    room = _HELD_WIDTH if look.open is None else _HELD_NARROW
    step = min(24.0, (room - wide) / max(1, shown - 1))
    spread = wide + step * (shown - 1)
    left -= 18 + (room + spread) / 2
    for place in range(shown):
        canvas.sprite("back:tomato", (left + place * step, y - high / 2 - 6), sizes.held, tint)
    _badge(canvas, look, (left + spread / 2, edge - 20), (look.cards, look.drew))
    if look.open is None:
        return
    x = right[0] - 334
    faded = _tint(look)
    signs = zip(("icon:trophy", "icon:kitchen-knife"), look.open, (-0.26, 0.26), strict=True)
    for sprite, words, down in signs:
        middle = y + down * sizes.card[1]
        canvas.sprite(sprite, (x, middle - _SIGN[1] / 2), _SIGN, faded)
        canvas.write(words, (x + 46, middle), theme.STAT, _colour(look))


def _badge(canvas: Canvas, look: SeatLook, centre: Spot, words: tuple[str, str]) -> None:
    """Draw the number of cards here, and in green the number of new ones."""
    count, news = words
    wide = width(count, theme.STAT.face, theme.STAT.size)
    more = width(news, _NEWS.face, _NEWS.size) + 8 if news else 0
    whole = max(48, wide + more + 26)
    left = centre[0] - whole / 2
    canvas.box((left, centre[1] - 24), Box(whole, 48, 24, theme.OUT_GROUND))
    start = centre[0] - (wide + more) / 2
    canvas.write(count, (start, centre[1]), theme.STAT, _colour(look))
    if news:
        canvas.write(news, (start + wide + 8, centre[1]), _NEWS, theme.LEAF)


def wanted() -> Iterator[Fixed]:
    """Return everything that panels may show, to be drawn in advance."""
    for sizes in (ROOMY, TIGHT):
        for card in KINDS:
            yield from (Fixed(f"veg:{card}", (0, 0), sizes.card, look) for look in (LIFTED, _GREY))
        yield from (Fixed(f"tomato:{value}", (0, 0), sizes.card, LIFTED) for value in TOMATOES)
        yield from (Fixed(f"triumph:{card}", (0, 0), sizes.triumph, LIFTED) for card in TRIUMPHS)
        yield Fixed(_waiting(sizes), (0, 0))
        yield Fixed(_golden(theme.KARATE, WIDEST, sizes.height, glow=14), (0, 0))
        for look in (_BACKS, _NO_BACKS):
            yield Fixed("back:tomato", (0, 0), sizes.held, look)
            yield Fixed("triumph:back", (0, 0), sizes.won, look)
    for sprite in ("icon:tomato", "icon:trophy", "icon:kitchen-knife"):
        yield from (Fixed(sprite, (0, 0), _SIGN, look) for look in (Look(), _FADED))
    yield Fixed("token:tick", (0, 0), _TICK)
    yield Fixed("icon:crown", (0, 0), _CROWN)
    yield Fixed("karate:exchanged", (0, 0), (36, 36))

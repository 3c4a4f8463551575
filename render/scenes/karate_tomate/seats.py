"""One fighter at the public table: a bar with the cards played, and all that is counted below."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.tableau import Mark
from games.core.values import Seat
from games.karate_tomate.questions.views import KarateView, SeatView
from games.karate_tomate.rules.cards import KINDS, TOMATOES, TRIUMPHS, knives, trophies
from games.karate_tomate.rules.events import TomatoesSwapped, TriumphTaken
from games.karate_tomate.rules.state import Stage
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.text import width
from render.scenes.common import hand_frame, layout
from render.scenes.karate_tomate.bars import Bars
from render.sprites import Look
from render.subject import Subject

BAR = 74
"""Height of a bar."""
PITCH = 128
"""Height of a fighter with the gap below."""
COLUMNS = 7
"""From so many seats on, fighters stand in two columns."""
_CARD, _LOW = (44, 62), (36, 50)
_TRIUMPH, _LOW_TRIUMPH = (58, 62), (46, 50)
"""Sizes of cards on a bar, and beside the counts of one of two columns."""
_END = 190
"""The width of the latter."""
_CARDS = 0.2
"""The part of a row's width for cards played; where there is less, they overlap."""
_STEPS = (118, 88)
"""The least step between two counts, in one column and in two."""
_GAP = 12
_ROOM = 460
"""The width of a line of counts in one of two columns."""
_LIFTED = Look(shadow=4)
_GREY = Look("grey", theme.KARATE.bottom, shadow=4)
_FADED = Look("grey", theme.KARATE.bottom)
_NEWS = theme.Style(theme.ROUND, 36, 34)
_SWAP = (36, 36)
_BACK, _WON, _SIGN = (28, 42), (39, 42), (42, 42)


class Count(NamedTuple):
    """A number of things that a fighter has."""

    sprite: str
    size: Spot
    words: str
    news: str = ""
    """How many of them are new."""
    is_swapped: bool = False


def height(seats: int) -> int:
    """Return the height of all fighters."""
    return PITCH * (seats if seats < COLUMNS else -(-seats // 2))


def fighters(
    canvas: Canvas, show: Subject, view: KarateView, room: layout.Area, seats: Sequence[Seat]
) -> None:
    """Draw fighters in this order, in one column or in two."""
    drawn = Bars(canvas, show, view)
    across = 1 if len(seats) < COLUMNS else 2
    lines = -(-len(seats) // across)
    wide, pitch = (room.width - (across - 1) * 44) / across, room.height / lines
    for place, seat in enumerate(seats):
        column, line = divmod(place, lines)
        left = room.x + column * (wide + 44)
        area = layout.Area(left, room.y + line * pitch, wide, BAR)
        facts = view.seats[seat]
        is_out = drawn.is_out(facts)
        below = area.bottom + min(40, (pitch - BAR) / 2 - 3)
        marks = _marks(show, view, facts)
        if across == 1:
            end = drawn.fighter(seat, area, area.width * _CARDS, marks)
        else:  # names need the whole bar
            drawn.fighter(seat, area, 0, marks)
            end = layout.Area(area.right - _END, below - _LOW[1] / 2, _END, _LOW[1])
        if across == 1 or view.stage is not Stage.END:
            _played(canvas, view, facts, end, is_out=is_out)
        spot = (area.x + BAR + 32, below)
        _line(canvas, [*_counts(show, view, facts)], spot, _STEPS[across - 1], is_out=is_out)


def _line(
    canvas: Canvas, counts: Sequence[Count], spot: Spot, step: float, *, is_out: bool
) -> None:
    """Draw counts side by side, closer together where they would leave the fighter's column."""
    x, y = spot
    end = place = 0.0
    for count in counts:
        end = place + _width(count)
        place = max(place + step, end + _GAP)
    squeeze = max(0.0, end - _ROOM) / len(counts) if step < _STEPS[0] else 0.0
    for count in counts:
        look = _FADED if is_out else Look()
        canvas.sprite(count.sprite, (x, y - count.size[1] / 2), count.size, look)
        colour = theme.TEXT_OUT if is_out else theme.TEXT
        left = x + count.size[0] + 10
        left += canvas.write(count.words, (left, y), theme.STAT, colour, room=90) + 6
        if count.news:
            left += canvas.write(count.news, (left, y), _NEWS, theme.LEAF, room=90)
        if count.is_swapped:
            canvas.sprite("karate:exchanged", (left, y - _SWAP[1] / 2), _SWAP)
            left += _SWAP[0]
        x = max(x + step, left + _GAP) - squeeze


def _width(count: Count) -> float:
    """Return the width of a count, with the gaps around its number."""
    words = width(count.words, theme.STAT.face, theme.STAT.size)
    news = width(count.news, _NEWS.face, _NEWS.size) if count.news else 0
    return count.size[0] + 10 + words + 6 + news + count.is_swapped * _SWAP[0]


def _marks(show: Subject, view: KarateView, facts: SeatView) -> tuple[Mark, ...]:
    """Return the marks of an avatar; a tick for taking a card, never for having chosen (A19)."""
    marks = hand_frame.marks_of(show, facts.seat)
    shown = tuple(mark for mark in marks if mark in {Mark.OUT, Mark.WINNER})
    took = view.stage is Stage.TRIUMPH and facts.fights and not facts.to_take
    return (*shown, Mark.READY) if took else shown


def _played(
    canvas: Canvas, view: KarateView, facts: SeatView, room: layout.Area, *, is_out: bool
) -> None:
    """Draw the cards played, the tomato that ended them, and the triumph cards just taken."""
    look = _GREY if is_out else _LIFTED
    card_size, triumph_size = (_LOW, _LOW_TRIUMPH) if room.height == _LOW[1] else (_CARD, _TRIUMPH)
    things = [(f"veg:{card}", card_size, look) for card in facts.played]
    if is_out and facts.tomato is not None:
        things.append((f"tomato:{facts.tomato}", card_size, _LIFTED))
    things += [
        (f"triumph:{event.card}", triumph_size, _LIFTED)
        for event in view.aftermath
        if isinstance(event, TriumphTaken) and event.seat == facts.seat
    ]
    if not things:
        return
    wide = sum(size[0] + 6 for _, size, _ in things) - 6
    last = things[-1][1][0]
    share = min(1.0, (room.width - 12 - last) / max(1.0, wide - last))
    x = room.right - 6 - last - (wide - last) * share
    for name, size, its in things:
        canvas.sprite(name, (x, room.centre[1] - size[1] / 2), size, its)
        x += (size[0] + 6) * share


def _counts(show: Subject, view: KarateView, facts: SeatView) -> Iterator[Count]:
    """Yield the numbers of cards, of triumph cards, a known tomato, and what open cards are."""
    drew = f"+{show.number(facts.drew)}" if facts.drew else ""
    yield Count("back:tomato", _BACK, show.number(facts.cards), drew)
    yield Count("triumph:back", _WON, show.number(facts.won))
    fell = view.stage in {Stage.HEAT, Stage.DROP_DRAW, Stage.TRIUMPH} and not facts.fights
    if facts.tomato is not None and not fell:
        swaps = [event for event in view.aftermath if isinstance(event, TomatoesSwapped)]
        is_swapped = any(held.seat == facts.seat for event in swaps for held in event.now)
        yield Count("icon:tomato", _SIGN, show.number(facts.tomato), is_swapped=is_swapped)
    if facts.triumphs is not None:
        yield Count("icon:trophy", _SIGN, show.number(trophies(facts.triumphs)))
        yield Count("icon:kitchen-knife", _SIGN, show.number(knives(facts.triumphs)))


def wanted() -> Iterator[Fixed]:
    """Return everything that fighters may show, to be drawn in advance."""
    for size in (_CARD, _LOW):
        for card in KINDS:
            yield from (Fixed(f"veg:{card}", (0, 0), size, look) for look in (_LIFTED, _GREY))
        yield from (Fixed(f"tomato:{value}", (0, 0), size, _LIFTED) for value in TOMATOES)
    for size in (_TRIUMPH, _LOW_TRIUMPH):
        yield from (Fixed(f"triumph:{card}", (0, 0), size, _LIFTED) for card in TRIUMPHS)
    for look in (Look(), _FADED):
        yield Fixed("back:tomato", (0, 0), _BACK, look)
        yield Fixed("triumph:back", (0, 0), _WON, look)
        for sprite in ("icon:tomato", "icon:trophy", "icon:kitchen-knife"):
            yield Fixed(sprite, (0, 0), _SIGN, look)
    yield Fixed("karate:exchanged", (0, 0), _SWAP)

"""A player's hand: the cards on offer, everybody's total as a bar, and the own cards as a fan."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.tableau import Tableau, Token
from games.core.text import say
from games.core.values import Seat
from games.karate_tomate.questions.prompts import ask, ask_premove
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import KINDS, TOMATOES, knives, trophies
from games.karate_tomate.rules.events import TomatoesSwapped
from games.karate_tomate.rules.state import Stage
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.text import width
from render.scenes.common import hand_frame, layout
from render.scenes.karate_tomate import bars, offer
from render.scenes.karate_tomate.seats import fighters
from render.scenes.karate_tomate.table import ICON, stage_words
from render.sprites import Look, Tint
from render.sprites.karate_tomate import CARD_RATIO, TRIUMPH_RATIO
from render.subject import Subject

_FEW = 4
"""Up to so many seats, the stage is lower."""
_ROWS = 6
"""Up to so many seats have a row each; more stand in two columns below the cards on offer."""
_COUNTED = 5
"""Up to so many seats, rows have room for what is counted while one waits."""
_WAITING = 204
"""By how much the stage is higher while no rows of answers are needed below."""
_STAGE = layout.Area(
    hand_frame.MARGIN, hand_frame.HEADER + 8, theme.WIDTH - 2 * hand_frame.MARGIN, 0
)
FAN = 372
"""Height of the own cards."""
_LARGEST = 204
_FANNED = 9
"""The most kinds in a fan, the tomato included; more lie in two lines."""
_SMALL = 121
_ANGLE = 3.0
_WITHIN = 46
"""By how much marks are lower than in a fan."""
_WIDEST, _NARROWEST = 152, 112
"""Width of a triumph card where there are few, and where there are many."""
_TICK = (60, 60)
_SWAPPED = say("swapped")


class HeldCard(NamedTuple):
    """One kind of card in the hand, with its marks."""

    sprite: str
    look: str
    copies: str
    """The number of them, if it is more than one."""
    news: str
    """The number of them just drawn; a word on a tomato that was swapped."""
    chosen: int
    """The number of them chosen."""


def paint(show: Subject, view: KarateView, _: Seat) -> Canvas:
    """Paint header, cards on offer, bars, the own cards and the last event.

    One who waits sees what everybody has played and holds, too.
    """
    high = (388 if len(view.seats) <= _FEW else 480) + grown(view)
    stage = _STAGE._replace(height=high)
    fan = _STAGE._replace(y=stage.bottom + 22, height=FAN)
    canvas = Canvas(round(fan.bottom) + hand_frame.FOOT, show.palette, show.size)
    head(canvas, show, view)
    _stage(canvas, show, view, stage)
    own(canvas, held(show, view), fan)
    hand_frame.last_event(canvas, show)
    return canvas


def grown(view: KarateView) -> int:
    """By how much the hand is higher because its player waits."""
    waits = view.stage is not Stage.END and ask(view) is None and ask_premove(view) is None
    return _WAITING if waits and len(view.seats) <= _COUNTED else 0


def head(canvas: Canvas, show: Subject, view: KarateView) -> None:
    """Draw round and stage at the left, the viewer's trophies and knives at the right."""
    title = f"{show.progress()} · {stage_words(show, view)}"
    needed = show.number(view.options.trophies_to_call)
    pills = (
        hand_frame.HeaderPill(f"{show.number(trophies(view.won))} /{needed}", "icon:trophy"),
        hand_frame.HeaderPill(show.number(knives(view.won)), "icon:kitchen-knife"),
    )
    hand_frame.header(canvas, show, ICON, title, pills)


def _stage(canvas: Canvas, show: Subject, view: KarateView, area: layout.Area) -> None:
    """Draw the cards on offer at the left of the bars, or above them if there are many seats.

    When the match may be ended, the viewer's own triumph cards matter instead.
    """
    seats = hand_frame.around(show, [seat.seat for seat in view.seats])
    drawn = bars.Bars(canvas, show, view)
    if len(seats) > _ROWS:
        cards = area._replace(width=760, height=offer.high(_NARROWEST) + 14)
        _cards(canvas, show, view, cards)
        below = area._replace(y=cards.bottom, height=area.bottom - cards.bottom)
        half, wide = -(-len(seats) // 2), (area.width - 44) / 2
        for part, left in ((seats[:half], area.x), (seats[half:], area.right - wide)):
            places = bars.column(below._replace(x=left, width=wide), half, 74)
            for seat, row in zip(part, places, strict=False):
                drawn.row(seat, row, cards=0)
        return
    _cards(canvas, show, view, area._replace(width=350))
    rows = layout.Area(area.x + 368, area.y, area.width - 376, area.height)
    if grown(view):
        fighters(canvas, show, view, rows._replace(y=rows.y + 4), seats)
        return
    for seat, row in zip(seats, bars.column(rows, len(seats), 112), strict=True):
        drawn.row(seat, row)


def _cards(canvas: Canvas, show: Subject, view: KarateView, area: layout.Area) -> None:
    """Draw the cards on offer, with their number and that of the fighters left for them."""
    if view.stage is Stage.END_CALL:
        _won(canvas, view, area)
        return
    shown = offer.offered(view)
    lines = offer.stake(show, view)
    if len(view.seats) > _ROWS:
        offer.line(canvas, show, shown, (area.centre[0], area.y), _NARROWEST)
        _caption(canvas, lines, (area.right + 194, area.y + 36))
        return
    wide, top = (_WIDEST if len(view.seats) <= _FEW else 116), area.y
    if len(shown) <= 2 and view.stage is not Stage.TRIUMPH:
        left, step = area.x + 11, wide + 24
        for rank, each in enumerate(shown, start=1):
            spot = area._replace(x=left + (rank - 1) * step, y=top - 6, width=wide)
            offer.ranked(canvas, show, each, rank, spot)
        _caption(canvas, lines, (area.centre[0], top + (area.height + 200) / 2 - 20))
        return
    for first in range(0, len(shown), 2):
        offer.line(canvas, show, shown[first : first + 2], (area.centre[0], top), wide)
        top += offer.high(wide) + 10
    _caption(canvas, lines, (area.centre[0], top + (area.bottom - top) / 2 - 20))


def _caption(canvas: Canvas, lines: Sequence[str], spot: Spot) -> None:
    for place, words in enumerate(lines):
        line = (spot[0], spot[1] + place * 54)
        canvas.write(words, line, theme.HAND_CAPTION, align="middle", room=370)


def _won(canvas: Canvas, view: KarateView, area: layout.Area) -> None:
    """Draw the triumph cards that the viewer has won, overlapping if they are many."""
    wide = _WIDEST if len(view.won) <= _FEW else _NARROWEST - 4
    across = int(area.width / (wide + 8))
    size = (wide, round(wide * TRIUMPH_RATIO))
    step = min(size[1] + 12, area.height / max(1, -(-len(view.won) // across)))
    for place, card in enumerate(view.won):
        line, column = divmod(place, across)
        spot = (area.x + 4 + column * (wide + 12), area.y + 4 + line * step)
        canvas.sprite(f"triumph:{card}", spot, size, offer.LIFTED)


def held(show: Subject, view: KarateView, *, is_asked: bool = True) -> list[HeldCard]:
    """Return the viewer's cards and tomato; nothing can be played where nothing is asked."""
    cards = [_held(show, view, token) for token in own_cards(show.tableau)]
    if view.tomato is not None:
        cards.append(_tomato(show, view))
    return cards if is_asked else [card._replace(look="plain", chosen=0) for card in cards]


def _held(show: Subject, view: KarateView, token: Token) -> HeldCard:
    kind = token.sprite.partition(":")[2]
    drawn = Counter[str](view.drawn)[kind]
    return HeldCard(
        sprite=token.sprite,
        look=token.look,
        copies=f"×{show.number(token.count)}" if token.count > 1 else "",
        news=f"+{show.number(drawn)}" if drawn else "",
        chosen=sum(card == kind for card in view.answer or ()),
    )


def _tomato(show: Subject, view: KarateView) -> HeldCard:
    look = "playable" if view.in_fight else "plain"
    swapped = any(isinstance(event, TomatoesSwapped) for event in view.aftermath)
    shown = next((pick.tomato for pick in view.picks if pick.seat == view.viewer), 0)
    news = show.say(_SWAPPED) if swapped and shown not in (0, view.tomato) else ""
    return HeldCard(f"tomato:{view.tomato}", look, "", news, int(view.answer == ("tomato",)))


def own_cards(tableau: Tableau) -> list[Token]:
    """Return the kinds in the hand; later zones repeat cards and are ignored."""
    kinds: dict[str, Token] = {}
    for zone in tableau.hand:
        for token in zone.tokens:
            if token.sprite.startswith("veg:"):
                kinds.setdefault(token.sprite, token)
    return list(kinds.values())


def own(canvas: Canvas, held: Sequence[HeldCard], area: layout.Area) -> None:
    """Draw cards turned around a point far below; many kinds in two lines without turning."""
    if len(held) <= _FANNED:
        wide = min(_LARGEST, round(area.width / len(held) * 1.08))
        _line(canvas, held, area, wide, is_fan=True)
        return
    half = -(-len(held) // 2)
    high = round(_SMALL * CARD_RATIO)
    for place, line in enumerate((held[:half], held[half:])):
        top = area.y + place * (high + 16)
        _line(canvas, line, area._replace(y=top, height=high), _SMALL, is_fan=False)


def _line(
    canvas: Canvas, held: Sequence[HeldCard], area: layout.Area, wide: int, *, is_fan: bool
) -> None:
    high = round(wide * CARD_RATIO)
    step = min(wide + 8.0, (area.width - wide - 40 * is_fan) / max(1, len(held) - 1))
    left = area.centre[0] - (wide + step * (len(held) - 1)) / 2
    top = area.centre[1] - high / 2 - 12 * is_fan
    spots = []
    for place, card in enumerate(held):
        off = (place - (len(held) - 1) / 2) * is_fan
        live = card.look == "playable"
        tint: Tint = "dim" if card.look == "dim" else "plain"
        look = Look(tint, theme.KARATE.bottom, off * _ANGLE, 8, 8 if live else 0)
        x, y = left + step * place, top + off**2 * 3.2 + (18 if is_fan and not live else 0)
        canvas.sprite(card.sprite, (round(x), round(y)), (wide, high), look)
        # The marks of two lines lie within their cards, as the lines would hide or touch them.
        inner = 0 if is_fan else _WITHIN
        spot = layout.Area(x + min(step, wide) / 2 - off * 3, y + inner, 0, high - 1.6 * inner)
        if inner and card.sprite.startswith("tomato:"):  # its word is too wide for beside a number
            spot = spot._replace(y=y + high - 14, height=0)
        spots.append(spot)
    for card, spot in zip(held, spots, strict=True):
        _marks(canvas, card, spot)


def _marks(canvas: Canvas, card: HeldCard, area: layout.Area) -> None:
    """Draw the number of a kind, how many are new, and a tick for each that is chosen."""
    for copy in range(card.chosen):
        canvas.sprite("token:tick", (area.x - 30 + copy * 38, area.bottom - 40), _TICK)
    if card.copies and not card.chosen:
        layout.count_badge(canvas, (area.x, area.bottom - 4), card.copies, theme.HAND_CAPTION)
    if card.news:
        style = theme.HAND_CAPTION
        rightmost = theme.WIDTH - 44 - width(card.news, style.face, style.size) / 2
        layout.count_badge(canvas, (min(area.x + 34, rightmost), area.y - 20), card.news, style)


def wanted() -> Iterator[Fixed]:
    """Return what most hands need: few kinds, with choices. Larger hands are drawn on demand."""
    names = [*(f"veg:{card}" for card in KINDS), *(f"tomato:{value}" for value in TOMATOES)]
    size = (_LARGEST, round(_LARGEST * CARD_RATIO))
    yield from (Fixed(name, (0, 0), size, Look(turn=0.0)) for name in names)
    yield Fixed("token:tick", (0, 0), _TICK)

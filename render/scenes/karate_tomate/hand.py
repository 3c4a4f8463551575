"""A player's hand: number cards by kind, the tomato, the triumph cards won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.tableau import Tableau, Token
from games.core.text import say
from games.core.values import Seat
from games.karate_tomate.presentation.scene_values import Stage
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import KINDS, TOMATOES, TRIUMPHS, TriumphId, knives, trophies
from render import labels
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import layout
from render.scenes.common import legend as legends
from render.scenes.common.legend import LegendSign, legend
from render.scenes.karate_tomate.table import ICON, stage_pill
from render.sprites import Look, Tint
from render.sprites.karate_tomate import CARD_RATIO, TRIUMPH_RATIO, VEGETABLES
from render.subject import Subject

LIFTED = Look(shadow=6)
DIMMED = Look("dim", theme.KARATE.bottom, shadow=6)
_FOOT = 56
"""Room under a card for the letter of its button."""
_BETWEEN = 16
_TICK = (52, 52)
_WON = (106, round(106 * TRIUMPH_RATIO))
_WON_COLUMNS = 6
_WON_LINE = 146
_SIGN = (52, 52)
LEGEND = (
    LegendSign("icon:trophy", (44, 44), say("trophies")),
    LegendSign("icon:kitchen-knife", (44, 44), say("knives")),
    LegendSign("icon:tomato", (44, 44), say("cards to draw")),
)


class CardGrid(NamedTuple):
    """The layout of a hand that is too large for a fan."""

    cards: int
    """The most cards, the tomato included."""
    columns: int
    width: int

    @property
    def size(self) -> Spot:
        return self.width, round(self.width * CARD_RATIO)

    @property
    def line(self) -> int:
        """Return the distance from one line of cards to the next."""
        return round(self.size[1]) + _FOOT + _BETWEEN


GRIDS = (CardGrid(14, 7, 124), CardGrid(26, 9, 104))
FAN = 8
"""The most cards held as a fan, the tomato included."""
_HELD = (184, round(184 * CARD_RATIO))
_RISE = 22
"""How far a card that can be chosen is raised in the fan."""
_ANGLE = 3.0
_LETTERS = 350
"""Distance of the letters from the top of a fan."""


def paint(show: Subject, view: KarateView, viewer: Seat) -> Canvas:
    """Paint number cards and tomato as a fan, or in lines if there are many; triumphs below."""
    cards = own_cards(show.tableau)
    fanned = len(cards) < FAN
    grid = next(grid for grid in GRIDS if len(cards) < grid.cards)
    lines = -(-(len(cards) + 1) // grid.columns)
    kinds = len(set(view.won))
    won_lines = -(-kinds // _WON_COLUMNS)
    top = layout.HEADER + 28 + (_LETTERS + 52 if fanned else lines * grid.line)
    won_area = layout.Area(
        theme.MARGIN,
        top,
        theme.WIDTH - 2 * theme.MARGIN,
        38 + won_lines * _WON_LINE if kinds else 92,
    )
    canvas = Canvas(layout.height(won_area.bottom), show.palette, show.size)
    _head(canvas, show, view, viewer)
    legend(canvas, show, LEGEND, won_area.bottom)
    held = [_held(show, view, token) for token in cards]
    if view.tomato is not None:
        held.append(_tomato(view))
    (_fan if fanned else _grid)(canvas, held, grid)
    _won(canvas, show, view, won_area)
    return canvas


class HeldCard(NamedTuple):
    """One kind of card in the hand, with its marks."""

    sprite: str
    look: str
    letter: str
    copies: str
    """The number of them, if it is more than one."""
    news: str
    """The number of them just drawn."""
    chosen: int
    """The number of them chosen."""


def _held(show: Subject, view: KarateView, token: Token) -> HeldCard:
    kind = token.sprite.partition(":")[2]
    drawn = Counter[str](view.drawn)[kind]
    return HeldCard(
        sprite=token.sprite,
        look=token.look,
        letter=token.letter,
        copies=f"×{show.number(token.count)}" if token.count > 1 else "",
        news=f"+{show.number(drawn)}" if drawn else "",
        chosen=sum(card == kind for card in view.answer or ()),
    )


def _tomato(view: KarateView) -> HeldCard:
    look = "playable" if view.in_fight else "plain"
    return HeldCard(f"tomato:{view.tomato}", look, "", "", "", int(view.answer == ("tomato",)))


def own_cards(tableau: Tableau) -> list[Token]:
    """Return the kinds in the hand; later zones repeat cards and are ignored."""
    kinds: dict[str, Token] = {}
    for zone in tableau.hand:
        for token in zone.tokens:
            if token.sprite.startswith("veg:"):
                kinds.setdefault(token.sprite, token)
    return list(kinds.values())


def _head(canvas: Canvas, show: Subject, view: KarateView, viewer: Seat) -> None:
    """Draw title, stage of the round, the vegetable to be played and the total reached."""
    layout.header(canvas, ICON, show.say(labels.HAND_TITLE))
    right = (
        theme.WIDTH - theme.MARGIN - stage_pill(canvas, show, view, theme.WIDTH - theme.MARGIN) - 14
    )
    if view.locked is not None:
        words = show.number(view.seats[viewer].total)
        icon = f"icon:{VEGETABLES[view.locked].icon}"
        layout.pill(canvas, (right, 50), words, sprite=icon, align="right")


def _fan(canvas: Canvas, held: Sequence[HeldCard], _: CardGrid) -> None:
    """Draw cards turned around a point far below; possible choices are raised."""
    wide, high = _HELD
    step = min(wide + 8.0, (theme.WIDTH - 2 * theme.MARGIN - wide - 60) / max(1, len(held) - 1))
    left = (theme.WIDTH - wide - step * (len(held) - 1)) / 2
    top = layout.HEADER + 46
    for place, card in enumerate(held):
        off = place - (len(held) - 1) / 2
        live = card.look == "playable"
        y = round(top + off**2 * 3.2 + (0 if live else _RISE))
        tint: Tint = "dim" if card.look == "dim" else "plain"
        look = Look(tint, theme.KARATE.bottom, off * _ANGLE, 8, 6 if live else 0)
        canvas.sprite(card.sprite, (round(left + step * place), y), _HELD, look)
    for place, card in enumerate(held):
        off = place - (len(held) - 1) / 2
        x = left + step * place + wide / 2 - off * 3
        bottom = top + off**2 * 3.2 + high
        if place < len(held) - 1:
            x -= (wide - step) / 2
        for copy in range(card.chosen):
            _tick(canvas, (x - 26 + copy * 34, bottom - 20))
        if card.copies and not card.chosen:
            layout.count_badge(canvas, (x, bottom - 4), card.copies)
        _foot(canvas, card, (x, layout.HEADER + 28 + _LETTERS))


def _grid(canvas: Canvas, held: Sequence[HeldCard], grid: CardGrid) -> None:
    """Draw cards in lines, each with its number and letter."""
    pitch = (theme.WIDTH - 2 * theme.MARGIN) / grid.columns
    for place, card in enumerate(held):
        row, column = divmod(place, grid.columns)
        here = min(grid.columns, len(held) - row * grid.columns)
        middle = theme.WIDTH / 2 + (column - (here - 1) / 2) * pitch
        spot = (round(middle - grid.width / 2), layout.HEADER + 28 + row * grid.line)
        _card(canvas, card, layout.Area(*spot, *grid.size))


def _card(canvas: Canvas, card: HeldCard, area: layout.Area) -> None:
    """Draw one kind of card in a line: its number, how many are new, whether chosen."""
    size = (area.width, area.height)
    if card.look == "playable":
        canvas.box((area.x - 6, area.y - 6), _golden(size))
    canvas.sprite(card.sprite, area[:2], size, DIMMED if card.look == "dim" else LIFTED)
    if card.copies:
        layout.count_badge(canvas, (area.right - 14, area.y + 14), card.copies)
    for copy in range(card.chosen):
        _tick(canvas, (area.x + 4 + copy * 34, area.bottom - 50))
    _foot(canvas, card, (area.centre[0], area.bottom + 26))


def _foot(canvas: Canvas, card: HeldCard, middle: Spot) -> None:
    """Draw the letter of the button under a card, and how many of the kind were just drawn."""
    letter, news = card.letter, card.news
    pill_width = max(70, width(letter, theme.LETTER.face, theme.LETTER.size) + 36) if letter else 0
    news_width = width(news, theme.BADGE.face, theme.BADGE.size) + 8 if news else 0
    left = middle[0] - (pill_width + news_width) / 2
    if letter:
        layout.letter_pill(canvas, (left + pill_width / 2, middle[1]), letter, card.look)
    if news:
        canvas.write(news, (left + pill_width + 8, middle[1]), theme.BADGE, theme.LEAF)


def _tick(canvas: Canvas, spot: Spot) -> None:
    canvas.sprite("token:tick", spot, _TICK)


def _golden(size: Spot) -> Box:
    """Return the frame around a card that can be chosen."""
    return Box(round(size[0]) + 12, round(size[1]) + 12, round(size[0] / 10) + 6, theme.GOLD)


def _won(canvas: Canvas, show: Subject, view: KarateView, area: layout.Area) -> None:
    """Draw the sums of trophies and knives at the left, then the triumph cards won."""
    layout.tray(canvas, area)
    _sums(canvas, show, view, area)
    kinds = [(card, count) for card, count in Counter(view.won).items()]
    for place, (card, count) in enumerate(kinds):
        row, column = divmod(place, _WON_COLUMNS)
        spot = (area.x + 236 + column * 128, area.y + 32 + row * _WON_LINE)
        _triumph(canvas, show, card, count, spot)


def _sums(canvas: Canvas, show: Subject, view: KarateView, area: layout.Area) -> None:
    """Draw the sums of trophies and knives; trophies are gold if enough to end the match."""
    sums = (("icon:trophy", trophies(view.won)), ("icon:kitchen-knife", knives(view.won)))
    calls = view.stage is Stage.END_CALL and view.owes and view.may_call
    x, y = area.x + 36, area.centre[1]
    for place, (sprite, count) in enumerate(sums):
        spot = (x, y + place * 80 - 40) if view.won else (x + place * 190, y)
        golden = calls and sprite == "icon:trophy"
        if golden:
            canvas.box((spot[0] - 10, spot[1] - 36), Box(170, 72, 36, theme.GOLD))
        canvas.sprite(sprite, (spot[0], spot[1] - 26), _SIGN)
        colour = theme.INK if golden else theme.TEXT
        canvas.write(show.number(count), (spot[0] + 66, spot[1]), theme.DECIDING, colour, room=80)


def _triumph(canvas: Canvas, show: Subject, card: TriumphId, count: int, spot: Spot) -> None:
    canvas.sprite(f"triumph:{card}", spot, _WON, LIFTED)
    if count > 1:
        words = f"×{show.number(count)}"
        layout.count_badge(canvas, (spot[0] + 4, spot[1] + 6), words)


def wanted() -> Iterator[Fixed]:
    """Return what most hands need: few kinds, with choices. Larger hands are drawn on demand."""
    names = [*(f"veg:{card}" for card in KINDS), *(f"tomato:{value}" for value in TOMATOES)]
    yield from (Fixed(name, (0, 0), _HELD, Look(turn=0.0)) for name in names)
    yield from legends.wanted(LEGEND)
    yield from (Fixed(f"triumph:{card}", (0, 0), _WON, LIFTED) for card in TRIUMPHS)
    yield Fixed("token:tick", (0, 0), _TICK)
    yield from (Fixed(sign, (0, 0), _SIGN) for sign in ("icon:trophy", "icon:kitchen-knife"))
    icons = (f"icon:{vegetable.icon}" for vegetable in VEGETABLES.values())
    yield from (Fixed(icon, (0, 0), (44, 44)) for icon in icons)

"""What one player holds: number cards by kind, the tomato, the triumph cards won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from games.core.tableau import Tableau, Token
from games.karate_tomate.presentation.scene_values import Stage
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import KINDS, TOMATOES, TRIUMPHS, TriumphId, knives, trophies
from render import labels
from render.canvas import Canvas, Fixed, Spot
from render.engine.shapes import Box
from render.engine.text import width
from render.engine.theme import (
    BADGE,
    DECIDING,
    GOLD,
    INK,
    KARATE,
    LEAF,
    LETTER,
    MARGIN,
    TEXT,
    WIDTH,
)
from render.scenes.common.layout import (
    HEADER,
    Area,
    count_badge,
    header,
    height,
    letter_pill,
    pill,
)
from render.scenes.karate_tomate.table import ICON, stage_pill
from render.sprites import Look
from render.sprites.karate_tomate import CARD_RATIO, TRIUMPH_RATIO, VEGETABLES
from render.subject import Subject

LIFTED = Look(shadow=6)
DIMMED = Look("dim", KARATE.bottom, shadow=6)
_FOOT = 56
"""Room under a card for the letter of its button."""
_BETWEEN = 16
_TICK = (52, 52)
_TOMATO = (106, 148)
_WON = (106, round(106 * TRIUMPH_RATIO))
_WON_COLUMNS = 6
_WON_LINE = 146
_SIGN = (52, 52)


class CardGrid(NamedTuple):
    """How kinds of cards are laid out."""

    kinds: int
    """Up to so many kinds."""
    columns: int
    width: int

    @property
    def size(self) -> Spot:
        return self.width, round(self.width * CARD_RATIO)

    @property
    def line(self) -> int:
        """From one line of cards to the next."""
        return round(self.size[1]) + _FOOT + _BETWEEN


GRIDS = (CardGrid(6, 6, 164), CardGrid(14, 7, 124), CardGrid(25, 9, 104))


def paint(show: Subject, view: KarateView) -> Canvas:
    """Kinds of cards in lines, each with its number and letter; tomato and triumphs below."""
    tokens = own_cards(show.tableau)
    grid = next(grid for grid in GRIDS if len(tokens) <= grid.kinds)
    lines = max(1, -(-len(tokens) // grid.columns))
    shelves = max(1, -(-len(set(view.won)) // _WON_COLUMNS))
    top = HEADER + 28 + lines * grid.line
    shelf = Area(MARGIN, top, WIDTH - 2 * MARGIN, 38 + shelves * _WON_LINE)
    canvas = Canvas(height(shelf.bottom), show.palette, show.size)
    _head(canvas, show, view)
    for place, token in enumerate(tokens):
        row, column = divmod(place, grid.columns)
        here = min(grid.columns, len(tokens) - row * grid.columns)
        pitch = (WIDTH - 2 * MARGIN) / grid.columns
        middle = WIDTH / 2 + (column - (here - 1) / 2) * pitch
        at = (round(middle - grid.width / 2), HEADER + 28 + row * grid.line)
        _kind(canvas, show, view, token, Area(*at, *grid.size))
    if not tokens:
        wide, high = grid.size
        empty = Box(round(wide), round(high), 16, "", line=show.palette.line, thick=3, dash=10)
        canvas.box(((WIDTH - wide) / 2, HEADER + 28), empty)
    _shelf(canvas, show, view, shelf)
    return canvas


def own_cards(tableau: Tableau) -> list[Token]:
    """The kinds in the hand; zones that show some of them again, as drawn or chosen, come later."""
    kinds: dict[str, Token] = {}
    for zone in tableau.hand:
        for token in zone.tokens:
            if token.sprite.startswith("veg:"):
                kinds.setdefault(token.sprite, token)
    return list(kinds.values())


def _head(canvas: Canvas, show: Subject, view: KarateView) -> None:
    """Title, where in the round we are, the vegetable one must play and the total reached."""
    header(canvas, ICON, show.say(labels.YOUR_HAND))
    right = WIDTH - MARGIN - stage_pill(canvas, show, view, WIDTH - MARGIN) - 14
    if view.locked is not None and view.viewer is not None:
        said = show.number(view.seats[view.viewer].total)
        icon = f"icon:{VEGETABLES[view.locked].icon}"
        pill(canvas, (right, 50), said, sprite=icon, align="right")


def _kind(canvas: Canvas, show: Subject, view: KarateView, token: Token, area: Area) -> None:
    """One kind of card: how many of it, how many of them are new, whether it was chosen."""
    size = (area.width, area.height)
    kind = token.sprite.partition(":")[2]
    chosen = sum(card == kind for card in view.answer or ())
    drawn = Counter[str](view.drawn)[kind]
    if token.look == "playable":
        canvas.box((area.x - 6, area.y - 6), _golden(size))
    canvas.sprite(token.sprite, area[:2], size, DIMMED if token.look == "dim" else LIFTED)
    if token.count > 1:
        said = f"×{show.number(token.count)}"
        count_badge(canvas, (area.right - 14, area.y + 14), said)
    for copy in range(chosen):
        _tick(canvas, (area.x + 4 + copy * 34, area.bottom - 50))
    news = f"+{show.number(drawn)}" if drawn else ""
    _foot(canvas, token, news, (area.centre[0], area.bottom + 26))


def _foot(canvas: Canvas, token: Token, news: str, middle: Spot) -> None:
    """The letter of the button under a card, and how many of the kind were just drawn."""
    letter = token.letter
    pill_width = max(70, width(letter, LETTER.face, LETTER.size) + 36) if letter else 0
    news_width = width(news, BADGE.face, BADGE.size) + 8 if news else 0
    left = middle[0] - (pill_width + news_width) / 2
    if letter:
        letter_pill(canvas, (left + pill_width / 2, middle[1]), letter, token.look)
    if news:
        canvas.write(news, (left + pill_width + 8, middle[1]), BADGE, LEAF)


def _tick(canvas: Canvas, at: Spot) -> None:
    canvas.sprite("token:tick", at, _TICK)


def _golden(size: Spot) -> Box:
    """The frame around what can be chosen."""
    return Box(round(size[0]) + 12, round(size[1]) + 12, round(size[0] / 10) + 6, GOLD)


def _shelf(canvas: Canvas, show: Subject, view: KarateView, area: Area) -> None:
    """The own tomato at the left, then trophies and knives in all, then the cards won."""
    well, line = show.palette.well, show.palette.line
    canvas.box(area[:2], Box(round(area.width), round(area.height), 28, well, "", line, 2))
    if view.tomato is not None:
        at = (area.x + 22, area.centre[1] - _TOMATO[1] / 2)
        if view.in_fight:
            canvas.box((at[0] - 6, at[1] - 6), _golden(_TOMATO))
        canvas.sprite(f"tomato:{view.tomato}", at, _TOMATO, LIFTED)
        if view.answer == ("tomato",):
            _tick(canvas, (at[0] + 4, at[1] + _TOMATO[1] - 56))
    _sums(canvas, show, view, (area.x + 162, area.centre[1]))
    kinds = [(card, count) for card, count in Counter(view.won).items()]
    left = area.x + 344
    for place, (card, count) in enumerate(kinds):
        row, column = divmod(place, _WON_COLUMNS)
        at = (left + column * 132, area.y + 32 + row * _WON_LINE)
        _triumph(canvas, show, card, count, at)


def _sums(canvas: Canvas, show: Subject, view: KarateView, at: Spot) -> None:
    """Trophies and knives in all; gold behind the trophies when they allow to call the end now."""
    sums = (("icon:trophy", trophies(view.won)), ("icon:kitchen-knife", knives(view.won)))
    calls = view.stage is Stage.END_CALL and view.owes and view.may_call
    for (sprite, count), y in zip(sums, (at[1] - 40, at[1] + 40), strict=True):
        golden = calls and sprite == "icon:trophy"
        if golden:
            canvas.box((at[0] - 10, y - 36), Box(170, 72, 36, GOLD))
        canvas.sprite(sprite, (at[0], y - 26), _SIGN)
        colour = INK if golden else TEXT
        canvas.write(show.number(count), (at[0] + 66, y), DECIDING, colour, room=80)


def _triumph(canvas: Canvas, show: Subject, card: TriumphId, count: int, at: Spot) -> None:
    canvas.sprite(f"triumph:{card}", at, _WON, LIFTED)
    if count > 1:
        said = f"×{show.number(count)}"
        count_badge(canvas, (at[0] + 4, at[1] + 6), said)


def wanted() -> Iterator[Fixed]:
    """What most hands need: few kinds, to be chosen from. Larger hands are drawn when they come."""
    usual = GRIDS[0].size
    yield from (Fixed(f"veg:{card}", (0, 0), usual, LIFTED) for card in KINDS)
    yield Fixed(_golden(usual), (0, 0))
    yield from (Fixed(f"tomato:{value}", (0, 0), _TOMATO, LIFTED) for value in TOMATOES)
    yield from (Fixed(f"triumph:{card}", (0, 0), _WON, LIFTED) for card in TRIUMPHS)
    yield Fixed(_golden(_TOMATO), (0, 0))
    yield Fixed("token:tick", (0, 0), _TICK)
    yield from (Fixed(sign, (0, 0), _SIGN) for sign in ("icon:trophy", "icon:kitchen-knife"))
    icons = (f"icon:{vegetable.icon}" for vegetable in VEGETABLES.values())
    yield from (Fixed(icon, (0, 0), (44, 44)) for icon in icons)

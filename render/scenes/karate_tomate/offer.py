"""The triumph cards on offer, best first; while they are taken, those of who took them are dim."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.core.text import say, say_many
from games.core.values import Seat
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import TRIUMPHS, TriumphId
from games.karate_tomate.rules.state import Stage
from render import labels
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import layout
from render.sprites import Look
from render.sprites.karate_tomate import TRIUMPH_RATIO
from render.subject import Subject

LIFTED = Look(shadow=6)
TAKEN = Look("dim", theme.KARATE.bottom, shadow=6)
TAB = 56
"""Height of the tab with the rank of a pick."""
_PAPER = "#FBE7B4"


class Offered(NamedTuple):
    """A triumph card of this round, and the seat that took it."""

    card: TriumphId
    taker: Seat | None = None


def offered(view: KarateView) -> list[Offered]:
    """Return the round's cards in the order of their worth (A37)."""
    picks = view.picks if view.stage is Stage.TRIUMPH else ()
    offers = [*map(Offered, view.row), *(Offered(pick.card, pick.seat) for pick in picks)]
    order = best_first([offer.card for offer in offers])
    return sorted(offers, key=lambda offer: order.index(offer.card))


def best_first(cards: Iterable[TriumphId]) -> list[TriumphId]:
    """Return triumph cards in the order of their worth."""
    return sorted(cards, key=lambda card: TRIUMPHS[card][:3], reverse=True)


def high(wide: float) -> float:
    """Return the height of a card of this width."""
    return wide * TRIUMPH_RATIO


def ranked(canvas: Canvas, show: Subject, offer: Offered, rank: int, area: layout.Area) -> float:
    """Draw a card below a tab with the rank of its pick; return where it ends."""
    tab(canvas, show.say(labels.ordinal(rank)), area)
    card = area._replace(y=area.y + TAB - 6)
    _card(canvas, show, offer, card)
    return card.y + high(area.width)


def _card(canvas: Canvas, show: Subject, offer: Offered, area: layout.Area) -> None:
    """Draw a card; on one that was taken, the face of its taker."""
    size = (area.width, round(high(area.width)))
    spot = (area.x, area.y)
    canvas.sprite(f"triumph:{offer.card}", spot, size, TAKEN if offer.taker is not None else LIFTED)
    if offer.taker is not None:
        centre = (area.centre[0], spot[1] + size[1] / 2)
        layout.seat_avatar(canvas, show, offer.taker, (), centre, radius=38)


def tab(canvas: Canvas, words: str, area: layout.Area) -> None:
    """Draw the tab above a card of this width."""
    wide = round(area.width * 0.76)
    left = area.centre[0] - wide / 2
    canvas.box((left, area.y), Box(wide, TAB + 14, 14, _PAPER))
    spot = (area.centre[0], area.y + TAB / 2)
    canvas.write(words, spot, theme.HAND_CAPTION, theme.INK, align="middle", room=wide - 8)


def line(canvas: Canvas, show: Subject, shown: Sequence[Offered], spot: Spot, wide: int) -> None:
    """Draw cards of this width side by side around a point in the middle of their top."""
    step = wide + round(wide * 0.16)
    left = spot[0] - (step * len(shown) - (step - wide)) / 2
    for place, offer in enumerate(shown):
        _card(canvas, show, offer, layout.Area(left + place * step, spot[1], wide, 0))


def stake(show: Subject, view: KarateView) -> tuple[str, str]:
    """Return how many cards are left, and how many fighters for them."""
    fighters = sum(
        seat.to_take if view.stage is Stage.TRIUMPH else seat.fights for seat in view.seats
    )
    return show.say(say_many("{n} card", "{n} cards", len(view.row))), show.say(
        say("{n} still in", n=fighters)
    )


def wanted() -> Iterator[Fixed]:
    """Return the cards on offer in a hand, to be drawn in advance."""
    for wide in (152, 128, 112):
        size = (wide, round(wide * TRIUMPH_RATIO))
        for look in (LIFTED, TAKEN):
            yield from (Fixed(f"triumph:{card}", (0, 0), size, look) for card in TRIUMPHS)

"""The cards in one player's hand, with the trump and the trick beside them."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.tableau import Token, Zone
from games.core.text import say
from games.core.values import Seat
from games.tomate.questions.views import TomateView
from render import labels
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.scenes.common import layout, token_layout
from render.scenes.tomate import felt
from render.scenes.tomate.table import head
from render.sprites import Look, for_width, ratio
from render.sprites.tomate import RANKS
from render.sprites.tomate_suits import SUITS
from render.subject import Subject

HEIGHT = 614
_SIDE = 226
_LEFT = layout.Area(theme.MARGIN, layout.HEADER + 14, _SIDE, 404)
_RIGHT = layout.Area(
    theme.WIDTH - theme.MARGIN - _SIDE, layout.HEADER + 14, _SIDE, HEIGHT - layout.HEADER - 40
)
_MIDDLE = layout.Area(
    theme.MARGIN + _SIDE, layout.HEADER - 22, theme.WIDTH - 2 * (theme.MARGIN + _SIDE), 514
)
_TRUMP = (176, 264)
_BACK = Token(sprite="back:spanish", name=say("face down"), short=say(""))


def paint(show: Subject, view: TomateView, viewer: Seat) -> Canvas:
    """Paint the fan, the trump at its left, the trick or the discarded cards at its right."""
    canvas = Canvas(HEIGHT, show.palette, show.size)
    head(canvas, show, view, labels.HAND_TITLE)
    _trump(canvas, show, view)
    zones = show.tableau.hand
    if view.hand_hidden:
        token_layout.fan(canvas, show, (_BACK,) * view.seats[viewer].cards, _MIDDLE)
    elif zones:
        token_layout.fan(canvas, show, zones[0].tokens, _MIDDLE)
    if view.trick is not None and view.trick.plays:
        # Shown here too, so that nobody needs to scroll to the table.
        tokens = tuple(felt.played(play, view.trick.winner) for play in view.trick.plays)
        _side(canvas, show, Zone(title=labels.TRICK, tokens=tokens))
    elif len(zones) > 1 and zones[1].tokens:
        _side(canvas, show, zones[1])
    return canvas


def wanted() -> Iterator[Fixed]:
    """Return all cards of a fan of three, as the trump, and of a trick that is seen beside them.

    For turned cards, the large drawings are cached.
    """
    fanned, small = (
        (token_layout.FAN_WIDTH, token_layout.FAN_WIDTH * 1.5),
        (felt.SMALL, felt.SMALL * ratio("spanish-mini")),
    )
    side = [
        token_layout.token_look(theme.TOMATE.bottom, felt.SMALL, golden=golden)
        for golden in (False, True)
    ]
    yield Fixed(_BACK.sprite, (0, 0), fanned, Look(turn=0.0))
    for name in (f"spanish:{rank}{suit}" for suit in SUITS for rank in RANKS):
        yield Fixed(name, (0, 0), fanned, Look(turn=0.0))
        yield from (Fixed(name, (0, 0), _TRUMP, look) for look in (felt.LIFTED, felt.FADED))
        yield from (Fixed(for_width(name, felt.SMALL), (0, 0), small, look) for look in side)


def _trump(canvas: Canvas, show: Subject, view: TomateView) -> None:
    area = _LEFT
    layout.tray(canvas, area)
    wide, high = _TRUMP
    corner = (area.centre[0] - wide / 2, area.y + 62)
    look = felt.FADED if view.trump_taken else felt.LIFTED
    canvas.sprite(f"spanish:{view.trump}", corner, (wide, high), look)
    crown = (area.centre[0], corner[1] + high + 22)
    layout.disc(canvas, crown, 30, theme.OUT_GROUND)
    canvas.sprite("icon:crown", (crown[0] - 22, crown[1] - 24), (44, 44))
    spot = (area.centre[0], area.y + 32)
    canvas.write(
        show.head(labels.TRUMP),
        spot,
        theme.CAPTION,
        theme.TEXT_SOFT,
        align="middle",
        room=area.width,
    )


def _side(canvas: Canvas, show: Subject, zone: Zone) -> None:
    """Draw small cards in a tray at the right, under their title."""
    area = _RIGHT
    layout.tray(canvas, area)
    spot = (area.centre[0], area.y + 32)
    words = show.head(zone.title)
    canvas.write(words, spot, theme.CAPTION, theme.TEXT_SOFT, align="middle", room=area.width - 24)
    inner = layout.Area(area.x + 16, area.y + 62, area.width - 32, area.height - 78)
    token_layout.zone_tokens(canvas, show, zone, inner, widest=felt.SMALL)

"""The end of a hand: its tricks, and what each seat gained or paid."""

from games.core.tableau import Zone
from games.core.text import Text, say, symbol
from games.tomate.questions.views import TomateView
from games.tomate.rules.records import SettledSeat, Settlement, Trick
from render import labels
from render.canvas import Canvas
from render.engine import theme
from render.scenes.common import hand_frame, layout, outcome, token_layout
from render.scenes.tomate import felt
from render.scenes.tomate.table import ICON, stars
from render.subject import Subject

_TRICKS = layout.Area(hand_frame.MARGIN, hand_frame.HEADER, 1148, 362)
_BESIDE = 5
"""So many cards of a trick lie side by side; more lie in lines."""
_NO_TRICKS: dict[str, Text] = {
    "void": say("Everyone passed: the pot stays"),
    "dealer_wins": say("Everyone passed: the pot is the dealer's"),
    "unopposed": say("Nobody else played: the pot without a trick"),
}


def paint(
    show: Subject, view: TomateView, settlement: Settlement, tricks: tuple[Trick, ...]
) -> Canvas:
    """Paint the tricks of the hand above, and each seat below."""
    seats = outcome.shown_seats(
        show, [line.seat for line in settlement.seats if line.part != "passed"]
    )
    top = _TRICKS.bottom + 34
    canvas = Canvas(outcome.height(top, len(seats)), show.palette, show.size)
    progress = f"{show.number(settlement.hand)}/{show.number(view.hands_total)}"
    title = show.say(say("Hand {number} is over", number=symbol(progress)))
    pot = hand_frame.HeaderPill(show.number(settlement.pot_before), "token:pot")
    hand_frame.header(canvas, show, ICON, title, [pot])
    _tricks(canvas, show, settlement, tricks)
    for seat, area in zip(seats, outcome.places(len(seats), top), strict=True):
        _column(canvas, show, settlement.seats[seat], area, was_played=bool(tricks))
    hand_frame.last_event(canvas, show)
    return canvas


def _tricks(
    canvas: Canvas, show: Subject, settlement: Settlement, tricks: tuple[Trick, ...]
) -> None:
    if not tricks:
        layout.tray(canvas, _TRICKS, 28)
        words = show.say(_NO_TRICKS[settlement.outcome])
        room = _TRICKS.width - 40
        canvas.write(words, _TRICKS.centre, theme.HAND_CLAUSE, align="middle", room=room)
        return
    gap, count = 18, len(tricks)
    wide = (_TRICKS.width - gap * 2) / 3
    left = _TRICKS.centre[0] - (count * (wide + gap) - gap) / 2
    for place, trick in enumerate(tricks):
        area = layout.Area(left + place * (wide + gap), _TRICKS.y, wide, _TRICKS.height)
        _trick(canvas, show, trick, area)


def _trick(canvas: Canvas, show: Subject, trick: Trick, area: layout.Area) -> None:
    """Draw a trick in a frame, golden if the viewer took it."""
    is_own = trick.winner is not None and trick.winner == show.tableau.viewer
    outcome.frame(canvas, area, is_own=is_own)
    title = show.say(say("Trick {number}", number=trick.number))
    colour = theme.GOLD if is_own else theme.TEXT
    spot = (area.centre[0], area.y + 44)
    canvas.write(title, spot, theme.HAND_CAPTION, colour, align="middle", room=area.width - 24)
    inner = layout.Area(area.x + 14, area.y + 96, area.width - 28, area.height - 112)
    if len(trick.plays) > _BESIDE:
        tokens = tuple(felt.played(play, trick.winner) for play in trick.plays)
        zone = Zone(title=labels.TRICK, tokens=tokens)
        token_layout.zone_tokens(canvas, show, zone, inner, widest=felt.SMALL)
        return
    count = len(trick.plays)
    step = min(116.0, inner.width / count)
    wide = min(108, round(step) - 6)
    left = inner.centre[0] - (step * (count - 1) + wide) / 2
    for place, play in enumerate(trick.plays):
        card = layout.Area(left + place * step, inner.y + 14, wide, round(wide * 1.4))
        felt.small_card(canvas, play.card, card, is_best=play.seat == trick.winner)
        spot = (card.centre[0], card.bottom + 30)
        layout.seat_avatar(canvas, show, play.seat, (), spot, radius=min(34, wide // 2 - 2))


def _column(
    canvas: Canvas, show: Subject, line: SettledSeat, area: layout.Area, *, was_played: bool
) -> None:
    """Draw what one seat did, gained or paid, and its new total."""
    is_out = line.part == "passed"
    outcome.seat_outcome(
        canvas,
        show,
        line.seat,
        area,
        outcome.Gain(
            line.change,
            line.score,
            is_won=line.change > 0,
            is_out=is_out,
            sprite={"tomate": "icon:tomato"}.get(line.part, "icon:coin" if line.change > 0 else ""),
        ),
    )
    middle = outcome.own_spot(area)
    if is_out:
        words, room = show.say(labels.HAS_PASSED), min(150.0, area.width - 20)
        canvas.write(words, middle, theme.HAND_CAPTION, theme.TEXT_OUT, align="middle", room=room)
    elif was_played:
        need = line.need if line.need > 1 else 0
        stars(canvas, line.tricks, need, (middle[0] - 64, middle[1]), 40)

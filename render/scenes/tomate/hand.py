"""A player's hand: the trick and the cards at the left, the pot and everybody at the right."""

from collections.abc import Iterator, Sequence

from games.core.tableau import Mark, Token, Zone
from games.core.text import say
from games.core.values import Seat
from games.tomate.questions.views import TomateView
from games.tomate.rules.cards import PACK, in_order
from games.tomate.rules.records import Played
from render import labels
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout, token_layout
from render.scenes.tomate import felt
from render.scenes.tomate.table import ICON, stars
from render.sprites import Look, for_width
from render.subject import Subject

HEIGHT = 1134
_FELT = layout.Area(hand_frame.MARGIN, hand_frame.HEADER, 692, 408)
_TRICK = layout.Area(216, _FELT.y + 24, 478, 350)
_CARDS = layout.Area(_FELT.x, _FELT.bottom + 34, _FELT.width, 424)
_STAKE = layout.Area(745, hand_frame.HEADER, theme.WIDTH - hand_frame.MARGIN - 745, 188)
_ROWS = layout.Area(_STAKE.x, _STAKE.bottom + 12, _STAKE.width, 692)
_ROW, _GAP = 138, 15
_MOST_ROWS = 5
_TRUMP = (116, 162)
_PLAYED = 142
_LARGEST = 226
_BESIDE = 4
"""So many cards of a trick lie side by side, with a place for those to come."""
_WIDTHS = (150, 138, 112)
_SHARES_IT = {1: say("One trick shares the pot"), 2: say("Two tricks share the pot")}
"""By the tricks that the viewer needs: two as a dealer who took the trump card."""
_IS_PLAYED = say("played")


def paint(show: Subject, view: TomateView, viewer: Seat) -> Canvas:
    """Paint header, felt, cards, stake, seats and the last event."""
    canvas = Canvas(HEIGHT, show.palette, show.size)
    pills = [hand_frame.HeaderPill(_trick_number(show, view))] if view.trick is not None else []
    hand_frame.header(canvas, show, ICON, show.progress(), pills)
    _felt(canvas, show, view, viewer)
    _cards(canvas, show, view, viewer)
    _stake(canvas, show, view)
    _rows(canvas, show, view)
    hand_frame.last_event(canvas, show)
    return canvas


def _trick_number(show: Subject, view: TomateView) -> str:
    number = 0 if view.trick is None else view.trick.number
    return show.say(say("Trick {number} of {of}", number=number, of=3))


def _felt(canvas: Canvas, show: Subject, view: TomateView, viewer: Seat) -> None:
    """Draw the trump at the left of the felt, and the trick in the order of play."""
    wide, high = round(_FELT.width), round(_FELT.height)
    canvas.box(_FELT[:2], Box(wide, high, 48, "#7A4E2C", "#5E3A1F"))
    canvas.box((_FELT.x + 14, _FELT.y + 14), Box(wide - 28, high - 28, 36, "#2F8163", "#1C5E47"))
    x, y = _FELT.x + 36, _FELT.y + 168
    middle = x + _TRUMP[0] / 2
    canvas.write(
        show.head(labels.TRUMP), (middle, y - 32), theme.HAND_CAPTION, align="middle", room=160
    )
    canvas.sprite(f"spanish-mini:{view.trump}", (x, y), _TRUMP, felt.LIFTED)
    felt.holder(canvas, show, view, (middle, y + _TRUMP[1] + 14))
    canvas.box((x + _TRUMP[0] + 22, _FELT.y + 80), Box(3, high - 160, 1, "#4E9A7E"))
    if view.trick is not None:
        _trick(canvas, show, view, viewer)
    elif view.stage == "stock_offer":
        back = (_TRICK.centre[0] - 75, _TRICK.y + 50)
        canvas.sprite("back:spanish", back, (150, 225), felt.LIFTED)
        layout.count_badge(
            canvas, (_TRICK.centre[0], back[1] + 225), show.number(view.stock), theme.HAND_PILL
        )
    else:
        words = show.say(_SHARES_IT[_needed(view, viewer)])
        canvas.write(
            words, _TRICK.centre, theme.HAND_CAPTION, align="middle", room=_TRICK.width - 8
        )


def _trick(canvas: Canvas, show: Subject, view: TomateView, viewer: Seat) -> None:
    """Draw the cards with their owners, then the places of those still to play."""
    assert view.trick is not None
    cards = [(play.seat, play.card) for play in view.trick.plays]
    order = felt.order(view, view.trick.leader)
    if len(order) > _BESIDE:
        tokens = tuple(felt.played(play, view.trick.winner) for play in view.trick.plays)
        token_layout.zone_tokens(
            canvas, show, Zone(title=labels.TRICK, tokens=tokens), _TRICK, widest=felt.SMALL
        )
        return
    room = (_TRICK.width - 10 * (len(order) - 1)) / len(order)
    wide = next((width for width in _WIDTHS if width <= room), _WIDTHS[-1])
    high = round(wide * 1.5)
    left = _TRICK.centre[0] - (len(order) * (wide + 10) - 10) / 2
    top = _TRICK.centre[1] - high / 2 - 14
    shown = dict(cards)
    for place, seat in enumerate(order):
        area = layout.Area(left + place * (wide + 10), top, wide, high)
        if seat in shown:
            _card(canvas, shown[seat], area, is_best=seat == view.trick.winner)
            spot = (area.centre[0], area.bottom + 14)
            layout.seat_avatar(canvas, show, seat, (), spot, radius=36)
        else:
            _place(canvas, show, seat, area, viewer=viewer)


def _card(canvas: Canvas, card: str, area: layout.Area, *, is_best: bool) -> None:
    look = Look(turn=0.0, shadow=8, frame=8) if is_best else felt.LIFTED
    canvas.sprite(f"spanish:{card}", area[:2], (area.width, area.height), look)
    if is_best:
        canvas.sprite("icon:crown", (area.centre[0] - 30, area.y - 44), (60, 60))


def _place(canvas: Canvas, show: Subject, seat: Seat, area: layout.Area, *, viewer: Seat) -> None:
    """Draw the place of a seat still to play; that of the seat whose turn it is holds a sign."""
    is_turn = Mark.TURN in hand_frame.marks_of(show, seat)
    line = theme.GOLD if is_turn and seat != viewer else "#CFE6DC" if seat == viewer else "#5FA78C"
    wide, high = round(area.width), round(area.height)
    canvas.box(area[:2], Box(wide, high, 14, "", line=line, thick=5, dash=14))
    x, y = area.centre
    if hand_frame.is_reader(show, seat):
        canvas.write(
            show.say(labels.YOU), (x, y), theme.HAND_CAPTION, align="middle", room=area.width - 12
        )
        return
    if is_turn:
        canvas.sprite("icon:hourglass-not-done", (x - 36, y - 36), (72, 72))
    layout.seat_avatar(canvas, show, seat, (), (x, area.bottom + 14), radius=36)


def _cards(canvas: Canvas, show: Subject, view: TomateView, viewer: Seat) -> None:
    """Draw the viewer's cards in fixed places: one that was played stays there, small."""
    if view.hand_hidden:
        held: list[str] = ["back:spanish"] * view.seats[viewer].cards
        played: set[str] = set()
    else:
        mine = {play.card for play in _plays(view) if play.seat == viewer}
        held = [f"spanish:{card}" for card in in_order([*mine, *(m.card for m in view.hand)])]
        played = {f"spanish:{card}" for card in mine}
    aside = [*(() if view.own_discard is None else (view.own_discard,)), *view.own_laid]
    right = _aside(canvas, aside)
    if not held:
        return
    wide = round(min(_LARGEST, (right - _CARDS.x) / len(held) - 8))
    tokens = {token.sprite: token for zone in show.tableau.hand[:1] for token in zone.tokens}
    for place, sprite in enumerate(held):
        left = _CARDS.x + place * (wide + 8)
        if sprite in played:
            _small(canvas, show, sprite, left + wide / 2)
        else:
            area = layout.Area(left, _CARDS.centre[1] - wide * 0.75, wide, round(wide * 1.5))
            _held(canvas, sprite, tokens.get(sprite), area)


def _plays(view: TomateView) -> Iterator[Played]:
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    return (play for trick in tricks for play in trick.plays)


def _held(canvas: Canvas, sprite: str, token: Token | None, area: layout.Area) -> None:
    look = "plain" if token is None else token.look
    style = Look(
        "dim" if look == "dim" else "plain",
        canvas.palette.bottom,
        turn=0.0,
        shadow=8,
        frame=9 if look == "playable" else 0,
    )
    canvas.sprite(sprite, area[:2], (area.width, area.height), style)


def _small(canvas: Canvas, show: Subject, sprite: str, middle: float) -> None:
    high = round(_PLAYED * 1.5)
    top = _CARDS.centre[1] - high / 2
    look = Look("dim", canvas.palette.bottom, turn=0.0, shadow=6)
    canvas.sprite(sprite, (middle - _PLAYED / 2, top), (_PLAYED, high), look)
    spot = (middle, top + high + 36)
    words = show.say(_IS_PLAYED)
    canvas.write(words, spot, theme.HAND_CAPTION, theme.TEXT_SOFT, align="middle", room=224)


def _aside(canvas: Canvas, cards: Sequence[str]) -> float:
    """Draw what the viewer laid away at the right; return where the cards' room ends."""
    if not cards:
        return _CARDS.right
    left = _CARDS.right - felt.SMALL
    for place, card in enumerate(cards):
        spot = (left, _CARDS.y + 20 + place * 120)
        name = for_width(f"spanish:{card}", felt.SMALL)
        canvas.sprite(name, spot, (felt.SMALL, felt.SMALL * 1.4), felt.FADED)
    return left - 16


def _needed(view: TomateView, viewer: Seat | None) -> int:
    """How many tricks the viewer needs to pay nothing."""
    return next((seat.need for seat in view.seats if seat.seat == viewer), 1)


def _stake(canvas: Canvas, show: Subject, view: TomateView) -> None:
    """Draw the pot, what a hand without a trick costs, and the reserves if they are in play."""
    canvas.sprite(felt.plate(view.pot), (_STAKE.x + 8, _STAKE.y + 22), (168, 110))
    left = _STAKE.x + 204
    has_crate = view.options.reserves
    room = _STAKE.right - left - (158 if has_crate else 0)
    pot = show.fitting(view.pot, theme.HAND_STAKE, room)
    canvas.write(pot, (left, _STAKE.y + 64), theme.HAND_STAKE, room=room)
    price = -view.price(show.tableau.viewer)
    need = _needed(view, show.tableau.viewer)
    cost = show.say(
        say("no trick: {cost}", cost=price)
        if need == 1
        else say("under {n} tricks: {cost}", n=need, cost=price)
    )
    spot, room = (_STAKE.right, _STAKE.y + 158), _STAKE.width - 40
    canvas.write(cost, spot, theme.HAND_CAPTION, theme.OUT_WORD, align="right", room=room)
    if has_crate:
        canvas.sprite("token:crate", (_STAKE.right - 150, _STAKE.y + 40), (62, 56))
        reserves = show.fitting(view.reserves, theme.HAND_PILL, 82)
        canvas.write(reserves, (_STAKE.right - 82, _STAKE.y + 68), theme.HAND_PILL, room=82)


def _rows(canvas: Canvas, show: Subject, view: TomateView) -> None:
    """Draw a row for each seat, the viewer's first; of many, who acts or deals, and who is in."""
    seats = hand_frame.around(show, [seat.seat for seat in view.seats])
    left_out = 0
    if len(seats) > _MOST_ROWS:
        chosen = sorted(
            seats[1:],
            key=lambda seat: (
                not {Mark.TURN, Mark.DEALER} & {*hand_frame.marks_of(show, seat)},
                view.seats[seat].bid == "pass",
            ),
        )
        chosen = [seats[0], *chosen[: _MOST_ROWS - 2]]
        left_out = len(seats) - len(chosen)
        seats = [seat for seat in seats if seat in chosen]
    lines = len(seats) + (left_out > 0)
    high = min(_ROW, (_ROWS.height - _GAP * (lines - 1)) / lines)
    for place, seat in enumerate(seats):
        area = layout.Area(_ROWS.x, _ROWS.y + place * (high + _GAP), _ROWS.width, high)
        score = show.fitting(view.seats[seat].score, theme.HAND_SCORE, area.width * 0.34)
        has_state = view.seats[seat].bid != "undecided" or _is_asked(show, seat)
        state = hand_frame.seat_row(canvas, show, seat, area, score, has_state=has_state)
        _state(canvas, show, view, seat, state)
    if left_out:
        passed = sum(seat.bid == "pass" for seat in view.seats if seat.seat not in seats)
        words = say("+ {count} passed", count=left_out)
        if passed < left_out:
            words = say("+ {count} more", count=left_out)
        spot = (_ROWS.centre[0], _ROWS.y + (lines - 1) * (high + _GAP) + high / 2)
        canvas.write(
            show.say(words), spot, theme.HAND_CAPTION, theme.TEXT_SOFT, align="middle", room=400
        )


def _is_asked(show: Subject, seat: Seat) -> bool:
    return Mark.TURN in hand_frame.marks_of(show, seat)


def _state(canvas: Canvas, show: Subject, view: TomateView, seat: Seat, room: layout.Area) -> None:
    """Draw the tricks of a seat that is in, or its bid in a word."""
    facts = view.seats[seat]
    spot = (room.x, room.centre[1])
    if facts.bid == "pass" and not facts.asked:
        words = show.say(labels.HAS_PASSED)
        canvas.write(words, spot, theme.HAND_CAPTION, theme.OUT_WORD, room=room.width)
    elif facts.bid == "in" and (view.trick is not None or facts.need > 1):
        stars(canvas, facts.tricks, facts.need if facts.need > 1 else 0, spot, 44)
    elif facts.bid == "in":
        words = show.say(labels.IS_IN)
        canvas.write(words, spot, theme.HAND_CAPTION, theme.LEAF, room=room.width)
    elif _is_asked(show, seat):
        canvas.sprite("icon:hourglass-not-done", (spot[0], spot[1] - 23), (46, 46))


def wanted() -> Iterator[Fixed]:
    """Return all cards as they are held, as the trump, and on the felt."""
    held = (_LARGEST, round(_LARGEST * 1.5))
    yield Fixed("back:spanish", (0, 0), held, Look(turn=0.0, shadow=8))
    for card in PACK:
        name = f"spanish:{card}"
        yield from (
            Fixed(name, (0, 0), held, Look(turn=0.0, shadow=8, frame=frame)) for frame in (0, 9)
        )
        yield Fixed(f"spanish-mini:{card}", (0, 0), _TRUMP, felt.LIFTED)
        yield from (Fixed(name, (0, 0), (wide, round(wide * 1.5)), felt.LIFTED) for wide in _WIDTHS)
    yield Fixed("icon:crown", (0, 0), (60, 60))
    yield Fixed("icon:hourglass-not-done", (0, 0), (72, 72))

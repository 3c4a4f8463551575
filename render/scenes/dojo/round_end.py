"""The end of a round: the duel or the cards placed, what grew, and everybody's gain."""

from collections.abc import Iterator

from games.core.tableau import LastEvent
from games.core.text import say, symbol
from games.core.values import Seat
from games.dojo.questions.gains import Changes, changes, duel_of
from games.dojo.questions.views import DojoView
from games.dojo.rules.cards import CARDS
from games.dojo.rules.frame import COLUMNS, FIXED, FRAMES, ROWS
from games.dojo.rules.records import RoundResult
from games.dojo.rules.texts import CARD_SHORT, TROPHY_NAMES, line_name
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout, outcome
from render.scenes.common.hand_frame import HeaderPill
from render.scenes.dojo import board as boards
from render.scenes.dojo import duelling
from render.scenes.dojo.table import ICON
from render.sprites import Look
from render.subject import Subject

HEIGHT = 1316
_STAGE = layout.Area(hand_frame.MARGIN, 134, 1148, 490)
_LINE = layout.Area(hand_frame.MARGIN, 634, 1148, 346)
_SEATS = layout.Area(hand_frame.MARGIN, 996, 1148, 182)
_PLACED, _TILE, _TROPHY = 220, 164, 100
_GAP = 12
_BESIDE = 4
"""So many seats have points and gain side by side; more have them one below the other."""
_LIFTED = Look(shadow=5)


def paint(show: Subject, view: DojoView, result: RoundResult, viewer: Seat) -> Canvas:
    """Paint what a round brought the viewer, and nothing of the next one."""
    canvas = Canvas(HEIGHT, show.palette, show.size)
    own = changes(view, result, view.seats[viewer])
    _head(canvas, show, view, result, own)
    duel = duel_of(view, result)
    if duel is None:
        _placed(canvas, show, result)
    else:
        seats = (duel.challenger, duel.dealer)
        seats = seats if viewer != duel.dealer else (duel.dealer, duel.challenger)
        note = None if result.line is None else line_name(result.line)
        if duel.swapped:
            note = say("swapped") if note is None else say("{line}, swapped", line=note)
        both = duelling.sides(view, seats, duel)
        duelling.paint_sides(canvas, show, _STAGE, both, trophy=duel.trophy, note=note)
    _line(canvas, show, view, result, own)
    _seats(canvas, show, view, result)
    placing = result.placed[viewer]
    text = say(
        "{card} on {cell}: +{points}",
        card=CARD_SHORT[placing.card],
        cell=symbol(placing.cell),
        points=own.card,
    )
    hand_frame.last_event(canvas, show, LastEvent(text=text, who=viewer))
    return canvas


def _head(canvas: Canvas, show: Subject, view: DojoView, result: RoundResult, own: Changes) -> None:
    """Draw which round is over, and the viewer's points before and after it."""
    assert view.viewer is not None, "an outcome is one player's"
    of = show.tableau.progress.of if show.tableau.progress is not None else None
    number = show.number(result.round) if of is None else f"{result.round}/{of}"
    now = view.seats[view.viewer].points
    before = f"{hand_frame.name(show, view.viewer)} {show.number(now - own.whole)}"
    pills = [HeaderPill(before)]
    if own.whole:
        pills.append(HeaderPill(show.number(now), is_gain=True))
    title = show.say(say("Round {number} is over", number=symbol(number)))
    hand_frame.header(canvas, show, ICON, title, pills)


def _placed(canvas: Canvas, show: Subject, result: RoundResult) -> None:
    """Draw the card that each seat placed, the viewer's golden, with its cell."""
    placed = {placing.seat: placing for placing in result.placed}
    step = _STAGE.width / len(placed)
    side = round(min(_PLACED, step - 36))
    for place, seat in enumerate(hand_frame.around(show, [*placed])):
        x, y = _STAGE.x + (place + 0.5) * step, _STAGE.y + 40
        if seat == show.tableau.viewer:
            canvas.box(
                (x - side / 2 - 9, y - 9), Box(side + 18, side + 18, 32, theme.GOLD, glow=12)
            )
        canvas.sprite(f"tatami:{placed[seat].card}", (x - side / 2, y), (side, side), _LIFTED)
        layout.seat_avatar(canvas, show, seat, (), (x, y + side + 54), radius=38)
        name = (x, y + side + 128)
        room = step - 10
        canvas.write(hand_frame.name(show, seat), name, theme.HAND_NAME, align="middle", room=room)
        spot = (x, y + side + 184)
        canvas.write(placed[seat].cell, spot, theme.HAND_CAPTION, theme.TEXT_SOFT, align="middle")


def _line(canvas: Canvas, show: Subject, view: DojoView, result: RoundResult, own: Changes) -> None:
    """Draw the viewer's line that the round touched, with its points before and after."""
    assert view.viewer is not None, "an outcome is one player's"
    frame, player = FRAMES[view.options.frame], view.seats[view.viewer]
    has_grown = own.now > own.before
    outcome.frame(canvas, _LINE, is_own=has_grown)
    is_row = own.line < frame.rows
    cells = [place for place in frame.members[own.line] if player.dojo[place] is not None]
    if frame is FIXED:
        cells = [*frame.members[own.line]]
    words = line_name(frame.lines[own.line])
    full = COLUMNS if is_row else ROWS
    if sum(player.dojo[place] is not None for place in cells) == full:
        words = say("{line}, full", line=words)
    colour = theme.GOLD if has_grown else theme.TEXT
    x, y = _LINE.x + 34, _LINE.y + 58
    canvas.write(show.head(words), (x, y), theme.HAND_CLAUSE, colour, room=600)
    top = _LINE.y + 118
    for place in cells:
        card = player.dojo[place]
        if frame.cells[place] == result.placed[view.viewer].cell:
            canvas.box((x - 7, top - 7), Box(_TILE + 14, _TILE + 14, 26, theme.GOLD))
        if card is None:
            canvas.box((x, top), Box(_TILE, _TILE, 20, boards.FREE))
        else:
            canvas.sprite(f"tatami:{card}", (x, top), (_TILE, _TILE), _LIFTED)
        x += _TILE + 14
    trophy = player.lines[own.line]
    if trophy is not None:
        boards.trophy_sign(canvas, trophy, (x + _TROPHY / 2 + 6, top + _TILE / 2), _TROPHY)
        name = show.head(TROPHY_NAMES[trophy])
        spot = (_LINE.right - 40, y)
        canvas.write(name, spot, theme.HAND_CAPTION, theme.TEXT_SOFT, align="right", room=560)
    right, middle = _LINE.right - 40, top + _TILE / 2
    wide = canvas.write(
        show.number(own.now), (right, middle), theme.OWN_GAIN, colour, align="right"
    )
    if has_grown:
        canvas.sprite("token:to", (right - wide - 62, middle - 22), (44, 44))
        spot = (right - wide - 76, middle)
        canvas.write(show.number(own.before), spot, theme.HAND_SCORE, align="right")


def _seats(canvas: Canvas, show: Subject, view: DojoView, result: RoundResult) -> None:
    """Draw everybody's points and gain."""
    seats = hand_frame.around(show, range(len(view.seats)))
    wide = (_SEATS.width + _GAP) / len(seats) - _GAP
    for place, seat in enumerate(seats):
        area = layout.Area(_SEATS.x + place * (wide + _GAP), _SEATS.y, wide, _SEATS.height)
        player, is_own = view.seats[seat], seat == view.viewer
        gain = changes(view, result, player).whole
        outcome.frame(canvas, area, is_own=is_own and gain > 0)
        x, y = area.x + 56, area.centre[1]
        layout.seat_avatar(canvas, show, seat, (), (x, y), radius=40)
        words = f"+{show.number(gain)}"
        colour = theme.TEXT_SOFT if not gain else theme.GOLD if is_own else theme.LEAF
        total = show.number(player.points)
        if len(seats) > _BESIDE:
            spots = (area.right - 24, y - 34), (area.right - 24, y + 36)
            canvas.write(total, spots[0], theme.HAND_SCORE, align="right")
            canvas.write(words, spots[1], theme.HAND_PILL, colour, align="right")
        else:
            left = x + 52
            canvas.write(total, (left, y), theme.HAND_SCORE)
            canvas.write(words, (area.right - 18, y), theme.HAND_SCORE, colour, align="right")


def wanted() -> Iterator[Fixed]:
    """Return all cards of a line, to be drawn in advance."""
    yield from (Fixed(f"tatami:{card}", (0, 0), (_TILE, _TILE), _LIFTED) for card in CARDS)

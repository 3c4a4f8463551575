"""The end of a round: who won which machines, and what police and thieves did.

In its moving version the columns are opened one after another, and the gains come last.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.core.text import Text, say, say_as, symbol
from games.core.text import seat as seat_name
from games.core.values import Seat
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import KINDS, stars
from games.tomatomat.rules.moves import SLOTS
from games.tomatomat.rules.records import Outcome, Resolution
from games.tomatomat.rules.texts import brief_arrest, brief_theft
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.shapes import Box
from render.engine.text import fits, width
from render.scenes.common import hand_frame, layout, outcome
from render.scenes.tomatomat import stacks
from render.sprites import Look
from render.sprites.tomatomat import CARD_RATIO
from render.subject import Subject

STEPS = len(SLOTS) + 1
"""Pictures of the moving version before the whole one: with none to four columns open."""
_BEST = 167
_WORD = 92
_EVENT = 96
_EVENTS = 3
"""The most events that have a line."""
_TOP = hand_frame.HEADER + stacks.HEAD + _BEST + stacks.OTHERS + _WORD
HEIGHT = _TOP + 12 + _EVENTS * _EVENT + 8 + hand_frame.FOOT
_FACES = ((54, 0), (40, 84), (32, 50), (28, 38))
"""The radius of the best faces and the step between them, by their number."""
_CROWN = (64, 64)
_FIGURE = (76, 76)
_BACK = (92, round(92 * CARD_RATIO))
_STAR = (52, 52)
_RADIUS = 34
_STRUCK = Look("dim", theme.MACHINES.line)
_QUIET = say("No thief stole, and nobody was caught")
_FATES = {False: say_as("machines", "stays"), True: say_as("machines", "gone")}


class RoundEvent(NamedTuple):
    """What police or thieves did at a slot."""

    slot: int
    figure: str
    victim: str
    """The figure that is struck out."""
    clauses: tuple[Text, ...]
    """The same in words, the longest first."""
    seats: frozenset[Seat]
    """Those whom it touched."""


def paint(show: Subject, view: TomatomatView, resolution: Resolution) -> Canvas:
    """Paint a column for each slot, then some events, then everybody's stars."""
    canvas = Canvas(HEIGHT, show.palette, show.size)
    opened = len(SLOTS) if show.step is None else show.step
    gains = dict.fromkeys(range(len(view.seats)), 0)
    for result in resolution.outcomes:
        if result.winner is not None:
            gains[result.winner] += stars(result.stack)
    before = [facts.stars - gains[facts.seat] for facts in view.seats]
    if show.step is not None:
        gains = dict.fromkeys(gains, 0)
    progress = f"{show.number(resolution.round)}/{show.number(view.options.rounds)}"
    _header(canvas, show, progress, before, gains)
    areas = stacks.columns(hand_frame.HEADER, _TOP - hand_frame.HEADER)
    for result, area in zip(resolution.outcomes, areas, strict=True):
        _column(canvas, show, result, area, is_open=result.slot < opened)
    _events(canvas, show, resolution.outcomes[:opened])
    _stars(canvas, show, before, gains)
    return canvas


def _header(
    canvas: Canvas, show: Subject, progress: str, before: Sequence[int], gains: Mapping[Seat, int]
) -> None:
    """Draw the number of the round, and the viewer's stars before and after it."""
    title = show.say(say("Round {number} is over", number=symbol(progress)))
    viewer, pills = show.tableau.viewer, []
    if viewer is not None:
        pills.append(hand_frame.HeaderPill(show.number(before[viewer]), "vending:star"))
        if gains[viewer]:
            words = show.number(before[viewer] + gains[viewer])
            pills.append(hand_frame.HeaderPill(words, is_gain=True))
    hand_frame.header(canvas, show, stacks.ICON, title, pills)


def _column(
    canvas: Canvas, show: Subject, result: Outcome, area: layout.Area, *, is_open: bool
) -> None:
    """Draw the machines of a slot and, once it is open, everybody's total and who won."""
    is_own = is_open and result.winner is not None and result.winner == show.tableau.viewer
    outcome.frame(canvas, area, is_own=is_own)
    stacks.head(canvas, show, result.slot, result.stack, area)
    best = layout.Area(area.x, area.y + stacks.HEAD, area.width, _BEST)
    if not is_open:
        spot = (area.centre[0] - _BACK[0] / 2, best.centre[1] - 20)
        canvas.sprite(f"back:tomatomat-{SLOTS[result.slot]}", spot, _BACK)
        return
    most = max(result.totals)
    _best(canvas, show, result, best)
    others = [seat for seat, total in enumerate(result.totals) if total != most]
    others.sort(key=lambda seat: -result.totals[seat])
    if others:
        room = layout.Area(area.x + 12, best.bottom, area.width - 24, stacks.OTHERS)
        stacks.row_of_seats(canvas, show, [(seat, result.totals[seat]) for seat in others], room)
    _word(canvas, show, result, area)


def _best(canvas: Canvas, show: Subject, result: Outcome, area: layout.Area) -> None:
    """Draw the faces of the seats with the highest total, crowned if one alone, and the total."""
    most = max(result.totals)
    best = [seat for seat, total in enumerate(result.totals) if total == most]
    radius, step = _FACES[len(best) - 1]
    is_own = result.winner is not None and result.winner == show.tableau.viewer
    words, style = show.number(most), theme.HAND_STAKE
    wide = 2 * radius + step * (len(best) - 1) + 18 + width(words, style.face, style.size)
    x, y = area.centre[0] - wide / 2 + radius, area.centre[1] + 16
    for place, seat in enumerate(best):
        layout.seat_avatar(canvas, show, seat, (), (x + place * step, y), radius=radius)
    if result.winner is not None:
        crown = (x - _CROWN[0] / 2, y - radius - _CROWN[1] * 0.72)
        canvas.sprite("icon:crown", crown, _CROWN)
    left = x + step * (len(best) - 1) + radius + 18
    canvas.write(words, (left, y), style, theme.GOLD if is_own else theme.TEXT)


def _word(canvas: Canvas, show: Subject, result: Outcome, area: layout.Area) -> None:
    """Draw at the foot of a column what became of its machines, at least in numbers."""
    is_own = result.winner is not None and result.winner == show.tableau.viewer
    ground = theme.GOLD if is_own else canvas.palette.well
    box = Box(round(area.width) - 12, _WORD - 6, 20, ground)
    canvas.box((area.x + 6, area.bottom - _WORD), box)
    words, numbers, colour = _fate(show, result)
    room, style = area.width - 28, theme.HAND_PILL
    drawn = show.say(words)
    drawn = drawn if fits(drawn, style, room) else numbers
    spot = (area.centre[0], area.bottom - _WORD / 2 - 2)
    canvas.write(drawn, spot, style, theme.INK if is_own else colour, align="middle", room=room)


def _fate(show: Subject, result: Outcome) -> tuple[Text, str, str]:
    """Return what became of a slot in words and in numbers, and the colour for both."""
    viewer, most, gain = show.tableau.viewer, max(result.totals), stars(result.stack)
    if result.winner is None:
        totals = f"{show.number(most)}:{show.number(most)}"
        words = say("{totals} {fate}", totals=symbol(totals), fate=_FATES[result.lost])
        return words, totals, theme.TEXT
    if hand_frame.is_reader(show, result.winner):
        return say("Yours +{stars}", stars=gain), f"+{show.number(gain)}", theme.INK
    if viewer is not None and hand_frame.is_reader(show, viewer):
        mine = result.totals[viewer]
        numbers = f"{show.number(mine)}:{show.number(most)}"
        return say("Lost {mine}:{best}", mine=mine, best=most), numbers, theme.OUT_WORD
    words = say("{who} +{stars}", who=seat_name(result.winner), stars=gain)
    return words, f"+{show.number(gain)}", theme.TEXT


def _events(canvas: Canvas, show: Subject, results: Sequence[Outcome]) -> None:
    """Draw what police and thieves did, that which touched the viewer first."""
    viewer = show.tableau.viewer
    events = sorted(_happened(results), key=lambda event: viewer not in event.seats)
    top = _TOP + 12 + max(0, _EVENTS - len(events)) * _EVENT / 2
    if not events and show.step is None:
        words, spot = show.say(_QUIET), (theme.WIDTH / 2, top)
        canvas.write(words, spot, theme.HAND_CAPTION, theme.TEXT_SOFT, align="middle", room=1148)
    more = len(events) - _EVENTS
    for place, event in enumerate(events[:_EVENTS]):
        y = top + place * _EVENT + _EVENT / 2
        x: float = hand_frame.MARGIN + 50
        stacks.slot_mark(canvas, event.slot, (x, y))
        x += 58
        canvas.sprite(f"figure:{event.figure}", (x, y - _FIGURE[1] / 2), _FIGURE)
        x += _FIGURE[0] + 14
        canvas.sprite(f"figure:{event.victim}", (x, y - _FIGURE[1] / 2), _FIGURE, _STRUCK)
        canvas.sprite("vending:struck", (x, y - _FIGURE[1] / 2), _FIGURE)
        x += _FIGURE[0] + 22
        room = theme.WIDTH - hand_frame.MARGIN - x
        if more > 0 and place == _EVENTS - 1:
            words = show.say(say("+ {count} more", count=more))
            room -= 20 + canvas.write(
                words, (x + room, y), theme.HAND_PILL, theme.TEXT_SOFT, align="right"
            )
        clauses = [show.head(clause) for clause in event.clauses]
        words = next((words for words in clauses if fits(words, theme.HAND_CLAUSE, room)), "")
        canvas.write(words or clauses[-1], (x, y), theme.HAND_CLAUSE, room=room)


def _happened(results: Sequence[Outcome]) -> Iterator[RoundEvent]:
    """Return what police and thieves did at these slots, without thieves that stole nothing."""
    for result in results:
        for arrest in result.arrests:
            yield RoundEvent(
                result.slot,
                f"{arrest.colour}p",
                f"{arrest.colour}t",
                brief_arrest(arrest),
                frozenset((arrest.officer, *arrest.thieves)),
            )
        for theft in result.thefts:
            if theft.losses:
                losers = (loss.seat for loss in theft.losses)
                yield RoundEvent(
                    result.slot,
                    f"{theft.colour}t",
                    f"{theft.colour}1",
                    brief_theft(theft),
                    frozenset((*theft.thieves, *losers)),
                )


def _stars(canvas: Canvas, show: Subject, before: Sequence[int], gains: Mapping[Seat, int]) -> None:
    """Draw everybody's stars and what the round added, in a strip at the foot."""
    x, y = float(layout.BADGE_RIGHT), hand_frame.foot(canvas)
    canvas.sprite("vending:star", (x, y - _STAR[1] / 2), _STAR)
    x += _STAR[0] + 30
    step = (theme.WIDTH - hand_frame.MARGIN - x) / len(before)
    for place, seat in enumerate(hand_frame.around(show, range(len(before)))):
        left = x + place * step
        layout.seat_avatar(canvas, show, seat, (), (left + _RADIUS, y), radius=_RADIUS)
        left += 2 * _RADIUS + 14
        words = show.number(before[seat] + gains[seat])
        left += canvas.write(words, (left, y), theme.HAND_SCORE) + 12
        if gains[seat]:
            colour = theme.GOLD if seat == show.tableau.viewer else theme.LEAF
            canvas.write(f"+{show.number(gains[seat])}", (left, y), theme.HAND_PILL, colour)


def wanted() -> Iterator[Fixed]:
    """Return the figures of events, backs and signs, to be drawn in advance."""
    for card in KINDS:
        yield Fixed(f"figure:{card}", (0, 0), _FIGURE)
        yield Fixed(f"figure:{card}", (0, 0), _FIGURE, _STRUCK)
    yield Fixed("vending:struck", (0, 0), _FIGURE)
    yield from (Fixed(f"back:tomatomat-{name}", (0, 0), _BACK) for name in SLOTS)
    yield Fixed("icon:crown", (0, 0), _CROWN)
    yield Fixed("vending:star", (0, 0), _STAR)

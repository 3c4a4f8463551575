"""Every fighter's total as a bar, on one scale: leader, viewer and those who are out stand out."""

from collections.abc import Iterator, Sequence

from games.core.tableau import Mark
from games.core.text import Text
from games.core.values import Seat
from games.karate_tomate.questions.views import KarateView, SeatView
from games.karate_tomate.rules.cards import KINDS, TOMATOES, VALUE
from games.karate_tomate.rules.state import Stage
from render import labels
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import hand_frame, layout
from render.sprites.karate_tomate import CARD_RATIO
from render.subject import Subject

_OTHER, _OWN = "#A05A70", "#FF8A65"
_SHADES = {theme.GOLD: theme.INK, _OWN: theme.INK, _OTHER: theme.TEXT}
"""The colour of a name on a bar."""
_OUT = theme.Style(theme.ROUND, 44, 36)
_LEAST_SCALE = 10
_CROWN = 54
_RADIUS = 18
_STEP = 66
"""The least width of a step that holds its total."""
_SCORE = 172
_NARROW = 600
"""Rows of this width are one of two columns: there is less room for everything."""
_NARROW_SCORE = 148
_SHORT = 300
"""On a shorter bar, names are smaller."""
_NAMES = (150, 330)
"""The least and the most room for names, which every bar covers."""


class Bars:
    """The bars of one picture."""

    def __init__(self, canvas: Canvas, show: Subject, view: KarateView) -> None:
        """Take the scale from the totals, and the room for names from the longest."""
        self._canvas, self._show, self._view = canvas, show, view
        names = [hand_frame.name(show, seat.seat) for seat in view.seats]
        style = theme.HAND_NAME
        longest = max(width(name, style.face, style.floor) for name in names) + 40
        self._name = min(max(_NAMES[0], longest), _NAMES[1])
        self._leaders = leaders(view)
        self._reachable = _reachable(view)
        everybody = [seat.total for seat in view.seats]
        self._most = max(_LEAST_SCALE, *everybody, *self._reachable)

    def row(self, seat: Seat, area: layout.Area, *, cards: int = 1) -> None:
        """Draw a seat's avatar, its bar with its name and its last cards, and its total."""
        marks = hand_frame.marks_of(self._show, seat)
        shown = tuple(mark for mark in marks if mark in {Mark.READY, Mark.OUT})
        step = round((round(area.height) - 14) / CARD_RATIO) + 6
        room = self.fighter(seat, area, cards * step + 4, shown)
        self._cards(self._view.seats[seat], room, cards, step)

    def fighter(
        self, seat: Seat, area: layout.Area, cards: float, marks: tuple[Mark, ...]
    ) -> layout.Area:
        """Draw a seat's avatar, its bar with its name, and its total; return the room of cards.

        So much room for cards is left at the right of its bar.
        """
        facts = self._view.seats[seat]
        radius = round(area.height / 2) - 4
        x = area.x + radius + 6
        layout.seat_avatar(
            self._canvas, self._show, seat, marks, (x, area.centre[1]), radius=radius
        )
        left = x + radius + 22
        score = _NARROW_SCORE if area.width < _NARROW else _SCORE
        track = area._replace(x=left, width=area.right - left - score)
        self._track(seat, track)
        self._bar(facts, track._replace(width=track.width - cards))
        self._total(facts, area)
        return track._replace(x=track.right - cards, width=cards)

    def _track(self, seat: Seat, track: layout.Area) -> None:
        """Draw the ground of a bar, in a pale frame for the viewer, golden for an open turn."""
        wide, high = round(track.width), round(track.height)
        ground = mixed(self._canvas.palette.bottom, "#000000", 0.25)
        is_turn = Mark.TURN in hand_frame.marks_of(self._show, seat)
        if is_turn or seat == self._show.tableau.viewer:
            line = theme.GOLD if is_turn else theme.TEXT
            box = Box(wide + 16, high + 16, _RADIUS + 8, ground, line=line, thick=6)
            self._canvas.box((track.x - 8, track.y - 8), box)
        else:
            self._canvas.box(track[:2], Box(wide, high, _RADIUS, ground))

    def _bar(self, facts: SeatView, room: layout.Area) -> None:
        """Draw the bar with the name on it, after the steps to what the viewer can reach."""
        is_short = room.width <= _SHORT
        seat, base = facts.seat, min(self._name, room.width * (0.86 if is_short else 0.68))
        unit = max(0.0, room.width - base - _STEP * (not is_short)) / self._most
        end = round(base + facts.total * unit)
        is_own = seat == self._view.viewer
        fill = theme.GOLD if seat in self._leaders else _OWN if is_own else _OTHER
        colour = _SHADES[fill]
        if self.is_out(facts):
            colour, fill = theme.TEXT_OUT, mixed(_OTHER, self._canvas.palette.bottom, 0.72)
        if is_own:
            steps = [round(base + total * unit) for total in self._reachable]
            self._steps(room, end, steps)
        if facts.total:
            self._canvas.box(room[:2], Box(end, round(room.height), _RADIUS, fill))
        elif not self.is_out(facts):
            colour = theme.TEXT
        words, spot = hand_frame.name(self._show, seat), (room.x + 20, room.centre[1])
        style = theme.NAME if is_short else theme.HAND_NAME
        self._canvas.write(words, spot, style, colour, room=base - 30)

    def _steps(self, room: layout.Area, end: int, steps: Sequence[int]) -> None:
        """Draw dashed steps to the totals that the viewer's cards would make; name the highest."""
        for step in reversed(steps):
            box = Box(step, round(room.height), _RADIUS, "", line=_OWN, thick=3, dash=10)
            self._canvas.box(room[:2], box)
        if steps:
            step, words = steps[-1], self._show.number(self._reachable[-1])
            x = room.x + step + (-14 if step - end >= _STEP else _STEP - 10)
            spot = (x, room.centre[1])
            self._canvas.write(words, spot, theme.HAND_CAPTION, _OWN, align="right")

    def _cards(self, facts: SeatView, room: layout.Area, most: int, step: int) -> None:
        """Draw the last cards played, or the tomato that took a seat out."""
        names = [f"veg:{card}" for card in facts.played]
        if self.is_out(facts):
            names.append(f"tomato:{facts.tomato}")
        for place, name in enumerate(reversed(names[-most:] if most else ())):
            left = room.right - 4 - (place + 1) * step
            self._canvas.sprite(name, (left, room.y + 7), (step - 6, round(room.height) - 14))

    def is_out(self, facts: SeatView) -> bool:
        """Tell whether a seat has dropped out of the round."""
        in_round = self._view.stage in {Stage.HEAT, Stage.DROP_DRAW, Stage.TRIUMPH}
        return in_round and not facts.fights

    def _word(self, facts: SeatView) -> Text:
        """Say that a seat is out, or that it has to draw."""
        panels = self._show.tableau.seats
        drawing = (panel.word for panel in panels if panel.seat == facts.seat and facts.asked)
        return next(drawing, None) or labels.OUT

    def _total(self, facts: SeatView, area: layout.Area) -> None:
        """Draw the total at the right, crowned for leaders; a word for a seat that is out."""
        spot = (area.right, area.centre[1])
        if self.is_out(facts):
            words = self._show.say(self._word(facts)).upper()
            style = _OUT
            room = (_NARROW_SCORE if area.width < _NARROW else _SCORE) - 12
            self._canvas.write(words, spot, style, theme.OUT_WORD, align="right", room=room)
        elif self._view.stage is Stage.END_CALL:
            self._canvas.write(self._show.number(facts.won), spot, theme.HAND_SCORE, align="right")
            self._canvas.sprite("triumph:back", (area.right - 110, spot[1] - 28), (52, 56))
        elif facts.total:
            leads = facts.seat in self._leaders
            colour = theme.GOLD if leads else theme.TEXT
            words = self._show.number(facts.total)
            wide = self._canvas.write(words, spot, theme.HAND_SCORE, colour, align="right", room=90)
            if leads:
                left = area.right - wide - _CROWN - 10
                self._canvas.sprite("icon:crown", (left, spot[1] - _CROWN / 2), (_CROWN, _CROWN))


def leaders(view: KarateView) -> set[Seat]:
    """Return the fighters with the highest total, once cards have been played."""
    totals = {seat.seat: seat.total for seat in view.seats if seat.fights and seat.total}
    return {seat for seat, total in totals.items() if total == max(totals.values())}


def _reachable(view: KarateView) -> list[int]:
    """Return the totals that the viewer's cards would make, from the second heat on."""
    if view.viewer is None or view.locked is None or not view.in_fight:
        return []
    before = view.seats[view.viewer].total
    return sorted({before + VALUE[card] for card in view.playable})


def column(area: layout.Area, count: int, highest: float) -> list[layout.Area]:
    """Return the places of so many rows below each other, at most so high with their gap."""
    pitch = min(highest, area.height / count)
    top = area.y + (area.height - pitch * count) / 2 + 7
    return [area._replace(y=top + place * pitch, height=pitch - 14) for place in range(count)]


def wanted() -> Iterator[Fixed]:
    """Return the small cards on bars of a hand for four, to be drawn in advance."""
    names = [*(f"veg:{card}" for card in KINDS), *(f"tomato:{value}" for value in TOMATOES)]
    yield from (Fixed(name, (0, 0), (49, 69)) for name in names)
    yield Fixed("icon:crown", (0, 0), (_CROWN, _CROWN))

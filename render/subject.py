"""The input of a scene: one tableau for one reader, with all texts in their language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from games.core.game import Awaiting, View
from games.core.tableau import Figure, Mark, Tableau, Token
from games.core.text import LONG, Reader, Text, rounded_number, speak, whole_number
from games.core.values import Seat
from render import labels
from render.engine import theme
from render.engine.avatars import Portraits
from render.engine.display_names import clean, initials
from render.engine.text import fits


class PictureStyle(NamedTuple):
    """The style of a picture: its size, and its colours if they aren't the game's own."""

    size: theme.Size = theme.Size.STANDARD
    palette: theme.Palette | None = None
    stopped: bool = False
    """Whether the match was stopped: then it is nobody's turn, though nobody has won."""
    portraits: Portraits = ()
    """Avatar files by seat."""


USUAL = PictureStyle()


class LessonFrame(NamedTuple):
    """What a lesson writes into the picture of its position, or of what an answer led to."""

    title: Text
    place: Text
    labels: Mapping[str, Text]
    """By the end of a sprite's name, such as "12C": what it is, or why it counts."""
    is_answer: bool


class Alternative(NamedTuple):
    """An answer to a question, with the chance to win that it leaves."""

    answer: Text
    chance: float
    things: tuple[str, ...] = ()
    """The ends of the sprites of what it names, such as "12C"."""


class DecisionFrame(NamedTuple):
    """A decision to look back at: the answer that was given, a better one, and why it is better."""

    made: Alternative
    better: Alternative
    reason: Text


class ReplayFrame(NamedTuple):
    """A step of an ended match: what happened in it, the open hands, and how far it is."""

    step: int
    last: int | None
    """The last step; None where its number would tell how long the match was."""
    rounds: tuple[int, ...]
    """The first step of each round."""
    events: tuple[Text, ...]
    hands: tuple[tuple[Seat, tuple[Token, ...]], ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """The content of one picture. `reader` has a drawable name for each seat."""

    tableau: Tableau
    reader: Reader
    codes: tuple[str, ...]
    """The initials of the seats."""
    palette: theme.Palette
    size: theme.Size
    view: View | None = None
    portraits: Portraits = ()
    filled: Mapping[str, Any] = field(default_factory=dict)
    """What the viewer has filled into the form so far, by slot."""
    lesson: LessonFrame | None = None
    decision: DecisionFrame | None = None
    replay: ReplayFrame | None = None
    step: int | None = None
    """The number of a picture in a moving version, from 0; None for the whole picture."""

    def say(self, text: Text) -> str:
        """Return the text in the reader's language."""
        return speak(text, self.reader)

    def head(self, text: Text) -> str:
        """Return the text with a capital at the beginning."""
        words = self.say(text)
        return words[:1].upper() + words[1:]

    def number(self, value: int) -> str:
        """Return the number as the reader writes it."""
        return number(value, self.reader.language)

    def amount(self, figure: Figure) -> str:
        """Return a figure's value, "2/3" if it has a maximum."""
        value = self.number(figure.value)
        return value if figure.of is None else f"{value}/{self.number(figure.of)}"

    def progress(self) -> str:
        """Return the match's progress, such as "Round 2/8"; "" if it has none."""
        figure = self.tableau.progress
        return "" if figure is None else f"{self.head(figure.label)} {self.amount(figure)}"

    def fitting(self, value: int, style: theme.Style, room: float, sign: str = "") -> str:
        """Return the number after a sign, as exact as there is room for."""
        return fitting(value, self.reader.language, style, room, sign)

    def name(self, seat: Seat) -> str:
        """Return the drawable name of a seat."""
        return self.reader.name(seat)


def subject_of(
    tableau: Tableau, reader: Reader, view: View | None = None, style: PictureStyle = USUAL
) -> Subject:
    """Prepare a subject: clean names, choose initials and the game's colours."""
    if style.stopped:
        tableau, view = _stilled(tableau, view)
    seats = max([len(reader.names), *(panel.seat + 1 for panel in tableau.seats)])
    drawable = drawable_names(reader.names, seats)
    painted = replace(reader, names=drawable, escape=str, rounds=True)
    colours = style.palette or theme.numbered(tableau.game)
    return Subject(tableau, painted, initials(drawable), colours, style.size, view, style.portraits)


def _stilled(tableau: Tableau, view: View | None) -> tuple[Tableau, View | None]:
    """Return the tableau of a stopped table, which shows no turn."""
    panels = tuple(
        replace(panel, marks=tuple(mark for mark in panel.marks if mark is not Mark.TURN))
        for panel in tableau.seats
    )
    still = tableau.model_copy(update={"headline": labels.STOPPED, "seats": panels})
    if view is None:
        return still, None
    return still, view.model_copy(update={"awaiting": Awaiting(text=labels.STOPPED)})


def drawable_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return a name for each seat that our fonts can draw."""
    known = [*names, *[""] * (seats - len(names))]
    return tuple(clean(name, seat) for seat, name in enumerate(known))


@lru_cache(maxsize=2048)
def number(value: int, language: str) -> str:
    """Return a whole number as `language` writes it, rounded if long."""
    return whole_number(value, language) if abs(value) < LONG else rounded_number(value, language)


def fitting(value: int, language: str, style: theme.Style, room: float, sign: str = "") -> str:
    """Return the number after a sign, rounded to fit; a cut number would be wrong."""
    words = sign + number(value, language)
    for digits in (3, 2, 1):
        if fits(words, style, room):
            break
        words = sign + rounded_number(value, language, digits)
    return words

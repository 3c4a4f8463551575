"""Lessons: prepared positions in which a newcomer makes one decision, and what the coach says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from games.core.prompt import Form, Move
from games.core.text import Text
from games.core.values import Seat

S = TypeVar("S")

LEARNER: Seat = 0
"""The seat that decides in every lesson."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Wrong answers with these fields, and what the coach says to them."""

    form: Form
    said: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson(Generic[S]):
    """One idea, shown in one decision. Forms name only the fields that matter."""

    key: str
    """Names the lesson in saved progress and custom ids; letters and underscores, never changed."""
    task: Text
    """What to do, as the headline of the picture."""
    text: Text
    """What the coach says below the picture."""
    position: Callable[[], S]
    """Builds the position, in which `LEARNER` has to decide."""
    expected: tuple[Form, ...]
    """The right answers; the first is shown to a learner who asks."""
    right: Text
    otherwise: Text
    """What the coach says to a wrong answer that is not among the mistakes."""
    mistakes: tuple[Mistake, ...] = ()
    labels: Mapping[str, Text] = field(default_factory=dict)
    """Words at things in the picture, by the end of their sprites' names."""
    reasons: Mapping[str, Text] = field(default_factory=dict)
    """The same in the picture of what a right answer led to."""
    plays_on: int = 0
    """The most moves that all seats make afterward, by their policy, to show the effect; the end of
    the hand or round ends them."""

    def is_right(self, move: Move) -> bool:
        """Whether this move is one of the right answers."""
        return any(fits(form, move) for form in self.expected)

    def said_to(self, move: Move) -> Text:
        """What the coach says to this move."""
        if self.is_right(move):
            return self.right
        texts = (mistake.said for mistake in self.mistakes if fits(mistake.form, move))
        return next(texts, self.otherwise)


AnyLesson = Lesson[Any]


def fits(form: Form, move: Move) -> bool:
    """Whether a move has all the fields of a form."""
    made = move.model_dump(mode="json")
    return all(made.get(name) == value for name, value in form.items())

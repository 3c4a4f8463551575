"""A position: a match's state and seating, from which its questions follow."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.tables.domain import match_secrets
from bot.tables.domain.fingerprint import digest, plain
from bot.tables.domain.views import Question
from data.records.matches import Sitter
from games.core.answer import ticket
from games.core.game import AnyGame, Awaiting, View
from games.core.tableau import Tableau
from games.core.text import say
from games.core.values import Seat

AHEAD = "ahead"
"""The prefix of a premove form's ticket."""


T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A state with its players; `moves_made` counts the answers of each seat.

    Immutable, so views are computed once per viewer.
    """

    match_id: str
    game: AnyGame
    state: Any = field(repr=False)
    sitters: tuple[Sitter, ...]
    moves_made: tuple[int, ...]
    secret: bytes = field(repr=False)
    _known: dict[tuple[str, Seat | None], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def view(self, viewer: Seat | None) -> View:
        """The current view of a viewer."""
        seen: View = self._once("view", viewer, lambda: self.game.view(self.state, viewer))
        return seen

    def tableau(self, viewer: Seat | None) -> Tableau:
        """The table as a viewer may see it now."""
        return self._once("tableau", viewer, lambda: self.game.tableau(self.view(viewer)))

    def question(self, seat: Seat) -> Question | None:
        """The seat's current question, or None."""
        return self._once("question", seat, lambda: self._asked(seat))

    def premove(self, seat: Seat) -> Question | None:
        """The seat's premove form, with a ticket of its own."""
        return self._once("ahead", seat, lambda: self._asked_ahead(seat))

    def _once(self, what: str, viewer: Seat | None, work: Callable[[], T]) -> T:
        key = (what, viewer)
        if key not in self._known:
            self._known[key] = work()
        value: T = self._known[key]
        return value

    def _asked(self, seat: Seat) -> Question | None:
        prompt = self.game.prompt(self.view(seat))
        if prompt is None:
            return None
        key = match_secrets.ticket_key(self.secret)
        name = ticket(key, seat, self.moves_made[seat], prompt)
        return Question(self.match_id, seat, name, prompt)

    def _asked_ahead(self, seat: Seat) -> Question | None:
        prompt = self.game.premove(self.view(seat))
        if prompt is None:
            return None
        asked = ticket(match_secrets.ticket_key(self.secret), seat, self.moves_made[seat], prompt)
        name = match_secrets.mark(self.secret, AHEAD, str(seat), prompt.about, asked)
        return Question(self.match_id, seat, f"{AHEAD}-{name}", prompt)

    def round(self) -> int:
        """The round as the public table counts it, 0 in a game that counts none."""
        progress = self.tableau(None).progress
        return 0 if progress is None else progress.value

    def is_great_after(self, before: "Position") -> bool:
        """Whether a round has ended since, or something has happened that everybody should see."""
        last = self.tableau(None).last
        is_new = last is not None and last.is_climax and last != before.tableau(None).last
        return is_new or self.round() != before.round()

    def is_bot(self, seat: Seat) -> bool:
        return self.sitters[seat].bot is not None

    def awaits(self, seat: Seat) -> bool:
        return seat in self.game.awaited(self.state)

    def awaits_bot(self, seat: Seat) -> bool:
        """Whether a bot must answer; bots never use a chance to change an answer."""
        return self.is_bot(seat) and self.awaits(seat)

    def sealed(self) -> str | None:
        """An id for the current secret question, from the public view.

        None if the table names whom it waits for, and at the end.
        """
        view = self.view(None)
        if view.awaiting.seats or not self.game.awaited(self.state):
            return None
        # Without how many have answered: that is all that a sealed answer changes in public.
        awaiting = Awaiting(text=say(""), of=view.awaiting.of)
        return digest(plain(view.model_copy(update={"awaiting": awaiting})))

    def people_questions(self) -> tuple[Question, ...]:
        """The questions that people must answer."""
        return self._questions(bots=False)

    def bot_questions(self) -> tuple[Question, ...]:
        """The questions that bots must answer."""
        return self._questions(bots=True)

    def _questions(self, *, bots: bool) -> tuple[Question, ...]:
        awaited = sorted(self.game.awaited(self.state))
        asked = (self.question(seat) for seat in awaited if self.is_bot(seat) is bots)
        return tuple(question for question in asked if question is not None)

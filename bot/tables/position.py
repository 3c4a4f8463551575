"""Where a match stands: all that its questions depend on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.tables import minting
from bot.tables.fingerprint import digest, plain
from bot.tables.sights import Question
from data.records import Sitter
from games.core.answer import ticket
from games.core.game import AnyGame, Awaiting
from games.core.text import say
from games.core.values import Seat

AHEAD = "ahead"
"""How the tickets of forms begin that are filled in before the question is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A state with whoever sits before it; `moves_made` counts the answers of each seat."""

    match_id: str
    game: AnyGame
    state: Any = field(repr=False)
    sitters: tuple[Sitter, ...]
    moves_made: tuple[int, ...]
    secret: bytes = field(repr=False)

    def question(self, seat: Seat) -> Question | None:
        """What the seat is asked, None while it has nothing to answer."""
        prompt = self.game.prompt(self.game.view(self.state, seat))
        if prompt is None:
            return None
        key = minting.ticket_key(self.secret)
        name = ticket(key, seat, self.moves_made[seat], prompt)
        return Question(self.match_id, seat, name, prompt)

    def ahead(self, seat: Seat) -> Question | None:
        """The form that the seat may fill in before being asked, with a ticket of its own."""
        prompt = self.game.ahead(self.game.view(self.state, seat))
        if prompt is None:
            return None
        asked = ticket(minting.ticket_key(self.secret), seat, self.moves_made[seat], prompt)
        name = minting.mark(self.secret, AHEAD, str(seat), prompt.about, asked)
        return Question(self.match_id, seat, f"{AHEAD}-{name}", prompt)

    def round(self) -> int:
        """The round as the public table counts it, 0 in a game that counts none."""
        progress = self.game.tableau(self.game.view(self.state, None)).progress
        return 0 if progress is None else progress.value

    def is_bot(self, seat: Seat) -> bool:
        return self.sitters[seat].bot is not None

    def awaits(self, seat: Seat) -> bool:
        return seat in self.game.awaited(self.state)

    def awaits_bot(self, seat: Seat) -> bool:
        """Bot seats act when they must, and leave chances to change an answer alone."""
        return self.is_bot(seat) and self.awaits(seat)

    def sealed(self) -> str | None:
        """Names what is asked while who has answered is a secret, as the public view tells it.

        None where the table names whom it waits for, and at the end.
        """
        view = self.game.view(self.state, None)
        if view.awaiting.seats or not self.game.awaited(self.state):
            return None
        # Without how many have answered: that is all that a sealed answer changes in public.
        awaiting = Awaiting(text=say(""), of=view.awaiting.of)
        return digest(plain(view.model_copy(update={"awaiting": awaiting})))

    def people_questions(self) -> tuple[Question, ...]:
        """The questions that people owe an answer to."""
        return self._questions(bots=False)

    def bot_questions(self) -> tuple[Question, ...]:
        """The questions that bot seats owe an answer to."""
        return self._questions(bots=True)

    def _questions(self, *, bots: bool) -> tuple[Question, ...]:
        awaited = sorted(self.game.awaited(self.state))
        asked = (self.question(seat) for seat in awaited if self.is_bot(seat) is bots)
        return tuple(question for question in asked if question is not None)

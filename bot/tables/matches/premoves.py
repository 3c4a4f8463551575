"""Answers in advance: forms filled in before the question is asked, kept secret until it is.

Nothing that anybody else is shown depends on one: the match does not change when it is kept or
taken back, and when its question comes it is made as bots' moves are, after a delay that depends on
nothing hidden. It is made for the one moment that it was meant for, and if it is legal then.
"""

from __future__ import annotations

import logging

from bot.tables.domain.views import Question
from bot.tables.errors import MatchOverError, NoSeatError, PausedError, TableError
from bot.tables.matches.answers import Answers
from bot.tables.matches.context import MatchContext
from bot.tables.matches.repository import settled
from bot.tables.matches.snapshot import Snapshot
from data.records.matches import Deadline, Premove
from games.core.errors import GameError, StaleAnswerError
from games.core.game import read_move
from games.core.prompt import Form

log = logging.getLogger(__name__)


class Premoves:
    def __init__(self, context: MatchContext, answers: Answers) -> None:
        self._context = context
        self._answers = answers

    async def keep(self, match_id: str, player_id: int, ticket: str, form: Form) -> None:
        """Keep an answer in advance to the question that `ticket` names, instead of an older one.

        Nobody else is told. Raises NoSuchMatchError, NotStartedError, MatchOverError, NoSeatError,
        and of the rules' errors StaleAnswerError and InvalidMoveError.
        """

        async def attempt() -> None:
            loaded = await self._context.repository.dealt(match_id)
            premove = _ahead(loaded, player_id, ticket)
            move = read_move(loaded.position.game, premove.prompt, form)
            advance = Premove(
                match_id=match_id,
                seat=premove.seat,
                about=premove.prompt.about,
                form=move.model_dump(mode="json"),
                given_at=self._context.clock.now(),
            )
            await self._context.store.advances.save(advance, loaded.match.revision)
            await self._context.store.drafts.drop(match_id, premove.seat)

        async with self._context.lock(match_id):
            await settled(attempt)

    async def take_back(self, match_id: str, player_id: int) -> None:
        """Forget the answer in advance of this player, if there is one; raises NoSeatError."""
        async with self._context.lock(match_id):
            loaded = await self._context.repository.dealt(match_id)
            seat = loaded.seat_of(player_id)
            if seat is None:
                raise NoSeatError
            await self._context.store.advances.drop(match_id, seat)

    async def act(self, row: Deadline) -> None:
        """Make the move that was filled in, or forget it if it may not be made any more."""
        seat = 0 if row.seat is None else row.seat
        try:
            await self._answers.answer_in_advance(row.match_id, seat, row.ticket)
        except (StaleAnswerError, PausedError):
            await self._context.drop(row)  # a table that goes on gets it anew
        except (GameError, TableError) as error:
            # Its kind alone: the words of a refusal may name a hidden card.
            log.info("an answer in advance is dropped: %s", type(error).__name__)
            await self._context.store.advances.drop(row.match_id, seat)
            await self._context.drop(row)


def _ahead(loaded: Snapshot, player_id: int, ticket: str) -> Question:
    """The form in advance that a ticket names, if it is still offered."""
    seat = loaded.seat_of(player_id)
    if seat is None:
        raise NoSeatError
    if not loaded.is_running:
        raise MatchOverError
    premove = loaded.premove(seat)
    if premove is None or premove.ticket != ticket:
        raise StaleAnswerError
    return premove

"""Premoves: forms filled in before the question is asked, secret until then.

Nothing shown to anybody else depends on a premove: saving or deleting it does not change the
match, and it is made with a bot-like delay that depends on nothing hidden. It is made only for the
question it was meant for, and only if it is legal then.
"""

import logging

from bot.tables import errors
from bot.tables.domain.views import Question
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
        """Save a premove for the question of `ticket`, replacing an older one.

        Nobody else is told. Raises NoSuchMatchError, NotStartedError, MatchOverError, NoSeatError,
        and of the rules' errors StaleAnswerError and InvalidMoveError.
        """

        async def attempt() -> None:
            snapshot = await self._context.repository.started(match_id)
            question = _ahead(snapshot, player_id, ticket)
            move = read_move(snapshot.position.game, question.prompt, form)
            premove = Premove(
                match_id=match_id,
                seat=question.seat,
                about=question.prompt.about,
                form=move.model_dump(mode="json"),
                given_at=self._context.clock.now(),
            )
            await self._context.store.premoves.save(premove, snapshot.match.revision)
            await self._context.store.drafts.drop(match_id, premove.seat)

        async with self._context.lock(match_id):
            await settled(attempt)

    async def take_back(self, match_id: str, player_id: int) -> bool:
        """Delete this player's premove; returns whether there was one. Raises NoSeatError."""
        async with self._context.lock(match_id):
            snapshot = await self._context.repository.started(match_id)
            seat = snapshot.seat_of(player_id)
            if seat is None:
                raise errors.NoSeatError
            return await self._context.store.premoves.drop(match_id, seat)

    async def act(self, row: Deadline) -> None:
        """Make the premove, or delete it if it is no longer legal."""
        seat = 0 if row.seat is None else row.seat
        try:
            await self._answers.answer_in_advance(row.match_id, seat, row.ticket)
        except (StaleAnswerError, errors.PausedError):
            await self._context.drop(row)  # resuming the table adds the row again
        except (GameError, errors.TableError) as error:
            # Only its kind: the message of a refusal may name a hidden card.
            log.info("a premove is dropped: %s", type(error).__name__)
            await self._context.store.premoves.drop(row.match_id, seat)
            await self._context.drop(row)
            await self._context.tell(row.match_id)  # the player's hand says that it comes next


def _ahead(snapshot: Snapshot, player_id: int, ticket: str) -> Question:
    """The premove form that a ticket names, if it is still offered."""
    seat = snapshot.seat_of(player_id)
    if seat is None:
        raise errors.NoSeatError
    if not snapshot.is_running:
        raise errors.MatchOverError
    premove = snapshot.premove(seat)
    if premove is None or premove.ticket != ticket:
        raise StaleAnswerError
    return premove

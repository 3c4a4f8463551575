"""Bot seats: each gets only its own view, thinks in a worker thread, and answers once.

The log of a failing bot has the location of the error, never the data it was given.
"""

import asyncio
import logging
import traceback

from bot.tables.bots.memories import Memories
from bot.tables.bots.searches import Searches, Task
from bot.tables.domain import match_secrets
from bot.tables.domain.views import Question
from bot.tables.errors import ASKED_NO_MORE, OVERTAKEN, TableError
from bot.tables.matches.answers import Answers
from bot.tables.matches.context import MatchContext
from bot.tables.matches.snapshot import Snapshot
from data.records.matches import Deadline
from games.core.ai.memory import Level, Memory
from games.core.errors import StaleAnswerError, UnknownVersionError
from games.core.game import AnyGame, View
from games.core.prompt import Move
from games.core.rng import Rng

log = logging.getLogger(__name__)


class BotMoves:
    def __init__(
        self,
        context: MatchContext,
        answers: Answers,
        memories: Memories,
        searches: Searches | None = None,
    ) -> None:
        self._context = context
        self._answers = answers
        self._searches = searches
        self._memories = memories

    async def act(self, row: Deadline) -> None:
        """Answer the question of a row, or drop the row if the question has changed."""
        try:
            await self._answer(row)
        except (*ASKED_NO_MORE, *OVERTAKEN) as error:
            log.debug("a bot's row of match %s is out of date: %r", row.match_id, error)
            await self._context.drop(row)
        except (TableError, UnknownVersionError) as error:
            log.warning("a bot's row of match %s is dropped: %s", row.match_id, error)
            await self._context.drop(row)

    async def _answer(self, row: Deadline) -> None:
        seat = 0 if row.seat is None else row.seat
        snapshot = await self._context.repository.started(row.match_id)
        question = snapshot.question(seat)
        if question is None or question.ticket != row.ticket:
            raise StaleAnswerError
        began = self._context.clock.now()
        move = await self._decide(snapshot, question)
        await self._even_out(began)
        await self._answers.answer_for_bot(question, move)

    async def _even_out(self, began: int) -> None:
        """Wait for the next full interval, since thinking time hints at the cards."""
        clock, stroke = self._context.clock, self._context.limits.bot_delay // 4
        spent = clock.now() - began
        if stroke > 0 and spent % stroke:
            await clock.sleep_until(began + (spent // stroke + 1) * stroke, asyncio.Event())

    async def _decide(self, snapshot: Snapshot, question: Question) -> Move | None:
        """Let the game's bot choose, None if it fails; may be slow, so call it in a thread."""
        position, seat = snapshot.position, question.seat
        game, level = position.game, position.sitters[seat].level
        view = position.view(seat)
        memory = await self._memories.of(snapshot.match, game, seat)
        rng = match_secrets.policy_rng(position.secret, seat, position.moves_made[seat])
        patience = self._context.limits.policy_patience / 1000
        try:
            async with asyncio.timeout(patience):
                move = await self._searched(game, level, (view, memory, rng))
                if move is None:
                    instant = Level.NORMAL if level is Level.HARD else level
                    move = await asyncio.to_thread(game.policy, view, memory, instant, rng)
            assert move is not None, "a policy always moves"
            action = question.prompt.action(move.kind)
        except Exception as error:  # noqa: BLE001 - the match must go on whatever a bot raises
            log.error("the policy of %s failed: %s", game.info.key, _where(error))  # noqa: TRY400 - a message or a cause could name hidden cards
            return None
        if action is not None and action.take_back:
            log.error("the policy of %s tried to take back", game.info.key)
            return None
        return move

    async def _searched(
        self, game: AnyGame, level: Level, task: tuple[View, Memory, Rng]
    ) -> Move | None:
        """Run the search of the hard level; None at other levels, or if no process is free.

        The seat then plays as normal does: a plan would take too much of this process's time.
        """
        if level is not Level.HARD or self._searches is None:
            return None
        result = await self._searches.find(Task(game.info.key, *task))
        return None if result is None else result.move


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in frames[-3:]]
    return f"{type(error).__name__} at {' < '.join(reversed(places))}"

"""Finds a move for a bot seat even if its strategy fails: the timeout move, or any legal one.

Only the kind of an error is logged, since its message may name the seat's cards.
"""

import logging
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from bot.tables.domain.position import Position
from bot.tables.domain.views import Question
from data.records.matches import Actor
from games.core.answer import random_form
from games.core.errors import NotYourTurnError
from games.core.game import Step, apply, apply_form, apply_timeout
from games.core.prompt import Move
from games.core.rng import Rng

log = logging.getLogger(__name__)

Played: TypeAlias = tuple[Move, Step[Any], Actor]

TRIES = 20
"""How many random moves are tried after the timeout move has failed."""


class NoWayOnError(Exception):
    """Every move that was tried failed: a bug of the game."""


def played(position: Position, question: Question, move: Move | None) -> Played:
    """Return the bot's move, else the timeout move, else any move that the rules accept.

    Raises NotYourTurnError, and NoWayOnError if none of them works.
    """
    game = position.game
    for attempt in _attempts(position, question, move):
        try:
            return attempt()
        except NotYourTurnError:
            raise
        except Exception as error:  # noqa: BLE001 - the match must go on whatever a game raises
            log.error("a move by the policy of %s failed: %s", game.info.key, type(error).__name__)  # noqa: TRY400 - its message may name a hidden card
    raise NoWayOnError(f"a bot seat of {game.info.key} can make no move")


def _attempts(
    position: Position, question: Question, move: Move | None
) -> Iterator[Callable[[], Played]]:
    game, state, seat = position.game, position.state, question.seat
    rng = Rng(f"fallback {question.ticket}")

    def at_random() -> Played:
        form = random_form(question.prompt, rng)
        return *apply_form(game, state, seat, question.prompt, form), Actor.BOT

    def as_absent() -> Played:
        absent, step = apply_timeout(game, state, seat)
        return absent, step, Actor.TIMEOUT

    if move is not None:
        yield lambda: (move, apply(game, state, seat, move), Actor.BOT)
    yield as_absent
    for _ in range(TRIES):
        yield at_random

"""A bot seat that must move moves, whatever breaks: by its mind, as if absent, or as may be.

What is logged of a move that broke is its error's kind: the words may name what the seat holds.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from bot.tables.domain.position import Position
from bot.tables.domain.views import Question
from data.records.matches import Actor
from games.core.answer import random_form
from games.core.errors import NotYourTurnError
from games.core.game import Step, apply, apply_timeout, read_move
from games.core.prompt import Move
from games.core.rng import Rng

log = logging.getLogger(__name__)

Played: TypeAlias = tuple[Move, Step[Any], Actor]

TRIES = 20
"""How many moves are drawn by chance once the rules have broken at the absent player's own."""


class NoWayOnError(Exception):
    """Every move that was tried broke the rules: a bug of the game."""


def played(position: Position, question: Question, move: Move | None) -> Played:
    """The move of a bot's mind, else the absent player's, else any that the rules can make.

    Raises NotYourTurnError, and NoWayOnError when none of them can be made.
    """
    game = position.game
    for attempt in _attempts(position, question, move):
        try:
            return attempt()
        except NotYourTurnError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a game does, its match goes on
            log.error("a move for the mind of %s fails: %s", game.info.key, type(error).__name__)  # noqa: TRY400 - its words may name a hidden card
    raise NoWayOnError(f"a bot seat of {game.info.key} can make no move")


def _attempts(
    position: Position, question: Question, move: Move | None
) -> Iterator[Callable[[], Played]]:
    game, state, seat = position.game, position.state, question.seat
    rng = Rng(f"fallback {question.ticket}")

    def as_chosen(chosen: Move) -> Played:
        return chosen, apply(game, state, seat, chosen), Actor.BOT

    def as_absent() -> Played:
        absent, step = apply_timeout(game, state, seat)
        return absent, step, Actor.TIMEOUT

    if move is not None:
        yield lambda: as_chosen(move)
    yield as_absent
    for _ in range(TRIES):
        yield lambda: as_chosen(read_move(game, question.prompt, random_form(question.prompt, rng)))

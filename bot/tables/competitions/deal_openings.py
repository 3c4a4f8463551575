"""How a day's deal begins: with a position of a match between hard bots.

They play a whole match from the deal's secret; a deal begins with its last rounds. Their choices
follow from the secret and the number of moves, so everybody who knows the seed meets the same.
"""

from typing import Any, NamedTuple

from bot.tables.domain import match_secrets
from data.records import matches
from data.records.daily_deals import OpeningMove
from games import game as game_of
from games.core.ai.memory import NO_MEMORY, remember
from games.core.ai.search import Budget, search
from games.core.game import AnyGame, Step, apply
from games.core.rng import Rng
from games.core.saving import load_move, save_event, save_move, save_state

LONGEST = 2_000
"""Moves after which a match of bots is given up; a deal then begins with its setup."""
PATIENCE = 120.0
"""Seconds to wait for a process that plays such a match."""


class OpeningTask(NamedTuple):
    """What a worker process needs to play the bots' match."""

    game_key: str
    secret: bytes


def seats_of(game: AnyGame) -> int:
    """Return the number of seats of a deal: one person, and as few bots as the game needs."""
    return max(2, game.info.seats[0])


def play_opening(task: OpeningTask) -> tuple[OpeningMove, ...]:
    """Play a match of hard bots; return the moves before its last rounds. Runs in a process."""
    return opening_of(game_of(task.game_key), task.secret)


def opening_of(game: AnyGame, secret: bytes) -> tuple[OpeningMove, ...]:
    """Play a match of hard bots; return the moves before its last rounds."""
    dealt = _dealt(game, secret)
    seats = range(seats_of(game))
    memories = [remember(NO_MEMORY, seat, None, None, dealt.events) for seat in seats]
    moves_made, state = [0] * len(seats), dealt.state
    moves, rounds = list[OpeningMove](), dict[int, int]()
    while awaited := game.awaited(state):
        if len(moves) > LONGEST:
            return ()
        progress = game.tableau(game.view(state, None)).progress
        rounds.setdefault(progress.value if progress else 0, len(moves))
        seat = min(awaited)
        rng = match_secrets.policy_rng(secret, seat, moves_made[seat])
        view = game.view(state, seat)
        move = search(game, view, memories[seat], rng, Budget(game.info.playouts)).move
        step = apply(game, state, seat, move)
        memories = [remember(memories[viewer], viewer, seat, move, step.events) for viewer in seats]
        moves.append(OpeningMove(seat, save_move(game, move).decode()))
        moves_made[seat] += 1
        state = step.state
    begins = sorted(rounds.values())
    return tuple(
        moves[: begins[-game.info.deal_rounds] if len(begins) > game.info.deal_rounds else 0]
    )


class OpenedDeal(NamedTuple):
    """The position with which the attempts at a deal begin, and the steps that lead there."""

    state: Any
    opening: matches.Opening


def opened(game: AnyGame, secret: bytes, moves: tuple[OpeningMove, ...], now: int) -> OpenedDeal:
    """Deal, and make the moves of an opening; the steps are of this time."""

    def record(
        seat: int | None, actor: matches.Actor, move: bytes | None, step: Step[Any]
    ) -> matches.NewStep:
        events = tuple(save_event(game, event) for event in step.events)
        return matches.NewStep(seat=seat, actor=actor, move=move, events=events, made_at=now)

    step = _dealt(game, secret)
    steps, moves_made = [record(None, matches.Actor.SETUP, None, step)], [0] * seats_of(game)
    first_state = save_state(game, step.state)
    for opening in moves:
        saved = opening.move.encode()
        step = apply(game, step.state, opening.seat, load_move(game, saved))
        steps.append(record(opening.seat, matches.Actor.BOT, saved, step))
        moves_made[opening.seat] += 1
    begun = matches.Opening(
        steps=tuple(steps), first_state=first_state, moves_made=tuple(moves_made)
    )
    return OpenedDeal(step.state, begun)


def _dealt(game: AnyGame, secret: bytes) -> Step[Any]:
    return game.setup(seats_of(game), game.options(), Rng(match_secrets.seed_of(secret)))

"""The recent actions of a table: everything since the last move of each person.

They come from the public views alone, so they tell nobody anything new.
"""

from __future__ import annotations

from bot.tables.domain.position import Position
from games.core.tableau import RecentAction, Tableau
from games.core.values import Frozen, Seat

MOST = 16
"""The most steps that are kept, however long somebody has not moved."""


class RecentStep(Frozen):
    """The public results of one step, and the seats whose move it was."""

    movers: tuple[Seat, ...]
    actions: tuple[RecentAction, ...]


RecentSteps = tuple[RecentStep, ...]


def recent_after(
    recent_steps: RecentSteps, before: Position, after: Position, mover: Seat
) -> RecentSteps:
    """What is recent after a step, from the last move of the person who moved longest ago.

    What follows a secret question counts as everybody's move: who answered last is secret.
    """
    new_actions = _new(before.tableau(None), after.tableau(None))
    if not new_actions:
        return recent_steps
    seats = range(len(after.sitters))
    movers = (mover,) if before.sealed() is None else tuple(seats)
    steps = (*recent_steps, RecentStep(movers=movers, actions=new_actions))
    last = {seat: place for place, step in enumerate(steps) for seat in step.movers}
    first = min((last.get(seat, 0) for seat in seats if not after.is_bot(seat)), default=0)
    return steps[max(first, len(steps) - MOST) :]


def _new(before: Tableau, after: Tableau) -> tuple[RecentAction, ...]:
    """The actions a step has added, in a list that either grows or is replaced.

    An equal list is new if its sentences are: somebody may do the same twice.
    """
    old, new = before.recent_actions, after.recent_actions
    if new == old and after.aftermath != before.aftermath:
        return new
    return new[len(old) :] if new[: len(old)] == old else new


def actions_of(steps: RecentSteps) -> tuple[RecentAction, ...]:
    """All their actions in order."""
    return tuple(action for step in steps for action in step.actions)

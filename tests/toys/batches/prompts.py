"""The two questions of batches, and why a move may be refused."""

from __future__ import annotations

from games.core.prompt import Action, Choice, PickOne, PickSome, Prompt
from games.core.text import Text, say, say_many
from tests.toys.batches.moves import Allot, AllotForAbsent, BatchesMove, Stake
from tests.toys.batches.state import MACHINES, STARS
from tests.toys.batches.texts import card_name, machine_name
from tests.toys.batches.views import BatchesView

MOST = 2
"""Stars on one machine."""
SLOTS = ("first", "second", "third", "fourth")


def ask(view: BatchesView) -> Prompt | None:
    """Return the viewer's question, or None."""
    if view.viewer not in view.awaiting.seats:
        return None
    return _stake(view) if view.stage == "stake" else _allot(view)


def _stake(view: BatchesView) -> Prompt:
    slot = PickSome(
        name="stars",
        ask=say("Share out your stars."),
        choices=_machines(view, copies=MOST),
        least=STARS,
        most=STARS,
    )
    return Prompt(
        ask=say("Where do your stars go?"),
        waiting=view.awaiting.text,
        actions=(Action(kind="stake", label=say("Share out"), slots=(slot,)),),
        on_timeout=Stake(stars=MACHINES[:STARS]),
        sealed=True,
    )


def _allot(view: BatchesView) -> Prompt:
    machines = _machines(view, copies=1)
    slots = tuple(
        PickOne(
            name=name,
            ask=say("{card} goes to", card=card_name(value)),
            choices=machines,
            called=card_name(value),
        )
        for name, value in zip(SLOTS, view.hand, strict=True)
    )
    return Prompt(
        ask=say("Put your four cards on machines, for good."),
        waiting=view.awaiting.text,
        actions=(
            Action(
                kind="allot",
                label=say("Allot"),
                slots=slots,
                confirm=say("You may not look at these cards again."),
            ),
        ),
        on_timeout=AllotForAbsent(),
        sealed=True,
    )


def _machines(view: BatchesView, copies: int) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            id=machine,
            label=machine_name(place),
            hint=say_many("worth {n} point", "worth {n} points", view.worth * (place + 1)),
            copies=copies,
        )
        for place, machine in enumerate(MACHINES)
    )


def why_not(view: BatchesView, move: BatchesMove) -> Text | None:
    """Return why the viewer may not make this move."""
    asked = view.viewer in view.awaiting.seats
    if not asked or isinstance(move, Stake) != (view.stage == "stake"):
        return say("That is not the question now.")
    if isinstance(move, AllotForAbsent):
        return say("Only an absent player's cards are put on machines in turn.")
    if isinstance(move, Allot):
        known = set(move.machines()) <= set(MACHINES)
        return None if known else say("There is no such machine.")
    shares = [move.stars.count(machine) for machine in MACHINES]
    if not set(move.stars) <= set(MACHINES) or max(shares) > MOST:
        return say("Put one or two stars on a machine.")
    return None if sum(shares) == STARS else say_many("{n} star.", "{n} stars.", STARS)

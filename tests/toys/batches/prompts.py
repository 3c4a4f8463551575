"""The two questions."""

from games.core.prompt import Action, Choice, PickOne, PickSome, Prompt
from games.core.text import say, say_many
from tests.toys.batches.moves import AllotForAbsent, Stake
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

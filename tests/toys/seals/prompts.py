"""The two questions."""

from collections import Counter

from games.core.prompt import Action, Choice, Hand, PickOne, PickSome, Prompt
from games.core.text import say
from tests.toys.seals.moves import Choose, Draw
from tests.toys.seals.state import FLAG
from tests.toys.seals.texts import card_name
from tests.toys.seals.views import SealsView

TOO_FEW = say("You hold fewer than two cards.")


def ask(view: SealsView) -> Prompt | None:
    """Return the viewer's question, or None."""
    if view.viewer is None:
        return None
    if view.stage == "choose":
        return _choose(view)
    return _swap(view) if view.viewer in view.awaiting.seats else None


def _choose(view: SealsView) -> Prompt:
    flag = Choice(id=FLAG, label=card_name(FLAG), hint=say("Sit this round out, then draw."))
    slot = PickOne(name="card", ask=say("Which one?"), choices=(*kinds(view), flag), layout=Hand())
    words = say("Choose") if not view.choice else say("Choose again")
    return Prompt(
        ask=say("Seal a card or the flag."),
        actions=(Action(kind="choose", label=words, slots=(slot,)),),
        on_timeout=Choose(card=FLAG),
        sealed=True,
    )


def _swap(view: SealsView) -> Prompt:
    slot = PickSome(
        name="cards", ask=say("Which two?"), choices=kinds(view), least=2, most=2, layout=Hand()
    )
    swap = Action(
        kind="swap",
        label=say("Lay two away, draw three"),
        blocked=TOO_FEW if len(view.hand) < 2 else None,
        slots=(slot,),
    )
    return Prompt(
        ask=say("You showed the flag: draw or swap?"),
        actions=(Action(kind="draw", label=say("Draw one")), swap),
        on_timeout=Draw(),
        sealed=True,
    )


def kinds(view: SealsView) -> tuple[Choice, ...]:
    """Return the kinds of the viewer's cards, with the number of each."""
    return tuple(
        Choice(id=kind, label=card_name(kind), copies=count)
        for kind, count in Counter(view.hand).items()
    )

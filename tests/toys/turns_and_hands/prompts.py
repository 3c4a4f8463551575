"""The question of a turn."""

from games.core.prompt import Action, Choice, Hand, PickOne, Prompt
from games.core.text import say
from tests.toys.turns_and_hands.moves import Fold
from tests.toys.turns_and_hands.state import TurnsAndHandsView
from tests.toys.turns_and_hands.texts import card_name


def ask(view: TurnsAndHandsView) -> Prompt | None:
    """Return the viewer's question, or None."""
    if view.stage == "end" or view.viewer != view.turn:
        return None
    choices = tuple(Choice(id=card, label=card_name(card)) for card in view.hand)
    slot = PickOne(name="card", ask=say("Which card?"), choices=choices, layout=Hand())
    return Prompt(
        ask=say("Stay, swap or fold?"),
        actions=(
            Action(kind="stay", label=say("Stay"), tone="main"),
            Action(kind="swap", label=say("Swap and stay"), slots=(slot,)),
            Action(kind="fold", label=say("Fold"), tone="bad"),
        ),
        on_timeout=Fold(),
    )

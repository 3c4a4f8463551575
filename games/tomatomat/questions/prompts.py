"""The one question of Tomatomat, and why an answer to it may be refused.

Placing asks for no confirmation: the form with its four choices has a send button of its own, and
a batch comes twelve times a match.

Nothing can be answered in advance: all are asked at once, about cards they see only then.
"""

from __future__ import annotations

from functools import lru_cache

from games.core.cards import letter
from games.core.prompt import Action, Choice, PickOne, Prompt
from games.core.text import Text, say, symbol, with_icon
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import COLOUR, VALUE, Card, Machine, worth
from games.tomatomat.rules.moves import FIELDS, SCATTER, SLOTS, Scatter, TomatomatMove
from games.tomatomat.rules.texts import (
    CARD_NAMES,
    COINS_COLOURS,
    SLOT_NAMES,
    THIEVES_COLOURS,
    stack_name,
)


def ask(view: TomatomatView) -> Prompt | None:
    """Return the question put to the viewer, or None."""
    if view.viewer is None or view.viewer not in view.awaiting.seats:
        return None
    slots = tuple(
        PickOne(
            name=name,
            ask=say("{letter} {card} goes to", letter=symbol(letter(place)), card=CARD_NAMES[card]),
            choices=_choices(card, view.stacks),
            called=say("{letter} {card}", letter=symbol(letter(place)), card=CARD_NAMES[card]),
        )
        for place, (name, card) in enumerate(zip(FIELDS, view.hand, strict=True))
    )
    return Prompt(
        ask=_question(view),
        waiting=view.awaiting.text,
        actions=(Action(kind="allot", label=say("Place all four"), slots=slots, tone="main"),),
        on_timeout=SCATTER,
        sealed=True,
    )


def _question(view: TomatomatView) -> Text:
    if view.options.own_peek:
        return say("Place your four cards. You can't move them later.")
    return say("Place your four cards. You won't see them again.")


@lru_cache(maxsize=256)
def _choices(card: Card, stacks: tuple[tuple[Machine, ...], ...]) -> tuple[Choice, ...]:
    """The four slots, each with its machine, and the card's effect there."""
    return tuple(
        Choice(
            id=name,
            label=with_icon(
                say("{slot}: {stack}", slot=SLOT_NAMES[slot], stack=stack_name(stacks[slot])),
                f"machine:{stacks[slot][-1]}",
            ),
            hint=_effect(card, stacks[slot][-1]),
            outcome=say("+{value}", value=worth(card, stacks[slot][-1])) if VALUE[card] else None,
            short=SLOT_NAMES[slot],
            called=SLOT_NAMES[slot],
        )
        for slot, name in enumerate(SLOTS)
    )


def _effect(card: Card, machine: Machine) -> Text:
    """Say what effect a card has at a machine."""
    if VALUE[card]:
        return say("counts {value} here", value=worth(card, machine))
    colour = COLOUR[card]
    if card.endswith("t"):
        named = COINS_COLOURS[colour]
        return say("steals all {colour} coins here, including yours", colour=named)
    named = THIEVES_COLOURS[colour]
    return say("catches all {colour} thieves here, including yours", colour=named)


def why_not(view: TomatomatView, move: TomatomatMove) -> Text | None:
    """Say why the viewer may not make this move; None when it is legal."""
    if view.viewer is None or view.viewer not in view.awaiting.seats:
        return say("You have no cards to place right now.")
    if isinstance(move, Scatter):
        return say("Cards are placed at random only for players who are away.")
    return None

"""The one question of Tomatomat.

Placing asks for no confirmation: the form with its four choices has a send button of its own, and
a batch comes twelve times a match.

Nothing can be answered in advance: all are asked at once, about cards they see only then.
"""

from functools import lru_cache

from games.core import prompt
from games.core.cards import letter
from games.core.text import Text, say, symbol, with_icon
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules import cards, moves, texts


def ask(view: TomatomatView) -> prompt.Prompt | None:
    """Return the question put to the viewer, or None."""
    if view.viewer is None or view.viewer not in view.awaiting.seats:
        return None
    slots = tuple(
        prompt.PickOne(
            name=name,
            ask=texts.ask_slot(card),
            choices=_choices(card, view.stacks),
            called=say(
                "{letter} · {card}", letter=symbol(letter(place)), card=texts.CARD_NAMES[card]
            ),
        )
        for place, (name, card) in enumerate(zip(moves.FIELDS, view.hand, strict=True))
    )
    return prompt.Prompt(
        ask=say("Place your four cards face down."),
        actions=(
            prompt.Action(kind="allot", label=say("Place all four"), slots=slots, tone="main"),
        ),
        on_timeout=moves.SCATTER,
        sealed=True,
    )


@lru_cache(maxsize=256)
def _choices(
    card: cards.Card, stacks: tuple[tuple[cards.Machine, ...], ...]
) -> tuple[prompt.Choice, ...]:
    """The four slots, each with its machine, and the card's effect there."""
    return tuple(
        prompt.Choice(
            id=name,
            label=with_icon(
                say(
                    "{slot}: {stack}",
                    slot=texts.SLOT_NAMES[slot],
                    stack=texts.stack_name(stacks[slot]),
                ),
                f"machine:{stacks[slot][-1]}",
            ),
            hint=_effect(card, stacks[slot][-1]),
            outcome=say("+{value}", value=cards.worth(card, stacks[slot][-1]))
            if cards.VALUE[card]
            else None,
            short=texts.SLOT_NAMES[slot],
            called=texts.SLOT_NAMES[slot],
        )
        for slot, name in enumerate(moves.SLOTS)
    )


def _effect(card: cards.Card, machine: cards.Machine) -> Text:
    """Say what effect a card has at a machine."""
    if cards.VALUE[card]:
        return say("counts {value} here", value=cards.worth(card, machine))
    colour = cards.COLOUR[card]
    if card.endswith("t"):
        named = texts.COINS_COLOURS[colour]
        return say("steals all {colour} coins here, including yours", colour=named)
    named = texts.THIEVES_COLOURS[colour]
    return say("catches all {colour} thieves here, including yours", colour=named)

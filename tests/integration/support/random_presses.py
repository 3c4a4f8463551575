"""Random presses that prefer to move on, to play any game by its controls."""

import random
from collections.abc import Callable

from bot.ui.kit.custom_ids import ControlId, ControlVerb, decode
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.components import BUTTON
from tests.integration.support.running_bot import Hands, RunningBot, controls

ONWARDS = {ControlVerb.SEND, ControlVerb.CONFIRM}
SIDEWAYS = {
    ControlVerb.PAGE,
    ControlVerb.CLEAR,
    ControlVerb.LEAVE,
    ControlVerb.RETHINK,
    ControlVerb.FORM,
}
"""Controls that don't help to finish; pressed only if there is no other."""


async def press_on(
    env: RunningBot, hands: Hands, over: Callable[[], bool], most: int = 600
) -> None:
    """Press, choose and type at random, preferring to move on, until the condition holds."""
    chance = random.Random(5)
    for _ in range(most):
        await env.playground.until(
            lambda: over() or any(map(controls, hands.values())), "a question or the end"
        )
        if over():
            return
        person = chance.choice([person for person, hand in hands.items() if controls(hand)])
        await press(person, hands[person], chance)
        await env.settled()
    raise AssertionError(f"not over after {most} presses")


async def press(
    person: PlaygroundUser, hand: ShownMessage, chance: random.Random, *, ahead: bool = False
) -> None:
    """Press once on a hand, or on its premove, and fill in the modal it opens."""
    custom_id = chance.choice(_sensible(controls(hand, ahead=ahead), chance))
    component = hand.component(custom_id)
    if component["type"] == BUTTON:
        answer = await person.click(hand, custom_id)
        if answer.interaction.modal is not None:
            await person.submit(answer, dict.fromkeys(answer.modal.labels, "1"))
        return
    options = [option["value"] for option in component["options"]]
    most = min(component.get("max_values", 1), len(options))
    least = max(1, component.get("min_values", 1))
    chosen = chance.sample(options, chance.randint(min(least, most), most))
    await person.select(hand, custom_id, *chosen)


def _sensible(custom_ids: list[str], chance: random.Random) -> list[str]:
    pressed = ((custom_id, decode(custom_id)) for custom_id in custom_ids)
    verbs = {custom_id: first.verb for custom_id, first in pressed if isinstance(first, ControlId)}
    onwards = [custom_id for custom_id, verb in verbs.items() if verb in ONWARDS]
    if onwards and chance.random() < 0.7:
        return onwards
    return [custom_id for custom_id, verb in verbs.items() if verb not in SIDEWAYS] or custom_ids

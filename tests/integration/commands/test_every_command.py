"""Every command, used in each language."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from playground.interactions.options import (
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    STRING,
    SUBCOMMAND,
    USER,
)
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ActionResult
from playground.world.world import World
from tests.integration.people.test_languages import described, speaks
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.sampling import leading

ENGLISH = re.compile(r"\b(the|you|your|and|with|this)\b", re.IGNORECASE)
"""Words found in almost every English sentence, and in no German or Spanish one."""
TYPED: dict[int, Any] = {INTEGER: 1, BOOLEAN: True, STRING: "tomate"}


def lines(world: World, offered: list[str]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield every offered command and subcommand, with its required options."""
    for command in sorted(world.commands.values(), key=lambda each_command: each_command.name):
        if command.name in offered:
            yield from _leaves(command.name, command.body.get("options") or [])


def _leaves(line: str, options: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    below = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    for option in below:
        yield from _leaves(f"{line} {option['name']}", option.get("options") or [])
    if not below:
        yield line, [option for option in options if option.get("required")]


def typed(option: dict[str, Any], other: PlaygroundUser) -> Any:
    """Return a valid value for an option."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    if option["type"] == USER:
        return other
    if option["type"] == CHANNEL:
        return str(other.channel(TABLE).id)
    return TYPED[option["type"]]


def written(answer: ActionResult) -> str:
    """Return all words of a message, or of the modal that opened instead."""
    if answer.interaction.modal is None:
        return described(answer.message) if answer.shown else ""
    parts = answer.modal.value["components"]
    words = (str(part.get(name, "")) for part in parts for name in ("label", "description"))
    return "\n".join((answer.modal.title, *words))


def pictured(answer: ActionResult) -> bool:
    """Tell whether an answer has a picture."""
    return any(name.endswith(".png") for name in answer.message.files)


@pytest.mark.parametrize("locale", leading(["es-ES", "de", "en-US"]))
async def test_every_command_answers_in_the_users_language(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser, locale: str
) -> None:
    """At a running table, every command answers privately and in the user's own language.

    It sends no picture to somebody who reads text.
    """
    await env.table(ana, ben, cycles=1)
    for person in (ana, chen):
        speaks(person, locale)
    await ana.slash(TABLE, "me text")
    answers = {
        f"{person.name}: /{line}": await person.slash(
            TABLE, line, **{option["name"]: typed(option, ben) for option in needed}
        )
        for person in (chen, ana)
        for line, needed in lines(env.playground.world, person.commands(TABLE))
    }
    texts = {line: written(answer) for line, answer in answers.items()}
    shown = {line: answer for line, answer in answers.items() if answer.shown}
    english = {line for line, words in texts.items() if ENGLISH.search(words)}

    assert len(answers) > 80
    assert [line for line, answer in shown.items() if not answer.ephemeral] == []
    assert [line for line in answers if not texts[line].strip()] == []
    pictures = [line for line, answer in shown.items() if pictured(answer)]
    assert [line for line in pictures if line.startswith("Ana")] == []
    assert [line for line in pictures if line.startswith("Chen")] != []
    if locale == "en-US":
        assert english
    else:
        assert {line: texts[line] for line in english} == {}

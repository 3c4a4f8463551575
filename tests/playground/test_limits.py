"""The playground refuses what Discord refuses, naming the field, and accepts the rest."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from playground.limits.commands import check_commands
from playground.limits.messages import check_message
from playground.limits.modals import check_modal
from playground.messages.bodies import Body
from playground.world.errors import ApiError
from playground.world.world import ApplicationEmoji
from tests.playground.raw_bot import RawBot, refusal

V2 = 1 << 15


def button(custom_id: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "A", "custom_id": custom_id, **more}


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def in_a_row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"components": [row(*components)]}


def menu(custom_id: str = "m", count: int = 2, **more: Any) -> dict[str, Any]:
    options = [{"label": f"Option {n}", "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": custom_id, "options": options, **more}


def text(words: str = "Words") -> dict[str, Any]:
    return {"type": 10, "content": words}


def v2(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(components), **more}


FIRST = "components/0/components/0"
LINK = {"type": 2, "style": 5, "label": "L"}
GALLERY: dict[str, Any] = {"type": 12, "items": [{"media": {"url": "attachment://missing.png"}}]}
TWICE = [{"label": "A", "value": "x"}, {"label": "B", "value": "x"}]

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "content too long": ({"content": "x" * 2001}, "content"),
    "six rows": ({"components": [row(button(str(n))) for n in range(6)]}, "components"),
    "an empty row": (in_a_row(), "components/0/components"),
    "six buttons": (in_a_row(*(button(str(n)) for n in range(6))), "components/0/components"),
    "two menus in a row": (in_a_row(menu("a"), menu("b")), "components/0/components"),
    "a menu beside a button": (in_a_row(menu(), button()), "components/0/components"),
    "a custom id twice": (
        in_a_row(button("same"), button("same")),
        "components/0/components/1/custom_id",
    ),
    "a label too long": (in_a_row(button(label="x" * 81)), FIRST + "/label"),
    "a button without label": (in_a_row(button(label=None)), FIRST),
    "a label of spaces": (in_a_row(button(label=" ")), FIRST),
    "a text of spaces": (v2(text(" ")), "components/0/content"),
    "a custom id too long": (in_a_row(button("x" * 101)), FIRST + "/custom_id"),
    "a button with an emoji that the bot lacks": (
        in_a_row(button(emoji={"id": "5", "name": "gone"})),
        FIRST + "/emoji/id",
    ),
    "a button with an address": (in_a_row(button(url="https://example.org")), FIRST + "/url"),
    "a link without address": (in_a_row(LINK), FIRST + "/url"),
    "26 options": (in_a_row(menu(count=26)), FIRST + "/options"),
    "an option value twice": (
        in_a_row({"type": 3, "custom_id": "m", "options": TWICE}),
        FIRST + "/options/1/value",
    ),
    "least above most": (in_a_row(menu(min_values=2, max_values=1)), FIRST + "/min_values"),
    "a placeholder too long": (in_a_row(menu(placeholder="x" * 151)), FIRST + "/placeholder"),
    "11 embeds": ({"embeds": [{"title": "T"}] * 11}, "embeds"),
    "embeds too long in total": ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    "an empty field value": (
        {"embeds": [{"fields": [{"name": "N", "value": ""}]}]},
        "embeds/0/fields/0/value",
    ),
    "an empty embed": ({"embeds": [{"color": 1}]}, "embeds/0"),
    "an embed's missing picture": (
        {"embeds": [{"image": {"url": "attachment://missing.png"}}]},
        "embeds",
    ),
    "a nonce too long": ({"content": "x", "nonce": "x" * 26}, "nonce"),
    "new components without the flag": ({"components": [text()]}, "components/0/type"),
    "the flag beside content": (v2(text(), content="x"), "content"),
    "the flag beside embeds": (v2(text(), embeds=[{"title": "T"}]), "embeds"),
    "texts too long in total": (v2(text("x" * 2001), text("x" * 2000)), "components"),
    "41 components": (v2(*(text() for _ in range(41))), "components"),
    "41 components with those inside": (
        v2(*({"type": 17, "components": [text()]} for _ in range(20)), text()),
        "components",
    ),
    "a missing file": (v2(GALLERY), "components"),
    "a section without accessory": (
        v2({"type": 9, "components": [text()]}),
        "components/0/accessory",
    ),
    "four texts in a section": (
        v2({"type": 9, "components": [text()] * 4, "accessory": button()}),
        "components/0/components",
    ),
    "a container in a container": (
        v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        FIRST + "/type",
    ),
    "eleven pictures": (v2({"type": 12, "items": GALLERY["items"] * 11}), "components/0/items"),
    "an attachment that is not there": (
        {"content": "x", "attachments": [{"id": 5, "description": "y"}]},
        "attachments/0/id",
    ),
}


def refused(check: Callable[[], None]) -> list[str]:
    """Return the paths of the fields that a check refuses."""

    def paths(node: dict[str, Any], path: str) -> Iterator[str]:
        for step, below in node.items():
            yield from [path] if step == "_errors" else paths(below, f"{path}/{step}".strip("/"))

    with pytest.raises(ApiError) as caught:
        check()
    assert (caught.value.status, caught.value.code) == (400, 50035)
    return list(paths(caught.value.errors or {}, ""))


@pytest.mark.parametrize("name", REFUSED)
def test_messages_that_are_refused(name: str) -> None:
    """A message over a limit is refused, naming the field."""
    body, path = REFUSED[name]

    assert path in refused(lambda: check_message(Body(body), None, ()))


async def test_what_is_refused_changes_nothing(raw: RawBot) -> None:
    """A refused message isn't posted, and refused commands don't replace the old ones."""
    channel = raw.here
    path = f"/applications/{raw.playground.world.application.id}/commands"
    message = await raw.post(channel, {"content": "x" * 2001})
    commands = await raw.call("PUT", path, [{"name": "Upper", "description": "d"}])

    assert [(status, body["code"]) for status, body in (message, commands)] == [(400, 50035)] * 2
    assert message[1]["errors"]["content"]["_errors"][0]["message"]
    assert raw.playground.world.history(channel.id) == []
    assert [command["name"] for command in (await raw.call("GET", path))[1]] == ["go"]


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"embeds": []}])
def test_empty_messages(body: dict[str, Any]) -> None:
    """An empty message is refused with 50006."""
    with pytest.raises(ApiError, match="50006"):
        check_message(Body(body), None, ())


TAKEN: dict[str, dict[str, Any]] = {
    "the longest content": {"content": "x" * 2000},
    "five full rows": {
        "content": "x",
        "components": [row(*(button(f"{r}{c}") for c in range(5))) for r in range(5)],
    },
    "the largest menu": in_a_row(menu(count=25, min_values=0, max_values=25)),
    "forty components": v2(*(text() for _ in range(40))),
    "the longest texts": v2(text("x" * 2000), text("x" * 2000)),
    "presets and emoji with ids as numbers": {
        "components": [
            row({"type": 5, "custom_id": "u", "default_values": [{"id": 5, "type": "user"}]}),
            row(button(emoji={"id": 7, "name": "tomato"})),
        ]
    },
    "a button with an emoji alone": {"components": [row(button(label=None, emoji={"name": "🍅"}))]},
}


async def test_messages_at_the_limit(raw: RawBot) -> None:
    """A message exactly at a limit is posted."""
    raw.playground.world.keep(ApplicationEmoji(7, "tomato"))
    channel = raw.here

    assert {name: (await raw.post(channel, body))[0] for name, body in TAKEN.items()} == (
        dict.fromkeys(TAKEN, 200)
    )


def field(**more: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "f", "style": 1, **more}


def label(component: dict[str, Any], words: str = "Word") -> dict[str, Any]:
    return {"type": 18, "label": words, "component": component}


MODALS: dict[str, tuple[dict[str, Any], str]] = {
    "six fields": (
        {"components": [label(field(custom_id=str(n))) for n in range(6)]},
        "components",
    ),
    "no field": ({"components": []}, "components"),
    "a title too long": ({"title": "x" * 46}, "title"),
    "a label too long": ({"components": [label(field(), "x" * 46)]}, "components/0/label"),
    "a button": ({"components": [label(button())]}, "components/0/component/type"),
    "a custom id twice": (
        {"components": [label(field()), label(field())]},
        "components/1/component/custom_id",
    ),
    "one radio button": (
        {"components": [label({"type": 21, "custom_id": "r", "options": TWICE[:1]})]},
        "components/0/component/options",
    ),
}


GOOD = {"title": "Form", "custom_id": "form", "components": [label(field())]}


@pytest.mark.parametrize("name", MODALS)
def test_modals_that_are_refused(name: str) -> None:
    """A modal over a limit is refused, naming the field."""
    change, path = MODALS[name]

    assert path in refused(lambda: check_modal(GOOD | change))


async def test_another_answer_is_possible_after_a_refused_modal(raw: RawBot) -> None:
    """A refused modal doesn't answer its interaction."""
    ana = raw.playground.person("Ana")
    channel = ana.channel("table-one")
    interaction = raw.playground.interactions.open(2, ana.user, channel, {"name": "go"})
    payload = {"id": str(interaction.id), "token": interaction.token}
    assert refusal(await raw.answer(payload, 9, GOOD | {"components": []})) == (400, 50035)
    assert interaction.modal is None
    assert (await raw.answer(payload, 9, GOOD))[0] == 200


def command(**more: Any) -> list[dict[str, Any]]:
    """Return a set of one command."""
    return [{"name": "go", "description": "d", **more}]


def with_option(kind: int, **more: Any) -> list[dict[str, Any]]:
    """Return a set of one command with one option."""
    return command(options=[{"type": kind, "name": "o", "description": "d", **more}])


TEXT, INTEGER, NUMBER = 3, 4, 10
COMMANDS: dict[str, list[dict[str, Any]]] = {
    "an upper-case name": command(name="Go"),
    "a name with a space": command(name="go on"),
    "an upper-case name in German": command(name_localizations={"de": "Los"}),
    "a long description in Spanish": command(description_localizations={"es-ES": "d" * 101}),
    "8002 characters where the longest language counts": [
        {
            "name": "g",
            "description": "d",
            "options": [
                {
                    "type": 3,
                    "name": f"o{n}",
                    "description": "d" * 92,
                    "description_localizations": {"de": "d" * 97, "es-ES": "d"},
                    "choices": [
                        {"name": "c" * 97, "value": f"{n}{m}", "name_localizations": {"de": "c"}}
                        for m in range(7)
                    ],
                }
                for n in range(10, 20)
            ],
        }
    ],
    "no description": [{"name": "go"}],
    "a name twice": [{"name": "go", "description": "d"}, {"name": "go", "description": "e"}],
    "16 in a menu": [{"name": f"Go {n}", "type": 2} for n in range(16)],
    "a described menu": [{"name": "Go", "type": 3, "description": "d"}],
    "an unknown type": [{"name": "go", "type": 9}],
    "101 commands": [{"name": f"go{n}", "description": "d"} for n in range(101)],
    "a required option after an optional one": command(
        options=[
            {"type": 3, "name": "a", "description": "d"},
            {"type": 3, "name": "b", "description": "d", "required": True},
        ]
    ),
    "26 options": command(
        options=[{"type": 3, "name": f"o{n}", "description": "d"} for n in range(26)]
    ),
    "a lower bound above the upper": with_option(INTEGER, min_value=3, max_value=2),
    "a bound beyond 2**53": with_option(NUMBER, max_value=2**53 + 2),
    "a length above 6000": with_option(TEXT, max_length=6001),
    "no length at all": with_option(TEXT, max_length=0),
    "a value's bound for a text": with_option(TEXT, min_value=1),
    "an option of an unknown type": with_option(12),
    "an unknown type of channel": with_option(7, channel_types=[6]),
    "an unknown context": command(contexts=[3]),
    "a length for a number": with_option(INTEGER, max_length=5),
    "a text as the choice of a number": with_option(
        INTEGER, choices=[{"name": "One", "value": "1"}]
    ),
    "a fraction as the choice of a whole number": with_option(
        INTEGER, choices=[{"name": "Half", "value": 0.5}]
    ),
    "a number as the choice of a text": with_option(TEXT, choices=[{"name": "One", "value": 1}]),
    "26 choices": with_option(TEXT, choices=[{"name": str(n), "value": str(n)} for n in range(26)]),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_that_are_refused(name: str) -> None:
    """A set of commands with one invalid command is refused."""
    assert refused(lambda: check_commands(COMMANDS[name]))


async def test_files_too_large(raw: RawBot) -> None:
    """A file of more than 10 MiB is refused with 40005."""
    channel = raw.here
    status, answer = await raw.post(channel, {}, {"big.bin": bytes(10 * 1024 * 1024 + 1)})
    assert (status, answer["code"]) == (413, 40005)

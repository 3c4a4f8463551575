"""Watches what the bot posts where everybody reads it: none of it says *you* to one person."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from games.core.text import EVERYBODY, says_you
from playground.rest.server import RestExchange
from playground.server import Playground
from playground.world.components import texts, walk
from playground.world.world import DIRECT, EPHEMERAL
from tests.catalogues.extract import message_calls


@cache
def to_those_named() -> re.Pattern[str]:
    """Match what is said in public to the people whom it mentions."""
    lines = (
        result.message or "" for result in message_calls(("say_as",)) if result.sense == EVERYBODY
    )
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in lines))


@dataclass
class PublicWords:
    """Collects the public lines of a playground's bot that speak to one person."""

    playground: Playground
    addressed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.playground.rest.watchers.append(self._check)

    def _check(self, exchange: RestExchange) -> None:
        if exchange.method in ("POST", "PATCH", "PUT"):
            for message in _messages(exchange.answer):
                if self._is_public(message):
                    self.addressed += filter(_is_to_one, _lines(message))

    def _is_public(self, message: dict[str, Any]) -> bool:
        world = self.playground.world
        channel = world.channels.get(int(message["channel_id"]))
        is_ours = int(message["author"]["id"]) == world.bot.id
        is_posted = not int(message.get("flags", 0)) & EPHEMERAL
        return is_ours and is_posted and channel is not None and channel.kind != DIRECT


def _is_to_one(line: str) -> bool:
    return says_you(line) and to_those_named().search(line) is None


def _messages(answer: Any) -> Iterator[dict[str, Any]]:
    """Yield each message in an answer, which may be one or name what it created."""
    if isinstance(answer, dict):
        if "channel_id" in answer and "author" in answer:
            yield answer
        else:
            for part in answer.values():
                yield from _messages(part)


def _lines(message: dict[str, Any]) -> Iterator[str]:
    """Yield everything that can be read on a message."""
    components = message.get("components") or []
    for content in (str(message.get("content") or ""), *texts(components)):
        yield from content.splitlines()
    for node in walk(components):
        yield from (str(node[name]) for name in ("label", "placeholder") if node.get(name))
        for choice in node.get("options") or ():
            yield from (str(choice[name]) for name in ("label", "description") if choice.get(name))
        for item in node.get("items") or ():
            yield str(item.get("description") or "")

"""All that one viewer of a match is told at one moment, channel by channel."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from bot.tables.fingerprint import plain
from bot.tables.sights import Sight
from bot.ui.asked import asked
from bot.ui.controls.text_moves import match
from bot.ui.messages.explain import explain_message
from bot.ui.messages.hand import hand_message
from bot.ui.messages.message import Attachment, Message
from bot.ui.messages.more import Asker, more_message
from bot.ui.messages.result import result_message
from bot.ui.messages.table import read_message, table_message, watch_message
from bot.ui.voice import plain_reader, reader
from bot.ui.words import CHANGED, CHANNEL_GONE, NO_THREAD
from data.records import Life
from games.core.reading import alt_text
from render.paint import Picture, paint_aftermath, paint_hand, paint_strip, paint_table

Told = Mapping[str, object]
TYPED = ("", "a", "1", "pl", "7 of")
"""What is typed after /move."""


def told(sight: Sight, language: str = "en") -> Told:
    """Everything but pictures; equal values mean equal bytes, and that no edit is sent."""
    plainly = plain_reader(language, sight.card.names)
    return {
        "view": plain(sight.view),
        "prompt": _forms(sight),
        "tableau": sight.tableau.model_dump_json(),
        "alt text": alt_text(sight.tableau, plainly),
        "edit or not": (sight.fingerprint, asked(sight.view.awaiting)),
        "points": repr((sight.standing, sight.result))
        if sight.card.life is not Life.RUNNING
        else "",
        "messages": [payload(one) for one in messages(sight, language)],
        "custom ids": [i for one in messages(sight, language) for i in custom_ids(payload(one))],
        "autocomplete": _completed(sight, language),
    }


def painted(sight: Sight, language: str = "en") -> Told:
    """The viewer's pictures to the last byte, with names of files and descriptions."""
    to = plain_reader(language, sight.card.names)
    pictures = {
        "table": paint_table(sight.tableau, to, sight.view),
        "aftermath": paint_aftermath(sight.tableau, to, sight.view),
        "strip": paint_strip(sight.tableau, to),
    }
    if sight.viewer is not None:
        pictures["hand"] = paint_hand(sight.tableau, to, sight.view)
    return {name: _bytes(picture) for name, picture in pictures.items()}


def payload(message: Message) -> Any:
    """A message as Discord is given it."""
    return message.view().to_components()  # type: ignore[no-untyped-call]  # discord.py's


def custom_ids(components: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """The custom id of every component."""
    for component in components:
        if "custom_id" in component:
            yield component["custom_id"]
        yield from custom_ids(component.get("components", ()))


def _bytes(picture: Picture | None) -> object:
    return None if picture is None else (picture.png, picture.alt)


def _forms(sight: Sight) -> str:
    both = (sight.question, sight.public_question, sight.ahead)
    return json.dumps([None if one is None else (one.ticket, repr(one.prompt)) for one in both])


def messages(sight: Sight, language: str) -> Iterable[Message]:
    """Every message about a match that its viewer may be sent, with and without a picture."""
    to, url = reader(language, sight.card.names), f"https://discord.com/channels/{'1' * 60}"
    description = alt_text(sight.tableau, plain_reader(language, sight.card.names))
    pictures = [Attachment(f"{name}.png", b"", description) for name in ("table", "recent")]
    yield table_message(sight, pictures, to, remark=NO_THREAD)
    yield watch_message(sight, pictures, to)
    yield read_message(sight, to)
    if sight.viewer is not None:
        yield hand_message(sight, pictures[0], to, table_url=url, note=CHANGED, remark=CHANNEL_GONE)
        yield hand_message(sight, None, to, table_url=url, note=CHANGED, remark=CHANNEL_GONE)
        yield explain_message(sight, to)
    if sight.card.life is not Life.RUNNING:
        yield result_message(sight, pictures[0], to, sight.card.names, ())
    else:
        asker = Asker(player_id=sight.viewer or 0, is_moderator=True, wants_stop=sight.wants_stop)
        yield more_message(sight.card, asker, to, CHANGED)


def _completed(sight: Sight, language: str) -> object:
    to = plain_reader(language, sight.card.names)
    asked_now = [one.prompt for one in (sight.question, sight.ahead) if one is not None]
    return [match(prompt, to, typed) for prompt in asked_now for typed in TYPED]

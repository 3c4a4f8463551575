"""All that one viewer of a match is told at one moment, channel by channel."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from bot.tables.domain.fingerprint import plain
from bot.tables.domain.views import MatchView
from bot.ui.controls.typed.moves import match, parse
from bot.ui.i18n.readers import plain_reader, reader
from bot.ui.i18n.texts.common_texts import CHANGED, CHANNEL_GONE, NO_THREAD
from bot.ui.interactions.errors import sentence
from bot.ui.interactions.message import OutgoingFile, OutgoingMessage
from bot.ui.messages.play.explain import explain_message
from bot.ui.messages.play.hand import hand_message
from bot.ui.messages.play.more import Asker, more_message
from bot.ui.messages.play.result import result_message
from bot.ui.messages.play.table import read_message, table_message, watch_message
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.avatars import Avatars
from bot.ui.pictures.paint_queue import Priority
from bot.ui.surfaces.question_change import asked
from data.records.matches import Life
from games.core.errors import InvalidMoveError
from games.core.game import read_move
from games.core.prompt import Form
from games.core.rng import Rng
from games.core.tableau_text import alt_text
from games.core.text import Text, speak
from render.paint import forget
from tests.games.moves import choices, random_of_type
from tests.integration.support.request_log import logged

T = TypeVar("T")
Told = Mapping[str, object]
TYPED = ("", "a", "1", "pl", "7 of")
"""What is typed after /move."""
FORGED = 4
"""How many answers a viewer sends that the question need not offer."""
DEBUG = 10
"""All that a host may ever choose to read of the log."""


def told(sight: MatchView, language: str = "en") -> Told:
    """Everything but pictures; equal values mean equal bytes, and that no edit is sent."""
    with logged(DEBUG) as lines:
        return {**_told(sight, language), "log lines": lines}


def _told(sight: MatchView, language: str) -> dict[str, object]:
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
        "completions": _completed(sight, language),
        "refusals": list(_refused(sight, language)),
    }


def painted(sight: MatchView, language: str = "en") -> Told:
    """The viewer's pictures to the last byte, painted anew, with their files' names."""
    forget()  # or the second world would be shown the first one's
    found = asyncio.run(_painted(sight, language))
    return {
        "pictures": [one.content for one in found],
        "file names": [one.filename for one in found],
        "alt text": [one.alt for one in found],
    }


class Here:
    """Paints at once, in no thread."""

    async def paint(self, work: Callable[[], T], haste: Priority = Priority.NONE) -> T:
        return work()


async def _painted(sight: MatchView, language: str) -> list[OutgoingFile]:
    pictures = Pictures(Here(), Avatars())  # type: ignore[arg-type]  # all that is asked of painters
    found = [*await pictures.table(sight, language)]
    if sight.viewer is not None:
        found.append(await pictures.hand(sight, language))
    return found


def payload(message: OutgoingMessage) -> Any:
    """A message as Discord is given it."""
    return message.view().to_components()  # type: ignore[no-untyped-call]  # discord.py's


def custom_ids(components: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """The custom id of every component."""
    for component in components:
        if "custom_id" in component:
            yield component["custom_id"]
        yield from custom_ids(component.get("components", ()))


def left_alone(sight: MatchView) -> MatchView:
    """The same with seats that anybody may take, so that a table offers all its buttons."""
    free = [replace(one, open_to_substitutes=True) for one in sight.card.occupants]
    return replace(sight, card=replace(sight.card, occupants=tuple(free)))


def _forms(sight: MatchView) -> str:
    both = (sight.question, sight.public_question, sight.ahead)
    return json.dumps([None if one is None else (one.ticket, repr(one.prompt)) for one in both])


def messages(sight: MatchView, language: str) -> Iterable[OutgoingMessage]:
    """Every message about a match that its viewer may be sent, with and without a picture."""
    to, url = reader(language, sight.card.names), f"https://discord.com/channels/{'1' * 60}"
    description = alt_text(sight.tableau, plain_reader(language, sight.card.names))
    pictures = [OutgoingFile(f"{name}.png", b"", description) for name in ("table", "recent")]
    yield table_message(sight, pictures, to, remark=NO_THREAD)
    yield table_message(left_alone(sight), pictures, to, remark=NO_THREAD)
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


def _completed(sight: MatchView, language: str) -> object:
    to = plain_reader(language, sight.card.names)
    asked_now = [one.prompt for one in (sight.question, sight.ahead) if one is not None]
    return [match(prompt, to, typed) for prompt in asked_now for typed in TYPED]


def _refused(sight: MatchView, language: str) -> Iterable[str]:
    """What is said to nonsense that is typed, and to answers that no form of ours yields."""
    if sight.question is None:
        return
    prompt, game = sight.question.prompt, sight.card.game
    to = plain_reader(language, sight.card.names)
    for typed in TYPED[1:]:
        found = parse(prompt, to, typed)
        yield speak(found, to) if isinstance(found, Text) else repr(found)
    offered = [choice.id for action in prompt.actions for choice in choices(action.slots)]
    rng = Rng("forged")
    forms: list[Form] = [random_of_type(game, [*offered, "-"], rng) for _ in range(FORGED)]
    for form in ({}, *forms):
        try:
            why = game.check(sight.view, read_move(game, prompt, form))
        except InvalidMoveError as error:
            why = sentence(error)
        yield "" if why is None else speak(why, to)

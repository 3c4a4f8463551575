"""Everything one viewer of a match is told at one moment, by channel."""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from bot.tables.domain.fingerprint import plain
from bot.tables.domain.views import MatchView
from bot.tables.leaderboards.views import Outcome
from bot.tables.matches.guesses import GuessView
from bot.ui.controls.typed_moves import complete_line, parse
from bot.ui.i18n.readers import plain_reader, reader
from bot.ui.i18n.texts.common_texts import CHANGED, CHANNEL_GONE, NO_THREAD
from bot.ui.interactions.errors import sentence
from bot.ui.kit.message import OutgoingFile, OutgoingMessage
from bot.ui.match.messages.hand import hand_message
from bot.ui.match.messages.more import Asker, guess_message, more_message
from bot.ui.match.messages.result import ended_message, result_message
from bot.ui.match.messages.table import read_message, table_message, watch_message
from bot.ui.match.messages.why_and_hint import why
from bot.ui.match.public_messages import asking
from bot.ui.pictures.attachments import Epilogue, Pictures, hand_picture
from bot.ui.pictures.avatars import Avatars
from bot.ui.pictures.paint_queue import Priority
from data.records.matches import Life, Shown
from data.stores.guesses import Guess, Guesser
from games.core.errors import InvalidMoveError
from games.core.game import read_move
from games.core.prompt import Form
from games.core.rng import Rng
from games.core.tableau_text import alt_text
from games.core.text import Text, speak
from tests.games.moves import choices, random_of_type
from tests.integration.support.request_log import logged

T = TypeVar("T")
Told = Mapping[str, object]
TYPED = ("", "a", "1", "pl", "7 of")
"""What is typed after /move."""
FORGED = 4
"""Number of answers a viewer sends that the question may not offer."""
DEBUG = 10
"""All that a host may ever choose to read of the log."""


def everything_shown(match_view: MatchView, language: str = "en") -> Told:
    """Return everything except pictures; equal values mean equal bytes and no edit."""
    with logged(DEBUG) as lines:
        return {**_told(match_view, language), "log lines": lines}


def _told(match_view: MatchView, language: str) -> dict[str, object]:
    plainly = plain_reader(language, match_view.summary.names)
    return {
        "view": plain(match_view.view),
        "prompt": _forms(match_view),
        "tableau": match_view.tableau.model_dump_json(),
        "alt text": alt_text(match_view.tableau, plainly),
        "edit or not": (
            match_view.fingerprint,
            asking(Shown(stage=Life.RUNNING), match_view.view.awaiting),
        ),
        "points": repr((match_view.standing, match_view.result))
        if match_view.summary.life is not Life.RUNNING
        else "",
        "messages": [payload(message) for message in messages(match_view, language)],
        "custom ids": [
            i for message in messages(match_view, language) for i in custom_ids(payload(message))
        ],
        "completions": _completed(match_view, language),
        "refusals": list(_refused(match_view, language)),
    }


def painted(match_view: MatchView, language: str = "en") -> Told:
    """Return the bytes of the pictures that the viewer gets, and their file names."""
    outcome = asyncio.run(_painted(match_view, language))
    return {
        "pictures": [result.content for result in outcome],
        "file names": [result.filename for result in outcome],
        "alt text": [result.alt for result in outcome],
    }


class Here:
    """Paints immediately, without a thread."""

    async def paint(self, work: Callable[[], T], priority: Priority = Priority.NONE) -> T:
        return work()


async def _painted(match_view: MatchView, language: str) -> list[OutgoingFile]:
    pictures = Pictures(Here(), Avatars())  # type: ignore[arg-type]  # all that is asked of painters
    results = [*await pictures.table(match_view, language)]
    if match_view.viewer is not None:
        paint = partial(hand_picture, match_view)
        results.append(await pictures.drawn(match_view.summary, language, paint))
    return results


def payload(message: OutgoingMessage) -> Any:
    """Return a message as it is sent to Discord."""
    return message.view().to_components()  # type: ignore[no-untyped-call]  # discord.py's


def custom_ids(components: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Return the custom id of every component."""
    for component in components:
        if "custom_id" in component:
            yield component["custom_id"]
        yield from custom_ids(component.get("components", ()))


def left_alone(match_view: MatchView) -> MatchView:
    """Return the match with free seats, so that the table offers all its buttons."""
    free = [
        replace(occupant, open_to_substitutes=True) for occupant in match_view.summary.occupants
    ]
    return replace(match_view, summary=replace(match_view.summary, occupants=tuple(free)))


def _forms(match_view: MatchView) -> str:
    both = (match_view.question, match_view.public_question, match_view.premove)
    return json.dumps([None if item is None else (item.ticket, repr(item.prompt)) for item in both])


def messages(match_view: MatchView, language: str) -> Iterable[OutgoingMessage]:
    """Yield every message about a match for its viewer, with and without a picture."""
    to, url = reader(language, match_view.summary.names), f"https://discord.com/channels/{'1' * 60}"
    description = alt_text(match_view.tableau, plain_reader(language, match_view.summary.names))
    pictures = [OutgoingFile(f"{name}.png", b"", description) for name in ("table", "aftermath")]
    yield table_message(match_view, pictures, to, remark=NO_THREAD)
    yield table_message(left_alone(match_view), pictures, to, remark=NO_THREAD)
    yield watch_message(match_view, pictures, to)
    yield read_message(match_view, to)
    if match_view.viewer is not None:
        yield hand_message(
            match_view, pictures[:1], to, table_url=url, note=CHANGED, remark=CHANNEL_GONE
        )
        yield hand_message(match_view, (), to, table_url=url, note=CHANGED, remark=CHANNEL_GONE)
        helped = why(match_view.question)
        yield hand_message(match_view, pictures[:1], to, helped=helped)
    if match_view.summary.life is not Life.RUNNING:
        left = Epilogue(Outcome(leavers=match_view.summary.names))
        yield result_message(match_view, pictures[:1], to, left)
        yield result_message(match_view, (), to, left)
        yield ended_message(match_view, to, url)
    else:
        asker = Asker(
            player_id=match_view.viewer or 0, is_moderator=True, wants_stop=match_view.wants_stop
        )
        yield more_message(match_view.summary, asker, to, CHANGED)
        guess = GuessView(match_view.summary, 1, Guess(0, 1), (Guesser("", 1),))
        yield guess_message(guess, to)


def _completed(match_view: MatchView, language: str) -> object:
    to = plain_reader(language, match_view.summary.names)
    asked_now = [
        item.prompt for item in (match_view.question, match_view.premove) if item is not None
    ]
    return [complete_line(prompt, to, typed) for prompt in asked_now for typed in TYPED]


def _refused(match_view: MatchView, language: str) -> Iterable[str]:
    """Return the refusals of typed nonsense, and of answers that no form of ours gives."""
    if match_view.question is None:
        return
    prompt, game = match_view.question.prompt, match_view.summary.game
    to = plain_reader(language, match_view.summary.names)
    for typed in TYPED[1:]:
        result = parse(prompt, to, typed)
        yield speak(result, to) if isinstance(result, Text) else repr(result)
    offered = [choice.id for action in prompt.actions for choice in choices(action.slots)]
    rng = Rng("forged")
    forms: list[Form] = [random_of_type(game, [*offered, "-"], rng) for _ in range(FORGED)]
    for form in ({}, *forms):
        try:
            read_move(game, prompt, form)
        except InvalidMoveError as error:
            yield speak(sentence(error), to)

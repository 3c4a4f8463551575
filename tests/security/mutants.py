"""Code that leaks a secret by one channel, to show that the laws notice.

Every mutant replaces some good code. It leaks a digest of the whole state, which differs in every
state that the laws compare.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

import pytest

import bot.tables.matches.deadlines
import bot.tables.matches.snapshot
import bot.ui.controls.typed_moves
import bot.ui.interactions.errors
import bot.ui.kit.message
import bot.ui.match.hand_drawing
import bot.ui.match.messages.table
import bot.ui.match.public_messages
import bot.ui.match.reminder_messages
import bot.ui.pictures.attachments
import render.engine.png
import render.paint
from bot.tables.domain.fingerprint import fingerprint
from bot.tables.matches.deadlines import ADVANCE, BOT, TIME_UP, DeadlinePlanner
from bot.ui.kit.message import OutgoingMessage, words
from bot.ui.sync.delivery import Delivery
from games.core.answer import forms
from games.core.event import Event
from games.core.game import AnyGame
from games.core.saving import save_state
from games.core.text import Text, say, symbol
from games.core.values import Seat

log = logging.getLogger(__name__)


@dataclass
class Saboteur:
    """Replaces good code of one game's bot; knows the hidden state."""

    patch: pytest.MonkeyPatch
    game: AnyGame
    truth: str = ""
    """A digest of the last state that was viewed."""

    def __post_init__(self) -> None:
        good = self.game.view

        def view(state: Any, viewer: Seat | None) -> Any:
            saved = save_state(self.game, state)
            self.truth = blake2b(repr(saved).encode(), digest_size=4).hexdigest()
            return good(state, viewer)

        self.patch.setattr(self.game, "view", view)

    @property
    def secret(self) -> Text:
        """Return the hidden state's digest as a word."""
        return say("{secret}", secret=symbol(self.truth))

    def around(self, place: object, name: str, spoil: Callable[[Any], Any]) -> None:
        """Change what a function returns."""
        good = getattr(place, name)
        self.patch.setattr(place, name, lambda *given, **named: spoil(good(*given, **named)))


def _view(saboteur: Saboteur) -> None:
    def spoil(view: Any) -> Any:
        text = view.awaiting.model_copy(update={"text": saboteur.secret})
        return view.model_copy(update={"awaiting": text})

    saboteur.around(saboteur.game, "view", spoil)


def _prompt(saboteur: Saboteur) -> None:
    def spoil(prompt: Any) -> Any:
        return None if prompt is None else prompt.model_copy(update={"ask": saboteur.secret})

    saboteur.around(saboteur.game, "prompt", spoil)


def _tableau(saboteur: Saboteur) -> None:
    saboteur.around(
        saboteur.game, "tableau", lambda item: item.model_copy(update={"headline": saboteur.secret})
    )


def _alt_text(saboteur: Saboteur) -> None:
    saboteur.around(render.paint, "alt_text", lambda item: item + saboteur.truth)


def _edit_or_not(saboteur: Saboteur) -> None:
    saboteur.around(bot.tables.matches.snapshot, "fingerprint", lambda item: item + saboteur.truth)


def _points(saboteur: Saboteur) -> None:
    def spoil(standing: Any) -> Any:
        return standing.model_copy(update={"points": (int(saboteur.truth, 16),)})

    saboteur.around(saboteur.game, "standing", spoil)


def _messages(saboteur: Saboteur) -> None:
    saboteur.around(bot.ui.match.messages.table, "_sealed", lambda item: saboteur.secret)


def _custom_ids(saboteur: Saboteur) -> None:
    saboteur.around(bot.ui.kit.message, "encode", lambda item: item + saboteur.truth)


def _completions(saboteur: Saboteur) -> None:
    saboteur.around(
        bot.ui.controls.typed_moves, "_offer", lambda move: (move[0], move[1] + saboteur.truth)
    )


def _refusals(saboteur: Saboteur) -> None:
    saboteur.around(bot.ui.interactions.errors, "_logged", lambda error: saboteur.secret)


def _log_lines(saboteur: Saboteur) -> None:
    def spoil(result: Any) -> Any:
        log.debug("the truth is %s", saboteur.truth)
        return result

    saboteur.around(bot.ui.interactions.errors, "_logged", spoil)


def _pictures(saboteur: Saboteur) -> None:
    saboteur.around(render.engine.png, "file_of", lambda item: item + saboteur.truth.encode())


def _file_names(saboteur: Saboteur) -> None:
    spoil = lambda item: replace(item, filename=f"{saboteur.truth}.png")  # noqa: E731 - shorter than a function
    saboteur.around(bot.ui.pictures.attachments, "attachment", spoil)


class Whisper(Event):
    """Leaks the state to everybody at once, but not in the log."""

    truth: str

    def text(self) -> Text:
        return say("{truth}", truth=symbol(self.truth))

    def logged_for(self) -> frozenset[Seat]:
        return frozenset()


class Note(Whisper):
    """Leaks the state in the log, but to nobody at once."""

    def seen_by(self) -> frozenset[Seat]:
        return frozenset()

    def logged_for(self) -> None:  # type: ignore[override]  # everybody
        return None


def _telling(kind: type[Whisper]) -> Callable[[Saboteur], None]:
    def sabotage(saboteur: Saboteur) -> None:
        saboteur.around(saboteur.game, "advance", lambda item: [*item, kind(truth=saboteur.truth)])

    return sabotage


def _change_of_mind(saboteur: Saboteur) -> None:
    def counting(card: Any, *shown: Any) -> str:
        return f"{fingerprint(card, *shown)} {card.step}"

    saboteur.patch.setattr(bot.tables.matches.snapshot, "fingerprint", counting)


SABOTAGES: Mapping[str, Callable[[Saboteur], None]] = {
    "view": _view,
    "prompt": _prompt,
    "tableau": _tableau,
    "alt text": _alt_text,
    "edit or not": _edit_or_not,
    "points": _points,
    "messages": _messages,
    "custom ids": _custom_ids,
    "completions": _completions,
    "refusals": _refusals,
    "log lines": _log_lines,
    "pictures": _pictures,
    "file names": _file_names,
    "events": _telling(Whisper),
    "log": _telling(Note),
    "change of mind": _change_of_mind,
}
"""The mutant for each channel of a moment."""


def _sooner(kind: str) -> Callable[[Saboteur], None]:
    """Let rows of a kind be due sooner where a seat has no choice."""

    def sabotage(saboteur: Saboteur) -> None:
        good = DeadlinePlanner.rows

        async def rows(timetable: DeadlinePlanner, turn: Any) -> Any:
            result = await good(timetable, turn)
            forced = _forced_seats(turn.position)
            hurried = [
                replace(row, due_at=row.due_at - 100 * forced) if row.kind == kind else row
                for row in result.arm
            ]
            return replace(result, arm=tuple(hurried))

        saboteur.patch.setattr(DeadlinePlanner, "rows", rows)

    return sabotage


def _forced_seats(position: Any) -> int:
    asked = (*position.bot_questions(), *position.people_questions())
    return sum(len([*zip(forms(item.prompt), range(2), strict=False)]) < 2 for item in asked)


UNTIMELY: Mapping[str, Callable[[Saboteur], None]] = {
    "bot seats": _sooner(BOT),
    "answers in advance": _sooner(ADVANCE),
    "clocks": _sooner(TIME_UP),
    "reminders": _sooner("half"),
}
"""The mutants that make a time depend on what somebody holds."""


def _worded(place: object, *names: str) -> Callable[[Saboteur], None]:
    """Let the messages of a function end with the state's digest."""

    def sabotage(saboteur: Saboteur) -> None:
        def spoil(message: OutgoingMessage) -> OutgoingMessage:
            return replace(message, items=(*message.items, words(saboteur.truth)))

        for name in names:
            saboteur.around(place, name, spoil)

    return sabotage


def _edits(saboteur: Saboteur) -> None:
    good = Delivery.edit

    async def edit(posts: Delivery, *given: Any) -> Any:
        for _ in range(int(saboteur.truth[0], 16)):
            await good(posts, *given)
        return await good(posts, *given)

    saboteur.patch.setattr(Delivery, "edit", edit)


def _host_log(saboteur: Saboteur) -> None:
    def spoil(result: Any) -> Any:
        log.info("the truth is %s", saboteur.truth)
        return result

    saboteur.around(bot.tables.matches.snapshot, "fingerprint", spoil)


WIRED: Mapping[str, Callable[[Saboteur], None]] = {
    "to the viewer": _worded(bot.ui.match.hand_drawing, "hand_message"),
    "to the public": _worded(bot.ui.match.public_messages, "table_message"),
    "number of edits": _edits,
    "completions": _completions,
    "log lines": _host_log,
}
"""The mutant for each channel of paired matches."""
CALLING = _worded(bot.ui.match.reminder_messages, "notice_message", "dm_message")
"""The mutants that make reminders leak."""

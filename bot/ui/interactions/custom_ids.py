"""Addresses of the buttons that stand on our own messages: a verb, a match, and a page.

Like the controls of a prompt they outlive the process: everything a press means is in its id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import discord

_PREFIX = "tb"
_SHAPE = re.compile(
    r"tb:([a-z_]{1,20}):([A-Za-z0-9_-]{1,40}):(\d{1,6})(?::([a-z0-9_]{1,20}))?", re.ASCII
)


AFRESH = "new"
"""The detail of a button that opens pages beside the message where it stands."""


class Verb(StrEnum):
    """What a button of ours does."""

    JOIN = "join"
    STAND_UP = "stand_up"
    ADD_BOT = "add_bot"
    REMOVE_BOT = "remove_bot"
    INVITE = "invite"
    REMOVE = "remove"
    NAME_BOT = "name_bot"
    BOT_LEVEL = "bot_level"
    READY = "ready"
    NOT_READY = "not_ready"
    UNSAY = "unsay"
    """Take back an answer that was given in advance."""
    START = "start"
    CANCEL = "cancel"
    OPTIONS = "options"
    """Open the panel of all options of a lobby."""
    OPTION = "option"
    """Choose the value of one option; without a detail, a line of the lobby's menu."""
    SWITCHES = "switches"
    NUMBERS = "numbers"
    PRESET = "preset"
    HAND = "hand"
    READ = "read"
    RULES = "rules"
    LEAVE = "leave"
    LEAVE_SURELY = "leave_surely"
    MORE = "more"
    THIS_TABLE = "this_table"
    """Carry on with a typed command, at the table that was meant."""
    NUDGE = "nudge"
    TAKE_SEAT = "take_seat"
    PAUSE = "pause"
    RESUME = "resume"
    VOTE = "vote"
    UNVOTE = "unvote"
    STOP = "stop"
    STOP_SURELY = "stop_surely"
    REMATCH = "rematch"
    LOG = "log"
    LOG_FILE = "log_file"
    REPLAY = "replay"
    REPLAY_FIRST = "replay_first"
    REPLAY_BACK = "replay_back"
    REPLAY_ON = "replay_on"
    REPLAY_LAST = "replay_last"
    REPLAY_ROUND = "replay_round"
    REPLAY_EYES = "replay_eyes"
    VERIFY = "verify"
    EXPLAIN = "explain"
    ADVICE = "advice"
    PLAY = "play"
    """Open a table of a game."""
    PRACTICE = "practice"
    BOARD = "board"
    BOARD_WORDS = "board_words"
    BOARD_OTHER = "board_other"
    PROFILE = "profile"
    PROFILE_WORDS = "profile_words"
    PROFILE_OTHER = "profile_other"
    DUEL = "duel"
    SEASON_RESET = "season_reset"
    SEASON_NEW = "season_new"
    SEASON_UNDO = "season_undo"
    SETTING = "setting"
    FORGET = "forget"


@dataclass(frozen=True, slots=True)
class CustomId:
    """One button: `match` is a match's id, or a game's key for rules; `page` counts from 0.

    `detail` is one more word, of which only its verb knows the meaning; most places have none.
    """

    verb: Verb
    match: str
    page: int = 0
    detail: str = ""

    def encode(self) -> str:
        plain = f"{_PREFIX}:{self.verb}:{self.match}:{self.page}"
        return f"{plain}:{self.detail}" if self.detail else plain


def decode(custom_id: str) -> CustomId | None:
    """Read a custom id; None for whatever we did not write."""
    found = _SHAPE.fullmatch(custom_id)
    if found is None or found[1] not in set(Verb):
        return None
    return CustomId(Verb(found[1]), found[2], int(found[3]), found[4] or "")


def places_of(message: discord.Message) -> Iterator[CustomId]:
    """Return the places of all our buttons on a message."""
    for component in _walk(message.components):
        place = decode(getattr(component, "custom_id", None) or "")
        if place is not None:
            yield place


def _walk(components: Iterable[object]) -> Iterator[object]:
    for component in components:
        yield component
        yield from _walk(getattr(component, "children", ()))

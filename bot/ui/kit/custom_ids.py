"""The one codec of custom ids: everything that a press means is in its id.

Buttons outlive the process and its updates, so what an older version wrote is still read. A control
belongs to a question. Its path consists of indexes, never of names: the action, then slot and
choice in turn, each counted from 0. The ticket fixes kinds, slots and choice ids in their order. So
a path keeps its meaning as long as the ticket is valid, in every language. It reveals nothing to
anyone who can't see the prompt.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, Literal, Self, get_args, get_type_hints

import discord

from bot.tables.lessons import LessonId
from games.core.values import Seat

LARGEST = 2**63 - 1
"""What the database can hold; every id of Discord is below it."""
LONGEST = 100
"""Characters that Discord lets a custom id have."""

_NAME = "[A-Za-z0-9_-]{1,40}"
_NUMBER = "[0-9a-z]{1,8}"
_BUTTON = re.compile(
    rf"tb:([a-z_]{{1,20}}):({_NAME}):([0-9]{{1,6}})(?::([a-z0-9_]{{1,20}}))?", re.ASCII
)
_CONTROL = re.compile(
    rf"tt:(lesson-)?({_NAME}):([0-9]{{1,3}}):({_NAME}):([a-z]):((?:{_NUMBER}(?:\.{_NUMBER})*)?)",
    re.ASCII,
)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

AFRESH: Final = "new"
"""How a button opens pages in a message of their own."""
AGAIN: Final = "again"
"""How a button opens another attempt at a deal that has been played."""
EVERY: Final = "all"
"""The leaderboard over all games."""
CALLED: Final = "called"
"""The notice with *Take my seat back*."""

Path = tuple[int, ...]


class ControlVerb(StrEnum):
    """The meaning of a press. Each member's docstring gives its path, then its effect."""

    OPEN = "o"
    """(action), or () with the action as the chosen value: do it, or start to fill it in.

    The chosen value may be the path of a choice below the action, which is then the answer."""
    PICK = "p"
    """(slot, choice): fill a PickOne."""
    CHOOSE = "c"
    """(slot) or, for a PickSome, (slot, page), with the chosen values."""
    PAGE = "v"
    """(whatever has pages, page): go to another page."""
    FORM = "f"
    """(action): fill in all slots in one form."""
    SEND = "s"
    """(action, hash of the values shown): answer."""
    CONFIRM = "y"
    """(action, hash of the values shown): answer after the confirmation."""
    RETHINK = "r"
    """(action): cancel the confirmation and keep the values."""
    REST = "e"
    """(slot, choice): fill a PickOne and the ones after it in the same way."""
    CLEAR = "x"
    """(action): empty the form."""
    LEAVE = "l"
    """(): back to all actions."""
    SWAP = "w"
    """(): show the other picture: the table or the hand."""
    GO_ON = "g"
    """(): show the hand and its question, after what the last move brought."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button, a menu or a form of ours, but no control of a question.

    Its fields after the verb are its custom id: a name, a number and a detail, in this order.
    """

    verb: "Verb"


@dataclass(frozen=True, slots=True)
class MatchButton(Button):
    """Something about a match, or about its lobby."""

    match: str


@dataclass(frozen=True, slots=True)
class TableButton(MatchButton):
    """The way to a match: on its table or lobby, or on a notice, which tells the two apart."""

    is_on_notice: bool = False


@dataclass(frozen=True, slots=True)
class SeatButton(MatchButton):
    """A seat to take, counted from 1; 0 is one's own."""

    number: int = 0
    notice: Literal["", "called"] = ""


@dataclass(frozen=True, slots=True)
class OptionButton(MatchButton):
    """Options of a lobby, or the one of this name; older versions numbered the lines of a menu."""

    line: int = 0
    option: str = ""


@dataclass(frozen=True, slots=True)
class ReplayButton(MatchButton):
    """A step of a match, and whose eyes see it."""

    step: int = 0
    eyes: str = ""


@dataclass(frozen=True, slots=True)
class PositionButton(MatchButton):
    """A step of a match from which a practice table starts, and the seat if it is known."""

    step: int = 0
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class MistakeButton(MatchButton):
    """A costly decision of a review, counted from 0."""

    number: int = 0


@dataclass(frozen=True, slots=True)
class LogButton(MatchButton):
    """A page of a match's log, counted from 0."""

    page: int = 0
    how: Literal["", "new"] = ""


@dataclass(frozen=True, slots=True)
class RulesButton(Button):
    """A page of a game's rules, counted from 0; `subject` is a game or one of its matches."""

    subject: str
    page: int = 0
    how: Literal["", "new"] = ""


@dataclass(frozen=True, slots=True)
class CommandButton(Button):
    """A typed command, by its interaction, at the table that was meant or at the chosen one."""

    table: str
    page: int = 0
    command: int = 0


@dataclass(frozen=True, slots=True)
class BoardButton(Button):
    """A page of a leaderboard, counted from 0; without a season, of the current one."""

    board: str
    page: int = 0
    season: int | None = None


@dataclass(frozen=True, slots=True)
class ProfileButton(Button):
    """A player's profile on a leaderboard."""

    player: int
    season: int = 0
    board: str = ""


@dataclass(frozen=True, slots=True)
class SeasonButton(Button):
    """A season of a server's leaderboards."""

    name: Literal["season"]
    season: int


@dataclass(frozen=True, slots=True)
class GameButton(Button):
    """A game."""

    game: str


@dataclass(frozen=True, slots=True)
class LessonButton(GameButton):
    """A lesson of a game, counted from 1; 0 is the first that is not passed."""

    lesson: int = 0
    how: Literal["", "new"] = ""


@dataclass(frozen=True, slots=True)
class DealButton(GameButton):
    """The deal of a day; an older version had a weekly deal of each game, on day 0."""

    day: int = 0
    how: Literal["", "new", "again"] = ""


@dataclass(frozen=True, slots=True)
class TournamentButton(Button):
    """A tournament; `message` is the number of the message where the button stands."""

    tournament: str
    message: int = 0


@dataclass(frozen=True, slots=True)
class SettingButton(Button):
    """A setting of a server, or the group of its switches; older versions named a value too."""

    setting: str
    page: int = 0
    value: str = ""


@dataclass(frozen=True, slots=True)
class OwnButton(Button):
    """Something about the person who presses."""

    whose: Literal["me"] = "me"


class Verb(StrEnum):
    """What a button around a match, a game or a server does, and what such a button names."""

    def __new__(cls, value: str, shape: type[Button] = MatchButton) -> Self:
        verb = str.__new__(cls, value)
        verb._value_ = value
        verb.shape = shape
        return verb

    shape: type[Button]
    """The kind of its buttons; without one, they name only a match."""

    JOIN = "join", TableButton
    STAND_UP = "stand_up"
    ADD_BOT = "add_bot"
    INVITE = "invite"
    REMOVE = "remove"
    NAME_BOT = "name_bot"
    BOT_LEVEL = "bot_level"
    READY = "ready"
    NOT_READY = "not_ready"
    TAKE_BACK_PREMOVE = "unsay"
    START = "start"
    CANCEL = "cancel"
    OPTIONS = "options"
    """Open the panel of all options of a lobby."""
    LOBBY_MORE = "lobby_more"
    """Open the private panel of a lobby."""
    VARIANT = "variant", OptionButton
    """Switch a printed variant of the game on or off."""
    OPTION = "option", OptionButton
    """Choose the value of one option; without a name, a line of the lobby's menu."""
    HOUSE_RULE = "house_rule", OptionButton
    """Choose the option that is to be changed."""
    NUMBERS = "numbers", OptionButton
    PRESET = "preset", OptionButton
    HAND = "hand", TableButton
    READ = "read"
    RULES = "rules", RulesButton
    LEAVE = "leave"
    LEAVE_SURELY = "leave_surely"
    MORE = "more"
    REFRESH = "refresh"
    """Show a table as it is now, where only a press lets the bot do so."""
    BRING_DOWN = "bring_down"
    """Post a table again below what people have written since."""
    THIS_TABLE = "this_table", CommandButton
    """Carry on with a typed command, at the table that was meant."""
    NUDGE = "nudge"
    TAKE_SEAT = "take_seat", SeatButton
    PAUSE = "pause"
    RESUME = "resume"
    CLOCK = "clock"
    """Choose the clock that one wants from now on."""
    WANT_CLOCK = "want_clock"
    GUESS = "guess"
    """Choose who one thinks wins."""
    GUESS_WINNER = "guess_winner"
    TRAIN = "train", OwnButton
    """Decide one's own costly decisions again."""
    TAKE_BACK = "take_back", ReplayButton
    """Take back the last step, ask for that, or agree to it."""
    VOTE = "vote"
    UNVOTE = "unvote"
    STOP = "stop"
    STOP_SURELY = "stop_surely"
    REMATCH = "rematch"
    LOG = "log", LogButton
    LOG_ROUND = "log_round", LogButton
    """Show the first page of the round that is chosen."""
    LOG_FILE = "log_file"
    REPLAY = "replay", ReplayButton
    REPLAY_FIRST = "replay_first", ReplayButton
    REPLAY_BACK = "replay_back", ReplayButton
    REPLAY_ON = "replay_on", ReplayButton
    REPLAY_LAST = "replay_last", ReplayButton
    REPLAY_ROUND = "replay_round", ReplayButton
    REPLAY_EYES = "replay_eyes", ReplayButton
    REPLAY_STEP = "replay_step", ReplayButton
    REPLAY_MORE = "replay_more", ReplayButton
    """Show menus and buttons in place of the step."""
    PLAY_CLIP = "play_film", ReplayButton
    """Show the clip to the person who presses, in place of a step."""
    EXPORT = "export"
    """Save a match as a file."""
    SHARE_REPLAY = "share_replay", ReplayButton
    """Post the step of a private replay for everybody in the channel."""
    SHARE_CLIP = "share_film"
    """Post a clip of a match's key moments for everybody in the channel."""
    VERIFY = "verify"
    REVIEW = "review"
    REVIEW_STEP = "review_step", MistakeButton
    SHARE_REVIEW = "share_review"
    SHARE_DECISION = "share_decision", MistakeButton
    RULES_HEADING = "rules_heading", RulesButton
    """Open the rules at the heading that is chosen."""
    EXPLAIN = "explain"
    ADVICE = "advice"
    PLAY = "play", GameButton
    """Open a table of a game."""
    PLAY_NOW = "play_now", GameButton
    """Begin a private table against two bots; a game may be chosen when it is pressed."""
    CHOOSE_GAME = "choose_game", GameButton
    WELCOME = "welcome", GameButton
    """Come back to what a newcomer sees first."""
    WELCOME_MORE = "welcome_more", GameButton
    LEGEND = "legend", GameButton
    """Show what the icons of a game's pictures mean."""
    PRACTICE = "practice", GameButton
    PLAY_ON = "play_on", PositionButton
    """Open a practice table at a step."""
    LEARN = "learn", LessonButton
    """Open a lesson."""
    LEARN_ANSWER = "learn_answer", LessonButton
    """Name a right answer of a lesson."""
    WEEKLY_DEAL = "challenge", DealButton
    """Open today's deal, from a message of an older version."""
    DEAL = "deal", DealButton
    DEAL_PLAY = "deal_play", DealButton
    DEAL_MORE = "deal_more", DealButton
    """Show what else can be done with a deal."""
    DEAL_PAST = "deal_past", DealButton
    """Open the earlier deal that is chosen."""
    DEAL_LOOK = "deal_look", DealButton
    """Replay the attempt that is chosen from a board."""
    DEAL_WEEK = "deal_week", DealButton
    """Show the board of a day's week."""
    DEAL_SHARE = "deal_share", DealButton
    BOARD = "board", BoardButton
    BOARD_WORDS = "board_words", BoardButton
    BOARD_OTHER = "board_other", BoardButton
    BOARD_MORE = "board_more", BoardButton
    """Show the rarer buttons of a board."""
    SHARE_BOARD = "share_board", BoardButton
    PROFILE = "profile", ProfileButton
    PROFILE_WORDS = "profile_words", ProfileButton
    PROFILE_OTHER = "profile_other", ProfileButton
    SHARE_PROFILE = "share_profile", ProfileButton
    DUEL = "duel", ProfileButton
    SEASON_RESET = "season_reset", BoardButton
    SEASON_NEW = "season_new", SeasonButton
    SEASON_UNDO = "season_undo", SeasonButton
    TOURNAMENT_JOIN = "tournament_join", TournamentButton
    TOURNAMENT_LEAVE = "tournament_leave", TournamentButton
    TOURNAMENT_CHECK_IN = "tournament_check_in", TournamentButton
    TOURNAMENT_STANDINGS = "tournament_standings", TournamentButton
    TOURNAMENT_CANCEL = "tournament_cancel", TournamentButton
    SETTING = "setting", SettingButton
    TEST_DM = "test_dm", OwnButton
    """Send a direct message to whoever presses."""
    FORGET = "forget", OwnButton
    CHALLENGE = "challenge_to", OwnButton
    """Open a table of the game in a form, and invite its people."""

    def for_match(self, match: str) -> Button:
        """Return its button at a match, with nothing else in it."""
        return self.shape(self, match)  # type: ignore[call-arg]  # only verbs of matches get here


@dataclass(frozen=True, slots=True)
class ControlId:
    """One control of one question."""

    match: str
    """Of the type LessonId, if it is a lesson."""
    seat: Seat
    ticket: str
    verb: ControlVerb
    path: Path = ()


CustomId = Button | ControlId

Handler = Callable[[discord.Interaction, Any], Awaitable[None]]
"""Answers the press of a button, of the kind that its verb has."""


def encode(pressed: CustomId) -> str:
    """Return the custom id; raises ValueError when it would be too long or unreadable."""
    if isinstance(pressed, Button):
        values = [getattr(pressed, field.name) for field in fields(pressed)[1:]]
        values[1:1] = [] if _has_number(type(pressed)) else [0]
        name, number, detail = (*values, None)[:3]
        custom_id = f"tb:{pressed.verb}:{name}:{int(number or 0)}"
        custom_id += f":{detail}" if detail not in (None, "") else ""
    else:
        path = ".".join(map(_base36, pressed.path))
        control = f"{pressed.match}:{pressed.seat}:{pressed.ticket}:{pressed.verb}:{path}"
        custom_id = f"tt:lesson-{control}" if type(pressed.match) is LessonId else f"tt:{control}"
    if len(custom_id) > LONGEST or _read(custom_id) is None:
        raise ValueError(f"no custom id: {custom_id!r}")
    return custom_id


def decode(custom_id: str) -> CustomId | None:
    """Read a custom id; None if it isn't one of ours."""
    pressed = _read(custom_id) if len(custom_id) <= LONGEST else None
    # Only the exact text that we write is valid: no leading zeros, for example.
    return pressed if pressed is not None and encode(pressed) == custom_id else None


def buttons_of(message: discord.Message) -> Iterator[Button]:
    """Return all our buttons on a message, without the controls of a question."""
    for component in _walk(message.components):
        pressed = decode(getattr(component, "custom_id", None) or "")
        if isinstance(pressed, Button):
            yield pressed


def shows_table(message: discord.Message, match_id: str) -> bool:
    """Whether a message is a match's lobby, table or result."""
    return any(
        button.verb in (Verb.JOIN, Verb.HAND, Verb.REMATCH) and button.match == match_id
        for button in buttons_of(message)
        if isinstance(button, MatchButton)
    )


@lru_cache(maxsize=2048)
def _read(custom_id: str) -> CustomId | None:
    """Read a custom id; cached, because a message repeats its buttons at every edit."""
    button = _BUTTON.fullmatch(custom_id)
    if button is not None and button[1] in set(Verb):
        return _button(Verb(button[1]), button.group(2, 3, 4))
    control = _CONTROL.fullmatch(custom_id)
    if control is not None and control[5] in set(ControlVerb):
        path = tuple(int(number, 36) for number in control[6].split(".")) if control[6] else ()
        match = LessonId(control[2]) if control[1] else control[2]
        return ControlId(match, int(control[3]), control[4], ControlVerb(control[5]), path)
    return None


def _button(verb: Verb, words: Sequence[str | None]) -> Button | None:
    """Read the fields of a button as their types say; None if one of them isn't of its type."""
    shape = verb.shape
    try:
        words = words if _has_number(shape) else [words[0], *words[2:]]
        values = [
            _value(hint, word or "") for hint, word in zip(_HINTS[shape], words, strict=False)
        ]
    except ValueError:
        return None
    return shape(verb, *values)


_HINTS = {shape: [*get_type_hints(shape).values()][1:] for shape in {verb.shape for verb in Verb}}
"""The types of each kind's fields after the verb."""


def _has_number(shape: type[Button]) -> bool:
    """Whether the second field is the number of the custom id; otherwise that is 0."""
    return _HINTS[shape][1:2] in ([int], [bool])


def _value(hint: object, word: str) -> str | int | None:
    """Return a word as a value of this type; raises ValueError if it isn't one."""
    if hint is str or word in get_args(hint):
        return word
    if not word and (hint is int or type(None) in get_args(hint)):
        return 0 if hint is int else None
    if not word.isdecimal() or int(word) > LARGEST:
        raise ValueError(f"not of type {hint}: {word!r}")
    return bool(int(word)) if hint is bool else int(word)


def _base36(number: int) -> str:
    if number < 0:
        raise ValueError(f"a path has no place {number}")
    digits = _DIGITS[number % 36]
    while number := number // 36:
        digits = _DIGITS[number % 36] + digits
    return digits


def _walk(components: Iterable[object]) -> Iterator[object]:
    for component in components:
        yield component
        yield from _walk(getattr(component, "children", ()))

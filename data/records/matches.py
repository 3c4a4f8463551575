"""Plain values that are written to the database and read from it.

Discord ids are 64-bit integers. Times are milliseconds since 1970 in UTC, named `..._at`, given by
the caller. `Json` is a dict of JSON values. `Saved` is opaque, written by `games.core.saving`.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from games.core.ai.memory import Level

Json: TypeAlias = dict[str, Any]
Saved: TypeAlias = bytes


NOWHERE = 0
"""The server of a practice table, which belongs to one person, and its channel if it has none."""
ELSEWHERE = 1
"""The server of a table in a conversation or server without the bot, which only answers there."""
LEFT = "left"
"""The end reason of a tenure whose player left."""
PLANNED = "planned"
"""The kind of deadline of a table for later: a date of its own, which no downtime moves."""


def is_stand_in(player_id: int | None) -> bool:
    """Return whether an id is a deleted player's: it is negative, unlike every Discord id."""
    return player_id is not None and player_id < 0


class Life(StrEnum):
    """The stage of a match: lobby, running, or one of three ends."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    STOPPED = "stopped"
    CANCELLED = "cancelled"


OPEN_LIVES = (Life.LOBBY, Life.RUNNING)


class Actor(StrEnum):
    """Who made a step."""

    SETUP = "setup"
    PLAYER = "player"
    BOT = "bot"
    TIMEOUT = "timeout"
    HOST = "host"


class SurfaceKind(StrEnum):
    TABLE = "table"
    HAND = "hand"
    DM_HAND = "dm_hand"
    LOBBY = "lobby"
    RESULT = "result"
    NOTICE = "notice"
    TOURNAMENT = "tournament"
    DEAL = "deal"
    SIGN = "sign"
    """The message at which a table's thread began, which leads there."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """The holder of a seat: either a player, or a bot with a name and a level."""

    player_id: int | None = None
    bot: str | None = None
    level: Level = Level.NORMAL

    def __post_init__(self) -> None:
        if (self.player_id is None) == (self.bot is None):
            raise ValueError("a seat is held by either a player or a bot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The agreement of a lobby: the rules, and who holds each seat (seat 0 first)."""

    host_id: int
    options: Saved
    sitters: tuple[Sitter, ...] = ()
    rated: bool = True

    def __post_init__(self) -> None:
        names = [sitter.player_id or sitter.bot for sitter in self.sitters]
        if len(set(names)) < len(names):
            raise ValueError("a player holds one seat of a match, and each bot has its own name")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLobby:
    match_id: str
    guild_id: int = NOWHERE
    channel_id: int
    game: str
    terms: Terms
    created_at: int
    rematch_of: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyLimits:
    """The most tables that may be open when a lobby is created; None means no limit.

    `per_host` counts the lobbies of its host, whom the server must not have barred.
    `per_channel` counts the lobbies and running matches of its channel.
    """

    per_host: int | None = None
    per_channel: int | None = None


NO_LIMITS = LobbyLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenure:
    """The time one player, or one bot, held a seat; open while `ended_at` is None.

    `reason` says why it began ("joined", "substitute" ...), `end_reason` why it ended.
    `from_step` is the last step made before it began.
    """

    tenure_id: int
    match_id: str
    seat: int
    sitter: Sitter
    from_step: int
    started_at: int
    reason: str
    ended_at: int | None = None
    end_reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPeople:
    """Lists of players that a table keeps besides its seats, in the order they were added.

    `invited` players are expected in the lobby; `called` ones were sent their invitation. `kicked`
    ones may not join. `ready` ones pressed Ready. `votes` are the secret votes to stop.
    """

    invited: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    kicked: tuple[int, ...] = ()
    ready: tuple[int, ...] = ()
    votes: tuple[int, ...] = ()


NO_PEOPLE = MatchPeople()


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One match without its state.

    `revision` grows with every visible change: a seat taken, a step, a pause. `step` is the number
    of the last step; the setup is step 0. `moves_made` counts the answers of each seat. `holders`
    are the current tenures, one per seat; a lobby has none. `last_players` held each seat last;
    None if it was always a bot's. `table_state` is the application's own JSON document.
    """

    match_id: str
    guild_id: int
    channel_id: int
    game: str
    life: Life
    terms: Terms
    revision: int
    step: int
    created_at: int
    rematch_of: str | None = None
    state_version: int | None = None
    secret: bytes = field(default=b"", repr=False)
    seed_hash: str | None = None
    moves_made: tuple[int, ...] = ()
    holders: tuple[Tenure, ...] = ()
    last_players: tuple[int | None, ...] = ()
    people: MatchPeople = NO_PEOPLE
    table_state: str = "{}"
    result: Json | None = None
    started_at: int | None = None
    ended_at: int | None = None

    @property
    def is_practice(self) -> bool:
        """Whether it belongs to one person, and to no server."""
        return self.guild_id == NOWHERE

    @property
    def answers_only(self) -> bool:
        """Whether it is in a channel where the bot can only answer presses."""
        return self.guild_id == ELSEWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The start of a match: who holds each seat, the first state, and the setup's events."""

    sitters: tuple[Sitter, ...]
    state_version: int
    secret: bytes = field(repr=False)
    seed_hash: str
    state: Saved = field(repr=False)
    events: tuple[Saved, ...] = ()
    started_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedSteps:
    """The steps of an ended match, up to number `step`, with which another match begins."""

    match_id: str
    step: int
    moves_made: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStep:
    """One move and its events, before it has a number."""

    seat: int | None
    actor: Actor
    move: Saved | None
    events: tuple[Saved, ...]
    made_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The steps with which a match begins, the setup first, and the state after that one."""

    steps: tuple[NewStep, ...]
    first_state: Saved = field(repr=False)
    moves_made: tuple[int, ...]

    @property
    def step(self) -> int:
        """The number of the last one."""
        return len(self.steps) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRecord:
    """A step in the history; `seat` and `move` are None for the setup."""

    match_id: str
    step: int
    seat: int | None
    actor: Actor
    move: Saved | None
    events: tuple[Saved, ...]
    made_at: int
    interaction_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The end of a match; `rated` overrides the lobby's terms, if given.

    `winners` are the seats that have won, None without a result. `left` is the seat whose player
    ended it by leaving.
    """

    life: Life
    ended_at: int
    result: Json | None = None
    winners: tuple[int, ...] | None = None
    left: int | None = None
    rated: bool | None = None

    def __post_init__(self) -> None:
        if self.life in OPEN_LIVES:
            raise ValueError(f"{self.life} doesn't end a match")


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A file of a message: its name, a digest of its content, and Discord's id of it."""

    filename: str
    digest: str
    attachment_id: int


@dataclass(frozen=True, slots=True)
class OwedAnswer:
    """A player whom a reminder calls, and the ticket of the question that they are to answer."""

    player_id: int
    ticket: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What tells one showing of a message from the next: equal ones need no edit.

    `place` is the channel of a table, and of a hand the message of its table. `asks` are the seats
    that a table waits for, or else `missing` is how many hidden answers it waits for; it `nudges`
    while it offers to remind them. `wishes` are the clocks and take-backs that it names. `later` is
    what may be seen some seconds late.
    """

    stage: str
    fingerprint: str = ""
    language: str = ""
    due_at: int | None = None
    paused: bool = False
    place: int | None = None
    is_troubled: bool = False
    question: str | None = None
    premove: str = ""
    asks: tuple[int, ...] = ()
    missing: int | None = None
    nudges: bool = False
    wishes: tuple[str, ...] = ()
    later: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """One of our messages, stored before it is sent.

    `message_id` and its channel are None until Discord has sent them. `shown` is what it shows, and
    `shown_revision` the match's revision of that; None before the first paint. `version` counts the
    changes of the row. An ephemeral message can be edited with its `token` until `token_until`. An
    edit keeps the `pictures` that the message has already. `owed` are the answers that a reminder
    waits for; they are written once, with the row.
    """

    surface_id: str
    match_id: str
    kind: SurfaceKind
    nonce: str
    player_id: int | None = None
    guild_id: int | None = None
    channel_id: int | None = None
    message_id: int | None = None
    shown_revision: int | None = None
    ticket: str | None = None
    shown: Shown | None = None
    version: int = 0
    lacks_pictures: bool = False
    token: str | None = field(default=None, repr=False)
    token_until: int | None = None
    retired: bool = False
    pictures: tuple[ShownPicture, ...] = ()
    owed: tuple[OwedAnswer, ...] = ()


def is_behind(surface: Surface, match: Match) -> bool:
    """Tell whether a message shows an older revision, nothing yet, or lacks its pictures."""
    is_old = surface.shown_revision is None or surface.shown_revision < match.revision
    return is_old or surface.lacks_pictures


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """Something the scheduler does at `due_at`: named by kind, match, seat, player and ticket.

    `player_id` is set if it concerns a person. `question` names what a reminder is about. `is_rest`
    marks the remaining time of an absent player's turn. `tries` counts failed attempts.
    """

    kind: str
    match_id: str
    seat: int | None
    ticket: str
    due_at: int
    player_id: int | None = None
    question: str = ""
    is_rest: bool = False
    tries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineMask:
    """Selects deadlines of one match; None matches everything."""

    match_id: str
    kind: str | None = None
    seat: int | None = None
    player_id: int | None = None
    ticket: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Premove:
    """A form filled in before its question, which is named by `about`."""

    match_id: str
    seat: int
    about: str
    form: Json = field(repr=False)
    given_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenInteraction:
    """An interaction and its answer, which is repeated if the interaction is delivered again."""

    interaction_id: int
    player_id: int
    seen_at: int
    answer: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """A seat that changes hands; `reason` ends one tenure and begins another."""

    seat: int
    sitter: Sitter
    reason: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Rows that are written in the same transaction as a change of a match, or not at all.

    An existing deadline keeps its time, so that one player's answer doesn't restart another's
    clock. Deadlines are dropped first; then `pause_at` pauses the rest; then new ones are added.
    `people` and `table_state` replace those of the match unless they are None.
    """

    seen: SeenInteraction | None = None
    hand_overs: tuple[HandOver, ...] = ()
    drop_deadlines: tuple[DeadlineMask, ...] = ()
    pause_at: int | None = None
    deadlines: tuple[Deadline, ...] = ()
    surfaces: tuple[Surface, ...] = ()
    people: MatchPeople | None = None
    table_state: str | None = None


NO_EXTRA = Extra()


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRecord:
    """A player's preferences everywhere; `dm_closed` means that DMs to the player failed."""

    player_id: int
    language: str | None = None
    prefers_dm: bool = False
    text_only: bool = False
    dm_closed: bool = False
    settings: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuildRecord:
    """A server's settings; `removed_at` is the time when the bot was removed from it, if it was."""

    guild_id: int
    language: str | None = None
    settings: Json = field(default_factory=dict)
    removed_at: int | None = None

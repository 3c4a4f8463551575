"""The plain values that go into the database and come out of it.

Ids of Discord are 64-bit integers, times are milliseconds since 1970 in UTC (named `..._at`),
always given by the caller: nothing in here has a clock. `Json` is a dict that JSON can hold;
`Saved` is a value of the rules side as `games.core.saving` wrote it, which nobody here looks into.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from games.core.ai.memory import Level

Json: TypeAlias = dict[str, Any]
Saved: TypeAlias = bytes


NOWHERE = 0
"""The server of what stands in none: a practice table belongs to one person, wherever they are."""


def is_stand_in(player_id: int | None) -> bool:
    """Whether an id stands for somebody who was forgotten: below 0, as no player's of Discord."""
    return player_id is not None and player_id < 0


class Life(StrEnum):
    """How far a match has come: lobby, running, then one of the three ends."""

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


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a player, or a bot with a name and a level, never both."""

    player_id: int | None = None
    bot: str | None = None
    level: Level = Level.NORMAL

    def __post_init__(self) -> None:
        if (self.player_id is None) == (self.bot is None):
            raise ValueError("a seat is held by a player or by a bot, by exactly one of them")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is agreed on in a lobby: the rules to play by, and who sits where (seat 0 first)."""

    host_id: int
    options: Saved
    sitters: tuple[Sitter, ...] = ()
    rated: bool = True

    def __post_init__(self) -> None:
        names = [sitter.player_id or sitter.bot for sitter in self.sitters]
        if len(set(names)) < len(names):
            raise ValueError("nobody holds two seats of one match, and no two bots share a name")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLobby:
    match_id: str
    guild_id: int
    channel_id: int
    game: str
    terms: Terms
    created_at: int
    rematch_of: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyLimits:
    """How many tables may be open before a new lobby is refused; None sets no limit.

    `per_host` counts the lobbies that its host hosts, `per_channel` the lobbies and running matches
    of its channel.
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
    """Lists of players that a table keeps beside its seats, in the order they were added.

    `invited` players are expected in the lobby, `called` ones were sent their invitation, `kicked`
    ones may not join, `ready` ones pressed Ready, and `votes` are the secret votes to stop.
    """

    invited: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    kicked: tuple[int, ...] = ()
    ready: tuple[int, ...] = ()
    votes: tuple[int, ...] = ()


NO_PEOPLE = MatchPeople()


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One play of a game, all but its state.

    `revision` grows with every change that somebody might see (a seat taken, a step, a pause);
    `step` counts the moves made, the setup being step 0. `moves_made` counts the answers of each
    seat. `holders` are the latest tenures, one a seat, empty in a lobby; `last_players` are the
    players who held the seats last, None for one that was a bot's from the deal on. `table_state`
    is the application's own JSON document about the table. `secret` keys the tickets.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """How a match begins: who sits where, the first state, and what the setup drew."""

    sitters: tuple[Sitter, ...]
    state_version: int
    secret: bytes = field(repr=False)
    seed_hash: str
    state: Saved = field(repr=False)
    events: tuple[Saved, ...] = ()
    started_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStep:
    """One move and its events, before it has a number."""

    seat: int | None
    actor: Actor
    move: Saved | None
    events: tuple[Saved, ...]
    made_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRecord:
    """A step as the history keeps it; `seat` and `move` are None for the setup."""

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
    """How a match ended; `rated` overrules what the lobby agreed on, if given."""

    life: Life
    ended_at: int
    result: Json | None = None
    rated: bool | None = None

    def __post_init__(self) -> None:
        if self.life in OPEN_LIVES:
            raise ValueError(f"{self.life} is no way to end a match")


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A file of a message: its name, the digest of its content, and Discord's id of it."""

    filename: str
    digest: str
    attachment_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """A message of ours, written down before it is sent.

    `message_id` and its channel are None until Discord has told them. `shown_revision` is the
    revision of the match that it shows, None before the first paint. `token` belongs to an
    ephemeral message: with it the message can be edited until `token_until`. `pictures` are the
    files that it has, so that an edit sends none of them again.
    """

    surface_id: str
    match_id: str
    kind: SurfaceKind
    nonce: str
    player_id: int | None = None
    tenure_id: int | None = None
    guild_id: int | None = None
    channel_id: int | None = None
    message_id: int | None = None
    shown_revision: int | None = None
    ticket: str | None = None
    fingerprint: str | None = None
    token: str | None = field(default=None, repr=False)
    token_until: int | None = None
    retired: bool = False
    pictures: tuple[ShownPicture, ...] = ()


def is_behind(surface: Surface, match: Match) -> bool:
    """Whether a message shows less than its match has become, or nothing yet."""
    return surface.shown_revision is None or surface.shown_revision < match.revision


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """Something the scheduler does at `due_at`: named by kind, match, seat, player and ticket.

    `player_id` is set where the deadline concerns a person rather than a seat. `question` names
    what a reminder is about. `is_rest` marks the rest of an absent player's turn. `tries` counts
    failed attempts.
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
    """Names deadlines of one match; what is None matches everything."""

    match_id: str
    kind: str | None = None
    seat: int | None = None
    player_id: int | None = None
    ticket: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Premove:
    """A form that a player has filled in before being asked, for the moment named `about`."""

    match_id: str
    seat: int
    about: str
    form: Json = field(repr=False)
    given_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenInteraction:
    """An interaction of Discord and what was answered, to be answered the same again."""

    interaction_id: int
    player_id: int
    seen_at: int
    answer: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """A seat that goes to somebody else; `reason` ends one tenure and begins another."""

    seat: int
    sitter: Sitter
    reason: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """What is written in the same transaction as a change of a match, or not at all.

    A deadline that stands already keeps its time, so that nobody's answer restarts another's.
    Drops come first, then `pause_at` pauses all deadlines, then new ones are armed. `people` and
    `table_state` replace those of the match unless they are None.
    """

    seen: SeenInteraction | None = None
    hand_overs: tuple[HandOver, ...] = ()
    drop_deadlines: tuple[DeadlineMask, ...] = ()
    pause_at: int | None = None
    deadlines: tuple[Deadline, ...] = ()
    surfaces: tuple[Surface, ...] = ()
    people: MatchPeople | None = None
    table_state: str | None = None


ALONE = Extra()


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRecord:
    """What a player prefers everywhere; `dm_closed` is what was noticed when writing to them."""

    player_id: int
    language: str | None = None
    prefers_dm: bool = False
    text_only: bool = False
    dm_closed: bool = False
    settings: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuildRecord:
    """A server's settings; `removed_at` says since when the bot is no longer in it."""

    guild_id: int
    language: str | None = None
    settings: Json = field(default_factory=dict)
    removed_at: int | None = None

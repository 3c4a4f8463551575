"""The application's read models: frozen values with only what one person may know."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.tables.domain.time_controls import NO_CLOCK, TableClock
from data.records.matches import ELSEWHERE, NOWHERE, Life
from games.core.ai.memory import Level
from games.core.game import AnyGame, Result, Standing, View
from games.core.options import OptionField, Options, changed
from games.core.prompt import Form, Prompt
from games.core.tableau import Tableau
from games.core.text import Text
from games.core.values import Frozen, Seat


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a seat of a match; `name` is a display name, to be escaped.

    A bot seat that plays on for somebody has `stands_in_for`, the player who may take the seat
    back at any time; `open_to_substitutes` while anybody else may sit down there.
    """

    seat: Seat
    name: str
    player_id: int | None
    is_bot: bool
    stands_in_for: int | None = None
    open_to_substitutes: bool = False
    level: Level = Level.NORMAL
    """How well it plays, if it is a bot."""


class LobbySitter(NamedTuple):
    """A person or bot in a lobby; `is_ready` after they pressed Ready."""

    player_id: int | None
    name: str
    is_bot: bool
    is_ready: bool = False
    level: Level = Level.NORMAL
    """How well it plays, if it is a bot."""


class TableOption(NamedTuple):
    """An option that every table has, with its current value."""

    field: OptionField
    value: Any


class DailyDeal(Frozen):
    """The day whose deal a match is, and whether it was begun as its player's counted attempt."""

    day: int
    counts: bool


class Origin(Frozen):
    """The position of an ended match with which a practice match begins."""

    match_id: str
    step: int
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSummary:
    """The public facts of a match; times in milliseconds since 1970 (UTC).

    `revision` grows with every change that somebody might see, `step` with every move.
    `seed_hash` stands from the start, `seed` is None until the match has ended. In a lobby the
    occupants are the sitters in the order they sat down. `due_at` is when the time for the question
    at hand is up, None without a clock or in a pause; it tells nothing of who has answered already.
    """

    id: str
    game: AnyGame = field(repr=False)
    guild_id: int = NOWHERE
    channel_id: int = NOWHERE
    parent_id: int | None = None
    """The channel that a thread belongs to, where the table was opened in one."""
    life: Life
    host_id: int
    options: Options
    occupants: tuple[Occupant, ...]
    step: int
    revision: int
    seed_hash: str | None = None
    seed: str | None = None
    created: int
    started: int | None = None
    ended: int | None = None
    rematch_of: str | None = None
    origin: Origin | None = None
    """Where a practice match from a position comes from."""
    daily: DailyDeal | None = None
    """The daily deal that is played at this table."""
    clock: TableClock = NO_CLOCK
    clock_wishes: tuple[tuple[Seat, TableClock], ...] = ()
    """The clocks that seats want instead."""
    take_back: tuple[Seat, bool] | None = None
    """The seat that wants to take back the last move, or True: that has just done so."""
    paused: bool = False
    due_at: int | None = None
    waiting_since: int = 0
    """When its last step was made, or its last pause ended."""
    thread: bool = False
    """Whether the match gets a thread of its own."""
    starts_at: int | None = None
    """When the people of a lobby for later want to begin."""
    expired: bool = False
    """Whether a lobby was closed because nobody joined."""

    @property
    def code(self) -> str:
        """A short code that identifies a table for people."""
        return self.id[:4]

    @property
    def is_practice(self) -> bool:
        """Whether it is a practice match, visible only to its one player."""
        return self.guild_id == NOWHERE

    @property
    def answers_only(self) -> bool:
        """Whether it is in a channel where the bot can only answer presses."""
        return self.guild_id == ELSEWHERE

    @property
    def game_key(self) -> str:
        return self.game.info.key

    @property
    def names(self) -> tuple[str, ...]:
        """The display names by seat, as a Reader wants them."""
        return tuple(occupant.name for occupant in self.occupants)

    def seat_of(self, player_id: int | None) -> Seat | None:
        """The seat of this player; None for a spectator."""
        if player_id is None:
            return None
        held = (o.seat for o in self.occupants if o.player_id == player_id)
        return next(held, None)


class LobbyView(NamedTuple):
    """A table before its match starts; `invited` people are expected and have not sat down yet.

    `options` are those of the table; the game's own are in the card. It closes at `expires_at`
    (milliseconds since 1970, UTC) unless something changes before.
    """

    summary: MatchSummary
    sitters: tuple[LobbySitter, ...]
    least: int
    most: int
    can_start: bool
    invited: tuple[LobbySitter, ...] = ()
    options: tuple[TableOption, ...] = ()
    expires_at: int | None = None

    def agreed(self, name: str) -> Any:  # of the type that the option's own field names
        """The value of an option of the table; None for one that is not offered."""
        return next((option.value for option in self.options if option.field.name == name), None)

    @property
    def changed(self) -> tuple[tuple[Text, Text], ...]:
        """Title and value of each option that differs from its default, the table's own first."""
        of_table = ((field, value) for field, value in self.options if value != field.default)
        return (
            *((field.title, field.shown(value)) for field, value in of_table),
            *changed(self.summary.options),
        )

    @property
    def needs_ready(self) -> bool:
        """Whether everybody must press Ready before the match starts."""
        return bool(self.agreed("ready_check"))

    @property
    def all_ready(self) -> bool:
        return all(sitter.is_ready for sitter in self.sitters if not sitter.is_bot)


class Question(NamedTuple):
    """What one seat is asked now; the ticket names this question and no other."""

    match: str
    seat: Seat
    ticket: str
    prompt: Prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A match as one viewer may see it now; `viewer` is a player's id or None.

    Equal views of equally named seats have equal fingerprints, whatever else has happened. View and
    tableau follow from what a fingerprint names, so it stands for their pictures too.
    """

    summary: MatchSummary
    viewer: int | None
    view: View
    tableau: Tableau
    question: Question | None = None
    public_question: Question | None = None
    """The question that may be asked in the channel: one seat's, and revealing nothing."""
    premove: Question | None = None
    """The viewer's premove form, while nothing is asked."""
    kept_premove: Form | None = field(default=None, repr=False)
    """The saved premove, until it is made; secret from everybody else."""
    draft: bytes | None = None
    """The draft for the question or the premove form."""
    answers_given: int = 0
    """The number of answers of the viewer's seat; a ticket starts with it."""
    due_at: int | None = None
    """The viewer's own deadline; None if nothing is asked or there is no clock."""
    wants_stop: bool = False
    """Whether the viewer has voted to stop the match; secret from everybody else."""
    standing: Standing
    result: Result | None = None
    fingerprint: str

    @property
    def open_form(self) -> Question | None:
        """The form the viewer may fill in now: the question's or the premove's."""
        return self.question or self.premove


class Answered(NamedTuple):
    """The result of an answer; `repeated` if it was made before."""

    step: int
    events: tuple[Text, ...]
    repeated: bool = False

"""Tournaments as they are stored: who takes part, and the tables of each round."""

from dataclasses import dataclass
from enum import StrEnum

from data.records.matches import Saved

NEXT_STEP = "tournament"
"""The kind of the deadline at which a tournament continues; its match is the tournament's id."""
BYE = 0
"""The number of the table at which those sit who have none; the others begin at 1."""


class Stage(StrEnum):
    """The stage of a tournament; a break follows every round except the last."""

    SIGN_UP = "sign_up"
    CHECK_IN = "check_in"
    PLAYING = "playing"
    BREAK = "break"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OPEN_STAGES = (Stage.SIGN_UP, Stage.CHECK_IN, Stage.PLAYING, Stage.BREAK)


class Presence(StrEnum):
    """Whether somebody is seated in the next round: after checking in, until they leave."""

    SIGNED_UP = "signed_up"
    CHECKED_IN = "checked_in"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who signed up; `place` is set at the end, if they had a table."""

    player_id: int
    presence: Presence = Presence.SIGNED_UP
    place: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentTable:
    """One table of a round, the people in seat order; `ranks` are empty until it is over.

    All ranks are 0 if the table ended without a result. A bot has no rank. The people at table
    `BYE` have no match.
    """

    round: int
    number: int
    match_id: str
    players: tuple[int, ...]
    ranks: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.number == BYE or bool(self.ranks)

    @property
    def is_decided(self) -> bool:
        return any(self.ranks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A tournament as a whole, in one read.

    `round` counts from 1; 0 before the first. `due_at` is when it continues by itself, None after
    its end; `round_ends_at` is when unfinished tables of the round are stopped. `revision` grows
    with every change. `parent_id` is the channel of a thread.
    """

    tournament_id: str
    guild_id: int
    channel_id: int
    parent_id: int | None = None
    host_id: int
    game: str
    options: Saved
    clock: str
    rounds: int
    table_size: int
    created_at: int
    starts_at: int
    stage: Stage = Stage.SIGN_UP
    round: int = 0
    round_ends_at: int | None = None
    due_at: int | None = None
    ended_at: int | None = None
    revision: int = 0
    entrants: tuple[Entrant, ...] = ()
    tables: tuple[TournamentTable, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.stage in OPEN_STAGES

    @property
    def left(self) -> frozenset[int]:
        """The people who withdrew, or left their latest table."""
        return frozenset(
            entrant.player_id for entrant in self.entrants if entrant.presence is Presence.OUT
        )

    def tables_of(self, number: int) -> tuple[TournamentTable, ...]:
        """The tables of one round, those without a table first."""
        return tuple(table for table in self.tables if table.round == number)

    def entrant(self, player_id: int) -> Entrant | None:
        return next((entrant for entrant in self.entrants if entrant.player_id == player_id), None)


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A person's results in a server's finished tournaments."""

    played: int = 0
    won: int = 0
    podiums: int = 0


NO_TOURNAMENTS = TournamentRecord()

"""Views of a tournament."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from bot.tables.competitions.standings import RoundResult, StandingRow, standings
from bot.tables.domain.availability import stored_zone
from bot.tables.domain.time_controls import NO_CLOCK, TableClock, find_clock
from data.records import tournaments
from games.core.game import AnyGame
from games.core.options import Options


@dataclass(frozen=True)
class TournamentView:
    """A tournament with its game and the display names of its people, which are to be escaped."""

    tournament: tournaments.Tournament
    game: AnyGame = field(repr=False)
    options: Options
    names: Mapping[int, str]
    zone: str = "UTC"
    """The server's time zone."""

    @property
    def id(self) -> str:
        return self.tournament.tournament_id

    @property
    def guild_id(self) -> int:
        return self.tournament.guild_id

    @property
    def channel_id(self) -> int:
        return self.tournament.channel_id

    @property
    def parent_id(self) -> int | None:
        return self.tournament.parent_id

    @property
    def stage(self) -> tournaments.Stage:
        return self.tournament.stage

    @property
    def starts(self) -> datetime:
        """The start of the first round, in the server's time zone."""
        return datetime.fromtimestamp(self.tournament.starts_at / 1000, stored_zone(self.zone))

    @property
    def clock(self) -> TableClock:
        return find_clock(self.tournament.clock) or NO_CLOCK

    @property
    def code(self) -> str:
        """A short code that identifies a tournament for people."""
        return self.id[:4]

    @property
    def last_round(self) -> int:
        """The number of the last round that is over, 0 if none is."""
        number = self.tournament.round
        # A cancelled tournament may have stopped in the middle of a round.
        is_cut_off = not all(table.is_over for table in self.tournament.tables_of(number))
        return max(0, number - (self.stage is tournaments.Stage.PLAYING or is_cut_off))

    @property
    def lacked_people(self) -> bool:
        """Whether it was cancelled because too few people had checked in."""
        tournament = self.tournament
        is_late = (tournament.ended_at or 0) >= tournament.starts_at
        return tournament.stage is tournaments.Stage.CANCELLED and tournament.round == 0 and is_late

    @cached_property
    def rows(self) -> tuple[StandingRow, ...]:
        """The standings after the last round that is over."""
        return self.standings_after(self.last_round)

    @property
    def is_won(self) -> bool:
        """Whether somebody has the first place; nobody has if all who led have left."""
        return any(row.place == 1 for row in self.rows)

    def standings_after(self, number: int) -> tuple[StandingRow, ...]:
        """The standings after a round; it must be over."""
        is_result = self.stage is tournaments.Stage.FINISHED and number == self.last_round
        left = self.tournament.left if is_result else frozenset[int]()
        return standings(results_of(self.tournament, number), left)

    def places_of(self, player_id: int, last: int) -> tuple[int, ...]:
        """Somebody's place at the table of each round; 0 without a table or a result."""
        return tuple(
            next(
                (
                    ranks_of(table)[player_id]
                    for table in self.tournament.tables_of(number)
                    if player_id in table.players
                    and table.number != tournaments.BYE
                    and table.is_over
                ),
                0,
            )
            for number in range(1, last + 1)
        )

    def name_of(self, player_id: int) -> str:
        """A display name; empty for somebody who is no longer known."""
        return self.names.get(player_id, "")

    def present(self) -> int:
        """How many people are seated in the next round."""
        return sum(
            entrant.presence is tournaments.Presence.CHECKED_IN
            for entrant in self.tournament.entrants
        )


def results_of(tournament: tournaments.Tournament, last: int) -> tuple[RoundResult, ...]:
    """The results of the rounds up to `last`, which are over."""
    return tuple(
        RoundResult(
            tuple(
                ranks_of(table)
                for table in tournament.tables_of(number)
                if table.number != tournaments.BYE and table.is_decided
            ),
            tuple(
                player
                for table in tournament.tables_of(number)
                if table.number == tournaments.BYE
                for player in table.players
            ),
            tuple(
                player
                for table in tournament.tables_of(number)
                if table.number != tournaments.BYE and not table.is_decided
                for player in table.players
            ),
        )
        for number in range(1, last + 1)
    )


def ranks_of(table: tournaments.TournamentTable) -> dict[int, int]:
    return dict(zip(table.players, table.ranks, strict=True))

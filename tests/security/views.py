"""Views of played matches without a store or Discord, made by the application's own code."""

from dataclasses import dataclass, replace
from typing import Any

from bot.tables.domain.position import Position
from bot.tables.domain.table_state import TableState
from bot.tables.domain.time_controls import CLOCKS
from bot.tables.domain.views import MatchView
from bot.tables.matches.snapshot import Snapshot
from data.records.matches import GuildRecord, Life, Match, Sitter, Tenure, Terms
from data.records.snapshots import MatchRows
from games.core.game import AnyGame
from games.core.options import Options
from games.core.saving import save_options
from games.core.values import Seat
from tests.games.plays import Position as Played

MATCH_ID = "aB3_-xYz0123"
FIRST_PLAYER = 101
NAMES = tuple(
    f"{name} of the House of the Longest Names"[:32]
    for name in ("Ana *bold*", "Ben\nline", "@everyone", "<@101>", "`code`", "~~x~~", "🍅" * 16)
)
"""Hostile names of the maximum length."""


@dataclass(frozen=True)
class Table:
    """A match as it is stored, without its state."""

    game: AnyGame
    options: Options
    seats: int
    moves_made: tuple[int, ...]
    step: int

    def later(self, mover: Seat) -> "Table":
        """Return the table after one more move."""
        made = (n + (seat == mover) for seat, n in enumerate(self.moves_made))
        return replace(self, moves_made=tuple(made), step=self.step + 1)

    def loaded(self, state: Any) -> Snapshot:
        """Return the match with this state."""
        over = not self.game.awaited(state)
        sitters = tuple(Sitter(player_id=FIRST_PLAYER + seat) for seat in range(self.seats))
        match = Match(
            match_id=MATCH_ID,
            guild_id=1,
            channel_id=2,
            game=self.game.info.key,
            life=Life.FINISHED if over else Life.RUNNING,
            terms=Terms(
                host_id=FIRST_PLAYER, options=save_options(self.game, self.options), sitters=sitters
            ),
            revision=self.step,
            step=self.step,
            created_at=0,
            secret=b"one secret for all these matches",
            seed_hash="0" * 64,
            moves_made=self.moves_made,
            holders=tuple(
                Tenure(
                    tenure_id=seat,
                    match_id=MATCH_ID,
                    seat=seat,
                    sitter=sitter,
                    from_step=0,
                    started_at=0,
                    reason="joined",
                )
                for seat, sitter in enumerate(sitters)
            ),
            last_players=tuple(sitter.player_id for sitter in sitters),
            table_state=TableState(clock=CLOCKS[-1].key).saved(),
        )
        position = Position(
            match_id=MATCH_ID,
            game=self.game,
            state=state,
            sitters=sitters,
            moves_made=self.moves_made,
            secret=match.secret,
        )
        rows = MatchRows(
            match=match,
            state=None,
            names={FIRST_PLAYER + seat: name_of(seat) for seat in range(self.seats)},
            people={},
            guild=GuildRecord(guild_id=match.guild_id),
            surfaces=(),
            deadlines=(),
            drafts={},
            premoves=(),
        )
        return Snapshot(rows, self.game, lambda: position)

    def match_view(self, state: Any, viewer: Seat | None) -> MatchView:
        """Return what this viewer may see in `state`."""
        return self.loaded(state).view(None if viewer is None else FIRST_PLAYER + viewer)


def name_of(seat: Seat) -> str:
    """Return the unique name of the player in this seat."""
    return f"{seat} {NAMES[seat % len(NAMES)]}"[:32]


def table_of(played: Played) -> Table:
    """Return the table of a match at one of its moments."""
    match = played.match
    movers = [turn.seat for turn in match.turns[: played.index]]
    made = tuple(movers.count(seat) for seat in range(match.seats))
    return Table(match.game, match.options, match.seats, made, played.index)

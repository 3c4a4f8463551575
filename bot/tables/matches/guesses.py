"""Guesses of those who watch a match: who wins it, for points of their own.

A guess is secret until the match has a result, and offers only what everybody knows: the seats. It
is worth the more, the earlier it is made.
"""

from typing import NamedTuple

from bot.tables import errors
from bot.tables.domain.views import MatchSummary
from bot.tables.matches.context import MatchContext
from bot.tables.matches.repository import settled
from bot.tables.matches.snapshot import Snapshot
from bot.tables.viewing_rights import Visitor, may_see
from data.stores.guesses import Guess, Guesser
from games.core.values import Seat

BEST = 5
"""How many of a server's guessers are shown."""


class GuessView(NamedTuple):
    """What one watcher may guess now, and has guessed."""

    summary: MatchSummary
    worth: int
    own: Guess | None
    best: tuple[Guesser, ...]


class Guesses:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def may_guess(self, match_id: str, visitor: Visitor) -> bool:
        """Tell whether somebody may guess now; raises the errors of loading a match."""
        try:
            await self._worth(await self._context.repository.started(match_id), visitor)
        except errors.NoGuessError:
            return False
        return True

    async def show(self, match_id: str, visitor: Visitor) -> GuessView:
        """Show what somebody may guess; raises NoGuessError."""
        snapshot = await self._context.repository.started(match_id)
        worth, guesses = await self._worth(snapshot, visitor), self._context.store.guesses
        return GuessView(
            snapshot.summary,
            worth,
            await guesses.find(match_id, visitor.player_id),
            await guesses.best(snapshot.match.guild_id, BEST),
        )

    async def guess(self, match_id: str, visitor: Visitor, seat: Seat) -> GuessView:
        """Guess, or guess again, who wins; raises NoGuessError."""

        async def attempt() -> None:
            snapshot = await self._context.repository.started(match_id)
            worth = await self._worth(snapshot, visitor)
            if seat not in range(len(snapshot.position.sitters)):
                raise errors.NoGuessError
            await self._context.store.guesses.put(
                match_id, visitor.player_id, snapshot.revision, Guess(seat, worth)
            )

        async with self._context.lock(match_id):
            await settled(attempt)
        return await self.show(match_id, visitor)

    async def of_match(self, summary: MatchSummary) -> tuple[Guesser, ...]:
        """Return what guesses about an ended match brought."""
        return await self._context.store.guesses.of_match(summary.guild_id, summary.id)

    async def _worth(self, snapshot: Snapshot, visitor: Visitor) -> int:
        """Return what a right guess brings somebody now: a point per seat, less by each round.

        The one function that decides this right. Raises NoGuessError.
        """
        match, store = snapshot.match, self._context.store
        worth = len(snapshot.position.sitters) - max(0, snapshot.position.round() - 1)
        is_open = snapshot.is_running and worth > 0
        if not is_open or match.is_practice or match.answers_only:
            raise errors.NoGuessError
        sitters = {row.sitter.player_id for row in await store.matches.tenures(match.match_id)}
        if (
            visitor.player_id in sitters
            or not await may_see(store, match, visitor)
            or await store.exclusions.at_match(visitor.player_id, match.match_id)
            or await store.tournaments.with_table(match.match_id)
        ):
            raise errors.NoGuessError
        return worth

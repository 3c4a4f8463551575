"""What somebody may look at, decided in one place for commands, buttons and autocomplete.

Everybody who ever sat at a match may look at it from anywhere. Anybody else must be able to view
the table's channel now, which is known only in that channel's server. An attempt at a daily deal
may also be seen by those on the same board, after their own.
"""

from typing import Protocol

from data.records.matches import Match
from data.records.tournaments import Tournament
from data.store import Store


class Visitor(Protocol):
    """Somebody who asks about matches, and the channels that they can view."""

    @property
    def player_id(self) -> int: ...

    @property
    def guild_id(self) -> int | None:
        """The server of the request, None in direct messages."""

    def views(self, channel_id: int) -> bool:
        """Whether they can view this channel or thread of that server now."""

    def viewable(self) -> frozenset[int]:
        """The channels and threads of that server that they can view now."""


async def may_see(store: Store, match: Match, visitor: Visitor) -> bool:
    """Whether somebody may look at a match, at any stage."""
    # Where the bot only answered, it may have become a member since.
    is_there = match.answers_only or match.guild_id == visitor.guild_id
    if is_there and visitor.views(match.channel_id):
        return True
    tenures = await store.matches.tenures(match.match_id)
    sitters = (*match.terms.sitters, *(tenure.sitter for tenure in tenures))
    if visitor.player_id in {sitter.player_id for sitter in sitters}:
        return True
    return match.is_practice and await _may_see_attempt(store, match, visitor)


async def _may_see_attempt(store: Store, match: Match, visitor: Visitor) -> bool:
    """Whether a match is a result on the board of a daily deal in the visitor's server.

    They must have finished their own attempt at the same deal.
    """
    attempt = await store.daily_deals.find(match.match_id)
    if attempt is None or visitor.guild_id is None:
        return False
    if not await has_played(store, visitor.player_id, attempt.day, attempt.game):
        return False
    shown = await store.daily_deals.of_guild(attempt.day, attempt.game, visitor.guild_id)
    ended = {attempt.match_id for attempt in shown if attempt.place is not None}
    return match.match_id in ended


async def has_played(store: Store, player_id: int, day: int, game: str) -> bool:
    """Whether somebody's counted attempt at a daily deal is over.

    From then on they may see the moves of others.
    """
    own = await store.daily_deals.counted(player_id, day, game)
    return own is not None and own.settled_at is not None


def may_see_tournament(tournament: Tournament, visitor: Visitor) -> bool:
    """Whether somebody may look at a tournament, at any stage.

    Its host and those who signed up always may.
    """
    if visitor.guild_id == tournament.guild_id and visitor.views(tournament.channel_id):
        return True
    is_host = visitor.player_id == tournament.host_id
    return is_host or tournament.entrant(visitor.player_id) is not None

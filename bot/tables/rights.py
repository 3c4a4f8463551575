"""What somebody may look at, decided in one place for commands, buttons and autocomplete.

Everybody who ever sat at a match may look at it from anywhere. Anybody else must be able to view
the table's channel now, which is known only in that channel's server.
"""

from __future__ import annotations

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
    if visitor.guild_id == match.guild_id and visitor.views(match.channel_id):
        return True
    tenures = await store.matches.tenures(match.match_id)
    sitters = (*match.terms.sitters, *(tenure.sitter for tenure in tenures))
    return visitor.player_id in {sitter.player_id for sitter in sitters}


def may_see_tournament(tournament: Tournament, visitor: Visitor) -> bool:
    """Whether somebody may look at a tournament, at any stage; those who signed up always may."""
    if visitor.guild_id == tournament.guild_id and visitor.views(tournament.channel_id):
        return True
    return tournament.entrant(visitor.player_id) is not None

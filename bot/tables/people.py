"""Stored facts about people: names, languages and how they want to be reached."""

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.domain.player import Player
from bot.tables.errors import (
    BarredError,
    BlockedError,
    BlockedGuestError,
    ExcludesThemselvesError,
    HasSeenAnotherHandError,
    KickedError,
    TooManyExcludedError,
)
from data.engine.errors import ExclusionLimitError
from data.records.matches import PersonRecord
from data.records.snapshots import MatchRows
from data.store import Store
from data.stores.guards import Guard

MOST_EXCLUDED = 100
"""The most people whom one person can block, or one server bar; the list is one message."""


class People:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def remember(self, player: Player, guild_id: int | None = None) -> PersonRecord:
        """Save a player's language, and in a server their display name; return what they prefer."""
        known, name = await self._store.people.seen(guild_id, player.id)
        if known.language != player.language:
            await self._store.people.change(
                player.id, lambda person: replace(person, language=player.language)
            )
        if guild_id is not None and name != player.name:
            await self._store.people.saw(guild_id, player.id, player.name)
        return known

    def is_known(self, player: Player, guild_id: int | None, rows: MatchRows) -> bool:
        """Whether `remember` would change nothing, by the rows of a match they play."""
        has_name = guild_id is None or rows.names.get(player.id) == player.name
        return has_name and rows.person(player.id).language == player.language

    async def check_guards(self, player_id: int, match_id: str) -> None:
        """Raise what keeps somebody out of a match: a block, a bar, or what they did before.

        Raises BlockedError, BarredError, KickedError, HasSeenAnotherHandError.
        """
        guards = await self._store.exclusions.at_match(player_id, match_id)
        _check(guards)
        if Guard.REMOVED in guards:
            raise KickedError
        if Guard.SEATED in guards:
            raise HasSeenAnotherHandError

    async def check_admitted(
        self, player_id: int, guild_id: int, host_id: int | None = None
    ) -> None:
        """Raise BarredError or BlockedError if a server or host excludes somebody."""
        owners = {Guard.BARRED: guild_id}
        if host_id is not None:
            owners[Guard.BLOCKED] = host_id
        _check(await self._store.exclusions.excluding(player_id, owners))

    async def check_invited(self, host_id: int, players: Sequence[int]) -> None:
        """Raise BlockedGuestError if a host invites somebody whom they have blocked."""
        if players and await self.blocked(host_id, players):
            raise BlockedGuestError

    async def blocked(self, host_id: int, players: Sequence[int]) -> frozenset[int]:
        """Those of these people whom a host has blocked."""
        pairs = await self._store.exclusions.blocked_pairs((host_id, *players))
        return frozenset(other for owner, other in pairs if owner == host_id)

    async def exclude(self, kind: Guard, owner_id: int, player_id: int, by: int) -> None:
        """Block a person for `owner_id`, or bar them from the server with this id.

        Whoever is seated stays. Raises ExcludesThemselvesError, TooManyExcludedError.
        """
        if player_id == by:
            raise ExcludesThemselvesError
        try:
            await self._store.exclusions.add(kind, owner_id, player_id, most=MOST_EXCLUDED)
        except ExclusionLimitError:
            raise TooManyExcludedError(MOST_EXCLUDED) from None

    async def include(self, kind: Guard, owner_id: int, player_id: int) -> bool:
        """Let somebody in again; returns whether they were excluded."""
        return await self._store.exclusions.remove(kind, owner_id, player_id)

    async def excluded(self, kind: Guard, owner_id: int) -> tuple[int, ...]:
        """The people whom a person has blocked, or whom a server has barred."""
        return await self._store.exclusions.of_owner(kind, owner_id)

    async def find(self, player_id: int) -> PersonRecord:
        return await self._store.people.find(player_id)

    async def set_prefers_dm(self, player_id: int, prefers: bool) -> None:
        await self._store.people.change(
            player_id, lambda person: replace(person, prefers_dm=prefers)
        )

    async def set_text_only(self, player_id: int, text_only: bool) -> None:
        await self._store.people.change(
            player_id, lambda person: replace(person, text_only=text_only)
        )

    async def set_dm_closed(self, player_id: int, closed: bool) -> None:
        """Save whether a player refuses direct messages."""
        known = await self._store.people.find(player_id)
        if known.dm_closed != closed:
            await self._store.people.change(
                player_id, lambda person: replace(person, dm_closed=closed)
            )


def _check(guards: frozenset[Guard]) -> None:
    if Guard.BARRED in guards:
        raise BarredError
    if Guard.BLOCKED in guards:
        raise BlockedError

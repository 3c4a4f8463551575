"""Stored facts about people: names, languages and how they want to be reached."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.domain.player import Player
from bot.tables.errors import HasSeenAnotherHandError, KickedError
from data.records.matches import PersonRecord
from data.records.snapshots import MatchRows
from data.store import Store
from data.stores.guards import Guard


class People:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def remember(self, player: Player, guild_id: int | None = None) -> None:
        """Save a player's language, and in a server their display name."""
        known, name = await self._store.people.seen(guild_id, player.id)
        if known.language != player.language:
            await self._store.people.change(
                player.id, lambda person: replace(person, language=player.language)
            )
        if guild_id is not None and name != player.name:
            await self._store.people.saw(guild_id, player.id, player.name)

    def is_known(self, player: Player, guild_id: int | None, rows: MatchRows) -> bool:
        """Whether `remember` would change nothing, by the rows of a match they play."""
        has_name = guild_id is None or rows.names.get(player.id) == player.name
        return has_name and rows.person(player.id).language == player.language

    async def check_guards(self, player_id: int, match_id: str) -> None:
        """Raise what keeps somebody out of a match whose data about it was deleted.

        Raises KickedError, HasSeenAnotherHandError.
        """
        guards = await self._store.privacy.guards(player_id, match_id)
        if Guard.REMOVED in guards:
            raise KickedError
        if Guard.SEATED in guards:
            raise HasSeenAnotherHandError

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

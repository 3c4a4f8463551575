"""Results for other programs: each finished match and tournament as one JSON document.

Servers without leaderboards are left out. A player who hides there, has deleted their data or is
a bot has no id. Nothing is lost or reordered: a destination gets the next event only after it has
taken the last one. After a crash it may get one event twice, with the same id.
"""

import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Protocol

from bot.tables.domain.guild_settings import read_settings
from bot.tables.leaderboards.counting import Counting
from bot.tables.leaderboards.ratings import strength
from bot.tables.ports import Clock
from data.engine.errors import DatabaseError
from data.records.matches import ELSEWHERE, Json
from data.store import Store
from data.stores.feed import EndedEvent, FeedCursor
from games.core import exact_json
from games.core.game import Result

log = logging.getLogger(__name__)

PORTION = 50
"""How many events are read at once."""
SETTLING = 60_000
"""Milliseconds after its end at which an event is sent: every earlier one is stored by then."""


class DestinationError(Exception):
    """A destination did not take an event; its message says why."""


class Destination(Protocol):
    """Where events go."""

    name: str

    async def put(self, event: str, body: bytes) -> None:
        """Hand over an event; raises DestinationError to get it again later."""


class Feed:
    def __init__(self, store: Store, clock: Clock, counting: Counting) -> None:
        self._store = store
        self._clock = clock
        self._counting = counting

    async def send_new(self, destination: Destination) -> None:
        """Send every event that a destination lacks; raises DestinationError, DatabaseError."""
        now = self._clock.now()
        cursor = await self._store.feed.cursor(destination.name, now)
        while events := await self._store.feed.after(cursor, until=now - SETTLING, most=PORTION):
            for event in events:
                document = await self._document(event)
                if document is not None:
                    await destination.put(str(document["id"]), exact_json.dumps(document))
                cursor = FeedCursor(event.ended_at, event.event)
                await self._store.feed.advance(destination.name, cursor)

    async def _document(self, event: EndedEvent) -> Json | None:
        """The document of an event; None if its server shows no results, or it is unreadable."""
        try:
            return await (self._match if event.is_match else self._tournament)(event)
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 - any error of one event
            log.error("%s is missing in the feed: %s", event.event, type(error).__name__)  # noqa: TRY400 - its message could quote stored data
            return None

    async def _match(self, event: EndedEvent) -> Json | None:
        match = await self._store.matches.find(event.event)
        if match is None or not await self._is_shown(match.guild_id):
            return None
        await self._counting.catch_up(match.guild_id)
        result = Result.model_validate(match.result)
        hidden = await self._store.leaderboards.hidden(match.guild_id)
        people = [tenure.sitter.player_id for tenure in match.holders]
        places = _places(result.ranking)
        marks = await self._store.leaderboards.marks(match.guild_id, match.match_id)
        return {
            **_head("match", event, match.guild_id, match.game),
            "seats": [
                {
                    "player": _shown(player, hidden),
                    "bot": player is None,
                    "place": places[seat],
                    "points": result.points[seat],
                }
                for seat, player in enumerate(people)
            ],
            "ratings": [
                {
                    "player": str(mark.player_id),
                    "board": mark.board or "all",
                    "before": strength(mark.mu_before, mark.sigma_before).rating,
                    "after": strength(mark.mu, mark.sigma).rating,
                }
                for mark in marks
                if mark.player_id > 0
            ],
        }

    async def _tournament(self, event: EndedEvent) -> Json | None:
        tournament = await self._store.tournaments.find(event.event)
        if tournament is None or not await self._is_shown(tournament.guild_id):
            return None
        hidden = await self._store.leaderboards.hidden(tournament.guild_id)
        ranked = sorted(
            (entrant.place, entrant.player_id)
            for entrant in tournament.entrants
            if entrant.place is not None
        )
        return {
            **_head("tournament", event, tournament.guild_id, tournament.game),
            "rounds": tournament.round,
            "players": [
                {"player": _shown(player, hidden), "place": place} for place, player in ranked
            ],
        }

    async def _is_shown(self, guild_id: int) -> bool:
        has_board = read_settings(await self._store.guilds.find(guild_id)).leaderboard
        return has_board and guild_id != ELSEWHERE


def _head(kind: str, event: EndedEvent, guild_id: int, game: str) -> Json:
    """What all documents have; ids are strings, since JavaScript rounds such numbers."""
    ended = datetime.fromtimestamp(event.ended_at / 1000, UTC)
    return {
        "id": f"{kind}-{event.event}",
        "type": f"{kind}.finished",
        "server": str(guild_id),
        "game": game,
        "ended_at": ended.isoformat(timespec="milliseconds"),
    }


def _places(ranking: Iterable[tuple[int, ...]]) -> dict[int, int]:
    """Each seat's place; tied seats share the best of theirs."""
    places = dict[int, int]()
    for tied in ranking:
        places |= dict.fromkeys(tied, len(places) + 1)
    return places


def _shown(player_id: int | None, hidden: frozenset[int]) -> str | None:
    """A player's id, None for bots and for people who are not shown."""
    if player_id is None or player_id < 0 or player_id in hidden:
        return None
    return str(player_id)

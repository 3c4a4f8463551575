"""Rematches: the same options, bots and people; it starts when all of them want it."""

import contextlib

from bot.tables.domain.player import Player
from bot.tables.domain.seating import people
from bot.tables.domain.table_options import inherited
from bot.tables.domain.table_state import table_state_of
from bot.tables.domain.views import LobbyView
from bot.tables.errors import (
    AlreadySeatedError,
    AlreadyStartedError,
    MatchGoesOnError,
    NotYourRematchError,
)
from bot.tables.lobbies.lobbies import Lobbies, LobbyDraft, NewTable
from bot.tables.lobbies.lobby_view import lobby_view
from bot.tables.lobbies.start import MatchStart
from bot.tables.matches.context import MatchContext
from bot.tables.matches.snapshot import Snapshot
from bot.tables.people import People
from data.engine.errors import AlreadyOpenError
from data.records import matches
from games.core.saving import load_options, save_options


class Rematches:
    def __init__(
        self, context: MatchContext, members: People, lobbies: Lobbies, start: MatchStart
    ) -> None:
        self._context = context
        self._members = members
        self._lobbies = lobbies
        self._start = start

    async def rematch(
        self,
        match_id: str,
        by: Player,
        *,
        channel_id: int | None = None,
        parent_id: int | None = None,
    ) -> LobbyView:
        """Open a lobby with the same game, options and bots; the others are invited.

        People whom the requester has blocked are not. It opens in the channel of the request
        (`parent_id` is that of a thread); a request from the match's own thread uses the match's
        channel. A second press finds the lobby of the first, and the last of those who played
        starts the match. Raises NoSuchMatchError, NotYourRematchError, MatchGoesOnError, and
        whatever opening a lobby raises.
        """
        async with self._context.lock(match_id):
            match = await self._context.repository.head(match_id)
            if match.life in matches.OPEN_LIVES:
                raise MatchGoesOnError
            if by.id not in _entitled(match):
                raise NotYourRematchError
            home = _home(match, channel_id, parent_id)
            existing = await self._find(match_id, home[0])
            try:
                opened = await self._open(match, by, home) if existing is None else None
            except AlreadyOpenError as quicker:  # by a press in another process
                opened, existing = None, await self._context.repository.head(quicker.match_id)
        return await self._start.if_nobody_is_missing(await self._seated(by, opened, existing))

    async def opened(self, match_id: str, channel_id: int) -> str | None:
        """The rematch of a match that an earlier press has opened in a channel."""
        table = await self._find(match_id, channel_id)
        return None if table is None else table.match_id

    async def _seated(
        self, by: Player, opened: Snapshot | None, existing: matches.Match | None
    ) -> LobbyView:
        """Show the lobby that was opened, or join the one that was there."""
        if opened is not None:
            return await self._lobbies.announce(opened)
        assert existing is not None  # no lobby was opened here
        if existing.life is matches.Life.LOBBY:
            with contextlib.suppress(AlreadySeatedError, AlreadyStartedError):
                return await self._lobbies.join(existing.match_id, by)
        return lobby_view(await self._context.repository.open(existing.match_id))

    async def _find(self, match_id: str, channel_id: int) -> matches.Match | None:
        tables = await self._context.store.matches.in_channel(channel_id, matches.OPEN_LIVES)
        return next((table for table in tables if table.rematch_of == match_id), None)

    async def _open(
        self, match: matches.Match, by: Player, home: tuple[int, int | None]
    ) -> Snapshot:
        game = self._context.repository.game(match.game)
        bots = tuple(sitter for sitter in match.terms.sitters if sitter.bot is not None)
        terms = matches.Terms(
            host_id=by.id,
            # Validated again: the match may be from an older version.
            options=save_options(game, load_options(game, match.terms.options)),
            sitters=(matches.Sitter(player_id=by.id), *bots),
        )
        others = tuple(player for player in _entitled(match) if player != by.id)
        blocked = await self._members.blocked(by.id, others)
        invited = tuple(player for player in others if player not in blocked)
        opening = NewTable(
            guild_id=match.guild_id,
            channel_id=home[0],
            parent_id=home[1],
            host=by,
            game_key=match.game,
        )
        settings = await self._lobbies.settings(match.guild_id)
        options = inherited(table_state_of(match), settings)
        draft = LobbyDraft(terms, options, matches.MatchPeople(invited=invited))
        return await self._lobbies.create(opening, draft, settings, rematch_of=match.match_id)


def _home(
    match: matches.Match, channel_id: int | None, parent_id: int | None
) -> tuple[int, int | None]:
    """The channel of the next table, and the parent channel of a thread.

    By default the channel of the request, since the old one may be gone. A request from the
    match's own thread uses the parent channel, where everybody sees it.
    """
    if channel_id is None or parent_id == match.channel_id:
        return match.channel_id, table_state_of(match).parent_id
    return channel_id, parent_id


def _entitled(match: matches.Match) -> tuple[int, ...]:
    """The players who may ask for a rematch: those at the end, or if it was stopped, all."""
    if match.life is matches.Life.STOPPED:
        return people(match.terms.sitters)
    return people(tuple(tenure.sitter for tenure in match.holders))

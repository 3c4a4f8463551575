"""Invited people and named bots at a table before its match."""

from collections.abc import Sequence
from dataclasses import replace

from bot.tables import errors
from bot.tables.domain import seating
from bot.tables.domain.player import Player
from bot.tables.domain.views import LobbyView
from bot.tables.lobbies.checks import check_is_host, check_room
from bot.tables.lobbies.lobbies import Lobbies, LobbyDraft
from bot.tables.lobbies.start import MatchStart
from bot.tables.matches.context import MatchContext
from bot.tables.people import People
from data.records.matches import Match, Sitter
from games.core.ai.memory import Level
from games.core.names import is_readable, visible

LONGEST_NAME = 24
"""Characters of a bot's name."""


class Guests:
    def __init__(
        self, context: MatchContext, members: People, lobbies: Lobbies, start: MatchStart
    ) -> None:
        self._context = context
        self._members = members
        self._lobbies = lobbies
        self._start = start

    async def invite(self, match_id: str, by: Player, players: Sequence[Player]) -> LobbyView:
        """Invite people, including removed ones; raises NotHostError, BlockedGuestError."""

        def expect(match: Match, draft: LobbyDraft) -> LobbyDraft:
            check_is_host(match, by)
            seated = seating.people(match.terms.sitters)
            for player in players:
                draft = draft.without(player.id, "kicked", "invited")
                if player.id not in seated:
                    draft = draft.listing(player.id, "invited")
            return draft

        await self._members.check_invited(by.id, [player.id for player in players])
        head = await self._context.repository.head(match_id)
        check_is_host(head, by)
        for player in players:
            await self._context.store.privacy.lift_removal(player.id, match_id)
            await self._context.store.people.saw(head.guild_id, player.id, player.name)
        return await self._lobbies.change(match_id, expect)

    async def set_ready(self, match_id: str, player: Player, *, ready: bool) -> LobbyView:
        """Set whether a person is ready; the match starts when all are.

        Raises NoSeatError, NoReadyCheckError, AlreadyStartedError.
        """

        def note(match: Match, draft: LobbyDraft) -> LobbyDraft:
            if player.id not in seating.people(match.terms.sitters):
                raise errors.NoSeatError
            if not draft.table_state.ready_check:
                raise errors.NoReadyCheckError
            if ready:
                return draft.listing(player.id, "ready")
            return draft.without(player.id, "ready")

        return await self._start.if_all_ready(await self._lobbies.change(match_id, note))

    async def add_bot(
        self, match_id: str, by: Player, name: str | None = None, level: Level | None = None
    ) -> LobbyView:
        """Add a bot under a generated or given name, at the level of the last one.

        Raises NotHostError, LobbyFullError, BadBotNameError, AlreadyStartedError.
        """
        named = None if name is None else await self._fitting(match_id, name)

        def seat(match: Match, draft: LobbyDraft) -> LobbyDraft:
            check_is_host(match, by)
            seated = match.terms.sitters
            plays = seating.usual_level(seated) if level is None else level
            if named is None:
                sitters = seating.with_bots(seated, 1, plays)
            else:
                sitters = (*seated, _bot(seated, named, plays))
            check_room(self._context.repository.game_of(match), len(sitters))
            return draft.seating(sitters)

        return await self._start.if_all_ready(await self._lobbies.change(match_id, seat))

    async def rename_bot(self, match_id: str, by: Player, bot: str, name: str) -> LobbyView:
        """Rename a bot; raises NotHostError, NoBotError, BadBotNameError."""
        named = await self._fitting(match_id, name)

        def call(match: Match, draft: LobbyDraft) -> LobbyDraft:
            check_is_host(match, by)
            seated = match.terms.sitters
            if bot not in {sitter.bot for sitter in seated}:
                raise errors.NoBotError
            others = [sitter for sitter in seated if sitter.bot != bot]
            sitters = tuple(
                _bot(others, named, sitter.level) if sitter.bot == bot else sitter
                for sitter in seated
            )
            return draft.seating(sitters)

        return await self._lobbies.change(match_id, call)

    async def set_level(
        self, match_id: str, by: Player, level: Level, bot: str | None = None
    ) -> LobbyView:
        """Set the level of one bot or of all; raises NotHostError, NoBotError."""

        def agree(match: Match, draft: LobbyDraft) -> LobbyDraft:
            check_is_host(match, by)
            names = {sitter.bot for sitter in match.terms.sitters if sitter.bot is not None}
            if not names or bot not in (None, *names):
                raise errors.NoBotError
            chosen = names if bot is None else {bot}
            return draft.seating(
                tuple(
                    replace(sitter, level=level) if sitter.bot in chosen else sitter
                    for sitter in match.terms.sitters
                )
            )

        return await self._lobbies.change(match_id, agree)

    async def remove_bot(self, match_id: str, by: Player, bot: str | None = None) -> LobbyView:
        """Remove the last bot, or the named one.

        Raises NotHostError, NoBotError, AlreadyStartedError.
        """

        def rise(match: Match, draft: LobbyDraft) -> LobbyDraft:
            check_is_host(match, by)
            names = [sitter.bot for sitter in match.terms.sitters if sitter.bot is not None]
            if not names or bot not in (None, *names):
                raise errors.NoBotError
            leaving = bot or names[-1]
            sitters = tuple(other for other in match.terms.sitters if other.bot != leaving)
            return draft.seating(sitters)

        return await self._lobbies.change(match_id, rise)

    async def _fitting(self, match_id: str, name: str) -> str:
        """A readable name that no person at this table seems to have; raises BadBotNameError."""
        fitting = visible(name)
        match = await self._context.repository.head(match_id)
        seen = await self._context.store.people.names(
            match.guild_id, (*seating.people(match.terms.sitters), *match.people.invited)
        )
        taken = {visible(seen_name).casefold() for seen_name in seen.values()}
        is_short = len(fitting) <= LONGEST_NAME
        if not is_short or not is_readable(fitting) or fitting.casefold() in taken:
            raise errors.BadBotNameError(LONGEST_NAME)
        return fitting


def free_names(lobby: LobbyView) -> tuple[str, ...]:
    """The names on our list that are free at this table."""
    taken = {sitter.name.casefold() for sitter in lobby.sitters}
    return tuple(name for name in seating.NAMES if name.casefold() not in taken)


def _bot(others: Sequence[Sitter], name: str, level: Level) -> Sitter:
    """A bot with this name; raises BadBotNameError if another bot has it."""
    if name.casefold() in {other.bot.casefold() for other in others if other.bot is not None}:
        raise errors.BadBotNameError(LONGEST_NAME)
    return Sitter(bot=name, level=level)

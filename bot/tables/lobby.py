"""Tables before their match starts: who sits there, by which rules, and who may decide that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from bot.tables.bots import new_bot, people
from bot.tables.desk import Desk
from bot.tables.errors import (
    AlreadySeatedError,
    AlreadyStartedError,
    BadOptionError,
    LobbyFullError,
    MatchOverError,
    NoBotError,
    NoSeatError,
    NotHostError,
    TooManyLobbiesError,
)
from bot.tables.loading import display_name, host_of, settled
from bot.tables.members import Members
from bot.tables.people import Player
from bot.tables.sights import Lobby, Sitter
from bot.tables.times import CLOCK, NO_CLOCK, find_clock
from data import records
from data.records import Json, Life, Match, NewLobby, Terms, Together
from games.core.game import AnyGame
from games.core.options import Options, option_fields, read_options
from games.core.saving import load_options, save_options
from games.core.text import Person, say

SEAT_ORDER = "seat_order"
"""An option of the table that is none of its game, as the clock is: both lie in the memo."""

RANDOM, JOINED = "random", "joined"
INVITED = "invited"

Change = Callable[[Match], tuple[Terms, Json]]
"""What becomes of a lobby: its terms and its memo; raises TableError to refuse."""


class Lobbies:
    def __init__(self, desk: Desk, members: Members) -> None:
        self._desk = desk
        self._members = members

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host: Player,
        game_key: str,
        options: Mapping[str, Any],
        bots: int,
    ) -> Lobby:
        game = self._desk.loading.game(game_key)
        memo = _with_order({}, options.get(SEAT_ORDER, RANDOM))
        memo = _with_clock(memo, options.get(CLOCK, NO_CLOCK.key))
        rules = {k: value for k, value in options.items() if k not in (SEAT_ORDER, CLOCK)}
        terms = Terms(
            host_id=host.id,
            options=save_options(game, _read(game, rules)),
            sitters=_with_bots((records.Sitter(player_id=host.id),), bots),
        )
        _check_room(game, terms.sitters)
        return await self.announce(
            await self.create(
                guild_id=guild_id,
                channel_id=channel_id,
                host=host,
                game=game,
                terms=terms,
                memo=memo,
            )
        )

    async def create(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host: Player,
        game: AnyGame,
        terms: Terms,
        memo: Json,
        rematch_of: str | None = None,
    ) -> Match:
        """Write a lobby down, to be announced; raises TooManyLobbiesError."""
        await self._check_host(host.id)
        await self._members.remember(host, guild_id)
        lobby = NewLobby(
            match_id=self._desk.minter.match_id(),
            guild_id=guild_id,
            channel_id=channel_id,
            game=game.info.key,
            terms=terms,
            created_at=self._desk.clock.now(),
            rematch_of=rematch_of,
        )
        return await self._desk.store.lobbies.create(lobby, Together(memo=memo))

    async def announce(self, match: Match) -> Lobby:
        """Tell that a lobby has changed; never while holding a lock."""
        await self._desk.tell(match.match_id)
        return await self._lobby(match)

    async def show(self, match_id: str) -> Lobby:
        return await self._lobby(await self._waiting(match_id))

    async def join(self, match_id: str, player: Player) -> Lobby:
        def seat(match: Match) -> tuple[Terms, Json]:
            if player.id in people(match.terms.sitters):
                raise AlreadySeatedError
            sitters = (*match.terms.sitters, records.Sitter(player_id=player.id))
            _check_room(self._desk.loading.game(match.game), sitters)
            invited = [one for one in match.memo.get(INVITED, []) if one != player.id]
            return replace(match.terms, sitters=sitters), {**match.memo, INVITED: invited}

        head = await self._waiting(match_id)
        await self._members.remember(player, head.guild_id)
        return await self._change(match_id, seat)

    async def stand_up(self, match_id: str, player: Player) -> Lobby:
        def rise(match: Match) -> tuple[Terms, Json]:
            if player.id not in people(match.terms.sitters):
                raise NoSeatError
            sitters = tuple(one for one in match.terms.sitters if one.player_id != player.id)
            left = people(sitters)
            host = match.terms.host_id if match.terms.host_id in left else next(iter(left), 0)
            return replace(match.terms, sitters=sitters, host_id=host), match.memo

        return await self._change(match_id, rise)

    async def add_bot(self, match_id: str, by: Player) -> Lobby:
        def seat(match: Match) -> tuple[Terms, Json]:
            check_is_host(match, by)
            sitters = _with_bots(match.terms.sitters, 1)
            _check_room(self._desk.loading.game(match.game), sitters)
            return replace(match.terms, sitters=sitters), match.memo

        return await self._change(match_id, seat)

    async def remove_bot(self, match_id: str, by: Player) -> Lobby:
        def rise(match: Match) -> tuple[Terms, Json]:
            check_is_host(match, by)
            bots = [sitter for sitter in match.terms.sitters if sitter.bot is not None]
            if not bots:
                raise NoBotError
            sitters = tuple(sitter for sitter in match.terms.sitters if sitter != bots[-1])
            return replace(match.terms, sitters=sitters), match.memo

        return await self._change(match_id, rise)

    async def set_option(self, match_id: str, by: Player, name: str, value: object) -> Lobby:
        def agree(match: Match) -> tuple[Terms, Json]:
            check_is_host(match, by)
            if name == SEAT_ORDER:
                return match.terms, _with_order(match.memo, value)
            if name == CLOCK:
                return match.terms, _with_clock(match.memo, value)
            game = self._desk.loading.game(match.game)
            agreed = load_options(game, match.terms.options).model_dump()
            options = save_options(game, _read(game, {**agreed, name: value}))
            return replace(match.terms, options=options), match.memo

        return await self._change(match_id, agree)

    async def cancel(self, match_id: str, by: Player) -> Lobby:
        async def attempt() -> Match:
            match = await self._waiting(match_id)
            check_is_host(match, by)
            return await self._close(match)

        return await self._settle(match_id, attempt)

    async def _change(self, match_id: str, change: Change) -> Lobby:
        async def attempt() -> Match:
            match = await self._waiting(match_id)
            terms, memo = change(match)
            if not people(terms.sitters):
                return await self._close(match)
            together = Together(memo=memo)
            return await self._desk.store.lobbies.change(match_id, match.revision, terms, together)

        return await self._settle(match_id, attempt)

    async def _settle(self, match_id: str, attempt: Callable[[], Awaitable[Match]]) -> Lobby:
        async with self._desk.lock(match_id):
            match = await settled(attempt)
        return await self.announce(match)

    async def _close(self, match: Match) -> Match:
        return await self._desk.store.lobbies.cancel(
            match.match_id, match.revision, self._desk.clock.now()
        )

    async def _waiting(self, match_id: str) -> Match:
        return waiting(await self._desk.loading.head(match_id))

    async def _lobby(self, match: Match) -> Lobby:
        card = await self._desk.loading.card(match)
        invited = tuple(match.memo.get(INVITED, []))
        names = await self._desk.store.people.names(match.guild_id, invited)
        least, most = card.game.info.seats
        return Lobby(
            card=card,
            sitters=tuple(Sitter(o.player_id, o.name, o.is_bot) for o in card.occupants),
            least=least,
            most=most,
            can_start=match.life is Life.LOBBY and least <= len(card.occupants) <= most,
            invited=tuple(
                Sitter(one, display_name(records.Sitter(player_id=one), names), is_bot=False)
                for one in invited
            ),
            seat_order=seat_order(match),
        )

    async def _check_host(self, player_id: int) -> None:
        mine = await self._desk.store.matches.of_player(player_id)
        hosted = [one for one in mine if one.life is Life.LOBBY and host_of(one) == player_id]
        if len(hosted) >= self._desk.pace.most_lobbies:
            raise TooManyLobbiesError(len(hosted))


def waiting(match: Match) -> Match:
    """Pass on a match that is still a lobby; raises AlreadyStartedError, MatchOverError."""
    if match.life is Life.RUNNING:
        raise AlreadyStartedError
    if match.life is not Life.LOBBY:
        raise MatchOverError
    return match


def seat_order(match: Match) -> str:
    """How seats will be dealt out: "random", or "joined" as people sat down."""
    order: str = match.memo.get(SEAT_ORDER, RANDOM)
    return order


def check_is_host(match: Match, by: Player) -> None:
    """Raise NotHostError unless `by` may decide for the table."""
    if host_of(match) != by.id:
        raise NotHostError


def _check_room(game: AnyGame, sitters: tuple[records.Sitter, ...]) -> None:
    most = game.info.seats[1]
    if len(sitters) > most:
        raise LobbyFullError(most)


def _with_bots(sitters: Iterable[records.Sitter], count: int) -> tuple[records.Sitter, ...]:
    seated = tuple(sitters)
    for _ in range(count):
        seated = (*seated, new_bot(seated))
    return seated


def _with_order(memo: Json, order: object) -> Json:
    if order not in (RANDOM, JOINED):
        raise BadOptionError(say("Seat order"))
    return {**memo, SEAT_ORDER: order}


def _with_clock(memo: Json, key: object) -> Json:
    clock = find_clock(key)
    if clock is None:
        raise BadOptionError(say("Clock"))
    return {**memo, CLOCK: clock.key}


def _read(game: AnyGame, values: Mapping[str, Any]) -> Options:
    """Read an option set; raises BadOptionError naming the first option that is wrong."""
    try:
        return read_options(game.options, values)
    except ValidationError as error:
        wrong = str(error.errors()[0]["loc"][0])
        titles = {field.name: field.title for field in option_fields(game.options)}
        # Under `from None`: pydantic's words would repeat whatever was sent.
        raise BadOptionError(titles.get(wrong) or Person(name=wrong)) from None

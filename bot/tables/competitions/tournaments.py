"""Tournaments: opened by a host, joined by people, and played in rounds (`rounds`).

Sign-up is open until the first round. Half an hour before the start everybody is asked to check in,
and only those who do are seated. During the tournament *Leave* takes somebody out of the next
rounds, and *Check in* puts them back: so does whoever was replaced by a bot, or checks in late.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.tables.competitions import errors
from bot.tables.competitions.pairing import FEWEST
from bot.tables.competitions.queries import TournamentQueries
from bot.tables.competitions.rounds import CHECK_IN, Rounds, ended
from bot.tables.competitions.views import TournamentView
from bot.tables.domain.guild_settings import read_settings
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import NO_CLOCK, find_clock
from bot.tables.errors import BadNumberError
from bot.tables.lobbies.checks import check_channel
from bot.tables.lobbies.lobbies import read_rules
from bot.tables.matches.context import MatchContext
from bot.tables.people import People
from data.engine.errors import (
    GuildLimitError,
    HostLimitError,
    UnknownMatchError,
    VersionConflictError,
)
from data.records import tournaments
from games.core.saving import save_options

MOST_ROUNDS = 12
MOST_PEOPLE = 64
PER_HOST, PER_SERVER = 1, 5
"""How many tournaments may be open at once."""
USUAL_CLOCK = "live_2m"
USUAL_SIZE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTournament:
    """A tournament to be opened; `parent_id` is the channel of a thread."""

    guild_id: int
    channel_id: int
    parent_id: int | None = None
    host: Player
    game_key: str
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: str | None = None
    rounds: int = 3
    table_size: int | None = None
    starts_at: int


Change = Callable[[tournaments.Tournament], tournaments.Tournament]
"""Changes a tournament; raises TableError to refuse."""


class Tournaments:
    def __init__(self, context: MatchContext, members: People, rounds: Rounds) -> None:
        self._context = context
        self._people = members
        self.rounds = rounds
        self.queries = TournamentQueries(context.store, context.repository)

    async def open(self, opening: NewTournament) -> TournamentView:
        """Open a tournament.

        Raises NoSuchGameError, BadNumberError, BadOptionError, NoSuchOptionError,
        ClockNeededError, ChannelNotAllowedError, BarredError and TooManyTournamentsError.
        """
        game = self._context.repository.game(opening.game_key)
        settings = read_settings(await self._context.store.guilds.find(opening.guild_id))
        check_channel(opening.channel_id, opening.parent_id, settings)
        least, most = max(FEWEST, game.info.seats[0]), game.info.seats[1]
        size = (
            min(max(USUAL_SIZE, least), most) if opening.table_size is None else opening.table_size
        )
        await self._people.check_admitted(opening.host.id, opening.guild_id)
        _check_number(errors.ROUNDS, opening.rounds, 1, MOST_ROUNDS)
        _check_number(errors.TABLE_SIZE, size, least, most)
        usual = settings.default_clock if settings.default_clock != NO_CLOCK.key else USUAL_CLOCK
        clock = find_clock(usual if opening.clock is None else opening.clock)
        if clock is None or clock is NO_CLOCK:
            raise errors.ClockNeededError
        now = self._context.clock.now()
        opens_at = opening.starts_at - CHECK_IN
        tournament = tournaments.Tournament(
            tournament_id=self._context.secret_source.match_id(),
            guild_id=opening.guild_id,
            channel_id=opening.channel_id,
            parent_id=opening.parent_id,
            host_id=opening.host.id,
            game=game.info.key,
            options=save_options(game, read_rules(game, opening.options)),
            clock=clock.key,
            rounds=opening.rounds,
            table_size=size,
            created_at=now,
            starts_at=opening.starts_at,
            stage=tournaments.Stage.SIGN_UP if opens_at > now else tournaments.Stage.CHECK_IN,
            due_at=opens_at if opens_at > now else opening.starts_at,
        )
        try:
            await self._context.store.tournaments.create(
                tournament, per_host=PER_HOST, per_guild=PER_SERVER
            )
        except HostLimitError:
            raise errors.TooManyTournamentsError(PER_HOST, of_host=True) from None
        except GuildLimitError:
            raise errors.TooManyTournamentsError(PER_SERVER, of_host=False) from None
        await self._people.remember(opening.host, opening.guild_id)
        return await self._told(tournament)

    async def join(self, tournament_id: str, player: Player) -> TournamentView:
        """Sign up; during check-in this checks in too, whoever signed up before.

        Raises NoSuchTournamentError, TournamentOverError, SignUpOverError, AlreadySignedUpError,
        AlreadyCheckedInError, TournamentFullError, BlockedError, BarredError.
        """

        def sign_up(now: tournaments.Tournament) -> tournaments.Tournament:
            mine = now.entrant(player.id)
            if mine is not None and now.stage is tournaments.Stage.CHECK_IN:
                return _arrived(now, mine)
            if mine is not None:
                raise errors.AlreadySignedUpError
            return _signed_up(now, player)

        await self._welcome(tournament_id, player)
        return await self._change(tournament_id, sign_up)

    async def _welcome(self, tournament_id: str, player: Player) -> None:
        """Raise BarredError if the server excludes a player, BlockedError if the host does.

        A host's block only keeps out who has not signed up yet.
        """
        head = await self.queries.find(tournament_id)
        host_id = head.host_id if head.entrant(player.id) is None else None
        await self._people.check_admitted(player.id, head.guild_id, host_id)
        await self._people.remember(player, head.guild_id)

    async def leave(self, tournament_id: str, player: Player) -> TournamentView:
        """Withdraw: from the sign-up, or once it has started from the next rounds.

        Raises NoSuchTournamentError, TournamentOverError, NotSignedUpError.
        """

        def withdraw(now: tournaments.Tournament) -> tournaments.Tournament:
            mine = now.entrant(player.id)
            if mine is None or (now.round and mine.presence is not tournaments.Presence.CHECKED_IN):
                raise errors.NotSignedUpError
            if not now.round:
                others = (other for other in now.entrants if other.player_id != player.id)
                return replace(now, entrants=tuple(others))
            return _with_presence(now, player.id, tournaments.Presence.OUT)

        return await self._change(tournament_id, withdraw)

    async def check_in(self, tournament_id: str, player: Player) -> TournamentView:
        """Ask to be seated in the next round; before the first one this signs up too.

        Raises NoSuchTournamentError, TournamentOverError, NotSignedUpError, CheckInClosedError,
        AlreadyCheckedInError, TournamentFullError, BlockedError, BarredError.
        """

        def arrive(now: tournaments.Tournament) -> tournaments.Tournament:
            mine = now.entrant(player.id)
            if mine is None and now.stage is tournaments.Stage.CHECK_IN:
                return _signed_up(now, player)
            if mine is None:
                raise errors.NotSignedUpError
            if now.stage is tournaments.Stage.SIGN_UP:
                raise errors.CheckInClosedError(now.due_at or 0)
            return _arrived(now, mine)

        await self._welcome(tournament_id, player)
        return await self._change(tournament_id, arrive)

    async def go_on(
        self, tournament_id: str, by: Player, *, moderator: bool = False
    ) -> TournamentView:
        """Don't wait any longer: open check-in, begin the first round, or end a break.

        Raises NoSuchTournamentError, TournamentOverError, NotTournamentHostError,
        RoundRunningError, TooFewCheckedInError.
        """

        def hurry(now: tournaments.Tournament) -> tournaments.Tournament:
            _check_runs(now, by, moderator=moderator)
            if now.stage is tournaments.Stage.SIGN_UP:
                return replace(now, stage=tournaments.Stage.CHECK_IN, due_at=now.starts_at)
            if now.stage is tournaments.Stage.PLAYING:
                raise errors.RoundRunningError
            present = sum(
                entrant.presence is tournaments.Presence.CHECKED_IN for entrant in now.entrants
            )
            if not now.round and present < FEWEST:
                raise errors.TooFewCheckedInError(FEWEST, present)
            moment = self._context.clock.now()
            return replace(now, starts_at=min(now.starts_at, moment), due_at=moment)

        return await self._change(tournament_id, hurry)

    async def cancel(
        self, tournament_id: str, by: Player, *, moderator: bool = False
    ) -> TournamentView:
        """End it without a result; matches in progress continue as ordinary ones.

        Raises NoSuchTournamentError, TournamentOverError, NotTournamentHostError.
        """

        def close(now: tournaments.Tournament) -> tournaments.Tournament:
            _check_runs(now, by, moderator=moderator)
            return ended(now, tournaments.Stage.CANCELLED, self._context.clock.now())

        return await self._change(tournament_id, close)

    async def _change(self, tournament_id: str, change: Change) -> TournamentView:
        """Apply `change` to an open tournament, and show it."""
        while True:
            before = await self.queries.find(tournament_id)
            if not before.is_open:
                raise errors.TournamentOverError
            after = change(before)
            try:
                await self._context.store.tournaments.change(after)
            except (VersionConflictError, UnknownMatchError):
                continue  # somebody was quicker
            return await self._told(after)

    async def _told(self, after: tournaments.Tournament) -> TournamentView:
        self._context.wake.set()
        await self._context.tell_competition(after.guild_id, after.tournament_id)
        return await self.queries.show(after.tournament_id)


def _check_runs(now: tournaments.Tournament, by: Player, *, moderator: bool) -> None:
    """Raise NotTournamentHostError unless somebody may start and cancel this tournament."""
    if by.id != now.host_id and not moderator:
        raise errors.NotTournamentHostError


def _check_number(option: Any, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise BadNumberError(option, least, most)


def _signed_up(now: tournaments.Tournament, player: Player) -> tournaments.Tournament:
    """The tournament with one person more, who has checked in if that is possible."""
    if now.round:
        raise errors.SignUpOverError
    if len(now.entrants) >= MOST_PEOPLE:
        raise errors.TournamentFullError(MOST_PEOPLE)
    is_open = now.stage is tournaments.Stage.CHECK_IN
    fresh = tournaments.Entrant(
        player.id, tournaments.Presence.CHECKED_IN if is_open else tournaments.Presence.SIGNED_UP
    )
    return replace(now, entrants=(*now.entrants, fresh))


def _arrived(now: tournaments.Tournament, entrant: tournaments.Entrant) -> tournaments.Tournament:
    """The tournament after somebody has checked in."""
    if entrant.presence is tournaments.Presence.CHECKED_IN:
        raise errors.AlreadyCheckedInError
    return _with_presence(now, entrant.player_id, tournaments.Presence.CHECKED_IN)


def _with_presence(
    now: tournaments.Tournament, player_id: int, presence: tournaments.Presence
) -> tournaments.Tournament:
    """The tournament after somebody has come or gone."""
    entrants = (
        replace(entrant, presence=presence) if entrant.player_id == player_id else entrant
        for entrant in now.entrants
    )
    return replace(now, entrants=tuple(entrants))

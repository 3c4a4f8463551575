"""Tables before their match starts: players, options and the host's rights."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from bot.tables import errors
from bot.tables.domain import table_options
from bot.tables.domain.guild_settings import GuildSettings, read_settings
from bot.tables.domain.player import Player
from bot.tables.domain.seating import check_welcome, people, with_bots
from bot.tables.domain.table_state import TableState, table_state_of
from bot.tables.domain.views import LobbyView
from bot.tables.lobbies import checks
from bot.tables.lobbies.expiry import expiry_of, fresh_expiry
from bot.tables.lobbies.invitations import call_invited
from bot.tables.lobbies.lobby_view import lobby_view
from bot.tables.lobbies.plans import moved_call, start_call
from bot.tables.lobbies.start import MatchStart
from bot.tables.lobbies.watches import one_more_call, watchers_call
from bot.tables.matches.context import MatchContext
from bot.tables.matches.repository import settled
from bot.tables.matches.snapshot import Snapshot
from bot.tables.people import People
from data.engine.errors import BarredHostError, ChannelLimitError, HostLimitError
from data.records import matches
from data.records.matches import NO_PEOPLE, Extra, LobbyLimits, Match, MatchPeople, NewLobby, Terms
from games.core.ai.memory import Level
from games.core.game import AnyGame
from games.core.options import Options, PresetKey, option_fields, preset_values, read_options
from games.core.saving import load_options, save_options


@dataclass(frozen=True, slots=True)
class LobbyDraft:
    """The parts of a lobby that a change may replace."""

    terms: Terms
    table_state: TableState
    people: MatchPeople = NO_PEOPLE

    def without(self, player_id: int, *lists: str) -> "LobbyDraft":
        """The lobby with a player removed from these lists of people."""
        remaining = {
            name: tuple(other for other in getattr(self.people, name) if other != player_id)
            for name in lists
        }
        return replace(self, people=replace(self.people, **remaining))

    def listing(self, player_id: int, name: str) -> "LobbyDraft":
        """The lobby with a player appended to a list of people."""
        others = self.without(player_id, name)
        listed = (*getattr(others.people, name), player_id)
        return replace(others, people=replace(others.people, **{name: listed}))

    def seating(self, sitters: tuple[matches.Sitter, ...]) -> "LobbyDraft":
        return replace(self, terms=replace(self.terms, sitters=sitters))


Change = Callable[[Match, LobbyDraft], LobbyDraft]
"""Changes a lobby; raises TableError to refuse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A table to be opened; `parent_id` is the channel of a thread.

    `options` take precedence over those of the preset. Without `starts_at` it is for now.
    """

    guild_id: int
    channel_id: int
    parent_id: int | None = None
    host: Player
    game_key: str
    options: Mapping[str, Any] = field(default_factory=dict)
    bots: int = 0
    level: Level = Level.NORMAL
    preset: PresetKey | None = None
    starts_at: int | None = None


class Lobbies:
    def __init__(self, context: MatchContext, members: People, start: MatchStart) -> None:
        self._context = context
        self._people = members
        self._start = start

    async def open(self, opening: NewTable) -> LobbyView:
        game = self._context.repository.game(opening.game_key)
        checks.check_room(game, 1 + opening.bots)
        if opening.starts_at is not None and opening.guild_id == matches.ELSEWHERE:
            raise errors.NobodyCalledError
        settings = await self.settings(opening.guild_id)
        wanted = dict(opening.options)
        if (key := opening.preset) is not None:
            of_table = table_options.preset(settings, key)
            wanted = {**preset_values(game.options, key), **of_table, **wanted}
        table_state = table_options.first_values(settings, wanted)
        table_state = table_state.changed(starts_at=opening.starts_at)
        rules = {k: v for k, v in wanted.items() if k not in table_options.NAMES}
        terms = Terms(
            host_id=opening.host.id,
            options=save_options(game, read_rules(game, rules)),
            sitters=with_bots(
                (matches.Sitter(player_id=opening.host.id),), opening.bots, opening.level
            ),
        )
        return await self.announce(
            await self.create(opening, LobbyDraft(terms, table_state), settings)
        )

    async def create(
        self,
        opening: NewTable,
        draft: LobbyDraft,
        settings: GuildSettings,
        *,
        rematch_of: str | None = None,
    ) -> Snapshot:
        """Insert a lobby; its message is posted by `announce`.

        Raises ChannelNotAllowedError, BarredError, TooManyLobbiesError, TooManyTablesError, and
        AlreadyOpenError if somebody else has just opened the rematch.
        """
        checks.check_channel(opening.channel_id, opening.parent_id, settings)
        lobby = NewLobby(
            match_id=self._context.secret_source.match_id(),
            guild_id=opening.guild_id,
            channel_id=opening.channel_id,
            game=opening.game_key,
            terms=draft.terms,
            created_at=self._context.clock.now(),
            rematch_of=rematch_of,
        )
        everybody, called = call_invited(
            self._context, lobby.match_id, draft.people, people(draft.terms.sitters)
        )
        starts_at = draft.table_state.starts_at
        extra = Extra(
            people=everybody,
            table_state=draft.table_state.changed(parent_id=opening.parent_id).saved(),
            deadlines=(
                fresh_expiry(self._context, lobby.match_id, starts_at),
                *start_call(lobby.match_id, starts_at, lobby.created_at),
                *called,
            ),
        )
        limits = LobbyLimits(
            per_host=self._context.limits.most_lobbies, per_channel=settings.tables_per_channel
        )
        is_open = rematch_of is None and not draft.table_state.invite_only
        watched = watchers_call(lobby.match_id, lobby.created_at) if is_open else None
        try:
            rows = await self._context.store.lobbies.create(lobby, extra, limits, watched=watched)
        except BarredHostError:
            raise errors.BarredError from None
        except HostLimitError:
            raise errors.TooManyLobbiesError(self._context.limits.most_lobbies) from None
        except ChannelLimitError:
            raise errors.TooManyTablesError(settings.tables_per_channel) from None
        self._context.wake.set()
        host = opening.host
        known = (rows.names.get(host.id), rows.person(host.id).language)
        if known == (host.name, host.language):
            return self._context.repository.snapshot(rows)
        await self._people.remember(host, opening.guild_id)
        return await self._context.repository.open(lobby.match_id)

    async def settings(self, guild_id: int) -> GuildSettings:
        """A server's settings for its tables."""
        return read_settings(await self._context.store.guilds.find(guild_id))

    async def announce(self, snapshot: Snapshot) -> LobbyView:
        """Show a changed lobby; never while holding a lock."""
        await self._context.publish(snapshot)
        return lobby_view(snapshot)

    async def show(self, match_id: str) -> LobbyView:
        """Show a lobby; raises NoSuchMatchError, AlreadyStartedError, MatchOverError."""
        snapshot = await self._context.repository.open(match_id)
        checks.waiting(snapshot.match)
        return lobby_view(snapshot)

    async def join(self, match_id: str, player: Player) -> LobbyView:
        """Join a lobby.

        Raises AlreadySeatedError, LobbyFullError, AlreadyStartedError, KickedError, BlockedError,
        BarredError and, if the host decides who may join, NotInvitedError.
        """

        def seat(match: Match, draft: LobbyDraft) -> LobbyDraft:
            check_welcome(match, player.id)
            sitters = (*match.terms.sitters, matches.Sitter(player_id=player.id))
            checks.check_room(self._context.repository.game_of(match), len(sitters))
            return draft.seating(sitters).without(player.id, "invited")

        await self._people.check_guards(player.id, match_id)
        head = await self._waiting(match_id)
        await self._people.remember(player, head.guild_id)
        return await self.change(match_id, seat)

    async def stand_up(self, match_id: str, player: Player) -> LobbyView:
        """Leave a lobby: the next person becomes host, and an empty lobby is cancelled.

        Raises NoSeatError, AlreadyStartedError.
        """

        def rise(match: Match, draft: LobbyDraft) -> LobbyDraft:
            if player.id not in people(match.terms.sitters):
                raise errors.NoSeatError
            if draft.table_state.invite_only:
                # People who were let in may come back until the host decides otherwise.
                draft = draft.listing(player.id, "invited")
            return _risen(draft, player.id).without(player.id, "ready")

        return await self._start.if_all_ready(await self.change(match_id, rise))

    async def kick(self, match_id: str, by: Player, player_id: int) -> LobbyView:
        """Remove a person from a lobby until they are invited again.

        Raises NotHostError, NoSeatError.
        """

        def rise(match: Match, draft: LobbyDraft) -> LobbyDraft:
            checks.check_is_host(match, by)
            if player_id not in people(match.terms.sitters):
                raise errors.NoSeatError
            if player_id != by.id:
                draft = draft.listing(player_id, "kicked")
            return _risen(draft, player_id).without(player_id, "ready", "invited")

        return await self._start.if_all_ready(await self.change(match_id, rise))

    async def set_options(
        self, match_id: str, by: Player, values: Mapping[str, object]
    ) -> LobbyView:
        """Change options of the game and of the table (`table_options.FIELDS`), all or none.

        Raises NotHostError, NoSuchOptionError, BadNumberError, BadOptionError,
        AlreadyStartedError.
        """
        settings = await self.settings((await self._waiting(match_id)).guild_id)

        def agree(match: Match, draft: LobbyDraft) -> LobbyDraft:
            checks.check_is_host(match, by)
            # People were ready for the old options.
            draft = replace(draft, people=replace(draft.people, ready=()))
            table_state = draft.table_state
            for name in table_options.NAMES & values.keys():
                table_state = table_options.agreed(table_state, settings, name, values[name])
            game = self._context.repository.game_of(match)
            of_game = {n: value for n, value in values.items() if n not in table_options.NAMES}
            before = load_options(game, match.terms.options).model_dump()
            options = save_options(game, read_rules(game, {**before, **of_game}))
            terms = replace(draft.terms, options=options)
            return replace(draft, table_state=table_state, terms=terms)

        return await self.change(match_id, agree)

    async def apply_preset(self, match_id: str, by: Player, key: PresetKey) -> LobbyView:
        """Change all options of the game, and those of the table that the preset names.

        Raises NotHostError, AlreadyStartedError.
        """
        match = await self._waiting(match_id)
        settings = await self.settings(match.guild_id)
        options = self._context.repository.game_of(match).options
        of_table = table_options.preset(settings, key)
        return await self.set_options(match_id, by, {**preset_values(options, key), **of_table})

    async def plan(self, match_id: str, by: Player, starts_at: int) -> LobbyView:
        """Change when a table is to start; raises NotHostError, NobodyCalledError."""

        def move(match: Match, draft: LobbyDraft) -> LobbyDraft:
            checks.check_is_host(match, by)
            if match.answers_only:
                raise errors.NobodyCalledError
            return replace(draft, table_state=draft.table_state.changed(starts_at=starts_at))

        return await self.change(match_id, move)

    async def cancel(self, match_id: str, by: Player) -> LobbyView:
        """Close a lobby for good; raises NotHostError, AlreadyStartedError."""

        async def attempt() -> Match:
            match = await self._waiting(match_id)
            checks.check_is_host(match, by)
            return await self._close(match)

        return await self._settle(match_id, attempt)

    async def change(self, match_id: str, change: Change) -> LobbyView:
        """Apply `change` to a lobby and show it; a lobby without people is cancelled."""

        async def attempt() -> Match:
            match = await self._waiting(match_id)
            draft = change(match, LobbyDraft(match.terms, table_state_of(match), match.people))
            if not people(draft.terms.sitters):
                return await self._close(match)
            everybody, called = call_invited(
                self._context, match_id, draft.people, people(match.terms.sitters)
            )
            if self._is_left_one_short(match, draft):
                now = self._context.clock.now()
                called = (*called, one_more_call(match_id, now))
                table_state = draft.table_state.changed(one_more_called=True)
                draft = replace(draft, table_state=table_state)
            starts_at, soon = draft.table_state.starts_at, self._context.limits.asked_after
            dropped, moved = moved_call(
                *(match_id, table_state_of(match).starts_at, starts_at),
                self._context.clock.now() + soon,
            )
            extra = Extra(
                people=everybody,
                table_state=draft.table_state.saved(),
                drop_deadlines=(expiry_of(match_id), *dropped),
                deadlines=(fresh_expiry(self._context, match_id, starts_at), *moved, *called),
            )
            return await self._context.store.lobbies.change(
                match_id, match.revision, draft.terms, extra, now=self._context.clock.now()
            )

        lobby = await self._settle(match_id, attempt)
        self._context.wake.set()
        return lobby

    def _is_left_one_short(self, match: Match, draft: LobbyDraft) -> bool:
        """Whether a lobby has just come to need one more, for the first time in its life."""
        least = self._context.repository.game_of(match).info.seats[0]
        before, now = len(match.terms.sitters), len(draft.terms.sitters)
        is_closed = draft.table_state.invite_only or draft.table_state.one_more_called
        return before < now == least - 1 and not is_closed

    async def _settle(self, match_id: str, attempt: Callable[[], Awaitable[Match]]) -> LobbyView:
        async with self._context.lock(match_id):
            match = await settled(attempt)
        return await self.announce(await self._context.repository.open(match.match_id))

    async def _close(self, match: Match) -> Match:
        return await self._context.store.lobbies.cancel(
            match.match_id, match.revision, self._context.clock.now()
        )

    async def _waiting(self, match_id: str) -> Match:
        return checks.waiting(await self._context.repository.head(match_id))


def _risen(draft: LobbyDraft, player_id: int) -> LobbyDraft:
    """The lobby without one player; the next person becomes host if that player was host."""
    sitters = tuple(sitter for sitter in draft.terms.sitters if sitter.player_id != player_id)
    left = people(sitters)
    host = draft.terms.host_id if draft.terms.host_id in left else next(iter(left), 0)
    return replace(draft, terms=replace(draft.terms, sitters=sitters, host_id=host))


def read_rules(game: AnyGame, values: Mapping[str, Any]) -> Options:
    """Read an option set.

    Raises NoSuchOptionError, BadNumberError or BadOptionError for the first option that is wrong.
    """
    try:
        return read_options(game.options, values)
    except ValidationError as error:
        wrong = str(error.errors()[0]["loc"][0])
        # `from None`, since pydantic's message would quote the input.
        raise _wrong(game, wrong) from None


def _wrong(game: AnyGame, name: str) -> errors.TableError:
    """Return the error for a wrong value: unknown option, or the allowed values."""
    field = next(
        (option_field for option_field in option_fields(game.options) if option_field.name == name),
        None,
    )
    if field is None:
        return errors.NoSuchOptionError(name)
    if field.least is not None and field.most is not None:
        return errors.BadNumberError(field.title, field.least, field.most)
    return errors.BadOptionError(field.title)

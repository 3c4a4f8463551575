"""The application's one door: everything that the Discord side may ask of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.player import Player
from bot.tables.domain.views import Answered, LobbyView, MatchSummary, MatchView
from bot.tables.jobs.recovery import Recovery
from bot.tables.jobs.retention import Retention
from bot.tables.jobs.scheduler import Scheduler
from bot.tables.limits import Limits
from bot.tables.lobbies.expiry import ABANDONED, LOBBY, LobbyExpiry
from bot.tables.lobbies.guests import Guests
from bot.tables.lobbies.invitations import CALL, Invitations
from bot.tables.lobbies.lobbies import Lobbies, NewTable
from bot.tables.lobbies.practice import Advice, Practice
from bot.tables.lobbies.rematch import Rematches
from bot.tables.lobbies.start import MatchStart
from bot.tables.matches.answers import Answers, Press
from bot.tables.matches.bot_moves import BotMoves
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import ADVANCE, BOT
from bot.tables.matches.premoves import Premoves
from bot.tables.matches.relocation import move
from bot.tables.people import People
from bot.tables.ports import Clock, Messenger
from bot.tables.queries import Queries
from bot.tables.rights import Visitor
from bot.tables.timed import TimedTables
from data.records.matches import NOWHERE, Json, PersonRecord
from data.store import Store
from games import GAMES
from games.core.game import AnyGame
from games.core.prompt import Form
from games.core.values import Seat


class Application(TimedTables):
    """Opens, plays, shows and ends matches; everything that must last lies in the store.

    Refusals are raised as `TableError` or as an error of `games.core.errors`; each leaves all as
    it was. A method that changes a match returns after the commit and after the messenger knows.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        messenger: Messenger,
        *,
        games: Sequence[AnyGame] = GAMES,
        secret_source: SecretSource | None = None,
        limits: Limits | None = None,
    ) -> None:
        context = MatchContext(
            store,
            clock,
            messenger,
            games=games,
            secret_source=secret_source or SecretSource(),
            limits=limits or Limits(),
        )
        self._members = People(store)
        super().__init__(context, self._members)
        self._context = context
        self._showing = Queries(context)
        self._lobbies = Lobbies(context, self._members)
        self._guests = Guests(context, self._lobbies)
        self._starting = MatchStart(context)
        self._answers = Answers(context)
        self._rematches = Rematches(context, self._lobbies)
        self._practice = Practice(context, self._members, self._starting)
        self._recovery = Recovery(context, self._lobbies, self._starting)
        self._advances = Premoves(context, self._answers)
        acts = {
            BOT: BotMoves(context, self._answers).act,
            LOBBY: (expiry := LobbyExpiry(context)).act,
            ABANDONED: expiry.stop,
            ADVANCE: self._advances.act,
            CALL: Invitations(context).call,
        }
        timed = self._timed_rows(context, self._answers)
        self._scheduler = Scheduler(context, acts | timed, Retention(context, games))

    async def open_lobby(
        self,
        *,
        guild_id: int,
        channel_id: int,
        parent_id: int | None = None,
        host: Player,
        game_key: str,
        options: Mapping[str, Any],
        bots: int = 0,
    ) -> LobbyView:
        """Open a table in a channel, the host seated, with `bots` bot seats beside.

        `options` are the game's and the table's; what is not named is as usual in that server.
        `parent_id` is the channel of a thread. Raises NoSuchGameError, BadOptionError,
        LobbyFullError, TooManyLobbiesError, ChannelNotAllowedError, TooManyTablesError.
        """
        opening = NewTable(
            guild_id=guild_id,
            channel_id=channel_id,
            parent_id=parent_id,
            host=host,
            game_key=game_key,
            options=options,
            bots=bots,
        )
        return await self._lobbies.open(opening)

    async def lobby(self, match_id: str) -> LobbyView:
        """Show a lobby; raises NoSuchMatchError, AlreadyStartedError, MatchOverError."""
        return await self._lobbies.show(match_id)

    async def card(self, match_id: str) -> MatchSummary:
        """Show the public facts of a match at any time; raises NoSuchMatchError."""
        return await self._showing.card(match_id)

    async def meet(self, match_id: str, visitor: Visitor) -> MatchSummary:
        """Show the public facts of a match to somebody who may see it.

        Raises NoSuchMatchError, also for a match that this visitor may not see.
        """
        return await self._showing.meet(match_id, visitor)

    async def move(self, match_id: str, channel_id: int, parent_id: int | None) -> None:
        """Note that a table stands in another channel now; raises NoSuchMatchError."""
        await move(self._context, match_id, channel_id, parent_id)

    async def join(self, match_id: str, player: Player) -> LobbyView:
        """Sit down.

        Raises AlreadySeatedError, LobbyFullError, AlreadyStartedError, KickedError and, where the
        host decides who comes, NotInvitedError.
        """
        return await self._lobbies.join(match_id, player)

    async def stand_up(self, match_id: str, player: Player) -> LobbyView:
        """Leave a lobby: the next person becomes host, and without one it is cancelled.

        Raises NoSeatError, AlreadyStartedError.
        """
        return await self._starting.if_all_ready(await self._lobbies.stand_up(match_id, player))

    async def invite(self, match_id: str, by: Player, players: Sequence[Player]) -> LobbyView:
        """Expect some people, also such as were removed; raises NotHostError."""
        return await self._guests.invite(match_id, by, players)

    async def kick(self, match_id: str, by: Player, player_id: int) -> LobbyView:
        """Remove a person from a lobby for good, unless invited again.

        Raises NotHostError, NoSeatError.
        """
        return await self._starting.if_all_ready(await self._lobbies.kick(match_id, by, player_id))

    async def set_ready(self, match_id: str, player: Player, *, ready: bool) -> LobbyView:
        """Note that a person is ready, or not yet; the match starts when all are.

        Raises NoSeatError, NoReadyCheckError, AlreadyStartedError.
        """
        lobby = await self._guests.set_ready(match_id, player, ready=ready)
        return await self._starting.if_all_ready(lobby)

    async def add_bot(self, match_id: str, by: Player, name: str | None = None) -> LobbyView:
        """Seat one more bot, by a name of ours or a given one.

        Raises NotHostError, LobbyFullError, BadBotNameError, AlreadyStartedError.
        """
        return await self._starting.if_all_ready(await self._guests.add_bot(match_id, by, name))

    async def rename_bot(self, match_id: str, by: Player, bot: str, name: str) -> LobbyView:
        """Call a bot otherwise; raises NotHostError, NoBotError, BadBotNameError."""
        return await self._guests.rename_bot(match_id, by, bot, name)

    async def remove_bot(self, match_id: str, by: Player, bot: str | None = None) -> LobbyView:
        """Take the last bot away, or the named one.

        Raises NotHostError, NoBotError, AlreadyStartedError.
        """
        return await self._guests.remove_bot(match_id, by, bot)

    async def cancel(self, match_id: str, by: Player) -> LobbyView:
        """Close a lobby for good; raises NotHostError, AlreadyStartedError."""
        return await self._lobbies.cancel(match_id, by)

    async def set_option(self, match_id: str, by: Player, name: str, value: object) -> LobbyView:
        """Change one option of the game, or of the table (`table_options.FIELDS`).

        Raises NotHostError, BadOptionError, AlreadyStartedError.
        """
        return await self._lobbies.set_option(match_id, by, name, value)

    async def start(self, match_id: str, by: Player) -> MatchSummary:
        """Deal.

        Raises NotHostError, NotEnoughSeatsError, AlreadyStartedError, BadOptionError and, where
        everybody has to press Ready, NotAllReadyError.
        """
        return await self._starting.start(match_id, by)

    async def match_view(self, match_id: str, player_id: int | None) -> MatchView:
        """Show a match as this player may see it; who holds no seat gets the watchers' view.

        Raises NoSuchMatchError, NotStartedError, MatchOverError (a lobby that was cancelled).
        """
        return await self._showing.match_view(match_id, player_id)

    async def answer(
        self,
        *,
        interaction_id: int,
        match_id: str,
        player_id: int,
        seat: Seat,
        ticket: str,
        form: Form,
    ) -> Answered:
        """Answer the question that `ticket` names.

        Raises NoSuchMatchError, NotStartedError, MatchOverError, NoSeatError, NotYourSeatError,
        and of the rules' errors StaleAnswerError, NotYourTurnError, IllegalMoveError,
        InvalidMoveError.
        """
        press = Press(
            interaction_id=interaction_id,
            player_id=player_id,
            seat=seat,
            ticket=ticket,
            form=form,
        )
        return await self._answers.answer(match_id, press)

    async def answer_ahead(self, match_id: str, player_id: int, ticket: str, form: Form) -> None:
        """Keep an answer in advance to the question that `ticket` names, instead of an older one.

        Nobody else is told. Raises NoSuchMatchError, NotStartedError, MatchOverError, NoSeatError,
        and of the rules' errors StaleAnswerError and InvalidMoveError.
        """
        await self._advances.keep(match_id, player_id, ticket, form)

    async def take_back_ahead(self, match_id: str, player_id: int) -> None:
        """Forget the answer in advance of this player, if there is one; raises NoSeatError."""
        await self._advances.take_back(match_id, player_id)

    async def keep_draft(
        self,
        match_id: str,
        player_id: int,
        ticket: str,
        draft: bytes | None,
        begun: Form | None = None,
    ) -> None:
        """Keep a half-filled form for this question, or forget it (None).

        `begun` holds the values filled in so far, by slot: the timeout move may take them.
        Raises NoSuchMatchError, NoSeatError, StaleAnswerError.
        """
        await self._showing.keep_draft(match_id, player_id, ticket, draft, begun or {})

    async def rematch(
        self,
        match_id: str,
        by: Player,
        *,
        channel_id: int | None = None,
        parent_id: int | None = None,
    ) -> LobbyView:
        """Open a lobby with the same game, options and bots; the others are invited.

        It stands in the channel where it is asked for (`parent_id` is that of a thread), or from
        the match's own thread in the match's channel. A second press finds the lobby of the first.
        Raises NoSuchMatchError, NoSeatError, MatchGoesOnError, and what opening a lobby raises.
        """
        return await self._rematches.rematch(match_id, by, channel_id, parent_id)

    async def practise(
        self, player: Player, game_key: str, *, channel_id: int = NOWHERE, bots: int | None = None
    ) -> MatchSummary:
        """Play alone against bots, or go on where one has stopped; `channel_id` is one's own DM.

        Raises NoSuchGameError, LobbyFullError.
        """
        return await self._practice.begin(player, game_key, channel_id, bots)

    async def advice(self, match_id: str, player_id: int) -> Advice:
        """Tell what a bot would answer in the player's place.

        Raises NoSuchMatchError, NoSeatError, NotYourTurnError, OnlyInPracticeError.
        """
        return await self._practice.advice(match_id, player_id)

    async def leavers(self, match_id: str) -> tuple[str, ...]:
        """Name those who left a running match: they rank behind all others."""
        return await self._showing.leavers(match_id)

    async def matches_of(
        self,
        player_id: int,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        in_order: bool = True,
    ) -> tuple[MatchSummary, ...]:
        """List a player's lobbies and running matches, those that await the player first.

        Who does not need that order (`in_order`) need not wait for all of them to be read.
        """
        return await self._showing.matches_of(player_id, guild_id, channel_id, in_order=in_order)

    async def awaits(self, match_id: str, player_id: int) -> bool:
        """Whether a match waits for this player; for that player's eyes alone.

        Raises NoSuchMatchError, NotStartedError, MatchOverError.
        """
        return await self._showing.awaits(match_id, player_id)

    async def matches_in(self, channel_id: int, visitor: Visitor) -> tuple[MatchSummary, ...]:
        """List the lobbies and running matches of a channel that somebody may see."""
        return await self._showing.matches_in(channel_id, visitor)

    async def remember(self, player: Player, guild_id: int | None = None) -> None:
        """Keep a player's language, and in a guild the display name, as last seen."""
        await self._members.remember(player, guild_id)

    async def keep_typed(self, interaction_id: int, typed: Json) -> None:
        """Keep a command that waits for the choice of a table; tidying deletes it after a day."""
        await self._answers.keep_typed(interaction_id, typed)

    async def typed(self, interaction_id: int) -> Json | None:
        """Return a command that was kept; None once it is deleted."""
        return await self._answers.typed(interaction_id)

    async def preferences(self, player_id: int) -> PersonRecord:
        return await self._members.preferences(player_id)

    async def set_prefers_dm(self, player_id: int, prefers: bool) -> None:
        await self._members.set_prefers_dm(player_id, prefers)

    async def set_text_only(self, player_id: int, text_only: bool) -> None:
        await self._members.set_text_only(player_id, text_only)

    async def dm_closed(self, player_id: int, closed: bool) -> None:
        """Note whether direct messages to a player are refused."""
        await self._members.set_dm_closed(player_id, closed)

    async def wake(self) -> None:
        """Let time go on from where the last process stopped; before anybody's press is heard."""
        await self._recovery.wake()

    async def recover(self) -> None:
        """Take up where the last process stopped; to be called once, after `wake`, before `run`.

        It wakes by itself where nobody could press anything before.
        """
        await self._recovery.recover()

    async def run(self) -> None:
        """Let bot seats act and the heart beat, until cancelled."""
        await self._scheduler.run()

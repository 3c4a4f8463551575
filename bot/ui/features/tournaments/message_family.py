"""Messages of tournaments: the announcement, the call to check in, each round, and the result.

Only a new one notifies anybody: those who want to be mentioned.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import count
from secrets import token_hex

from bot.tables.competitions.views import TournamentView
from bot.tables.domain.availability import availability_of
from bot.ui.features.services import Services
from bot.ui.features.tournaments import messages
from bot.ui.features.tournaments.pictures import (
    TournamentScene,
    cover_scene,
    end_scene,
    has_podium,
    standings_scene,
)
from bot.ui.i18n.readers import picture_reader, public_reader
from bot.ui.kit.message import OutgoingFile, OutgoingMessage
from bot.ui.sync.delivery import EditOutcome
from bot.ui.sync.placement import url_of
from bot.ui.sync.reconciler import MessageFamily, Painting, Reconciler
from bot.ui.sync.subject import Key, MessageSubject, Wanted
from data.records.matches import Shown, Surface, SurfaceKind
from data.records.tournaments import BYE, Presence, Stage
from data.stores.competitions.tournament_messages import surface_id
from games.core import exact_json


@dataclass(frozen=True)
class TournamentState:
    """A tournament with all that its messages show."""

    view: TournamentView
    language: str
    urls: dict[str, str | None]
    """The addresses of the round's tables, by match."""
    mentioned: tuple[int, ...]
    """The people who want to be mentioned, if a new message may do so."""
    surfaces: tuple[Surface, ...]
    loaded: int

    @property
    def revision(self) -> int:
        return self.view.tournament.revision

    def scene(self, number: int) -> TournamentScene | None:
        """The picture of a message; None where it has none, as before the first result."""
        in_round = number - messages.CHECK_IN
        if number == messages.CHECK_IN:
            return None
        if number == messages.ANNOUNCEMENT:
            is_invitation = messages.is_invitation(self.view)
            return cover_scene(self.view, picture_reader(self.language)) if is_invitation else None
        is_of_round = 0 < in_round <= self.view.tournament.round
        after = in_round - 1 if is_of_round else self.view.last_round
        if not self.view.standings_after(after):
            return None
        if in_round > self.view.tournament.round and has_podium(self.view):
            return end_scene(self.view, picture_reader(self.language))
        return standings_scene(self.view, after, picture_reader(self.language))

    def message(
        self, number: int, picture: OutgoingFile | None = None, mentioned: tuple[int, ...] = ()
    ) -> OutgoingMessage:
        """A message with this picture, or in words."""
        view, to = self.view, public_reader(self.language)
        if number == messages.ANNOUNCEMENT:
            return messages.announcement(view, picture, to, self._newest_url())
        if number == messages.CHECK_IN:
            return messages.check_in_call(view, mentioned, to)
        in_round = number - messages.CHECK_IN
        if in_round > view.tournament.round:
            return messages.result_message(view, number, picture, mentioned, to)
        return messages.round_message(
            view, in_round, to, picture=picture, urls=self.urls, mentioned=mentioned
        )

    def _newest_url(self) -> str | None:
        """The address of the newest round or of the result, once it is posted."""
        later = [row for row in self.surfaces if int(row.ticket or 0) > messages.CHECK_IN]
        sent = [row for row in later if row.message_id is not None]
        newest = max(sent, key=lambda row: int(row.ticket or 0), default=None)
        return None if newest is None else url_of(newest)

    def shown(self, number: int) -> Shown:
        """What a message shows with its picture, before that is painted."""
        components = self.message(number).view().to_components()  # type: ignore[no-untyped-call]  # discord.py's
        scene = self.scene(number)
        picture = "" if scene is None else f"{scene.poster.model_dump_json()} {scene.names}"
        digest = blake2b(exact_json.dumps(components) + picture.encode(), digest_size=16)
        return Shown(
            stage=SurfaceKind.TOURNAMENT, fingerprint=digest.hexdigest(), language=self.language
        )


class TournamentMessages(MessageFamily[TournamentState]):
    kinds = (SurfaceKind.TOURNAMENT,)

    def __init__(self, services: Services) -> None:
        self._rows = services.tables.tournament_messages
        self._queries = services.tables.tournaments.queries
        self._people = services.tables.people
        self._now = services.tables.now
        self._loads = count(1)
        self._posts = services.posts
        self._publics = services.publics
        self._surfaces = services.surfaces
        self._languages = services.languages
        self.reconciler = Reconciler[TournamentState](
            self._rows, self._load, services.pictures, is_ours=self._is_ours
        )
        self.reconciler.register(self)

    async def _is_ours(self, state: TournamentState) -> bool:
        """Whether this process shows a tournament; the owner is told of others."""
        view = state.view
        if self._surfaces.owns(view.guild_id):
            return True
        await self._surfaces.competition_changed(view.guild_id, view.id)
        return False

    async def _load(self, tournament_id: str) -> TournamentState:
        """Load a tournament and its messages, once the tables that it links to are shown.

        Raises NoSuchTournamentError.
        """
        tournament = await self._queries.find(tournament_id)
        if self._surfaces.owns(tournament.guild_id):
            for table in tournament.tables_of(tournament.round):
                if table.match_id:
                    await self._surfaces.posted(table.match_id)
        loaded = next(self._loads)
        view = await self._queries.show(tournament_id)
        rows = await self._rows.of(tournament_id)
        sent = {int(row.ticket or 0) for row in rows if row.message_id is not None}
        is_new = not sent.issuperset(_numbers(view, sent))
        return TournamentState(
            view,
            await self._languages.shared(view.guild_id),
            {
                table.match_id: await self._publics.url(table.match_id, view)
                for table in view.tournament.tables_of(view.tournament.round)
                if table.match_id
            },
            await self._mentioned(view) if is_new else (),
            rows,
            loaded,
        )

    def wanted(
        self, state: TournamentState, rows: tuple[Surface, ...]
    ) -> Iterator[Wanted[TournamentState]]:
        """Yield the messages that a tournament has now."""
        state = replace(state, surfaces=rows)
        for number in _numbers(state.view, {int(row.ticket or 0) for row in rows}):
            yield Wanted(
                key=Key(SurfaceKind.TOURNAMENT, str(number)),
                shown=state.shown(number),
                state=state,
                has_pictures=state.scene(number) is not None,
            )

    def row(
        self, subject: MessageSubject[TournamentState], wanted: Wanted[TournamentState]
    ) -> Surface:
        """Return a row in the tournament's channel."""
        view, number = wanted.state.view, _number(wanted)
        return Surface(
            surface_id=surface_id(subject.id, number),
            match_id=subject.id,
            kind=SurfaceKind.TOURNAMENT,
            nonce=token_hex(8),
            guild_id=view.guild_id,
            channel_id=view.channel_id,
            ticket=str(number),
        )

    async def settle(
        self, subject: MessageSubject[TournamentState], wanted: Wanted[TournamentState]
    ) -> None:
        """Wait for a turn in the channel."""
        await self._posts.turn(subject.of(wanted.key)[-1])

    async def draw(
        self, wanted: Wanted[TournamentState], painting: Painting | None
    ) -> OutgoingMessage:
        """Draw a message, with its picture or in words."""
        state, number = wanted.state, _number(wanted)
        scene = state.scene(number)
        if painting is None or scene is None:
            return state.message(number)
        picture = await painting.pictures.poster(
            scene.poster,
            state.language,
            painting.priority,
            names=scene.names,
            players=scene.players,
        )
        return state.message(number, picture)

    async def send(
        self,
        subject: MessageSubject[TournamentState],
        wanted: Wanted[TournamentState],
        row: Surface,
        message: OutgoingMessage,
    ) -> Surface:
        """Edit a message, or post it where there is none that can be edited."""
        del subject  # a message that is gone keeps its row
        row = replace(await self._posts.known(row), lacks_pictures=message.is_makeshift)
        if row.message_id is not None:
            outcome, edited = await self._posts.edit(row, message)
            if outcome is EditOutcome.DONE:
                return edited
            await self._posts.take_away(row)  # even one that Discord calls gone
            row = replace(row, message_id=None, nonce=token_hex(8), pictures=())
        mentioned = wanted.state.mentioned
        if mentioned:
            state, number = wanted.state, _number(wanted)
            message = state.message(number, next(iter(message.attachments), None), mentioned)
        return await self._posts.post(row, message, silent=not message.called)

    async def take_away(self, subject: MessageSubject[TournamentState], row: Surface) -> None:
        """Do nothing: a tournament keeps its messages."""

    async def url(self, tournament_id: str) -> str | None:
        """The address of the announcement, None while it has none."""
        rows = await self._rows.of(tournament_id)
        return url_of(rows[0]) if rows and rows[0].message_id is not None else None

    async def _mentioned(self, view: TournamentView) -> tuple[int, ...]:
        """The people who want to be mentioned, and may be called now."""
        now, mentioned = self._now(), list[int]()
        for entrant in view.tournament.entrants:
            availability = availability_of(await self._people.find(entrant.player_id))
            if availability.way == "mention" and availability.may_be_called(now):
                mentioned.append(entrant.player_id)
        return tuple(mentioned)


def _number(wanted: Wanted[TournamentState]) -> int:
    return int(wanted.key.holder or 0)


def _numbers(view: TournamentView, known: Container[int]) -> Iterator[int]:
    """The messages that a tournament has now, the oldest first."""
    tournament = view.tournament
    yield messages.ANNOUNCEMENT
    is_called = view.stage is Stage.CHECK_IN and any(
        entrant.presence is Presence.SIGNED_UP for entrant in tournament.entrants
    )
    if messages.CHECK_IN in known or is_called:
        yield messages.CHECK_IN
    for number in range(1, tournament.round + 1):
        if messages.CHECK_IN + number in known or _is_dealt(view):
            yield messages.CHECK_IN + number
    if view.stage is Stage.FINISHED:
        yield messages.CHECK_IN + tournament.round + 1


def _is_dealt(view: TournamentView) -> bool:
    """Whether the matches of the current round exist: until then it is due at once."""
    tournament = view.tournament
    if view.stage is not Stage.PLAYING:
        return True
    return tournament.due_at == tournament.round_ends_at or any(
        table.ranks for table in tournament.tables_of(tournament.round) if table.number != BYE
    )

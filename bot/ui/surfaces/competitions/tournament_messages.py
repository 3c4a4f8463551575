"""Messages of tournaments: the announcement, the call to check in, each round, and the result.

Each has a row before it is sent. It is edited when what it shows has changed, and only a new one
notifies anybody: those who want to be mentioned. While the painters are busy, messages are sent
without the picture of the standings, which follows by an edit.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from secrets import token_hex

from bot.tables.competitions.queries import TournamentQueries
from bot.tables.competitions.views import TournamentView
from bot.tables.domain.availability import availability_of
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import picture_reader, public_reader
from bot.ui.interactions.message import OutgoingFile, OutgoingMessage
from bot.ui.messages.competitions.tournament import (
    ANNOUNCEMENT,
    CHECK_IN,
    announcement,
    check_in_call,
    result_message,
    round_message,
)
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from bot.ui.pictures.tournaments import standings_scene
from bot.ui.surfaces.delivery import Delivery, EditOutcome
from bot.ui.surfaces.placement import url_of
from bot.ui.surfaces.public_messages import PublicMessages
from data.records.matches import Surface, SurfaceKind
from data.records.tournaments import BYE, Presence, Stage, Tournament, TournamentPost
from data.store import Store
from games.core import exact_json
from render.scenes.posters.tournament import TournamentPoster

log = logging.getLogger(__name__)


IN_WORDS = " in words"
"""Ends the fingerprint of a message that still lacks its picture."""


@dataclass(frozen=True)
class _Standings:
    """A picture of standings before it is painted."""

    scene: TournamentPoster
    language: str

    @property
    def key(self) -> str:
        """Names what it shows."""
        shown = f"{self.scene.model_dump_json()} {self.language}"
        return blake2b(shown.encode(), digest_size=16).hexdigest()


Painted = dict[str, OutgoingFile]
"""Pictures of standings by what they show."""


@dataclass(frozen=True)
class _Drawing:
    """One message about a tournament as it is to be shown now."""

    view: TournamentView
    number: int
    urls: dict[str, str | None]
    language: str

    @cached_property
    def standings(self) -> _Standings | None:
        """What its picture shows; None where it has none, as before the first result."""
        in_round = self.number - CHECK_IN
        if self.number == CHECK_IN:
            return None
        is_of_round = 0 < in_round <= self.view.tournament.round
        after = in_round - 1 if is_of_round else self.view.last_round
        if not self.view.standings_after(after):
            return None
        scene = standings_scene(self.view, after, picture_reader(self.language))
        return _Standings(scene, self.language)

    def message(
        self, mentioned: tuple[int, ...] = (), picture: OutgoingFile | None = None
    ) -> OutgoingMessage:
        """The message with this picture, or in words."""
        view, number, to = self.view, self.number, public_reader(self.language)
        if number == ANNOUNCEMENT:
            return announcement(view, picture, self.urls, to)
        if number == CHECK_IN:
            return check_in_call(view, mentioned, to)
        in_round = number - CHECK_IN
        if in_round > view.tournament.round:
            return result_message(view, number, picture, to)
        return round_message(
            view, in_round, to, picture=picture, urls=self.urls, mentioned=mentioned
        )

    def fingerprint(self, in_words: OutgoingMessage) -> str:
        """Names what the message shows with its picture, before that is painted."""
        components = in_words.view().to_components()  # type: ignore[no-untyped-call]  # discord.py's
        key = "" if self.standings is None else self.standings.key
        shown = f"{exact_json.dumps(components).decode()} {key}"
        return blake2b(shown.encode(), digest_size=16).hexdigest()


class TournamentMessages:
    def __init__(
        self,
        store: Store,
        posts: Delivery,
        publics: PublicMessages,
        pictures: Pictures,
        languages: Languages,
        *,
        queries: TournamentQueries,
    ) -> None:
        self._store = store
        self._queries = queries
        self._posts = posts
        self._publics = publics
        self._pictures = pictures
        self._languages = languages
        self._painted: dict[str, Painted] = {}
        """Pictures that came too late for their messages, by tournament."""

    async def show(self, tournament_id: str) -> bool:
        """Bring all messages about a tournament up to date; raises NoSuchTournamentError.

        Returns whether they have all their pictures.
        """
        view = await self._queries.show(tournament_id)
        language = self._languages.server(await self._store.guilds.find(view.guild_id))
        known = await self._store.tournaments.posts(tournament_id)
        urls = {
            table.match_id: await self._publics.url(table.match_id)
            for table in view.tournament.tables_of(view.tournament.round)
            if table.match_id
        }
        painted: dict[str, OutgoingFile | None] = {**self._painted.pop(tournament_id, {})}
        is_complete = True
        for number in _numbers(view, known):
            drawing = _Drawing(view, number, urls, language)
            is_complete &= await self._show(drawing, known.get(number), painted)
        if is_complete:
            await self._store.tournaments.shown(tournament_id, view.tournament.revision)
        return is_complete

    async def paint(self, tournament_id: str) -> None:
        """Wait for a painter as long as it takes, then paint what the messages lack."""
        async with self._pictures.turn() as pictures:
            view = await self._queries.show(tournament_id)
            language = self._languages.server(await self._store.guilds.find(view.guild_id))
            posts = (await self._store.tournaments.posts(tournament_id)).values()
            painted: Painted = {}
            for post in posts:
                standings = _Drawing(view, post.number, {}, language).standings
                if standings is None or not (post.fingerprint or "").endswith(IN_WORDS):
                    continue
                if standings.key not in painted:
                    picture = await pictures.poster(standings.scene, language)
                    painted[standings.key] = picture
            self._painted[tournament_id] = painted

    async def url(self, tournament_id: str) -> str | None:
        """The address of the announcement, None while it has none."""
        post = (await self._store.tournaments.posts(tournament_id)).get(ANNOUNCEMENT)
        found = await self._store.tournaments.find(tournament_id)
        if post is None or post.message_id is None or found is None:
            return None
        return url_of(_surface(found, post))

    async def _show(
        self,
        drawing: _Drawing,
        post: TournamentPost | None,
        painted: dict[str, OutgoingFile | None],
    ) -> bool:
        """Bring one message up to date; returns whether it has its picture."""
        view, number = drawing.view, drawing.number
        is_new = post is None or post.message_id is None
        mentioned = await self._mentioned(view) if is_new and number else ()
        message, standings = drawing.message(mentioned), drawing.standings
        shown = drawing.fingerprint(message)
        if post is not None and not is_new and post.fingerprint == shown:
            return True
        if standings is not None:
            if standings.key not in painted:
                painted[standings.key] = await self._standings(standings)
            picture = painted[standings.key]
            message = drawing.message(mentioned, picture)
            shown += "" if picture else IN_WORDS
        is_complete = not shown.endswith(IN_WORDS)
        if post is not None and not is_new and post.fingerprint == shown:
            return is_complete
        if post is None:
            post = TournamentPost(
                tournament_id=view.id, number=number, nonce=token_hex(8), channel_id=view.channel_id
            )
            await self._store.tournaments.save_post(post)
            surface = _surface(view.tournament, post)
        else:
            surface = await self._posts.known(_surface(view.tournament, post))
        await self._posts.turn(surface)
        surface = await self._put(surface, message)
        await self._store.tournaments.save_post(
            replace(
                post,
                nonce=surface.nonce,
                message_id=surface.message_id,
                fingerprint=shown,
                pictures=surface.pictures,
            )
        )
        return is_complete

    async def _put(self, surface: Surface, message: OutgoingMessage) -> Surface:
        """Edit a message, or post it where there is none that can be edited."""
        if surface.message_id is not None:
            outcome, edited = await self._posts.edit(surface, message)
            if outcome is EditOutcome.DONE:
                return edited
            await self._posts.take_away(surface)  # even one that Discord calls gone
            surface = replace(surface, message_id=None, nonce=token_hex(8), pictures=())
        return await self._posts.post(surface, message, silent=not message.called)

    async def _standings(self, standings: _Standings) -> OutgoingFile | None:
        """The picture of the standings; None while it would keep the text waiting."""
        try:
            return await self._pictures.poster(standings.scene, standings.language, Priority.NEWS)
        except TooBusyError:
            return None

    async def _mentioned(self, view: TournamentView) -> tuple[int, ...]:
        """The people who want to be mentioned."""
        people = [await self._store.people.find(one.player_id) for one in view.tournament.entrants]
        return tuple(one.player_id for one in people if availability_of(one).way == "mention")


def _numbers(view: TournamentView, known: dict[int, TournamentPost]) -> Iterator[int]:
    """The messages that a tournament has now, the oldest first."""
    tournament = view.tournament
    yield ANNOUNCEMENT
    is_called = view.stage is Stage.CHECK_IN and any(
        one.presence is Presence.SIGNED_UP for one in tournament.entrants
    )
    if CHECK_IN in known or is_called:
        yield CHECK_IN
    for number in range(1, tournament.round + 1):
        if CHECK_IN + number in known or _is_dealt(view):
            yield CHECK_IN + number
    if view.stage is Stage.FINISHED:
        yield CHECK_IN + tournament.round + 1


def _is_dealt(view: TournamentView) -> bool:
    """Whether the matches of the current round exist: until then it is due at once."""
    tournament = view.tournament
    if view.stage is not Stage.PLAYING:
        return True
    return tournament.due_at == tournament.round_ends_at or any(
        table.ranks for table in tournament.tables_of(tournament.round) if table.number != BYE
    )


def _surface(tournament: Tournament, post: TournamentPost) -> Surface:
    """A message as the delivery knows it."""
    return Surface(
        surface_id=f"tournament-{tournament.tournament_id}-{post.number}",
        match_id=tournament.tournament_id,
        kind=SurfaceKind.TOURNAMENT,
        nonce=post.nonce,
        guild_id=tournament.guild_id,
        channel_id=post.channel_id,
        message_id=post.message_id,
        ticket=str(post.number),
        pictures=post.pictures,
    )

"""Messages of tournaments: the announcement, the call to check in, each round, and the result.

Each has a row before it is sent. It is edited when what it shows has changed, and only a new one
notifies anybody: those who want to be mentioned.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from secrets import token_hex

from bot.tables.competitions.queries import TournamentQueries
from bot.tables.competitions.views import TournamentView
from bot.tables.domain.availability import availability_of
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import plain_reader, reader
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
from bot.ui.pictures.tournaments import standings_scene
from bot.ui.surfaces.delivery import Delivery, EditOutcome
from bot.ui.surfaces.placement import url_of
from bot.ui.surfaces.public_messages import PublicMessages
from data.records.matches import Surface, SurfaceKind
from data.records.tournaments import BYE, Presence, Stage, Tournament, TournamentPost
from data.store import Store
from games.core import exact_json

log = logging.getLogger(__name__)


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

    async def show(self, tournament_id: str) -> None:
        """Bring all messages about a tournament up to date; raises NoSuchTournamentError."""
        view = await self._queries.show(tournament_id)
        language = self._languages.server(await self._store.guilds.find(view.guild_id))
        known = await self._store.tournaments.posts(tournament_id)
        urls = {
            table.match_id: await self._publics.url(table.match_id)
            for table in view.tournament.tables_of(view.tournament.round)
            if table.match_id
        }
        for number in _numbers(view, known):
            await self._show(view, number, known.get(number), urls, language)
        await self._store.tournaments.shown(tournament_id, view.tournament.revision)

    async def url(self, tournament_id: str) -> str | None:
        """The address of the announcement, None while it has none."""
        post = (await self._store.tournaments.posts(tournament_id)).get(ANNOUNCEMENT)
        found = await self._store.tournaments.find(tournament_id)
        if post is None or post.message_id is None or found is None:
            return None
        return url_of(_surface(found, post))

    async def _show(
        self,
        view: TournamentView,
        number: int,
        post: TournamentPost | None,
        urls: dict[str, str | None],
        language: str,
    ) -> None:
        """Bring one message up to date."""
        is_new = post is None or post.message_id is None
        mentioned = await self._mentioned(view) if is_new and number else ()
        message = await self._draw(view, number, urls, mentioned, language)
        shown = _fingerprint(message)
        if post is not None and not is_new and post.fingerprint == shown:
            return
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

    async def _put(self, surface: Surface, message: OutgoingMessage) -> Surface:
        """Edit a message, or post it where there is none that can be edited."""
        if surface.message_id is not None:
            outcome, edited = await self._posts.edit(surface, message)
            if outcome is EditOutcome.DONE:
                return edited
            if outcome is EditOutcome.WORN_OUT:
                await self._posts.take_away(surface)
            surface = replace(surface, message_id=None, nonce=token_hex(8), pictures=())
        return await self._posts.post(surface, message, silent=not message.called)

    async def _draw(
        self,
        view: TournamentView,
        number: int,
        urls: dict[str, str | None],
        mentioned: tuple[int, ...],
        language: str,
    ) -> OutgoingMessage:
        to = reader(language)
        if number == ANNOUNCEMENT:
            return announcement(
                view, await self._standings(view, view.last_round, language), urls, to
            )
        if number == CHECK_IN:
            return check_in_call(view, mentioned, to)
        in_round = number - CHECK_IN
        if in_round > view.tournament.round:
            picture = await self._standings(view, view.last_round, language)
            return result_message(view, number, picture, to)
        picture = await self._standings(view, in_round - 1, language)
        return round_message(view, in_round, to, picture=picture, urls=urls, mentioned=mentioned)

    async def _standings(
        self, view: TournamentView, number: int, language: str
    ) -> OutgoingFile | None:
        """The picture of the standings after a round; None before the first round's end."""
        if not number:
            return None
        scene = standings_scene(view, number, plain_reader(language))
        return await self._pictures.tournament(scene, language)

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


def _fingerprint(message: OutgoingMessage) -> str:
    """Names what a message shows."""
    components = message.view().to_components()  # type: ignore[no-untyped-call]  # discord.py's
    shown = exact_json.dumps(components).decode()
    digests = " ".join(one.digest for one in message.attachments)
    return blake2b(f"{shown} {digests}".encode(), digest_size=16).hexdigest()

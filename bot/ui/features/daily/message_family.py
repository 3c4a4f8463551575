"""The message in which a server shows the deal of a day: posted once, edited through the day."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import count

from bot.tables.competitions.daily_deals import PostView
from bot.tables.competitions.errors import NoSuchDealError
from bot.ui.features.daily import messages
from bot.ui.features.daily.pictures import post_scene
from bot.ui.features.services import Services
from bot.ui.i18n.readers import public_reader
from bot.ui.kit.message import OutgoingMessage
from bot.ui.sync.delivery import EditOutcome
from bot.ui.sync.reconciler import MessageFamily, Painting, Reconciler
from bot.ui.sync.subject import Key, MessageSubject, Wanted
from data.records.daily_deals import DealPost
from data.records.matches import Shown, Surface, SurfaceKind
from games.core import exact_json
from render.scenes.posters.daily import DailyPoster

KEY = Key(SurfaceKind.DEAL)


@dataclass(frozen=True)
class DealPostState:
    """A server's message about a deal, with all that it shows."""

    post: DealPost
    view: PostView
    language: str
    surfaces: tuple[Surface, ...]
    loaded: int

    @property
    def revision(self) -> int:
        return self.post.revision

    def scene(self) -> DailyPoster:
        return post_scene(self.view, self.language)


class DealPosts(MessageFamily[DealPostState]):
    kinds = (SurfaceKind.DEAL,)

    def __init__(self, services: Services) -> None:
        self._rows = services.tables.deal_posts
        self._deals = services.tables.daily_deals
        self._loads = count(1)
        self._posts = services.posts
        self._surfaces = services.surfaces
        self._languages = services.languages
        self.reconciler = Reconciler[DealPostState](
            self._rows, self._load, services.pictures, is_ours=self._is_ours
        )
        self.reconciler.register(self)

    async def _is_ours(self, state: DealPostState) -> bool:
        return self._surfaces.owns(state.post.guild_id)

    async def _load(self, post_id: str) -> DealPostState:
        """Load what a message shows; raises NoSuchDealError."""
        post = await self._rows.find(post_id)
        if post is None:
            raise NoSuchDealError
        loaded = next(self._loads)
        # Whoever deletes their data takes attempts along that the revision counts.
        known = self.reconciler.subject(post_id).revision
        post = replace(post, revision=max(post.revision, known))
        return DealPostState(
            post,
            await self._deals.post(post.guild_id, post.day),
            await self._languages.shared(post.guild_id),
            await self._rows.of(post_id),
            loaded,
        )

    def wanted(
        self, state: DealPostState, rows: tuple[Surface, ...]
    ) -> Iterator[Wanted[DealPostState]]:
        """Yield the message; it has a row from the start."""
        del rows
        message = messages.post_message(state.view, None, public_reader(state.language))
        components = message.view().to_components()  # type: ignore[no-untyped-call]  # discord.py's
        seen = exact_json.dumps(components) + state.scene().model_dump_json().encode()
        digest = blake2b(seen, digest_size=16).hexdigest()
        shown = Shown(stage=SurfaceKind.DEAL, fingerprint=digest, language=state.language)
        yield Wanted(key=KEY, shown=shown, state=state)

    async def settle(
        self, subject: MessageSubject[DealPostState], wanted: Wanted[DealPostState]
    ) -> None:
        """Wait for a turn in the channel."""
        await self._posts.turn(subject.of(wanted.key)[-1])

    async def draw(
        self, wanted: Wanted[DealPostState], painting: Painting | None
    ) -> OutgoingMessage:
        """Draw the message, with its picture or in words."""
        state, to = wanted.state, public_reader(wanted.state.language)
        if painting is None:
            return messages.post_message(state.view, None, to)
        picture = await painting.pictures.poster(state.scene(), state.language, painting.priority)
        return messages.post_message(state.view, picture, to)

    async def send(
        self,
        subject: MessageSubject[DealPostState],
        wanted: Wanted[DealPostState],
        row: Surface,
        message: OutgoingMessage,
    ) -> Surface:
        """Post the message once, and edit it; one that a moderator deleted stays away."""
        del subject, wanted
        row = replace(await self._posts.known(row), lacks_pictures=message.is_makeshift)
        if row.message_id is None:
            return await self._posts.post(row, message)
        outcome, edited = await self._posts.edit(row, message)
        return edited if outcome is EditOutcome.DONE else replace(row, lacks_pictures=False)

    async def take_away(self, subject: MessageSubject[DealPostState], row: Surface) -> None:
        """Do nothing: a channel keeps its messages."""

"""Messages that the bot sends as itself: posted, edited, looked for and taken away.

A surface is a row before it is a message. What Discord answers to an edit is read here alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from enum import StrEnum
from itertools import count
from secrets import token_hex
from typing import Any, NamedTuple, TypeVar

import discord

from bot.ui.interactions.command_links import mentions_of
from bot.ui.interactions.newest_messages import NewestMessages
from bot.ui.interactions.reply import icons_checked
from bot.ui.kit import custom_ids, discord_errors
from bot.ui.kit.message import OutgoingMessage
from bot.ui.sync.edit_rate import EditRate
from data.records.matches import ShownPicture, Surface, SurfaceKind
from data.store import Store

log = logging.getLogger(__name__)
T = TypeVar("T")

Pictures = tuple[ShownPicture, ...]
ORIGINAL = "@original"
"""What Discord calls the message that answered an interaction, whatever its id."""
TOKEN_LIFE = 14 * 60 * 1000
"""Milliseconds for which an interaction's token is used; Discord drops it after 15 minutes."""
SEARCHED = 50
"""Messages of a channel that are searched for one of ours whose id was never learnt."""
FAR = 12
"""So many messages of any kind below ours, and nobody looks for it there any more."""
LOOK = 2.0
"""Seconds for which somebody who waits lets us look whether a message is still there."""
TALK = 5
"""So many messages of people below ours, and it has left the screen."""


class EditOutcome(StrEnum):
    """What became of an edit: done, the message is gone, or it takes no more edits."""

    DONE = "done"
    GONE = "gone"
    WORN_OUT = "worn out"


class Edited(NamedTuple):
    """An edit, and the surface with the pictures that its message has now."""

    outcome: EditOutcome
    surface: Surface


class Delivery:
    def __init__(
        self, client: discord.Client, store: Store, budget: EditRate, newest: NewestMessages
    ) -> None:
        self._client = client
        self._newest = newest
        self._store = store
        self._budget = budget
        self._run = token_hex(8)
        """Begins the ids of all surfaces that this process writes down."""
        self._numbers = count()
        self._on_success: Callable[[], object] = lambda: None

    def on_success(self, act: Callable[[], object]) -> None:
        """Call `act` after each request that Discord carries out.

        Those with an interaction's token don't count: they say little about the others.
        """
        self._on_success = act

    def surface(
        self,
        match_id: str,
        kind: SurfaceKind,
        guild_id: int | None,
        channel_id: int | None,
        **more: Any,
    ) -> Surface:
        """A surface to be written down before its message is sent."""
        return Surface(
            surface_id=f"{self._run}-{next(self._numbers)}",
            match_id=match_id,
            kind=kind,
            nonce=token_hex(8),
            guild_id=guild_id,
            channel_id=channel_id,
            **more,
        )

    async def turn(self, surface: Surface) -> bool:
        """Return when something may be changed in the surface's channel; tells if that was late."""
        return await self._budget.turn(surface.channel_id or 0)

    async def known(self, surface: Surface) -> Surface:
        """The surface with its message, also if the process ended before noting its id."""
        is_known = surface.message_id is not None or self.is_under_way(surface)
        if not is_known and surface.channel_id is not None:
            return await self._adopted(surface)
        return surface

    def is_under_way(self, surface: Surface) -> bool:
        """Whether a surface was written down by this process, which may yet send it."""
        return surface.surface_id.startswith(f"{self._run}-")

    async def post(
        self, surface: Surface, message: OutgoingMessage, *, silent: bool = True
    ) -> Surface:
        """Send a surface's message, by default without a sound; its row is still to be saved."""
        channel, arguments = self.channel(surface), self.ready(message).for_send()
        with icons_checked():
            sent = await channel.send(nonce=surface.nonce, silent=silent, **arguments)
        self._on_success()
        self._newest.note(sent.channel.id, sent.id)
        return _sent(surface, sent, message)

    async def write_to(
        self, player_id: int, surface: Surface, message: OutgoingMessage, *, silent: bool
    ) -> Surface:
        """Send a surface's message to one person directly; its row is still to be saved."""
        channel = await self._client.create_dm(discord.Object(player_id))
        arguments = self.ready(message).for_send()
        with icons_checked():
            sent = await channel.send(nonce=surface.nonce, silent=silent, **arguments)
        self._on_success()
        return _sent(surface, sent, message)

    async def edit(self, surface: Surface, message: OutgoingMessage) -> Edited:
        """Replace a message; pictures that it has already are not sent again."""

        async def edit(present: Pictures) -> discord.Message:
            partial = self.channel(surface).get_partial_message(surface.message_id or 0)
            arguments = self.ready(message).for_edit(present)
            return await self._awake(surface, lambda: partial.edit(**arguments))

        edited = await self._edited(surface, message, edit)
        self._on_success()
        return edited

    async def follow_up(self, surface: Surface, message: OutgoingMessage) -> Surface:
        """Post a surface's message below by a token; its row is still to be saved."""
        arguments = self.ready(message).for_send()
        with icons_checked():
            sent = await self._hook(surface).send(wait=True, **arguments)
        return replace(_sent(surface, sent, message), lacks_pictures=message.is_makeshift)

    async def edit_by_token(self, surface: Surface, message: OutgoingMessage) -> Edited:
        """Replace a message that answered an interaction, while its token is valid."""
        message_id: Any = surface.message_id or ORIGINAL

        async def edit(present: Pictures) -> discord.Message:
            arguments = self.ready(message).for_edit(present)
            return await self._hook(surface).edit_message(message_id, **arguments)

        return await self._edited(surface, message, edit)

    async def _edited(
        self,
        surface: Surface,
        message: OutgoingMessage,
        edit: Callable[[Pictures], Awaitable[discord.Message]],
    ) -> Edited:
        """Edit; raises whatever has another reason than the message's age or absence."""
        try:
            with icons_checked():
                edited = await edit(surface.pictures)
        except discord_errors.FAILURES as error:
            match discord_errors.failure_of(error):
                case discord_errors.Failure.GONE:
                    return Edited(EditOutcome.GONE, surface)
                case discord_errors.Failure.WORN_OUT:
                    return Edited(EditOutcome.WORN_OUT, surface)
                case discord_errors.Failure.INVALID if surface.pictures:
                    # The message no longer has the files that it had.
                    return await self._edited(replace(surface, pictures=()), message, edit)
            raise
        pictures = message.pictures_of(edited)
        return Edited(EditOutcome.DONE, replace(surface, message_id=edited.id, pictures=pictures))

    async def delete_by_token(self, surface: Surface) -> None:
        """Delete an ephemeral message, unless Discord refuses that."""
        message_id: Any = surface.message_id or ORIGINAL
        try:
            await self._hook(surface).delete_message(message_id)
        except discord_errors.FAILURES as error:
            if not discord_errors.is_refused(error):
                raise
            log.info("an older hand was gone already: %s", error)

    async def take_away(self, surface: Surface) -> None:
        """Delete a surface's message; raises what keeps Discord from deleting it."""
        surface = await self.known(surface)
        if surface.message_id is not None:

            async def delete() -> None:
                standing = self.channel(surface).get_partial_message(surface.message_id or 0)
                await standing.delete()

            try:
                await self._awake(surface, delete)
            except discord_errors.FAILURES as error:
                # In somebody's direct messages nothing can be given back to us.
                may_work = (
                    discord_errors.failure_of(error) is discord_errors.Failure.LOST_PLACE
                    and surface.guild_id is not None
                )
                if not discord_errors.is_refused(error) or (may_work and not _is_gone(error)):
                    raise
                log.info("a message of match %s is not deleted: %s", surface.match_id, error)
            else:
                self._on_success()

    async def exists(self, surface: Surface) -> bool:
        """Look whether the message is still there; what cannot be looked at is believed in."""
        try:
            async with asyncio.timeout(LOOK):
                await self.channel(surface).get_partial_message(surface.message_id or 0).fetch()
        except discord_errors.FAILURES as error:
            log.info("cannot fetch the table message of match %s: %r", surface.match_id, error)
            return not _is_gone(error)
        return True

    async def is_scrolled_away(self, surface: Surface) -> bool:
        """Look whether so much was said below a message that it has left the screen.

        Our own messages count little: two tables in one channel must not chase each other down.
        Discord is not asked while the message is known to be the newest of its channel.
        """
        if self._newest.is_newest(surface.channel_id or 0, surface.message_id or 0):
            return False
        above = discord.Object(surface.message_id or 0)
        try:
            below = [m async for m in self.channel(surface).history(after=above, limit=FAR)]
        except discord_errors.FAILURES as error:
            log.info("the end of channel %s cannot be read: %r", surface.channel_id, error)
            return False
        people = [message for message in below if message.author != self._client.user]
        return len(people) >= TALK or len(below) >= FAR

    def _hook(self, surface: Surface) -> discord.Webhook:
        assert surface.token is not None  # asked only of surfaces whose token lives
        return discord.Webhook.partial(
            self._client.application_id or 0, surface.token, client=self._client
        )

    @property
    def install_link(self) -> str:
        """The link with which people add the bot for themselves, to use it anywhere."""
        return (
            discord.utils.oauth_url(
                self._client.application_id or 0, scopes=("applications.commands",)
            )
            + "&integration_type=1"
        )

    def channel(self, surface: Surface) -> discord.PartialMessageable:
        assert surface.channel_id is not None  # every public surface is made with its channel
        return self._client.get_partial_messageable(surface.channel_id, guild_id=surface.guild_id)

    def ready(self, message: OutgoingMessage) -> OutgoingMessage:
        """A message with its commands as mentions, ready to be sent; any thread may ask for it."""
        return mentions_of(self._client).in_message(message)

    async def _awake(self, surface: Surface, act: Callable[[], Awaitable[T]]) -> T:
        """Act in a channel; a thread that went to sleep is woken first."""
        try:
            return await act()
        except discord.HTTPException as error:
            if error.code != discord_errors.ARCHIVED:
                raise
        try:
            thread = await self._client.fetch_channel(surface.channel_id or 0)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
        except discord_errors.FAILURES as error:
            if not discord_errors.is_refused(error):
                raise
            log.info("thread %s cannot be reopened: %s", surface.channel_id, error)
        return await act()

    async def _adopted(self, surface: Surface) -> Surface:
        """Find a message by its buttons, one that is no other surface's."""
        try:
            async for message in self.channel(surface).history(limit=SEARCHED):
                ours = message.author == self._client.user and _is(surface, message)
                if ours and await self._store.surfaces.of_message(message.id) is None:
                    return replace(surface, channel_id=message.channel.id, message_id=message.id)
        except discord_errors.FAILURES as error:
            if not discord_errors.is_refused(error):
                raise
            log.info("the history of channel %s cannot be read: %s", surface.channel_id, error)
        return surface


def _is_gone(error: BaseException) -> bool:
    """Whether a request failed because its message was deleted, alone or with its channel."""
    return (
        discord_errors.is_channel_gone(error)
        or discord_errors.failure_of(error) is discord_errors.Failure.GONE
    )


def _sent(surface: Surface, sent: discord.Message, message: OutgoingMessage) -> Surface:
    return replace(
        surface, channel_id=sent.channel.id, message_id=sent.id, pictures=message.pictures_of(sent)
    )


def _is(surface: Surface, message: discord.Message) -> bool:
    """Tell a surface's message by the buttons that only it has."""
    buttons = list(custom_ids.buttons_of(message))
    if surface.kind is SurfaceKind.TOURNAMENT:
        number = int(surface.ticket or 0)
        return (
            custom_ids.TournamentButton(
                custom_ids.Verb.TOURNAMENT_STANDINGS, surface.match_id, number
            )
            in buttons
        )
    if surface.kind is SurfaceKind.DEAL:
        return any(
            isinstance(button, custom_ids.DealButton)
            and button.verb is custom_ids.Verb.DEAL_PLAY
            and (str(button.day), button.how) == (surface.ticket, custom_ids.AFRESH)
            for button in buttons
        )
    ours = [
        button
        for button in buttons
        if isinstance(button, custom_ids.MatchButton) and button.match == surface.match_id
    ]
    verbs = {control.verb for control in ours}
    if surface.kind is SurfaceKind.RESULT:
        return custom_ids.Verb.REMATCH in verbs
    is_notice = any(
        (isinstance(button, custom_ids.TableButton) and button.is_on_notice)
        or (isinstance(button, custom_ids.SeatButton) and button.notice)
        for button in ours
    )
    if surface.kind is SurfaceKind.NOTICE or is_notice:
        return is_notice and surface.kind is SurfaceKind.NOTICE
    return bool(verbs & {custom_ids.Verb.JOIN, custom_ids.Verb.HAND})

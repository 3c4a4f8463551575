"""People's use of commands and components, sent to the bot; the 3-second rule.

An interaction without an answer within three seconds has failed, and its person is told so.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from playground.gateway.message_events import MessageEvents
from playground.interactions.options import USERS, context_of
from playground.world.clock import Cancel
from playground.world.permissions import IN_PRIVATE, allowed
from playground.world.serializers import channel_for, member_shape, user_shape
from playground.world.world import DIRECT, Channel, Interaction, Json, Message, User, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5

ANSWER_WITHIN: Final = 3.0  # seconds until the first answer
KEPT: Final = 24 * 3600.0  # seconds that an open form can still be sent
TOKEN_LIVES: Final = 15 * 60.0  # seconds for everything after it
SIZE_LIMIT: Final = 10 * 1024 * 1024  # bytes of one file

Courier = Callable[[Callable[[], None]], None]  # brings what was done to the bot, by calling it


def at_once(bring: Callable[[], None]) -> None:
    bring()


@dataclass
class InteractionSender:
    """Opens interactions and watches their deadlines."""

    posts: MessageEvents
    choices: dict[int, list[Json]] = field(default_factory=dict)  # answers to autocompletion
    courier: Courier = at_once  # of the next interaction; `at_once` follows any other
    _alarms: dict[int, Cancel] = field(default_factory=dict)

    def open(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        *,
        name: str = "",
        message: Message | None = None,
        parent: Interaction | None = None,
        tab: str | None = None,
    ) -> Interaction:
        """Send the bot an interaction and start its deadline."""
        world = self.posts.world
        interaction = Interaction(
            world.new_id(),
            secrets.token_urlsafe(48),
            kind,
            user.id,
            channel.id,
            world.clock.now(),
            data,
            name,
            message.id if message else None,
            tab=tab,
        )
        owners = self._owners(user, channel, message, parent)
        interaction.metadata = self._metadata(interaction, user, owners, parent)
        world.keep(interaction)
        payload = self._payload(interaction, user, channel, message)
        has_bot = world.has_bot(channel)

        def bring() -> None:
            self.posts.sessions.dispatch(
                "INTERACTION_CREATE",
                payload,
                guild_id=channel.guild_id if has_bot else None,  # else the first shard hears of it
                direct=has_bot and channel.kind == DIRECT,
            )

        if self.posts.sessions.reachable:
            alarm = world.clock.call_later(ANSWER_WITHIN, lambda: self._fail(interaction))
            self._alarms[interaction.id] = alarm
            courier, self.courier = self.courier, at_once
            courier(bring)
        else:
            self._fail(interaction)
        return interaction

    def answered(self, interaction: Interaction) -> None:
        """Handle a first answer in time; the tab may stop waiting, whatever the answer shows."""
        cancel = self._alarms.pop(interaction.id, None)
        if cancel:
            cancel()
        if interaction.kind != AUTOCOMPLETE:
            data = {"interaction": str(interaction.id)}
            self.posts.audience.tell(interaction.user_id, "answered", data, interaction.tab)

    def _fail(self, interaction: Interaction) -> None:
        self._alarms.pop(interaction.id, None)
        interaction.failed = True
        self.posts.world.keep(interaction)
        if interaction.kind == AUTOCOMPLETE:
            return  # the page shows no choices then; nothing was asked of the bot
        data = {"interaction": str(interaction.id)}
        if interaction.message_id:
            data["message"] = str(interaction.message_id)
        self.posts.audience.tell(interaction.user_id, "failed", data, interaction.tab)

    def _owners(
        self, user: User, channel: Channel, message: Message | None, parent: Interaction | None
    ) -> Json:
        """The guild or the user whose installation allows an interaction there.

        A control belongs to whoever used the command that its message answers.
        """
        world = self.posts.world
        if world.has_bot(channel):
            return {"0": str(channel.guild_id or 0)}
        earlier = parent or world.interactions.get((message and message.interaction_id) or 0)
        if earlier is None:
            return {str(USERS): str(user.id)}
        owners: Json = earlier.metadata["authorizing_integration_owners"]
        return owners

    def _metadata(
        self, interaction: Interaction, user: User, owners: Json, parent: Interaction | None
    ) -> Json:
        """Return the metadata of messages that answer this interaction."""
        metadata: Json = {
            "id": str(interaction.id),
            "type": interaction.kind,
            "user": user_shape(user),
            "authorizing_integration_owners": owners,
        }
        if interaction.kind == COMPONENT:
            metadata["interacted_message_id"] = str(interaction.message_id)
        if parent:
            metadata["triggering_interaction_metadata"] = parent.metadata
        return metadata

    def _payload(
        self, interaction: Interaction, user: User, channel: Channel, message: Message | None
    ) -> Json:
        """The INTERACTION_CREATE event's data."""
        world = self.posts.world
        bot = world.bot.id
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(world.application.id),
            "type": interaction.kind,
            "data": interaction.data,
            "token": interaction.token,
            "version": 1,
            "channel_id": str(channel.id),
            "channel": channel_for(world, channel, user.id),
            "app_permissions": str(
                int(IN_PRIVATE) if channel.guild_id is None else allowed(world, bot, channel)
            ),
            "locale": user.locale,
            "entitlements": [],
            "authorizing_integration_owners": interaction.metadata[
                "authorizing_integration_owners"
            ],
            "context": context_of(world, channel),
            "attachment_size_limit": SIZE_LIMIT,
        }
        if message:
            payload["message"] = self.posts.api_shape(message)
        guild = world.guild_of(channel)
        if guild is None:
            return {**payload, "user": user_shape(user)}
        member = member_shape(world, guild.members[user.id])
        return {
            **payload,
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": {**member, "permissions": str(allowed(world, user.id, channel))},
        }


def forget_old_interactions(world: World) -> None:
    """Forget interactions that are over and that no message refers to."""
    named = {message.interaction_id for message in world.messages.values()}
    before = world.clock.now() - KEPT
    with world.store.transaction():
        for interaction in list(world.interactions.values()):
            if interaction.created_at < before and interaction.id not in named:
                world.forget(interaction)

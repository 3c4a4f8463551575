"""New, changed and deleted messages: stored, and sent to the bot's gateway and all tabs."""

from dataclasses import dataclass

from playground.gateway.intents import Intent
from playground.gateway.sessions import Sessions
from playground.world.audience import Audience
from playground.world.permissions import Permission, may, onlookers, sees
from playground.world.serializers import (
    channel_shape,
    member_shape,
    message_shape,
    thread_member_shape,
    user_shape,
)
from playground.world.world import (
    DIRECT,
    LOADING,
    PRIVATE_THREAD,
    SILENT,
    Channel,
    Json,
    Message,
    User,
    World,
)


@dataclass
class MessageEvents:
    world: World
    sessions: Sessions
    audience: Audience
    origin: str = ""  # of this server, for addresses that a bot reads
    gateway: str = ""  # where a bot connects

    def api_shape(self, message: Message) -> Json:
        """The message as the bot reads it."""
        return message_shape(self.world, message, self.origin)

    def page_shape(self, message: Message, viewer: int) -> Json:
        """Return the message for that person's tab, with the additions of the page's protocol."""
        shape = message_shape(self.world, message, "")
        shape["author"] = self.person_shape(self.world.users[message.author_id])
        return {
            **shape,
            "ephemeral": message.ephemeral,
            "mention": viewer in message.notified,
            "edited": message.edited_at is not None,
        }

    def person_shape(self, user: User) -> Json:
        return {
            **user_shape(user),
            "avatar_url": f"/cdn/avatars/{user.id}.svg",
            "color": user.color,
        }

    def page_channel(self, channel: Channel, viewer: int) -> Json:
        """Return a channel for a tab, with the number of unread mentions."""
        shape = channel_shape(self.world, channel, viewer)
        if channel.guild_id is None:
            others = [user for user in channel.recipients if user != viewer]
            shape["recipients"] = [self.person_shape(self.world.users[user]) for user in others]
        seen = channel.read.get(viewer, 0)
        unseen = [
            message
            for message in self.world.history(channel.id)
            if message.id > seen and viewer in message.notified
        ]
        return {**shape, "mention_count": len(unseen)}

    def viewers(self, message: Message) -> list[int]:
        """The people who see the message; only the owner of an ephemeral one."""
        if message.owner_id is not None:
            return [message.owner_id]
        return onlookers(self.world, self.world.channels[message.channel_id])

    def _looking(self, message: Message) -> list[int]:
        """The viewers with a tab open; nothing is serialized for the others."""
        here = {tab.user_id for tab in self.audience.tabs.values()}
        return [viewer for viewer in self.viewers(message) if viewer in here]

    def publish(self, message: Message) -> None:
        """Store a new message and announce it."""
        channel = self.world.channels[message.channel_id]
        appears = channel.kind == DIRECT and channel.last_message_id is None
        if not message.flags & LOADING:
            message.notified = self._lit(message, channel)
        self.world.keep(message)
        if channel.thread and channel.thread.archived:
            self.change_thread(channel, archived=False)
        self.add_members(channel, message.author_id, *message.mentions)
        if not message.ephemeral:  # which Discord does not count
            channel.last_message_id = message.id
            self.world.keep(channel)
        self._tell_bot("MESSAGE_CREATE", message)
        for viewer in self._looking(message):
            if appears:
                self.audience.tell(viewer, "channel", self.page_channel(channel, viewer))
            if not message.flags & LOADING:
                self.audience.tell(viewer, "message", self.page_shape(message, viewer))

    def update(self, message: Message, *, first: bool = False) -> None:
        """Store a changed message; `first` means that it was only deferred until now."""
        if not first:
            message.edited_at = self.world.clock.now()
        self.world.keep(message)
        self._tell_bot("MESSAGE_UPDATE", message)
        for viewer in self._looking(message):
            event = "message" if first else "edit"
            self.audience.tell(viewer, event, self.page_shape(message, viewer))

    def delete(self, message: Message) -> None:
        channel = self.world.channels[message.channel_id]
        viewers = self.viewers(message)
        self.world.forget(message)
        data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
        if channel.guild_id:
            data["guild_id"] = str(channel.guild_id)
        if not message.ephemeral:
            self._dispatch("MESSAGE_DELETE", channel, data)
        for viewer in viewers:
            gone = {"channel": str(channel.id), "id": str(message.id)}
            if message.flags & LOADING:
                gone["interaction"] = str(message.interaction_id)  # nobody thinks any more
            self.audience.tell(viewer, "delete", gone)

    def begin_thread(self, channel: Channel) -> None:
        """Store a new thread and announce it."""
        self.world.keep(channel)
        self._tell_of_thread("THREAD_CREATE", channel, {"newly_created": True})

    def add_members(self, channel: Channel, *users: int) -> None:
        """Add those who may see a thread's parent to the thread, as writing or a mention does."""
        if channel.thread is None:
            return
        parent = self.world.channels[channel.thread.parent_id]
        added = [
            user
            for user in dict.fromkeys(users)
            if user not in channel.thread.members and sees(self.world, user, parent)
        ]
        for user in added:
            channel.thread.members[user] = self.world.clock.now()
        if not added:
            return
        self.world.keep(channel)
        if self.world.bot.id in added and channel.kind == PRIVATE_THREAD:
            self._dispatch("THREAD_CREATE", channel, channel_shape(self.world, channel))
        self._tell_of_members(channel, added, [])

    def remove_member(self, channel: Channel, user: int) -> None:
        """Remove a member from a thread."""
        if channel.thread is None or channel.thread.members.pop(user, None) is None:
            return
        self.world.keep(channel)
        self._tell_of_members(channel, [], [user])

    def _tell_of_members(self, channel: Channel, added: list[int], removed: list[int]) -> None:
        """Announce a change of a thread's members.

        A bot is told of itself; of others only with the members intent.
        """
        for of_bot in (True, False):
            come, gone = (
                [user for user in users if (user == self.world.bot.id) is of_bot]
                for users in (added, removed)
            )
            if come or gone:
                needed = Intent.GUILDS if of_bot else Intent.MEMBERS
                data = {
                    "id": str(channel.id),
                    "guild_id": str(channel.guild_id),
                    "member_count": len(channel.thread.members) if channel.thread else 0,
                    "added_members": [thread_member_shape(channel, user) for user in come],
                    "removed_member_ids": [str(user) for user in gone],
                }
                self._dispatch("THREAD_MEMBERS_UPDATE", channel, data, needed)
        for viewer in onlookers(self.world, channel):
            self.audience.tell(viewer, "channel", self.page_channel(channel, viewer))

    def change_thread(self, channel: Channel, *, archived: bool) -> None:
        """Archive or reopen a thread."""
        assert channel.thread is not None  # asked of threads alone
        channel.thread.archived = archived
        channel.thread.changed_at = self.world.clock.now()
        self.world.keep(channel)
        self._tell_of_thread("THREAD_UPDATE", channel, {})

    def _tell_of_thread(self, event: str, channel: Channel, more: Json) -> None:
        self._dispatch(event, channel, {**channel_shape(self.world, channel), **more})
        for viewer in onlookers(self.world, channel):
            self.audience.tell(viewer, "channel", self.page_channel(channel, viewer))

    def _tell_bot(self, event: str, message: Message) -> None:
        """Ephemeral messages never reach the bot's gateway."""
        if message.ephemeral:
            return
        channel = self.world.channels[message.channel_id]
        data = self.api_shape(message)
        guild = self.world.guild_of(channel)
        if guild:
            data["guild_id"] = str(guild.id)
            author = guild.members.get(message.author_id)
            if author:
                shape = member_shape(self.world, author)
                data["member"] = {key: value for key, value in shape.items() if key != "user"}
        self._dispatch(event, channel, data)

    def _dispatch(self, event: str, channel: Channel, data: Json, needed: int = 0) -> None:
        """Tell the bot of something in a channel, unless it is the bot isn't there.

        `needed` are intents beside those that the event always needs.
        """
        if not self.world.has_bot(channel):
            return
        is_of_bot = self.world.bot.id in channel.thread.members if channel.thread else True
        if channel.kind == PRIVATE_THREAD and not (is_of_bot or needed):
            return
        self.sessions.dispatch(
            event, data, guild_id=channel.guild_id, direct=channel.kind == DIRECT, needed=needed
        )

    def _lit(self, message: Message, channel: Channel) -> list[int]:
        """The people a message notifies: those mentioned or replied to, all of a conversation."""
        if message.flags & SILENT:
            return []
        viewers = [user for user in self.viewers(message) if user != message.author_id]
        if channel.guild_id is None:
            return viewers
        everyone = message.mention_everyone and may(
            self.world, message.author_id, channel, Permission.MENTION_EVERYONE
        )
        guild = self.world.guild_of(channel)
        by_role = {
            member.user_id
            for member in (guild.members.values() if guild else ())
            if set(member.roles) & set(message.mention_roles)
        }
        return [u for u in viewers if everyone or u in message.mentions or u in by_role]

"""The only state of this Discord, as plain values. After changing one, call `World.keep`."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_args

from playground.world.clock import PlaygroundClock
from playground.world.errors import refuse
from playground.world.store import WorldStore

DISCORD_EPOCH = 1_420_070_400.0  # the unix second from which snowflakes count milliseconds

GUILD_TEXT, DIRECT, GUILD_VOICE, GROUP = range(4)  # channel types
PUBLIC_THREAD, PRIVATE_THREAD = 11, 12
DEFAULT, REPLY, COMMAND_REPLY = 0, 19, 20  # message types
HAS_THREAD, EPHEMERAL, LOADING = 1 << 5, 1 << 6, 1 << 7  # message flags
SILENT, COMPONENTS_V2 = 1 << 12, 1 << 15

Json = dict[str, Any]


@dataclass(slots=True)
class User:
    id: int
    username: str
    display_name: str
    bot: bool = False
    color: str = "#5b8c3a"
    locale: str = "en-US"
    key: str = ""  # opens this person's page
    dms_open: bool = True
    installed: bool = True  # the bot's application, to use it anywhere


@dataclass(slots=True)
class Role:
    id: int
    name: str
    permissions: int
    position: int = 0
    managed: bool = False


@dataclass(slots=True)
class Overwrite:
    """A channel's permissions for a role (kind 0) or member (kind 1), overriding roles."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Member:
    user_id: int
    joined_at: float
    roles: list[int] = field(default_factory=list)
    silent_until: float | None = None
    """The end of a time-out."""


@dataclass(slots=True)
class ScheduledEvent:
    """An event that takes place outside of Discord's channels; times are moments."""

    id: int
    creator_id: int
    name: str
    location: str
    starts: float
    ends: float
    description: str | None = None


@dataclass(slots=True)
class Guild:
    id: int
    name: str
    owner_id: int
    locale: str = "en-US"
    system_channel_id: int | None = None  # where bots may greet
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    events: dict[int, ScheduledEvent] = field(default_factory=dict)


@dataclass(slots=True)
class Thread:
    """The additional fields of a thread. An archived one takes no edits."""

    parent_id: int
    owner_id: int
    changed_at: float  # when it last fell asleep or woke up
    minutes: int = 1440  # of silence until it falls asleep
    archived: bool = False
    locked: bool = False  # only moderators may write there or wake it
    invitable: bool = True  # of a private one: whether its members may add others
    members: dict[int, float] = field(default_factory=dict)  # and when they joined


@dataclass(slots=True)
class Channel:
    id: int
    kind: int
    name: str = ""
    guild_id: int | None = None
    position: int = 0
    topic: str = ""
    overwrites: list[Overwrite] = field(default_factory=list)
    recipients: list[int] = field(default_factory=list)  # of a DM or a group
    last_message_id: int | None = None
    read: dict[int, int] = field(default_factory=dict)  # the newest message each person saw
    thread: Thread | None = None  # of a thread; one begun at a message has that message's id


@dataclass(slots=True)
class Attachment:
    """One uploaded file; its bytes are in the store under the same id."""

    id: int
    filename: str
    content_type: str
    size: int
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(slots=True)
class Message:
    id: int
    channel_id: int
    author_id: int
    created_at: float
    kind: int = DEFAULT
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited_at: float | None = None
    nonce: str | None = None
    reference: Json | None = None
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    notified: list[int] = field(default_factory=list)  # whom it lit up when it was posted
    interaction_id: int | None = None
    owner_id: int | None = None  # of an ephemeral message: who alone sees it
    late_edits: int = 0  # edits after its first hour

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)


@dataclass(slots=True)
class Command:
    id: int
    version: int
    guild_id: int | None
    body: Json

    @property
    def name(self) -> str:
        return str(self.body["name"])


@dataclass(slots=True)
class Interaction:
    """One press, command or form of one person, and its outcome."""

    id: int
    token: str
    kind: int
    user_id: int
    channel_id: int
    created_at: float
    data: Json
    name: str = ""  # "play tomate" of a command
    message_id: int | None = None  # the message whose component was used
    metadata: Json = field(default_factory=dict)
    answer: int | None = None  # the callback's type
    response_id: int | None = None  # the message that answered
    ephemeral: bool = False  # of a deferred answer
    modal: Json | None = None
    failed: bool = False
    follow_ups: int = 0
    tab: str | None = None  # where the person did it


@dataclass(slots=True)
class BotApplication:
    id: int
    bot_id: int
    name: str
    token: str
    privileged_intents: int = 0  # those the developer portal would have granted


@dataclass(slots=True)
class ApplicationEmoji:
    """A custom emoji of the bot; its bytes are in the store under the same id."""

    id: int
    name: str


Thing = User | Guild | Channel | Message | Command | Interaction | BotApplication | ApplicationEmoji
KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Thing)}
T = TypeVar("T")


class World:
    """The whole state, in memory and, through `keep`, in the store."""

    def __init__(
        self, store: WorldStore, clock: PlaygroundClock, changed: Callable[[], None] = lambda: None
    ) -> None:
        """`changed` is called after every change."""
        self.store = store
        self.clock = clock
        self._changed = changed
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.commands: dict[int, Command] = {}
        self.interactions: dict[int, Interaction] = {}
        self.applications: dict[int, BotApplication] = {}
        self.emojis: dict[int, ApplicationEmoji] = {}
        self.by_channel: dict[int, list[int]] = defaultdict(list)
        self.by_token: dict[str, int] = {}
        self._last_id = 0
        for kind, shape in KINDS.items():
            for thing in store.load(kind, shape):
                self._remember(thing)
                self._last_id = max(self._last_id, thing.id)
        for line in self.by_channel.values():
            line.sort()

    def new_id(self) -> int:
        """Return a snowflake larger than all before, even after a restart or if the clock stops."""
        since = int((self.clock.now() - DISCORD_EPOCH) * 1000) << 22
        self._last_id = max(self._last_id + 1, since)
        return self._last_id

    def keep(self, thing: Thing) -> None:
        """Store a new or changed value, in memory and on disk."""
        known = self._collection(thing).get(thing.id)
        if known is None:
            self._remember(thing)
        self.store.put(type(thing).__name__, thing.id, thing)
        self._changed()

    def forget(self, thing: Thing) -> None:
        self._collection(thing).pop(thing.id, None)
        if isinstance(thing, Message):
            self.by_channel[thing.channel_id].remove(thing.id)
            for attachment in thing.attachments:
                self.store.drop_file(attachment.id)
        elif isinstance(thing, Interaction):
            self.by_token.pop(thing.token, None)
        self.store.drop(type(thing).__name__, thing.id)
        self._changed()

    def _collection(self, thing: Thing) -> dict[int, Any]:
        shelves: dict[type[Any], dict[int, Any]] = {
            User: self.users,
            Guild: self.guilds,
            Channel: self.channels,
            Message: self.messages,
            Command: self.commands,
            Interaction: self.interactions,
            BotApplication: self.applications,
            ApplicationEmoji: self.emojis,
        }
        return shelves[type(thing)]

    def _remember(self, thing: Thing) -> None:
        self._collection(thing)[thing.id] = thing
        if isinstance(thing, Message):
            self.by_channel[thing.channel_id].append(thing.id)
        elif isinstance(thing, Interaction):
            self.by_token[thing.token] = thing.id

    @property
    def application(self) -> BotApplication:
        return next(iter(self.applications.values()))

    @property
    def bot(self) -> User:
        return self.users[self.application.bot_id]

    @property
    def guild(self) -> Guild:
        """The one guild this Discord starts with."""
        return next(iter(self.guilds.values()))

    @property
    def people(self) -> list[User]:
        return [user for user in self.users.values() if not user.bot]

    def channel(self, id: int) -> Channel:
        return self.channels.get(id) or refuse(10003)

    def user(self, id: int) -> User:
        return self.users.get(id) or refuse(10013)

    def message(self, channel_id: int, id: int) -> Message:
        """A message of that channel, ephemeral ones included."""
        message = self.messages.get(id)
        if message is None or message.channel_id != channel_id:
            refuse(10008)
        return message

    def threads_in(self, channel: Channel) -> list[Channel]:
        return [c for c in self.channels.values() if c.thread and c.thread.parent_id == channel.id]

    def guild_of(self, channel: Channel) -> Guild | None:
        return self.guilds.get(channel.guild_id) if channel.guild_id else None

    @property
    def joined(self) -> list[Guild]:
        """The guilds in which the bot is a member."""
        return [guild for guild in self.guilds.values() if self.bot.id in guild.members]

    def has_bot(self, channel: Channel) -> bool:
        """Whether the bot is there; elsewhere it only answers those who have installed it."""
        guild = self.guild_of(channel)
        return self.bot.id in (channel.recipients if guild is None else guild.members)

    def history(self, channel_id: int) -> list[Message]:
        """All messages of a channel, oldest first."""
        return [self.messages[id] for id in self.by_channel[channel_id]]

    def interaction_of(self, token: str) -> Interaction | None:
        id = self.by_token.get(token)
        return self.interactions[id] if id is not None else None

    def direct(self, first: int, second: int) -> Channel:
        """Return the DM channel of two users, opened if necessary."""
        pair = sorted((first, second))
        for channel in self.channels.values():
            if channel.kind == DIRECT and channel.recipients == pair:
                return channel
        channel = Channel(self.new_id(), DIRECT, recipients=pair)
        self.keep(channel)
        return channel

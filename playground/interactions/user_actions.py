"""A person's actions in their Discord, for the page and for the test client."""

from dataclasses import dataclass
from typing import Any

from playground.interactions.forms import submission
from playground.interactions.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    InteractionSender,
)
from playground.interactions.localized import command_list, in_default_names
from playground.interactions.options import Typed, command_data, menu_data, offered
from playground.interactions.resolve import Resolved
from playground.messages.bodies import Body, fill
from playground.world.components import BUTTON, LINK, PRESSED, find
from playground.world.errors import HumanError
from playground.world.permissions import Permission, may, sees, to_send
from playground.world.signal import Signal
from playground.world.world import LOADING, Channel, Interaction, Json, Message, User, World

LOCALES = ("en-US", "en-GB", "es-ES", "es-419", "de", "fr", "it", "pt-BR", "pl", "nl")
"""The page's choice of Discord languages; the bot uses English for those it lacks."""
PAGE = 50  # messages of one look into the past
PATIENCE = 60.0  # real seconds; a clock that runs ends an autocompletion earlier


@dataclass
class UserActions:
    """The actions of one person in one tab (or in none). Each raises HumanError when refused."""

    interactions: InteractionSender
    signal: Signal
    user: User
    tab: str | None = None

    @property
    def world(self) -> World:
        return self.interactions.posts.world

    def channel(self, id: int) -> Channel:
        """A channel that this person sees."""
        channel = self.world.channels.get(id)
        if channel is None or not sees(self.world, self.user.id, channel):
            raise HumanError("There is no such channel here.")
        return channel

    def message(self, id: int) -> Message:
        """A message that this person sees."""
        message = self.world.messages.get(id)
        if message is None or self.user.id not in self.interactions.posts.viewers(message):
            raise HumanError("This message is gone.")
        return message

    def history(self, channel: Channel, before: int | None = None) -> list[Message]:
        """Messages oldest first, this person's ephemeral ones included."""
        shown = [
            message
            for message in self.world.history(channel.id)
            if (before is None or message.id < before)
            and message.owner_id in (None, self.user.id)
            and not message.flags & LOADING
        ]
        return shown[-PAGE:]

    def send(self, channel: Channel, content: str) -> Message:
        """Post a text as this person."""
        world = self.world
        if not content.strip() or len(content) > 2000:
            raise HumanError("A message has 1 to 2000 characters.")
        if channel.guild_id and not may(world, self.user.id, channel, to_send(channel)):
            raise HumanError("You cannot write here.")
        self._check_lock(channel)
        message = Message(world.new_id(), channel.id, self.user.id, world.clock.now())
        with world.store.transaction():
            fill(world, message, Body({"content": content}), channel)
            self.interactions.posts.publish(message)  # which wakes a thread
        return message

    def _check_lock(self, channel: Channel) -> None:
        """Refuse what only those who manage threads may do in a locked one."""
        is_locked = channel.thread is not None and channel.thread.locked
        if is_locked and not may(self.world, self.user.id, channel, Permission.MANAGE_THREADS):
            raise HumanError("This thread is locked.")

    def open_dm(self, user: User) -> Channel:
        return self.world.direct(self.user.id, user.id)

    def set_dms(self, *, allow: bool) -> None:
        self.user.dms_open = allow
        self.world.keep(self.user)

    def set_locale(self, locale: str) -> None:
        """Change the language: of the picker at once, of the bot with the next interaction."""
        if locale not in LOCALES:
            raise HumanError("Discord does not have this language.")
        self.user.locale = locale
        self.world.keep(self.user)
        commands = command_list(self.world, self.user)
        self.interactions.posts.audience.tell(self.user.id, "commands", {"commands": commands})

    def read(self, channel: Channel) -> None:
        channel.read[self.user.id] = max(self.world.by_channel[channel.id], default=0)
        self.world.keep(channel)

    def dismiss(self, message: Message) -> None:
        if message.owner_id != self.user.id:
            raise HumanError("Only your own hidden messages can be dismissed.")
        self.interactions.posts.delete(message)

    def _in_default_names(self, channel: Channel, typed: Typed) -> Typed:
        commands = [command.body for command in offered(self.world, self.user, channel)]
        return in_default_names(commands, typed, self.user.locale)

    def slash(self, channel: Channel, typed: Typed) -> Interaction:
        typed = self._in_default_names(channel, typed)
        origin = self.interactions.posts.origin
        data = command_data(self.world, self.user, channel, typed, origin)
        return self._open(COMMAND, channel, data, name=typed.name)

    def use_menu(self, channel: Channel, name: str, target: User | Message) -> Interaction:
        """Use a bot's command in the menu of a person or a message."""
        data = menu_data(self.world, self.user, channel, name, target)
        if isinstance(target, User):
            resolved = Resolved(self.world, channel)
            resolved.user(target.id)
            data["resolved"] = resolved.found
        elif target.owner_id is not None:
            raise HumanError("A hidden message has no such menu.")
        else:
            shape = self.interactions.posts.api_shape(target)
            data["resolved"] = {"messages": {str(target.id): shape}}
        return self._open(COMMAND, channel, data, name=name)

    async def autocomplete(self, channel: Channel, typed: Typed) -> list[Json]:
        """Return the bot's suggestions for the focused option; none if it is too slow."""
        typed = self._in_default_names(channel, typed)
        data = command_data(self.world, self.user, channel, typed)
        interaction = self._open(AUTOCOMPLETE, channel, data)
        await self.signal.until(
            lambda: interaction.failed or interaction.answer is not None, PATIENCE
        )
        return self.interactions.choices.pop(interaction.id, [])

    def _component(self, message: Message, custom_id: str) -> Json:
        """A usable component of a message."""
        component = find(message.components, custom_id)
        if component is None or component["type"] not in PRESSED:
            raise HumanError("This message has no such button or menu any more.")
        if component.get("disabled"):
            raise HumanError("This is greyed out.")
        return component

    def press(self, message: Message, custom_id: str) -> Interaction:
        button = self._component(message, custom_id)
        if button["type"] != BUTTON or button.get("style") == LINK:
            raise HumanError("This is not a button to press.")
        data: Json = {"custom_id": custom_id, "component_type": BUTTON, "id": button["id"]}
        return self._use(message, data)

    def select(self, message: Message, custom_id: str, values: list[Any]) -> Interaction:
        menu = self._component(message, custom_id)
        if menu["type"] == BUTTON:
            raise HumanError("This is a button, not a menu.")
        resolved = Resolved(self.world, self.world.channels[message.channel_id])
        data: Json = {
            "custom_id": custom_id,
            "component_type": menu["type"],
            "id": menu["id"],
            "values": resolved.chosen(menu, values),
        }
        return self._use(message, data | ({"resolved": resolved.found} if resolved.found else {}))

    def _use(self, message: Message, data: Json) -> Interaction:
        channel = self.world.channels[message.channel_id]
        if message.author_id != self.world.bot.id:
            raise HumanError("Nobody would answer that.")
        if channel.thread and channel.thread.locked:
            raise HumanError("This thread is locked.")  # to moderators too, as on Discord
        return self._open(COMPONENT, channel, data, message=message)

    def submit(self, opened_by: int, values: dict[str, Any]) -> Interaction:
        """Send the modal that the interaction with that id opened."""
        parent = self.world.interactions.get(opened_by)
        if parent is None or parent.modal is None or parent.user_id != self.user.id:
            raise HumanError("There is no such form.")
        channel = self.channel(parent.channel_id)
        data = submission(parent.modal, values, Resolved(self.world, channel))
        message = self.world.messages.get(parent.message_id or 0)
        return self._open(MODAL_SUBMIT, channel, data, message=message, parent=parent)

    def _open(self, kind: int, channel: Channel, data: Json, **more: Any) -> Interaction:
        self._check_lock(channel)
        with self.world.store.transaction():
            return self.interactions.open(kind, self.user, channel, data, tab=self.tab, **more)

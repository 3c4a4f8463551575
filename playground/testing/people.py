"""The Python test client: people who act in the playground while a real bot answers over sockets.

    ana = playground.person("Ana")
    lobby = await ana.slash("table-one", "play tomate", seats=4)
    await ana.click(lobby, "Join")

Every act waits for the bot's answer by event and fails loudly, with a transcript, without one.
"""

from collections.abc import Callable
from typing import Any, Protocol

from playground.gateway.sessions import Sessions
from playground.interactions.callbacks import DEFER, DEFER_UPDATE, UPDATE
from playground.interactions.interactions import InteractionSender
from playground.interactions.options import Typed, offered
from playground.interactions.user_actions import UserActions
from playground.testing.snapshots import ActionResult, ShownMessage, ShownModal
from playground.testing.transcript import transcript
from playground.world.audience import Audience
from playground.world.components import BUTTON
from playground.world.errors import HumanError
from playground.world.permissions import sees
from playground.world.signal import Signal
from playground.world.world import LOADING, Channel, Interaction, Json, Message, User, World

Place = Channel | str  # a channel or its name; "@bot" is the DM with the bot


class PlaygroundParts(Protocol):
    """The parts of the playground that a person uses."""

    patience: float
    """Seconds to wait for an answer of the bot."""

    @property
    def world(self) -> World: ...

    @property
    def audience(self) -> Audience: ...

    @property
    def interactions(self) -> InteractionSender: ...

    @property
    def signal(self) -> Signal: ...

    @property
    def sessions(self) -> Sessions: ...

    def refusals(self) -> list[str]:
        """Return what the REST API has refused."""

    async def until(self, condition: Callable[[], bool], what: str = ...) -> None:
        """Return once the condition holds; raises NeverCameError."""


class InteractionFailedError(AssertionError):
    """The bot did not answer, or Discord refused its answer; the text gives the details."""


class PlaygroundUser:
    """One person with one tab open, for as long as the playground runs."""

    def __init__(self, playground: PlaygroundParts, user: User) -> None:
        self._playground = playground
        self._world = playground.world
        self.user = user
        self.heard: list[tuple[str, Json]] = []  # what the tab was told, in order
        tab = playground.audience.join(user.id, lambda t, d: self.heard.append((t, d)))
        self._acts = UserActions(playground.interactions, playground.signal, user, tab.id)

    @property
    def name(self) -> str:
        return self.user.display_name

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    def channel(self, place: Place) -> Channel:
        """A channel by its name, without "#"; "@bot" for the DM with the bot."""
        if isinstance(place, Channel):
            return place
        if place == "@bot":
            return self._world.direct(self.user.id, self._world.bot.id)
        for channel in self._world.channels.values():
            if channel.name == place and sees(self._world, self.user.id, channel):
                return channel
        raise HumanError(f"{self.name} sees no channel {place!r}.")

    def sees(self, place: Place) -> list[ShownMessage]:
        """The messages there, oldest first, this person's hidden ones included."""
        messages = self._acts.history(self.channel(place))
        return [ShownMessage(self._world, message.id, self.user.id) for message in messages]

    def latest(self, place: Place) -> ShownMessage:
        """The newest message there."""
        return self.sees(place)[-1]

    def transcript(self, place: Place) -> str:
        """The channel written down as this person sees it."""
        return transcript(self._world, self.channel(place), self.user.id)

    def commands(self, place: Place) -> list[str]:
        """The names of the slash commands offered there."""
        return [c.name for c in offered(self._world, self.user, self.channel(place))]

    def say(self, place: Place, text: str) -> ShownMessage:
        message = self._acts.send(self.channel(place), text)
        return ShownMessage(self._world, message.id, self.user.id)

    def dismiss(self, shown: ActionResult | ShownMessage) -> None:
        self._acts.dismiss(_message(shown).value)

    def set_dms(self, *, allow: bool) -> None:
        """Open or close this person's DMs to the bot."""
        self._acts.set_dms(allow=allow)

    async def slash(self, place: Place, line: str, /, **options: Any) -> ActionResult:
        """Send a command, such as `slash("table-one", "play tomate", seats=4)`."""
        channel = self.channel(place)
        return await self._answer(self._acts.slash(channel, _typed(line, options)))

    async def menu(
        self, place: Place, name: str, target: "ShownMessage | PlaygroundUser"
    ) -> ActionResult:
        """Use a command in the menu of a message or a person."""
        if isinstance(target, PlaygroundUser):
            meant: User | Message = target.user
        else:
            meant = self._acts.message(target.id)
        return await self._answer(self._acts.use_menu(self.channel(place), name, meant))

    async def complete(
        self, place: Place, line: str, /, focused: str, **options: Any
    ) -> dict[str, Any]:
        """The suggestions for the option `focused` as typed so far; value by name."""
        typed = _typed(line, options, focused)
        choices = await self._acts.autocomplete(self.channel(place), typed)
        return {choice["name"]: choice["value"] for choice in choices}

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for an event; see `Playground.until`."""
        await self._playground.until(condition, what)

    async def click(self, shown: ActionResult | ShownMessage, button: str) -> ActionResult:
        """Press the button with this label or custom id."""
        message = _message(shown)
        component = message.component(button)
        if component["type"] != BUTTON:
            raise HumanError(f"{button!r} is a menu, not a button.")
        value = self._acts.message(message.id)
        return await self._answer(self._acts.press(value, component["custom_id"]))

    async def select(
        self, shown: ActionResult | ShownMessage, menu: str, *values: Any
    ) -> ActionResult:
        """Choose from the menu with this placeholder or id; values by label, value or name."""
        message = _message(shown)
        component = message.component(menu)
        value = self._acts.message(message.id)
        chosen = [str(v.user.id) if isinstance(v, PlaygroundUser) else v for v in values]
        return await self._answer(self._acts.select(value, component["custom_id"], chosen))

    async def submit(
        self, shown: ActionResult | ShownModal, values: dict[str, Any]
    ) -> ActionResult:
        """Send a form, its fields named by label or custom id."""
        modal = shown.modal if isinstance(shown, ActionResult) else shown
        by_id = {modal.field(name)["custom_id"]: value for name, value in values.items()}
        return await self._answer(self._acts.submit(modal.interaction_id, by_id))

    async def _answer(self, interaction: Interaction) -> ActionResult:
        """Wait until the person sees the result. Raises InteractionFailedError."""
        answered = await self._playground.signal.until(
            lambda: interaction.failed or self._settled(interaction), self._playground.patience
        )
        if interaction.failed or not answered:
            raise InteractionFailedError(self._complaint(interaction))
        return ActionResult(interaction, self._result(interaction))

    def _settled(self, interaction: Interaction) -> bool:
        if interaction.answer == DEFER:
            response = self._world.messages.get(interaction.response_id or 0)
            return response is None or not response.flags & LOADING
        return interaction.answer is not None

    def _result(self, interaction: Interaction) -> ShownMessage | None:
        """Return the new message, or the one that was updated."""
        changed = interaction.answer in (UPDATE, DEFER_UPDATE)
        id = interaction.message_id if changed else interaction.response_id
        return ShownMessage(self._world, id, self.user.id) if id in self._world.messages else None

    def _complaint(self, interaction: Interaction) -> str:
        channel = self._world.channels.get(interaction.channel_id)
        if interaction.failed:
            what = "This interaction failed: nobody answered within three seconds."
        elif interaction.answer is None:
            what = f"Nobody answered within {self._playground.patience} seconds."
        else:
            what = "The answer was deferred and never came."
        if not self._playground.sessions.online:
            what += " The bot is not connected."
        did = f"/{interaction.name}" if interaction.name else str(interaction.data)
        return "\n".join(
            [
                f"{self.name} did {did}. {what}",
                *self._playground.refusals(),
                "" if channel is None else transcript(self._world, channel, self.user.id),
            ]
        )


def _message(shown: ActionResult | ShownMessage) -> ShownMessage:
    return shown.message if isinstance(shown, ActionResult) else shown


def _typed(line: str, options: dict[str, Any], focused: str | None = None) -> Typed:
    """A line such as "/play tomate" with its options; a Person stands for their id."""
    command, *path = line.removeprefix("/").split()
    values = {
        name: str(value.user.id) if isinstance(value, PlaygroundUser) else value
        for name, value in options.items()
    }
    return Typed(command, tuple(path), values, focused)

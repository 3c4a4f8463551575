"""Results of the test client's actions: live views of messages and forms as one person sees."""

from dataclasses import dataclass

from playground.interactions.forms import fields
from playground.world.components import BUTTON, SELECTS, TEXT, walk
from playground.world.world import EPHEMERAL, Interaction, Json, Message, World


class NothingShownError(AssertionError):
    """A test asked for something that its person does not see."""


@dataclass(frozen=True)
class ShownMessage:
    """A message, looked up again on every access: edits show, a deleted one is gone."""

    world: World
    id: int
    viewer: int

    @property
    def value(self) -> Message:
        """Return the message itself. Raises NothingShownError if it was deleted."""
        message = self.world.messages.get(self.id)
        if message is None:
            raise NothingShownError("This message was deleted.")
        return message

    @property
    def gone(self) -> bool:
        return self.id not in self.world.messages

    @property
    def content(self) -> str:
        return self.value.content

    @property
    def text(self) -> str:
        """All its text: content, embeds and text displays, one per line."""
        parts: list[str] = [self.content]
        for embed in self.value.embeds:
            parts += [embed.get("title") or "", embed.get("description") or ""]
            parts += [f"{f['name']}: {f['value']}" for f in embed.get("fields") or []]
        parts += [str(c["content"]) for c in self.components if c["type"] == TEXT]
        return "\n".join(part for part in parts if part)

    @property
    def components(self) -> list[Json]:
        """Every component, nested ones included."""
        return list(walk(self.value.components))

    @property
    def buttons(self) -> list[str]:
        """The labels of the enabled buttons."""
        return [
            label_of(c) for c in self.components if c["type"] == BUTTON and not c.get("disabled")
        ]

    @property
    def menus(self) -> list[str]:
        """The placeholders, or ids, of the menus."""
        return [label_of(c) for c in self.components if c["type"] in SELECTS]

    def menu(self, name: str) -> dict[str, str]:
        """The options of a string menu, value by label."""
        options = self.component(name).get("options") or []
        return {option["label"]: option["value"] for option in options}

    def component(self, name: str) -> Json:
        """The button or menu of that label, placeholder or custom id."""
        usable = [c for c in self.components if c.get("custom_id")]
        for component in usable:
            if name in (component["custom_id"], label_of(component)):
                return component
        names = ", ".join(repr(label_of(component)) for component in usable)
        raise NothingShownError(f"No button or menu {name!r}; there are: {names or 'none'}.")

    @property
    def alts(self) -> list[str | None]:
        """The alt text of every file, in order."""
        return [attachment.description for attachment in self.value.attachments]

    @property
    def files(self) -> dict[str, bytes]:
        """The bytes of every file by its name."""
        return {
            attachment.filename: self.world.store.file(attachment.id) or b""
            for attachment in self.value.attachments
        }

    @property
    def ephemeral(self) -> bool:
        return bool(self.value.flags & EPHEMERAL)

    @property
    def edited(self) -> bool:
        return self.value.edited_at is not None

    @property
    def lights_up(self) -> bool:
        """Whether it notified its viewer when it was posted."""
        return self.viewer in self.value.notified


@dataclass(frozen=True)
class ShownModal:
    """An open form."""

    interaction_id: int
    value: Json

    @property
    def title(self) -> str:
        return str(self.value["title"])

    @property
    def labels(self) -> list[str]:
        """The labels of all fields."""
        return [label for label, _ in fields(self.value)]

    def field(self, name: str) -> Json:
        """The field of that label or custom id."""
        for label, field in fields(self.value):
            if name in (label, field["custom_id"]):
                return field
        raise NothingShownError(f"The form has no {name!r}; it has: {', '.join(self.labels)}.")


@dataclass(frozen=True)
class ActionResult:
    """The result of one action: a message, a form, or nothing visible."""

    interaction: Interaction
    shown: ShownMessage | None

    @property
    def message(self) -> ShownMessage:
        """The message that answered, or that was changed. Raises NothingShownError."""
        if self.shown is None:
            raise NothingShownError("No message answered.")
        return self.shown

    @property
    def modal(self) -> ShownModal:
        """The form that opened. Raises NothingShownError."""
        if self.interaction.modal is None:
            raise NothingShownError("No form opened.")
        return ShownModal(self.interaction.id, self.interaction.modal)

    @property
    def text(self) -> str:
        return self.message.text

    @property
    def ephemeral(self) -> bool:
        return self.message.ephemeral


def label_of(component: Json) -> str:
    """Return a component's name for people: its label, emoji, placeholder, or else its id."""
    emoji = (component.get("emoji") or {}).get("name")
    name = component.get("label") or emoji or component.get("placeholder")
    return str(name or component.get("custom_id") or "")

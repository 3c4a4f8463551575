"""The bot's answers to an interaction: the first answer, its edits and the follow-ups.

The first answer must come within three seconds and only once. Everything later needs the token,
which lives for fifteen minutes. The first follow-up after a deferred answer replaces it, and is as
ephemeral as the deferral was.
"""

from dataclasses import dataclass

from playground.interactions.interactions import (
    ANSWER_WITHIN,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    TOKEN_LIVES,
    InteractionSender,
)
from playground.limits.commands import check_choices
from playground.limits.messages import check_message
from playground.limits.modals import check_modal
from playground.limits.problems import Problems
from playground.messages.bodies import Body, fill
from playground.world.components import numbered
from playground.world.errors import refuse
from playground.world.permissions import Permission, may
from playground.world.serializers import reference
from playground.world.world import (
    COMMAND_REPLY,
    EPHEMERAL,
    LOADING,
    REPLY,
    Interaction,
    Json,
    Message,
)

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

FOLLOW_UPS = 5  # of one interaction where the bot isn't a member

# Which first answers each kind of interaction may have.
FITTING: dict[int, set[int]] = {
    COMMAND: {MESSAGE, DEFER, MODAL},
    COMPONENT: {MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL_SUBMIT: {MESSAGE, DEFER, DEFER_UPDATE, UPDATE},
}


def _focused_type(node: Json) -> int:
    """Return the type of the option that is being typed."""
    for option in node.get("options") or []:
        if option.get("focused"):
            return int(option["type"])
        if option_type := _focused_type(option):
            return option_type
    return 0


@dataclass
class Callbacks:
    interactions: InteractionSender

    def __post_init__(self) -> None:
        self.posts = self.interactions.posts
        self.world = self.posts.world

    def first(self, id: int, token: str, body: Body) -> Json:
        """Handle the callback. Raises ApiError 10062 if late or unknown, 40060 if answered."""
        interaction = self.world.interaction_of(token)
        if interaction is None or interaction.id != id:
            refuse(10062)
        if interaction.answer is not None:
            refuse(40060)
        if interaction.failed or self.world.clock.now() - interaction.created_at > ANSWER_WITHIN:
            refuse(10062)
        kind = int(body.json["type"])
        if kind not in FITTING[interaction.kind] or (
            kind in (DEFER_UPDATE, UPDATE) and interaction.message_id is None
        ):
            problems, code = Problems(), "INTERACTION_APPLICATION_INVALID_RESPONSE_TYPE"
            problems.add(("type",), code, f"Type {kind} does not answer such an interaction.")
            problems.refuse()
        inner = Body(body.json.get("data") or {}, body.uploads)
        message = self._answer(interaction, kind, inner)
        interaction.answer = kind
        self.world.keep(interaction)
        self.interactions.answered(interaction)
        return self._receipt(interaction, kind, message)

    def _answer(self, interaction: Interaction, kind: int, body: Body) -> Message | None:
        """Carry out the first answer; return the message it made or changed, if any."""
        if kind == MESSAGE:
            message = self._new(interaction, body)
            interaction.response_id = message.id
            return message
        if kind == DEFER:
            return self._defer(interaction, body)
        if kind == UPDATE:
            message = self._source(interaction)
            self._change(message, body)
            return message
        if kind == DEFER_UPDATE:
            return self.world.messages.get(interaction.message_id or 0)
        if kind == CHOICES:
            choices = body.json.get("choices") or []
            check_choices(choices, _focused_type(interaction.data))
            self.interactions.choices[interaction.id] = choices
            return None
        check_modal(body.json)
        interaction.modal = {**body.json, "components": numbered(body.json["components"])}
        self.posts.audience.tell(
            interaction.user_id,
            "modal",
            {"interaction": str(interaction.id), **interaction.modal},
            interaction.tab,
        )
        return None

    def _receipt(self, interaction: Interaction, kind: int, message: Message | None) -> Json:
        answered: Json = {"id": str(interaction.id), "type": interaction.kind}
        if message is None:
            return {"interaction": answered}
        answered |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": message.ephemeral,
        }
        resource = {"type": kind, "message": self.posts.api_shape(message)}
        return {"interaction": answered, "resource": resource}

    def _blank(self, interaction: Interaction, *, ephemeral: bool) -> Message:
        """Return an empty message that answers the interaction."""
        message = Message(
            self.world.new_id(),
            interaction.channel_id,
            self.world.bot.id,
            self.world.clock.now(),
            COMMAND_REPLY if interaction.message_id is None else REPLY,
            interaction_id=interaction.id,
        )
        replied_to = interaction.response_id or interaction.message_id
        if interaction.response_id:
            message.kind = REPLY
        if replied_to:
            message.reference = reference(self.world.channel(interaction.channel_id), replied_to)
        if ephemeral:
            message.flags |= EPHEMERAL
            message.owner_id = interaction.user_id
        return message

    def _new(self, interaction: Interaction, body: Body) -> Message:
        check_message(body, None, self.world.emojis)
        message = self._blank(interaction, ephemeral=self._is_hidden(interaction, body))
        fill(self.world, message, body, self.world.channel(message.channel_id))
        self.posts.publish(message)
        return message

    def _is_hidden(self, interaction: Interaction, body: Body) -> bool:
        """Whether an answer is ephemeral: by its flags, or because only those are allowed there."""
        channel = self.world.channel(interaction.channel_id)
        is_free = self.world.has_bot(channel) or channel.guild_id is None
        if not is_free and not may(
            self.world, interaction.user_id, channel, Permission.USE_EXTERNAL_APPS
        ):
            return True
        return bool(int(body.json.get("flags") or 0) & EPHEMERAL)

    def _defer(self, interaction: Interaction, body: Body) -> Message:
        """Show "thinking" to everybody who will see the answer."""
        interaction.ephemeral = self._is_hidden(interaction, body)
        message = self._blank(interaction, ephemeral=interaction.ephemeral)
        message.flags |= LOADING
        interaction.response_id = message.id
        self.posts.publish(message)
        thinking = {"interaction": str(interaction.id), "channel": str(interaction.channel_id)}
        for viewer in self.posts.viewers(message):
            self.posts.audience.tell(viewer, "thinking", thinking)
        return message

    def _source(self, interaction: Interaction) -> Message:
        """The message whose component was used."""
        return self.world.messages.get(interaction.message_id or 0) or refuse(10008)

    def _change(self, message: Message, body: Body) -> None:
        check_message(body, message, self.world.emojis)
        loading = bool(message.flags & LOADING)
        fill(self.world, message, body, self.world.channel(message.channel_id))
        message.flags &= ~LOADING
        self.posts.update(message, first=loading)

    def _alive(self, application_id: int, token: str) -> Interaction:
        """Return the answered interaction of a valid token."""
        interaction = self.world.interaction_of(token)
        if interaction is None or application_id != self.world.application.id:
            refuse(50027)
        if self.world.clock.now() - interaction.created_at > TOKEN_LIVES:
            refuse(50027)
        if interaction.answer is None:
            refuse(10015)
        return interaction

    def follow_up(self, application_id: int, token: str, body: Body) -> Json:
        """Post a follow-up.

        Raises ApiError 50027 when the token has expired, and 40094 after the last that is allowed
        where the bot only answers.
        """
        interaction = self._alive(application_id, token)
        waiting = self.world.messages.get(interaction.response_id or 0)
        if waiting and waiting.flags & LOADING:
            # Its own ephemeral flag is ignored: the deferral has already decided.
            self._change(waiting, body)
            return self.posts.api_shape(waiting)
        if not self.world.has_bot(self.world.channel(interaction.channel_id)):
            if interaction.follow_ups >= FOLLOW_UPS:
                refuse(40094)
            interaction.follow_ups += 1
            self.world.keep(interaction)
        return self.posts.api_shape(self._new(interaction, body))

    def message(self, application_id: int, token: str, which: str) -> Message:
        """A message of this token by its id, or the first answer as "@original"."""
        interaction = self._alive(application_id, token)
        if which == "@original":
            updating = interaction.answer in (DEFER_UPDATE, UPDATE)
            id = interaction.message_id if updating else interaction.response_id
            return self.world.messages.get(id or 0) or refuse(10008)
        message = self.world.messages.get(int(which)) or refuse(10008)
        if interaction.id != message.interaction_id and message.id != interaction.message_id:
            refuse(10008)
        return message

    def edit(self, application_id: int, token: str, which: str, body: Body) -> Json:
        message = self.message(application_id, token, which)
        self._change(message, body)
        return self.posts.api_shape(message)

    def delete(self, application_id: int, token: str, which: str) -> None:
        self.posts.delete(self.message(application_id, token, which))

"""Answers one interaction in time.

Discord drops an interaction after three seconds. A `Reply` waits almost a second for the real
answer, or a third of one if that can't be a form, and then defers by itself. So slow work never
makes a press fail.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

import discord
from discord.app_commands import Choice

from bot.background import background
from bot.retry_delays import retry_delays
from bot.ui.i18n.icons import EMOJIS
from bot.ui.i18n.readers import public_reader, reader_of, to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import server_of
from bot.ui.interactions.command_links import mentions_of
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.latest_pictures import latest_pictures_of
from bot.ui.kit import discord_errors
from bot.ui.kit.message import NOBODY, Draw, OutgoingMessage, paragraph
from data.records.matches import ShownPicture
from games.core.text import Text

log = logging.getLogger(__name__)
T = TypeVar("T")

CONTESTED = "contested"
"""The key in `Interaction.extras` that marks one which another process may have answered."""
UNHEARD = "unheard"
"""The key in `Interaction.extras` that marks an answer whose response was lost."""
ASKED_FOR_TIME = "asked for time"
"""The key in `Interaction.extras` that marks one which Discord may have been asked to wait for."""
ON_MESSAGE = "on message"
"""The key in `Interaction.extras` of the match whose message a command was used on."""
READS_TEXT = "reads text"
"""The key in `Interaction.extras` that tells whether its user wants text instead of pictures."""
_is_harmless: ContextVar[bool] = ContextVar("is_harmless", default=False)
"""Whether the running task sends nothing about a match; see `harmless`."""
PATIENCE = 0.8
"""Seconds before more time is asked for: with the note of who pressed, within one second."""
FIRST_PAUSE = 0.1
"""Seconds before a failed answer is repeated for the first time."""
IN_TIME = 2.0
"""Seconds for which an answer is repeated: Discord takes no first one after three."""
SOONER = 0.4
"""The part of it after which more time is asked for if the answer is known to be no form."""


class AnsweredElsewhereError(Exception):
    """Another process has answered the interaction, or nobody can any more."""


class DeletedError(Exception):
    """The message to be edited has been deleted; the next one will be new."""


class SentMessage(NamedTuple):
    """A message that Discord has now."""

    message_id: int
    pictures: tuple[ShownPicture, ...]


class Reply:
    """The answer to one interaction.

    With `updating` the answer replaces the pressed message (a hand that follows); otherwise it is
    a new private message.
    """

    def __init__(
        self, interaction: discord.Interaction, *, updating: bool = False, ephemeral: bool = True
    ) -> None:
        self.interaction = interaction
        self.updating = updating
        self._ephemeral = ephemeral
        self.reads_text: bool = interaction.extras.get(READS_TEXT, False)
        """Whether an answer that only its reader sees is in words."""
        self._lock = asyncio.Lock()
        self._timers: list[asyncio.Task[None]] = []
        self._begun = 0.0
        self._said = False
        self._holds_pressed = False
        """Whether the press was deferred as an update: the pressed message is the original."""
        self._is_deleted = False
        """Whether the message to be edited has been deleted."""
        self._thinks_alone: bool | None = None
        """Whether only who pressed sees that the bot thinks; None unless it was deferred so."""

    async def __aenter__(self) -> Self:
        self._begun = asyncio.get_running_loop().time()
        if self.interaction.extras.pop(CONTESTED, False):
            await self.acknowledge()
            if not self.interaction.response.is_done():
                raise AnsweredElsewhereError
        self._ask_for_time_after(PATIENCE)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        async with self._lock:  # never while a deferral is running: Discord may receive it
            for timer in self._timers:
                timer.cancel()
        if error is not None and not self._said and self._thinks_alone is False:
            # The next message would take the place of this one, which everybody sees.
            with suppress(*discord_errors.FAILURES):
                await self.take_back()
        if error is None and not self._said:
            # Every press is acknowledged, even if it shows nothing new.
            if self.updating and self.interaction.message is None:
                # The message of this form was deleted, so there is nothing to edit.
                await self.say(to(self.interaction, common_texts.MOVED))
            else:
                await self.acknowledge()

    @property
    def follows_up(self) -> bool:
        """Whether an answer is a new message, and its token's original is the pressed one."""
        return self._holds_pressed and not self.updating

    @property
    def thinks_alone(self) -> bool:
        """Whether nobody else can see the answer any more, except as a further message."""
        return self._thinks_alone is True

    def make_public(self) -> None:
        """Let everybody see the answer."""
        self._ephemeral = False

    def needs_no_form(self) -> None:
        """Ask for more time sooner: a form has to be the first answer, but this is none."""
        passed = asyncio.get_running_loop().time() - self._begun
        self._ask_for_time_after(PATIENCE * SOONER - passed)

    def _ask_for_time_after(self, seconds: float) -> None:
        async def ask() -> None:
            await asyncio.sleep(seconds)
            await self.acknowledge()

        self._timers.append(background(ask(), "ask Discord for more time"))

    async def acknowledge(self) -> None:
        """Defer the answer, unless there is one already or the bot has stopped."""
        async with self._lock:
            response = self.interaction.response
            if is_answered(self.interaction) or self.interaction.client.is_closed():
                return
            self.interaction.extras[ASKED_FOR_TIME] = True
            self._holds_pressed = self.updating and self.interaction.message is not None
            try:
                with harmless():
                    if self._holds_pressed:
                        await first_answer(self.interaction, response.defer)
                    else:
                        self._is_deleted = False  # a new original response
                        self._thinks_alone = self._ephemeral
                        think = partial(response.defer, ephemeral=self._ephemeral, thinking=True)
                        await first_answer(self.interaction, think)
            except discord_errors.FAILURES as error:
                # Too late or already answered: whatever happened is in the database.
                log.info("an interaction could not be acknowledged: %s", error)

    async def show(self, message: OutgoingMessage) -> int:
        """Show a message, as an edit of the pressed one or as a new one; returns its id."""
        latest = latest_pictures_of(self.interaction.client)
        try:
            sent = await self.put(message, latest.of(self.interaction.message))
        except DeletedError:
            sent = await self.put(message)
        latest.remember(*sent)
        return sent.message_id

    async def show_lines(self, *texts: Text) -> None:
        """Show lines of text in the same way."""
        await self.show(OutgoingMessage((paragraph(reader_of(self.interaction), *texts),)))

    async def put(
        self, message: OutgoingMessage, present: Iterable[ShownPicture] = ()
    ) -> SentMessage:
        """Do the same, but raise DeletedError if the message to edit has been deleted.

        `present` are the files that the pressed message has.
        """
        is_read_alone = is_private(self.interaction) if self.updating else self._ephemeral
        if self.reads_text and is_read_alone:
            message = message.in_words()
        message = mentions_of(self.interaction.client).in_message(message)
        async with self._lock:
            self._said = True
            try:
                with icons_checked():
                    return await self._put_whole(message, tuple(present))
            except discord_errors.FAILURES as error:
                if (
                    discord_errors.failure_of(error) is not discord_errors.Failure.GONE
                    or self._is_deleted
                ):
                    raise
                self._is_deleted, self.updating = True, False
                raise DeletedError from error

    async def _put_whole(
        self, message: OutgoingMessage, present: tuple[ShownPicture, ...]
    ) -> SentMessage:
        """Show a message with all its files, if the pressed one no longer has those `present`."""
        try:
            return await self._put(message, present)
        except discord_errors.FAILURES as error:
            if (
                discord_errors.failure_of(error) is not discord_errors.Failure.INVALID
                or not present
            ):
                raise
            log.info("a message no longer has the files that it had: %s", error)
            return await self._put(message, ())

    async def _put(
        self, message: OutgoingMessage, present: tuple[ShownPicture, ...]
    ) -> SentMessage:
        if not is_answered(self.interaction):
            first = partial(self._first, message, present)
            if (shown := await first_answer(self.interaction, first)) is not None:
                return shown
        if self._is_deleted or (self._holds_pressed and not self.updating):
            # A private message never replaces a public one.
            send = self.interaction.followup.send
            fresh = await repeated(lambda: send(ephemeral=True, wait=True, **message.for_send()))
            return SentMessage(fresh.id, message.pictures_of(fresh))
        attachments = present if self._holds_pressed else ()
        edit = self.interaction.edit_original_response
        sent = await repeated(lambda: edit(**message.for_edit(attachments)))
        return SentMessage(sent.id, message.pictures_of(sent))

    async def _first(
        self, message: OutgoingMessage, present: tuple[ShownPicture, ...]
    ) -> SentMessage:
        """Show a message as the first answer."""
        response = self.interaction.response
        if self.updating and self.interaction.message is not None:
            answer = await response.edit_message(**message.for_edit(present))
            message_id = self.interaction.message.id
        else:
            answer = await response.send_message(ephemeral=self._ephemeral, **message.for_send())
            message_id = answer.message_id or 0
        sent = None if answer is None else answer.resource
        shown = sent if isinstance(sent, discord.Message) else None
        return SentMessage(message_id, message.pictures_of(shown))

    async def share(self, draw: Draw, language: str, names: Sequence[str] = ()) -> None:
        """Post a message for everybody in the channel; the pressed message stays as it is.

        It is drawn here, so that nothing of it is meant for the person who shares it.
        """
        drawn = draw(public_reader(language, names))
        message = mentions_of(self.interaction.client).in_message(drawn)
        async with self._lock:
            self._said = True
            if not is_answered(self.interaction):
                send = self.interaction.response.send_message
                sent = await first_answer(self.interaction, lambda: send(**message.for_send()))
                if sent is not None or ASKED_FOR_TIME not in self.interaction.extras:
                    return  # without a deferral, the first answer is this one, sent twice
            follow = self.interaction.followup.send
            await repeated(lambda: follow(wait=True, **message.for_send()))

    async def say(self, sentence: str) -> None:
        """Say something privately; the pressed message stays as it is."""
        sentence = mentions_of(self.interaction.client).in_words(sentence)
        async with self._lock:
            self._said = True
            response = self.interaction.response
            thinking = discord.InteractionResponseType.deferred_channel_message
            if response.is_done() and response.type is thinking:
                edit = self.interaction.edit_original_response
                await repeated(partial(edit, content=sentence, allowed_mentions=NOBODY))
            else:
                await tell(self.interaction, sentence)

    async def say_nothing(self) -> None:
        """Leave no answer behind, because a message of the channel is the answer."""
        await self.acknowledge()
        await self.take_back()

    async def take_back(self) -> None:
        """Delete what this has shown, or the message that it has replaced."""
        async with self._lock:
            self._said = True
            try:
                await repeated(self.interaction.delete_original_response)
            except discord.HTTPException as error:
                # A try whose receipt was lost may have deleted it.
                if discord_errors.failure_of(error) is not discord_errors.Failure.GONE:
                    raise

    async def ask(self, modal: discord.ui.Modal) -> None:
        """Open a form, which only works as a first answer; raises RefusedError otherwise."""
        async with self._lock:
            if is_answered(self.interaction):
                raise RefusedError(common_texts.TOO_SLOW_TO_ASK)
            self._said = True
            modal.stop()
            form = partial(self.interaction.response.send_modal, modal)
            if await first_answer(self.interaction, form) is not None:
                return
            # Without a deferral, the first answer is the form, sent twice.
            if ASKED_FOR_TIME in self.interaction.extras:
                raise RefusedError(common_texts.TOO_SLOW_TO_ASK)


async def tell(interaction: discord.Interaction, sentence: str) -> None:
    """Say something privately, as the first answer or as a follow-up."""
    with harmless():
        if not is_answered(interaction):
            send = interaction.response.send_message
            words = partial(send, sentence, ephemeral=True, allowed_mentions=NOBODY)
            sent = await first_answer(interaction, words)
            if sent is not None or ASKED_FOR_TIME not in interaction.extras:
                return  # without a deferral, the first answer is this one, sent twice
        follow = interaction.followup.send
        await repeated(partial(follow, sentence, ephemeral=True, allowed_mentions=NOBODY))


@contextmanager
def harmless() -> Iterator[None]:
    """Send what is true whoever owns the match: a private sentence, or a request for more time.

    A process that others may have replaced sends nothing else.
    """
    token = _is_harmless.set(True)
    try:
        yield
    finally:
        _is_harmless.reset(token)


def is_harmless() -> bool:
    """Return whether what is being sent is harmless."""
    return _is_harmless.get()


def is_answered(interaction: discord.Interaction) -> bool:
    """Whether Discord has a first answer, including one whose receipt was lost."""
    return interaction.response.is_done() or UNHEARD in interaction.extras


async def first_answer(
    interaction: discord.Interaction, answer: Callable[[], Awaitable[T]]
) -> T | None:
    """Give a first answer, in several tries if need be.

    Returns None if Discord already has a first answer, whose receipt was lost.
    """
    try:
        return await repeated(answer)
    except discord.HTTPException as error:
        if error.code != discord_errors.ANSWERED:
            raise
        interaction.extras[UNHEARD] = True
        log.info("Discord had already received this answer: %s", error)
        return None


async def repeated(send: Callable[[], Awaitable[T]]) -> T:
    """Send a part of an answer, again for a moment if that fails for no reason of its own."""
    loop = asyncio.get_running_loop()
    in_time = loop.time() + IN_TIME
    for delay in retry_delays(FIRST_PAUSE):
        try:
            return await send()
        except (discord.HTTPException, *discord_errors.NO_ANSWER) as error:
            if discord_errors.is_refused(error) or loop.time() + delay > in_time:
                raise
            log.info("a part of an answer is sent again: %r", error)
            await asyncio.sleep(delay)
    raise AssertionError("the delays have no end")


@contextmanager
def icons_checked() -> Iterator[None]:
    """Invalidate our emojis if Discord refuses one, so that the next try leaves icons out."""
    try:
        yield
    except discord.HTTPException as error:
        if (
            discord_errors.failure_of(error) is discord_errors.Failure.INVALID
            and "Invalid emoji" in error.text
        ):
            log.warning("an emoji of ours was deleted; icons are left out until they are back")
            EMOJIS.invalidate()
        raise


class CompletionResponse(discord.InteractionResponse[Any]):
    """A response to autocompletion; it is no error if Discord no longer accepts it."""

    async def autocomplete(self, choices: Sequence[Choice[Any]]) -> None:
        """Offer these choices, unless already answered or too late."""
        try:
            await super().autocomplete(choices)
        except discord_errors.FAILURES as error:
            refusal = error if isinstance(error, discord.HTTPException) else None
            if (
                refusal
                and discord_errors.is_refused(refusal)
                and refusal.code not in (discord_errors.ANSWERED, discord_errors.LATE)
            ):
                raise
            log.info("autocompletion was too late: %s", error)


def on_private_message(interaction: discord.Interaction) -> bool:
    """Return whether a private message was pressed, which the answer may replace."""
    return interaction.message is not None and is_private(interaction)


def is_private(interaction: discord.Interaction) -> bool:
    """Return whether the pressed message is private."""
    message = interaction.message
    return server_of(interaction) is None or (message is not None and message.flags.ephemeral)

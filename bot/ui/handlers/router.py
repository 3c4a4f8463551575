"""The single listener for presses, menus and forms, routed by custom id and not by stored views."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import discord

from bot.background import background
from bot.tables.application import Application
from bot.tables.lessons import is_lesson
from bot.tables.matches.moves import Press
from bot.tables.matches.snapshot import Snapshot
from bot.ui.controls.reader import (
    AskModal,
    CompleteForm,
    PartialForm,
    Reading,
    Refused,
    read,
    read_modal,
)
from bot.ui.custom_ids import ButtonId, ControlId, decode
from bot.ui.discord_errors import FAILURES
from bot.ui.handlers.progress.lessons import LessonHandler
from bot.ui.handlers.table import TableHandler
from bot.ui.i18n.readers import player_of, reader_of, to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.command_links import mentions_of
from bot.ui.interactions.errors import RefusedError, sentence
from bot.ui.interactions.payloads import fields_of, is_well_formed, values_of
from bot.ui.interactions.reply import AnsweredElsewhereError, Reply, is_private, tell
from bot.ui.messages.play.hand import draft_of
from bot.ui.pictures.avatars import Avatars
from bot.ui.surfaces.hands import Hands
from bot.ui.surfaces.sync import SurfaceSync
from data.engine.errors import DatabaseLostError, DatabaseUnwritableError
from games.core.errors import NotYourTurnError, StaleAnswerError
from games.core.prompt import Form
from games.core.text import Text

log = logging.getLogger(__name__)

PASSING = (DatabaseUnwritableError, DatabaseLostError)
"""Errors of the database that may pass. Until then, people can still look at their tables."""
MEETING = 0.1
"""Seconds that a press waits for its player's name and language to be saved."""


class HandNotes(NamedTuple):
    """Notes to show in the hand after a press."""

    note: Text | None = None
    if_deleted: Text | None = None
    """The note for a new hand if the pressed one was deleted."""
    opened: Snapshot | None = None
    """The match after the press; None if it has to be loaded."""


class Router:
    """Answers component and modal interactions."""

    def __init__(
        self,
        tables: Application,
        hands: Hands,
        buttons: TableHandler,
        surfaces: SurfaceSync,
        avatars: Avatars,
        *,
        lessons: LessonHandler,
    ) -> None:
        self._lessons = lessons
        self._avatars = avatars
        self._deciding: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()
        """Held while one player's press is read and saved, since drafts build on each other."""
        self._surfaces = surfaces
        self._tables = tables
        self._hands = hands
        self._buttons = buttons

    async def met(self, interaction: discord.Interaction) -> None:
        """Save somebody's language, name and avatar; ignores servers the bot is not in."""
        self._avatars.met(interaction.user)
        remembering = self._tables.people.remember(player_of(interaction), _guild_id(interaction))
        meeting = background(remembering, "remember a person")
        # A stalled disk must not delay the press's acknowledgement.
        done, _ = await asyncio.wait({meeting}, timeout=MEETING)
        if done and not isinstance(meeting.exception(), PASSING):
            meeting.result()

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer one press; every failure ends in a message."""
        data: Any = interaction.data
        pressed = decode(data["custom_id"]) if is_well_formed(data) else None
        try:
            match pressed:
                case ButtonId():
                    await self.met(interaction)
                    await self._buttons.handle(interaction, pressed)
                    await self._surfaces.mend(pressed.match)
                case ControlId() if is_lesson(pressed.match):
                    await self.met(interaction)
                    await self._lessons.pressed(interaction, pressed)
                case ControlId():
                    before = await self._answer(interaction, pressed)
                    await self._surfaces.mend(pressed.match, before)
                case None:
                    await apologise(interaction, RefusedError(common_texts.UNKNOWN_BUTTON))
        except Exception as error:  # noqa: BLE001 - the one place that turns errors into messages
            await apologise(interaction, error)

    async def _answer(self, interaction: discord.Interaction, control_id: ControlId) -> Snapshot:
        """Handle a press on a question, then show its effects.

        Returns the match as it was before.
        """
        self._avatars.met(interaction.user)
        async with Reply(interaction, updating=True) as reply:
            with self._hands.pressed(control_id.match, interaction.user.id):
                try:
                    return await self._attempt(reply, control_id)
                except DatabaseLostError as error:
                    # Once more is safe: a stored answer is known by the id of its interaction.
                    log.warning("a press is repeated: %s", error)
                    if not await self._tables.reconnected():
                        raise
                    return await self._attempt(reply, control_id)

    async def _attempt(self, reply: Reply, control_id: ControlId) -> Snapshot:
        """Do the same, once."""
        interaction, match_id = reply.interaction, control_id.match
        player_id = interaction.user.id
        async with self._deciding.setdefault((match_id, player_id), asyncio.Lock()):
            opened = await self._tables.queries.open(match_id, interaction.id)
            person, guild_id = player_of(interaction), _guild_id(interaction)
            if not self._tables.people.is_known(person, guild_id, opened.rows):
                await self.met(interaction)
                opened = await self._tables.queries.open(match_id, interaction.id)
            decided = await self._decide(reply, opened, control_id)
        if isinstance(decided, discord.ui.Modal):
            await reply.ask(decided)
        elif isinstance(decided, str):
            await reply.say(decided)
        elif decided is not None:
            # A private message never replaces a public one.
            reply.updating = is_private(interaction)
            note, if_deleted, newest = decided
            await self._hands.give(reply, match_id, note, if_deleted=if_deleted, opened=newest)
        return opened

    async def _decide(
        self, reply: Reply, opened: Snapshot, control_id: ControlId
    ) -> discord.ui.Modal | str | HandNotes | None:
        """Handle a press; returns a form to open, a message to say, or a hand to show."""
        interaction = reply.interaction
        names = opened.summary.names
        reading = await asyncio.to_thread(_reading, interaction, opened, control_id)
        if reading is None:
            return await self._stale(interaction, opened, control_id)
        if isinstance(reading, AskModal):
            return reading.modal(reader_of(interaction, names))
        reply.needs_no_form()
        if isinstance(reading, Refused):
            return to(interaction, reading.why, names)
        try:
            return await self._take(interaction, opened, control_id, reading)
        except StaleAnswerError:  # the match changed in between
            newest = await self._tables.queries.open(control_id.match, interaction.id)
            return await self._stale(interaction, newest, control_id)

    async def _take(
        self,
        interaction: discord.Interaction,
        opened: Snapshot,
        control_id: ControlId,
        reading: CompleteForm | PartialForm,
    ) -> HandNotes | None:
        """Keep a draft or a premove, or make a move; returns how to show the hand, if at all."""
        player_id = interaction.user.id
        if isinstance(reading, PartialForm):
            draft, begun = reading.draft.to_json(), dict(reading.draft.values)
            after = await self._tables.queries.keep_draft(
                opened, player_id, control_id.ticket, draft, begun
            )
            # Pressed in the channel: the draft continues in the player's own hand.
            return HandNotes(if_deleted=common_texts.CHOICE_SAVED, opened=after)
        if opened.view(player_id).question is None:
            await self._tables.premoves.keep(
                control_id.match, player_id, control_id.ticket, reading.form
            )
            found = HandNotes(if_deleted=common_texts.CHOICE_SAVED)
        else:
            press = _press(interaction, control_id, reading.form)
            answered, after = await self._tables.answers.answer_from(opened, press)
            note = common_texts.MOVE_WAS_MADE if answered.repeated else None
            found = HandNotes(note, common_texts.MOVE_MADE, after)
        return found if is_private(interaction) else None

    async def _stale(
        self, interaction: discord.Interaction, opened: Snapshot, control_id: ControlId
    ) -> HandNotes:
        """Answer an outdated button with a notice and the current question."""
        match_view = opened.view(interaction.user.id)
        seat = match_view.summary.seat_of(interaction.user.id)
        if seat is None or seat != control_id.seat:
            # The application gives the reason: no seat, another player's seat, or no match.
            press = _press(interaction, control_id, {})
            await self._tables.answers.answer_from(opened, press)
        if not is_private(interaction) and match_view.question is None:
            raise NotYourTurnError(control_id.seat)
        asked_then = control_id.ticket.partition("-")[0]
        arrived = asked_then.isdecimal() and int(asked_then) < match_view.answers_given
        note = common_texts.MOVE_WAS_MADE if arrived else common_texts.CHANGED
        return HandNotes(note, opened=opened)


def _guild_id(interaction: discord.Interaction) -> int | None:
    """Return the server of an interaction, if the bot is in it."""
    return interaction.guild_id if interaction.is_guild_integration() else None


def _reading(
    interaction: discord.Interaction, snapshot: Snapshot, control_id: ControlId
) -> Reading | None:
    """What a press means; None if it isn't about the question of its player."""
    match_view = snapshot.view(interaction.user.id)
    question, draft = match_view.open_form, draft_of(match_view)
    if question is None or question.ticket != control_id.ticket:
        return None

    if interaction.type is discord.InteractionType.modal_submit:
        return read_modal(question, draft, control_id, fields_of(interaction))
    return read(question, draft, control_id, values_of(interaction))


def _press(interaction: discord.Interaction, control_id: ControlId, form: Form) -> Press:
    return Press(
        interaction_id=interaction.id,
        player_id=interaction.user.id,
        seat=control_id.seat,
        ticket=control_id.ticket,
        form=form,
    )


async def apologise(interaction: discord.Interaction, error: BaseException) -> None:
    """Answer an error with a private message, unless the bot has stopped.

    What another process has answered needs no answer.
    """
    if isinstance(error, AnsweredElsewhereError):
        return
    if interaction.client.is_closed():
        log.info("the bot stopped before it could answer: %s", type(error).__name__)
        return
    said = mentions_of(interaction.client).in_words(to(interaction, sentence(error)))
    try:
        await tell(interaction, said)
    except FAILURES as failed:
        log.warning("a refusal could not be shown: %r", failed)

"""Presses on the controls of a question: half-filled forms, premoves and moves."""

import asyncio
import logging
from typing import NamedTuple
from weakref import WeakValueDictionary

import discord

from bot.tables.matches.moves import Press
from bot.tables.matches.snapshot import Snapshot
from bot.ui.controls import reader
from bot.ui.features.services import Services
from bot.ui.i18n.readers import player_of, reader_of, to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import server_of
from bot.ui.interactions.payloads import fields_of, values_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit.custom_ids import ControlId
from bot.ui.match.messages.hand import draft_of
from data.engine.errors import DatabaseLostError
from games.core.errors import NotYourTurnError, StaleAnswerError
from games.core.prompt import Form
from games.core.text import Text

log = logging.getLogger(__name__)


class HandNotes(NamedTuple):
    """Notes to show in the hand after a press."""

    note: Text | None = None
    if_deleted: Text | None = None
    """The note for a new hand if the pressed one was deleted."""
    opened: Snapshot | None = None
    """The match after the press; None if it has to be loaded."""


class AnswerHandler:
    """Answers the controls of questions: drafts, premoves and moves."""

    def __init__(self, services: Services) -> None:
        self._router = services.router
        self._deciding: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()
        """Held while one player's press is read and saved, since drafts build on each other."""
        self._surfaces = services.surfaces
        self._tables = services.tables
        self._hands = services.hands

    async def press(self, interaction: discord.Interaction, control_id: ControlId) -> None:
        """Handle a press on a question, then show its effects."""
        before = await self._answer(interaction, control_id)
        await self._surfaces.mend(control_id.match, before)

    async def _answer(self, interaction: discord.Interaction, control_id: ControlId) -> Snapshot:
        """Handle a press on a question; returns the match as it was before."""
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
            person, guild_id = player_of(interaction), server_of(interaction)
            if not self._tables.people.is_known(person, guild_id, opened.rows):
                await self._router.met(interaction)
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
        if isinstance(reading, reader.AskModal):
            return reading.modal(reader_of(interaction, names))
        reply.needs_no_form()
        if isinstance(reading, reader.Refused):
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
        reading: reader.CompleteForm | reader.PartialForm,
    ) -> HandNotes | None:
        """Keep a draft or a premove, or make a move; returns how to show the hand, if at all."""
        player_id = interaction.user.id
        if isinstance(reading, reader.PartialForm):
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
            notes = HandNotes(if_deleted=common_texts.CHOICE_SAVED)
        else:
            press = _press(interaction, control_id, reading.form)
            answered, after = await self._tables.answers.answer_from(opened, press)
            note = common_texts.MOVE_WAS_MADE if answered.repeated else None
            notes = HandNotes(note, common_texts.MOVE_MADE, after)
        return notes if is_private(interaction) else None

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
        changed = common_texts.CHANGED if match_view.question else None
        note = common_texts.MOVE_WAS_MADE if arrived else changed
        return HandNotes(note, opened=opened)


def _reading(
    interaction: discord.Interaction, snapshot: Snapshot, control_id: ControlId
) -> reader.Reading | None:
    """What a press means; None if it isn't about the question of its player."""
    match_view = snapshot.view(interaction.user.id)
    question, draft = match_view.open_form, draft_of(match_view)
    if question is None or question.ticket != control_id.ticket:
        return None

    if interaction.type is discord.InteractionType.modal_submit:
        return reader.read_modal(question, draft, control_id, fields_of(interaction))
    return reader.read(question, draft, control_id, values_of(interaction))


def _press(interaction: discord.Interaction, control_id: ControlId, form: Form) -> Press:
    return Press(
        interaction_id=interaction.id,
        player_id=interaction.user.id,
        seat=control_id.seat,
        ticket=control_id.ticket,
        form=form,
    )

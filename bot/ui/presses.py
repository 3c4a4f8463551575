"""The one listener for every press, menu and form: by its address, never by memory."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord

from bot.tables.service import Tables
from bot.tables.sights import Sight
from bot.ui import places, words
from bot.ui.avatars import Avatars
from bot.ui.buttons import TableButtons
from bot.ui.controls import address as controls
from bot.ui.controls.read import Answered, AskModal, Drafting, Reading, Refused, read, read_modal
from bot.ui.errors import RefusedError, sentence
from bot.ui.fields import fields_of, is_well_formed
from bot.ui.hands import Hands
from bot.ui.mentions import mentions_of
from bot.ui.messages.hand import draft_of
from bot.ui.replies import Reply, is_private, tell
from bot.ui.surfaces import Surfaces
from bot.ui.voice import player_of, reader, to
from games.core.errors import NotYourTurnError, StaleAnswerError
from games.core.text import Text

log = logging.getLogger(__name__)

MEETING = 0.1
"""Seconds for which a press waits until its player's name and language are written down."""


class Presses:
    """Answers component and modal interactions."""

    def __init__(
        self,
        tables: Tables,
        hands: Hands,
        buttons: TableButtons,
        surfaces: Surfaces,
        avatars: Avatars,
    ) -> None:
        self._avatars = avatars
        self._meetings: set[asyncio.Task[None]] = set()
        """Notes of people that are still being written though their press goes on."""
        self._surfaces = surfaces
        self._tables = tables
        self._hands = hands
        self._buttons = buttons

    async def met(self, interaction: discord.Interaction) -> None:
        """Remember somebody's language, name and picture; a server not ours is not noted."""
        self._avatars.met(interaction.user)
        guild_id = interaction.guild_id if interaction.is_guild_integration() else None
        meeting = asyncio.create_task(self._tables.remember(player_of(interaction), guild_id))
        # A disk that stands still must not keep the press from being acknowledged.
        done, _ = await asyncio.wait({meeting}, timeout=MEETING)
        if done:
            meeting.result()
            return
        self._meetings.add(meeting)
        meeting.add_done_callback(self._met_late)

    def _met_late(self, meeting: asyncio.Task[None]) -> None:
        self._meetings.discard(meeting)
        if not meeting.cancelled() and meeting.exception() is not None:
            log.warning("somebody could not be remembered: %s", meeting.exception())

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer one press; whatever fails ends in a sentence."""
        data: Any = interaction.data
        well_formed = is_well_formed(data)
        custom_id = data["custom_id"] if well_formed else ""
        place = places.decode(custom_id)
        address = controls.decode(custom_id)
        try:
            await self.met(interaction)
            if place is not None:
                await self._buttons.handle(interaction, place)
                await self._surfaces.mend(place.match)
            elif address is not None:
                await self._answer(interaction, address)
                await self._surfaces.mend(address.match)
            else:
                await apologise(interaction, RefusedError(words.UNKNOWN_BUTTON))
        except Exception as error:  # noqa: BLE001 - the one place where it becomes a sentence
            await apologise(interaction, error)

    async def _answer(self, interaction: discord.Interaction, address: controls.Address) -> None:
        async with (
            Reply(interaction, updating=True) as reply,
            self._hands.turn(address.match, interaction.user.id),
        ):
            sight = await self._tables.sight(address.match, interaction.user.id)
            question = sight.open_form
            if question is None or question.ticket != address.ticket:
                await self._stale(interaction, reply, sight, address)
                return
            reading = self._reading(interaction, sight, address)
            if isinstance(reading, AskModal):
                to_player = reader(str(interaction.locale), sight.card.names)
                await reply.ask(reading.modal(to_player))
            elif isinstance(reading, Refused):
                await reply.say(to(interaction, reading.why, sight.card.names))
            else:
                await self._take(interaction, reply, sight, address, reading)

    def _reading(
        self, interaction: discord.Interaction, sight: Sight, address: controls.Address
    ) -> Reading:
        question = sight.open_form
        assert question is not None  # looked at by the caller
        draft = draft_of(sight)
        data: Any = interaction.data or {}
        if interaction.type is discord.InteractionType.modal_submit:
            return read_modal(question, draft, address, fields_of(data.get("components", ())))
        return read(question, draft, address, data.get("values", ()))

    async def _take(
        self,
        interaction: discord.Interaction,
        reply: Reply,
        sight: Sight,
        address: controls.Address,
        reading: Answered | Drafting,
    ) -> None:
        """Keep a draft or an answer, or make a move; then show the hand as it is now."""
        note: Text | None = None
        player_id = interaction.user.id
        if isinstance(reading, Drafting):
            draft, begun = reading.draft.to_json(), dict(reading.draft.values)
            await self._tables.keep_draft(address.match, player_id, address.ticket, draft, begun)
        elif sight.question is None:
            await self._tables.answer_ahead(address.match, player_id, address.ticket, reading.form)
        else:
            answered = await self._tables.answer(
                interaction_id=interaction.id,
                match_id=address.match,
                player_id=player_id,
                seat=address.seat,
                ticket=address.ticket,
                form=reading.form,
            )
            note = words.MOVE_WAS_MADE if answered.repeated else None
        if is_private(interaction):
            await self._show_hand(interaction, reply, address.match, note)
        elif isinstance(reading, Drafting):
            # Pressed in the channel: what is half-chosen goes on in the player's own hand.
            reply.updating = False
            await self._show_hand(interaction, reply, address.match, note)

    async def _stale(
        self,
        interaction: discord.Interaction,
        reply: Reply,
        sight: Sight,
        address: controls.Address,
    ) -> None:
        """An old button: say so, and show what is asked now."""
        seat = sight.card.seat_of(interaction.user.id)
        if seat is None or seat != address.seat:
            # The application says why: no seat, another's seat, no match.
            await self._tables.answer(
                interaction_id=interaction.id,
                match_id=address.match,
                player_id=interaction.user.id,
                seat=address.seat,
                ticket=address.ticket,
                form={},
            )
        if not is_private(interaction):
            raise NotYourTurnError(address.seat) if sight.question is None else StaleAnswerError
        asked_then = address.ticket.partition("-")[0]
        arrived = asked_then.isdecimal() and int(asked_then) < sight.answers_given
        note = words.MOVE_WAS_MADE if arrived else words.CHANGED
        await self._show_hand(interaction, reply, address.match, note)

    async def _show_hand(
        self, interaction: discord.Interaction, reply: Reply, match_id: str, note: Text | None
    ) -> None:
        sight = await self._tables.sight(match_id, interaction.user.id)
        await self._hands.give(reply, sight, note)


async def apologise(interaction: discord.Interaction, error: BaseException) -> None:
    """Turn an error into a sentence that only the person sees."""
    said = mentions_of(interaction.client).in_words(to(interaction, sentence(error)))
    try:
        await tell(interaction, said)
    except discord.HTTPException as late:
        log.warning("a refusal came too late to be shown: %s", late)

"""Draws a hand as a message, and tells what it shows."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from dataclasses import replace
from hashlib import blake2b
from secrets import token_hex
from typing import TypedDict, Unpack

import discord

from bot.tables.domain.fingerprint import digest
from bot.tables.domain.views import MatchSummary, MatchView
from bot.tables.matches.snapshot import Snapshot
from bot.ui.i18n.readers import reader
from bot.ui.interactions.command_links import CommandLinks
from bot.ui.kit.message import OutgoingFile, OutgoingMessage
from bot.ui.match.messages.hand import draft_of, hand_message, shows_outcome
from bot.ui.match.messages.practice import practice_end_message
from bot.ui.match.messages.why_and_hint import Help
from bot.ui.pictures.attachments import (
    hand_picture,
    outcome_picture,
    result_pictures,
    table_picture,
)
from bot.ui.pictures.paint_queue import TooBusyError
from bot.ui.sync.placement import TableLocation
from bot.ui.sync.reconciler import Painting
from data.records.matches import Life, Shown, Surface, SurfaceKind
from games.core.text import Reader, Text
from render.subject import PictureStyle


def shown_hand(match_view: MatchView, location: TableLocation) -> Shown:
    """What tells one showing of a hand from the next.

    What is no news to its player may be seen some seconds late: who has answered, for instance.
    """
    premove = match_view.kept_premove
    return Shown(
        stage=match_view.summary.life,
        fingerprint=blake2b(repr(_news(match_view)).encode(), digest_size=12).hexdigest(),
        due_at=match_view.due_at,
        paused=match_view.summary.paused,
        place=location.message_id,
        is_troubled=location.trouble is not None,
        question=None if match_view.question is None else match_view.question.ticket,
        premove="" if premove is None else digest(premove),
        later=match_view.fingerprint,
    )


def _news(match_view: MatchView) -> tuple[object, ...]:
    """What a player sees at once, besides a new question and the player's own deeds.

    Where people take turns that is all that lies in the middle; where all choose at once, the end
    of a round and what happens to the player or matters to everybody.
    """
    table, last = match_view.tableau, match_view.tableau.last
    if not match_view.summary.game.info.simultaneous:
        return table.progress, table.centre, last
    return table.progress, last if last and (last.own or last.is_climax) else None


class HandWords(TypedDict, total=False):
    """What only one showing of a hand says: see `hand_message`."""

    note: Text | None
    helped: Help | None


EndDeal = Callable[[Snapshot, int, str, Painting | None], Awaitable[OutgoingMessage]]
"""Draws the result of somebody's attempt at a daily deal, in their language; see `Painting`."""


class HandPainter:
    """Draws hands."""

    def __init__(self, links: CommandLinks) -> None:
        self._links = links
        self.end_deal: EndDeal | None = None

    async def draw(
        self,
        state: Snapshot,
        player_id: int,
        language: str,
        location: TableLocation,
        painting: Painting | None,
        **words: Unpack[HandWords],
    ) -> OutgoingMessage:
        """Draw a player's hand as a message, in words without `painting`; raises TooBusyError.

        A thread does it, which spares the event loop the view and the controls.
        """

        def draw(to: Reader, pictures: tuple[OutgoingFile, ...] = ()) -> OutgoingMessage:
            view = state.view(player_id)
            if view.summary.is_practice and view.summary.life is not Life.RUNNING:
                message = practice_end_message(view, pictures, to, words.get("note"))
            else:
                message = hand_message(
                    view, pictures, to, table_url=location.url, remark=location.trouble, **words
                )
            return self._links.in_message(replace(message, is_makeshift=False))

        to = reader(language, state.summary.names)
        daily, is_over = state.table_state.daily, state.summary.life is not Life.RUNNING
        if self.end_deal is not None and daily is not None and daily.counts and is_over:
            with suppress(TooBusyError) if painting is None else nullcontext():
                result = await self.end_deal(state, player_id, language, painting)
                return result if painting is not None else result.in_words()
        if painting is None:
            return await asyncio.to_thread(draw, to)
        return await painting.pictures.drawn(
            state.summary,
            language,
            lambda *how: draw(to, _pictures(state.view(player_id), *how)),
            painting.priority,
        )


def ephemeral_surface(
    interaction: discord.Interaction, summary: MatchSummary, token_until: int
) -> Surface:
    """The row of a hand that is sent as an interaction's answer."""
    return Surface(
        surface_id=token_hex(8),
        match_id=summary.id,
        kind=SurfaceKind.HAND,
        nonce=token_hex(8),
        player_id=interaction.user.id,
        guild_id=summary.guild_id,
        channel_id=interaction.channel_id,
        token=interaction.token,
        token_until=token_until,
    )


def direct_surface(match_id: str, player_id: int) -> Surface:
    """The row of a hand that is sent as a direct message."""
    return Surface(
        surface_id=token_hex(8),
        match_id=match_id,
        kind=SurfaceKind.DM_HAND,
        nonce=token_hex(8),
        player_id=player_id,
    )


def _pictures(
    match_view: MatchView, reader: Reader, style: PictureStyle
) -> tuple[OutgoingFile, ...]:
    """The pictures of a hand, which only its player sees."""
    reader = replace(reader, aside=None)
    outcome = [outcome_picture(match_view, reader, style)] if shows_outcome(match_view) else []
    if match_view.summary.is_practice and match_view.summary.life is not Life.RUNNING:
        return (*outcome, *result_pictures(match_view, reader, style))
    if outcome:
        return tuple(outcome)
    is_table = draft_of(match_view).face == "table"
    return ((table_picture if is_table else hand_picture)(match_view, reader, style),)

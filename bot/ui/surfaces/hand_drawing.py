"""Draws a hand as a message, and fingerprints what it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from secrets import token_hex

import discord

from bot.tables.domain.fingerprint import digest
from bot.tables.domain.views import MatchSummary, MatchView
from bot.tables.matches.snapshot import Snapshot
from bot.ui.i18n.readers import reader
from bot.ui.interactions.message import OutgoingFile, OutgoingMessage
from bot.ui.messages.play.hand import draft_of, hand_message
from bot.ui.messages.play.practice import practice_message
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from bot.ui.surfaces.placement import Placement, TableLocation
from bot.ui.surfaces.shown_rows import newest_table
from data.records.matches import Surface, SurfaceKind
from games.core.text import Text


def shows(surface: Surface, match_view: MatchView, location: TableLocation) -> bool:
    """Whether a hand shows all this, with its pictures."""
    if surface.lacks_pictures:
        return False
    return (surface.fingerprint, surface.ticket) == _seen(match_view, location)


def _seen(match_view: MatchView, location: TableLocation) -> tuple[str, str | None]:
    """The fingerprint of a hand: view, time and location of the table; and its question."""
    ticket = match_view.question.ticket if match_view.question is not None else None
    kept = "" if match_view.kept_premove is None else digest(match_view.kept_premove)
    stands = (location.url or "").rpartition("/")[2]
    lost = location.trouble is not None
    shown = (
        match_view.fingerprint,
        match_view.due_at,
        match_view.summary.paused,
        stands,
        lost,
        kept,
    )
    return " ".join(map(str, shown)), ticket


def _worded(
    match_view: MatchView,
    language: str,
    location: TableLocation,
    note: Text | None,
    pictures: tuple[OutgoingFile, ...],
) -> OutgoingMessage:
    """A hand with its pictures, or in words if there are none."""
    to = reader(language, match_view.summary.names)
    if match_view.summary.is_practice:
        return practice_message(match_view, pictures, to, note)
    picture = pictures[0] if pictures else None
    return hand_message(
        match_view, picture, to, table_url=location.url, note=note, remark=location.trouble
    )


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """A hand that is ready to be sent, with the data it was drawn from."""

    snapshot: Snapshot
    view: MatchView
    location: TableLocation
    message: OutgoingMessage

    def noted(self, surface: Surface) -> Surface:
        """The surface once it shows this hand."""
        fingerprint, ticket = _seen(self.view, self.location)
        return replace(
            surface,
            shown_revision=self.view.summary.revision,
            ticket=ticket,
            fingerprint=fingerprint,
            lacks_pictures=self.message.is_makeshift,
        )


class HandPainter:
    """Draws hands."""

    def __init__(self, pictures: Pictures, placement: Placement) -> None:
        self._pictures = pictures
        self._placement = placement

    async def draw(
        self,
        snapshot: Snapshot,
        player_id: int,
        language: str,
        note: Text | None = None,
        *,
        priority: Priority,
    ) -> DrawnHand:
        """A player's hand as a message; in words while no painter is free."""
        view, location = snapshot.view(player_id), self.location(snapshot)
        text_only = snapshot.rows.person(player_id).text_only
        try:
            pictures = () if text_only else await _painted(self._pictures, view, language, priority)
            message = _worded(view, language, location, note, pictures)
        except TooBusyError:
            message = replace(_worded(view, language, location, note, ()), is_makeshift=True)
        return DrawnHand(snapshot, view, location, message)

    def location(self, snapshot: Snapshot) -> TableLocation:
        """The location of a hand's table."""
        return self._placement.location(snapshot.summary, newest_table(snapshot.rows.surfaces))


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


async def _painted(
    pictures: Pictures, match_view: MatchView, language: str, priority: Priority
) -> tuple[OutgoingFile, ...]:
    """The pictures of a hand; raises TooBusyError while no painter is free."""
    if match_view.summary.is_practice:
        on_table = match_view.question is None or draft_of(match_view).swapped
        return await pictures.practice(match_view, language, priority, on_table=on_table)
    return (await pictures.hand(match_view, language, priority),)

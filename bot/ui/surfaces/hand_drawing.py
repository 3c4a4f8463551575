"""Draws a hand as a message, and fingerprints what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from secrets import token_hex
from typing import NamedTuple, TypeVar

import discord

from bot.tables.domain.fingerprint import digest
from bot.tables.domain.views import MatchSummary, MatchView
from bot.tables.matches.snapshot import Snapshot
from bot.ui.i18n.readers import reader
from bot.ui.interactions.command_links import CommandLinks
from bot.ui.interactions.message import OutgoingFile, OutgoingMessage
from bot.ui.messages.play.hand import draft_of, hand_message
from bot.ui.messages.play.practice import practice_message
from bot.ui.pictures.attachments import Pictures, hand_picture, practice_pictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from bot.ui.surfaces.hand_order import HandRefresh
from bot.ui.surfaces.placement import Placement, TableLocation
from bot.ui.surfaces.shown_rows import newest_table
from data.records.matches import Surface, SurfaceKind
from games.core.text import Reader, Text
from render.subject import PictureStyle

T = TypeVar("T")


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


class DrawnHand(NamedTuple):
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


class _Paint(NamedTuple):
    """How a hand is drawn: in words without a painter, or if its player wants no pictures."""

    reader: Reader
    how: tuple[Reader, PictureStyle] | None = None
    """None without a painter."""
    is_wanted: bool = True


class HandPainter:
    """Draws hands."""

    def __init__(self, pictures: Pictures, placement: Placement, links: CommandLinks) -> None:
        self._pictures = pictures
        self._links = links
        self._placement = placement

    async def draw(
        self,
        snapshot: Snapshot,
        player_id: int,
        language: str,
        priority: Priority,
        note: Text | None = None,
    ) -> DrawnHand:
        """A player's hand as a message; in words while no painter is free."""
        location = self.location(snapshot)
        return await self._painted(
            snapshot,
            player_id,
            language,
            lambda paint: self._drawn(snapshot, player_id, location, note, paint),
            priority,
        )

    async def draw_change(
        self, surface: Surface, refresh: HandRefresh, language: str
    ) -> DrawnHand | None:
        """The same for a hand that is to follow its match; None if it shows all this already."""
        snapshot, player_id = refresh.snapshot, refresh.player_id
        location = self.location(snapshot)

        def draw(paint: _Paint) -> DrawnHand | None:
            is_shown = shows(surface, snapshot.view(player_id), location)
            return None if is_shown else self._drawn(snapshot, player_id, location, None, paint)

        return await self._painted(snapshot, player_id, language, draw, refresh.priority)

    async def _painted(
        self,
        snapshot: Snapshot,
        player_id: int,
        language: str,
        draw: Callable[[_Paint], T],
        priority: Priority,
    ) -> T:
        """Draw in a painting thread, which spares the event loop the view and the controls."""
        to = reader(language, snapshot.summary.names)
        if snapshot.rows.person(player_id).text_only:
            return draw(_Paint(to, is_wanted=False))
        try:
            return await self._pictures.drawn(
                snapshot.summary, language, lambda *how: draw(_Paint(to, how)), priority
            )
        except TooBusyError:
            return draw(_Paint(to))

    def _drawn(
        self,
        snapshot: Snapshot,
        player_id: int,
        location: TableLocation,
        note: Text | None,
        paint: _Paint,
    ) -> DrawnHand:
        """A hand with its pictures, or in words if there are none."""
        view, to = snapshot.view(player_id), paint.reader
        pictures = () if paint.how is None else _pictures(view, *paint.how)
        if view.summary.is_practice:
            message = practice_message(view, pictures, to, note)
        else:
            picture = pictures[0] if pictures else None
            message = hand_message(
                view, picture, to, table_url=location.url, note=note, remark=location.trouble
            )
        is_makeshift = paint.is_wanted and paint.how is None
        ready = self._links.in_message(replace(message, is_makeshift=is_makeshift))
        return DrawnHand(snapshot, view, location, ready)

    def location(self, snapshot: Snapshot) -> TableLocation:
        """The location of a hand's table."""

        def work() -> TableLocation:
            table = newest_table(snapshot.rows.surfaces)
            return self._placement.location(snapshot.summary, table)

        return snapshot.once(("location", None), work)


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
    """The pictures of a hand."""
    if match_view.summary.is_practice:
        on_table = match_view.question is None or draft_of(match_view).swapped
        return practice_pictures(match_view, reader, style, on_table=on_table)
    return (hand_picture(match_view, reader, style),)

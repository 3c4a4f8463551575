"""Shows tables for later and tournaments to come among a server's scheduled events on Discord.

That needs Create Events, which a server may leave out. An event that somebody deletes by hand
stays away.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import discord

from bot.tables.jobs.planned_events import PlannedEvent, PlannedEvents
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import plain_reader
from bot.ui.i18n.texts import lobby_texts
from bot.ui.interactions.bot_permissions import may_plan
from bot.ui.kit import discord_errors
from bot.ui.sync.placement import Placement
from data.stores.scheduled_events import ScheduledEventRow
from games.core.text import speak

log = logging.getLogger(__name__)

SOONEST = 60_000
"""Milliseconds from now at which an event may start: Discord takes none that lies in the past."""


class EventKeeper:
    """One per client."""

    def __init__(
        self,
        client: discord.Client,
        events: PlannedEvents,
        languages: Languages,
        *,
        owns: Callable[[int], bool],
        now: Callable[[], int],
    ) -> None:
        """`owns` tells whether this process looks after a server."""
        self._client = client
        self._placement = Placement(client)
        self._events = events
        self._languages = languages
        self._owns = owns
        self._now = now
        self._refused: set[str] = set()
        """What Discord has refused to show, which is not tried again until a restart."""

    async def bring(self) -> None:
        """Create missing events, move those whose start was moved, and delete what is off."""
        rows = {row.subject: row for row in await self._events.rows.all()}
        wanted = await self._events.wanted()
        for subject, event in wanted.items():
            if subject not in rows or rows[subject].event_id is None:
                await self._create(event, is_new=subject not in rows)
            elif rows[subject].starts_at <= self._now():
                await self._delete(rows[subject])  # one that has begun can't move: a new one comes
            elif rows[subject].starts_at != event.row.starts_at:
                await self._move(event, rows[subject].event_id)
        for subject in rows.keys() - wanted.keys():
            await self._delete(rows[subject])

    def _guild(self, guild_id: int) -> discord.Guild | None:
        """A server that this process looks after; None while it is out of reach."""
        guild = self._client.get_guild(guild_id) if self._owns(guild_id) else None
        return None if guild is None or guild.unavailable else guild

    async def _create(self, event: PlannedEvent, *, is_new: bool) -> None:
        row, guild = event.row, self._guild(event.row.guild_id)
        if guild is None or not may_plan(guild) or row.subject in self._refused:
            return
        is_late = row.starts_at < self._now() + SOONEST
        if is_late or not self._placement.is_public(event.channel_id):
            return
        await self._events.rows.note(row)
        to = plain_reader(await self._languages.shared(guild.id))
        try:
            event_id = None if is_new else await self._lost_id(guild, row)
            if event_id is not None:
                await self._edit(event, event_id)
            else:
                created = await guild.create_scheduled_event(
                    name=speak(lobby_texts.event_name(event), to),
                    description=speak(lobby_texts.event_hint(event), to),
                    start_time=_moment(row.starts_at),
                    end_time=_moment(event.ends_at),
                    entity_type=discord.EntityType.external,
                    privacy_level=discord.PrivacyLevel.guild_only,
                    location=f"https://discord.com/channels/{guild.id}/{event.channel_id}",
                )
                event_id = created.id
        except discord_errors.FAILURES as error:
            log.info("%s gets no event: %s", row.subject, discord_errors.described(error))
            if discord_errors.is_refused(error):
                self._refused.add(row.subject)
            return
        await self._events.rows.note(replace(row, event_id=event_id))

    async def _move(self, event: PlannedEvent, event_id: int | None) -> None:
        """Give an event its new start; one that somebody has deleted stays away."""
        row, guild = event.row, self._guild(event.row.guild_id)
        if guild is None or event_id is None or row.starts_at < self._now() + SOONEST:
            return
        try:
            if may_plan(guild):
                await self._edit(event, event_id)
        except discord_errors.FAILURES as error:
            log.info("an event is not moved: %s", discord_errors.described(error))
            if not discord_errors.is_refused(error):
                return
        await self._events.rows.note(replace(row, event_id=event_id))

    async def _edit(self, event: PlannedEvent, event_id: int) -> None:
        await self._client.http.edit_scheduled_event(
            event.row.guild_id,
            event_id,
            scheduled_start_time=_moment(event.row.starts_at).isoformat(),
            scheduled_end_time=_moment(event.ends_at).isoformat(),
        )

    async def _delete(self, row: ScheduledEventRow) -> None:
        """Delete an event before its start; later, Discord ends it."""
        guild = self._guild(row.guild_id)
        if guild is None:
            return
        if row.starts_at > self._now() and may_plan(guild):
            try:
                event_id = row.event_id or await self._lost_id(guild, row)
                if event_id is not None:
                    await self._client.http.delete_scheduled_event(guild.id, event_id)
            except discord_errors.FAILURES as error:
                log.info("an event is not deleted: %s", discord_errors.described(error))
                if not discord_errors.is_refused(error):
                    return
        await self._events.rows.drop(row.subject)

    async def _lost_id(self, guild: discord.Guild, row: ScheduledEventRow) -> int | None:
        """The id of an event whose creation was cut short; None if Discord doesn't have it."""
        me, code = guild.me.id, row.subject[: lobby_texts.CODE]
        events = await guild.fetch_scheduled_events(with_counts=False)
        return next(
            (event.id for event in events if event.creator_id == me and event.name.endswith(code)),
            None,
        )


def _moment(time: int) -> datetime:
    return datetime.fromtimestamp(time / 1000, UTC)

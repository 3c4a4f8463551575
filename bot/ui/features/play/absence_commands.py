"""`/table` for seats, pauses, ends and what *More* offers besides, and `/me reminders`."""

import discord
from discord import app_commands

from bot.tables.domain.availability import Availability
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import TableError
from bot.ui.features.play.seats import SeatHandler
from bot.ui.features.services import Services
from bot.ui.i18n.command_names import worded
from bot.ui.i18n.readers import reader_of
from bot.ui.i18n.texts import time_texts
from bot.ui.interactions.command_options import Choices, as_choices, complete_clock
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.moderation import InteractionVisitor
from bot.ui.interactions.reply import Reply
from bot.ui.match.messages.more import may_return, open_seats
from games.core.text import speak

WHICH = "The table (only needed if there are several)"
WAYS = [
    app_commands.Choice(name=worded(title), value=way) for way, title in time_texts.WAYS.items()
]


def add_commands(services: Services, seats: SeatHandler) -> None:
    _add_seats(services, seats)
    _add_pauses(services, seats)
    _add_ends(services, seats)
    _add_wishes(services, seats)
    services.groups.me.add_command(_reminders(services))


def _add_seats(services: Services, seats: SeatHandler) -> None:
    group = services.groups.table

    @group.command(name="sit", description="Take your seat back, or one where a bot is standing in")
    @app_commands.describe(table=WHICH)
    async def sit(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await _to_sit_at(services, interaction, table)
        await seats.sit(interaction, summary.id)

    @group.command(
        name="nudge", description="Remind the others that your table is waiting for them"
    )
    @app_commands.describe(table=WHICH)
    async def nudge(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await services.finder.own_match(interaction, table)
        await seats.nudge(interaction, summary.id)

    sit.autocomplete("table")(services.finder.all_tables)
    nudge.autocomplete("table")(services.finder.own_tables)


def _add_pauses(services: Services, seats: SeatHandler) -> None:
    group = services.groups.table

    @group.command(name="pause", description="Pause a table (host or moderator)")
    @app_commands.describe(table=WHICH)
    async def pause(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await services.finder.any_table(interaction, table)
        await seats.pause(interaction, summary.id)

    @group.command(name="resume", description="Resume a paused table")
    @app_commands.describe(table=WHICH)
    async def resume(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await services.finder.any_table(interaction, table)
        await seats.resume(interaction, summary.id)

    pause.autocomplete("table")(services.finder.all_tables)
    resume.autocomplete("table")(services.finder.all_tables)


def _add_ends(services: Services, seats: SeatHandler) -> None:
    group = services.groups.table

    @group.command(
        name="vote", description="Vote in secret to stop a match, or take your vote back"
    )
    @app_commands.describe(stop="Should the match stop?", table=WHICH)
    async def vote(
        interaction: discord.Interaction, stop: bool = True, table: str | None = None
    ) -> None:
        summary = await services.finder.own_match(interaction, table)
        await seats.vote(interaction, summary.id, stop=stop)

    @group.command(
        name="stop", description="Stop a match (host: only a stuck one; moderators: any)"
    )
    @app_commands.describe(table=WHICH)
    async def stop_match(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await services.finder.any_table(interaction, table)
        await seats.ask_to_stop(interaction, summary.id)

    vote.autocomplete("table")(services.finder.own_tables)
    stop_match.autocomplete("table")(services.finder.all_tables)


def _add_wishes(services: Services, seats: SeatHandler) -> None:
    """Register the commands for buttons that a table offers only now and then."""
    group, finder = services.groups.table, services.finder

    @group.command(name="take_back", description="Take back your last move, or let somebody do so")
    @app_commands.describe(table=WHICH)
    async def take_back(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await finder.own_match(interaction, table)
        await seats.take_back(interaction, summary.id, summary.step)

    @group.command(name="clock", description="Ask the others at your table for another clock")
    @app_commands.describe(clock="The clock you want (default: see what it is now)", table=WHICH)
    async def change_clock(
        interaction: discord.Interaction, clock: str | None = None, table: str | None = None
    ) -> None:
        summary = await finder.own_match(interaction, table)
        await seats.clock(interaction, summary.id, clock)

    @group.command(name="guess", description="Guess in secret who wins a match you're watching")
    @app_commands.describe(winner="Your guess (default: see what you guessed)", table=WHICH)
    async def guess(
        interaction: discord.Interaction, winner: str | None = None, table: str | None = None
    ) -> None:
        summary = await finder.any_table(interaction, table)
        await seats.guess(interaction, summary.id, winner)

    @guess.autocomplete("winner")
    async def winners(interaction: discord.Interaction, typed: str) -> Choices:
        named = getattr(interaction.namespace, "table", None) or None
        try:
            summary = await finder.any_table(interaction, named)
            visitor = InteractionVisitor(interaction)
            may_guess = await services.tables.guesses.may_guess(summary.id, visitor)
        except (TableError, RefusedError):
            return []  # the command itself gives the reason
        names = enumerate(summary.names if may_guess else ())
        return as_choices(((name, str(seat)) for seat, name in names), typed)

    @group.command(name="bring_down", description="Bring your table back into view")
    @app_commands.describe(table=WHICH)
    async def bring_down(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await finder.own_table(interaction, table)
        await seats.bring_down(interaction, summary.id)

    change_clock.autocomplete("clock")(complete_clock)
    guess.autocomplete("table")(finder.all_tables)
    take_back.autocomplete("table")(finder.own_tables)
    change_clock.autocomplete("table")(finder.own_tables)
    bring_down.autocomplete("table")(finder.own_tables)


def _reminders(services: Services) -> app_commands.Group:
    group = app_commands.Group(name="reminders", description="Choose how and when you're reminded")

    @group.command(name="show", description="See how you're reminded now")
    async def show(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            await _tell(
                services, reply, await services.tables.preferences.availability(interaction.user.id)
            )

    @group.command(
        name="way", description="Get reminders in the channel, by direct message, or not at all"
    )
    @app_commands.describe(way="How you're reminded")
    @app_commands.choices(way=WAYS)
    async def set_way(interaction: discord.Interaction, way: str) -> None:
        async with Reply(interaction) as reply:
            availability = await services.tables.preferences.set_way(interaction.user.id, way)
            if availability.way == "dm":
                # Retry DMs that were refused before.
                await services.tables.people.set_dm_closed(interaction.user.id, closed=False)
            await _tell(services, reply, availability)

    @group.command(name="quiet", description="Set hours each day without reminders")
    @app_commands.describe(
        begin="Start time, such as 22:00",
        end="End time, such as 7:30",
        zone="Your time zone: a name such as Europe/Madrid, or an offset such as +02:00",
    )
    async def quiet(interaction: discord.Interaction, begin: str, end: str, zone: str) -> None:
        async with Reply(interaction) as reply:
            player_id = interaction.user.id
            await _tell(
                services,
                reply,
                await services.tables.preferences.set_quiet(player_id, begin, end, zone),
            )

    @group.command(name="loud", description="Turn quiet hours off")
    async def loud(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            await _tell(
                services, reply, await services.tables.preferences.no_quiet(interaction.user.id)
            )

    @group.command(name="holiday", description="Make slow clocks wait for you while you're away")
    @app_commands.describe(
        until="Your last day away, such as 2027-08-31 (leave it out when you're back)"
    )
    async def holiday(interaction: discord.Interaction, until: str | None = None) -> None:
        async with Reply(interaction) as reply:
            await _tell(
                services,
                reply,
                await services.tables.preferences.set_holiday(interaction.user.id, until),
            )

    return group


async def _tell(services: Services, reply: Reply, availability: Availability) -> None:
    """Say which settings apply now."""
    to = reader_of(reply.interaction)
    lines = time_texts.availability(availability, services.tables.now())
    await reply.say("\n".join(speak(line, to) for line in lines))


async def _to_sit_at(
    services: Services, interaction: discord.Interaction, named: str | None
) -> MatchSummary:
    """The table at which somebody wants to sit: their own seat first, then any open one."""
    if named is None:
        here = await services.finder.tables_here(interaction)
        mine = [summary for summary in here if may_return(summary, interaction.user.id)]
        free = mine or [summary for summary in here if open_seats(summary)]
        if len(free) == 1:
            return free[0]
    return await services.finder.any_table(interaction, named)

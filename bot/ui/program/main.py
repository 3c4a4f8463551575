"""The bot as a program on Discord."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot import __version__
from bot.background import background
from bot.errors import HostError
from bot.logs import set_up_logging
from bot.settings import Settings, SettingsError, load_settings, open_settings, unknown_settings
from bot.stopping import run_until_stopped
from bot.tables.leaderboards.feed import Destination
from bot.ui.pictures.warmup import part_limits
from bot.ui.program.compose import Bot, assembled
from bot.ui.program.health import BotProbe
from bot.ui.program.serving import serve
from bot.ui.program.standby import Standby
from data.engine.errors import DatabaseError, DatabaseUnwritableError
from render.icons.catalogue import KEYS as ICONS

if TYPE_CHECKING:
    from bot.metrics.prometheus import Metrics

log = logging.getLogger(__name__)

PORT_POLL = 1.0
"""Seconds between two tries to listen where another process of the bot still does."""


async def run(
    settings: Settings,
    *,
    guild_ready_timeout: float = 2.0,
    icons: Sequence[str] = ICONS,
    tests_itself: bool = True,
) -> None:
    """Run until cancelled; raises HostError with a message if the host can fix the problem."""
    token = settings.token.get_secret_value()
    if not token:
        raise SettingsError(
            "TOMATO_TOKEN is missing: `tomato-table init` or `make init` asks for it."
        )
    logging.getLogger("discord.client").setLevel(logging.WARNING)  # it notes every try to log in
    metrics = None
    if settings.metrics:
        # Most hosts need no web server, which takes a tenth of a second to load.
        from bot.metrics.prometheus import Metrics  # noqa: PLC0415 - see above

        metrics = Metrics()
    try:
        building = assembled(settings, guild_ready_timeout=guild_ready_timeout, metrics=metrics)
        async with building as bot, asyncio.TaskGroup() as group:
            if metrics is not None:
                probe = BotProbe(bot.client, bot.store, bot.standby, settings.store_address)
                serving = serve_metrics(settings.metrics, metrics, probe, bot.standby)
                group.create_task(serving, name="metrics")
            group.create_task(send_results(settings, bot), name="feed")
            if tests_itself:
                background(bot.self_test.report(bot.is_up), "self-test")
            await serve(bot, token, icons)
    except Exception as error:
        reason = host_error(error)
        if reason is None:
            raise
        raise reason from error


async def send_results(settings: Settings, bot: Bot) -> None:
    """Send results to the host's destinations, if any, once every match is resumed.

    Of several processes, the one with the first shard sends those of all servers.
    """
    share = bot.ownership.share
    if not (settings.feed_file or settings.webhook) or (share is not None and 0 not in share.ids):
        return
    from bot.ui.program import feed_destinations  # noqa: PLC0415 - as above

    destinations = list[Destination]()
    if settings.feed_file:
        destinations.append(feed_destinations.FeedFile(settings.feed_file))
    if settings.webhook:
        secret = settings.webhook_secret.get_secret_value()
        destinations.append(feed_destinations.Webhook(settings.webhook, secret))
    await bot.is_up.wait()
    feed = bot.tables.leaderboards.feed
    async with asyncio.TaskGroup() as group:
        for destination in destinations:
            group.create_task(feed_destinations.send_all(feed, destination))


async def serve_metrics(
    address: str, metrics: "Metrics", probe: BotProbe, standby: Standby
) -> None:
    """Serve /metrics until cancelled; a process that stands by may wait for the other's port.

    Raises HostError.
    """
    from bot.metrics.server import PortInUseError, serving  # noqa: PLC0415 - as above

    await standby.tried()
    while True:
        try:
            async with serving(address, metrics, probe):
                await asyncio.Event().wait()
        except PortInUseError:
            if not standby.has_waited:
                raise
        await asyncio.sleep(PORT_POLL)


def host_error(error: BaseException) -> HostError | None:
    """Return the error that tells the host what to do; None for a bug of ours."""
    if isinstance(error, BaseExceptionGroup):
        return next((cause for cause in map(host_error, error.exceptions) if cause), None)
    if isinstance(error, DatabaseError):
        return HostError(str(error))
    return error if isinstance(error, HostError) else None


def main() -> int:
    """Run on the real Discord until Ctrl-C or SIGTERM; returns the exit code. Raises HostError."""
    settings = load_settings()
    token = settings.token.get_secret_value()
    set_up_logging(
        settings.log_level,
        settings.log_format,
        token,
        for_host=(HostError, DatabaseError),
        reported=(DatabaseUnwritableError,),
    )
    log_start(settings)
    asyncio.run(_until_stopped(settings))
    return 0


def log_start(settings: Settings) -> None:
    """Log which version starts on which database, cache folder and shards."""
    cache, _ = part_limits(settings)
    log.info(
        "Tomato Table %s: database %s, cache folder %s, shards %s",
        __version__,
        _whereabouts(settings.store_address),
        cache.absolute() if cache else "none",
        settings.shards or "all",
    )
    for line in (unknown_settings(), open_settings()):
        if line is not None:
            log.warning("%s", line)


def _whereabouts(database: Path | str) -> str:
    """Name the database without its password; raises SettingsError for a wrong address."""
    if isinstance(database, Path):
        return str(database.absolute())
    from data.engine.postgres_errors import PostgresError, whereabouts  # noqa: PLC0415 - a file needs no driver

    try:
        return f"PostgreSQL at {whereabouts(database)}"
    except PostgresError as error:
        raise SettingsError(str(error)) from error


async def _until_stopped(settings: Settings) -> None:
    await run_until_stopped(run(settings))
    log.info("stopped; every match goes on at the next start")

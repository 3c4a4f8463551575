"""Looking back at matches: replays, logs, verdicts, reviews and clips."""

from bot.ui.features.history import commands
from bot.ui.features.history.handlers import HistoryHandler
from bot.ui.features.history.reviewing import ReviewHandler
from bot.ui.features.services import Services


def register(services: Services) -> None:
    history, reviews = HistoryHandler(services), ReviewHandler(services)
    services.router.add_buttons(history.handlers)
    services.router.add_buttons(reviews.handlers)
    commands.add_commands(services, history, reviews)

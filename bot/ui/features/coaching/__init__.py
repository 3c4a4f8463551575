"""Help for newcomers: rules, help, reasons, hints and practice tables."""

from bot.ui.features.coaching import commands
from bot.ui.features.coaching.handlers import CoachingHandler
from bot.ui.features.services import Services


def register(services: Services) -> None:
    coaching = CoachingHandler(services)
    services.router.add_buttons(coaching.handlers)
    commands.add_commands(services, coaching)

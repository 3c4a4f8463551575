"""Leaderboards, profiles and seasons."""

from bot.ui.features.leaderboards import commands
from bot.ui.features.leaderboards.handlers import LeaderboardHandler
from bot.ui.features.services import Services


def register(services: Services) -> None:
    leaderboards = LeaderboardHandler(services)
    services.router.add_buttons(leaderboards.handlers)
    commands.add_commands(services, leaderboards)

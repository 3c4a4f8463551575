"""Blocks people for oneself, and bars them from a server's tables."""

from bot.ui.features.exclusions import commands
from bot.ui.features.services import Services


def register(services: Services) -> None:
    commands.add_commands(services)

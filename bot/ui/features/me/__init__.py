"""What a person sees and decides about themselves: tables, data, and where hands go."""

from bot.ui.features.me import commands, direct_messages
from bot.ui.features.me.privacy import PrivacyHandler
from bot.ui.features.services import Services


def register(services: Services) -> None:
    privacy = PrivacyHandler(services)
    services.router.add_buttons(privacy.handlers)
    commands.add_commands(services, privacy)
    direct_messages.add_commands(services)

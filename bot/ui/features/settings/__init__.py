"""A server's settings, and what doesn't work there."""

from bot.ui.features.services import Services
from bot.ui.features.settings import commands, roles
from bot.ui.features.settings.doctor import DoctorHandler
from bot.ui.features.settings.handlers import SettingsHandler


def register(services: Services) -> None:
    settings, doctor = SettingsHandler(services), DoctorHandler(services)
    services.router.add_buttons(settings.handlers)
    services.router.add_buttons(doctor.handlers)
    commands.add_commands(services, settings, doctor)
    roles.add_command(services)

"""Tournaments on a server."""

from bot.ui.features.services import Services
from bot.ui.features.tournaments import commands
from bot.ui.features.tournaments.handlers import TournamentHandler
from bot.ui.features.tournaments.message_family import TournamentMessages


def register(services: Services) -> None:
    messages = TournamentMessages(services)
    services.surfaces.show_competitions(messages.reconciler)
    tournaments = TournamentHandler(services, messages)
    services.router.add_buttons(tournaments.handlers)
    commands.add_commands(services, tournaments)

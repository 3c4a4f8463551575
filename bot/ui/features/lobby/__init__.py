"""Opening a table, and everything before its match starts."""

from bot.ui.features.lobby import commands, play_command
from bot.ui.features.lobby.challenge import ChallengeHandler
from bot.ui.features.lobby.handlers import LobbyHandler
from bot.ui.features.lobby.opening import TableOpening
from bot.ui.features.lobby.rematch import RematchHandler
from bot.ui.features.services import Services


def register(services: Services) -> None:
    opening, rematch = TableOpening(services), RematchHandler(services)
    challenge = ChallengeHandler(services, opening)
    for handler in (opening, rematch, challenge, LobbyHandler(services)):
        services.router.add_buttons(handler.handlers)
    play_command.add_commands(services, opening)
    rematch.add_commands()
    challenge.add_command()
    commands.add_commands(services)

"""Opening a table, and everything before its match starts."""

from __future__ import annotations

from bot.ui.features.lobby import commands, play_command
from bot.ui.features.lobby.game_list import GameListHandler
from bot.ui.features.lobby.handlers import LobbyHandler
from bot.ui.features.lobby.rematch import RematchHandler
from bot.ui.features.services import Services


def register(services: Services) -> None:
    games, rematch = GameListHandler(services), RematchHandler(services)
    for handler in (games, rematch, LobbyHandler(services)):
        services.router.add_buttons(handler.handlers)
    play_command.add_commands(services, games)
    rematch.add_command()
    games.add_command()
    commands.add_commands(services)

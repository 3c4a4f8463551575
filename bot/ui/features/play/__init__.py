"""Playing a match: hands, moves, seats, pauses, votes, and stopping."""

from bot.ui.features.play import absence_commands, move_commands, table_commands
from bot.ui.features.play.answers import AnswerHandler
from bot.ui.features.play.seats import SeatHandler
from bot.ui.features.play.table import TableHandler
from bot.ui.features.services import Services


def register(services: Services) -> None:
    table, seats = TableHandler(services), SeatHandler(services)
    services.router.add_buttons(table.handlers)
    services.router.add_buttons(seats.handlers)
    services.router.add_controls(str, AnswerHandler(services).press)
    table_commands.add_commands(services, table)
    move_commands.add_commands(services)
    absence_commands.add_commands(services, seats)

"""The deal of the day: the same for everybody."""

from bot.ui.features.daily import commands
from bot.ui.features.daily.handlers import DailyDealHandler
from bot.ui.features.daily.message_family import DealPosts
from bot.ui.features.services import Services


def register(services: Services) -> None:
    services.surfaces.show_deals(DealPosts(services).reconciler)
    deals = DailyDealHandler(services)
    services.hands.end_deals_by(deals.ended)
    services.router.add_buttons(deals.handlers)
    commands.add_commands(services, deals)

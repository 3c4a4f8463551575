"""The weekly deals: the same for everybody."""

from __future__ import annotations

from bot.ui.features.services import Services
from bot.ui.features.weekly_deals import commands
from bot.ui.features.weekly_deals.announcement import WeeklyDealAnnouncement
from bot.ui.features.weekly_deals.handlers import WeeklyDealHandler


def register(services: Services) -> None:
    services.surfaces.announce_deals_by(WeeklyDealAnnouncement(services).post)
    deals = WeeklyDealHandler(services)
    services.router.add_buttons(deals.handlers)
    commands.add_commands(services, deals)

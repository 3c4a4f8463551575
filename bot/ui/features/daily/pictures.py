"""A result of a weekly deal as a value for its scene."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date
from data.records.weekly_deals import Attempt
from render.scenes.posters.weekly_deal import WeeklyDealPoster

from bot.tables.competitions import weekly_deals
from bot.ui.i18n.catalogues import known_language
from games.core.game import GameInfo
from games.core.text import say, symbol
from render.scenes.posters import weekly_deal

_SIGNS = {
    weekly_deals.LEADS: weekly_deal.LEADS,
    weekly_deals.LEVEL: weekly_deal.LEVEL,
    weekly_deals.BEHIND: weekly_deal.BEHIND,
}


def weekly_deal_scene(
    week: weekly_deals.WeekView, info: GameInfo, attempt: Attempt, name: str, language: str
) -> WeeklyDealPoster:
    """Return a finished attempt of this person."""
    began = datetime.fromtimestamp(week.starts_at / 1000, UTC)
    date = symbol(format_date(began, "medium", locale=known_language(language)))
    return WeeklyDealPoster(
        game=info.key,
        title=info.title,
        subtitle=say("Weekly deal, {date}", date=date),
        name=name,
        place=attempt.place or 0,
        places=attempt.places or 0,
        points=attempt.points or 0,
        course=tuple(_SIGNS[letter] for letter in attempt.course),
        streak=week.streak,
    )

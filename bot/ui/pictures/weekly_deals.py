"""A result of a weekly deal as a value for its scene."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date

from bot.tables.competitions.challenges import BEHIND, LEADS, LEVEL, WeekView
from bot.ui.i18n.catalogues import known_language
from data.records.challenges import Attempt
from games.core.game import GameInfo
from games.core.text import say, symbol
from render.scenes.posters import weekly
from render.scenes.posters.weekly import WeeklyPoster

_SIGNS = {LEADS: weekly.LEADS, LEVEL: weekly.LEVEL, BEHIND: weekly.BEHIND}


def weekly_scene(
    week: WeekView, info: GameInfo, attempt: Attempt, name: str, language: str
) -> WeeklyPoster:
    """Return a finished attempt of this person."""
    began = datetime.fromtimestamp(week.starts_at / 1000, UTC)
    date = symbol(format_date(began, "medium", locale=known_language(language)))
    return WeeklyPoster(
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

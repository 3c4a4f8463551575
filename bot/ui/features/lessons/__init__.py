"""Lessons: `/learn` and the questions that it asks."""

from bot.tables.lessons import LessonId
from bot.ui.features.lessons import commands
from bot.ui.features.lessons.handlers import LessonHandler
from bot.ui.features.services import Services


def register(services: Services) -> None:
    lessons = LessonHandler(services)
    services.router.add_buttons(lessons.handlers)
    services.router.add_controls(LessonId, lessons.press)
    commands.add_commands(services, lessons)

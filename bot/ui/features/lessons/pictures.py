"""The picture of a lesson: its position, or what an answer led to, with labels in it."""

from bot.tables.lessons import LessonView
from bot.ui.kit.message import OutgoingFile
from bot.ui.match.messages.hand import draft_of
from bot.ui.pictures.attachments import attachment
from bot.ui.pictures.painter_process import painted
from games.core.text import Reader, Text, say, say_many
from render.paint import Picture, has_outcome, paint_lesson
from render.subject import LessonFrame, PictureStyle

RIGHT = say("Right!")
WRONG = say("Not quite")


def place_of(shown: LessonView) -> Text:
    """The number of a lesson, or how many decisions are due."""
    if shown.trained is None:
        return say("Lesson {number}/{of}", number=shown.number, of=shown.of)
    return say_many("{n} decision due", "{n} decisions due", shown.of)


def lesson_picture(shown: LessonView, reader: Reader, style: PictureStyle) -> OutgoingFile:
    """Return the picture of a lesson as a file."""
    return attachment("lesson.png", painted_lesson(shown, reader, style))


def painted_lesson(shown: LessonView, reader: Reader, style: PictureStyle) -> Picture:
    """Paint a lesson; the next hand or round is never shown, as nobody was taught it."""
    lesson, table, outcome = shown.lesson, shown.table, shown.outcome
    place = place_of(shown)
    if outcome is None:
        frame = LessonFrame(lesson.task, place, lesson.labels, is_answer=False)
    else:
        title, labels = (RIGHT, lesson.reasons) if outcome.is_right else (WRONG, {})
        frame = LessonFrame(title, place, labels, is_answer=True)
        if not shown.is_next or has_outcome(shown.game.info.key, outcome.table.view):
            table = outcome.table
    return painted(
        paint_lesson,
        table.tableau,
        reader,
        table.view,
        frame,
        style,
        filled=dict(draft_of(table).values),
    )

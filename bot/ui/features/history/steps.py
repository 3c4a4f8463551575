"""The picture of a step of an ended match."""

from collections.abc import Iterator

from bot.tables.history.archive import ReplayStep
from bot.ui.kit.message import OutgoingFile
from bot.ui.pictures.attachments import attachment
from bot.ui.pictures.painter_process import painted
from games.core.tableau import Token
from games.core.text import Reader
from games.core.values import Seat
from render.paint import paint_replay
from render.subject import PictureStyle, ReplayFrame


def step_picture(moment: ReplayStep, reader: Reader, style: PictureStyle) -> OutgoingFile:
    """Paint a step as its viewpoint shows it; one of all hands has them below the table."""
    shown = moment.table
    frame = ReplayFrame(
        step=moment.entry.step,
        last=None if moment.eyes == "spoiler_free" else moment.last,
        rounds=tuple(round_.step for round_ in moment.rounds),
        events=moment.entry.events,
        hands=tuple(_hands(moment)) if moment.eyes == "open" else (),
    )
    picture = painted(paint_replay, shown.tableau, reader, shown.view, frame, style)
    return attachment("step.png", picture)


def _hands(moment: ReplayStep) -> Iterator[tuple[Seat, tuple[Token, ...]]]:
    """Yield the cards or dice that each seat holds; what it has won is on the table."""
    for seat, hand in enumerate(moment.hands):
        tokens = tuple(token for zone in hand.tableau.hand[:1] for token in zone.tokens)
        if tokens:
            yield seat, tokens

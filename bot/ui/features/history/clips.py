"""Clips of matches, painted in a process of low priority that ends with its clip."""

import asyncio
from dataclasses import dataclass, field
from hashlib import blake2b

from bot.tables.bots.searches import Searches
from bot.tables.history.clips import Clip
from bot.ui.i18n.readers import picture_reader
from bot.ui.kit.message import OutgoingFile
from bot.ui.pictures.attachments import podium_of
from games.core.game import View
from games.core.tableau import Tableau
from games.core.text import Reader, Text
from render.clip import Caption, describe, paint_clip
from render.paint import paint_aftermath, paint_poster, paint_table
from render.scenes.posters.podium import Podium
from render.subject import PictureStyle

PATIENCE = 90.0
"""Seconds after which a clip is given up."""


@dataclass(frozen=True, slots=True)
class Script:
    """All data of a clip, to be sent to another process."""

    game: str
    title: Text
    language: str
    names: tuple[str, ...]
    scenes: tuple[tuple[Tableau, View, Caption], ...] = field(repr=False)
    podium: Podium | None
    """The last picture; None if the match was stopped."""


def painted_clip(script: Script) -> tuple[bytes, str]:
    """Paint a clip, and describe it; runs in a worker process."""
    reader = picture_reader(script.language, script.names)
    tables = [_painted(script, place, reader) for place in range(len(script.scenes))]
    captions = [caption for _, _, caption in script.scenes]
    if script.podium is not None:
        tables.append(paint_poster(script.podium, reader).png)
        captions.append(captions[-1])
    return paint_clip(script.game, tables, captions, reader), describe(
        script.title, captions[: len(script.scenes)], reader
    )


def _painted(script: Script, place: int, reader: Reader) -> bytes:
    """Paint what a step brought, unless the picture before it shows that; else the table.

    Nobody's turn is marked at the end of a stopped match.
    """
    tableau, view, _ = script.scenes[place]
    is_last = place == len(script.scenes) - 1
    style = PictureStyle(stopped=is_last and script.podium is None)
    before = script.scenes[place - 1][0].aftermath if place else ()
    is_new = tableau.aftermath != before
    picture = paint_aftermath(tableau, reader, view, style) if is_new else None
    return (picture or paint_table(tableau, reader, view, style)).png


class ClipPainter:
    """Makes one clip at a time."""

    def __init__(self, worker: Searches) -> None:
        self._worker = worker
        self._one_at_a_time = asyncio.Lock()

    async def of(self, clip: Clip, language: str) -> OutgoingFile | None:
        """Return the clip of these moments; None if it can't be made."""
        summary, end = clip.summary, clip.moments[-1].table
        seats = [occupant.seat for occupant in summary.occupants]
        order = sorted(seats, key=lambda seat: summary.occupants[seat].is_bot)
        script = Script(
            game=summary.game_key,
            title=summary.game.info.title,
            language=language,
            names=summary.names,
            scenes=tuple(
                (
                    moment.table.tableau,
                    moment.table.view,
                    Caption(
                        step=moment.step,
                        last=clip.last,
                        chances=moment.chances,
                        points=moment.points,
                        order=tuple(order),
                    ),
                )
                for moment in clip.moments
            ),
            podium=None if end.result is None else podium_of(end),
        )
        async with self._one_at_a_time:
            try:
                made = await self._worker.run(painted_clip, script, PATIENCE)
            finally:
                self._worker.close()
        if made is None:
            return None
        content, alt = made
        digest = blake2b(content, digest_size=12).hexdigest()
        return OutgoingFile("highlights.webp", content, alt, digest)

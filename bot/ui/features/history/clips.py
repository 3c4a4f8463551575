"""Clips of matches, painted in a process of low priority that ends with its clip."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from hashlib import blake2b

from bot.tables.bots.searches import Searches
from bot.tables.history.clips import Clip
from bot.ui.i18n.readers import picture_reader
from bot.ui.kit.message import OutgoingFile
from games.core.game import View
from games.core.tableau import Tableau
from games.core.text import Text
from render.clip import Caption, describe, paint_clip
from render.paint import paint_tables
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
    is_stopped: bool = False


def painted_clip(script: Script) -> tuple[bytes, str]:
    """Paint a clip, and describe it; runs in a worker process."""
    reader = picture_reader(script.language, script.names)
    last = len(script.scenes) - 1
    tables = [
        paint_tables(
            tableau,
            reader,
            view,
            _style(script, place),
            goes_on=place < last,
            strip=False,
        )["table"].png
        for place, (tableau, view, _) in enumerate(script.scenes)
    ]
    captions = [caption for _, _, caption in script.scenes]
    return paint_clip(script.game, tables, captions, reader), describe(
        script.title, captions, reader
    )


def _style(script: Script, place: int) -> PictureStyle:
    """Nobody's turn is marked at the end of a stopped match."""
    return PictureStyle(stopped=script.is_stopped and place == len(script.scenes) - 1)


class ClipPainter:
    """Makes one clip at a time."""

    def __init__(self, worker: Searches) -> None:
        self._worker = worker
        self._one_at_a_time = asyncio.Lock()

    async def of(self, clip: Clip, language: str) -> OutgoingFile | None:
        """Return the clip of these moments; None if it can't be made."""
        summary = clip.summary
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
                    ),
                )
                for moment in clip.moments
            ),
            is_stopped=clip.moments[-1].table.result is None,
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

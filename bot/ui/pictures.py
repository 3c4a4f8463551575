"""Pictures for our messages: painted in worker threads, described, named without any secret."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from bot.tables.sights import Lobby, Sight
from bot.ui.messages.message import Attachment
from bot.ui.voice import plain_reader
from games.core.options import changed
from games.core.text import Reader
from render.paint import Picture, paint_hand, paint_table
from render.posters import Place, Seated, paint_lobby, paint_result


class Pictures:
    """Paints off the event loop, a few at a time."""

    def __init__(self, painters: int, language: str) -> None:
        self._pool = ThreadPoolExecutor(painters, thread_name_prefix="painter")
        self._language = language

    def close(self) -> None:
        """Let the painters finish and go."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def table(self, sight: Sight) -> Attachment:
        """The public table."""
        reader = plain_reader(self._language, sight.card.names)
        paint = partial(paint_table, sight.tableau, reader, view=sight.view)
        return _attachment("table.png", await self._run(paint))

    async def hand(self, sight: Sight, language: str) -> Attachment:
        """What one player holds, in that player's language."""
        reader = plain_reader(language, sight.card.names)
        paint = partial(paint_hand, sight.tableau, reader, view=sight.view)
        return _attachment("hand.png", await self._run(paint))

    async def _run(self, paint: partial[Picture]) -> Picture:
        return await asyncio.get_running_loop().run_in_executor(self._pool, paint)


def _attachment(filename: str, picture: Picture) -> Attachment:
    return Attachment(filename, picture.png, picture.alt)

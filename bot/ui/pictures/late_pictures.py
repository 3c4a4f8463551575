"""Private answers that are sent before their picture is ready."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.background import background
from bot.retry_delays import retry_delays
from bot.ui.interactions.reply import Reply
from bot.ui.kit.discord_errors import FAILURES, is_refused
from bot.ui.kit.message import OutgoingMessage
from bot.ui.pictures.paint_queue import Priority

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.5
"""Seconds before a late picture that couldn't be sent is sent again; later pauses are longer."""

Draw = Callable[[Priority], Awaitable[OutgoingMessage]]
"""Draws a message, in words only if no picture can be painted with this priority."""


class LatePictures:
    """Adds pictures to answers that were sent without them, unless a newer answer was sent."""

    def __init__(self) -> None:
        self._waiting: dict[int, asyncio.Task[None]] = {}
        """The task that adds a picture, by message id."""

    async def show(self, reply: Reply, draw: Draw) -> None:
        """Answer. If the picture takes long, answer in words and add the picture by an edit."""
        pressed = reply.interaction.message
        if reply.updating and pressed is not None:
            self._drop(pressed.id)
        message = await draw(Priority.ANSWER)
        shown = await reply.show(message)
        if message.is_makeshift:
            key = shown or reply.interaction.id
            self._drop(key)  # of another press that was answered meanwhile
            following = self._follow(key, reply, draw)
            self._waiting[key] = background(following, "edit a picture into an answer")

    def _drop(self, key: int) -> None:
        """Take a message's older picture out of the queue."""
        older = self._waiting.pop(key, None)
        if older is not None:
            older.cancel()

    async def _follow(self, key: int, reply: Reply, draw: Draw) -> None:
        """Add the picture, for as long as Discord accepts edits of the answer."""
        try:
            for delay in retry_delays(FIRST_PAUSE):
                try:
                    await reply.show(await draw(Priority.NONE))
                except FAILURES as error:
                    log.info("A late picture is not added: %s", error)
                    if is_refused(error):
                        return  # the answer is gone, or its token has expired
                else:
                    return
                await asyncio.sleep(delay)
        finally:
            if self._waiting.get(key) is asyncio.current_task():
                del self._waiting[key]

"""Private copies of public messages, shown to one person."""

from dataclasses import replace
from functools import partial

from bot.tables.application import Application
from bot.ui.i18n.readers import reader
from bot.ui.interactions.reply import Reply
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match.messages.lobby import cancelled_message, lobby_message
from bot.ui.match.messages.table import read_message, watch_message
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.late_pictures import LatePictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from data.records.matches import Life


class Copies:
    """Copies of public messages; nothing keeps them up to date."""

    def __init__(self, tables: Application, pictures: Pictures) -> None:
        self._tables = tables
        self._pictures = pictures
        self._late = LatePictures()

    async def show(self, reply: Reply, match_id: str, *, as_text: bool = False) -> None:
        """Answer with a copy of a match's public message."""
        language = str(reply.interaction.locale)
        draw = self._read if as_text else self._draw
        await self._late.show(reply, partial(draw, match_id, language))

    async def _read(self, match_id: str, language: str, priority: Priority) -> OutgoingMessage:
        """The table in words; a lobby or cancelled lobby as it is."""
        summary = await self._tables.queries.summary(match_id)
        if summary.life in (Life.LOBBY, Life.CANCELLED):
            return await self._draw(match_id, language, priority)
        match_view = await self._tables.queries.match_view(match_id, None)
        return read_message(match_view, reader(language, summary.names))

    async def _draw(self, match_id: str, language: str, priority: Priority) -> OutgoingMessage:
        """A copy with its picture, and for a lobby its buttons; makeshift without the picture."""
        summary = await self._tables.queries.summary(match_id)
        to = reader(language, summary.names)
        if summary.life is Life.CANCELLED:
            return cancelled_message(summary, to)
        if summary.life is Life.LOBBY:
            lobby = await self._tables.lobbies.show(match_id)
            try:
                return lobby_message(
                    lobby, await self._pictures.lobby(lobby, language, priority), to
                )
            except TooBusyError:
                return replace(lobby_message(lobby, None, to), is_makeshift=True)
        match_view = await self._tables.queries.match_view(match_id, None)
        try:
            return watch_message(
                match_view, await self._pictures.table(match_view, language, priority), to
            )
        except TooBusyError:
            return replace(read_message(match_view, to), is_makeshift=True)

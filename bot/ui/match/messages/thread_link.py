"""The message in the parent channel of a table's thread: the players and a link."""

from collections.abc import Iterator

from bot.tables.domain.views import MatchView
from bot.ui.i18n.texts import common_texts
from bot.ui.kit.message import OutgoingMessage, paragraph
from bot.ui.match.messages.lobby import COLOURS, table_title
from data.records.matches import Life
from games.core.text import Person, Reader, Text, say, say_many, symbol


def sign_message(match_view: MatchView, thread_id: int, reader: Reader) -> OutgoingMessage:
    """A few lines that change only when the match ends."""
    running = match_view.summary.life is Life.RUNNING
    lines = paragraph(reader, *_lines(match_view, symbol(f"<#{thread_id}>")))
    return OutgoingMessage((lines,), (), COLOURS["turn" if running else "over"])


def opening_message(match_view: MatchView, reader: Reader) -> OutgoingMessage:
    """The same before the thread exists, for a table that had no lobby."""
    lines = paragraph(reader, *_lines(match_view, common_texts.OPENING_THREAD))
    return OutgoingMessage((lines,), (), COLOURS["turn"])


def _lines(match_view: MatchView, thread: Text) -> Iterator[Text]:
    yield table_title(match_view.summary)
    if match_view.summary.life is Life.RUNNING:
        names = [say("{who}", who=Person(name=name)) for name in match_view.summary.names]
        yield say_many(
            "{names} is playing in {thread}.",
            "{names} are playing in {thread}.",
            len(names),
            names=names,
            thread=thread,
        )
        return
    result = match_view.result
    yield common_texts.STOPPED if result is None else result.headline or result.reason
    yield say("The whole match is in {thread}.", thread=thread)

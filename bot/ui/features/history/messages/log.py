"""The events of a match, line by line: in pages, or whole as a file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import discord
from babel.dates import format_datetime

from bot.tables.domain.views import MatchSummary
from bot.tables.history.archive import Entry, MatchLog
from bot.ui.i18n.texts import common_texts, lobby_texts
from bot.ui.kit.custom_ids import LogButton, MatchButton, ReplayButton, Verb
from bot.ui.kit.message import OutgoingFile, OutgoingMessage, button, paragraph
from bot.ui.kit.paging import cut, paged
from data.records.matches import Actor
from games.core.options import changed
from games.core.text import Reader, Text, say, seat, speak, symbol

NOTHING = say("Nothing has happened yet.")
AS_FILE = say("As a file")
FILE_HERE = say("Everything that happened in this match, as text.")


def log_message(chronicle: MatchLog, page: int, reader: Reader) -> OutgoingMessage:
    """A page of a log that is already filtered for its reader."""
    match_id = chronicle.summary.id
    lines = [speak(event, reader) for event in chronicle.events] or [speak(NOTHING, reader)]
    message = paged(cut(lines), page, LogButton(Verb.LOG, match_id), reader)
    if not chronicle.is_over:
        return message
    whole = button(reader, MatchButton(Verb.LOG_FILE, match_id), AS_FILE)
    again = button(reader, ReplayButton(Verb.REPLAY, match_id), common_texts.REPLAY)
    return OutgoingMessage((*message.items, discord.ui.ActionRow(whole, again)))


def file_message(
    summary: MatchSummary, suffix: str, content: bytes, about: Text, reader: Reader
) -> OutgoingMessage:
    """A file about a match, to keep."""
    name = f"{summary.game_key}-{summary.code.strip('-_') or 'match'}.{suffix}"
    file = OutgoingFile(name, content, speak(about, reader))
    shown = discord.ui.File[discord.ui.LayoutView](f"attachment://{name}")
    return OutgoingMessage((paragraph(reader, about), shown), (file,))


def log_file(chronicle: MatchLog, reader: Reader) -> OutgoingMessage:
    """The whole log as a text file; `reader` gets plain text."""
    text = "\n".join(_file(chronicle, reader))
    return file_message(chronicle.summary, "txt", text.encode(), FILE_HERE, reader)


def _file(chronicle: MatchLog, reader: Reader) -> Iterator[str]:
    for text in _facts(chronicle):
        yield speak(text, reader)
    if not chronicle.is_over:
        yield ""
        yield from (speak(event, reader) for event in chronicle.events)
    for entry in chronicle.entries:
        yield ""
        yield speak(_heading(entry, reader.language), reader)
        for event in entry.events:
            yield f"  {speak(event, reader)}"


def _facts(chronicle: MatchLog) -> Iterator[Text]:
    summary = chronicle.summary
    yield say("{game}, table {code}", game=summary.game.info.title, code=symbol(summary.code))
    for occupant in summary.occupants:
        who, number = seat(occupant.seat), occupant.seat + 1
        if occupant.is_bot:
            level = lobby_texts.LEVELS[occupant.level]
            yield say("Seat {number}: {who} (bot, {level})", number=number, who=who, level=level)
        else:
            yield say("Seat {number}: {who}", number=number, who=who)
    for title, value in changed(summary.options):
        yield say("{option}: {value}", option=title, value=value)
    yield say("Sealed at the start: {hash}", hash=symbol(summary.seed_hash or ""))
    if summary.seed is not None:
        yield say("Seed of the deal: {seed}", seed=symbol(summary.seed))


def _heading(entry: Entry, language: str) -> Text:
    moment = datetime.fromtimestamp(entry.made_at / 1000, UTC)
    when = symbol(format_datetime(moment, "short", locale=language))
    if entry.seat is None:
        return say("Step {step}, {when} UTC: the deal", step=entry.step, when=when)
    who = seat(entry.seat)
    if entry.actor is Actor.TIMEOUT:
        return say(
            "Step {step}, {when} UTC: automatic move for {who}, who was away",
            step=entry.step,
            when=when,
            who=who,
        )
    return say("Step {step}, {when} UTC: {who}", step=entry.step, when=when, who=who)

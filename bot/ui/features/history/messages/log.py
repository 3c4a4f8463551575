"""The events of a match, line by line: round by round, or whole as a file."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar

import discord
from babel.dates import format_datetime

from bot.tables.domain.views import MatchSummary
from bot.tables.history.archive import Entry, LogRound, MatchLog
from bot.ui.controls.drawing.components import split
from bot.ui.i18n.icons import with_icons
from bot.ui.i18n.texts import common_texts, lobby_texts
from bot.ui.kit.custom_ids import LogButton, MatchButton, ReplayButton, Verb
from bot.ui.kit.message import (
    Item,
    OutgoingFile,
    OutgoingMessage,
    button,
    menu,
    option,
    paragraph,
    words,
)
from bot.ui.kit.paging import cut
from data.records.matches import Actor
from games.core.options import changed
from games.core.text import Reader, Text, say, seat, speak, symbol

T = TypeVar("T")

PAGE = 1900
"""The approximate length of a page, in characters: an icon has about thirty of them."""
LINES = 18
"""The most lines of a page, which fits a phone."""
LISTED = 25
"""The most options of a menu."""
BACK, ON = symbol("◀"), symbol("▶")
ROUNDS = say("Jump to a round…")
NOTHING = say("Nothing has happened yet.")
AS_FILE = say("As a file")
FILE_HERE = say("Everything that happened in this match, as text.")


def log_message(chronicle: MatchLog, page: int | None, reader: Reader) -> OutgoingMessage:
    """A page of a log that is already filtered for its reader, with a menu of its rounds.

    Without a number it is the first page of the match, while that runs of its latest round. Names
    stand out, so that the eye finds who did what.
    """
    match_id = chronicle.summary.id
    to = replace(with_icons(reader), escape=lambda name: f"**{reader.escape(name)}**")
    pages, begins = list[str](), list[int]()
    for round_ in chronicle.rounds:
        begins.append(len(pages))
        lines = [f"-# {speak(event, to)}" for event in round_.events or (NOTHING,)]
        parts = [
            part
            for page_lines in split(len(lines), LINES)
            for part in cut(lines[page_lines.start : page_lines.stop], most=PAGE)
        ]
        pages += [
            f"{_heading(round_, (number, len(parts)), reader)}{part}"
            for number, part in enumerate(parts, 1)
        ]
    page = (0 if chronicle.is_over else begins[-1]) if page is None else min(page, len(pages) - 1)
    items: list[Item] = [words(pages[page])]
    if len(begins) > 1:
        items.append(_rounds(chronicle, begins, page, reader))
    buttons = []
    for label, there in ((BACK, page - 1), (ON, page + 1)) if len(pages) > 1 else ():
        is_there = 0 <= there < len(pages)
        place = LogButton(Verb.LOG, match_id, there if is_there else page)
        buttons.append(button(reader, place, label, disabled=not is_there))
    if chronicle.is_over:
        buttons.append(button(reader, MatchButton(Verb.LOG_FILE, match_id), AS_FILE))
        again = ReplayButton(Verb.REPLAY, match_id)
        buttons.append(button(reader, again, common_texts.REPLAY))
    if buttons:
        items.append(discord.ui.ActionRow(*buttons))
    return OutgoingMessage(tuple(items))


def _heading(round_: LogRound, part: tuple[int, int], reader: Reader) -> str:
    """The name of a round as a heading, with the number of its part if there are several."""
    if round_.label is None:
        return ""
    name, (number, of) = speak(round_.label, reader), part
    where = f" · {number}/{of}" if of > 1 else ""
    return f"### {name[:1].upper()}{name[1:]}{where}\n"


def _rounds(chronicle: MatchLog, begins: Sequence[int], page: int, reader: Reader) -> Item:
    """The menu of the rounds nearest to a page; each line leads to its first page."""
    now = bisect_right(begins, page) - 1
    lines = [
        option(reader, round_.label or symbol(f"{number}"), f"{begin}", default=number == now + 1)
        for number, (round_, begin) in enumerate(zip(chronicle.rounds, begins, strict=True), 1)
    ]
    place = LogButton(Verb.LOG_ROUND, chronicle.summary.id)
    return menu(reader, place, ROUNDS, nearest(lines, now))


def nearest(rounds: Sequence[T], now: int) -> Sequence[T]:
    """The rounds nearest to this one, as many as fit into a menu."""
    begin = max(0, min(now - LISTED // 2, len(rounds) - LISTED))
    return rounds[begin : begin + LISTED]


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
        yield speak(_step(entry, reader.language), reader)
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


def _step(entry: Entry, language: str) -> Text:
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

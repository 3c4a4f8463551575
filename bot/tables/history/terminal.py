"""A match file as text for a terminal: every step with its events and the table after it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.history.archive import Eyes, ReplayStep
from bot.tables.history.match_file import MatchFileError, import_match
from bot.tables.history.opened_files import file_step
from bot.tables.matches.repository import by_key
from games import GAMES
from games.core.tableau_text import read_hand, read_table
from games.core.text import PLAIN, say, speak


def match_lines(content: bytes, seat: int | None = None) -> Iterator[str]:
    """Yield the lines of a match; `seat` counts from 1, None shows all hands.

    Raises MatchFileError.
    """
    opened = import_match(content, by_key(GAMES))
    last = len(opened.seats)
    if seat is not None and not 1 <= seat <= last:
        raise MatchFileError(say("This match has the seats 1 to {last}.", last=last))
    eyes: Eyes = "open" if seat is None else seat - 1
    for step in range(len(opened.steps)):
        yield from _step(file_step(opened, step, eyes))
        yield ""


def _step(moment: ReplayStep) -> Iterator[str]:
    entry = moment.entry
    who = "the deal" if entry.seat is None else PLAIN.name(entry.seat)
    yield f"== Step {entry.step} of {moment.last}: {who}"
    yield from (f"   {speak(event, PLAIN)}" for event in entry.events)
    yield from (speak(line, PLAIN) for line in read_table(moment.table.tableau))
    if moment.eyes == "open":
        for hand in moment.hands:
            name = PLAIN.name(hand.tableau.viewer or 0)
            yield from (f"{name}: {speak(zone, PLAIN)}" for zone in read_hand(hand.tableau))

"""A match file as text for a terminal: every step with its events and the table after it."""

from collections.abc import Iterator

from bot.tables.domain.views import MatchSummary, Occupant
from bot.tables.history import archive
from bot.tables.history.match_file import ImportedMatch, MatchFileError, import_match
from bot.tables.history.replay import state_after
from bot.tables.matches.repository import by_key
from data.records.matches import Life
from games import GAMES
from games.core.rng import seed_hash
from games.core.saving import load_state
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
    eyes: archive.Eyes = "open" if seat is None else seat - 1
    for step in range(len(opened.steps)):
        yield from _step(file_step(opened, step, eyes))
        yield ""


def file_step(opened: ImportedMatch, step: int, eyes: archive.Eyes) -> archive.ReplayStep:
    """Return one step of an imported match; a number beyond the last means the last."""
    game, last = opened.game, len(opened.steps) - 1
    step = max(0, min(step, last))
    state = state_after(game, load_state(game, opened.first), opened.steps[1 : step + 1])
    labels = (
        archive.RoundStart(begin, say("{label} {value}", label=round.label, value=round.value))
        for begin, round in opened.rounds
    )
    return archive.replay_step(
        _summary(opened, step, last),
        opened.steps[step],
        state,
        eyes=eyes,
        last=last,
        rounds=tuple(labels),
    )


def _summary(opened: ImportedMatch, step: int, last: int) -> MatchSummary:
    return MatchSummary(
        id="",
        game=opened.game,
        life=opened.life if step == last else Life.RUNNING,
        host_id=0,
        options=opened.options,
        occupants=tuple(
            Occupant(number, "", None, player.bot is not None)
            for number, player in enumerate(opened.seats)
        ),
        step=last,
        revision=step,
        seed_hash=seed_hash(opened.seed),
        seed=opened.seed,
        created=0,
    )


def _step(moment: archive.ReplayStep) -> Iterator[str]:
    entry = moment.entry
    who = "the deal" if entry.seat is None else PLAIN.name(entry.seat)
    yield f"== Step {entry.step} of {moment.last}: {who}"
    yield from (f"   {speak(event, PLAIN)}" for event in entry.events)
    yield from (speak(line, PLAIN) for line in read_table(moment.table.tableau))
    if moment.eyes == "open":
        for hand in moment.hands:
            name = PLAIN.name(hand.tableau.viewer or 0)
            yield from (f"{name}: {speak(zone, PLAIN)}" for zone in read_hand(hand.tableau))

"""Moments of matches with several hidden states: the true one, and reshuffled ones.

What a viewer is shown, what is sent, and what the next move brings are computed for each state.
Every channel is compared, and counted, under its own name.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.tables.history.archive import LogRound, MatchLog
from bot.ui.features.history.messages.log import log_file, log_message
from bot.ui.i18n.readers import plain_reader, reader
from games.core.event import Event, is_for
from games.core.game import apply
from games.core.rng import Rng
from games.core.values import Seat
from tests.games.case import Case
from tests.games.paired_worlds import Deed, made, recent_actions
from tests.games.plays import Position, positions, random_answer, table
from tests.security.channels import Told, everything_shown, painted, payload
from tests.security.views import Table, table_of

Tally = Counter[str]
"""How often each channel was compared."""

SHOWN = ("view", "prompt", "tableau", "alt text", "edit or not", "points", "messages")
SENT = ("custom ids", "completions", "refusals", "log lines", "pictures", "file names")
NEXT = ("events", "log", "change of mind")
CHANNELS = (*SHOWN, *SENT, *NEXT)
"""Every channel that is compared; each can leak on its own."""
DEAR = 2
"""For how many states of a moment pictures are painted and the next move is played."""
TRIES = 3
"""Reshuffles that are tried for a next move that keeps both states alike."""


def moments(case: Case, number: int, most: int) -> list[Position]:
    """Return up to this many moments of one match, including its end."""
    results = list(positions(table(case, number)))
    step = max(1, len(results) // most)
    return [*results[:-1:step], results[-1]]


def leaks(
    case: Case,
    number: int,
    most: int,
    tally: Tally,
    *,
    language: str = "en",
    pictures: int = 0,
    worlds: int = 1,
) -> Iterator[str]:
    """Yield everything that tells a viewer of a match more than the view does.

    Each moment has another viewer and is compared with this many other states. The first `pictures`
    moments are painted too.
    """
    rng = Rng(f"leaks {case} {number}")
    for place, moment in enumerate(moments(case, number, most)):
        viewers = moment.match.viewers
        index = Moment(case, moment, viewers[place % len(viewers)], language)
        for channel in index.leaks(rng, tally, is_painted=place < pictures, worlds=worlds):
            yield f"{moment}, viewer {index.viewer}: {channel}"


@dataclass(frozen=True)
class Moment:
    """A moment of a match and its viewer."""

    case: Case
    moment: Position
    viewer: Seat | None
    language: str = "en"

    @property
    def table(self) -> Table:
        return table_of(self.moment)

    @property
    def state(self) -> Any:
        return self.moment.state

    def leaks(
        self, rng: Rng, tally: Tally, *, is_painted: bool = False, worlds: int = 1
    ) -> Iterator[str]:
        """Yield the channels by which this viewer can tell two states apart."""
        true = self.everything_shown(self.table, self.state, is_painted=is_painted)
        for number in range(worlds):
            twin = self.case.reshuffle(self.state, self.viewer, rng)
            is_dear = number < DEAR
            other = self.everything_shown(self.table, twin, is_painted=is_painted and is_dear)
            yield from _differing(true, other, tally)
            if is_dear:
                yield from self._next(rng, tally)
                yield from self._changed(rng, tally)

    def everything_shown(self, table: Table, state: Any, *, is_painted: bool = False) -> list[Told]:
        """Return everything the viewer is told in this state."""
        match_view = table.match_view(state, self.viewer)
        shown = [everything_shown(match_view, self.language)]
        return [*shown, painted(match_view, self.language)] if is_painted else shown

    def _next(self, rng: Rng, tally: Tally) -> Iterator[str]:
        """Yield what differs if others have made another secret move."""
        if not self.moment.game.awaited(self.state):
            return
        result = recent_actions(self.case, self.state, self.viewer, rng, tries=TRIES)
        if result is not None:
            twin, deed, other = result
            yield from _differing(self._after(self.state, deed), self._after(twin, other), tally)

    def _after(self, state: Any, deed: Deed) -> list[Told]:
        """Return everything a move shows the viewer: the table after it, its events and the log."""
        step = made(self.moment.game, state, deed)
        shown = self.everything_shown(self.table.later(deed.seat), step.state)
        seen = [e for e in step.events if is_for(self.viewer, e.seen_by())]
        return [*shown, {"events": self._said(seen), "log": self._log(step.events)}]

    def _log(self, events: Iterable[Event]) -> object:
        """Return a page of the log and the log's file, as the viewer may read them."""
        past = [
            e for turn in self.moment.match.turns[: self.moment.index] for e in turn.step.events
        ]
        read = [e for e in (*past, *events) if is_for(self.viewer, e.logged_for())]
        summary = self.table.match_view(self.state, self.viewer).summary
        chronicle = MatchLog(summary, (LogRound(None, tuple(event.text() for event in read)),))
        last = log_message(chronicle, len(read), reader(self.language, summary.names))
        file = log_file(chronicle, plain_reader(self.language, summary.names))
        return payload(last), payload(file), file.attachments

    def _said(self, events: Iterable[Event]) -> list[str]:
        return [event.model_dump_json() + repr(event.text()) for event in events]

    def _changed(self, rng: Rng, tally: Tally) -> Iterator[str]:
        """Yield what shows that somebody else changed an answer."""
        game = self.moment.game
        willing = game.to_act(self.state) - game.awaited(self.state) - {self.viewer}
        for seat in sorted(willing):
            tally["change of mind"] += 1
            move = random_answer(game, self.state, seat, rng)
            state = apply(game, self.state, seat, move).state
            before = self.everything_shown(self.table, self.state)
            if before != self.everything_shown(self.table.later(seat), state):
                yield "change of mind"


def _differing(item: list[Told], two: list[Told], tally: Tally) -> Iterator[str]:
    for true, other in zip(item, two, strict=False):  # one of them is painted, or both
        for channel, text in true.items():
            tally[channel] += 1
            if other[channel] != text:
                yield channel

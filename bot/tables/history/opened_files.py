"""Match files that people are looking at: kept in memory for a while, and stored nowhere.

Everybody sees only the files that they opened themselves.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b

from bot.tables.domain.views import MatchSummary, Occupant
from bot.tables.history.archive import Eyes, ReplayStep, RoundStart, replay_step
from bot.tables.history.match_file import ImportedMatch, MatchFileError, import_match
from bot.tables.history.replay import state_after
from bot.tables.matches.repository import by_key
from data.records.matches import NOWHERE, Life
from games.core.game import AnyGame
from games.core.rng import seed_hash
from games.core.saving import load_state
from games.core.text import say

PREFIX = "file-"
"""Begins the name of a file in custom ids, where matches have their ids."""
KEPT = 50
"""How many files are kept."""

CLOSED = say("This file is no longer open. Use /replay with the file again.")


def is_file(match_id: str) -> bool:
    """Whether a control belongs to a file rather than to a match."""
    return match_id.startswith(PREFIX)


class OpenedFiles:
    def __init__(self, games: Sequence[AnyGame]) -> None:
        self._games = by_key(games)
        self._opened: OrderedDict[tuple[int, str], ImportedMatch] = OrderedDict()

    async def open(self, player_id: int, content: bytes) -> str:
        """Read a file and return its name; raises MatchFileError."""
        name = PREFIX + blake2b(content, digest_size=12).hexdigest()
        self._opened[player_id, name] = await asyncio.to_thread(import_match, content, self._games)
        while len(self._opened) > KEPT:
            self._opened.popitem(last=False)
        return name

    async def moment(self, player_id: int, name: str, step: int, eyes: Eyes) -> ReplayStep:
        """Return one step of a file that this person opened; raises MatchFileError."""
        opened = self._opened.get((player_id, name))
        if opened is None:
            raise MatchFileError(CLOSED)
        self._opened.move_to_end((player_id, name))
        return await asyncio.to_thread(file_step, opened, step, eyes, name)


def file_step(opened: ImportedMatch, step: int, eyes: Eyes, name: str = PREFIX) -> ReplayStep:
    """Return one step of an imported match; a number beyond the last means the last."""
    game, last = opened.game, len(opened.steps) - 1
    step = max(0, min(step, last))
    state = state_after(game, load_state(game, opened.first), opened.steps[1 : step + 1])
    labels = (
        RoundStart(begin, say("{label} {value}", label=round.label, value=round.value))
        for begin, round in opened.rounds
    )
    return replay_step(
        _summary(opened, name, step, last),
        opened.steps[step],
        state,
        eyes=eyes,
        last=last,
        rounds=tuple(labels),
    )


def _summary(opened: ImportedMatch, name: str, step: int, last: int) -> MatchSummary:
    seats = enumerate(opened.seats)
    return MatchSummary(
        id=name,
        game=opened.game,
        guild_id=NOWHERE,
        channel_id=NOWHERE,
        life=opened.life if step == last else Life.RUNNING,
        host_id=0,
        options=opened.options,
        occupants=tuple(Occupant(seat, "", None, one.bot is not None) for seat, one in seats),
        step=last,
        revision=step,
        seed_hash=seed_hash(opened.seed),
        seed=opened.seed,
        created=0,
    )

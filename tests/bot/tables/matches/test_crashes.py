"""The process crashes at any write: the match still ends as if nothing had happened."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.tables.errors import NoSuchMatchError
from bot.tables.lobbies.lobbies import NewTable
from bot.tables.matches.answers import Press
from data.records.matches import Life
from games.core.answer import random_form
from games.core.game import AnyGame
from games.core.prompt import Form
from games.core.rng import Rng
from tests.bot.tables.support import ANA, BEN, CHANNEL, GUILD, LocalApp, local_app, running
from tests.support.sampling import SHARE, THOROUGH
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS

pytestmark = pytest.mark.slow

MATCH = "match-tomato-0"

LAST = 8
"""How many writes and messages, at most, come or don't come with the timing of the end."""


class Crash(Exception):  # noqa: N818 - what happens to a process, not what it raises
    """The process has crashed."""


@dataclass
class CrashPoint:
    """Raises a crash at the k-th write and at every later one; 0 never crashes."""

    k: int = 0
    counted: int = 0
    has_crashed: bool = False
    """Set at once, though the event loop hears of it only in its next iteration."""
    crashed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def count(self, label: str) -> None:
        """Count one write, commit or message, from whatever thread."""
        self.counted += 1
        if self.k and self.counted >= self.k:
            self.has_crashed = True
            self._loop.call_soon_threadsafe(self.crashed.set)
            raise Crash(label)


@dataclass
class Person:
    """A player who remembers the last press and repeats it after a crash."""

    id: int
    last: tuple[int, int, str, Form] | None = None

    async def press_again(self, at: LocalApp) -> None:
        if self.last is not None:
            await self._press(at, self.last)

    async def answer(self, at: LocalApp) -> None:
        question = (await at.tables.queries.match_view(MATCH, self.id)).question
        assert question is not None
        form = random_form(question.prompt, Rng(f"{question.seat} {question.ticket}"))
        made = int(question.ticket.split("-")[0])
        self.last = (self.id * 1000 + made, question.seat, question.ticket, form)
        await self._press(at, self.last)

    async def _press(self, at: LocalApp, what: tuple[int, int, str, Form]) -> None:
        interaction_id, seat, ticket, form = what
        await at.tables.answers.answer(
            MATCH,
            Press(
                interaction_id=interaction_id,
                player_id=self.id,
                seat=seat,
                ticket=ticket,
                form=form,
            ),
        )


async def play(at: LocalApp, people: list[Person], game: AnyGame) -> None:
    """Play from the match's current state to its end, as interrupted players would."""
    try:
        summary = await at.tables.queries.summary(MATCH)
    except NoSuchMatchError:
        lobby = await at.tables.lobbies.open(
            NewTable(
                guild_id=GUILD,
                channel_id=CHANNEL,
                host=ANA,
                game_key=game.info.key,
                options={"rounds": 1},
                bots=1,
            )
        )
        summary = lobby.summary
    if summary.seat_of(BEN.id) is None:
        await at.tables.lobbies.join(MATCH, BEN)
    if summary.life is Life.LOBBY:
        await at.tables.match_start.start(MATCH, ANA)
    for person in people:
        await person.press_again(at)
    while True:
        told = len(at.notes.heard)
        awaited = {player.id for player in await at.awaited(MATCH, [ANA, BEN])}
        if (await at.tables.queries.summary(MATCH)).life is not Life.RUNNING:
            return
        owing = [person for person in people if person.id in awaited]
        if owing:
            await owing[0].answer(at)
        else:
            await at.notes.until(told + 1)


async def run_process(
    path: Path, crash_point: CrashPoint, people: list[Person], game: AnyGame
) -> bool:
    """Run one process; return whether it ended by a crash."""
    async with local_app(path, before_write=crash_point.count) as at:
        at.notes.on_change = crash_point.count
        script = asyncio.create_task(_script(at, people, game))
        crashed = asyncio.create_task(crash_point.crashed.wait())
        await asyncio.wait({script, crashed}, return_when=asyncio.FIRST_COMPLETED)
        crashed.cancel()
        script.cancel()
        await asyncio.wait({script})
        if not crash_point.has_crashed:
            script.result()
    return crash_point.has_crashed


async def _script(at: LocalApp, people: list[Person], game: AnyGame) -> None:
    await at.tables.recovery.recover()
    async with running(at):
        await play(at, people, game)


async def ending(path: Path) -> object:
    """Everything of a match that must not depend on when the process crashed."""
    async with local_app(path) as at:
        match, saved = await at.store.matches.load(MATCH)
        moves: defaultdict[int | None, list[bytes | None]] = defaultdict(list)
        for step in await at.store.history.steps(MATCH):
            moves[step.seat].append(step.move)
        sitters = [tenure.sitter for tenure in match.holders]
        tail = (match.life, match.result, match.moves_made, match.step, match.terms.rated)
        return saved, dict(moves), sitters, match.seed_hash, tail


@pytest.mark.slow
@pytest.mark.parametrize(("game", "every"), [(SEALS, 1), (PLOTS, 7)], ids=["seals", "plots"])
async def test_a_match_survives_a_crash_at_every_write(
    tmp_path: Path, game: AnyGame, every: int
) -> None:
    """If the k-th write or message crashes, the next process ends the same match.

    A thorough run tries every k for seals, and every seventh for plots.
    """
    whole = CrashPoint()
    assert not await run_process(tmp_path / "0.db", whole, [Person(ANA.id), Person(BEN.id)], game)
    expected = await ending(tmp_path / "0.db")
    for k in range(1, whole.counted + 1, every * (1 if THOROUGH else SHARE)):
        path, people = tmp_path / f"{k}.db", [Person(ANA.id), Person(BEN.id)]
        if await run_process(path, CrashPoint(k), people, game):
            assert not await run_process(path, CrashPoint(), people, game)
        else:  # a message or two at the end are left out if the match is over before them
            assert k > whole.counted - LAST, f"no crash at {k} of {whole.counted}"
        assert await ending(path) == expected, f"another match after the crash at {k}"


async def test_a_match_survives_crash_after_crash(tmp_path: Path) -> None:
    """A match ends the same if its process crashes again and again after a few writes."""
    people = [Person(ANA.id), Person(BEN.id)]
    assert not await run_process(
        tmp_path / "0.db", CrashPoint(), [Person(ANA.id), Person(BEN.id)], SEALS
    )
    lives = 1
    while await run_process(tmp_path / "1.db", CrashPoint(25), people, SEALS):
        lives += 1
    assert lives > 3
    assert await ending(tmp_path / "1.db") == await ending(tmp_path / "0.db")

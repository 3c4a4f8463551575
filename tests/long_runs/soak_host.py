"""`python -m tests.long_runs.soak_host`: an hour of matches on a running bot; does it grow?

People play all games at twelve tables of two, one match after another, by pressing at random. The
bot has a separate process, and each minute a row shows what it uses. At the end the last third of
the rows is compared with the third before it: nothing may have grown.
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from games import GAMES
from playground.interactions.interactions import forget_old_interactions
from playground.server import NeverCameError
from playground.testing.people import InteractionFailedError, PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.errors import HumanError
from playground.world.world import User
from tests.bench.hosting import Figures, Seated, Stage, hosted, staged
from tests.integration.support.random_presses import press
from tests.integration.support.running_bot import controls
from tests.long_runs.results import record

TABLES = 12
MINUTES = 60.0
ROWS = 9
"""The minimum number of rows; a long soak has one each minute."""
WIDTH = 40
LIMITS = Figures(memory=1.05, tasks=1.25, threads=1.0, files=1.25, sockets=1.25, held=1e9, cpu=1e9)
"""How large the last third may be, as a multiple of the third before.

`held` and `cpu` are not limited.
Tasks come and go with presses, connections to Discord, which are files too, stay open for as many
as there were at once, and other parts of pictures are mapped, so all three vary. A leak grows far
beyond that in an hour.
"""
LONGEST = 3_000
"""An upper bound for the presses of a match."""


@dataclass
class Tally:
    """Counts of what has happened so far."""

    presses: int = 0
    matches: int = 0
    refused: int = 0
    """Presses on a message that had just changed; people look again."""
    failures: int = 0
    """Presses that were not answered in time."""


@dataclass
class Table:
    """Two people who play one match after another in one channel."""

    stage: Stage
    seated: Seated
    tally: Tally
    chance: random.Random

    async def play_on(self, end: float) -> None:
        """Play until the time is over, and survive every failure."""
        while time.monotonic() < end:
            try:
                await self._match(end)
            except (InteractionFailedError, NeverCameError) as error:
                self._fail(error)
            self._clear()

    async def _match(self, end: float) -> None:
        game = self.chance.choice(GAMES)
        bots = max(0, game.info.seats[0] - 2)
        host, other = self._people()
        await host.slash(self.seated.channel, "play", game=game.info.key, bots=bots)
        # A busy bot has deferred its answer, and the table is still to come.
        await host.until(lambda: bool(self._lobbies(host)), "a table")
        table = self._lobbies(host)[-1]
        await other.click(table, "Join")
        await host.until(lambda: "Start" in table.buttons, "the lobby")
        await host.click(table, "Start")
        await host.until(lambda: "My hand" in table.buttons, "the table")
        hands = {item: (await item.click(table, "My hand")).message for item in (host, other)}
        for _ in range(LONGEST):
            await host.until(
                lambda: _is_over(table) or any(map(controls, hands.values())), "a question"
            )
            if _is_over(table) or time.monotonic() > end:
                self.tally.matches += 1
                return
            await self._press(hands)

    def _lobbies(self, person: PlaygroundUser) -> list[ShownMessage]:
        return [see for see in person.sees(self.seated.channel) if "Join" in see.buttons]

    async def _press(self, hands: dict[PlaygroundUser, ShownMessage]) -> None:
        person = self.chance.choice([key for key, hand in hands.items() if controls(hand)])
        try:
            await press(person, hands[person], self.chance)
            self.tally.presses += 1
        except InteractionFailedError as error:
            self._fail(error)  # people press again, because an abandoned match would never end
        except HumanError:
            self.tally.refused += 1

    def _fail(self, error: Exception) -> None:
        self.tally.failures += 1
        print(f"\n{str(error).splitlines()[0]}", file=sys.stderr)

    def _people(self) -> tuple[PlaygroundUser, PlaygroundUser]:
        first, second = self.seated.players
        person = self.stage.playground.person
        return person(first.display_name), person(second.display_name)

    def _clear(self) -> None:
        """Delete everything that the playground would keep forever."""
        world = self.stage.playground.world
        for message in world.history(self.seated.channel.id):
            self.stage.playground.posts.delete(message)
        for person in self._people():
            person.heard.clear()
        forget_old_interactions(world)


def _is_over(table: ShownMessage) -> bool:
    return table.gone or "My hand" not in table.buttons


async def soak(minutes: float, folder: Path) -> tuple[list[Figures], Tally]:
    """Play for this long; return what the bot used, row by row, and what was played."""
    tally, rows, path = Tally(), [], folder / "soak.db"
    async with (
        staged(TABLES, path) as (stage, tables),
        hosted(stage, path, warm=True) as bot,
        asyncio.TaskGroup() as group,  # a table that fails ends the soak with its error
    ):
        pairs = zip(tables, _pairs(stage), strict=True)
        begun, chance = time.monotonic(), random.Random(7)
        end = begun + minutes * 60
        playing = [
            group.create_task(Table(stage, Seated(table.channel, pair), tally, chance).play_on(end))
            for table, pair in pairs
        ]
        print(" minute presses matches failed | memory MB  tasks threads files sockets held ms")
        count = max(ROWS, round(minutes))
        for number in range(1, count + 1):
            await _wait_with_bar(begun, begun + (end - begun) * number / count, end)
            rows.append(now := await bot.figures())
            print(f"\r{_row((time.monotonic() - begun) / 60, tally, now)}", flush=True)
        for task in playing:
            task.cancel()
    return rows, tally


def _pairs(stage: Stage) -> list[tuple[User, User]]:
    people = stage.playground.world.people
    count = len(people)
    return [(people[2 * place % count], people[(2 * place + 1) % count]) for place in range(TABLES)]


async def _wait_with_bar(begun: float, until: float, end: float) -> None:
    """Wait, and show the progress."""
    while (left := until - time.monotonic()) > 0:
        share = (time.monotonic() - begun) / (end - begun)
        if sys.stdout.isatty():
            print(f"\r[{'#' * int(WIDTH * share):{WIDTH}}] {share:4.0%}", end="", flush=True)
        await asyncio.sleep(min(1.0, left))


def _row(minute: float, tally: Tally, now: Figures) -> str:
    return (
        f"{minute:7.1f} {tally.presses:7} {tally.matches:7} {tally.failures:6} |"
        f" {now.memory / 1e6:9.1f} {now.tasks:6.0f} {now.threads:7.0f} {now.files:5.0f}"
        f" {now.sockets:7.0f} {now.held * 1000:7.0f}"
    )


def grown(rows: Sequence[Figures]) -> list[str]:
    """Return what grew: more in the last third than its limit times the third before."""
    third = len(rows) // 3
    results = []
    for name, limit in LIMITS._asdict().items():
        before, after = (
            statistics.median(getattr(row, name) for row in part)
            for part in (rows[-2 * third : -third], rows[-third:])
        )
        if after > before * limit:
            results.append(f"{name} has grown from {before:.0f} to {after:.0f}")
    return results


def main(line: list[str] | None = None) -> int:
    """Run the soak and print the result; the exit code is 1 if something grew."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.long_runs.soak_host", description=__doc__
    )
    parser.add_argument("--minutes", type=float, default=MINUTES, help="default %(default)s")
    options = parser.parse_args(line)
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        rows, tally = asyncio.run(soak(options.minutes, Path(folder)))
    complaints = grown(rows)
    before, after = (
        statistics.mean(row.memory for row in part) / 1e6
        for part in (rows[len(rows) // 3 : 2 * len(rows) // 3], rows[-(len(rows) // 3) :])
    )
    record(
        "presses at twelve tables", f"{options.minutes:g} minutes, {tally.matches} matches", "",
        tried=tally.presses + tally.failures, good=tally.presses,
        figure="; ".join(complaints) or f"{before:.0f} MB, then {after:.0f} MB",
    )  # fmt: skip
    print("\n".join(complaints) or "Nothing has grown.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())

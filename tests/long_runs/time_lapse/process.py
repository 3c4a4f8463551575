"""The bot's process in a time-lapse, and the versions of the program that it can run."""

import asyncio
import json
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass, field
from pathlib import Path

from tests.long_runs.time_lapse import bot

ROOT = Path(__file__).parents[3]
LONGEST = 120.0
"""Real seconds that a start of the bot or an answer of its process may take."""


@dataclass
class BotProcess:
    """The bot's process, which is replaced at every start."""

    port: int
    database: Path
    seed: int
    log: Path
    planted: str = ""
    due: int = 0
    begun: int = 0
    """When the process began, by its clock."""
    figures: dict[str, int] = field(default_factory=dict)
    unsettled: int = 0
    """How often something was still under way after half a minute."""
    process: Process | None = None

    async def start(self, tree: Path, moment: int) -> None:
        """Start the program in a source tree, with its clock at a moment."""
        self.begun = moment
        line = (bot.__file__, self.port, self.database, moment, self.seed, self.planted)
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", *map(str, line)),
                stdin=PIPE, stdout=PIPE, stderr=log, cwd=tree, env={"PYTHONPATH": str(tree)},
            )  # fmt: skip
        await self._read()

    async def go(self, moment: int) -> None:
        """Let the bot do everything that is due at a moment, and wait until it is shown."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(b"%d\n" % moment)
        await self._read()

    async def _read(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), LONGEST)
        if not line:
            raise RuntimeError(f"the bot has ended by itself; {self.log} says why")
        answer = json.loads(line)
        self.due, self.figures = answer["due"], answer["figures"] or self.figures
        self.unsettled += not answer["settled"]

    async def end(self, *, kill: bool = False) -> None:
        """Let the process end, or kill it."""
        process, self.process = self.process, None
        if process is not None:
            assert process.stdin is not None
            process.kill() if kill else process.stdin.close()
            await asyncio.wait_for(process.wait(), LONGEST)


def older_trees(folder: Path, updates: int) -> list[Path]:
    """Unpack the last versions of the program before each of the newest migrations."""
    newest = sorted((ROOT / "data/migrations").glob("0*.sql"))[-updates:]
    trees = []
    for file in newest:
        log = ["log", "--diff-filter=A", "--format=%H", "--", f"data/migrations/{file.name}"]
        added = _git(*log).decode().split()
        if not added:
            continue
        tree = folder / file.stem
        tree.mkdir()
        archive = _git("archive", f"{added[-1]}^")
        subprocess.run(["tar", "-x", "-C", str(tree)], input=archive, check=True)
        trees.append(tree)
    return trees


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, stdout=PIPE).stdout

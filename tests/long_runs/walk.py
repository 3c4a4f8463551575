"""Check all leaks, forgeries and limits, of which the suite checks a sample.

    python -m tests.long_runs.walk [leaks] [pairs] [forgeries] [limits]
        [--moments 40] ...

Prints a table of what was checked and every problem. Exits with 1 if a law is broken.
"""

import argparse
import asyncio
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import pytest

from bot.ui.i18n.catalogues import languages
from games.core.prompt import Prompt
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.covering import covering_match, covering_tables
from tests.games.plays import TABLES
from tests.integration.support.forger import seated_forgeries, table_of_two
from tests.integration.support.forgeries import (
    Attack,
    Forgery,
    attack,
    forgeries,
    places,
    wrongly_met,
)
from tests.integration.support.hurry import unhurried
from tests.integration.support.paired_worlds import CLOCK, differing_channels, first, second
from tests.integration.support.running_bot import env_in
from tests.integration.support.world import share_secrets, world_in
from tests.limits.measuring import about_match, asked_in, message_problems, reached, walk
from tests.limits.other_messages import without_match
from tests.long_runs.results import is_left, record
from tests.security.leak_worlds import leaks
from tests.security.timing import untimely

MEASURED = ("questions", "messages", "half-filled forms")
Tally = Counter[str]
Rows = dict[str, Tally]
"""A table of counts by row and column."""


def show(title: str, rows: Rows, problems: list[str]) -> None:
    """Print a table and the problems that were found."""
    names = sorted({name for tally in rows.values() for name in tally})
    print(f"\n## {title}\n\n| | {' | '.join(names)} |\n|---|{'---:|' * len(names)}")
    for line, tally in rows.items():
        print(f"| {line} | {' | '.join(str(tally[name]) for name in names)} |")
    print(f"\nBroken: {len(problems)}")
    print("\n".join(problems[:20]))


def progress(what: str, many: Iterable[int], of: int) -> Iterator[int]:
    """Yield these numbers and show a progress line with the time that is left."""
    begun = monotonic()
    for done, number in enumerate(many):
        left = (monotonic() - begun) * (of - done) / max(done, 1) / 60
        rest = f", {left:.0f} more minutes" if done else ""
        line = f"{what}: {number + 1} of {of}{rest}"
        print(f"\r{line:<70}", end="", file=sys.stderr, flush=True)
        yield number
    print(file=sys.stderr)


def all_leaks(tables: int, moments: int, worlds: int) -> list[str]:
    """Check every channel at many moments of many matches, each with many hidden states."""
    rows, paces, results = Rows(), Rows(), list[str]()
    sample = f"{tables} of each game, {moments} moments in {worlds} worlds"
    for case in GAME_CASES:
        if not is_left("secrets: worlds", sample, str(case)):
            continue
        rows[str(case)], paces[str(case)] = tally, limits = Tally(), Tally()
        before = len(results)
        for number in progress(f"leaks of {case}", range(tables), tables):
            results += leaks(case, number, moments, tally, pictures=1, worlds=worlds)
            results += untimely(case, number, moments, limits)
        tried = tally.total() + limits.total()
        good = tried - len(results) + before
        record("secrets: worlds", sample, str(case), tried=tried, good=good)
    show("Leaks: comparisons by channel", rows, results)
    show("Leaks: moments of answers, calls and clocks", paces, [])
    return results


def all_limits(tables: int | None, moments: int) -> list[str]:
    """Check every seat's question and messages in every language, with every pair of options.

    `tables` is the most of each game; without it all that it takes to see every pair.
    """
    rows, results = Rows(), list[str]()
    kinds = {kind: Tally() for kind in sorted({kind for kind, _ in without_match(languages()[0])})}
    for language in languages():
        for kind, message in without_match(language):
            results += _measured(kinds, kind, language, list(message_problems(message)))
    sample = f"{tables} of each game" if tables else "all pairs of options"
    for case in GAME_CASES:
        if not is_left("limits of messages", f"{sample}, {moments} moments", str(case)):
            continue
        rows[str(case)] = tally = Tally()
        before = len(results)
        every = covering_tables(case)
        few = every[:: -(-len(every) // (tables or len(every)))]
        prompts: list[Prompt] = []
        for number in progress(f"limits of {case}", range(len(few)), len(few)):
            match = covering_match(case, few[number], number)
            problems = list(walk(match, moments, languages(), tally))
            prompts += asked_in(match, len(match.states))
            tally["tables"] += 1
            tally["refused"] += len(problems)
            language = languages()[number % len(languages())]
            for kind, refused in about_match(match, max(1, moments // 4), language):
                problems += _measured(kinds, kind, language, refused)
            results += problems
        tally["largest choice"], tally["of it pressed"] = reached(prompts)
        if tally["of it pressed"] < tally["largest choice"]:
            results.append(f"{case}: not all of the largest choice can be pressed")
        tried = sum(tally[name] for name in MEASURED)
        good = tried - len(results) + before
        record(
            "limits of messages", f"{sample}, {moments} moments", str(case), tried=tried, good=good
        )
    show("Limits: what was measured of each game, in all languages", rows, results)
    show("Limits: other messages, by language", kinds, [])
    return results


def _measured(kinds: Rows, kind: str, language: str, problems: list[str]) -> list[str]:
    """Count a message of this kind and return what does not fit."""
    tally = kinds.setdefault(kind, Tally())
    tally[language] += 1
    tally["refused"] += bool(problems)
    return [f"{kind}, {language}: {problem}" for problem in problems]


SEATINGS = ((3, 0), (4, 1), (5, 0))
"""The tables of paired matches: number of seats, and how many of them are bots."""


async def all_pairs(steps: int) -> list[str]:
    """Compare pairs of matches over the wire, byte by byte, with and without bots."""
    rows, results = Rows(), list[str]()
    with pytest.MonkeyPatch.context() as patch:
        share_secrets(patch)
        for case in GAME_CASES:
            for seats, bots in SEATINGS:
                if seats <= case.game.info.seats[1]:
                    who = f"{case}, {seats} seats" + (f", {bots} bot" if bots else "")
                    if not is_left("secrets: over sockets", f"{steps} steps a table", who):
                        continue
                    tally = rows[who] = Tally()
                    wrong = [
                        f"{who}, {item}" async for item in _paired(case, seats, bots, steps, tally)
                    ]
                    results += wrong
                    tried, good = tally.total(), tally.total() - len(wrong)
                    record(
                        "secrets: over sockets", f"{steps} steps a table", who,
                        tried=tried, good=good,
                    )  # fmt: skip
    show("Leaks: pairs of matches over the wire, steps and comparisons by channel", rows, results)
    return results


async def _paired(
    case: Case, seats: int, bots: int, steps: int, tally: Tally
) -> AsyncIterator[str]:
    """Play one table with two hidden states and yield every difference."""
    scenes = []
    bar = progress(f"pairs of {case}, {seats} seats", range(2 * steps), 2 * steps)
    with TemporaryDirectory() as folder:
        left, two = Path(folder) / "one", Path(folder) / "two"
        async with world_in(left, case.game, seats, bots, clock=CLOCK) as world:
            async for scene in first(world, case, steps):
                scenes.append(scene)
                next(bar)
        async with world_in(two, case.game, seats, bots, clock=CLOCK) as world:
            for scene in scenes:
                text = await second(world, scene)
                next(bar)
                if text is None:
                    tally["(the table tells)"] += 1
                    continue
                tally[f"({scene.kind})"] += 1
                tally.update(text.keys())
                for channel in differing_channels(scene, text):
                    yield f"{scene}: {channel}"
    print(file=sys.stderr)


async def all_forgeries(count: int) -> list[str]:
    """Send many forgeries of every kind, by a stranger and by a seat of each game."""
    rows, results = Rows(), list[str]()
    with TemporaryDirectory() as folder:
        async with env_in(Path(folder)) as env:
            scene = await attack(env, finished=True)
            every = [*places(scene), *forgeries(scene, random.Random(1), count)]
            results += await _forged(scene, "a stranger", every, rows, count)
    for case in GAME_CASES:
        with TemporaryDirectory() as folder:
            async with env_in(Path(folder)) as env:
                table = await table_of_two(env, case.game, finished=True)
                for person in table.hands:
                    mine, chance = table.of(person), random.Random(f"{case} {person.name}")
                    every = [*places(mine.attack), *seated_forgeries(mine, chance, count)]
                    few = chance.sample(every, min(len(every), count))
                    results += await _forged(
                        mine.attack, f"{case}, {person.name}", few, rows, count
                    )
    show("Forgeries by kind", rows, results)
    return results


async def _forged(
    scene: Attack, who: str, every: Sequence[Forgery], rows: Rows, count: int
) -> list[str]:
    """Send all of these and count them by kind and by whether their sender has a seat."""
    results, sample = list[str](), f"{count:,} at random by each"
    if not is_left("forged presses", sample, who):
        return results
    for number in progress(f"forgeries by {who}", range(len(every)), len(every)):
        problems = await wrongly_met(scene, every[number])
        tally = rows.setdefault(every[number].group, Tally())
        tally["by a stranger" if who == "a stranger" else "by a seat"] += 1
        tally["wrongly met"] += bool(problems)
        results += problems
    wrong = len({problem.partition(": ")[0] for problem in results})
    record("forged presses", sample, who, tried=len(every), good=len(every) - wrong)
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = ("leaks", "pairs", "forgeries", "limits")
    parser.add_argument("kinds", nargs="*", default=kinds, help=", ".join(kinds))
    parser.add_argument("--tables", type=int, help="matches of each game, fewer than all")
    parser.add_argument("--moments", type=int, default=40, help="moments of each match")
    parser.add_argument("--worlds", type=int, default=60, help="worlds that leaks are sought in")
    asked = parser.parse_args()
    unhurried(pytest.MonkeyPatch())
    results: list[str] = []
    if "leaks" in asked.kinds:
        # Sixty hidden states of a moment take as long as sixty moments, so there are fewer.
        results += all_leaks(asked.tables or TABLES // 4, asked.moments // 3, asked.worlds)
    if "pairs" in asked.kinds:
        results += asyncio.run(all_pairs(asked.moments))
    if "forgeries" in asked.kinds:
        results += asyncio.run(all_forgeries(100 * asked.moments))
    if "limits" in asked.kinds:
        results += all_limits(asked.tables, asked.moments)
    return 1 if results else 0


if __name__ == "__main__":
    sys.exit(main())

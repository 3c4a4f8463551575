"""`python -m tests.long_runs.soak`: a thousand random matches of each game and seat count.

Two processes share the work and a bar shows the progress. A file keeps what is done, so an
interrupted run resumes there. A match that fails is printed with everything needed to repeat it.
"""

import argparse
import json
import multiprocessing
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import GAMES, game
from games.core.game import AnyGame, apply
from games.core.options import OptionField, option_fields, read_options
from games.core.rng import Rng
from tests.games.random_moves import random_move

MATCHES, PROCESSES, BATCH = 1000, 2, 25
LONGEST = 20_000
"""An upper bound for the moves of a match under any options."""
WIDTH = 40


@dataclass(frozen=True)
class Batch:
    """Matches of one game at one number of seats, identified by their numbers."""

    key: str
    seats: int
    first: int
    last: int

    @property
    def name(self) -> str:
        return f"{self.key}/{self.seats}/{self.first}-{self.last}"


def batches(keys: list[str], matches: int) -> Iterator[Batch]:
    """Return every batch to play."""
    for key in keys:
        least, most = game(key).info.seats
        for seats in range(least, most + 1):
            for first in range(0, matches, BATCH):
                yield Batch(key, seats, first, min(first + BATCH, matches))


def play(batch: Batch) -> tuple[Batch, list[str]]:
    """Play a batch and return it with a text for each match that failed."""
    failed = []
    for number in range(batch.first, batch.last):
        try:
            play_one(game(batch.key), batch.seats, number)
        except Exception:  # noqa: BLE001 - told with all that repeats it, the others go on
            where = f"{batch.key}, {batch.seats} seats, match {number}"
            failed.append(f"{where}\n{traceback.format_exc()}")
    return batch, failed


def play_one(which: AnyGame, seats: int, number: int) -> None:
    """Play one random match with random options to its result; raises any error."""
    rng = Rng(f"soak {which.info.key} {seats} {number}")
    chosen = {field.name: _value(field, rng) for field in option_fields(which.options)}
    state = which.setup(seats, read_options(which.options, chosen), rng.fork("deal")).state
    for _ in range(LONGEST):
        awaited = sorted(which.awaited(state))
        if not awaited:
            break
        seat = rng.choice(awaited)
        state = apply(which, state, seat, random_move(which, which.view(state, seat), rng)).state
    if which.result(state) is None:
        raise AssertionError(f"no result after {LONGEST} moves with {chosen}")


def _value(field: OptionField, rng: Rng) -> Any:
    """Return the default half the time, otherwise any value that the option accepts."""
    if rng.below(2):
        return field.default
    if field.kind == "flag":
        return bool(rng.below(2))
    if field.choices:
        return rng.choice(field.choices)[0]
    least = field.least if field.least is not None else 0
    most = min(field.most if field.most is not None else least + 10, least + 10)
    return least + rng.below(most - least + 1)


def main(line: list[str] | None = None) -> int:
    """Play every batch that is not done yet; the exit code is 1 if a match failed."""
    keys = [which.info.key for which in GAMES]
    parser = argparse.ArgumentParser(prog="python -m tests.long_runs.soak", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="game", help=", ".join(keys))
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each; default %(default)s")
    parser.add_argument("--kept", type=Path, default=Path("soak.json"), help="default %(default)s")
    options = parser.parse_args(line)
    done = set(json.loads(options.kept.read_text())) if options.kept.exists() else set()
    whole = list(batches(options.games or keys, options.matches))
    left = [batch for batch in whole if batch.name not in done]
    failures = 0
    with multiprocessing.Pool(PROCESSES) as pool:
        for batch, failed in pool.imap_unordered(play, left):
            for text in failed:
                print(f"\n{text}", file=sys.stderr)
            failures += len(failed)
            if not failed:
                done.add(batch.name)
                options.kept.write_text(json.dumps(sorted(done)))
            ready = sum(each.name in done for each in whole)
            bar = "#" * (WIDTH * ready // len(whole))
            print(f"\r[{bar:{WIDTH}}] {ready}/{len(whole)} {batch.key:16}", end="", flush=True)
    print(f"\n{failures} matches failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

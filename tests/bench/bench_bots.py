"""How strong bots are: duplicate deals with seats rotated, win shares with 95 % intervals.

`python -m tests.bench.bench_bots --deals 4 --hard-deals 1 --game tomate` plays a small table. A bar
shows the progress, and a file keeps every deal that was played, so an interrupted run continues.
Deals of another version of the games are played again.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any
from unittest.mock import patch

from games import GAMES
from games.core.ai.memory import NO_MEMORY, Level, Memory, remember
from games.core.ai.search import Budget, prospects, search
from games.core.game import AnyGame, View
from games.core.rng import Rng
from games.tomatomat.ai import planning
from tests.bench.report import Part, Row
from tests.games.random_moves import random_move

DEALS, HARD_DEALS = 12, 2
"""Deals of each row without and with search; each is played once from every seat."""
SEATS = (2, 3, 4)
KEPT = Path("bots.json")
WIDTH = 30
LUCKY = {"tomate", "diced_tomatoes"}
"""Games with more luck, in which hard must win only 1.3 times its share."""
NO_LIMIT = 99.0
Player = Callable[[AnyGame, View, Memory, Rng], Any]


def at_random(game: AnyGame, view: View, _: Memory, rng: Rng) -> Any:
    """Fill in the form at random."""
    return random_move(game, view, rng)


def half_at_random(game: AnyGame, view: View, memory: Memory, rng: Rng) -> Any:
    """Answer every second question at random, and the others by the rules of thumb."""
    return (
        at_level(Level.NORMAL, game, view, memory, rng)
        if rng.below(2)
        else at_random(game, view, memory, rng)
    )


def at_level(level: Level, game: AnyGame, view: View, memory: Memory, rng: Rng) -> Any:
    """Play by the rules of thumb of a level."""
    return game.policy(view, memory, level, rng)


def searching(part: int, game: AnyGame, view: View, memory: Memory, rng: Rng) -> Any:
    """Search as the bot does, without a time limit and with a part of its playouts."""
    return search(game, view, memory, rng, Budget(game.info.playouts // part)).move


def planning_in_few_worlds(game: AnyGame, view: View, memory: Memory, rng: Rng) -> Any:
    """Plan as Tomatomat's bot does, in a quarter of the worlds."""
    with patch.object(planning, "WORLDS", planning.WORLDS // 4):
        return game.policy(view, memory, Level.HARD, rng)


EASY, NORMAL = partial(at_level, Level.EASY), partial(at_level, Level.NORMAL)
HARD, HASTY = partial(searching, 1), partial(searching, 4)
PLANNING_HASTILY: dict[str, Player] = {"tomatomat": planning_in_few_worlds}
"""Hasty hards of games that plan without playouts; Diced Tomatoes has nothing to plan less of."""


@dataclass(frozen=True)
class Contest:
    """One player among others who all play alike, and the goal as a multiple of the fair share."""

    game: AnyGame
    seats: int
    name: str
    one: Player
    others: Player
    deals: int
    least: float = 0.0
    most: float = NO_LIMIT
    doubt: bool = False
    """Whether the goal is missed only if the whole interval is below it."""

    @property
    def key(self) -> str:
        return f"{self.game.info.key}: {self.name}, {self.seats} seats"

    @property
    def goal(self) -> str:
        if self.doubt:
            return f"not below {self.least:.2f}x"
        if self.least and self.most < NO_LIMIT:
            return f"{self.least:.2f}x to {self.most:.2f}x"
        return f">= {self.least:.2f}x" if self.least else f"<= {self.most}x"


def contests(games: list[AnyGame], deals: int, hard_deals: int) -> Iterator[Contest]:
    """Return the table of goals."""
    for game in games:
        for seats in SEATS:
            if not game.info.seats[0] <= seats <= game.info.seats[1]:
                continue
            hard = 1.2 if seats == 2 else 1.3 if game.info.key in LUCKY else 1.5
            contest = partial(Contest, game, seats)
            yield contest("random among normals", at_random, NORMAL, deals, most=0.6)
            if seats == 3:  # a beginner wins 25 to 45 % of the matches
                yield contest(
                    "half-random among easies", half_at_random, EASY, deals, least=0.75, most=1.35
                )
            yield contest("normal among easies", NORMAL, EASY, deals, least=1.2)
            yield contest("hard among normals", HARD, NORMAL, hard_deals, least=hard)
            hasty = HASTY if game.info.playouts else PLANNING_HASTILY.get(game.info.key)
            if hasty is not None:
                yield contest(
                    "hard among hasty hards", HARD, hasty, hard_deals, least=1.0, doubt=True
                )


def parts(*, quick: bool) -> dict[str, Part]:
    """Return a part for each game; a quick run is one without search."""
    hard_deals = 0 if quick else HARD_DEALS
    return {game.info.key: partial(rows, [game], DEALS, hard_deals, KEPT) for game in GAMES}


def rows(games: list[AnyGame], deals: int, hard_deals: int, saved: Path) -> Iterator[Row]:
    """Play what the file does not have yet, and yield a row for each contest."""
    offered = contests(games, deals, hard_deals)
    table = [contest for contest in offered if contest.deals]
    known = _read(saved)
    left = sum(max(0, item.deals - len(known.get(item.key, ()))) for item in table)
    done = 0
    for contest in table:
        shares = known.setdefault(contest.key, [])
        while len(shares) < contest.deals:
            _show(done, left, contest.key)
            shares.append(share(contest, f"bots {len(shares)}"))
            saved.write_text(json.dumps({"games": _version(), "shares": known}))
            done += 1
        _show(done, left, "")
        yield _row(contest, shares[: contest.deals])


def _show(done: int, of: int, name: str) -> None:
    """Draw the bar, if somebody watches."""
    if sys.stderr.isatty() and of:
        bar = ("#" * (WIDTH * done // of)).ljust(WIDTH)
        print(f"\r[{bar}] {done}/{of} {name:60}", end="\r", file=sys.stderr, flush=True)


def _version() -> str:
    """Return a digest of the games' source: another source plays other matches."""
    digest = sha256()
    for path in sorted((Path(__file__).parents[2] / "games").rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(saved: Path) -> dict[str, list[float]]:
    if not saved.exists():
        return {}
    read = json.loads(saved.read_text())
    known: dict[str, list[float]] = read["shares"] if read["games"] == _version() else {}
    return known


def _row(contest: Contest, shares: list[float]) -> Row:
    share_won = mean(shares)
    error = 1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else float("inf")
    value = f"{share_won:.2f}x +- {error:.2f}"
    highest = share_won + error if contest.doubt else share_won
    is_met = contest.least <= highest and share_won <= contest.most
    return Row(contest.key, contest.goal, value, is_met)


def share(contest: Contest, seed: str) -> float:
    """Return the matches won by the one player, who sits once on every seat of one deal."""
    won = 0.0
    for seat in range(contest.seats):
        seated = [
            contest.one if place == seat else contest.others for place in range(contest.seats)
        ]
        won += _play(contest.game, seated, seed)[seat]
    return won


def _play(game: AnyGame, players: list[Player], seed: str) -> list[float]:
    """Play a match; return every seat's part of the victory."""
    step = game.setup(len(players), game.options(), Rng(seed))
    state, seats = step.state, range(len(players))
    memories = [remember(NO_MEMORY, seat, None, None, step.events) for seat in seats]
    chances = [Rng(f"{seed}, seat {seat}") for seat in seats]
    while awaited := game.awaited(state):
        actor = min(awaited)
        view = game.view(state, actor)
        move = players[actor](game, view, memories[actor], chances[actor])
        events = game.advance(state, actor, move)
        memories = [remember(memories[entry], entry, actor, move, events) for entry in seats]
    return list(prospects(game, state))


def main() -> int:
    """Play the table, or a part of it; the exit code is 1 when a goal is missed."""
    keys = [game.info.key for game in GAMES]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=keys, action="append", help="default: all")
    parser.add_argument("--deals", type=int, default=DEALS, help="default %(default)s")
    parser.add_argument("--hard-deals", type=int, default=HARD_DEALS, help="default %(default)s")
    parser.add_argument("--kept", type=Path, default=KEPT, help="default %(default)s")
    options = parser.parse_args()
    games = [game for game in GAMES if game.info.key in (options.game or keys)]
    is_met = True
    for row in rows(games, options.deals, options.hard_deals, options.kept):
        is_met &= row.ok
        mark = "ok" if row.ok else "MISSED"
        print(f"{mark:6} {row.name:55} {row.value:>18}   goal {row.goal}", flush=True)
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())

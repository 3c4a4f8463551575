"""Painting relative to Pillow's own save (P1, P2), and the effect on the event loop (P3).

P1 and P2 compare CPU time of one thread, which other programs change little.
"""

import asyncio
import hashlib
import io
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from bot.settings import Settings
from bot.ui.pictures.warmup import keep_parts
from games import GAMES
from games.core.game import AnyGame
from render import composing
from render.canvas import Canvas
from render.composing import composed, encoded
from render.engine.cache import MEMORY, allow
from render.paint import Picture, paint_table
from render.scenes import scene
from render.subject import subject_of
from render.warmup import warm
from tests.bench.report import Part, Row
from tests.render.support import Moment, match, seat_counts

ROUNDS, FEW_ROUNDS = 16, 5
"""Moments of a match that are painted for one median, usually and in a quick run."""
LARGEST = 500_000
AT_ONCE = 4
HAND_OVER = 0.0005
"""Seconds after which a thread gives the interpreter to a waiting one, as the bot sets it."""
REST = 0.002
"""Seconds between two turns of the loop; without them it would keep the interpreter for itself."""
ANSWERS = 10
"""How many answers the loop works on in one go, some 5 ms; a turn of the bot gives it 8 ms."""
BLOCK = bytes(8_000_000)


def parts(*, quick: bool) -> dict[str, Part]:
    """Return a part for each game."""
    rounds = FEW_ROUNDS if quick else ROUNDS
    return {game.info.key: partial(_rows, game, rounds) for game in GAMES}


def _rows(game: AnyGame, rounds: int) -> Iterator[Row]:
    """Yield a row for each goal: the worst of the numbers of seats, in a quick run of three."""
    counts = seat_counts(game)
    if rounds == FEW_ROUNDS:
        counts = sorted({counts[0], counts[len(counts) // 2], counts[-1]})
    keep_parts(Settings())
    allow(MEMORY)  # a warm picture has its parts in memory
    first = (next(match(game, seats)) for seats in counts)
    warm((moment.tableau(), moment.view()) for moment in first)
    yield from _painting(game, counts, rounds)
    yield _loop(game, rounds)


def _painting(game: AnyGame, counts: list[int], rounds: int) -> list[Row]:
    """P1 and P2: return ratios of medians, both sides timed alternately on the same pictures."""
    whole, ratio, size = 0.0, 0.0, 0
    for seats in counts:
        first, second = (list(match(game, seats, seed, rounds)) for seed in ("one", "two"))
        painted = [_whole(before, moment) for before, moment in pairwise(first)]
        whole = max(whole, _ratio(painted))
        size = max(size, *(len(_paint(moment).png) for moment in first))
        _composing(second[0])
        ratio = max(ratio, _ratio([_composing(moment) for moment in second[1:]]))
    key = game.info.key
    return [
        Row(f"P1 {key}: view to bytes / Pillow's save", "<= 0.20", f"{whole:.2f}", whole <= 0.20),
        Row(f"P1 {key}: largest file", "<= 500 kB", f"{size / 1000:.0f} kB", size <= LARGEST),
        Row(f"P2 {key}: compose / level-1 save", "<= 0.12", f"{ratio:.2f}", ratio <= 0.12),
    ]


def _ratio(times: list[tuple[float, float]]) -> float:
    """Return the median of ours divided by the median of Pillow's."""
    ours, theirs = zip(*times, strict=True)
    ratio: float = statistics.median(ours) / statistics.median(theirs)
    return ratio


def _whole(before: Moment, moment: Moment) -> tuple[float, float]:
    """Return the seconds from a view to a file, and of Pillow's usual save of the same picture.

    It is painted as a bot would, right after the one before it.
    """
    view, tableau = moment.view(), moment.tableau()
    _paint(before)
    ours = _seconds(lambda: paint_table(tableau, moment.reader, view))
    image = _compose(moment).image
    return ours, _seconds(lambda: image.save(io.BytesIO(), "PNG"))


def _composing(moment: Moment) -> tuple[float, float]:
    """Return the seconds of composing a picture, and of Pillow's fastest save of all of it.

    As in the bot, only the rows are painted that no picture had before.
    """
    subject = subject_of(moment.tableau(), moment.reader, moment.view())
    painter = scene(subject.tableau.game).table
    start = time.thread_time()
    canvas = painter(subject)
    rows = composed(canvas)
    ours = time.thread_time() - start
    encoded(rows)  # the next picture needs no row of these
    image = canvas.image
    return ours, _seconds(lambda: image.save(io.BytesIO(), "PNG", compress_level=1))


def _seconds(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def _compose(moment: Moment) -> Canvas:
    subject = subject_of(moment.tableau(), moment.reader, moment.view())
    return scene(subject.tableau.game).table(subject)


def _paint(moment: Moment) -> Picture:
    return paint_table(moment.tableau(), moment.reader, moment.view())


def _loop(game: AnyGame, rounds: int) -> Row:
    """P3: return the longest turn of the event loop, with and without four painters.

    Without painters, one thread keeps a core busy with work that leaves the interpreter free, as
    composing one picture at a time does. So the ratio measures pictures, not a busy machine.
    """
    moments = list(match(game, min(game.info.seats[1], 5), "loop", rounds))
    _paint_all(moments)
    sys.setswitchinterval(HAND_OVER)
    bare, held = asyncio.run(_held(moments, rounds))
    ratio = held / bare
    return Row(
        f"P3 {game.info.key}: longest hold of the loop, painting / not",
        "<= 3",
        f"{ratio:.1f} ({held * 1000:.1f} / {bare * 1000:.1f} ms)",
        ratio <= 3,
    )


async def _held(moments: list[Moment], rounds: int) -> tuple[float, float]:
    """Return the median of the loop's longest turns over several rounds: without, with."""
    bare: list[float] = []
    held: list[float] = []
    for _ in range(rounds):
        bare.append(await _longest_turn(moments, _count_all, 1))
        held.append(await _longest_turn(moments, _paint_all, AT_ONCE))
    return statistics.median(bare), statistics.median(held)


async def _longest_turn(
    moments: list[Moment], work: Callable[[list[Moment]], None], at_once: int
) -> float:
    """Return the longest turn of the loop while threads work; each turn does a bot's own work."""
    composing.forget()
    threads = [
        asyncio.create_task(asyncio.to_thread(work, moments[start::at_once]))
        for start in range(at_once)
    ]
    longest = 0.0
    while not all(thread.done() for thread in threads):
        start = time.perf_counter()
        _turn(moments[:ANSWERS])
        await asyncio.sleep(REST)
        longest = max(longest, time.perf_counter() - start - REST)
    return longest


def _turn(moments: list[Moment]) -> None:
    """Do the loop's work for some answers besides pictures: questions for all, a view as JSON."""
    for moment in moments:
        for seat in range(moment.seats):
            moment.game.prompt(moment.view(seat))
        moment.view().model_dump_json()


def _paint_all(moments: list[Moment]) -> None:
    for moment in moments:
        paint_table(moment.tableau(), moment.reader, moment.view())


def _count_all(moments: list[Moment]) -> None:
    """Work about as long as painting takes, without holding the interpreter."""
    for _ in moments:
        hashlib.sha256(BLOCK).digest()

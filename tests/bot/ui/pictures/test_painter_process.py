"""Painting in another process: the same pictures, and no picture is lost with a process."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from subprocess import PIPE
from threading import Timer

import pytest

from bot.circuit_breaker import TRIES, CircuitBreaker
from bot.ui.i18n.readers import plain_reader
from bot.ui.pictures import painter_process
from bot.ui.pictures.painter_process import (
    PainterProcess,
    PainterProcesses,
    PainterSettings,
    painted,
)
from games import GAMES
from games.core.game import AnyGame
from games.core.rng import Rng
from render.disk.part_cache import current, use
from render.paint import paint_hand
from tests.render.support import Moment
from tests.support.sampling import leading

SETTINGS = PainterSettings(None, 1 << 25)
SECRETS = ("TOMATO_TOKEN", "DISCORD_TOKEN")
LONGEST = 60.0
"""Seconds that a busy machine may need."""


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PainterProcess]:
    """A process that shares drawn parts with this one."""
    before, folder = current().folder, tmp_path_factory.mktemp("parts")
    use(folder)
    first = PainterProcess(SETTINGS._replace(folder=folder))
    yield first
    first.close()
    use(before)


def opening(game: AnyGame) -> Moment:
    """Return a match that was just dealt."""
    seats = game.info.seats[0]
    return Moment(game, game.setup(seats, game.options(), Rng("dealt")).state, seats)


@pytest.mark.paints
@pytest.mark.parametrize("game", leading(GAMES), ids=lambda game: game.info.key)
def test_a_process_paints_the_same(process: PainterProcess, game: AnyGame) -> None:
    """A process paints what a thread would: the same file, alt text and digest."""
    moment = opening(game)
    reader = plain_reader("de", ("Lola", "Зоя", "<@1>")[: moment.seats])
    (seat, *_) = moment.awaited
    hand = partial(paint_hand, moment.tableau(seat), reader, moment.view(seat))
    assert process.run(hand) == hand()


def test_a_dead_process_costs_no_picture(process: PainterProcess) -> None:
    """Work for a process that has died is done by the caller; the next has a new process."""
    before = process.run(os.getpid)
    os.kill(before, signal.SIGKILL)
    assert process.run(os.getpid) == os.getpid()
    assert process.run(os.getpid) not in {before, os.getpid()}


def test_processes_that_die_at_their_start_are_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """They are started a few times, then the caller does all work; one line of the log says so."""
    monkeypatch.setattr(sys, "executable", "/bin/false")
    starts = count()
    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda *a, **k: (next(starts), popen(*a, **k))[1])
    breaker = CircuitBreaker()
    processes = [PainterProcess(SETTINGS, breaker) for _ in range(2)]
    done = [item.run(os.getpid) for item in processes * TRIES]

    assert done == [os.getpid()] * len(done)
    assert next(starts) == TRIES
    assert [record.getMessage()[:39] for record in caplog.records] == [
        "Painter processes fail at their start ("
    ]


def test_signals_to_stop_are_for_the_bot(process: PainterProcess) -> None:
    """Ctrl-C and SIGTERM, which reach a whole group, don't end a process before the bot ends it."""
    before = process.run(os.getpid)
    for number in (signal.SIGINT, signal.SIGTERM):
        process.run(partial(signal.raise_signal, number))
    assert process.run(os.getpid) == before


def test_errors_of_the_work_are_raised(process: PainterProcess) -> None:
    """What the work raises is raised where it was asked for, and the process goes on."""
    before = process.run(os.getpid)
    with pytest.raises(ZeroDivisionError):
        process.run(partial(divmod, 1, 0))
    assert process.run(os.getpid) == before


def test_printed_words_spoil_no_answer(process: PainterProcess) -> None:
    """A library that prints doesn't spoil the answers of a process."""
    process.run(partial(print, "hello", flush=True))
    assert process.run(partial(max, 1, 2)) == 2


def test_secrets_stay_with_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process has no variable of the environment that is a setting or a token of the bot."""
    for name in SECRETS:
        monkeypatch.setenv(name, "secret")
    process = PainterProcess(SETTINGS)
    seen = [name for name in ("PATH", *SECRETS) if process.run(partial(os.getenv, name))]
    process.close()
    assert seen == ["PATH"]


BOT = """
import os, sys
from bot.ui.pictures.painter_process import PainterProcess, PainterSettings
print(PainterProcess(PainterSettings(None, 1 << 25)).run(os.getpid), flush=True)
sys.stdin.read()
"""


def test_a_process_ends_with_the_bot() -> None:
    """A process ends when the bot is killed, which leaves the bot no time to say so."""
    bot = subprocess.Popen([sys.executable, "-c", BOT], stdin=PIPE, stdout=PIPE, stderr=PIPE)
    assert bot.stdout is not None
    assert int(bot.stdout.readline()) != bot.pid
    bot.kill()
    bot.communicate(timeout=LONGEST)  # the painter holds the same pipe for errors until its end


def test_each_thread_has_a_process() -> None:
    """A thread that has adopted a process paints there; other threads paint themselves."""
    processes = PainterProcesses(SETTINGS)
    with ThreadPoolExecutor(1, initializer=processes.adopt) as pool:
        first, second = (pool.submit(painted, os.getpid).result() for _ in range(2))
    processes.close()
    assert first == second != os.getpid() == painted(os.getpid)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_a_process_that_hangs_is_ended(
    process: PainterProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once its time is up, its thread does the work, and the next work has a new process."""

    class Impatient(Timer):
        """Time that is up at once."""

        def start(self) -> None:
            self.function()

    before = process.run(os.getpid)
    monkeypatch.setattr(painter_process, "Timer", Impatient)
    assert process.run(os.getpid) == os.getpid()
    monkeypatch.undo()
    assert process.run(os.getpid) not in {before, os.getpid()}

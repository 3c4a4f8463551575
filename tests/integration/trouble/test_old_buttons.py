"""Buttons on messages that earlier versions left in channels."""

import re
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from playground.testing.snapshots import ActionResult
from tests.bot.tables.support import NOON, ManualClock
from tests.bot.tables.test_played_releases import PLAYED, dump, left_by
from tests.integration.support.forgeries import BROKEN, pressed
from tests.integration.support.request_log import logged
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.playground import opened
from tests.support.sampling import leading, thinned


def offered() -> list[list[str]]:
    """Return a button of each kind that earlier versions had, with a value if it is a menu."""
    with tarfile.open(PLAYED) as archive:
        lines = archive.extractfile("buttons.txt")
        assert lines is not None
        return [line.split(" ") for line in lines.read().decode().splitlines()]


def moved(path: Path, env: RunningBot) -> tuple[str, str]:
    """Bring an old file to this server; return its finished and its running match."""
    with closing(sqlite3.connect(path)) as old:
        ana = env.person("Ana")
        ids = {number: env.person(name).user.id
               for number, name in old.execute("SELECT player_id, name FROM members")}  # fmt: skip
        ((guild, channel),) = old.execute("SELECT DISTINCT guild_id, channel_id FROM matches"
            " WHERE life = 'lobby'").fetchall()  # fmt: skip
        ids |= {guild: env.playground.world.guild.id, channel: ana.channel(TABLE).id}
        lives = dict(old.execute("SELECT life, match_id FROM matches ORDER BY rowid DESC"))
    text = re.sub(
        r"\d{17,20}", lambda number: str(ids.get(int(number[0]), number[0])), "\n".join(dump(path))
    )
    path.unlink()
    with closing(sqlite3.connect(path)) as new:
        new.executescript(text)
    return lives["finished"], lives["running"]


def _words(answer: ActionResult) -> str:
    if answer.interaction.modal is not None:
        return "a form"
    return f"{answer.text} {answer.message.alts}" if answer.shown is not None else ""


@pytest.mark.slow
@pytest.mark.parametrize("version", leading(["0.3.0", "0.1.0"]))
async def test_old_buttons_are_answered(tmp_path: Path, version: str) -> None:
    """Each button that an earlier version left is answered with a sentence, a table or a form."""
    wrong = []
    async with opened() as playground:
        env = RunningBot(playground, tmp_path / "tables.db", time=ManualClock(NOON + 3_600_000))
        finished, running = moved(left_by(version, tmp_path / "tables.db"), env)
        ana = env.person("Ana")
        async with env.open():
            for match in leading((running, finished)):
                for custom_id, *values in thinned(offered()):
                    named = custom_id.replace("{match}", match)
                    named = named.replace("{player}", str(ana.user.id))
                    shown, before = (await ana.slash(TABLE, "help")).message, env.public(ana).id
                    with logged() as lines:
                        data = pressed(named, values or None)
                        answer = await ana._answer(ana._acts._use(shown.value, data))
                        await env.settled()
                    words = _words(answer) or "a table" * (env.public(ana).id != before)
                    if not words or BROKEN in words or any("ERROR" in line for line in lines):
                        wrong.append((named, words, lines))

    assert wrong == []

"""`python -m tests.long_runs.service`: docs/install.md by the clock, on a fresh Debian.

    python -m tests.long_runs.service [bookworm | trixie | ...]

Types what the page says for systemd, then plays with the bot that it installs: only the local
Discord's address is put into it. Then come a refused priority, an update, the way back and a wrong
token. Prints the seconds of each step, and each problem; exits with 1 if there is one.

Needs root, mmdebstrap and systemd-nspawn, and the packages' registries.
"""

import asyncio
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from playground.server import Playground
from playground.testing.snapshots import ShownMessage
from playground.world.errors import HumanError
from tests.integration.support.random_presses import press
from tests.integration.support.running_bot import TABLE, controls
from tests.long_runs.results import record
from tests.support.containers import CommandError, Container, debian, missing_tools
from tests.test_architecture import ROOT

PAGE = ROOT / "docs" / "install.md"
SETTINGS = "/etc/tomato-table.env"
OVERRIDES = "/etc/systemd/system/tomato-table.service.d"
POINTED = "/opt/local-discord"
METRICS = "127.0.0.1:9177"
PATIENCE = 200.0
"""Seconds for the bot to log in, on a busy machine."""
MOST = 600
"""Presses of a match."""
WRONG_SETTINGS = 78
PAINTER = 5
"""By how much painters lower their priority."""
POINTER = """
import sys
if {"bot", "tomato-table"} & {word.rpartition("/")[2] for word in sys.orig_argv}:
    import discord, yarl
    discord.http.Route.BASE = "%s"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("%s")
    discord.asset.Asset.BASE = "%s"
"""
"""A start-up file of Python that points discord.py at the local Discord."""
PRIORITIES = """
import os, pathlib, pwd
user = pwd.getpwnam("tomato-table").pw_uid
for folder in pathlib.Path("/proc").glob("[0-9]*"):
    if folder.stat().st_uid == user:
        print((folder / "stat").read_text().rpartition(")")[2].split()[16])
"""


@dataclass
class Drill:
    container: Container
    playground: Playground
    chance: random.Random = field(default_factory=lambda: random.Random(3))
    problems: list[str] = field(default_factory=list)
    steps: int = 0
    until_running: float = 0.0
    """Seconds from nothing to a bot."""

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Print how long this step takes."""
        begun = time.monotonic()
        yield
        self.steps += 1
        print(f"| {name} | {time.monotonic() - begun:.0f} |", flush=True)

    def expect(self, fact: object, problem: str) -> None:
        if not fact:
            self.problems.append(problem)

    async def run(self, command: str, **environment: str) -> str:
        return await asyncio.to_thread(self.container.run, command, **environment)

    async def is_in(self) -> None:
        """Wait until the bot has logged in."""
        online = self.playground.sessions
        await self.playground.until(
            lambda: online.online and self.playground.has_commands, "the bot to log in"
        )

    async def restart(self) -> None:
        await self.run("systemctl stop tomato-table")
        await self.playground.until(lambda: not self.playground.sessions.online, "the bot to leave")
        await self.run("systemctl start tomato-table")
        await self.is_in()

    async def install(self, repository: str) -> None:
        """Type what the page says, and wait for the bot."""
        first, setting_up, starting = commands_of(PAGE)
        with self.step(first):
            await self.run(f"apt-get update -qq; {first} -y -qq")
        setting_up = setting_up.replace("<this repository>", repository)
        with self.step("git clone; make init"):
            text = await self.run(
                f"cd /root; printf %s {self.playground.address.token} > token.txt;"
                f" {setting_up} < /root/token.txt",
                PYTHONPATH=POINTED,
            )
        self.expect("deploy/install.sh" in text, f"make init names no way to go on: {text}")
        with self.step(starting):
            await self.run(f"cd /root/tomato-table; {starting}")
            await self.is_in()

    async def play(self) -> ShownMessage:
        """Play a match to its end; returns its replay."""
        ana, ben = self.playground.person("Ana"), self.playground.person("Ben")
        await ana.slash(TABLE, "play", game="tomatomat")
        table = next(see for see in reversed(ana.sees(TABLE)) if "Join" in see.buttons)
        await ben.click(table, "Join")
        await ana.until(lambda: not table.component("Start").get("disabled"), "the lobby")
        await ana.click(table, "Start")
        await ana.until(lambda: "My hand" in table.buttons, "the table")
        hands = {item: (await item.click(table, "My hand")).message for item in (ana, ben)}

        def is_over() -> bool:
            return table.gone or "My hand" not in table.buttons

        for _ in range(MOST):
            await ana.until(lambda: is_over() or any(map(controls, hands.values())), "a question")
            if is_over():
                return (await ana.slash(TABLE, "match replay")).message
            asked = [person for person, hand in hands.items() if controls(hand)]
            person = self.chance.choice(asked)
            with suppress(HumanError):  # the message has just changed: people look again
                await press(person, hands[person], self.chance)
        raise AssertionError(f"not over after {MOST} presses")

    async def share_clip(self, replay: ShownMessage) -> None:
        """Share the clip of a match; it's made by a worker process."""
        ana = self.playground.person("Ana")
        before = ana.latest(TABLE).id
        await ana.click(replay, "More")
        await ana.click(replay, "Share clip")
        await ana.until(
            lambda: ana.latest(TABLE).id != before and bool(ana.latest(TABLE).files), "the clip"
        )

    async def review(self) -> None:
        """Ask for a review until it's there."""
        ana, end = self.playground.person("Ana"), time.monotonic() + PATIENCE
        matches = await ana.complete("@bot", "match review", focused="match", match="")
        while time.monotonic() < end:
            text = (await ana.slash(TABLE, "match review", match=next(iter(matches.values())))).text
            if "appears here" not in text:
                self.expect("of your decisions" in text, f"no review: {text}")
                return
            await asyncio.sleep(2)
        self.problems.append("the review never ends")

    async def priorities(self) -> set[int]:
        """Return by how much the bot's processes have lowered their priority."""
        values = [int(word) for word in (await self.run(f"python3 -c '{PRIORITIES}'")).split()]
        return {value - min(values) for value in values}

    async def version(self) -> str:
        """Return the environment that the running bot uses."""
        pid = (await self.run("systemctl show --property=MainPID --value tomato-table")).strip()
        command = await self.run(f"tr '\\0' ' ' < /proc/{pid}/cmdline")
        return command.split("/bin/")[0].rpartition("/")[2]

    async def check_service(self) -> None:
        """Play, and look at what the bot's machine gives it."""
        with self.step("a match, its clip and its review"):
            replay = await self.play()
            await self.share_clip(replay)
            await self.review()
        figures = await self.run(
            f"python3 -c 'import urllib.request as u;"
            f' print(u.urlopen("http://{METRICS}/metrics").read().decode())\''
        )
        for name in ("process_resident_memory_bytes", "process_start_time_seconds"):
            self.expect(f"\n{name} " in figures, f"no metric {name}")
        cached = await self.run("ls /var/cache/tomato-table")
        self.expect("parts" in cached.split(), "drawn parts of pictures aren't kept")
        result = await self.priorities()
        self.expect(PAINTER in result, f"no painter has lowered its priority: {result}")

    async def refuse_priorities(self) -> None:
        """Refuse what the unit refused once: helper processes work with the usual priority."""
        self.container.write(
            f"{OVERRIDES}/refused.conf", "[Service]\nSystemCallFilter=~@resources\n"
        )
        await self.run("systemctl daemon-reload")
        await self.restart()
        with self.step("the same where priorities are refused"):
            await self.share_clip(await self.play())
            await self.review()
        result = await self.priorities()
        self.expect(result == {0}, f"the priorities weren't refused: {result}")
        await self.run(f"rm {OVERRIDES}/refused.conf; systemctl daemon-reload")

    async def update(self) -> None:
        """Update, go back, and come back."""
        first = await self.version()
        with self.step("an update: deploy/install.sh"):
            await self.run("cd /root/tomato-table; deploy/install.sh")
            await self.is_in()
        second = await self.version()
        with self.step("back: deploy/install.sh --back"):
            await self.run("cd /root/tomato-table; deploy/install.sh --back")
            await self.is_in()
        self.expect(second != first, "the update used the environment of the running bot")
        self.expect(await self.version() == first, "the old version isn't back")

    async def give_wrong_token(self) -> None:
        """A start that can't succeed isn't repeated."""
        await self.run(f"sed -i s/^TOMATO_TOKEN=.*/TOMATO_TOKEN=wrong/ {SETTINGS}")
        await self.run("systemctl restart tomato-table || true")
        shown, end = "", time.monotonic() + PATIENCE
        with self.step("a wrong token"):
            while "ActiveState=failed" not in shown and time.monotonic() < end:
                await asyncio.sleep(1)
                shown = await self.run(
                    "systemctl show --property=ActiveState,ExecMainStatus tomato-table"
                )
        self.expect(f"ExecMainStatus={WRONG_SETTINGS}\n" in shown, f"a wrong token: {shown}")

    async def read_log(self) -> None:
        log = await self.run("journalctl --unit=tomato-table --output=cat --no-pager")
        # discord.py also warns where the machine is so busy that the local Discord answers late.
        faults = re.compile(r"Traceback|\[(WARNING |ERROR   )\] (bot|data|games|render)")
        lines = [line for line in log.splitlines() if faults.search(line)]
        self.expect(not lines, f"the log has {len(lines)} lines with faults: {lines[:3]}")


def commands_of(page: Path) -> tuple[str, str, str]:
    """Return the page's commands: for packages, for the settings, and for systemd."""
    text = page.read_text(encoding="utf-8")
    first = re.search(r"`(apt install [^`]+)`", text)
    blocks = [
        "; ".join(re.findall(r"^    (.+)$", part, re.MULTILINE))
        for part in (
            text.partition("## 2.")[2].partition("## 3.")[0],
            text.partition("**With systemd**")[2].partition("**By hand**")[0],
        )
    ]
    assert first is not None
    return first[1], blocks[0], re.sub(r"; journalctl.*", "", blocks[1])


async def drill(folder: Path, suite: str) -> Drill:
    """Install, play, update and break."""
    playground = Playground(folder / "world")
    playground.patience = PATIENCE
    address = await playground.start()
    try:
        with debian(folder, suite) as container:
            drill = Drill(container, playground)
            pointer = POINTER % (address.api, address.gateway, address.cdn)
            container.write(f"{POINTED}/sitecustomize.py", pointer)
            container.write(
                f"{OVERRIDES}/local.conf", f"[Service]\nEnvironment=PYTHONPATH={POINTED}\n"
            )
            repository = container.root / "root" / "repository"
            clone = ["git", "clone", "--quiet", "--bare", str(ROOT), str(repository)]
            await asyncio.to_thread(subprocess.run, clone, check=True)
            begun = time.monotonic()
            await drill.install("/root/repository")
            drill.until_running = time.monotonic() - begun
            print(f"| **from nothing to a bot** | **{drill.until_running:.0f}** |")
            await drill.run(
                f"printf '\\nTOMATO_METRICS={METRICS}\\nTOMATO_PAINTERS=1\\n' >> {SETTINGS}"
            )
            await drill.restart()
            await drill.check_service()
            await drill.refuse_priorities()
            await drill.update()
            await drill.read_log()
            await drill.give_wrong_token()
            return drill
    finally:
        await playground.stop()


def main(suite: str = "bookworm") -> int:
    if missing := missing_tools():
        print(f"The service isn't tried: this machine lacks {', '.join(missing)}.")
        return 1
    print(f"| Debian {suite} | seconds |\n|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        try:
            tried = asyncio.run(drill(Path(folder), suite))
        except CommandError as error:
            print(error)
            return 1
    record(
        "the installation page", "Debian", suite,
        tried=tried.steps, good=tried.steps - len(tried.problems),
        figure=f"{tried.until_running:.0f} s",
    )  # fmt: skip
    print("\n".join(tried.problems) or "No problems.")
    return bool(tried.problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

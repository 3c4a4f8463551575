"""A whole Debian in a container: systemd starts it, and its services run as on a real machine."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TOOLS = ("mmdebstrap", "systemd-nspawn", "nsenter")
PACKAGES = ("systemd", "systemd-sysv", "dbus", "ca-certificates")
SHARED = ("/etc/resolv.conf", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
"""What a container needs of this machine to reach package registries from behind a proxy."""
SLOWEST_BOOT = 120.0
"""Seconds."""


def missing_tools() -> list[str]:
    """Return what this machine lacks for containers."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    return missing if os.geteuid() == 0 else [*missing, "root"]


class CommandError(Exception):
    """A command in a container has failed; the text has its output."""


class Container:
    """A Debian that is running; it shares this machine's network."""

    def __init__(self, leader: int, root: Path) -> None:
        self.root = root
        self._enter = ("nsenter", f"--target={leader}", "--mount", "--uts", "--ipc", "--pid")

    def run(self, command: str, **environment: str) -> str:
        """Run a shell command as root; returns its output. Raises CommandError."""
        clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **environment}
        words = [*self._enter, "sh", "-ec", command]
        done = subprocess.run(
            words, env=clean, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CommandError(f"$ {command}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def write(self, path: str, text: str) -> None:
        """Write a file of the container, and its folder."""
        place = self.root / path.removeprefix("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


@contextmanager
def debian(folder: Path, suite: str) -> Iterator[Container]:
    """Make a small Debian in this folder, and boot it; it is shut down at the end."""
    root = folder / "debian"
    make = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(PACKAGES)}"]
    subprocess.run([*make, suite, str(root)], check=True)
    for path in filter(os.path.exists, SHARED):
        shutil.copyfile(path, root / path.removeprefix("/"))
    boot = ["systemd-nspawn", "--quiet", f"--directory={root}", "--register=no", "--keep-unit"]
    with (folder / "console").open("wb") as console:
        machine = subprocess.Popen(
            [*boot, "--resolv-conf=off", "--boot"],
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=console,
        )
    try:
        yield Container(_leader(machine), root)
    finally:
        machine.terminate()  # which shuts the container down
        machine.wait()


def _leader(machine: subprocess.Popen[bytes]) -> int:
    """Wait until everything is started; returns the number of the container's first process."""
    children = Path(f"/proc/{machine.pid}/task/{machine.pid}/children")
    end = time.monotonic() + SLOWEST_BOOT
    while time.monotonic() < end and machine.poll() is None:
        for child in children.read_text(encoding="ascii").split():
            container = Container(int(child), Path("/"))
            try:
                container.run("systemctl is-system-running")
            except CommandError:
                continue
            return int(child)
        time.sleep(0.5)
    raise CommandError("The container doesn't boot.")

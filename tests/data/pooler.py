"""pgbouncer between the bot and PostgreSQL, for tests."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

SEARCHED = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))
"""Debian puts it where only root looks."""


@contextmanager
def pooler(address: str, mode: str) -> Iterator[str]:
    """Yield the address of the same database through pgbouncer in a mode.

    Skips the test if pgbouncer isn't installed: no package of Python's brings it.
    """
    program = shutil.which("pgbouncer", path=SEARCHED)
    if program is None:
        pytest.skip("no pooler: install pgbouncer")
    parts = conninfo_to_dict(address)
    host, port, user = parts["host"], parts.get("port", 5432), parts["user"]
    with tempfile.TemporaryDirectory(prefix="pooler-") as name:
        folder = Path(name)
        (folder / "users.txt").write_text(f'"{user}" ""\n')
        (folder / "pooler.ini").write_text(
            f"[databases]\n* = host={host} port={port}\n"
            f"[pgbouncer]\npool_mode = {mode}\nunix_socket_dir = {folder}\nlisten_port = 6432\n"
            f"auth_type = trust\nauth_file = {folder}/users.txt\n"
        )
        line = [program, f"{folder}/pooler.ini"]
        if os.geteuid() == 0:  # it refuses to run as root
            owner = Path(str(host)).owner() if Path(str(host)).is_dir() else "nobody"
            shutil.chown(folder, owner)
            line[1:1] = ["-u", owner]
        with subprocess.Popen(line, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None  # it is a pipe
            lines = iter(process.stderr.readline, "")
            assert any("process up" in line for line in lines)
            try:
                yield f"postgresql://{user}@/{parts['dbname']}?host={folder}&port=6432"
            finally:
                process.kill()

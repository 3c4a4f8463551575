"""Games of other packages: a sample is made of a toy, installed, tried by the laws and hosted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.new import ROOT, Place, copy

KEY, TOY = "paper_boats", "turns_and_hands"
SHOWN = "from games import GAMES; print(*(game.info.key for game in GAMES))"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder with an installed package that brings a game."""
    copy(KEY, TOY, Place(tmp_path, KEY, f"{KEY}.tests"))
    facts = tmp_path / f"{KEY}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {KEY}\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(entry(KEY))
    return tmp_path


def entry(key: str) -> str:
    """Return the entry point of the sample's game under a key."""
    return f"[tomato_table.games]\n{key} = {KEY}:{KEY.upper()}\n"


def run(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the package is installed."""
    paths = os.pathsep.join((str(site), str(ROOT)))
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_installed_game_is_hosted(site: Path) -> None:
    """The game of an installed package comes after our own."""
    assert run(site, "-c", SHOWN).stdout.split()[-1] == KEY


def test_a_package_that_lies_is_named(site: Path) -> None:
    """A start names the package whose game has another key than its entry point says."""
    (site / f"{KEY}-1.0.dist-info" / "entry_points.txt").write_text(entry("boats"))
    assert f"pip uninstall {KEY}" in run(site, "-c", SHOWN).stderr


@pytest.mark.slow
@pytest.mark.parametrize("is_installed", [True, False], ids=["installed", "not-installed"])
def test_the_laws_bind_a_package(site: Path, is_installed: bool) -> None:
    """The laws are tried on the game of a package, installed or not, and it keeps them."""
    if not is_installed:
        (site / f"{KEY}-1.0.dist-info" / "entry_points.txt").unlink()
    tried = run(site, "-m", "tests.games", KEY, "-n0", "-k", f"{KEY} and (course or saving)")
    assert tried.returncode == 0, tried.stdout
    assert " passed" in tried.stdout or "100%" in tried.stdout

"""Games of other packages: a sample is made of a toy, installed, tried by the laws and hosted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.new import ROOT, TOYS, make_package

KEY, TOY = "paper_boats", "turns_and_hands"
OTHERS = sorted({path.parent.name for path in TOYS.glob("*/__init__.py")} - {TOY})
SHOWN = "from games import GAMES; print(*(game.info.key for game in GAMES))"
NIGHTLY = pytest.mark.nightly
HOSTED = (
    *("render", "bot/tables/leaderboards", "bot/ui/features", "integration/commands"),
    *("integration/history", "integration/people", "integration/play/test_every_game.py"),
)
"""Tests of all games that the bot hosts."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder with an installed package that brings a game."""
    make_package(KEY, TOY, tmp_path)
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
    """A start ends with one line that names a package whose entry point has another key."""
    (site / f"{KEY}-1.0.dist-info" / "entry_points.txt").write_text(entry("boats"))
    (line,) = run(site, "-m", "bot").stderr.splitlines()
    assert f"pip uninstall {KEY}" in line


@pytest.mark.slow
def test_an_installed_game_keeps_the_laws(site: Path) -> None:
    """A copy of a toy is a draft that all tests of games accept."""
    tried = run(site, "-m", "pytest", "-n0", "tests/games", "-k", KEY)
    assert tried.returncode == 0, tried.stdout
    assert f"{KEY} is a draft. It lacks: " in tried.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("toy", "laws"),
    [(OTHERS[0], "and test_saving"), *(pytest.param(toy, "", marks=NIGHTLY) for toy in OTHERS)],
)
def test_a_package_keeps_the_laws(tmp_path: Path, toy: str, laws: str) -> None:
    """The laws are tried on the game of a package that isn't installed, and a copy keeps them."""
    make_package(KEY, toy, tmp_path)
    tried = run(tmp_path, "-m", "tests.games", KEY, "-n0", "-k", f"{KEY} {laws}")
    assert tried.returncode == 0, tried.stdout
    assert "100%" in tried.stdout


@pytest.mark.nightly
def test_tests_of_all_games_accept_a_draft(site: Path) -> None:
    """With a game more, which is a draft, what is shown of all games is as it should be."""
    hosted = (f"tests/{tests}" for tests in HOSTED)
    tried = run(site, "-m", "pytest", "-m", "not slow and not nightly", *hosted)
    assert tried.returncode == 0, tried.stdout

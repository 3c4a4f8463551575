"""Makes a new game of a toy, as a draft that can be played at once.

    python -m tests.games.new KEY --like turns_and_hands

It copies the toy, renames it, adds it to `OWN_GAMES`, and tries the laws on it. With
`--package FOLDER` it makes a package there instead, which is installed to be played.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from games import GAMES

ROOT = Path(__file__).parents[2]
TOYS = ROOT / "tests" / "toys"
OF_TESTS = ("case.py", "hidden.py")
"""Modules of a toy that belong to a game's own tests."""
KEY = re.compile(r"[a-z]+(_[a-z]+)*")
LONGEST = 32
"""Discord's limit for the name of a command."""
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{key}"
version = "1.0"

[project.entry-points."tomato_table.games"]
{key} = "{key}:{constant}"
"""


def title_of(key: str) -> str:
    """Return the title of a new game: `karate_tomate` is Karate Tomate."""
    return key.replace("_", " ").title()


class Place(NamedTuple):
    """The packages of a new game and of its tests, below a folder."""

    root: Path
    package: str
    tests: str

    def folder(self, package: str) -> Path:
        """Return the folder of a package."""
        return self.root.joinpath(*package.split("."))


def copy(key: str, toy: str, place: Place) -> None:
    """Copy a toy under another name; what belongs to its tests goes to their package."""
    for package in (place.package, place.tests):
        place.folder(package).mkdir(parents=True)
    for path in sorted((TOYS / toy).iterdir()):
        if path.suffix in {".py", ".md"}:
            folder = place.folder(place.tests if path.name in OF_TESTS else place.package)
            renamed = rename(path.read_text(encoding="utf-8"), key, toy, place)
            (folder / path.name).write_text(renamed, encoding="utf-8")


def rename(text: str, key: str, toy: str, place: Place) -> str:
    """Return a toy's module under the name of the new game."""
    names = {
        rf"tests\.toys\.{toy} import (\w+), hidden": rf"{place.package} import \1\n"
        rf"from {place.tests} import hidden",
        rf"tests\.toys\.{toy}\b": place.package,
        rf"\b{toy.upper()}\b": key.upper(),
        rf'"{toy}"': f'"{key}"',
        r"(state_version=1,\n)": r'\1        stage="draft",\n',
        rf'(?i)(# |"){title_of(toy)}\b': rf"\1{title_of(key)}",
        rf"\b{title_of(toy).replace(' ', '')}": title_of(key).replace(" ", ""),
    }
    for old, new in names.items():
        text = re.sub(old, new, text)
    return text


def register(text: str, key: str) -> str:
    """Return the list of games with another one at its end."""
    line = f"from games.{key} import {key.upper()}\n"
    imports = [*re.findall(r"^from games\.\w+ import .+\n", text, re.MULTILINE), line]
    first, *_ = re.finditer(r"(^from games\..+\n)+", text, re.MULTILINE)
    core, *_ = re.findall(r"^from games\.core\..+\n", text, re.MULTILINE)
    listed = text[: first.start()] + core + "".join(sorted(imports)) + text[first.end() :]
    return re.sub(r"(^OWN_GAMES[^)]+)\)", rf"\1    {key.upper()},\n)", listed, flags=re.MULTILINE)


def make_package(key: str, toy: str, folder: Path) -> None:
    """Make a package of a toy in a folder."""
    copy(key, toy, Place(folder, key, f"{key}.tests"))
    project = PROJECT.format(key=key, constant=key.upper())
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")


def run(*command: str) -> None:
    """Run a Python module of the tools; its failure ends the program."""
    failed = subprocess.call([sys.executable, "-m", *command], cwd=ROOT)
    if failed:
        sys.exit(failed)


def tidy(*folders: Path) -> None:
    """Sort the imports of the copied modules, and format them."""
    config = ("-q", "--config", str(ROOT / "pyproject.toml"), *map(str, folders))
    run("ruff", "check", "--fix", "--select", "I", *config)
    run("ruff", "format", *config)


def main(arguments: list[str]) -> None:
    """Make the game, and say what to do next."""
    toys = sorted(path.name for path in TOYS.iterdir() if (path / "__init__.py").exists())
    parser = argparse.ArgumentParser(prog="tests.games.new", description=__doc__)
    parser.add_argument("key", help="the game's name in code and in /play, such as karate_tomate")
    parser.add_argument("--like", choices=toys, required=True, help="the toy to copy")
    parser.add_argument(
        "--package", type=Path, metavar="FOLDER", help="make a package in this new folder"
    )
    asked = parser.parse_args(arguments)
    taken = {game.info.key for game in GAMES} | set(toys) | {"core", "installed"}
    if not KEY.fullmatch(asked.key) or len(asked.key) > LONGEST:
        parser.error(f"a key has lower-case words joined by _, and at most {LONGEST} letters")
    if asked.key in taken:
        parser.error(f"there is already a game {asked.key}")
    if asked.package is None:
        add_own(asked.key, asked.like)
    else:
        add_package(asked.key, asked.like, asked.package.resolve())


def add_own(key: str, toy: str) -> None:
    """Make a game of this repository."""
    place = Place(ROOT, f"games.{key}", f"tests.games.{key}")
    copy(key, toy, place)
    listed = ROOT / "games" / "__init__.py"
    listed.write_text(register(listed.read_text(encoding="utf-8"), key), encoding="utf-8")
    tidy(place.folder(place.package), place.folder(place.tests))
    run("pytest", "-n0", "tests/games", "-k", key)
    print("Play it:      make play, then /play, and choose your game")
    print(f"Change it:    games/{key}, by part 1 of ADDING_A_GAME.md")
    print(f"Then test it: .venv/bin/python -m pytest -x tests/games -k {key}")


def add_package(key: str, toy: str, folder: Path) -> None:
    """Make a package in a folder."""
    make_package(key, toy, folder)
    tidy(folder)
    os.environ["PYTHONPATH"] = str(folder)
    run("tests.games", key, "-n0")
    print(f"Play it:      .venv/bin/python -m pip install -e {folder}")
    print("              make play, then /play, and choose your game")
    print(f"Change it:    {folder / key}, by part 1 of ADDING_A_GAME.md")
    print(f"Then test it: .venv/bin/python -m tests.games {key}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""`python -m tests.long_runs.mutants`: break the program in small ways; do the tests notice?

mutmut makes the mutants and runs the tests that reach each one. A seeded sample of each area is
tried, or all of it with `--all`; what an earlier run has tried is not tried again. A mutant that
survives is written into a copy of the source and tried again with the tests that reach its module,
because mutmut can't change what a module computes at its import. A mutant that only a reviewed
playthrough notices is called weak. `mutants.txt` explains the mutants that change nothing.

The exit code is 1 if an area notices less than its goal. Install mutmut with the extra `mutants`.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

from tests.long_runs.results import WHOLE, record

ROOT = Path(__file__).parents[2]
EXPLAINED = Path(__file__).with_suffix(".txt")
SOURCES = ("bot", "data", "games", "render")
PLAYTHROUGHS = "tests/games/test_playthroughs.py"
OPTIONS = (*("-x", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=mutants"),)
"""Without them Hypothesis would shrink, and a nightly test try to break what is broken."""
NOTICED = (1, 3, 24, -24, 36, 152, 255)
"""Exit codes of mutmut: tests fail, or never end. For all others, tests decide on the source."""


class Area(NamedTuple):
    """Modules, the tests that state their laws, and the share of mutants they must notice."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    goal: float


def _rules(game: str) -> Area:
    modules = ("laws", "test_counts.py", "test_names.py", "test_sentences.py")
    laws = (f"tests/games/{module}" for module in modules)
    return Area((f"games/{game}/rules/*",), (f"tests/games/{game}", *laws), 1.0)


AREAS = {
    **{
        game: _rules(game)
        for game in ("diced_tomatoes", "dojo", "karate_tomate", "tomate", "tomatomat")
    },
    "core": Area(("games/core/*",), ("tests/core", "tests/games/laws"), 0.95),
    "tables": Area(("bot/tables/*",), ("tests/bot/tables",), 0.95),
    "sync": Area(
        ("bot/ui/sync/*",),
        (
            "tests/bot/ui/sync",
            "tests/bot/ui/match",
            "tests/integration/play/test_public_messages.py",
            "tests/integration/lobby/test_placement.py",
        ),
        0.95,
    ),
    "controls": Area(("bot/ui/controls/*",), ("tests/bot/ui/controls", "tests/bot/ui/match"), 0.92),
}


class Verdict(NamedTuple):
    """What became of a mutant: `noticed`, `weak`, `survived` or `explained`."""

    mutant: str
    fate: str
    change: str


def main(line: list[str] | None = None) -> int:
    """Try each area in a process of its own; print what survived, and a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.long_runs.mutants", description=__doc__)
    parser.add_argument("areas", nargs="*", metavar="area", help=", ".join(AREAS))
    parser.add_argument("--all", action="store_true", help="every mutant, not a sample")
    parser.add_argument("--sample", type=int, default=300, help="mutants in all; default 300")
    parser.add_argument("--seed", type=int, default=1, help="of the sample; default 1")
    parser.add_argument("--folder", type=Path, default=ROOT / ".mutants", help="default .mutants")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(line)
    areas = chosen.areas or list(AREAS)
    if chosen.here:
        count = None if chosen.all else chosen.sample
        verdicts = try_area(areas[0], chosen.folder.resolve() / areas[0], count, chosen.seed)
        return report(areas[0], verdicts, is_whole=chosen.all)
    each = -(-chosen.sample // len(AREAS))
    command = [sys.executable, "-m", "tests.long_runs.mutants", "--here", f"--seed={chosen.seed}"]
    command += ["--all"] if chosen.all else [f"--sample={each}"]
    command += [f"--folder={chosen.folder.resolve()}"]
    return max(subprocess.run([*command, area], cwd=ROOT, check=False).returncode for area in areas)


def try_area(area: str, folder: Path, count: int | None, seed: int) -> list[Verdict]:
    """Return the verdicts on an area's mutants: all, or a sample of `count`."""
    prepare(AREAS[area], folder)
    os.chdir(folder)
    exits = run_mutmut(AREAS[area], count, seed)
    noted = folder / "verdicts.json"
    known = json.loads(noted.read_text()) if noted.exists() else {}
    verdicts = []
    for mutant, code in exits.items():
        if code in NOTICED:
            verdicts.append(Verdict(mutant, "noticed", ""))
            continue
        path, change, source = patched(mutant)
        key = f"{mutant} {change}"
        fate = "explained" if is_explained(path, change) else known.get(key, "")
        if fate not in ("explained", "noticed"):  # newer tests may notice what survived
            fate = known[key] = fate_on_source(AREAS[area], path, source)
            noted.write_text(json.dumps(known, indent=1))
        verdicts.append(Verdict(mutant, fate, f"{path}\n{change}"))
    return verdicts


def prepare(area: Area, folder: Path) -> None:
    """Copy the project's files that changed into the folder, with a configuration of mutmut."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    names = [name for name in listing.stdout.split("\0") if name and (ROOT / name).exists()]
    for name in names:
        source, target = ROOT / name, folder / name
        if not target.exists() or target.stat().st_mtime != source.stat().st_mtime:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    others = {name.split("/")[0] for name in names} - {*SOURCES, "tests", "pyproject.toml"}
    settings: dict[str, Any] = {
        "source_paths": list(SOURCES),
        "only_mutate": list(area.modules),
        "also_copy": sorted(others),
        "pytest_add_cli_args": list(OPTIONS),
        "pytest_add_cli_args_test_selection": list(area.tests),
        "process_isolation": "forkserver",
    }
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    project = (ROOT / "pyproject.toml").read_text() + "\n[tool.mutmut]\n" + "\n".join(lines) + "\n"
    (folder / "pyproject.toml").write_text(project)
    unchanged = folder / "mutants/pyproject.toml"
    if unchanged.exists() and unchanged.read_text() != project:
        shutil.rmtree(folder / "mutants")


def run_mutmut(area: Area, count: int | None, seed: int) -> dict[str, int | None]:
    """Return mutmut's exit code of each mutant of the sample; what is known is not run again."""
    from mutmut import __main__ as mutmut  # noqa: PLC0415 - only with its extra
    from mutmut.mutation.data import SourceFileMutationData  # noqa: PLC0415 - only with its extra
    from mutmut.utils.file_utils import walk_mutatable_files  # noqa: PLC0415 - only with its extra

    change_operators()
    mutmut.set_mutant_under_test("mutant_generation")
    Path("mutants").mkdir(exist_ok=True)
    with mutmut.CatchOutput():
        mutmut.copy_src_dir()
        mutmut.copy_also_copy_files()
        mutmut.create_mutants(2)

    def exits() -> dict[str, int | None]:
        codes: dict[str, int | None] = {}
        for path in walk_mutatable_files():
            data = SourceFileMutationData(path=path)
            data.load()
            codes |= data.exit_code_by_key
        return codes

    names = sorted(exits())
    if count is not None:
        names = sorted(random.Random(seed).sample(names, min(count, len(names))))
    if untried := tuple(name for name, code in exits().items() if code is None and name in names):
        mutmut._run(untried, 2)
    codes = exits()
    return {name: codes[name] for name in names}


def change_operators() -> None:
    """Leave out the words of messages, and compare by `<=` and `>=` where the source has `==`."""
    import libcst as cst  # noqa: PLC0415 - only with its extra
    from mutmut.mutation import mutators  # noqa: PLC0415 - only with its extra

    def strings(node: Any) -> Iterable[Any]:
        return () if " " in getattr(node, "value", " ") else mutators.operator_string(node)

    def bounds(node: Any) -> Iterator[Any]:
        yield cst.LessThanEqual()
        yield cst.GreaterThanEqual()

    operators: list[Any] = mutators.mutation_operators
    operators[:] = [
        (kind, strings if operator is mutators.operator_string else operator)
        for kind, operator in operators
    ]
    operators.append((cst.Equal, bounds))


def patched(mutant: str) -> tuple[Path, str, str]:
    """Return the path of a mutant's module, its changed lines, and the source with the mutant."""
    from mutmut.mutation import diff_apply  # noqa: PLC0415 - only with its extra

    path = Path(diff_apply.find_mutant(mutant).path)
    original = path.read_text()
    modified = path.stat()
    lines = diff_apply.get_diff_for_mutant(mutant, path=path).splitlines()[2:]
    change = "\n".join(text for text in lines if text.startswith(("+", "-")))
    try:
        diff_apply.apply_mutant(mutant)
        return path, change, path.read_text()
    finally:
        path.write_text(original)
        os.utime(path, ns=(modified.st_atime_ns, modified.st_mtime_ns))


def fate_on_source(area: Area, path: Path, source: str) -> str:
    """Run tests on a source with the mutant: the area's own, those that reach its module, and the
    playthroughs.
    """
    original = path.read_text()
    modified = path.stat()
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("MUTANT_UNDER_TEST", None)
    own = dict.fromkeys([*area.tests[:1], *tests_of(path)])
    try:
        path.write_text(source)
        for fate, tests in (("noticed", own), ("weak", (PLAYTHROUGHS,))):
            command = [sys.executable, "-m", "pytest", *OPTIONS, *tests]
            run = subprocess.run(command, capture_output=True, check=False, env=environment)
            if run.returncode not in (0, 5):
                return fate
        return "survived"
    finally:
        path.write_text(original)
        os.utime(path, ns=(modified.st_atime_ns, modified.st_mtime_ns))


def tests_of(path: Path) -> list[str]:
    """Return the tests that reach any function of a module."""
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    reached = json.loads(Path("mutants/mutmut-stats.json").read_text())
    functions: dict[str, list[str]] = reached["tests_by_mangled_function_name"]
    return sorted(
        {
            test
            for name, tests in functions.items()
            if name.startswith(f"{module}.x")
            for test in tests
        }
    )


def is_explained(path: Path, change: str) -> bool:
    """Say whether `mutants.txt` gives a reason: a path, a changed line, and why it's the same."""
    added = [line[1:].strip() for line in change.splitlines() if line.startswith("+")]
    return any(
        fnmatch(str(path), where) and any(_reads(after, line) for line in added)
        for where, after, _ in (entry.split(" | ") for entry in explanations())
    )


def _reads(pattern: str, line: str) -> bool:
    """Say whether a line reads like this; each `*` stands for anything."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), line) is not None


def explanations() -> list[str]:
    lines = EXPLAINED.read_text().splitlines() if EXPLAINED.exists() else []
    return [line for line in lines if line and not line.startswith("#")]


def report(area: str, verdicts: list[Verdict], *, is_whole: bool) -> int:
    """Print what survived, and a row; return 1 if the area noticed less than its goal."""
    for verdict in verdicts:
        if verdict.fate != "noticed":
            print(f"\n{verdict.fate}: {verdict.mutant}\n{verdict.change}")
    fates = Counter(verdict.fate for verdict in verdicts)
    counted = len(verdicts) - fates["explained"]
    sample = WHOLE if is_whole else f"a sample of {len(verdicts)} an area"
    record(
        "mutants of the program", sample, area,
        tried=len(verdicts), good=len(verdicts) - fates["survived"],
    )  # fmt: skip
    share = (fates["noticed"] + fates["weak"]) / counted if counted else 1.0
    print(
        f"\n| {area} | {len(verdicts)} | {fates['noticed']} noticed | {fates['weak']} weak"
        f" | {fates['explained']} explained | {fates['survived']} survived | {share:.1%} |"
    )
    return int(share < AREAS[area].goal)


if __name__ == "__main__":
    sys.exit(main())

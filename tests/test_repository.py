"""The repository is consistent: what documents name exists, and what exists is named."""

import re
from importlib import import_module
from importlib.metadata import metadata
from importlib.util import find_spec
from pathlib import Path
from tomllib import loads

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.settings import Settings, env_example
from bot.ui.interactions.bot_permissions import invite_link
from games import GAMES
from games.core.game import AnyGame
from tests.__main__ import STYLE
from tests.games.advice import advice
from tests.long_runs.results import PAPER, results, table

ROOT = Path(__file__).parent.parent
LONG_RUNS = ROOT / "tests/long_runs"
PROJECT = loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

PLAYGROUND = loads((ROOT / "playground/pyproject.toml").read_text(encoding="utf-8"))["project"]

RUNNING = PROJECT["dependencies"] + PLAYGROUND["dependencies"]
LOCKS = {
    "requirements.lock": RUNNING,
    "requirements-dev.lock": RUNNING + PROJECT["optional-dependencies"]["dev"],
}
OFFERED = ("SECURITY.md", ".github/pull_request_template.md")
"""What the page of a repository offers to those who never read a document of ours."""
DOCS = tuple(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))
PAPERS = (
    *("README.md", "CONTRIBUTING.md", "ADDING_A_GAME.md", "Makefile"),
    *("playground/README.md", *DOCS),
)
INSTALLING = (
    *PAPERS,
    ".ci/run",
    *(f"deploy/{path.name}" for path in sorted((ROOT / "deploy").iterdir())),
)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_game_has_its_rules(game: AnyGame) -> None:
    """Every game has rules with a title and numbered paragraphs."""
    rules = read(f"games/{game.info.key}/RULES.md")

    assert rules.startswith("# ")
    assert re.search(r"^\d+\. ", rules, re.MULTILINE)


def test_every_game_is_listed() -> None:
    """Every game folder is in the list of games, and every listed game has a folder."""
    making = {
        path.parent.name
        for path in (ROOT / "games").glob("*/*.py")
        if re.search(
            r"^class \w+\((?:\w+\.)?Game\[", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }

    assert making == {game.info.key for game in GAMES}


def applies(requirement: Requirement, *extras: str) -> bool:
    """Whether a requirement counts on this machine, given the extras that are asked for."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def pins(lock: str) -> dict[str, Requirement]:
    """Return a lock's requirements for this machine, by their names."""
    lines = re.findall(r"^(\w.*==.*) \\$", read(lock), re.MULTILINE)
    return {canonicalize_name(pin.name): pin for pin in map(Requirement, lines) if applies(pin)}


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_are_complete(lock: str) -> None:
    """A lock names all that the program needs, and all that those libraries need, with extras."""
    pinned = pins(lock)
    queue = [need for need in map(Requirement, LOCKS[lock]) if applies(need)]
    for need in queue:
        pin = pinned[canonicalize_name(need.name)]
        [version] = pin.specifier

        assert need.specifier.contains(version.version, prereleases=True), need
        assert need.extras <= pin.extras, need
        further = map(Requirement, metadata(need.name).get_all("Requires-Dist") or [])
        queue += [
            next_need
            for next_need in further
            if applies(next_need, *need.extras) and next_need not in queue
        ]


@pytest.mark.parametrize("lock", LOCKS)
def test_locked_files_have_hashes(lock: str) -> None:
    """Every requirement in a lock is one version, with the hashes of its files."""
    blocks = re.split(r"^(?=\w)", read(lock), flags=re.MULTILINE)[1:]

    assert blocks
    assert [
        block for block in blocks if not re.match(r".+==.+ \\\n    --hash=sha256:\w{64}", block)
    ] == []


def test_the_two_locks_agree() -> None:
    """Tests run with the same library versions as the bot."""
    first, second = (pins(lock) for lock in LOCKS)

    assert first.items() <= second.items()


def test_locks_are_installed_as_they_are() -> None:
    """Each line that installs a lock checks hashes and takes nothing that the lock doesn't name."""
    lines = [
        (paper, line)
        for paper in INSTALLING
        for line in read(paper).splitlines()
        if re.search(r"-r \S*requirements\S*\.lock", line)
    ]

    assert {"Makefile", "README.md", "deploy/Dockerfile", "deploy/install.sh"} <= dict(lines).keys()
    assert [
        line for line in lines if not {"--require-hashes", "--no-deps"} <= set(line[1].split())
    ] == []


@pytest.mark.parametrize("name", sorted(path.stem for path in LONG_RUNS.glob("*.py")))
def test_every_long_run_can_be_loaded(name: str) -> None:
    """What no other test imports loads as well, with its parts."""
    assert import_module(f"tests.long_runs.{name}").__doc__


def test_every_setting_has_its_example() -> None:
    """.env.example names every setting once, with a description and default, and nothing else."""
    example = read(".env.example")
    named = re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)

    assert example == env_example()
    assert named == [f"TOMATO_{name.upper()}" for name in Settings.model_fields]
    assert all(field.description for field in Settings.model_fields.values())


@pytest.mark.parametrize("paper", PAPERS)
def test_named_commands_exist(paper: str) -> None:
    """Every make target and module that a document names exists."""
    text = read(paper)
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    made = re.findall(r"^\s*(?:[$] )?make ([a-z]+)|`make ([a-z]+)`", text, re.MULTILINE)
    ran = re.findall(r"(?:\.venv/bin/python|\$\(RUN\)|python3?) -m (\w[\w.]*\w)", text)
    outside = {"venv", "pip", "uv", "babel", "ruff", "mypy", "pytest"}

    assert {first or other for first, other in made} <= targets
    assert [module for module in ran if module not in outside and find_spec(module) is None] == []


@pytest.mark.parametrize("paper", [paper for paper in PAPERS + OFFERED if paper.endswith(".md")])
def test_named_files_exist(paper: str) -> None:
    """Every file that a document links to exists."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)", read(paper))

    assert [link for link in links if not ((ROOT / paper).parent / link).exists()] == []


def test_pages_for_everybody_stay_short() -> None:
    """A version's changes take at most 6 kB, and what was tested at most 12 kB."""
    versions = re.split(r"^(?=## )", read("CHANGELOG.md"), flags=re.MULTILINE)

    assert [text.partition("\n")[0] for text in versions if len(text.encode()) > 6_000] == []
    assert len(read("RELIABILITY.md").encode()) <= 12_000


def test_figures_are_those_that_were_measured() -> None:
    """The table of figures is the one that `python -m tests.long_runs.results` writes."""
    assert PAPER.read_text(encoding="utf-8").count(table(results())) == 1


def test_the_index_names_every_page() -> None:
    """The index of the documentation has each of its pages once."""
    links = re.findall(r"\]\(([\w-]+\.md)\)", read("docs/README.md"))

    assert sorted(f"docs/{link}" for link in links) == sorted({*DOCS} - {"docs/README.md"})


@pytest.mark.parametrize("paper", ["README.md", "docs/install.md"])
def test_invite_links_ask_for_what_the_bot_needs(paper: str) -> None:
    """Every invite link in the documents is the one that the bot itself makes."""
    links = re.findall(r"https://discord\.com/oauth2/\S+", read(paper))

    assert links
    assert set(links) == {invite_link("APPLICATION")}


def test_every_law_says_what_to_do() -> None:
    """The guide has a row for every module of laws, and its rows name tests that exist."""
    modules = {path: path.read_text(encoding="utf-8") for path in ROOT.rglob("test_*.py")}
    tests = {name for text in modules.values() for name in re.findall(r"def (test_\w+)", text)}

    assert {path.stem for path in ROOT.glob("tests/games/laws/test_*.py")} <= advice().keys()
    assert advice().keys() <= tests | {path.stem for path in modules}


def test_the_guide_knows_the_core() -> None:
    """Each name that the guide puts into a module of the core is there."""
    guide = read("ADDING_A_GAME.md")
    [line] = re.findall(r"^Modules of `games/core` that help.*: (.+)", guide, re.MULTILINE)

    assert [
        f"{module}.{name}"
        for module, names in re.findall(r"`([\w/]+)`(?: \((.+?)\))?", line)
        for name in re.findall(r"\w+", names)
        if not hasattr(import_module(f"games.core.{module.replace('/', '.')}"), name)
    ] == []


@pytest.mark.parametrize("target", ["play", "run", "test", "bench", "catalogues", "sheet"])
def test_targets_are_one_line(target: str) -> None:
    """Each make target for people is a single Python command."""
    lines = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", read("Makefile"), re.MULTILINE)

    assert lines is not None
    assert re.fullmatch(r"\t@\$\(RUN\) -m [\w.]+( .+)?\n", lines[1])


def test_other_machines_run_the_same_checks() -> None:
    """A commit runs the quick tests' style checks, and each promised Python runs what CI runs."""
    commit, workflow = read(".pre-commit-config.yaml"), read(".github/workflows/checks.yaml")
    before = re.findall(r"entry: \.venv/bin/python -m (.+)", commit)
    pythons = re.search(r"^PYTHONS := (.+)$", read("Makefile"), re.MULTILINE)

    assert before == [" ".join(command) for command in STYLE]
    assert pythons is not None
    assert re.findall(r'"(3\.\d+)"(?=.*\])', workflow) == re.findall(r"3\.\d+", pythons[1])
    assert "run: .ci/run\n" in workflow


def test_no_event_loop_waits_for_the_end_of_the_session() -> None:
    """Every event loop of the tests ends with its module or sooner."""
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    scopes = {path: re.findall(r"loop_scope=\"(\w+)\"", text) for path, text in sources.items()}

    assert any(scopes.values())
    assert [path for path, scope in scopes.items() if {*scope} - {"module", "function"}] == []

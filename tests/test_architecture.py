"""Allowed imports and lengths, read from the source."""

import ast
import gc
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOUSES = ("games", "render", "data", "bot", "playground", "tests")

SCENE_PACKAGES = ("questions", "rules", "state", "texts", "views")
"""What a scene may import of its game, large or small: all that views and their values need."""

PURE_STANDARD = frozenset(
    {
        *("__future__", "abc", "bisect", "collections", "contextlib", "dataclasses", "decimal"),
        *("enum", "functools", "gettext", "hashlib", "heapq", "itertools", "math", "operator"),
        *("re", "string", "types", "typing"),
    }
)
"""The standard library's modules without a clock, files or randomness."""
PURE_OTHERS = {
    "games": {"pydantic"},
    "games.installed": {"importlib"},
    "games.core.text": {"pydantic", "babel"},
    "games.core.exact_json": {"json"},
    "games.core.names": {"pydantic", "unicodedata"},
}
"""What rules may import besides: values, and in one module each, languages, JSON and letters."""

OWNERS = {
    "discord": ("bot.ui",),
    "aiohttp": (
        *("playground", "bot.metrics"),
        *("bot.ui.kit.discord_errors", "bot.ui.program.outages", "bot.ui.self_test"),
        "bot.ui.program.feed_destinations",
    ),
    "prometheus_client": ("bot.metrics",),
    **dict.fromkeys(("aiosqlite", "psycopg", "psycopg_pool"), ("data",)),
    "openskill": ("bot.tables.leaderboards",),
    **dict.fromkeys(("PIL", "numpy", "resvg_py"), ("render",)),
    "isal": ("render.disk.checksums", "render.engine.png"),  # they clear the registers after it
    "random": (),
}
"""The packages that may import each library."""


@dataclass(frozen=True)
class Import:
    """One import of one module."""

    importer: str
    imported: str
    line: int

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.imported}"


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep millions of new objects, which stay until the end, out of garbage collection."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@cache
@uncollected()
def modules() -> dict[str, ast.Module]:
    """Return every module of the project, by its dotted name."""
    results = {}
    for house in HOUSES:
        for path in sorted((ROOT / house).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            source = path.read_text(encoding="utf-8")
            results[name.removesuffix(".__init__")] = ast.parse(source, str(path))
    return results


@cache
@uncollected()
def nodes() -> dict[str, tuple[ast.AST, ...]]:
    """Return everything in every module; to walk them all takes a second."""
    return {name: tuple(ast.walk(tree)) for name, tree in modules().items()}


@cache
def imports() -> tuple[Import, ...]:
    """Return every import of the project, in functions and under TYPE_CHECKING too."""
    return tuple(link for name in modules() for link in _imports(name))


def _imports(name: str) -> Iterator[Import]:
    for node in nodes()[name]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(name, alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}:{node.lineno} is a relative import"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                imported = whole if whole in modules() else node.module or ""
                yield Import(name, imported, node.lineno)


def is_in(name: str, house: str) -> bool:
    return name == house or name.startswith(f"{house}.")


def belongs(name: str, houses: tuple[str, ...]) -> bool:
    return any(is_in(name, house) for house in houses)


def is_ours(name: str) -> bool:
    return belongs(name, HOUSES)


@cache
def game_names() -> tuple[str, ...]:
    folders = (path for path in (ROOT / "games").iterdir() if (path / "__init__.py").exists())
    return tuple(sorted(path.name for path in folders if path.name != "core"))


def allowed(importer: str) -> tuple[str, ...] | None:
    """Return the packages of ours that a module may import from; None if it may import any."""
    parts = importer.split(".")
    if is_in(importer, "games.core"):
        return ("games.core",)
    if parts[0] == "games":
        return ("games.core", f"games.{parts[1]}") if len(parts) > 1 else ("games",)
    if parts[:2] == ["render", "scenes"] and len(parts) > 2 and parts[2] in game_names():
        values = (f"games.{parts[2]}.{package}" for package in SCENE_PACKAGES)
        return ("games.core", "render", *values)
    rows = {
        "render": ("games.core", "render"),
        "data": ("games.core", "data"),
        "bot.tables": (
            "games.core",
            "data",
            "bot.tables",
            "bot.background",
            "bot.circuit_breaker",
            "bot.machine",
        ),
        "playground": ("playground",),
        "bot.ui": ("games.core", "data", "render", "bot"),
        "bot.__main__": ("bot", "data"),
        "bot.shards": ("bot", "data.records"),
        "bot": ("bot",),
    }
    return next((rows[house] for house in rows if is_in(importer, house)), None)


def may_import(result: Import) -> bool:
    """Return whether an import of ours is allowed by the borders between packages."""
    if is_in(result.importer, "render") and result.imported.endswith(".rules.match"):
        return False
    houses = allowed(result.importer)
    if houses is None or not is_ours(result.imported) or belongs(result.imported, houses):
        return True
    # GAMES, and a game by its key, for bot/ and for the tool that paints sheets of all games.
    readers = ("bot.tables", "bot.ui", "render.tools.contact_sheet", "render.tools.palettes")
    return result.imported == "games" and belongs(result.importer, readers)


CROSSING = [
    ("games.tomate.rules.match", "games.dojo"),
    ("render.scenes.tomate.table", "games.dojo.questions.views"),
    ("bot.settings", "tests.support.sampling"),
    ("games.tomate.rules.match", "tests.toys"),
    ("games.core.game", "games.tomate"),
    ("games.tomate.rules.match", "games"),
    ("games.tomate.rules.match", "render.paint"),
    ("render.engine.text", "games.tomate.questions.views"),
    ("render.scenes.tomate.table", "games.tomate.rules.match"),
    ("data.store", "games"),
    ("data.store", "bot.errors"),
    ("bot.tables.application", "games.tomate.questions.views"),
    ("bot.tables.application", "render.paint"),
    ("bot.tables.application", "bot.ui.program.client"),
    ("bot.ui.program.client", "games.tomate"),
    ("playground.__main__", "bot.ui.program.local"),
    ("playground.world.world", "games.core.text"),
    ("bot.ui.program.local", "playground.server"),
    ("data.store", "playground.world.store"),
]
KEEPING = [
    ("games.tomate.rules.match", "games.core.game"),
    ("render.scenes.tomate.table", "games.tomate.questions.views"),
    ("bot.tables.application", "games"),
    ("bot.ui.program.client", "render.paint"),
    ("tests.support.playground", "playground.server"),
]


@pytest.mark.parametrize(("importer", "imported"), CROSSING)
def test_borders_are_watched(importer: str, imported: str) -> None:
    """An import across a border is found."""
    assert not may_import(Import(importer, imported, 1))


@pytest.mark.parametrize(("importer", "imported"), KEEPING)
def test_doors_are_open(importer: str, imported: str) -> None:
    """An allowed import passes."""
    assert may_import(Import(importer, imported, 1))


def test_houses_import_only_what_they_may() -> None:
    """Rules import only their own, pictures and storage the core, tables no Discord, none tests."""
    assert not [str(link) for link in imports() if not may_import(link)]


def test_no_painter_sees_a_state() -> None:
    """Pictures are painted from views, so none can show what its viewer may not see."""
    states = [
        f"{name}:{node.lineno}"
        for name in modules()
        if is_in(name, "render")
        for node in nodes()[name]
        if (isinstance(node, ast.ImportFrom) and "State" in {alias.name for alias in node.names})
        or (isinstance(node, ast.Attribute) and node.attr == "State")
    ]

    assert not states


def test_rules_are_pure() -> None:
    """Rules import no clock, no files, no randomness and nothing that does."""
    impure = []
    for link in imports():
        top = link.imported.split(".")[0]
        if not is_in(link.importer, "games") or is_ours(link.imported):
            continue
        others = PURE_OTHERS.get(link.importer, PURE_OTHERS["games"])
        if top not in PURE_STANDARD and top not in others:
            impure.append(str(link))

    assert not impure


@pytest.mark.parametrize("library", OWNERS)
def test_libraries_have_owners(library: str) -> None:
    """A library is imported only by the packages that own it."""
    strangers = [
        str(link)
        for link in imports()
        if is_in(link.imported, library)
        and not is_in(link.importer, "tests")
        and not belongs(link.importer, OWNERS[library])
    ]

    assert not strangers


@pytest.mark.parametrize("folder", ["", "playground"])
def test_every_import_is_declared(folder: str) -> None:
    """Every library that a distribution imports is named in its pyproject.toml."""
    declared = (ROOT / folder / "pyproject.toml").read_text(encoding="utf-8")
    names = {"discord": "discord.py", "PIL": "pillow", "resvg_py": "resvg-py"}
    foreign = {
        link.imported.split(".")[0]
        for link in imports()
        if not is_ours(link.imported)
        if is_in(link.importer, "playground") is (folder == "playground")
    }
    missing = {
        library
        for library in foreign - set(sys.stdlib_module_names)
        if f'"{names.get(library, library.replace("_", "-"))}' not in declared
    }

    assert missing <= UNDECLARED


UNDECLARED = {
    "packaging",  # pytest brings it
    *("psutil", "psycopg_pool"),  # the wheel with a PostgreSQL server, and psycopg[pool]
    "yarl",  # aiohttp brings it
    "fontTools",  # the script that vendored the fonts, run once by hand
    "rlcard",  # a peer that benches compare with, if installed
}


def test_every_test_states_its_law() -> None:
    """Every test's docstring states its law in one sentence."""
    silent = [
        f"{name}.{node.name}"
        for name, node in functions()
        if is_in(name, "tests") and node.name.startswith("test_")
        if not is_one_sentence(ast.get_docstring(node) or "")
    ]

    assert not silent


def is_one_sentence(words: str) -> bool:
    """Tell whether a docstring's first paragraph is a single sentence."""
    first = " ".join(words.split("\n\n", maxsplit=1)[0].split())
    ended = re.fullmatch(r"\S.*[.?!)]", first) is not None
    return ended and not re.search(r"[a-z)][.?!] [A-Z]", first)


Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions() -> Iterator[tuple[str, Function]]:
    for name, each_node in nodes().items():
        for node in each_node:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield name, node


def sources() -> list[Path]:
    """Return every source file, the page's too; a dumped database is none."""
    endings = ("*.py", "*.js", "*.css", "*.sql")
    results = (path for house in HOUSES for end in endings for path in (ROOT / house).rglob(end))
    return [path for path in results if path.parent.name != "released"]


def test_sentences_are_not_glued() -> None:
    """A message of the rules is one literal, so that a translator sees all of it."""
    glued = [
        f"{name}:{node.lineno}"
        for name, each_node in nodes().items()
        if is_in(name, "games")
        for node in each_node
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"say", "say_many"}
        and any(isinstance(argument, (ast.JoinedStr, ast.BinOp)) for argument in node.args[:1])
    ]

    assert not glued


HEARD = (
    *("bot.background", "bot.ui.program.serving"),
    *("playground.background", "playground.bots", "playground.stopping"),
)
"""Where tasks may be created directly: the helper, and where results are raised at once."""


def test_no_background_task_fails_unheard() -> None:
    """Background tasks are started by `background`, which reports their errors."""
    unheard = [
        f"{name}:{node.lineno}"
        for name, each_node in nodes().items()
        if belongs(name, ("bot", "playground")) and name not in HEARD
        for node in each_node
        if isinstance(node, ast.Attribute)
        and node.attr in ("create_task", "ensure_future")
        and isinstance(node.value, ast.Name)
        and node.value.id in ("asyncio", "loop")
    ]

    assert not unheard


def test_caches_of_games_stay_small() -> None:
    """No function of a game keeps every result if it takes a number or a tuple."""
    growing = [
        f"{name}:{node.lineno} {node.name}"
        for name, each_node in nodes().items()
        if is_in(name, "games")
        for node in each_node
        if isinstance(node, ast.FunctionDef)
        and {"cache", "lru_cache(maxsize=None)"}.intersection(map(ast.unparse, node.decorator_list))
        and re.search(r"\b(int|tuple)\b", ast.unparse(node.args))
    ]

    assert not growing


def test_all_cached_images_share_one_limit() -> None:
    """No function that makes images of its arguments keeps them outside the host's limit."""
    own = [
        f"{name}:{node.lineno} {node.name}"
        for name, each_node in nodes().items()
        if is_in(name, "render") and not is_in(name, "render.tools")
        for node in each_node
        if isinstance(node, ast.FunctionDef)
        and any("cache" in ast.unparse(each) for each in node.decorator_list)
        and node.args.args
        and node.returns is not None
        and "Image.Image" in ast.unparse(node.returns)
    ]

    assert not own


def test_nothing_is_left_for_later() -> None:
    """No line is marked as work to be done."""
    marks = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b")

    assert not lines_with(marks)


def test_exceptions_to_the_style_are_argued() -> None:
    """Every exception to a checker names what it silences and gives the reason in half a line."""
    bare = re.compile(r"#\s*(noqa|type:\s*ignore)(?!(:\s*|\[)[\w, -]+\]?\s+(#|--?|\()\s?.{8,})")

    assert not lines_with(bare)


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Return where a pattern occurs in the source."""
    return [
        f"{path.relative_to(ROOT)}:{number} {line.strip()}"
        for path in sources()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]

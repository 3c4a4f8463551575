"""The layout of the tree: imports run down, and names are used once."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import pytest

from tests.test_architecture import ROOT, Import, functions, game_names, imports, is_in, modules

PACKAGES = ("bot.tables", "bot.ui", "playground", "render", "data")
"""Packages that contain packages."""

MOST_FLOORS = 8
LONGEST_FUNCTION = 60

RETIRED = frozenset(
    {
        *("advances", "acts", "asked", "bell", "boards", "club", "deeds", "den", "described"),
        *("desk", "doors", "habits", "here", "homes", "house", "imagine", "loading", "manner"),
        *("mind", "minds", "minting", "office", "painters", "past", "posts", "presses"),
        *("publics", "repeating", "shelf", "sights", "spread", "strip", "teaching", "timetable"),
        *("twins", "unsay", "voice", "warming", "wishes", "words"),
    }
)
"""Module names that say nothing to a newcomer, so they must not come back."""

RETIRED_CLASSES = frozenset(
    {
        *("Advances", "Acts", "Bell", "Desk", "Doors", "Habits", "Homes", "House", "Loading"),
        *("Minter", "Office", "Painters", "Past", "Presses", "Publics", "Shelf", "Sight"),
        *("Timetable", "Tools", "Voice"),
    }
)

RETIRED_NAMES = frozenset(
    {"alone", "at", "beside", "came", "found", "kept", "one", "said", "together", "told"}
)
"""Names of functions and variables that make a reader ask which one is meant."""


def is_program(name: str) -> bool:
    return not is_in(name, "tests")


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """Return which modules of the program each of them imports."""
    results = defaultdict[str, set[str]](set)
    for link in imports():
        if is_program(link.importer) and link.imported in modules() and is_program(link.imported):
            results[link.importer].add(link.imported)
    return {name: frozenset(results[name] - {name}) for name in modules() if is_program(name)}


def circles(arrows: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return every group of names that can all reach each other, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    grouped: set[str] = set()
    groups: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in arrows.get(name, ()):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other not in grouped:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            cut = stack.index(name)
            groups.append(stack[cut:])
            grouped.update(stack[cut:])
            del stack[cut:]

    for name in arrows:
        if name not in index:
            visit(name)
    return [sorted(group) for group in groups if len(group) > 1]


def floors(arrows: Mapping[str, Iterable[str]]) -> int:
    """Return the length of the longest chain of imports; the arrows must have no cycle."""
    heights: dict[str, int] = {}

    def height(name: str) -> int:
        if name not in heights:
            heights[name] = 1 + max(map(height, arrows.get(name, ())), default=0)
        return heights[name]

    return max(map(height, arrows))


def rooms(package: str) -> dict[str, set[str]]:
    """Return how the direct children of a package import each other."""

    def room(name: str) -> str:
        return name.removeprefix(f"{package}.").split(".")[0]

    inside = {name for name in graph() if is_in(name, package) and name != package}
    results = {room(name): set[str]() for name in inside}
    for name in inside:
        results[room(name)] |= {room(other) for other in graph()[name] if other in inside}
    return {name: others - {name} for name, others in results.items()}


def test_a_circle_is_found() -> None:
    """Three modules that import each other in a ring are one cycle."""
    assert circles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}) == [["a", "b", "c"]]


def test_floors_are_counted() -> None:
    """A chain of three imports has three layers."""
    assert floors({"a": ["b", "c"], "b": ["c"], "c": []}) == 3


def test_no_modules_import_each_other() -> None:
    """No module of the program imports itself through others."""
    assert not circles(graph())


@pytest.mark.parametrize("package", [*PACKAGES, *(f"games.{name}" for name in game_names())])
def test_packages_import_in_one_direction(package: str) -> None:
    """Inside a package, no two parts import each other, directly or through others."""
    assert not circles(rooms(package))


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_have_few_floors(package: str) -> None:
    """The parts of a package form at most eight layers of imports."""
    assert floors(rooms(package)) <= MOST_FLOORS


def test_no_feature_imports_another() -> None:
    """What two features share lies below them, so that each can be changed in its own folder."""
    features = "bot.ui.features"
    crossing = [
        str(link)
        for link in imports()
        if is_in(link.importer, features)
        and link.imported.startswith(f"{features}.")
        and link.imported != f"{features}.services"
        and link.imported.split(".")[3] != link.importer.split(".")[3]
    ]

    assert not crossing


def test_every_package_says_what_it_is_for() -> None:
    """The __init__ of every package of the program has a docstring."""
    silent = [
        name
        for name, tree in modules().items()
        if is_program(name) and (ROOT / name.replace(".", "/")).is_dir()
        if ast.get_docstring(tree) is None
    ]

    assert not silent


def test_no_module_has_a_retired_name() -> None:
    """No module has a retired metaphor as its name."""
    assert not [name for name in modules() if name.rsplit(".", 1)[-1] in RETIRED]


def _classes() -> Iterable[tuple[str, str]]:
    """Yield every class of the program with its module."""
    for name, tree in modules().items():
        if not is_program(name):
            continue
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                yield name, node.name


def _game_of(module: str) -> str | None:
    """Return the only game that a module belongs to, its scene included, or None."""
    parts = module.split(".")
    if parts[0] == "games" and len(parts) > 1 and parts[1] != "core":
        return parts[1]
    if parts[:2] == ["render", "scenes"] and len(parts) > 2 and parts[2] in game_names():
        return parts[2]
    return None


def test_class_names_are_used_once() -> None:
    """A class name is used once in the program, or once in each game."""
    shared = defaultdict[str, list[str]](list)
    for module, name in _classes():
        if _game_of(module) is None:
            shared[name].append(module)
    in_games = defaultdict[tuple[str, str], list[str]](list)
    for module, name in _classes():
        game = _game_of(module)
        if game is not None:
            in_games[game, name].append(module)
    twice = {name: where for name, where in shared.items() if len(where) > 1}
    again = {name: where for (_, name), where in in_games.items() if len(where) > 1}

    assert not twice | again


def test_no_class_has_a_retired_name() -> None:
    """No class has a retired metaphor as its name."""
    assert not [f"{module}.{name}" for module, name in _classes() if name in RETIRED_CLASSES]


def test_nothing_has_a_retired_name() -> None:
    """No function, variable or parameter is called `told`, `one` or the like.

    Tests count but those of games' rules and pictures.
    """
    retired = [
        f"{name}.{function.name}: {word}"
        for name, function in functions()
        if not (is_in(name, "tests.games") or is_in(name, "tests.render"))
        for node in ast.walk(function)
        for word in [node.arg if isinstance(node, ast.arg) else getattr(node, "id", function.name)]
        if word in RETIRED_NAMES
    ]

    assert not retired


def _users(node: ast.AST) -> Iterator[object]:
    """Yield the name that a node of a module uses, if it uses one."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name) | ast.alias(name=name):
            yield name
        case ast.Constant(value=name):  # `cast` names its type in quotes
            yield name


def test_everything_at_the_top_of_a_module_has_a_user() -> None:
    """A function, class or constant of the program is used by some module, if only by a test."""
    used = {name for tree in modules().values() for node in ast.walk(tree) for name in _users(node)}
    unused = [
        f"{module}.{name}"
        for module, tree in modules().items()
        for node in tree.body
        for name in (
            [target.id for target in node.targets if isinstance(target, ast.Name)]
            if isinstance(node, ast.Assign)
            else [getattr(node, "name", "__doc__")]
        )
        if is_program(module) and name not in used and not name.startswith("__")
        if not getattr(node, "decorator_list", ())
    ]

    assert not unused


def test_functions_stay_short() -> None:
    """No function is longer than 60 lines."""
    long = [
        f"{name}.{node.name}: {lines} lines"
        for name, node in functions()
        if (lines := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_FUNCTION
    ]

    assert not long


NUMPY = "numpy is loaded by the painter of the first picture, not by every start"
ARGUED_IMPORTS = {
    "bot.__main__": "a command that only copies a file does not load discord.py",
    "bot.settings": "the languages are read from their folder when they are asked for",
    "bot.ui.program.main": "most hosts serve no metrics",
    "bot.ui.i18n.compiled": "most starts compile no catalogue",
    "data.store": "most hosts have no PostgreSQL",
    "render.canvas": NUMPY,
    "render.disk.checksums": NUMPY,
    "render.engine.png": NUMPY,
    "render.engine.shapes": NUMPY,
    "render.engine.sprite_image": NUMPY,
    "render.scenes": "a start paints no game",
    "render.sprites.turned": NUMPY,
}

NOT_AT_START = (
    *(
        "psycopg",
        "psycopg_pool",
        "prometheus_client",
        "bot.metrics.server",
        "numpy",
        "babel.messages",
    ),
    *(f"render.scenes.{game}" for game in game_names()),
)
"""What takes long to load, and no start needs: few hosts use it, or only pictures do."""


def test_a_start_loads_only_what_it_needs() -> None:
    """The bot starts without PostgreSQL, Prometheus, a web server, numpy and games' scenes."""
    assert not [
        str(item) for item in _loaded_with("bot.ui.program.main") if _is_late(item.imported)
    ]


def test_a_copy_loads_no_games() -> None:
    """Commands that only copy a database load neither games nor a client of Discord."""
    heavy = ("games", "discord", "aiohttp", "PIL")
    outcome = _loaded_with("bot.__main__")
    assert not [
        str(result) for result in outcome if any(is_in(result.imported, name) for name in heavy)
    ]


def _is_late(name: str) -> bool:
    return any(is_in(name, late) for late in NOT_AT_START)


def _loaded_with(name: str) -> Iterator[Import]:
    """Yield the imports that importing a module runs: those at the top of modules."""
    top = {(module, node.lineno) for module, tree in modules().items() for node in tree.body}
    by_importer = defaultdict[str, list[Import]](list)
    for link in imports():
        if (link.importer, link.line) in top:
            by_importer[link.importer].append(link)
    seen, left = {name}, [name]
    while left:
        for link in by_importer[left.pop()]:
            yield link
            if link.imported not in seen:
                seen.add(link.imported)
                left.append(link.imported)


def test_imports_stand_at_the_top() -> None:
    """No function imports anything, unless its module is listed with a reason."""
    lines = defaultdict[str, set[int]](set)
    for name, function in functions():
        lines[name].update(range(function.lineno, (function.end_lineno or 0) + 1))
    inside = [
        str(link)
        for link in imports()
        if is_program(link.importer) and link.importer not in ARGUED_IMPORTS
        if link.line in lines[link.importer]
    ]

    assert not inside

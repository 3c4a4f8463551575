"""Limits of the components in a message, of the first and the second version."""

from collections.abc import Container, Iterator

from playground.limits.problems import Path, Problems
from playground.world.components import (
    BUTTON,
    CONTAINER,
    FILE,
    GALLERY,
    LINK,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    THUMBNAIL,
    texts,
    walk,
)
from playground.world.world import Json

ROWS, BUTTONS, OPTIONS, NESTED, TEXT_TOTAL = 5, 5, 25, 40, 4000
LABEL, CUSTOM_ID, PLACEHOLDER, DESCRIPTION = 80, 100, 150, 1024

SHOWN = {FILE: "file", THUMBNAIL: "media"}
"""The field with the file that a component shows."""
IN_CONTAINER = {ROW, TEXT, SECTION, GALLERY, SEPARATOR, FILE}
TOP_V2 = IN_CONTAINER | {CONTAINER}


def check_components(problems: Problems, components: list[Json], *, v2: bool) -> None:
    """Check all rules for a message's components."""
    root: Path = ("components",)
    _check_kinds(problems, root, components, TOP_V2 if v2 else {ROW})
    if v2:
        number = sum(1 for _ in walk(components))
        if number > NESTED:
            message = f"{number} components, nested ones included; {NESTED} is the most."
            problems.add(root, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        if sum(map(len, texts(components))) > TEXT_TOTAL:
            message = f"The texts have more than {TEXT_TOTAL} characters in total."
            problems.add(root, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    else:
        problems.count(root, components, 0, ROWS)
    for path, component in placed(root, components):
        _check_one(problems, path, component)
    check_custom_ids(problems, list(placed(root, components)))


def check_emojis(problems: Problems, components: list[Json], emojis: Container[int]) -> None:
    """Check that custom emojis on buttons and options belong to the bot."""
    for path, component in placed(("components",), components):
        named = [((*path, "emoji"), component.get("emoji"))]
        named += [
            ((*path, "options", index, "emoji"), option.get("emoji"))
            for index, option in enumerate(component.get("options") or [])
        ]
        for place, emoji in named:
            if emoji and emoji.get("id") and int(emoji["id"]) not in emojis:
                problems.add((*place, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def check_custom_ids(problems: Problems, placed: list[tuple[Path, Json]]) -> None:
    """Check that no two components of one message or modal share an id."""
    ids = [((*path, "custom_id"), c["custom_id"]) for path, c in placed if c.get("custom_id")]
    problems.unique((), ids, "COMPONENT_CUSTOM_ID_DUPLICATED")


def placed(root: Path, components: list[Json]) -> Iterator[tuple[Path, Json]]:
    """Return every component with its path."""
    for index, component in enumerate(components):
        here = (*root, index)
        yield here, component
        yield from placed((*here, "components"), component.get("components") or [])
        for place in ("accessory", "component"):
            if component.get(place):
                yield (*here, place), component[place]


def _check_kinds(problems: Problems, path: Path, components: list[Json], allowed: set[int]) -> None:
    for index, component in enumerate(components):
        if component["type"] not in allowed:
            problems.add(
                (*path, index, "type"),
                "UNION_TYPE_CHOICES",
                f'Value of field "type" must be one of {tuple(sorted(allowed))}.',
            )


def _check_one(problems: Problems, path: Path, component: Json) -> None:
    kind = component["type"]
    if kind == ROW:
        _check_row(problems, path, component.get("components") or [])
    elif kind == BUTTON:
        _check_button(problems, path, component)
    elif kind in SELECTS:
        check_select(problems, path, component)
    elif kind == TEXT:
        problems.length((*path, "content"), component.get("content"), 1, TEXT_TOTAL)
    elif kind == SECTION:
        _check_section(problems, path, component)
    elif kind == GALLERY:
        items = component.get("items") or []
        problems.count((*path, "items"), items, 1, 10)
        for index, item in enumerate(items):
            place = (*path, "items", index, "description")
            problems.length(place, item.get("description"), 0, DESCRIPTION)
    elif kind in SHOWN:
        _check_file(problems, path, component)
    elif kind == CONTAINER:
        inner = component.get("components") or []
        problems.count((*path, "components"), inner, 1, NESTED)
        _check_kinds(problems, (*path, "components"), inner, IN_CONTAINER)


def _check_file(problems: Problems, path: Path, component: Json) -> None:
    field = SHOWN[component["type"]]
    if not component.get(field):
        problems.add((*path, field), "BASE_TYPE_REQUIRED", "This field is required")
    problems.length((*path, "description"), component.get("description"), 0, DESCRIPTION)


def _check_row(problems: Problems, path: Path, inner: list[Json]) -> None:
    place = (*path, "components")
    _check_kinds(problems, place, inner, {BUTTON, *SELECTS})
    problems.count(place, inner, 1, BUTTONS)
    if any(c["type"] in SELECTS for c in inner) and len(inner) > 1:
        message = "A row with a select menu has room for nothing else."
        problems.add(place, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)


def _check_section(problems: Problems, path: Path, section: Json) -> None:
    inner = section.get("components") or []
    problems.count((*path, "components"), inner, 1, 3)
    _check_kinds(problems, (*path, "components"), inner, {TEXT})
    accessory = section.get("accessory")
    if not accessory:
        problems.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
    elif accessory["type"] not in (BUTTON, THUMBNAIL):
        message = "An accessory is a button or a thumbnail."
        problems.add((*path, "accessory", "type"), "UNION_TYPE_CHOICES", message)


def _check_button(problems: Problems, path: Path, button: Json) -> None:
    problems.length((*path, "label"), button.get("label"), 0, LABEL)
    if not (button.get("label") or "").strip() and not button.get("emoji"):
        message = "A button needs a label or an emoji."
        problems.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message)
    if button.get("style") == LINK:
        problems.length((*path, "url"), button.get("url"), 1, 512)
        if button.get("custom_id"):
            message = "A link has no custom id."
            problems.add((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", message)
        return
    problems.length((*path, "custom_id"), button.get("custom_id"), 1, CUSTOM_ID)
    if button.get("url"):
        message = "Only a link has an address, and a link has no custom id."
        problems.add((*path, "url"), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", message)


def check_select(problems: Problems, path: Path, select: Json) -> None:
    """Check a menu of any kind, in a message or in a modal."""
    problems.length((*path, "custom_id"), select.get("custom_id"), 1, CUSTOM_ID)
    problems.length((*path, "placeholder"), select.get("placeholder"), 0, PLACEHOLDER)
    least, most = (
        1 if select.get(bound) is None else select[bound] for bound in ("min_values", "max_values")
    )
    problems.number((*path, "min_values"), least, 0, OPTIONS)
    problems.number((*path, "max_values"), most, 1, OPTIONS)
    if least > most:
        message = "min_values must be less than or equal to max_values."
        problems.add((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", message)
    if select["type"] != STRING_SELECT:
        return
    options = select.get("options") or []
    problems.count((*path, "options"), options, 1, OPTIONS)
    if most > len(options):
        message = "max_values must not be larger than the number of options."
        problems.add((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", message)
    check_options(problems, (*path, "options"), options)
    if sum(bool(option.get("default")) for option in options) > most:
        message = "More options are chosen by default than max_values allows."
        problems.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)


def check_options(problems: Problems, path: Path, options: list[Json]) -> None:
    """Check the choices of a menu or of a group in a modal."""
    for index, option in enumerate(options):
        problems.length((*path, index, "label"), option.get("label"), 1, 100)
        problems.length((*path, index, "value"), option.get("value"), 1, 100)
        problems.length((*path, index, "description"), option.get("description"), 0, 100)
    values: list[tuple[Path, object]] = [
        ((index, "value"), option.get("value")) for index, option in enumerate(options)
    ]
    problems.unique(path, values, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED")

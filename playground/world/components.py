"""Trees of message and modal components: walking them, numbering them, filling in defaults."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

Json = dict[str, Any]

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
PRESSED = (BUTTON, *SELECTS)
LINK = 5  # the button style that opens an address

DEFAULTS: dict[int, Json] = {
    SEPARATOR: {"divider": True, "spacing": 1},
    CONTAINER: {"accent_color": None, "spoiler": False},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}


def children(component: Json) -> list[Json]:
    """Return the components directly inside one, in reading order."""
    below = list(component.get("components") or [])
    below += [component[place] for place in ("accessory", "component") if component.get(place)]
    return below


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of the forest, parents first."""
    for component in components:
        yield component
        yield from walk(children(component))


def find(components: list[Json], custom_id: str) -> Json | None:
    return next((c for c in walk(components) if c.get("custom_id") == custom_id), None)


def texts(components: list[Json]) -> list[str]:
    """All the text displays, top to bottom."""
    return [str(c.get("content") or "") for c in walk(components) if c["type"] == TEXT]


def media_urls(components: list[Json]) -> list[str]:
    """The addresses of all pictures and files that a forest shows."""
    urls: list[str] = []
    for component in walk(components):
        urls += [component[place]["url"] for place in ("media", "file") if component.get(place)]
        urls += [item["media"]["url"] for item in component.get("items") or []]
    return urls


def numbered(components: list[Json]) -> list[Json]:
    """Return the components as Discord stores them: each with an id, defaults written out."""
    taken = {c["id"] for c in walk(components) if c.get("id")}
    fresh = (number for number in range(1, 10_000) if number not in taken)

    def dress(component: Json) -> Json:
        number = component.get("id") or next(fresh)
        values = {key: _tidy(key, value) for key, value in component.items() if value is not None}
        dressed = {**DEFAULTS.get(component["type"], {}), **values, "id": number}
        if component.get("components") is not None:
            dressed["components"] = [dress(child) for child in component["components"]]
        for place in ("accessory", "component"):
            if component.get(place):
                dressed[place] = dress(component[place])
        return dressed

    return [dress(component) for component in components]


def _tidy(key: str, value: Any) -> Any:
    """Turn ids in emojis and default values into strings, as clients send numbers too."""
    if key == "emoji":
        values = {name: part for name, part in value.items() if part is not None}
        return values | ({"id": str(values["id"])} if "id" in values else {})
    if key == "options":
        return [
            {name: _tidy(name, part) for name, part in option.items() if part is not None}
            for option in value
        ]
    if key == "default_values":
        return [{**preset, "id": str(preset["id"])} for preset in value]
    return value


class NamedFile(Protocol):
    """A file that a component shows by its name."""

    filename: str
    size: int


def resolved_components(
    components: list[Json],
    resolve: Callable[[str], Json],
    file_named: Callable[[str], NamedFile | None],
) -> list[Json]:
    """Return the components with the address of every picture and file resolved."""

    def look(component: Json) -> Json:
        shown = dict(component)
        for place in ("media", "file"):
            if component.get(place):
                shown[place] = resolve(component[place]["url"])
        if component["type"] == FILE:
            file = file_named(component["file"]["url"])
            shown |= {"name": file.filename, "size": file.size} if file else {}
        if component.get("items") is not None:
            shown["items"] = [
                {
                    "description": None,
                    "spoiler": False,
                    **item,
                    "media": resolve(item["media"]["url"]),
                }
                for item in component["items"]
            ]
        if component.get("components") is not None:
            shown["components"] = [look(child) for child in component["components"]]
        if component.get("accessory"):
            shown["accessory"] = look(component["accessory"])
        return shown

    return [look(component) for component in components]

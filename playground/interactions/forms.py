"""A filled modal as the bot gets it: the tree of its components with the values."""

from typing import Any

from playground.interactions.resolve import Resolved
from playground.world.components import (
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    ROW,
    SELECTS,
    TEXT,
    TEXT_INPUT,
)
from playground.world.errors import HumanError
from playground.world.world import Json


def submission(modal: Json, values: dict[str, Any], resolved: Resolved) -> Json:
    """Return the interaction's data. Raises HumanError naming the field with a wrong value."""
    known = {field["custom_id"] for _, field in fields(modal)}
    for custom_id in values:
        if custom_id not in known:
            raise HumanError(f"The form has no field {custom_id!r}.")
    components = [_mirrored(component, values, resolved) for component in modal["components"]]
    data: Json = {"custom_id": modal["custom_id"], "components": components}
    return data | ({"resolved": resolved.found} if resolved.found else {})


def fields(modal: Json) -> list[tuple[str, Json]]:
    """Return every input field with its label."""
    result: list[tuple[str, Json]] = []
    for component in modal["components"]:
        if component["type"] == LABEL:
            result.append((component["label"], component["component"]))
        elif component["type"] == ROW:
            result += [(field["label"], field) for field in component["components"]]
    return result


def _mirrored(component: Json, values: dict[str, Any], resolved: Resolved) -> Json:
    shell = {"type": component["type"], "id": component["id"]}
    if component["type"] == TEXT:
        return shell
    if component["type"] == LABEL:
        field, label = component["component"], component["label"]
        return {**shell, "component": _filled(label, field, values, resolved)}
    inner = [_filled(f["label"], f, values, resolved) for f in component["components"]]
    return {**shell, "components": inner}


def _filled(label: str, field: Json, values: dict[str, Any], resolved: Resolved) -> Json:
    kind, custom_id = field["type"], field["custom_id"]
    shell: Json = {"type": kind, "id": field["id"], "custom_id": custom_id}
    required = field.get("required", True)
    given = values.get(custom_id)
    if kind == TEXT_INPUT:
        return {**shell, "value": _text(label, field, given, required=required)}
    if kind == CHECKBOX:
        return {**shell, "value": bool(field.get("default")) if given is None else bool(given)}
    if kind == FILE_UPLOAD:
        raise HumanError("The playground's forms cannot upload files.")
    chosen = _preset(field) if given is None else given if isinstance(given, list) else [given]
    if not chosen and required:
        raise HumanError(f"{label!r} needs a choice.")
    if kind == RADIO_GROUP:
        single = {**field, "type": SELECTS[0], "max_values": 1, "min_values": int(required)}
        picked = resolved.chosen(single, chosen)
        return {**shell, "value": picked[0] if picked else None}
    menu = field
    if kind == CHECKBOX_GROUP:
        bounds = {"min_values": int(required), "max_values": len(field["options"])}
        menu = {**bounds, **field, "type": SELECTS[0]}
    return {**shell, "values": resolved.chosen(menu, chosen) if chosen else []}


def _preset(field: Json) -> list[Any]:
    """The values chosen by default."""
    options = [option["value"] for option in field.get("options") or [] if option.get("default")]
    return options or [entry["id"] for entry in field.get("default_values") or []]


def _text(label: str, field: Json, given: Any, *, required: bool) -> str:
    text = str(field.get("value") or "") if given is None else str(given)
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if not text and not required:
        return text
    if not max(1, least) <= len(text) <= most:
        raise HumanError(f"{label!r} takes {max(1, least)} to {most} characters.")
    return text

"""Limits of modals."""

from playground.limits.components import check_custom_ids, check_options, check_select, placed
from playground.limits.problems import Path, Problems
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
from playground.world.world import Json

TOP = {ROW, LABEL, TEXT}
IN_LABEL = {TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}


def check_modal(modal: Json) -> None:
    """Raise ApiError 50035 for a modal that Discord would not open."""
    problems = Problems()
    components = modal.get("components") or []
    problems.length(("title",), modal.get("title"), 1, 45)
    problems.length(("custom_id",), modal.get("custom_id"), 1, 100)
    problems.count(("components",), components, 1, 5)
    for index, component in enumerate(components):
        path: Path = ("components", index)
        if component["type"] not in TOP:
            message = "A modal holds labels, texts and, as of old, rows."
            problems.add((*path, "type"), "UNION_TYPE_CHOICES", message)
        elif component["type"] == LABEL:
            _check_label(problems, path, component)
        elif component["type"] == ROW:
            inner = component.get("components") or []
            problems.count((*path, "components"), inner, 1, 1)
            for number, field in enumerate(inner):
                place = (*path, "components", number)
                problems.length((*place, "label"), field.get("label"), 1, 45)
                _check_field(problems, place, field, {TEXT_INPUT})
    check_custom_ids(problems, list(placed(("components",), components)))
    problems.refuse()


def _check_label(problems: Problems, path: Path, label: Json) -> None:
    problems.length((*path, "label"), label.get("label"), 1, 45)
    problems.length((*path, "description"), label.get("description"), 0, 100)
    _check_field(problems, (*path, "component"), label.get("component") or {}, IN_LABEL)


def _check_field(problems: Problems, path: Path, field: Json, allowed: set[int]) -> None:
    kind = field.get("type")
    if kind not in allowed:
        message = f'Value of field "type" must be one of {tuple(sorted(allowed))}.'
        problems.add((*path, "type"), "UNION_TYPE_CHOICES", message)
        return
    problems.length((*path, "custom_id"), field.get("custom_id"), 1, 100)
    if kind in SELECTS:
        check_select(problems, path, field)
    elif kind == TEXT_INPUT:
        _check_text_input(problems, path, field)
    elif kind in (RADIO_GROUP, CHECKBOX_GROUP):
        options = field.get("options") or []
        problems.count((*path, "options"), options, 2 if kind == RADIO_GROUP else 1, 10)
        check_options(problems, (*path, "options"), options)


def _check_text_input(problems: Problems, path: Path, field: Json) -> None:
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    problems.number((*path, "min_length"), least, 0, 4000)
    problems.number((*path, "max_length"), most, 1, 4000)
    problems.length((*path, "placeholder"), field.get("placeholder"), 0, 100)
    problems.length((*path, "value"), field.get("value"), 0, most)
    if least > most:
        message = "min_length must be less than or equal to max_length."
        problems.add((*path, "min_length"), "TEXT_INPUT_MIN_LENGTH_TOO_LARGE", message)

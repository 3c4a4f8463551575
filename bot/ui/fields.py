"""What a submitted form holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def fields_of(components: Sequence[dict[str, Any]]) -> dict[str, list[str]]:
    """Return the filled fields of a form by custom id, each as a list of values."""
    fields: dict[str, list[str]] = {}
    for component in components:
        inner = [*component.get("components", ()), component.get("component")]
        fields |= fields_of([part for part in inner if part])
        if "custom_id" in component:
            value = component.get("values", component.get("value"))
            fields[component["custom_id"]] = value if isinstance(value, list) else [str(value)]
    return fields

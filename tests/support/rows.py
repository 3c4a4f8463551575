"""Tables of named rows for a test."""

from collections.abc import Sequence
from typing import Any

import pytest


def each_row(names: str, rows: Sequence[tuple[Any, ...]]) -> pytest.MarkDecorator:
    """Try a test on every row: its first field is its name, the others are the arguments."""
    named = [pytest.param(*fields, id=name) for name, *fields in rows]
    return pytest.mark.parametrize(names.split(), named)

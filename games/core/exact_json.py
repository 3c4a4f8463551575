"""JSON that keeps whole numbers of any size.

A pot in Tomate can outgrow 64 bits. Faster libraries refuse such a number or read it as a float.
"""

import json
from collections.abc import Callable
from typing import Any


def dumps(
    value: object,
    *,
    default: Callable[[Any], object] | None = None,
    sort_keys: bool = False,
    indent: int | None = None,
) -> bytes:
    """Write a value as UTF-8, compact unless indented.

    Raises TypeError for values JSON cannot hold and ValueError for non-finite numbers.
    """
    text = json.dumps(
        value,
        default=default,
        sort_keys=sort_keys,
        indent=indent,
        ensure_ascii=False,
        allow_nan=False,
        separators=(",", ":") if indent is None else (",", ": "),
    )
    return text.encode()


def loads(saved: bytes | str) -> Any:
    """Read a JSON document; raises ValueError for anything else."""
    return json.loads(saved)

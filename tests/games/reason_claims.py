"""Checks what sentences claim, found by their English message."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.core.text import Text

Args = Mapping[str, Any]
"""The values that a sentence contains."""
Claim = Callable[..., bool]
"""Returns whether a sentence is true, given the law's facts and, last, the sentence itself."""


def sentences(text: Text) -> Iterator[Text]:
    """Yield the sentences that a text consists of."""
    inner = [part for part in text.args.values() if isinstance(part, Text)]
    if text.message.strip("{}") in ("first} {then", "a} {b"):
        for part in inner:
            yield from sentences(part)
    else:
        yield text


def untrue(claims: Mapping[str, Claim], text: Text, *facts: Any) -> list[str]:
    """Return the untrue sentences of a text; raises KeyError for a message without a claim."""
    return [one.message for one in sentences(text) if not claims[one.message](*facts, one)]

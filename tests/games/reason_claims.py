"""Looks up what each sentence claims, by its English message, and whether that is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.core.text import Text

Args = Mapping[str, Any]
"""What a sentence was filled in with."""
Claim = Callable[..., bool]
"""Tells whether a sentence is true; it gets what the law knows and, last, the sentence itself."""


def sentences(text: Text) -> Iterator[Text]:
    """The sentences of which a text is put together."""
    inner = [part for part in text.args.values() if isinstance(part, Text)]
    if text.message.strip("{}") in ("first} {then", "a} {b"):
        for part in inner:
            yield from sentences(part)
    else:
        yield text


def untrue(claims: Mapping[str, Claim], text: Text, *facts: Any) -> list[str]:
    """The sentences of a text that are not true; raises KeyError for one that claims nothing."""
    return [one.message for one in sentences(text) if not claims[one.message](*facts, one)]

"""Descriptions that end where a sentence ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.core.tableau_text import ALT_LIMIT
from games.core.text import Reader, Text, say_many, speak


def sentences(texts: Iterable[Text], reader: Reader, limit: int = ALT_LIMIT) -> str:
    """As many whole sentences from the first as `limit` characters hold."""
    told = ""
    for text in texts:
        longer = f"{told} {speak(text, reader)}".strip()
        if len(longer) > limit:
            break
        told = longer
    return told


def sentences_of_people(
    opening: Sequence[Text], people: Sequence[Text], reader: Reader, limit: int = ALT_LIMIT
) -> str:
    """An opening, then one sentence for each person; who do not fit are counted at the end."""
    for kept in range(len(people), -1, -1):
        left = len(people) - kept
        more = [say_many("And {n} more player.", "And {n} more players.", left)] if left else []
        texts = [*opening, *people[:kept], *more]
        said = " ".join(speak(text, reader) for text in texts)
        if len(said) <= limit:
            return said
    return sentences(opening, reader, limit)

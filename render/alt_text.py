"""Alt texts that end with a whole sentence."""

from collections.abc import Iterable, Sequence

from games.core.tableau_text import ALT_LIMIT, whole_sentences
from games.core.text import Reader, Text, say_many, speak


def sentences(texts: Iterable[Text], reader: Reader, limit: int = ALT_LIMIT) -> str:
    """Return as many whole sentences as fit into `limit` characters; dots stand for the others."""
    return whole_sentences([speak(text, reader) for text in texts], limit)


def sentences_of_people(
    opening: Sequence[Text], people: Sequence[Text], reader: Reader, limit: int = ALT_LIMIT
) -> str:
    """Return an opening and one sentence per person; at the end, count those left out."""
    for count in range(len(people), -1, -1):
        left = len(people) - count
        more = [say_many("And {n} more player.", "And {n} more players.", left)] if left else []
        texts = [*opening, *people[:count], *more]
        words = " ".join(speak(text, reader) for text in texts)
        if len(words) <= limit:
            return words
    return sentences(opening, reader, limit)

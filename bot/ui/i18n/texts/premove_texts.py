"""What the bot says of answers that are given before they are asked for."""

from __future__ import annotations

from games.core.text import Person, Text, say

OFFER = say("-# In advance, if you like. Nobody else learns of it.")
TAKE_BACK = say("Take it back")
KEPT = say("Kept. Your answer is given when you are asked, if it may be then.")
FORGOTTEN = say("Nothing is answered in advance for you.")
NOTHING_AHEAD = say("There is nothing that you could answer in advance now.")


def kept(answer: str) -> Text:
    """What is kept, in words of the reader's own language; a name in it is a stranger's."""
    return say(
        "In advance: **{answer}**. It is given when you are asked, if it may be then. Nobody else "
        "knows.",
        answer=Person(name=answer),
    )

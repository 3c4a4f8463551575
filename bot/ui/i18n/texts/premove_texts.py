"""What the bot says of answers that are given before they are asked for."""

from __future__ import annotations

from games.core.text import Person, Text, say

OFFER = say("-# Premove (optional). Nobody else can see it.")
TAKE_BACK = say("Cancel premove")
KEPT = say("Premove saved. It's played when you're asked, if it's legal then.")
FORGOTTEN = say("You have no premove now.")
NOTHING_AHEAD = say("There's nothing you can premove right now.")


def kept(answer: str) -> Text:
    """What is kept, in words of the reader's own language; a name in it is a stranger's."""
    return say(
        "Premove: **{answer}**. It's played when you're asked, if it's legal then. Nobody else"
        " can see it.",
        answer=Person(name=answer),
    )

"""Texts about premoves."""

from __future__ import annotations

from games.core.text import Person, Text, say

OFFER = say("-# Premove (optional). Nobody else can see it.")
TAKE_BACK = say("Cancel premove")
KEPT = say("Premove saved. It's played when you're asked, if it's legal then.")
FORGOTTEN = say("You have no premove now.")
NOTHING_AHEAD = say("There's nothing you can premove right now.")


def kept(answer: str) -> Text:
    """Return what is saved, in words of the reader's language; names in it may be hostile."""
    return say(
        "Premove: **{answer}**. It's played when you're asked, if it's legal then. Nobody else"
        " can see it.",
        answer=Person(name=answer),
    )

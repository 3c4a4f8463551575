"""Texts about premoves."""

from __future__ import annotations

from games.core.text import Text, say

OFFER = say("-# Premove (optional). Nobody else can see it.")
TAKE_BACK = say("Cancel premove")
KEPT = say("Premove saved. It's played when you're asked, if it's legal then.")
FORGOTTEN = say("You have no premove now.")
NOTHING_AHEAD = say("There's nothing you can premove right now.")


def saved(answer: Text) -> Text:
    """Return what is saved."""
    return say(
        "Premove: **{answer}**. It's played when you're asked, if it's legal then. Nobody else"
        " can see it.",
        answer=answer,
    )

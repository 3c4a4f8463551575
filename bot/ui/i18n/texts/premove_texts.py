"""Texts about premoves."""

from games.core.text import Text, say

OFFER = say("In advance:")
TAKE_BACK = say("Cancel premove")
KEPT = say("Premove saved. It's played when you're asked, if it's legal then.")
FORGOTTEN = say("You have no premove now.")
NONE_LEFT = say("You have no premove to cancel: either you made none, or it has been played.")
NOTHING_AHEAD = say("There's nothing you can premove right now.")


def saved(answer: Text) -> Text:
    """Return what is saved."""
    return say("-# In advance: **{answer}**, if it's legal then.", answer=answer)


def next_comes(answer: Text) -> Text:
    """Return what is played without a press, now that the question is asked."""
    return say("-# Your premove comes next: **{answer}**.", answer=answer)

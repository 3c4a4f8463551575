"""The few words that stand in pictures, as Texts, so that they follow the reader's language."""

from __future__ import annotations

from games.core.text import say

TURN = say("TURN")
DEALER_LETTER = say("D")
YOUR_HAND = say("Your hand")
HAND = say("hand")
TRUMP = say("trump")
TRICK = say("trick")
PASSED = say("pass")
FREE = say("free")
HOST = say("host")
MINUTES = say("min")

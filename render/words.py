"""The few words that stand in pictures, as Texts, so that they follow the reader's language."""

from __future__ import annotations

from games.core.text import say

TURN = say("TURN")
DEALER_LETTER = say("D")
YOUR_HAND = say("Your hand")
JOIN = say("JOIN")
EMPTY_SEAT = say("free")
HOST = say("HOST")
HAND = say("hand")
PASSED = say("pass")
LAID_AWAY = say("laid away")
TRUMP = say("trump")
TRICK = say("trick")
LOBBY = say("Lobby")

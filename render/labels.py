"""The few words inside pictures, as Texts, so that they are in the reader's language."""

from __future__ import annotations

from games.core.text import say, say_as

TURN = say("TURN")
DEALER_LETTER = say_as("dealer", "D")
HAND_TITLE = say_as("title", "Hand")
HAND = say("hand")
TRUMP = say("trump")
YOU = say("You")
TRICK = say("trick")
HAS_PASSED = say("passed")
IS_IN = say("plays")
PLACES = (say("1st"), say("2nd"), say("3rd"))
"""The first places by points; the others are numbered alike."""
FREE = say("free")
HOST = say("host")
MINUTES = say("min")

RATING = say("rating")
MATCHES = say("matches")
WINS = say("wins")
STREAK = say("streak")
POINTS = say("points")
TABLES_WON = say("tables won")
ROUNDS = say("rounds")
NOBODY_RATED = say("Nobody has a rating here yet.")
LAST_MATCHES = say("last matches")
TITLES = say("titles")
NO_CURVE = say("The chart starts with the second rated match.")
NO_MATCHES = say("No matches yet.")
STOPPED = say("Match stopped: no winner, nothing rated.")
"""Replaces the words that say whose turn it is."""
OUT = say("out")

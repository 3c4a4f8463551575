"""The few words inside pictures, as Texts, so that they are in the reader's language."""

from games.core.text import Text, say, say_as

TURN = say("TURN")
DEALER_LETTER = say_as("dealer", "D")
HAND_TITLE = say_as("title", "Hand")
HAND = say("hand")
TRUMP = say("trump")
YOU = say("You")
TRICK = say("trick")
HAS_PASSED = say("passed")
IS_IN = say("plays")
FREE = say("free")
HOST = say("host")
MINUTES = say("min")

POINTS = say("points")
ROUNDS = say("rounds")
TOURNAMENT = say_as("title", "Tournament")
NOBODY_RATED = say("Nobody has a rating here yet.")
LAST_SIX = say("last six")
NEW = say_as("rating", "new")
NO_MATCHES = say("No matches yet.")
STOPPED = say("Match stopped: no winner, nothing rated.")
"""Replaces the words that say whose turn it is."""
OUT = say("out")
WITHERED = say("Withered")
BOT = say("bot")


def ranks_begin(matches: int) -> Text:
    """Return how many matches a rank takes."""
    return say("Ranks begin after {n} matches.", n=matches)


def ordinal(number: int) -> Text:
    """Return a place as a word: "2nd"."""
    last = number % 10 if number % 100 not in {11, 12, 13} else 0
    if last == 1:
        return say("{number}st", number=number)
    if last == 2:
        return say("{number}nd", number=number)
    if last == 3:
        return say("{number}rd", number=number)
    return say("{number}th", number=number)

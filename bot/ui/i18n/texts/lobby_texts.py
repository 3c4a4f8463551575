"""What the bot says around a table whose match has not begun."""

from __future__ import annotations

from games.core.text import Person, Text, say, symbol

MENU = say("Table options …")
READY = say("Ready")
NOT_READY = say("Not yet")
INVITE = say("Invite people …")
REMOVE = say("Remove somebody …")
NAME_BOT = say("Name a bot …")
INVITE_HINT = say("Whoever is invited may sit down in any case")
REMOVE_HINT = say("Whoever is removed comes back by invitation only")
NAME_BOT_HINT = say("From a list, or by a name of your own")
WHOM = say("Who?")
WHICH_BOT = say("Which bot?")
LISTED_NAME = say("A name from the list")
OWN_NAME = say("Or a name of your own")
CHANGED_LOBBY = say("The table has changed meanwhile. Look at who sits there, and choose again.")
NO_BOT_GUESTS = say("Bots of Discord cannot play here. Press Add a bot for a seat that I play.")
INVITED = say("They are invited and may sit down now.")
EXPIRED = say("This table has closed, because nobody came. Open a new one with /play.")
ALL_READY = say("The match starts by itself once everybody has pressed Ready.")


def now(value: Text) -> Text:
    return say("now: {value}", value=value)


def bot_named(name: str) -> Text:
    return say("{who} (bot)", who=Person(name=name))


def closes(at: int) -> Text:
    """When a lobby closes, in milliseconds since 1970 (UTC), as every reader's clock has it."""
    moment = symbol(f"<t:{at // 1000}:R>")
    return say("-# It closes {moment} unless somebody comes or changes something.", moment=moment)

"""What the bot says around a table whose match has not begun."""

from __future__ import annotations

from games.core.text import Person, Text, say, symbol

MENU = say("Table options …")
READY = say("Ready")
NOT_READY = say("Not yet")
INVITE = say("Invite people …")
REMOVE = say("Remove somebody …")
NAME_BOT = say("Name a bot …")
INVITE_HINT = say("Invited players can always join")
REMOVE_HINT = say("Removed players can only rejoin by invitation")
NAME_BOT_HINT = say("Pick one from the list or make one up")
WHOM = say("Who?")
WHICH_BOT = say("Which bot?")
LISTED_NAME = say("A name from the list")
OWN_NAME = say("Or a name you make up")
CHANGED_LOBBY = say("The table has changed. Check who's there and choose again.")
NO_BOT_GUESTS = say("Discord bots can't join. Use **Add a bot** for a computer player.")
INVITED = say("They're invited and can join now.")
EXPIRED = say("This table closed because nobody joined. Open a new one with /play.")
ALL_READY = say("The match starts automatically once everyone has pressed Ready.")


def now(value: Text) -> Text:
    return say("now: {value}", value=value)


def bot_named(name: str) -> Text:
    return say("{who} (bot)", who=Person(name=name))


def closes(at: int) -> Text:
    """When a lobby closes, in milliseconds since 1970 (UTC), as every reader's clock has it."""
    moment = symbol(f"<t:{at // 1000}:R>")
    return say(
        "-# This table closes {moment} unless somebody joins or changes something.", moment=moment
    )

"""Texts of the bot that several messages use; the games have their own."""

from collections.abc import Iterator

from games.core.text import Loose, Text, say, say_as, say_many, symbol

HAND = say("My hand")
READ = say("Text")
RULES = say("Rules")
PLAY = say("Play")
PRACTICE = say("Practice")
PLAY_ON = say("Play on")
EXPORT = say("Export")
CLIP = say("Clip")
SHARE_CLIP = say("Share clip")
CLIP_BEGUN = say("I'm making the clip. That can take a minute or two.")
NO_CLIP = say("I couldn't make the clip. Try again in a moment.")
PRACTISE_HERE = say("Practice this position")
LEARN = say("Learn")
LEAVE = say("Leave the match")
JOIN = say("Join")
STAND_UP = say("Stand up")
ADD_BOT = say("Add a bot")
START = say("Start")
CANCEL = say("Cancel")
REMATCH = say("Rematch")
TRY_AGAIN = say("Try again")
LOG = say("Log")
REPLAY = say("Replay")
FAIR = say("Verify")
REVIEW = say("Review")
LEGEND = say("What the icons mean")
SHARE = say("Share")
OPEN = say("Open")
MAY_NOT_SEND = say("You can't share this here, because you can't send messages in this channel.")
SHARE_AT_HOME = say("You can share a match only in the channel where it was played.")
WHY = say("Why?")
"""The same on a hand, where other buttons stand beside it."""
ADVICE = say("Hint")
END_PRACTICE = say_as("practice", "Leave")
GIVE_UP = say("Give up")
RESULTS = say("Results")
PRACTISE_AGAIN = say("Practice again")
SAME_POSITION = say("Same position again")
TO_TABLE = say("Go to the table")
TABLE = say("Table")
GO_ON = say("Go on")
BACK = say("Previous page")
ON = say("Next page")

CHANGED = say("The question has changed. Here is the current one.")
MOVE_WAS_MADE = say("Your answer had already arrived. Here's how the match stands.")
QUESTION_CHANGED = say("The question has changed. Press My hand to see what is asked now.")
MOVE_MADE = say("Your move was made. This is your new hand.")
CHOICE_SAVED = say("Your choice was saved. This is your new hand.")
NOT_YOUR_TURN = say("It's not your turn. Press My hand to see what you hold.")
FORGED = say("This button is for a different question. Press My hand for a new one.")
BROKEN = say("Something went wrong on my end. Nothing is lost: press My hand and try again.")
NOT_SAVED = say(
    "I can't save anything right now. Nothing is lost: try again in a few minutes, and if it lasts,"
    " tell whoever runs the bot."
)
DATABASE_LOST = say(
    "I lost my database for a moment, so I don't know whether that worked. Have a look, then try"
    " again if it didn't."
)
TOO_SLOW_TO_ASK = say("That took too long, and nothing changed. Please try again.")
MANAGERS_ONLY = say("You need the Manage Server permission for this.")
UNKNOWN_BUTTON = say("This button no longer works. Use /hand or /table show to see what's current.")
UNKNOWN_COMMAND = say(
    "I don't recognize that command. Choose it from the list again, along with its options."
)
ROLE_TAKEN = say("Nobody can be given that role: Discord or an app manages it.")
ROLE_NOT_YOURS = say(
    "You can choose only a role that you could give people yourself. For that, you need Manage"
    " Roles and a role above it."
)
ROLE_ABOVE = say(
    "That role is above the bot's own. Move the bot's role above it in the server's settings."
)
HIDDEN_ANSWERS = say(
    "This server lets apps that it hasn't added answer in private only, so nobody else would see"
    " the table. You can use /play in a direct message or a group instead."
)
REFRESH = say("Refresh")
BRING_DOWN = say("Bring down")
ONLY_ANSWERS = say(
    "The bot isn't a member here, so it can't call anyone, and a table is up to date once somebody"
    " presses it. Everything else is as on a server."
)
TABLE_IS_BELOW = say("This table is further down now.")
WITH_OTHERS_ONLY = say("Tables are on servers and in groups. Use this command there.")
IN_SERVERS_ONLY = say("That works only on a server that has added the bot.")
NO_TABLE_OF_YOURS = say("You're not at a table here. Open one with /play, or join one.")
NO_TABLE_HERE = say("There's no table in this channel. Open one with /play.")
NO_TABLE_IN_MESSAGE = say("This message shows no table. Use this on a table, a hand or a result.")
NO_ENDED_MATCH = say("No match has ended here yet. Open a table with /play.")
NO_ENDED_MATCH_OF_YOURS = say(
    "You haven't played a match to its end here yet. Open a table with /play."
)
WHICH_TABLE = say("There is more than one table. Choose one with the option `table`.")
WHICH_OF_THESE = say("There is more than one table. Which one do you mean?")
TYPED_TOO_LONG_AGO = say("That command is too old. Please type it again.")
CANCELLED = say("This table was cancelled before the match started.")
LEAVE_SURELY = say("Leave this match? A bot plays on for you, and you rank last.")
LEAVE_ONE = say(
    "Leave this match? A bot plays on for you, and you rank last. Only one person stays, and a"
    " match that one person finishes alone isn't rated."
)
LEAVE_DEAL = say("Give up? This was your only attempt that counts, and it ends without a result.")
LEAVE_LAST = say("Leave this match? You're the last person in it, so it stops without a winner.")
LEAVE_NOW = say("Yes, leave")
LEFT = say("You left the match. A bot is playing for you.")
REPLACED = say("You left the match, and you can't take your seat back any more.")
LEFT_LAST = say("You left the match. Nobody is left to play, so it has stopped.")
STOOD_UP = say("You've left the table.")
STOPPED = say("Match stopped: no winner, nothing rated.")
DM_ON = say("From now on, you also get your hand as a direct message.")
DM_FORBIDDEN = say(
    "Your choice is saved, but direct messages from tables are turned off on this server. Here"
    " your hand stays in the channel."
)
DM_ELSEWHERE = say(
    "Your choice is saved for servers that I'm on. Here I can only answer presses: open your hand"
    " with My hand."
)
DM_OFF = say("Your hand stays in the channel. Press My hand to see it.")
DM_REFUSED = say(
    "Discord won't let me send you a direct message right now. I'll try again when the table"
    " changes. My hand still works."
)
DM_CLOSED = say("I can't send you direct messages: your DMs are closed. My hand still works.")
TEXT_ON = say(
    "From now on, everything that only you see comes as text. To get pictures again, use /me text"
    " with `on:False`."
)
TEXT_OFF = say("From now on, you get pictures again. To get text instead, use /me text.")
NOT_RATED = say("-# Only one person played this match to the end, so it isn't rated.")
ENDED = say("This match is over.")
NO_PICTURES = say(
    "Shown as text, because I can't attach files here. See /server doctor for details."
)


def more_lines(n: int) -> Text:
    return say_many("-# … and one more line", "-# … and {n} more lines", n)


def event_line(event: Text) -> Text:
    return say("- {event}", event=event)


def missing_permissions(names: Loose) -> Text:
    return say(
        "I'm not allowed to do that here. Ask a server manager to give me: {permissions}.",
        permissions=names,
    )


def table_cannot_be_shown(missing: Loose) -> Text:
    return say(
        "I can't show the table itself. Ask a server manager to give me, in its channel:"
        " {permissions}. Your hand still works.",
        permissions=missing,
    )


def timed_out(until: Text) -> Text:
    return say(
        "I'm timed out on this server until {when}. A moderator can remove the timeout.", when=until
    )


def table_is_silenced(until: Text) -> Text:
    return say(
        "I can't show the table itself: I'm timed out on this server until {when}. A moderator can"
        " remove the timeout. Your hand still works.",
        when=until,
    )


def no_thread(missing: Loose) -> Text:
    return say(
        "I can't open a thread here, so the table stays in the channel. A server manager can"
        " give me: {permissions}.",
        permissions=missing,
    )


OPENING_THREAD = say("a new thread")
"""Stands for a thread that is about to be opened."""
TOO_MANY_THREADS = say(
    "This server has as many active threads as Discord allows, so this table is played here. Close"
    " some threads to make room for the next table's."
)
THREAD_REFUSED = say("Discord wouldn't open a thread here, so this table is played here.")
NO_THREAD = say("This table doesn't have its own thread: it's played here.")
NO_THREADS_HERE = say(
    "A table can't have a thread of its own here. Open it without one, or in a text channel."
)
THREAD_LOCKED = say(
    "This thread is locked, so nobody could press a button here. Open the table in another channel,"
    " or ask a moderator to unlock the thread."
)
NOT_IN_THREAD = say(
    "I'm not in this private thread, so I can't show a table here. Mention me here to add me, then"
    " try again."
)
TABLE_LOCKED = say(
    "The table's thread is locked, so nobody can press a button there. Ask a moderator to unlock"
    " it. Your hand still works."
)
CHANNEL_GONE = say(
    "This table's channel is gone. Use /table show in another channel of the server to show it"
    " there. Your hand still works."
)
OPENING = say(
    "Your table is open, but its message isn't here yet. It will follow. If it doesn't, use"
    " /table show."
)
MOVED = say("Done.")


def starts_with_all(url: str) -> Text:
    """Where a rematch is, and when it starts."""
    return say(
        "[The rematch]({url}) starts as soon as everyone who played wants it.", url=symbol(url)
    )


def evidence(seed_hash: str, seed: str | None) -> Iterator[Text]:
    """What anybody can check: the seal of a deal, and its seed once that is public."""
    yield say("-# Sealed at the start:\n`{hash}`", hash=symbol(seed_hash))
    if seed is not None:
        yield say("-# Seed of the deal:\n`{seed}`", seed=symbol(seed))
        yield say(
            "-# The seal is the SHA-256 hash of the seed. You can check that with any SHA-256 tool."
        )

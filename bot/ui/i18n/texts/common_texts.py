"""What the bot itself says, as Texts; the games bring their own words."""

from __future__ import annotations

from games.core.text import Loose, Text, say, say_many, symbol

HAND = say("My hand")
READ = say("Read the table")
RULES = say("Rules")
LEAVE = say("Leave the match")
JOIN = say("Join")
STAND_UP = say("Stand up")
ADD_BOT = say("Add a bot")
REMOVE_BOT = say("Remove a bot")
START = say("Start")
CANCEL = say("Cancel")
REMATCH = say("Rematch")
LOG = say("All that happened")
REPLAY = say("Step by step")
FAIR = say("Was the deal fair?")
EXPLAIN = say("Why can't I …?")
ADVICE = say("What would a bot do?")
END_PRACTICE = say("End the practice")
PRACTISE_AGAIN = say("Practise again")
TO_TABLE = say("To the table")
BACK = say("Previous page")
ON = say("Next page")

YOUR_HAND = say("Your hand")
NOTHING_ASKED = say("Nothing is asked of you now.")
CHANGED = say("The question has changed meanwhile. Here is what is asked now.")
MOVE_WAS_MADE = say("Your answer had arrived already. Here is how it stands.")
QUESTION_CHANGED = say("The question has changed. Press My hand to see what is asked now.")
MOVE_MADE = say("Your move was made. This is your new hand.")
CHOICE_SAVED = say("Your choice was saved. This is your new hand.")
NOT_YOUR_TURN = say("It is not your turn now. My hand shows what you hold.")
FORGED = say("This button does not fit the question. Press My hand for a fresh one.")
BROKEN = say("Something went wrong on my side. Nothing is lost: press My hand and try again.")
TOO_SLOW_TO_ASK = say("I was too slow to ask you for more. Nothing has changed: press once more.")
UNKNOWN_BUTTON = say("I do not know this button any more. /hand and /table show what is current.")
UNKNOWN_COMMAND = say(
    "I do not know this command as you sent it. Choose it anew from the list, and its options too."
)
IN_SERVERS_ONLY = say("Tables stand in a server's channels. Use this command there.")
NO_TABLE_OF_YOURS = say("You sit at no table here. Open one with /play, or join one.")
NO_TABLE_HERE = say("There is no table in this channel. Open one with /play.")
WHICH_TABLE = say("There is more than one table. Choose one with the option `table`.")
WHICH_OF_THESE = say("There is more than one table. Which one do you mean?")
TYPED_TOO_LONG_AGO = say("That command is too old. Please type it again.")
CANCELLED = say("This table was cancelled before the match began.")
LEAVE_SURELY = say("Leave this match? A bot seat plays on for you, and you rank last.")
LEAVE_ONE = say(
    "Leave this match? A bot seat plays on for you, and you rank last. One person alone stays, and"
    " what one person ends is not rated."
)
LEAVE_LAST = say("Leave this match? You are the last person in it: it stops, without a winner.")
LEAVE_NOW = say("Yes, leave")
LEFT = say("You have left. A bot seat plays on for you.")
LEFT_LAST = say("You have left. Nobody is left to play, so the match has stopped.")
STOOD_UP = say("You stood up from the table.")
STOPPED = say("The match was stopped: no winner, nothing rated.")
DM_ON = say("From now on your hands come as direct messages too.")
DM_FORBIDDEN = say(
    "Your wish is kept. Tables of this server write to nobody directly, though: here your hands"
    " stay in the channel."
)
DM_OFF = say("Your hands stay in the channel: press My hand.")
DM_CLOSED = say("I cannot write to you directly: your DMs are closed. My hand works all the same.")
NOT_RATED = say("-# Only one person played this match to the end: it is not rated.")
ENDED = say("This match is over.")
NO_PICTURES = say("Told in words, since I may not attach files here. /doctor tells more.")


def waiting_for(more: int) -> Text:
    return say_many("One more seat is needed.", "{n} more seats are needed.", more)


def missing_permissions(names: Loose) -> Text:
    return say(
        "I may not do this here. Ask somebody who runs the server to give me: {permissions}.",
        permissions=names,
    )


def table_cannot_be_shown(missing: Loose) -> Text:
    return say(
        "I cannot show the table itself. Ask somebody who runs the server to give me, in its"
        " channel: {permissions}. Your hand works all the same.",
        permissions=missing,
    )


def no_thread(missing: Loose) -> Text:
    return say(
        "I may not open a thread here, so the table stays in the channel. Whoever runs the server"
        " can give me: {permissions}.",
        permissions=missing,
    )


NO_THREAD = say("This table has no thread of its own: it is played here.")
CHANNEL_GONE = say(
    "The channel of this table is gone. Use /table in another channel of the server, and it stands"
    " there. Your hand works all the same."
)


def opened_in(channel_id: int) -> Text:
    return say("The new table is open in {channel}.", channel=symbol(f"<#{channel_id}>"))


OPENING = say(
    "Your table is open, but its message isn't here yet. It will follow. If it doesn't, use /table."
)
MOVED = say("Done.")

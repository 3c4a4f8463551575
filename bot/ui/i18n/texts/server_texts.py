"""What the bot says to those who run a server, and to people about what it keeps of them."""

from __future__ import annotations

from bot.tables.domain.guild_settings import Threads
from bot.tables.domain.time_controls import find_clock
from games.core.text import Loose, Text, say, say_many, symbol

TITLE = say("### Tables in this server")
CHANNELS = say("Channels where tables may be opened")
THREADS = say("A thread for every table")
CLOCK = say("The usual clock of a new table")
LANGUAGE = say("Language of tables")
TABLES = say("Tables in one channel")
LETTERS = say("Direct messages from tables")
BOARDS = say("Leaderboards")
ALL_CHANNELS = say("all")
YES, NO = say("yes"), say("no")
AS_HOSTED = say("as whoever hosts the bot has set it")
THREAD_CHOICES: dict[Threads, Text] = {
    "never": say("Never"),
    "offer": say("As the host of the table likes"),
    "always": say("Always"),
}
LETTERS_ON, LETTERS_OFF = say("Allow direct messages"), say("Allow no direct messages")
BOARDS_ON, BOARDS_OFF = say("Show leaderboards"), say("Show no leaderboards")
BY_TYPING = say("-# By typing: /settings change, /settings allow, /settings everywhere.")
NOTHING_NAMED = say("Name at least one setting, such as `threads` or `clock`.")
MANAGERS_ONLY = say(
    "Only who may manage this server changes its settings here. Who is allowed the command types"
    " /settings change."
)


def decided(title: Text, value: Text) -> Text:
    return say("{title}: **{value}**", title=title, value=value)


def clock(key: str) -> Text:
    found = find_clock(key)
    return symbol(key) if found is None else found.title


def channel(channel_id: int) -> Text:
    return symbol(f"<#{channel_id}>")


def up_to(n: int) -> Text:
    return say_many("one", "up to {n}", n)


HEALTH = say("### How I am here")
NEEDS_CARE = say("What needs care is marked ❌, what could be better ⚠.")


def good(line: Text) -> Text:
    return say("✅ {line}", line=line)


def better(line: Text) -> Text:
    return say("⚠ {line}", line=line)


def bad(line: Text) -> Text:
    return say("❌ {line}", line=line)


def channel_well(where: Text) -> Text:
    return say("{channel}: tables, threads and pictures work.", channel=where)


def channel_unseen(where: Text) -> Text:
    return say(
        "{channel} is gone, or I cannot see it. Choose channels anew with /settings show, or allow"
        " me to view it.",
        channel=where,
    )


def channel_lacks(where: Text, missing: Loose) -> Text:
    return say(
        "{channel}: no table can stand here without {missing}. Allow it to my role in the"
        " permissions of the channel.",
        channel=where,
        missing=missing,
    )


def channel_wordy(where: Text, missing: Loose) -> Text:
    return say(
        "{channel}: tables stand here in words. For pictures allow {missing} to my role in the"
        " permissions of the channel.",
        channel=where,
        missing=missing,
    )


def channel_threadless(where: Text, missing: Loose) -> Text:
    return say(
        "{channel}: no table can have a thread here. Allow {missing} to my role, or set threads to"
        " never with /settings change.",
        channel=where,
        missing=missing,
    )


LETTER = say("This is a test whether I can write to you. It goes away by itself.")
LETTER_ARRIVES = say("I can write to you directly.")
LETTER_REFUSED = say(
    "I cannot write to you directly. Allow direct messages in the privacy settings of this server;"
    " without them My hand works all the same."
)
LETTER_UNKNOWN = say("Discord does not tell whether I can write to you directly. Try again later.")
LETTERS_ARE_OFF = say("Tables write to nobody directly, as this server has decided.")
COMMANDS_WELL = say("Discord knows my commands as they are.")


def commands_differ(names: Loose) -> Text:
    return say(
        "Discord knows other commands than I have: {names}. Ask whoever hosts me to restart me.",
        names=names,
    )


COMMANDS_UNKNOWN = say("Discord does not tell which commands it knows. Try again later.")


def database_well(version: int, megabytes: Text) -> Text:
    return say(
        "The database is whole: version {version}, {size} MB.", version=version, size=megabytes
    )


DATABASE_BROKEN = say(
    "The database is damaged. Tell whoever hosts me to stop me and to restore the newest backup."
)
DATABASE_UNREADABLE = say(
    "The database cannot be read now. Tell whoever hosts me to look at what I have logged."
)
SHOWN = say("Every table shows how its match stands.")


def behind(n: int, since: Text) -> Text:
    return say_many(
        "One message shows less than its match has become, since {since}. /table beside it mends"
        " it where I may write.",
        "{n} messages show less than their matches have become, the oldest since {since}. /table"
        " beside them mends them where I may write.",
        n,
        since=since,
    )


ON_TIME = say("Clocks and bot seats are on time.")


def late(seconds: int) -> Text:
    return say_many(
        "Clocks and bot seats are one second late. If that stays, tell whoever hosts me.",
        "Clocks and bot seats are {n} seconds late. If that stays, tell whoever hosts me.",
        seconds,
    )


def reminders_given_up(n: int, last: Text) -> Text:
    return say_many(
        "Since the bot started, one reminder reached nobody, {last}. Check the bot's permissions in"
        " the tables' channels.",
        "Since the bot started, {n} reminders reached nobody, the last {last}. Check the bot's"
        " permissions in the tables' channels.",
        n,
        last=last,
    )


EXPORT = say("All that I keep of you. Times are in milliseconds since 1970 (UTC).")
EXPORT_LATER = say("-# Your moves of matches that go on are told once these are over.")
FORGET_ASKED = say(
    "Forget you? Your seats go to bot seats, and you rank last there. Your names, preferences and"
    " ratings go for good; in matches of others somebody without a name stands in your place. What"
    " stands in channels already, their moderators can delete."
)
FORGET_NOW = say("Yes, forget me")
FORGOTTEN = say(
    "You are forgotten. Copies that whoever hosts me has made go with their time. If you use a"
    " command or a button again, I get to know you anew."
)
FORGOTTEN_BUT = say(
    "I couldn't remove all of my private messages to you. You can dismiss or delete them yourself."
)

MINE = say("### Your tables")
NONE_OF_MINE = say("You sit at no table. Open one with /play, or practise with /practice.")
WAITS = say("waits for you")
LOBBY = say("not begun yet")
GOES_ON = say("goes on")


def mine(game: Text, code: str, stage: Text, url: str | None) -> Text:
    if url is None:
        return say("- **{game}**, table {code}: {stage}", game=game, code=symbol(code), stage=stage)
    return say(
        "- [**{game}**, table {code}]({url}): {stage}",
        game=game,
        code=symbol(code),
        stage=stage,
        url=symbol(url),
    )


def and_more(n: int) -> Text:
    return say_many("-# and one more", "-# and {n} more", n)

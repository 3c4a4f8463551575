"""Texts for server managers, and about the data stored of a person."""

from bot.tables.domain.guild_settings import Threads
from games.core.text import Loose, Text, say, say_many, symbol

TITLE = say("### Table settings for this server")
CHANNELS = say("Channels for tables")
THREADS = say("Threads")
CLOCK = say("Default clock")
LANGUAGE = say("Table language")
TABLES = say("Tables per channel")
DMS = say("Direct messages from tables")
BOARDS = say("Leaderboards")
DEALS = say("Channel for daily deals")
ALL_CHANNELS = say("all")
NO_CHANNEL = say("no channel")
YES, NO = say("yes"), say("no")
AS_HOSTED = say("the bot's default")
THREAD_CHOICES: dict[Threads, Text] = {
    "never": say("Never"),
    "offer": say("The host decides"),
    "always": say("Always"),
}
TURNED_ON, NOTHING_ON = say("Turned on"), say("nothing")
BY_TYPING = say(
    "-# Commands: /server settings change, /server settings allow, /server settings everywhere,"
    " /server settings deals."
)
NOTHING_NAMED = say("Choose at least one setting, such as `threads` or `clock`.")


def label(title: Text) -> Text:
    """Return the line above a menu."""
    return say("**{title}**", title=title)


def channel(channel_id: int) -> Text:
    return symbol(f"<#{channel_id}>")


def up_to(n: int) -> Text:
    return say_many("one", "up to {n}", n)


HEALTH = say("### Health check")
NEEDS_CARE = say("❌ needs fixing, ⚠ could be better.")


EVENTS_OPTIONAL = say(
    "-# Optional: with Create Events, planned tables and tournaments are among the server's events."
)


def good(line: Text) -> Text:
    return say("✅ {line}", line=line)


def better(line: Text) -> Text:
    return say("⚠ {line}", line=line)


def bad(line: Text) -> Text:
    return say("❌ {line}", line=line)


def channels_well(where: Loose) -> Text:
    return say("{channels}: tables, threads and pictures work.", channels=where)


def channel_closed(where: Text) -> Text:
    return say(
        "{channel}: tables can't be opened here, as this server allows them only in other channels."
        " You can change that with /server settings allow.",
        channel=where,
    )


def channel_unseen(where: Text) -> Text:
    return say(
        "{channel} is gone, or I can't see it. Choose the channels again with /server settings"
        " show,"
        " or give me access to it.",
        channel=where,
    )


def tables_unseen(where: Text) -> Text:
    return say(
        "{channel}, which has open tables, is gone, or I can't see it. Give me access to it, or let"
        " a player use /table show in another channel: the table moves there.",
        channel=where,
    )


def channel_lacks(where: Loose, missing: Loose) -> Text:
    return say(
        "{channel}: tables don't work here without {missing}. Allow this for my role in the"
        " channel's permissions.",
        channel=where,
        missing=missing,
    )


def daily_deals_well(where: Text) -> Text:
    return say("{channel}: each day's deal is shown here.", channel=where)


def daily_deals_unseen(where: Text) -> Text:
    return say(
        "{channel}, where each day's deal is shown, is gone, or I can't see it. Choose"
        " another channel with /server settings deals, or give me access to it.",
        channel=where,
    )


def daily_deals_lack(where: Text, missing: Loose) -> Text:
    return say(
        "{channel}: each day's deal can't be shown here without {missing}. Allow this for my"
        " role in the channel's permissions.",
        channel=where,
        missing=missing,
    )


def channel_wordy(where: Loose, missing: Loose) -> Text:
    return say(
        "{channel}: tables are shown as text here. For pictures, allow {missing} for my role in"
        " the channel's permissions.",
        channel=where,
        missing=missing,
    )


def channel_threadless(where: Loose, missing: Loose) -> Text:
    return say(
        "{channel}: tables can't have threads here. Allow {missing} for my role, or set threads"
        " to never with /server settings change.",
        channel=where,
        missing=missing,
    )


TEST_DM = say("Test direct messages")
DM_TEST = say("My direct messages reach you. With /me dm on, your hand comes here too.")
DM_ARRIVES = say("I've just sent you a direct message, and it arrived.")
DM_REFUSED = say(
    "I can't send you direct messages. Allow them in your privacy settings for this server. My"
    " hand works without them."
)
DM_UNKNOWN = say("Discord won't say whether I can send you direct messages. Try again later.")
DMS_ARE_OFF = say("Direct messages from tables are turned off on this server.")
COMMANDS_WELL = say("My commands are up to date on Discord.")


def commands_differ(names: Loose) -> Text:
    return say(
        "These commands on Discord don't match mine: {names}. Ask whoever runs the bot to"
        " restart it.",
        names=names,
    )


def commands_refused(reason: str) -> Text:
    return say(
        "Discord doesn't take my new commands ({reason}). The old ones still work, and I keep"
        " trying.",
        reason=symbol(reason),
    )


COMMANDS_UNKNOWN = say("Discord won't say which commands it knows. Try again later.")


def icons_missing(n: int) -> Text:
    return say_many(
        "Discord doesn't have one of my icons yet. Buttons show words until it does.",
        "Discord doesn't have {n} of my icons yet. Buttons show words until it does.",
        n,
    )


def database_well(version: int, megabytes: int) -> Text:
    return say(
        "The database is intact: version {version}, {size} MB.", version=version, size=megabytes
    )


DATABASE_BROKEN = say(
    "The database is damaged. Ask whoever runs the bot to stop it and restore the latest backup."
)
DATABASE_UNREADABLE = say(
    "The database can't be read right now. Ask whoever runs the bot to check the logs."
)
SHOWN = say("Every table shows the current state of its match.")


def behind(n: int, since: Text) -> Text:
    return say_many(
        "One message fell behind its match {since}. Use /table show next to it to update it, where"
        " I'm allowed to write.",
        "{n} messages have fallen behind their matches, the oldest {since}. Use /table show next to"
        " them to update them, where I'm allowed to write.",
        n,
        since=since,
    )


ON_TIME = say("Clocks and bots are on time.")


def shards(here: int, running: Text, count: int) -> Text:
    return say(
        "This server is on shard {shard}. This process runs shards {running} of {count}.",
        shard=here,
        running=running,
        count=count,
    )


def late(seconds: int) -> Text:
    return say_many(
        "Clocks and bots are one second late. If that doesn't change, tell whoever runs the bot.",
        "Clocks and bots are {n} seconds late. If that doesn't change, tell whoever runs the bot.",
        seconds,
    )


EXPORT = say("Everything I store about you. Times are in milliseconds since 1970 (UTC).")
EXPORT_LATER = say(
    "-# Your moves in matches still in progress are included once those matches are over."
)
FORGET_ASKED = say(
    "Delete your data? Bots take over your seats, and you rank last there. Your names,"
    " preferences and ratings are deleted for good. In other people's matches, a player without"
    " a name takes your place. What's already posted in channels can be deleted by their"
    " moderators."
)
FORGET_NOW = say("Yes, delete my data")
FORGOTTEN = say(
    "Your data is deleted. Backups made by whoever runs the bot expire in time. If you use a"
    " command or button again, I start storing data about you again."
)
FORGOTTEN_BUT = say(
    "I couldn't remove all of my private messages to you. You can dismiss or delete them yourself."
)

MINE = say("### Your tables")
NONE_OF_MINE = say("You're not at any table. Open one with /play, or practise with /practice.")
WAITING = say("waiting for you")
LOBBY = say("not started yet")
IN_PROGRESS = say("in progress")
CONTINUE = say("Continue")


def mine(game: Text, code: str, place: Text | None, facts: tuple[Text, Text]) -> Text:
    stage, since = facts
    if place is None:
        return say(
            "**{game}**, table {code}\n{stage} · {since}",
            game=game,
            code=symbol(code),
            stage=stage,
            since=since,
        )
    return say(
        "**{game}**, table {code} · {place}\n{stage} · {since}",
        game=game,
        code=symbol(code),
        place=place,
        stage=stage,
        since=since,
    )


def and_more(n: int) -> Text:
    return say_many("-# and one more", "-# and {n} more", n)


def watching(game: Text, *, on: bool) -> Text:
    """What `/me watch` has changed."""
    if not on:
        return say("You won't hear about new tables of {game} on this server.", game=game)
    return say(
        "You'll get a direct message when somebody opens {game} here in a channel that everyone"
        " can view: at most every four hours, and never in your quiet hours. Set those with"
        " /me reminders quiet.",
        game=game,
    )


NO_ROLES = say("Nothing that people reach here brings a role yet.")
ABOUT_ROLES = say(
    "-# The bot gives roles and takes them back within a minute. It needs Manage Roles, and its own"
    " role must be above them."
)
ROLE_GONE = say("It has been deleted.")


def role_for(reach: Text, role_id: int) -> Text:
    """A line of the list: what people reach, and the role that it brings."""
    return say("- {reach}: {role}", reach=reach, role=symbol(f"<@&{role_id}>"))


def role_cannot(role_id: int, why: Text) -> Text:
    return say("The bot can't give {role}. {why}", role=symbol(f"<@&{role_id}>"), why=why)

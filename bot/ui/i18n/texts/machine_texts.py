"""What the self-test finds on the bot's machine. Whoever runs the bot can fix it."""

from games.core.text import Text, say

WELL = say("The machine that runs me has all I need.")


def for_host(problem: Text) -> Text:
    """Return a line of `/server doctor`, which others read too."""
    return say("For whoever runs the bot: {problem}", problem=problem)


def no_pictures(reason: Text) -> Text:
    return say(
        "Pictures can't be painted ({reason}), so everything is shown as text. Install the bot's"
        " libraries again.",
        reason=reason,
    )


NO_SHAPING = say(
    "Arabic and Hebrew names come out wrong in pictures, because the library FriBidi is missing."
    " Install it (libfribidi0 on Debian and Ubuntu), then restart the bot."
)
NO_PAINTERS = say(
    "No process for painting can be started, so pictures take longer. Raise the limits of"
    " processes and memory, or set TOMATO_PAINTERS to 0."
)
NO_SEARCHES = say(
    "No process for searching can be started, so hard bots play like normal ones, and reviews"
    " don't work. Raise the limits of processes and memory."
)
NO_CACHE = say(
    "There is no cache folder, so each start draws all pictures again. Set TOMATO_CACHE to a"
    " writable folder, or to off."
)


def cache_unwritable(reason: Text) -> Text:
    return say(
        "The cache folder can't be written ({reason}), so each start draws all pictures again. Set"
        " TOMATO_CACHE to a writable folder, or to off.",
        reason=reason,
    )


def database_disk(megabytes: int) -> Text:
    if not megabytes:
        return say("The disk with the database is full: nothing can be saved until there's room.")
    return say(
        "The disk with the database has only {size} MB left. Make room before it is full, because"
        " then nothing can be saved.",
        size=megabytes,
    )


def cache_disk(megabytes: int) -> Text:
    return say(
        "The disk with the cache folder has only {size} MB left. Make room, or set TOMATO_CACHE to"
        " a folder on another disk.",
        size=megabytes,
    )


def clock_ahead(seconds: int) -> Text:
    return say(
        "The machine's clock is {seconds} seconds ahead of Discord's, so reminders and the times in"
        " messages are wrong. Let the system synchronize it.",
        seconds=seconds,
    )


def clock_behind(seconds: int) -> Text:
    return say(
        "The machine's clock is {seconds} seconds behind Discord's, so reminders and the times in"
        " messages are wrong. Let the system synchronize it.",
        seconds=seconds,
    )


def no_backup(days: int) -> Text:
    return say(
        "No backup has been made with `tomato-table backup` for {days} days. If you have none made"
        " in another way, make one now.",
        days=days,
    )

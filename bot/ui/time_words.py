"""What the bot says of time, absence and seats that change hands."""

from __future__ import annotations

from bot.tables.reminders import Why
from games.core.text import Loose, Text, say, symbol

PAUSED = say("The table pauses: no clock runs, and answers wait until it goes on.")


def moment(at: int) -> Text:
    """A time in milliseconds since 1970 (UTC), which Discord shows in the reader's own words."""
    return symbol(f"<t:{at // 1000}:R>")


def time_is_up(at: int) -> Text:
    return say("Time is up {when}.", when=moment(at))


def your_time_is_up(at: int) -> Text:
    return say("Your time is up {when}.", when=moment(at))


def have_answered(answered: int, of: int) -> Text:
    return say("{answered} of {of} have answered.", answered=answered, of=of)


def called(why: Why, who: Loose, due_at: int | None) -> Text:
    """What a notice says to those it names."""
    if why == "taken_over":
        return say("{who}, a bot seat plays on for you. Take your seat back at any time.", who=who)
    if due_at is None:
        return say("{who}, the table waits for you.", who=who)
    when = moment(due_at)
    if why == "half":
        return say(
            "{who}, half of the time is over, and the table waits for you. It is up {when}.",
            who=who,
            when=when,
        )
    if why == "last":
        return say(
            "{who}, little time is left for your answer: it is up {when}.", who=who, when=when
        )
    return say("{who}, the table waits for you. Time is up {when}.", who=who, when=when)


def written(why: Why, due_at: int | None) -> Text:
    """The same to one person alone."""
    if why == "taken_over":
        return say("A bot seat plays on for you. Take your seat back at any time.")
    if due_at is None:
        return say("The table waits for you.")
    when = moment(due_at)
    if why == "half":
        return say(
            "Half of the time is over, and the table waits for you. It is up {when}.", when=when
        )
    if why == "last":
        return say("Little time is left for your answer: it is up {when}.", when=when)
    return say("The table waits for you. Time is up {when}.", when=when)

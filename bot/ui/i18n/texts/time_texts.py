"""What the bot says of time, absence and seats that change hands."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.domain.availability import Availability, Way
from bot.tables.ports import Why
from games.core.text import Argument, Loose, Person, Text, say, symbol

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


def called_to_sit(who: Loose, host: Argument) -> Text:
    """What an invitation says to those it names."""
    return say("{who}, {host} invites you to a table.", who=who, host=host)


def asked_to_sit(host: Argument) -> Text:
    """The same to one person alone."""
    return say("{host} invites you to a table.", host=host)


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


MORE = say("More …")
NUDGE = say("Nudge")
NUDGED = say(
    "Everyone else this table is waiting for gets a reminder now, unless they turned reminders off."
    " In quiet hours it comes later."
)
TAKE_SEAT = say("Take the seat")
TAKE_BACK = say("Take my seat back")
PAUSE = say("Pause")
RESUME = say("Go on")
VOTE = say("Vote to stop")
UNVOTE = say("Take my vote back")
STOP = say("Stop the match")
STOP_SURELY = say("Yes, stop it")

RESTS = say("The table rests. Press Go on when everybody is back.")
GOES_ON = say("The match goes on, with the time that was left.")
VOTED = say(
    "Your vote is kept, and nobody learns of it. If more than half want it, the match stops."
)
UNVOTED = say("Your vote is taken back.")
STOP_ASKED = say("Stop this match for everybody? Nobody wins, and nothing is rated.")
STOPPED_NOW = say("The match is stopped. The channel shows how it stood.")
ABOUT_VOTES = say("Votes are secret: neither the others nor the host see who voted, or how many.")
WHICH_SEAT = say("Which seat do you take? You see its hand and play it to the end.")
SEATED = say("The seat is yours. This is its hand.")
WELCOME_BACK = say("Welcome back: the seat is yours again.")


def plays_on(bot: Argument, player_id: int) -> Text:
    """Who plays for whom; the player is named and not called."""
    return say("{bot} plays on for {player}.", bot=bot, player=symbol(f"<@{player_id}>"))


def sits_for(bot: Argument) -> Text:
    """On a button: a seat that a bot holds for now."""
    return say("The seat of {bot}", bot=bot)


WAYS: dict[Way, Text] = {
    "mention": say("By a mention in the channel"),
    "dm": say("By direct message"),
    "none": say("Not at all"),
}


def availability(kept: Availability, now: int) -> Iterator[Text]:
    """How somebody is reminded, line by line; `now` in milliseconds since 1970 (UTC)."""
    if kept.way == "mention":
        yield say(
            "You are called in the channel where everybody sees that the table waits for you, and"
            " by direct message where that is a secret."
        )
    elif kept.way == "dm":
        yield say("You are reminded by direct message.")
    else:
        yield say("You are reminded of nothing.")
    if kept.way != "none":
        yield say(
            "A table without a clock calls you once per question, after a minute without an answer,"
            " or when somebody presses *Nudge*."
        )
    if kept.quiet is not None:
        yield say(
            "Nothing calls you from {begin} to {end} ({zone}).",
            begin=symbol(_hour(kept.quiet.begin)),
            end=symbol(_hour(kept.quiet.end)),
            zone=Person(name=kept.quiet.zone),
        )
    if kept.holiday_until is not None and kept.is_away(now):
        yield say("Slow clocks wait for you until {when}.", when=symbol(_day(kept.holiday_until)))


def _hour(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def _day(at: int) -> str:
    return f"<t:{at // 1000}:f>"

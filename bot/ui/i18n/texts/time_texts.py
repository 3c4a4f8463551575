"""Texts about time, absence and seats that change hands."""

from collections.abc import Iterator

from bot.tables.domain.availability import Availability, Way
from bot.tables.ports import Why
from games.core.text import Loose, Person, Text, say, say_as, symbol


def paused(*, has_people: bool) -> Text:
    """Say that the table is paused, and how it goes on."""
    if has_people:
        return say("⏸ **This table is paused.** The host or a moderator can resume it.")
    return say("⏸ **This table is paused: everyone has left.** Take over a seat to resume it.")


def moment(time: int, style: str = "R") -> Text:
    """Return a time in milliseconds since 1970 (UTC), which Discord shows relative to now.

    Other styles are `D`, the date, and `F`, date and time; their lower case is shorter.
    """
    return symbol(f"<t:{time // 1000}:{style}>")


def channel_reminder(why: Why, who: Loose, due_at: int | None) -> Text:
    """Return the text of a reminder in the channel, which speaks to those whom it mentions."""
    if why == "taken_over":
        return say_as(
            "everybody",
            "{who}, a bot is playing for you. You can take your seat back at any time.",
            who=who,
        )
    if due_at is None:
        return say_as("everybody", "{who}, the table is waiting for you.", who=who)
    when = moment(due_at)
    if why == "half":
        return say_as(
            "everybody",
            "{who}, half the time is gone, and the table is waiting for you. Time is up {when}.",
            who=who,
            when=when,
        )
    if why == "last":
        return say_as(
            "everybody",
            "{who}, you don't have much time left to answer. Time is up {when}.",
            who=who,
            when=when,
        )
    return say_as(
        "everybody", "{who}, the table is waiting for you. Time is up {when}.", who=who, when=when
    )


def dm_reminder(why: Why, due_at: int | None) -> Text:
    """Return the text of a reminder in a DM."""
    if why == "taken_over":
        return say("A bot is playing for you. You can take your seat back at any time.")
    if why == "channel_gone":
        return say(
            "The channel of your table was deleted. Nothing is lost: use /table show in another"
            " channel"
            " of the server, and the table moves there."
        )
    if due_at is None:
        return say("The table is waiting for you.")
    when = moment(due_at)
    if why == "half":
        return say(
            "Half the time is gone, and the table is waiting for you. Time is up {when}.", when=when
        )
    if why == "last":
        return say("You don't have much time left to answer. Time is up {when}.", when=when)
    return say("The table is waiting for you. Time is up {when}.", when=when)


MORE = say("More")
NUDGE = say("Nudge")
NUDGED = say(
    "Everyone else this table is waiting for gets a reminder now, unless they turned reminders off."
    " In quiet hours it comes later."
)
TAKE_SEAT = say("Take over a seat")
TAKE_BACK = say("Take my seat back")
PAUSE = say("Pause")
RESUME = say("Resume")
VOTE = say("Vote to stop")
UNVOTE = say("Withdraw vote")
STOP = say("Stop the match")
STOP_SURELY = say("Yes, stop it")

PAUSED_NOW = say("The table is paused. Press Resume when everyone is back.")
RESUMED = say("The match continues with the time that was left.")
VOTED = say("Your vote is saved and stays secret. If more than half vote to stop, the match stops.")
UNVOTED = say("Your vote is withdrawn.")
STOP_ASKED = say("Stop this match for everyone? Nobody wins, and nothing is rated.")
STOPPED_NOW = say("The match is stopped. The channel shows how it stood.")
STOPPED_UNSEEN = say(
    "The match is stopped. Its table can't be shown, but /match log says how it stood."
)
ABOUT_VOTES = say("Votes are secret: nobody, not even the host, sees who voted or how many did.")
WHICH_SEAT = say("Which seat do you want? You'll see its hand and play it to the end.")
SEATED = say("The seat is yours. Here is its hand.")
WELCOME_BACK = say("Welcome back! The seat is yours again.")


WAYS: dict[Way, Text] = {
    "mention": say("Mention in the channel"),
    "dm": say("Direct message"),
    "none": say("No reminders"),
}


def nudge(who: Person) -> Text:
    """The button that reminds a single person."""
    return say("Nudge {who}", who=who)


def availability(preference: Availability, now: int) -> Iterator[Text]:
    """Describe a player's reminders, one line each; `now` in milliseconds since 1970 (UTC)."""
    if preference.way == "mention":
        yield say(
            "You get a mention in the channel when everyone can see that the table is waiting"
            " for you, and a direct message when that's secret."
        )
    elif preference.way == "dm":
        yield say("You get reminders by direct message.")
    else:
        yield say("You don't get any reminders.")
    if preference.way != "none":
        yield say(
            "A table without a clock reminds you once per question, after a minute without an"
            " answer, or when somebody presses *Nudge*."
        )
    if preference.quiet is not None:
        yield say(
            "No reminders from {begin} to {end} ({zone}).",
            begin=_hour(preference.quiet.begin),
            end=_hour(preference.quiet.end),
            zone=Person(name=preference.quiet.zone),
        )
    if preference.holiday_until is not None and preference.is_away(now):
        yield say(
            "Slow clocks wait for you until {when}.", when=moment(preference.holiday_until, "f")
        )


def _hour(minutes: int) -> Text:
    return symbol(f"{minutes // 60}:{minutes % 60:02}")

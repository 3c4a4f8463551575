"""The application's refusals: each error holds the message and what to do next."""

from collections.abc import Sequence

from games.core.errors import NotYourTurnError, StaleAnswerError
from games.core.text import Person, Text, either, say, say_many, symbol


class TableError(Exception):
    """A request that cannot be met; `text` gives the reason and the alternative."""

    text: Text

    def __init__(self, text: Text | None = None) -> None:
        """`text` is for errors whose message has arguments; the others have one in their class."""
        if text is not None:
            self.text = text
        super().__init__(self.text.message)


class NoSuchGameError(TableError):
    text = say("I don't know this game. Choose one that /play offers.")


class MissingGameError(NoSuchGameError):
    """A match's game was taken away from the bot, or is a draft where drafts are not offered."""

    text = say("I don't have this table's game at the moment. The table waits until it's back.")


class NoSuchLessonError(TableError):
    def __init__(self, count: int) -> None:
        none = say("This game has no lessons. Practise it with /practice, or read its /rules.")
        some = say_many(
            "This game has only {n} lesson. Use /learn without a number to start.",
            "This game has {n} lessons. Choose a number from 1 to {n} with /learn.",
            count,
        )
        super().__init__(some if count else none)


class NoSuchMatchError(TableError):
    text = say("This table no longer exists. Open a new one with /play.")


class UnreadableMatchError(TableError):
    """A match's saved data does not fit its game: a bug of ours or a damaged file."""

    def __init__(self, match_id: str) -> None:
        super().__init__(say("This match can no longer be read. Tell whoever runs the bot."))
        self.add_note(f"the saved state of match {match_id} is not valid")


class NoSeatError(TableError):
    text = say("You don't have a seat at this table. You can watch with /table show.")


class NotYourRematchError(TableError):
    text = say("Only those who played this match can repeat it. Use /play for a table of your own.")


class NotYourSeatError(TableError):
    text = say("These controls belong to another seat. Press My hand for yours.")


class NotHostError(TableError):
    text = say("Only the host can do that. Ask them, or open your own table with /play.")


class LobbyFullError(TableError):
    def __init__(self, most: int) -> None:
        text = say_many(
            "All seats are taken: {n} is the maximum. Wait for somebody to leave, or open a new"
            " table.",
            "All {n} seats are taken. Wait for somebody to leave, or open a new table with /play.",
            most,
        )
        super().__init__(text)


class AlreadySeatedError(TableError):
    text = say("You're already at this table. The host can start the match.")


class AlreadyStartedError(TableError):
    text = say("This match has already started. Watch it with /table show, or open a new table.")


class NotStartedError(TableError):
    text = say("This match hasn't started yet. The host has to press Start.")


class MatchOverError(TableError):
    text = say("This match is over. Press Rematch to play it again.")


class CancelledError(MatchOverError):
    text = say("This table was cancelled before the match started. Open a new one with /play.")


class MatchGoesOnError(TableError):
    text = say("This match is still in progress. You can have a rematch when it's over.")


class NotEnoughSeatsError(TableError):
    def __init__(self, missing: int) -> None:
        text = say_many(
            "One more player is needed. Invite somebody, or add a bot.",
            "{n} more players are needed. Invite people, or add bots.",
            missing,
        )
        super().__init__(text)


class NoBotError(TableError):
    text = say("There's no bot at this table to remove.")


class NoSuchOptionError(TableError):
    def __init__(self, name: str) -> None:
        super().__init__(
            say(
                "There is no option called “{name}”. Choose one from the list.",
                name=Person(name=name[:60]),
            )
        )


class BadNumberError(TableError):
    """A number outside an option's range."""

    def __init__(self, option: Text, least: int, most: int) -> None:
        super().__init__(
            say(
                "{option}: enter a number from {least} to {most}.",
                option=option,
                least=least,
                most=most,
            )
        )


class BadOptionError(TableError):
    def __init__(self, option: Text | Person) -> None:
        text = say(
            "The option {option} can't have this value. Choose one from the list.", option=option
        )
        super().__init__(text)


class NobodyCalledError(TableError):
    """A wish for a clock, a nudge, a thread or a later start where the bot only answers."""

    text = say(
        "The bot isn't a member here, so it can't call anyone or open threads: there are no clocks,"
        " no nudges, no threads and no tables for later."
    )


class ThreadsDecidedError(TableError):
    """A host's wish about threads on a server whose settings decide that."""

    def __init__(self, *, always: bool) -> None:
        never = say(
            "This server's settings allow no threads for tables. A server manager can change that"
            " with /server settings change."
        )
        every = say(
            "This server's settings give every table its own thread. A server manager can change"
            " that with /server settings change."
        )
        super().__init__(every if always else never)


class TooManyLobbiesError(TableError):
    def __init__(self, most: int) -> None:
        text = say_many(
            "You already host a table that hasn't started. Start it or cancel it first.",
            "You already host {n} tables that haven't started. Start or cancel one of them first.",
            most,
        )
        super().__init__(text)


class ChannelNotAllowedError(TableError):
    """The server allows tables only in other channels, named by their ids."""

    def __init__(self, channels: Sequence[int]) -> None:
        text = say(
            "Tables aren't allowed in this channel. Try again in {channels}.",
            channels=either(symbol(f"<#{channel}>") for channel in channels[:5]),
        )
        super().__init__(text)


class TooManyTablesError(TableError):
    def __init__(self, most: int) -> None:
        text = say_many(
            "This channel has room for only one table, and it's already open. Finish or cancel"
            " it first.",
            "This channel has room for only {n} tables, and they're all open. Finish or cancel"
            " one of them first.",
            most,
        )
        super().__init__(text)


class NoSuchRecordError(TableError):
    """The same message for a missing record and for another server's, which stays secret."""

    text = say("There's no such match here. Choose one from the list.")


class NothingPlayedError(TableError):
    text = say("Nothing has been played at this table.")


class StillPlayedError(TableError):
    text = say("This match is still in progress. You can look back at it when it's over.")


class NothingToDecideError(TableError):
    text = say("Nobody has anything left to decide here. Choose an earlier step.")


class PracticeInTheWayError(TableError):
    text = say("You already have a practice table of this game. End it first: /practice shows it.")


class NotYourMatchError(TableError):
    text = say("You can only review a match that you played in.")


class NoWorkersError(TableError):
    text = say(
        "I can't compute this right now. Try again later; if that doesn't help,"
        " tell whoever runs the bot."
    )


class OldRulesError(TableError):
    text = say(
        "This match was played under older rules, so this moment can no longer be shown."
        " The log still shows everything that happened."
    )


class NotInvitedError(TableError):
    text = say("This table is invite-only. Ask the host to invite you.")


class KickedError(TableError):
    text = say("The host removed you from this table. You can open your own with /play.")


class BlockedError(TableError):
    """The host has blocked this player, who isn't told so."""

    text = say("You can't join this table. You can open your own with /play.")


class BarredError(TableError):
    text = say(
        "A moderator has barred you from this server's tables. You can still use /practice and"
        " /learn."
    )


class BlockedGuestError(TableError):
    text = say("You've blocked somebody you're inviting. Unblock them first with /me unblock.")


class TooManyExcludedError(TableError):
    def __init__(self, most: int) -> None:
        text = say_many(
            "The list is full: {n} person is the maximum. Remove somebody first.",
            "The list is full: {n} people is the maximum. Remove somebody first.",
            most,
        )
        super().__init__(text)


class ExcludesThemselvesError(TableError):
    text = say("You can't choose yourself.")


class NotAllReadyError(TableError):
    text = say("This match starts automatically once everyone has pressed Ready.")


class NoReadyCheckError(TableError):
    text = say("Nobody needs to press Ready at this table. The host starts the match.")


class BadBotNameError(TableError):
    def __init__(self, most: int) -> None:
        text = say(
            "That name won't work. Use up to {most} characters with at least one letter or digit,"
            " and not the name of somebody at this table.",
            most=most,
        )
        super().__init__(text)


class OnlyInPracticeError(TableError):
    text = say("Bots only give advice at practice tables. Open one with /practice.")


class CountedAttemptError(TableError):
    text = say(
        "This is your one attempt that counts, so there are no hints. You can play the deal"
        " again afterwards, with hints."
    )


class ClockFixedError(TableError):
    text = say("The clock of a tournament's table can't be changed.")


class RoundGoesOnError(TableError):
    text = say("Only a moderator can pause or stop a tournament's table: its round has an end.")


class MoveStandsError(TableError):
    text = say(
        "There's no move that you can take back now. A move stands once it has revealed something,"
        " once somebody else has moved, or if you changed it already."
    )


class NoGuessError(TableError):
    text = say(
        "You can't guess at this table now. Guessing is for watchers, in the first rounds, and not"
        " in tournaments."
    )


class NothingToTrainError(TableError):
    def __init__(self, due_at: int | None) -> None:
        """`due_at` is when the next decision comes back, in milliseconds since 1970."""
        text = say(
            "There's nothing to train yet. Your finished matches are reviewed little by little; use"
            " /match review to have one reviewed now."
        )
        if due_at is not None:
            when = symbol(f"<t:{due_at // 1000}:R>")
            text = say("You're done for now. The next decision comes back {when}.", when=when)
        super().__init__(text)


class PausedError(TableError):
    text = say("This table is paused. The host or a moderator can resume it.")


class AlreadyPausedError(TableError):
    text = say("This table is already paused. Resume it when everyone is back.")


class NotPausedError(TableError):
    text = say("This table isn't paused: the match is in progress.")


class NobodyHereError(TableError):
    """An abandoned table can only be resumed by somebody who sits down."""

    text = say("Nobody is left at this table. It resumes as soon as somebody takes a seat back.")


class NothingToTakeBackError(TableError):
    text = say("No bot is playing for you at this table, so there's no seat to take back.")


class SeatHeldError(TableError):
    text = say("Somebody else has taken over your seat. You can watch.")


class NoOpenSeatError(TableError):
    text = say(
        "There's no free seat here. One becomes free when somebody leaves or is away too long."
    )


class HasSeenAnotherHandError(TableError):
    text = say(
        "You've held another seat in this match and know its hand, so you can't take this one."
    )


class NotStuckError(TableError):
    def __init__(self, hours: int) -> None:
        text = say_many(
            "This match isn't stuck. The host can stop it once nobody has played for an hour."
            " Until then, vote to stop it, or ask a moderator.",
            "This match isn't stuck. The host can stop it once nobody has played for {n} hours."
            " Until then, vote to stop it, or ask a moderator.",
            hours,
        )
        super().__init__(text)


class OwnTurnError(TableError):
    text = say(
        "This match isn't stuck: it waits for you. Answer, leave the table, or vote to stop it."
    )


class NobodyToNudgeError(TableError):
    text = say("There's nobody to nudge: this table isn't waiting for anyone else.")


class NudgedAlreadyError(TableError):
    def __init__(self, minutes: int) -> None:
        text = say_many(
            "The others have just been nudged. You can nudge them again in a minute.",
            "The others have just been nudged. You can nudge them again in {n} minutes.",
            minutes,
        )
        super().__init__(text)


class BadWayError(TableError):
    text = say(
        "Choose how to get reminders: as mentions in the channel, as direct messages, or"
        " not at all."
    )


class BadHoursError(TableError):
    text = say("Quiet hours need two different times, such as 22:00 and 7:30. Try again.")


class BadZoneError(TableError):
    text = say(
        "I don't know this time zone. Enter a name like Europe/Madrid, or +02:00 for two"
        " hours ahead of UTC."
    )


class BadDateError(TableError):
    def __init__(self, days: int) -> None:
        text = say_many(
            "Enter the last day of your holiday like this: 2027-08-31. It can't be in the past,"
            " or more than {n} day from now.",
            "Enter the last day of your holiday like this: 2027-08-31. It can't be in the past,"
            " or more than {n} days from now.",
            days,
        )
        super().__init__(text)


OVERTAKEN = (AlreadyStartedError, MatchOverError, NoSuchMatchError)
"""The errors of working on a table that somebody has started, ended or deleted since it was listed.

That change does what the table then needs, so they are no faults.
"""
ASKED_NO_MORE = (StaleAnswerError, NotYourTurnError, MatchOverError, PausedError)
"""The errors of answering a question when the match has moved on, ended or been paused."""


class BadStartError(TableError):
    def __init__(self, minutes: int, days: int) -> None:
        soonest = say_many("{n} minute", "{n} minutes", minutes)
        latest = say_many("{n} day", "{n} days", days)
        super().__init__(
            say(
                "Enter when it starts: a time such as 20:00 or Thursday 20:00, a date and time"
                " such as 2027-08-31 20:00, or a number of minutes. It has to be between {soonest}"
                " and {latest} from now.",
                soonest=soonest,
                latest=latest,
            )
        )

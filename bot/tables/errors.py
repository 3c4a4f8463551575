"""Why the application refuses: each error holds the sentence that is said, and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import NotYourTurnError, StaleAnswerError
from games.core.text import Person, Text, either, say, say_many, symbol


class TableError(Exception):
    """A person's request that cannot be met; `text` tells them why and what to do instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class NoSuchGameError(TableError):
    def __init__(self) -> None:
        super().__init__(say("I do not know this game. Choose one of those that /play offers."))


class NoSuchMatchError(TableError):
    def __init__(self) -> None:
        super().__init__(say("This table is gone. Open a new one with /play."))


class UnreadableMatchError(TableError):
    """What was saved of a match does not fit its game: a bug of ours or a damaged file."""

    def __init__(self, match_id: str) -> None:
        super().__init__(say("This match cannot be read any more. Tell the host of the bot."))
        self.add_note(f"the saved state of match {match_id} is not valid")


class NoSeatError(TableError):
    def __init__(self) -> None:
        super().__init__(say("You have no seat at this table. You may watch it with /table."))


class NotYourSeatError(TableError):
    def __init__(self) -> None:
        super().__init__(say("These controls belong to another seat. Press My hand for yours."))


class NotHostError(TableError):
    def __init__(self) -> None:
        text = say("Only the host may do that. Ask them, or open a table of your own with /play.")
        super().__init__(text)


class LobbyFullError(TableError):
    def __init__(self, most: int) -> None:
        text = say_many(
            "All seats are taken: {n} is the most. Wait for somebody to leave or open a new table.",
            "All {n} seats are taken. Wait for somebody to leave, or open a new table with /play.",
            most,
        )
        super().__init__(text)


class AlreadySeatedError(TableError):
    def __init__(self) -> None:
        super().__init__(say("You already sit at this table. The host can start the match."))


class AlreadyStartedError(TableError):
    def __init__(self) -> None:
        super().__init__(say("This match has started. Watch it with /table, or open a new table."))


class NotStartedError(TableError):
    def __init__(self) -> None:
        super().__init__(
            say("This match has not started yet: whoever opened the table presses Start.")
        )


class MatchOverError(TableError):
    def __init__(self) -> None:
        super().__init__(say("This match is over. Press Rematch to play it again."))


class MatchGoesOnError(TableError):
    def __init__(self) -> None:
        super().__init__(say("This match still goes on. A rematch is for when it is over."))


class NotEnoughSeatsError(TableError):
    def __init__(self, missing: int) -> None:
        text = say_many(
            "One more seat must be taken. Invite somebody, or add a bot.",
            "{n} more seats must be taken. Invite people, or add bots.",
            missing,
        )
        super().__init__(text)


class NoBotError(TableError):
    def __init__(self) -> None:
        super().__init__(say("No bot sits at this table, so none can be removed."))


class NoSuchOptionError(TableError):
    def __init__(self, name: str) -> None:
        super().__init__(
            say(
                "There is no option called “{name}”. Choose one from the list.",
                name=Person(name=name[:60]),
            )
        )


class BadNumberError(TableError):
    """A number that an option can't have."""

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
            "The option {option} cannot have this value. Choose one that the lobby offers.",
            option=option,
        )
        super().__init__(text)


class TooManyLobbiesError(TableError):
    def __init__(self, most: int) -> None:
        text = say_many(
            "You host a table that has not started. Start it or cancel it first.",
            "You host {n} tables that have not started. Start one or cancel one first.",
            most,
        )
        super().__init__(text)


class ChannelNotAllowedError(TableError):
    """The server keeps its tables in other channels, named by their ids."""

    def __init__(self, channels: Sequence[int]) -> None:
        text = say(
            "Tables are not opened in this channel. Use /play in {channels}.",
            channels=either(symbol(f"<#{channel}>") for channel in channels[:5]),
        )
        super().__init__(text)


class TooManyTablesError(TableError):
    def __init__(self, most: int) -> None:
        text = say_many(
            "This channel has room for one table only, and one is open. Finish or cancel it first.",
            "This channel has room for {n} tables, and all are open. Finish or cancel one first.",
            most,
        )
        super().__init__(text)


class NoSuchRecordError(TableError):
    """The same words for what does not exist and for what is another server's."""

    def __init__(self) -> None:
        super().__init__(say("I know no such match here. Choose one that the list offers."))


class NothingPlayedError(TableError):
    def __init__(self) -> None:
        super().__init__(say("Nothing has been played at this table."))


class StillPlayedError(TableError):
    def __init__(self) -> None:
        text = say("This match is still being played. Look back on it when it is over.")
        super().__init__(text)


class OldRulesError(TableError):
    def __init__(self) -> None:
        text = say(
            "This match was played under older rules, so this moment cannot be shown any more. "
            "The log still tells all that happened."
        )
        super().__init__(text)


class NotInvitedError(TableError):
    def __init__(self) -> None:
        super().__init__(
            say("This table is for those whom its host has invited. Ask the host to invite you.")
        )


class KickedError(TableError):
    def __init__(self) -> None:
        super().__init__(
            say(
                "The host has removed you from this table. You may open one of your own with /play."
            )
        )


class NotAllReadyError(TableError):
    def __init__(self) -> None:
        super().__init__(say("This match starts by itself once everybody has pressed Ready."))


class NoReadyCheckError(TableError):
    def __init__(self) -> None:
        super().__init__(say("Nobody need press Ready at this table: its host starts the match."))


class BadBotNameError(TableError):
    def __init__(self, most: int) -> None:
        text = say(
            "A bot seat cannot be called so. Take up to {most} letters, and no name of this table.",
            most=most,
        )
        super().__init__(text)


class OnlyInPracticeError(TableError):
    def __init__(self) -> None:
        text = say("Bots give advice at practice tables alone. Open one with /practice.")
        super().__init__(text)


class PausedError(TableError):
    def __init__(self) -> None:
        text = say(
            "The table rests: nobody answers before it goes on. Whoever paused it can resume it."
        )
        super().__init__(text)


class AlreadyPausedError(TableError):
    def __init__(self) -> None:
        super().__init__(say("The table rests already. Resume it when everybody is back."))


class NotPausedError(TableError):
    def __init__(self) -> None:
        super().__init__(say("The table does not rest: the match is going on."))


class NobodyHereError(TableError):
    """Only somebody who sits down lets a table go on that everybody has left alone."""

    def __init__(self) -> None:
        text = say(
            "Nobody is at this table any more. It goes on as soon as somebody takes a seat back."
        )
        super().__init__(text)


class NothingToTakeBackError(TableError):
    def __init__(self) -> None:
        super().__init__(say("No bot plays for you at this table, so there is no seat to take."))


class SeatHeldError(TableError):
    def __init__(self) -> None:
        super().__init__(say("Somebody else has taken your seat and plays it on. You may watch."))


class NoOpenSeatError(TableError):
    def __init__(self) -> None:
        text = say(
            "No seat is free here. One becomes free when somebody leaves or stays away too long."
        )
        super().__init__(text)


class HasSeenAnotherHandError(TableError):
    def __init__(self) -> None:
        text = say(
            "You held another seat in this match and know its hand, so you cannot take this one."
        )
        super().__init__(text)


class NotStuckError(TableError):
    def __init__(self, hours: int) -> None:
        text = say_many(
            "This match is not stuck: the host may stop it once nobody has played for an hour."
            " Until then vote to stop it, or ask a moderator.",
            "This match is not stuck: the host may stop it once nobody has played for {n} hours."
            " Until then vote to stop it, or ask a moderator.",
            hours,
        )
        super().__init__(text)


class NobodyToNudgeError(TableError):
    def __init__(self) -> None:
        super().__init__(say("There's nobody to nudge: this table isn't waiting for anyone else."))


class NudgedAlreadyError(TableError):
    def __init__(self, minutes: int) -> None:
        text = say_many(
            "The others have just been nudged. You can nudge them again in a minute.",
            "The others have just been nudged. You can nudge them again in {n} minutes.",
            minutes,
        )
        super().__init__(text)


class BadWayError(TableError):
    def __init__(self) -> None:
        text = say("Reminders can be mentions in the channel, direct messages, or none at all.")
        super().__init__(text)


class BadHoursError(TableError):
    def __init__(self) -> None:
        text = say(
            "Quiet hours need two different times of day, such as 22:00 and 7:30. Try again."
        )
        super().__init__(text)


class BadZoneError(TableError):
    def __init__(self) -> None:
        text = say(
            "I do not know this time zone. Write a name such as Europe/Madrid, or +02:00 for hours"
            " ahead of UTC."
        )
        super().__init__(text)


class BadDateError(TableError):
    def __init__(self, days: int) -> None:
        text = say_many(
            "Write the last day of your holiday like this: 2027-08-31. It must not be past, and"
            " {n} day from now is the latest.",
            "Write the last day of your holiday like this: 2027-08-31. It must not be past, and"
            " {n} days from now is the latest.",
            days,
        )
        super().__init__(text)


ASKED_NO_MORE = (StaleAnswerError, NotYourTurnError, MatchOverError, PausedError)
"""What answering a question raises where the match has moved on, ended or been paused."""

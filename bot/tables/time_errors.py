"""Why the application refuses where time, absence and the end of a table are concerned."""

from __future__ import annotations

from bot.tables.errors import MatchOverError, TableError
from games.core.errors import NotYourTurnError, StaleAnswerError
from games.core.text import say, say_many


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

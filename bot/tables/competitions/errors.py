"""Why a tournament or a daily deal refuses a request, each with what to do next."""

from bot.tables.errors import TableError
from games.core.text import Text, say, say_many, symbol


class NoSuchTournamentError(TableError):
    """The same message for a missing tournament and one that the person can't see."""

    text = say(
        "There's no such tournament here. Choose one from the list, or open one with"
        " /tournament open."
    )


class ClockNeededError(TableError):
    text = say(
        "A tournament needs a clock, so that every round ends. Choose one of the clocks in"
        " the list."
    )


class TooManyTournamentsError(TableError):
    def __init__(self, most: int, *, of_host: bool) -> None:
        mine = say_many(
            "You already host a tournament here that hasn't ended. Wait for its end, or cancel it.",
            "You already host {n} tournaments here that haven't ended. Wait for an end, or cancel"
            " one.",
            most,
        )
        everybodys = say_many(
            "This server already has a tournament that hasn't ended. Wait until it's over.",
            "This server already has {n} tournaments that haven't ended. Wait until one is over.",
            most,
        )
        super().__init__(mine if of_host else everybodys)


class SignUpOverError(TableError):
    text = say("This tournament has already started. You can follow it with Standings.")


class AlreadySignedUpError(TableError):
    text = say("You're already signed up. I'll call you when it's time to check in.")


class NotSignedUpError(TableError):
    text = say("You're not signed up for this tournament. Press Join first.")


class TournamentFullError(TableError):
    def __init__(self, most: int) -> None:
        super().__init__(
            say_many(
                "This tournament is full: {n} person has signed up.",
                "This tournament is full: {n} people have signed up.",
                most,
            )
        )


class CheckInClosedError(TableError):
    def __init__(self, opens_at: int) -> None:
        opens = symbol(f"<t:{opens_at // 1000}:R>")
        super().__init__(say("Check-in isn't open yet. It opens {when}.", when=opens))


class AlreadyCheckedInError(TableError):
    text = say("You're already checked in.")


class NotTournamentHostError(TableError):
    text = say("Only the tournament's host or a moderator of its channel can do that.")


class TournamentOverError(TableError):
    text = say("This tournament is over. See /tournament past for its result.")


class RoundRunningError(TableError):
    text = say("A round is being played. The next one starts by itself when all tables are done.")


class TooFewCheckedInError(TableError):
    def __init__(self, fewest: int, count: int) -> None:
        super().__init__(
            say_many(
                "At least {n} person has to check in before the first round. So far: {found}.",
                "At least {n} people have to check in before the first round. So far: {found}.",
                fewest,
                found=count,
            )
        )


ROUNDS: Text = say("Rounds")
TABLE_SIZE: Text = say("People per table")


class DealPlayedError(TableError):
    text = say(
        "You've already played this deal, and only your first attempt counts. Use *Play again*"
        " to play it unrated."
    )


class DealNotPlayedError(TableError):
    text = say("You haven't finished this deal, so there is nothing to share. Play it with /daily.")


class DealOverError(TableError):
    text = say("The day of this deal is over. /daily has today's.")


class NoSuchDealError(TableError):
    text = say("There was no deal on that day. /daily has today's.")

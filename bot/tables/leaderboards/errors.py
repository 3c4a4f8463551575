"""Why the boards refuse, each with the sentence that is said."""

from bot.tables.errors import TableError
from games.core.text import Person, say


class BoardsOffError(TableError):
    text = say(
        "Leaderboards are turned off on this server. A server manager can turn them on with"
        " /server settings show."
    )


class NoSuchSeasonError(TableError):
    text = say("There was no such season here. Choose one from the list of `season`.")


class NothingKnownError(TableError):
    """Nobody can tell somebody who hides from somebody who never played."""

    def __init__(self, name: str) -> None:
        text = say("{who} has no rated matches to show here.", who=Person(name=name))
        super().__init__(text)


class NothingToResetError(TableError):
    text = say("Nothing has been counted on this leaderboard, so there's nothing to reset.")


class NothingToUndoError(TableError):
    text = say("There's nothing to undo: no reset and no new season.")


class SeasonChangedError(TableError):
    text = say("The season has changed in the meantime, so nothing was done. Please try again.")


class BadSeasonNameError(TableError):
    def __init__(self, most: int) -> None:
        super().__init__(say("A season's name can have at most {n} characters.", n=most))

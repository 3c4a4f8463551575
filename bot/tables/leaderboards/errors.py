"""Why the boards refuse, each with the sentence that is said."""

from __future__ import annotations

from bot.tables.errors import TableError
from games.core.text import Person, say


class BoardsOffError(TableError):
    def __init__(self) -> None:
        super().__init__(
            say(
                "Leaderboards are turned off on this server. A server manager can turn them on with"
                " /settings."
            )
        )


class NoSuchSeasonError(TableError):
    def __init__(self) -> None:
        super().__init__(
            say("There was no such season here. Choose one from the list of `season`.")
        )


class NothingKnownError(TableError):
    """Nobody can tell somebody who hides from somebody who never played."""

    def __init__(self, name: str) -> None:
        text = say("{who} has no rated matches to show here.", who=Person(name=name))
        super().__init__(text)


class NothingToResetError(TableError):
    def __init__(self) -> None:
        super().__init__(
            say("Nothing has been counted on this leaderboard, so there's nothing to reset.")
        )


class NothingToUndoError(TableError):
    def __init__(self) -> None:
        super().__init__(say("There's nothing to undo: no reset and no new season."))


class SeasonChangedError(TableError):
    def __init__(self) -> None:
        text = say("The season has changed in the meantime, so nothing was done. Please try again.")
        super().__init__(text)


class BadSeasonNameError(TableError):
    def __init__(self, most: int) -> None:
        super().__init__(say("A season's name can have at most {n} characters.", n=most))

"""Everything a player can answer."""

from games.core.prompt import Move


class Stake(Move):
    """Share out the stars: the machine of each."""

    stars: tuple[str, ...]


class Allot(Move):
    """Put the four cards, in the order they were drawn, on machines."""

    first: str
    second: str
    third: str
    fourth: str

    def machines(self) -> tuple[str, str, str, str]:
        return self.first, self.second, self.third, self.fourth


class AllotForAbsent(Move):
    """Made only by the bot: chosen machines stay, and the other cards go to machines in turn."""

    first: str | None = None
    second: str | None = None
    third: str | None = None
    fourth: str | None = None

    def machines(self) -> tuple[str, str, str, str]:
        return self.first or "1", self.second or "2", self.third or "3", self.fourth or "4"


BatchesMove = Stake | Allot | AllotForAbsent

"""How a match of Karate Tomate ends: who may call it, and the final count."""

from typing import Literal

from games.core.event import Event
from games.core.text import Text, say, say_many, seat, seats
from games.core.values import Frozen, Seat
from games.karate_tomate.rules.texts import knife_count, trophies_and_knives, trophy_count

Ending = Literal["called", "enough", "cards", "stalemate"]
"""Why a match ended: called, enough trophies by house rule, too few triumph cards, stalemate."""


class Counted(Frozen):
    """A seat's winnings, turned up at the end."""

    seat: Seat
    trophies: int
    knives: int
    tomato: int

    def text(self) -> Text:
        counted = trophies_and_knives(self.trophies, self.knives)
        return say("{who} {counted}", who=seat(self.seat), counted=counted)


class EndOffered(Event):
    """Somebody may call the end; who it is stays secret."""

    trophies: int

    def text(self) -> Text:
        return say(
            "Somebody has {trophies} or more and may call the end.",
            trophies=trophy_count(self.trophies),
        )


class EndDeclined(Event):
    """Nobody has called the end."""

    def text(self) -> Text:
        return say("Nobody calls the end.")


class EndCalled(Event):
    """Somebody calls the end, and the match is over."""

    seat: Seat

    def text(self) -> Text:
        return say("{who} calls the end.", who=seat(self.seat))


class MatchEnded(Event):
    """All triumph cards are turned up and counted."""

    ending: Ending
    counted: tuple[Counted, ...]
    """By seat."""
    out: tuple[Seat, ...]
    """The seats with the fewest knives; empty if all are tied."""
    winner: Seat

    def text(self) -> Text:
        return say(
            "{why} Final count: {counted}. {knives} {winner}",
            why=tell_ending(self.ending),
            counted=[line.text() for line in self.counted],
            knives=self.tell_knives(),
            winner=self.tell_winner(),
        )

    def tell_knives(self) -> Text:
        """Say who is out, or that nobody is."""
        if not self.out:
            same = knife_count(self.counted[0].knives)
            return say("Everyone has {knives}, so nobody is out.", knives=same)
        return say_many(
            "{who} has the fewest knives and is out.",
            "{who} have the fewest knives and are out.",
            len(self.out),
            who=seats(self.out),
        )

    def tell_winner(self) -> Text:
        """Say who wins, and what broke a tie."""
        best = self.counted[self.winner]
        who, count = seat(best.seat), trophy_count(best.trophies)
        rivals = [
            line
            for line in self.counted
            if line.seat not in self.out and line.trophies == best.trophies and line != best
        ]
        if not rivals:
            return say("{who} wins with {trophies}.", who=who, trophies=count)
        if all(line.knives < best.knives for line in rivals):
            return say(
                "{who} wins with {trophies} and more knives ({knives}).",
                who=who,
                trophies=count,
                knives=best.knives,
            )
        return say(
            "{who} wins with {trophies} and the higher tomato ({tomato}).",
            who=who,
            trophies=count,
            tomato=best.tomato,
        )


def tell_ending(ending: Ending) -> Text:
    """Say why the match ended."""
    return _ENDINGS[ending]


_ENDINGS: dict[Ending, Text] = {
    "called": say("Somebody called the end."),
    "enough": say("Somebody has enough trophies, so the match ends."),
    "cards": say("There aren't enough triumph cards for another round."),
    "stalemate": say("Nobody took a triumph card for too many rounds in a row."),
}

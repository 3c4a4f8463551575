"""Everything that can happen in a match of Diced Tomatoes, and the sentences for it.

Nothing is hidden in this game, so everybody sees every event.
"""

from typing import Annotated, Literal

from games.core.event import AnyOf, Event, Named
from games.core.game import tell_points
from games.core.text import Loose, Text, say, say_many, seat
from games.core.values import Seat
from games.diced_tomatoes.rules import texts
from games.diced_tomatoes.rules.dice import COLOUR, RED, Counts, Die
from games.diced_tomatoes.rules.records import OrderRoll, Score
from games.diced_tomatoes.rules.vines import RIPEST, number_of, owner_of


class RolledForOrder(Event):
    """All seats, or those tied for the lowest, rolled for the last place."""

    rolls: tuple[OrderRoll, ...]

    def text(self) -> Text:
        shown = [say("{who} {face}", who=seat(r.seat), face=r.face) for r in self.rolls]
        return say("Rolls for turn order: {rolls}.", rolls=shown)


class OrderFound(Event):
    """The seat that plays last, and so the one that begins."""

    sentence = say("{last} gets the ketchup splatter and plays last; {first} goes first.")
    last: Annotated[Seat, Named(seat)]
    first: Annotated[Seat, Named(seat)]


class DiceDrawn(Event):
    """Dice were taken from the bushel: chosen, at random, or without an alternative."""

    seat: Seat
    dice: Counts
    kept: int
    """Dice that were passed on and are rolled as well."""

    def text(self) -> Text:
        who, drawn = seat(self.seat), texts.coloured(self.dice)
        if not sum(self.dice):
            return say("{who} has no dice to draw.", who=who)
        if not self.kept:
            return say("{who} draws {dice}.", who=who, dice=drawn)
        return say_many(
            "{who} draws {dice}, plus {n} die from the last turn.",
            "{who} draws {dice}, plus {n} dice from the last turn.",
            self.kept,
            who=who,
            dice=drawn,
        )


class HandRolled(Event):
    """The hand of a turn."""

    sentence = say("{who} rolls {dice}.")
    seat: Seat
    dice: Annotated[tuple[Die, ...], Named(texts.die_list, whole=True)]


class DiePlaced(Event):
    """A die was put on a vine."""

    reveals = False

    seat: Seat
    die: Die
    vine: int
    worth: int
    """The vine's score with the die."""
    planted: bool

    def text(self) -> Text:
        args: dict[str, Loose] = {
            "who": seat(self.seat),
            "die": texts.DIE_NAMES[self.die],
            "vine": texts.vine_by(self.vine, self.seat),
        }
        if self.planted:
            return say("{who} plants the {die} on {vine}.", **args)
        if COLOUR[self.die] == RED:
            return say("{who} puts the {die} on {vine}.", **args)
        before = self.worth + (1 if self.die[0] == "b" else -1)
        return say(
            "{who} puts the {die} on {vine}, now worth {worth} instead of {before}.",
            **args,
            worth=self.worth,
            before=before,
        )


class VineHarvested(Event):
    """A vine of four dice was worth 1 to 6."""

    reveals = False

    vine: int
    score: int
    slot: int
    points: int
    """The score, plus the bonus if score and slot match."""

    def text(self) -> Text:
        args: dict[str, Loose] = {
            "who": seat(owner_of(self.vine)),
            "number": number_of(self.vine),
            "score": self.score,
            "slot": self.slot,
        }
        if self.score != self.slot:
            return say("{who} harvests vine {number} for {score} in slot {slot}.", **args)
        if self.points == self.score:
            return say("{who} harvests vine {number} for {score} in slot {slot} (matched).", **args)
        return say(
            "{who} harvests vine {number} for {score} in slot {slot} (matched: {points} in all).",
            **args,
            points=texts.points(self.points),
        )


class KarmaEarned(Event):
    """Karma for a harvest; `lost` is the part over the limit."""

    reveals = False

    seat: Seat
    gained: int
    lost: int

    def text(self) -> Text:
        args: dict[str, Loose] = {"who": seat(self.seat), "gained": self.gained}
        if not self.lost:
            return say("{who} earns {gained} karma.", **args)
        return say("{who} earns {gained} karma and loses {lost} over the limit.",
                   lost=self.lost, **args)  # fmt: skip


class BitsEarned(Event):
    """Karma bits; every third turns into karma."""

    reveals = False

    seat: Seat
    earned: int
    bits: int
    """Bits left afterwards."""
    karma: int

    def text(self) -> Text:
        args: dict[str, Loose] = {"who": seat(self.seat), "bits": self.bits}
        if not self.karma:
            return say("{who} now has {bits} of 3 karma bits.", **args)
        return say("{who}'s karma bits turn into {karma} karma, leaving {bits} of 3.",
                   karma=self.karma, **args)  # fmt: skip


class DieTurned(Event):
    """Karma changed a die of the hand."""

    seat: Seat
    how: Literal["reroll", "shift", "rollover", "change"]
    cost: int
    die: Die
    now: Die

    def text(self) -> Text:
        args: dict[str, Loose] = {
            "who": seat(self.seat),
            "cost": self.cost,
            "die": texts.DIE_NAMES[self.die],
            "now": texts.DIE_NAMES[self.now],
        }
        if self.how == "reroll":
            return say("{who} spends {cost} karma to re-roll the {die}: {now}.", **args)
        return say("{who} spends {cost} karma to turn the {die} into a {now}.", **args)


class VineCleaned(Event):
    """Karma sent all dice of a vine to the bushel."""

    reveals = False

    seat: Seat
    cost: int
    vine: int
    worth: int
    dice: int

    def text(self) -> Text:
        return say(
            "{who} spends {cost} karma to clean {vine} (worth {worth}), returning {dice} to the"
            " bushel.",
            who=seat(self.seat),
            cost=self.cost,
            vine=texts.vine_by(self.vine, self.seat),
            dice=texts.dice(self.dice),
            worth=self.worth,
        )


class SeedFlipped(Event):
    """Karma turned a seed upside down."""

    reveals = False

    seat: Seat
    cost: int
    vine: int
    before: int
    worth: int

    def text(self) -> Text:
        return say(
            "{who} spends {cost} karma to flip the seed of {vine}, now worth {worth} instead of"
            " {before}.",
            who=seat(self.seat),
            cost=self.cost,
            vine=texts.vine_by(self.vine, self.seat),
            worth=self.worth,
            before=self.before,
        )


class TurnTakenBack(Event):
    """The last move was undone."""

    sentence = say("{who} takes back their last move.")
    seat: Seat


class TurnEnded(Event):
    """A turn is over; dice left in the hand wait for the next roll."""

    reveals = False

    seat: Seat
    left: Counts
    to: Seat | None
    """The seat that rolls them; None if they return to the bushel at the very end."""

    def text(self) -> Text:
        who, left = seat(self.seat), texts.coloured(self.left)
        if not sum(self.left):
            return say("{who} ends their turn.", who=who)
        if self.to is None:
            return say("{who} ends their turn and puts {dice} back.", who=who, dice=left)
        if self.to == self.seat:
            return say("{who} ends their turn and keeps {dice}.", who=who, dice=left)
        return say("{who} ends their turn and passes {dice} to {next}.",
                   who=who, dice=left, next=seat(self.to))  # fmt: skip


class VineCleared(Event):
    """A vine was cleared at the end of a turn, worth nothing or too much."""

    reveals = False

    vine: int
    worth: int
    dice: int

    @property
    def is_overripe(self) -> bool:
        """Whether the vine was lost; otherwise whoever ended the turn cleared it."""
        return self.worth > RIPEST

    def text(self) -> Text:
        who, number = seat(owner_of(self.vine)), number_of(self.vine)
        args: dict[str, Loose] = {
            "who": who,
            "number": number,
            "worth": self.worth,
            "dice": texts.dice(self.dice),
        }
        if self.is_overripe:
            return say("{who} loses vine {number} (overripe at {worth}) and its {dice}.", **args)
        return say("{who}'s vine {number} (worth {worth}) is cleared of its {dice}.", **args)


class KarmaCut(Event):
    """Karma above the limit between turns is lost."""

    sentence = say("{who} loses {lost} karma above 6.")
    seat: Seat
    lost: int


class FinalRound(Event):
    """Somebody is the first to harvest a sixth tomato."""

    seat: Seat
    bonus: int
    last: Seat

    def text(self) -> Text:
        return say(
            "{who} is first to six tomatoes and gets {points} more. {last} plays the last turn.",
            who=seat(self.seat),
            points=texts.points(self.bonus),
            last=seat(self.last),
        )


class BushelEmpty(Event):
    """No dice were left to draw when a turn was to start."""

    sentence = say("The bushel is empty at the start of {who}'s turn, so the match is over.")
    seat: Seat


class SeatScored(Event):
    """The final reckoning of a seat."""

    seat: Seat
    score: Score

    def text(self) -> Text:
        args: dict[str, Loose] = {
            "who": seat(self.seat),
            "total": texts.points(self.score.total),
            "tomatoes": self.score.tomatoes,
            "karma": self.score.karma,
            "vines": self.score.vines,
        }
        if not self.score.first:
            return say(
                "{who} has {total}: {tomatoes} from tomatoes, {karma} from karma, {vines} from"
                " vines.",
                **args,
            )
        return say(
            "{who} has {total}: {tomatoes} from tomatoes, {first} for being first to six,"
            " {karma} from karma, {vines} from vines.",
            **args,
            first=self.score.first,
        )


class MatchEnded(Event):
    """The result of a match of several."""

    ranking: tuple[tuple[Seat, ...], ...]
    best: int

    def text(self) -> Text:
        return tell_points(self.ranking[0], self.best)


class AloneEnded(Event):
    """The result of a match alone."""

    slots: int
    """Matched slots."""
    harvested: bool

    def text(self) -> Text:
        return texts.tell_alone(self.slots, self.harvested)


DicedEvent = Annotated[Event, AnyOf(__name__)]

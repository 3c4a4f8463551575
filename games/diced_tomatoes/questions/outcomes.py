"""The outcome of a placement, told to the player who decides, on each place for a die.

The same few vines and dice come up repeatedly, so choices are cached.
"""

from functools import lru_cache
from typing import NamedTuple

from games.core.prompt import Choice
from games.core.text import Loose, Text, say, say_as, seat, symbol
from games.core.values import Seat
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules import vines
from games.diced_tomatoes.rules.dice import FACE, Die
from games.diced_tomatoes.rules.karma import BITS, reward, room
from games.diced_tomatoes.rules.legal import Situation, is_solo
from games.diced_tomatoes.rules.scoring import slot_points
from games.diced_tomatoes.rules.texts import described, points, vine_of

NEW = say_as("vine", "new")
"""What another's empty vine is."""


class Placement(NamedTuple):
    """Everything the outcome of one placement depends on."""

    die: Die
    vine: int
    held: tuple[Die, ...]
    flipped: bool
    viewer: Seat
    slot: int
    """The owner's next slot; 7 if all are filled."""
    solo: bool
    room: int
    """How much karma from the harvest still fits under the limit."""
    bits: int
    """The viewer's karma bits; -1 if the table plays without them."""
    options: DicedOptions

    @property
    def own(self) -> bool:
        return vines.owner_of(self.vine) == self.viewer

    @property
    def worth(self) -> int:
        """The vine's score with the die."""
        return vines.worth((*self.held, self.die), self.flipped)

    @property
    def ripens(self) -> bool:
        return vines.is_ripe((*self.held, self.die), self.flipped)

    @property
    def spoils(self) -> bool:
        """Whether a vine that could be harvested can't be any more, as it will be."""
        was_sound = bool(self.held) and 1 <= vines.worth(self.held, self.flipped) <= vines.RIPEST
        return was_sound and not 1 <= self.worth <= vines.RIPEST


def place_choice(now: Situation, die: Die, vine: int) -> Choice:
    """The choice of a vine for a die, with its outcome."""
    return _choice(placement(now, die, vine))


def placement(now: Situation, die: Die, vine: int) -> Placement:
    """Everything that decides what a die makes of a vine."""
    solo, bits = is_solo(now), now.bits[now.turn]
    playing_bits = now.options.karma_overload and not solo
    return Placement(
        die=die,
        vine=vine,
        held=tuple(now.vines[vine]),
        flipped=now.flipped[vine],
        viewer=now.turn,
        slot=len(now.tracks[vines.owner_of(vine)]) + 1,
        solo=solo,
        room=min(vines.RIPEST, room(now, vine, bits)),
        bits=bits if playing_bits else -1,
        options=now.options,
    )


def caption(what: Placement) -> Text:
    """What the die makes of the vine, below its picture; another's harvest is its karma."""
    if what.ripens:
        if what.own:
            return say("harvest {gain}", gain=gain(what))
        return say("+{points}", points=_gained(what)[0])
    if what.spoils:
        return say("spoils it")
    if not what.own:
        return symbol(f"{len(what.held) + 1}/{vines.FULL}") if what.held else NEW
    return say("new, worth {worth}", worth=what.worth) if not what.held else _state(what)


@lru_cache(maxsize=2048)
def _choice(what: Placement) -> Choice:
    is_harvest = what.ripens and (what.own or what.solo)
    return Choice(
        id=vines.VINES[what.vine],
        label=described(what.vine, what.viewer, what.held, what.flipped),
        hint=outcome(what),
        short=_in_short(what),
        called=vine_of(what.vine, what.viewer),
        tone="good" if is_harvest else "bad" if what.spoils else "plain",
    )


_NTH = (say("1st of 4"), say("2nd of 4"), say("3rd of 4"), say("4th of 4"))


def _in_short(what: Placement) -> Text:
    """The words of the place's button: whose vine it is, and what the die makes of it."""
    if what.own:
        return _own_in_short(what)
    args: dict[str, Loose] = {
        "who": seat(vines.owner_of(what.vine)),
        "number": vines.number_of(what.vine),
    }
    if what.spoils:
        return say("Spoil {who}'s vine {number}", **args)
    if not what.held:
        return say("Plant for {who}", who=args["who"])
    return say("{who}'s vine {number}, {state}", state=_state(what), **args)


def _own_in_short(what: Placement) -> Text:
    number = vines.number_of(what.vine)
    if what.ripens:
        return say("Harvest vine {number}: {gain}", number=number, gain=gain(what))
    if what.spoils:
        return say("Spoil vine {number}", number=number)
    if not what.held:
        return say("New vine, worth {worth}", worth=what.worth)
    return say("Vine {number}, {state}", number=number, state=_state(what))


def gain(what: Placement) -> Text:
    """What a harvest of one's own brings; alone only matches are points."""
    if not what.solo:
        return say("+{points}", points=slot_points(what.options, what.worth, what.slot))
    return say("match") if what.worth == what.slot else say("slot {slot}", slot=what.slot)


def _state(what: Placement) -> Text:
    """A vine with the die: what its harvest earns, a worth that changed, or how full it is."""
    if what.ripens:
        return say("+{karma}♥", karma=_gained(what)[0])
    if what.die[0] != "r":
        return say("now worth {worth}", worth=what.worth)
    return _NTH[len(what.held)]


def _gained(what: Placement) -> tuple[int, int]:
    """The karma from a harvest, and the amount without the limit."""
    amount = reward(what.options, FACE[what.held[0]] if what.solo else what.worth)
    return max(0, min(amount, what.room)), amount


def outcome(what: Placement) -> Text:
    """Say what the placement does: who gains, how much, and what it costs."""
    sentences = [*_on_the_vine(what), *_bits(what)]
    log = sentences[0]
    for sentence in sentences[1:]:
        log = say("{first} {then}", first=log, then=sentence)
    return log


def _on_the_vine(what: Placement) -> list[Text]:
    if not what.held:
        return [_planted(what)]
    if what.ripens:
        return [_harvested(what), *_difference(what), *_karma(what)]
    if not 1 <= what.worth <= vines.RIPEST:
        return [_lost(what)]
    return [_grown(what), *_change(what)]


def _planted(what: Placement) -> Text:
    if what.own:
        return say("You plant a vine worth {worth}.", worth=what.worth)
    who = seat(vines.owner_of(what.vine))
    return say("You plant a vine worth {worth} for {who}.", worth=what.worth, who=who)


def _grown(what: Placement) -> Text:
    args: dict[str, Loose] = {"n": len(what.held) + 1, "full": vines.FULL, "worth": what.worth}
    if what.own:
        return say("Your vine grows to {n} of {full} dice, worth {worth}.", **args)
    who = seat(vines.owner_of(what.vine))
    return say("{who}'s vine grows to {n} of {full} dice, worth {worth}.", who=who, **args)


def _harvested(what: Placement) -> Text:
    """Alone only matches are points, so the vine is described by its worth."""
    is_match = what.worth == what.slot
    args: dict[str, Loose] = {"slot": what.slot}
    if what.solo:
        args["worth"] = what.worth
        if is_match:
            return say("You harvest a vine worth {worth} in slot {slot} (matched).", **args)
        return say("You harvest a vine worth {worth} in slot {slot} (not matched).", **args)
    args["points"] = points(slot_points(what.options, what.worth, what.slot))
    if what.own:
        if is_match:
            return say("You harvest {points} in slot {slot} (matched).", **args)
        return say("You harvest {points} in slot {slot}.", **args)
    args["who"] = seat(vines.owner_of(what.vine))
    if is_match:
        return say("{who} harvests {points} in slot {slot} (matched).", **args)
    return say("{who} harvests {points} in slot {slot}.", **args)


def _lost(what: Placement) -> Text:
    """A vine that will be cleared: worth nothing, or overripe."""
    args: dict[str, Loose] = {"worth": what.worth, "who": seat(vines.owner_of(what.vine))}
    if what.worth > vines.RIPEST:
        if what.own:
            return say("Your vine becomes overripe at {worth}; you lose it when the turn ends.",
                       worth=what.worth)  # fmt: skip
        return say(
            "{who}'s vine becomes overripe at {worth} and is lost when the turn ends.", **args
        )
    if what.options.zero_vines == "choice":
        return say("The vine will be worth {worth}; you may clear it when the turn ends.",
                   worth=what.worth)  # fmt: skip
    if what.own:
        return say(
            "Your vine will be worth {worth}; you lose it when the turn ends.", worth=what.worth
        )
    return say("{who}'s vine will be worth {worth} and is lost when the turn ends.", **args)


def _change(what: Placement) -> list[Text]:
    """How a black or a golden die changes the worth of a growing vine."""
    if what.die[0] == "b":
        return [say("That is 1 less than before.")]
    if what.die[0] == "g":
        return [say("That is 1 more than before.")]
    return []


def _difference(what: Placement) -> list[Text]:
    """By how many points a black or a golden die changes a harvest, including a match."""
    before = vines.worth(what.held, what.flipped)
    if what.solo or before == what.worth or not 1 <= before <= vines.RIPEST:
        return []
    without, with_it = (
        slot_points(what.options, score, what.slot) for score in (before, what.worth)
    )
    args: dict[str, Loose] = {"points": points(abs(with_it - without))}
    if not what.own:
        args["who"] = seat(vines.owner_of(what.vine))
    if with_it < without:
        if what.own:
            return [say("The die costs you {points}.", **args)]
        return [say("The die costs {who} {points}.", **args)]
    if with_it > without:
        if what.own:
            return [say("The die brings you {points} more.", **args)]
        return [say("The die brings {who} {points} more.", **args)]
    return []


def _karma(what: Placement) -> list[Text]:
    if what.own and not what.solo:
        return []
    gained, amount = _gained(what)
    if gained < amount:
        return [say("You earn only {gained} karma (limit reached).", gained=gained)]
    return [say("You earn {gained} karma.", gained=gained)]


def _bits(what: Placement) -> list[Text]:
    if what.own or what.bits < 0:
        return []
    if what.bits + 1 == BITS:
        return [say("That's your third karma bit.")]
    return [say("{n} of {all} karma bits.", n=what.bits + 1, all=BITS)]

"""Names of cards and machines, and the sentences that tell a round."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from games.core.text import Text, TextList, say, say_as, say_many, seat, seats, symbol, with_icon
from games.core.values import Seat
from games.tomatomat.rules.cards import (
    COLOUR,
    KINDS,
    MACHINE_COLOURS,
    VALUE,
    Card,
    Colour,
    Machine,
    in_order,
    stars,
)
from games.tomatomat.rules.moves import SLOTS
from games.tomatomat.rules.records import Arrest, Outcome, Resolution, Theft

COLOUR_NAMES: dict[Colour, Text] = {
    "R": say("red"),
    "G": say("green"),
    "Y": say("yellow"),
    "P": say("purple"),
}
COLOUR_LETTERS: dict[Colour, Text] = {
    "R": say_as("red", "R"),
    "G": say_as("green", "G"),
    "Y": say_as("yellow", "Y"),
    "P": say_as("purple", "P"),
}
"""For plain tiles, which are too small for a name."""
SLOT_NAMES: tuple[Text, ...] = tuple(symbol(name) for name in SLOTS)

_COIN_COLOURS: dict[Colour, Text] = {
    "R": say_as("coin", "red"),
    "G": say_as("coin", "green"),
    "Y": say_as("coin", "yellow"),
    "P": say_as("coin", "purple"),
}
COINS_COLOURS: dict[Colour, Text] = {
    "R": say_as("coins", "red"),
    "G": say_as("coins", "green"),
    "Y": say_as("coins", "yellow"),
    "P": say_as("coins", "purple"),
}
_SOME_COINS_COLOURS: dict[Colour, Text] = {
    "R": say_as("some coins", "red"),
    "G": say_as("some coins", "green"),
    "Y": say_as("some coins", "yellow"),
    "P": say_as("some coins", "purple"),
}
_THIEF_COLOURS: dict[Colour, Text] = {
    "R": say_as("thief", "red"),
    "G": say_as("thief", "green"),
    "Y": say_as("thief", "yellow"),
    "P": say_as("thief", "purple"),
}
_THE_THIEF_COLOURS: dict[Colour, Text] = {
    "R": say_as("the thief", "red"),
    "G": say_as("the thief", "green"),
    "Y": say_as("the thief", "yellow"),
    "P": say_as("the thief", "purple"),
}
THIEVES_COLOURS: dict[Colour, Text] = {
    "R": say_as("thieves", "red"),
    "G": say_as("thieves", "green"),
    "Y": say_as("thieves", "yellow"),
    "P": say_as("thieves", "purple"),
}
_OFFICER_COLOURS: dict[Colour, Text] = {
    "R": say_as("officer", "red"),
    "G": say_as("officer", "green"),
    "Y": say_as("officer", "yellow"),
    "P": say_as("officer", "purple"),
}
"""A colour before what has it: its form depends on the thing, its number and its article."""
_FIGURES = {"t": say("thief"), "p": say("officer")}


def _card(card: Card) -> Text:
    colour = COLOUR[card]
    if VALUE[card]:
        named = say("{colour} coin {value}", colour=_COIN_COLOURS[colour], value=VALUE[card])
    elif card[1] == "t":
        named = say("{colour} thief", colour=_THIEF_COLOURS[colour])
    else:
        named = say("{colour} officer", colour=_OFFICER_COLOURS[colour])
    return with_icon(named, f"tomatomat:{card}")


def _short(card: Card) -> Text:
    colour = COLOUR[card]
    if VALUE[card]:
        return say("{colour} {value}", colour=COLOUR_NAMES[colour], value=VALUE[card])
    letter, figure = COLOUR_LETTERS[colour], _FIGURES[card[1]]
    return say_as("short", "{colour} {figure}", colour=letter, figure=figure)


CARD_NAMES: dict[Card, Text] = {card: _card(card) for card in KINDS}
"""A card's name in a sentence: "red coin 2"."""
CARD_SHORT: dict[Card, Text] = {card: _short(card) for card in KINDS}
"""The text on a plain tile: "red 2", "R thief"."""


def ask_slot(card: Card) -> Text:
    """Ask for the slot of a card."""
    colour = COLOUR[card]
    if VALUE[card]:
        coin = _COIN_COLOURS[colour]
        return say("Where does the {colour} {value} go?", colour=coin, value=VALUE[card])
    if card[1] == "t":
        return say("Where does the {colour} thief go?", colour=_THE_THIEF_COLOURS[colour])
    return say("Where does the {colour} officer go?", colour=_OFFICER_COLOURS[colour])


def star_count(count: int) -> Text:
    """A number of stars."""
    return say_many("{n} star", "{n} stars", count)


@cache
def colours_of(machine: Machine) -> Text:
    """The tomatoes of a machine: "green and yellow"."""
    names = [COLOUR_NAMES[colour] for colour in MACHINE_COLOURS[machine]]
    if len(names) == 1:
        return names[0]
    return say("{one} and {other}", one=names[0], other=names[1])


@cache
def machine_short(machine: Machine) -> Text:
    """The text on a plain tile: "green", "G + Y"."""
    colours = MACHINE_COLOURS[machine]
    if len(colours) == 1:
        return COLOUR_NAMES[colours[0]]
    first, other = (COLOUR_LETTERS[colour] for colour in colours)
    return say("{one} + {other}", one=first, other=other)


@lru_cache(maxsize=512)
def stack_name(stack: tuple[Machine, ...]) -> Text:
    """A stack by its deciding facts: the colours on top, all its stars, the number of machines."""
    colours, shine = colours_of(stack[-1]), star_count(stars(stack))
    if len(stack) == 1:
        return say("{colours}, {stars}", colours=colours, stars=shine)
    return say(
        "{colours}, {stars}, {count} machines", colours=colours, stars=shine, count=len(stack)
    )


def grouped(cards: Sequence[Card]) -> TextList:
    """Cards by name in their order, equal ones counted."""
    names = []
    for card in dict.fromkeys(in_order(cards)):
        count = cards.count(card)
        name = CARD_NAMES[card]
        names.append(name if count == 1 else say("{n} × {card}", n=count, card=name))
    return TextList(items=tuple(names), style="unit")


def tell_added(batch: int, added: Iterable[Sequence[int]]) -> Text:
    """Say how many cards everybody laid at each slot in a batch."""
    counts = [
        say("{who} {a}/{b}/{c}/{d}", who=seat(number), a=mine[0], b=mine[1], c=mine[2], d=mine[3])
        for number, mine in enumerate(added)
    ]
    return say("Batch {batch} placed at I/II/III/IV: {counts}.", batch=batch, counts=counts)


def tell_turned(slot: int, cards: Sequence[Sequence[Card]]) -> Text:
    """Say what lay at a slot."""
    shown = [
        say("{who} ({cards})", who=seat(number), cards=grouped(mine))
        for number, mine in enumerate(cards)
        if mine
    ]
    if not shown:
        return say("Nobody placed a card at {slot}.", slot=SLOT_NAMES[slot])
    return say("Turned up at {slot}: {cards}.", slot=SLOT_NAMES[slot], cards=shown)


def tell_arrest(arrest: Arrest) -> Text:
    """Say whose thieves an officer catches."""
    return say_many(
        "At {slot}, {officer}'s {colour} officer catches {whom}'s thief.",
        "At {slot}, {officer}'s {colour} officer catches {whom}'s {n} thieves.",
        len(arrest.thieves),
        slot=SLOT_NAMES[arrest.slot],
        officer=seat(arrest.officer),
        colour=_OFFICER_COLOURS[arrest.colour],
        whom=seats(dict.fromkeys(arrest.thieves)),
    )


def tell_theft(theft: Theft) -> Text:
    """Say whose coins thieves steal, and what they were worth."""
    losses = [
        say("{who} ({cards})", who=seat(loss.seat), cards=grouped(loss.coins))
        for loss in theft.losses
    ]
    who = seats(dict.fromkeys(theft.thieves))
    colours = _THE_THIEF_COLOURS if len(theft.thieves) == 1 else THIEVES_COLOURS
    slot, colour = SLOT_NAMES[theft.slot], colours[theft.colour]
    if not losses:
        return say_many(
            "At {slot}, {who}'s {colour} thief finds nothing to steal.",
            "At {slot}, {who}'s {colour} thieves find nothing to steal.",
            len(theft.thieves),
            slot=slot,
            colour=colour,
            who=who,
        )
    return say_many(
        "At {slot}, {who}'s {colour} thief steals from {losses}.",
        "At {slot}, {who}'s {colour} thieves steal from {losses}.",
        len(theft.thieves),
        slot=slot,
        colour=colour,
        who=who,
        losses=losses,
    )


def brief_arrest(arrest: Arrest) -> tuple[Text, ...]:
    """Say in a clause whose thieves an officer catches; the longest form comes first."""
    officer, owners = seat(arrest.officer), tuple(dict.fromkeys(arrest.thieves))
    count = len(arrest.thieves)
    if owners == (arrest.officer,):
        own = say_many(
            "{officer} caught a thief of their own",
            "{officer} caught {n} thieves of their own",
            count,
            officer=officer,
        )
        return (own,)
    nameless = say_many(
        "{officer} caught {n} thief", "{officer} caught {n} thieves", count, officer=officer
    )
    if count > 1:
        return (nameless,)
    return say("{officer} caught {whom}'s thief", officer=officer, whom=seat(owners[0])), nameless


def brief_theft(theft: Theft) -> tuple[Text, ...]:
    """Say in a clause how many coins thieves steal; the longest form comes first."""
    count = sum(len(loss.coins) for loss in theft.losses)
    owners = tuple(dict.fromkeys(theft.thieves))
    colours = _COIN_COLOURS if count == 1 else _SOME_COINS_COLOURS
    colour = colours[theft.colour]
    if len(owners) == 1:
        named = say_many(
            "{who} stole {n} {colour} coin",
            "{who} stole {n} {colour} coins",
            count,
            who=seat(owners[0]),
            colour=colour,
        )
    else:
        named = say_many(
            "{who}'s thieves stole {n} {colour} coin",
            "{who}'s thieves stole {n} {colour} coins",
            count,
            who=seats(owners),
            colour=colour,
        )
    return named, say_many("{n} coin stolen", "{n} coins stolen", count)


def tell_award(
    slot: int, stack: tuple[Machine, ...], totals: Sequence[int], winner: Seat | None, lost: bool
) -> Text:
    """Say who wins a stack and by what totals."""
    sums = [
        say("{who} {total}", who=seat(number), total=mine) for number, mine in enumerate(totals)
    ]
    place, name = SLOT_NAMES[slot], stack_name(stack)
    if winner is not None:
        return say(
            "{who} wins {slot} ({stack}): {sums}.",
            who=seat(winner),
            slot=place,
            stack=name,
            sums=sums,
        )
    if lost:
        return say(
            "Nobody wins {slot} ({stack}), so it's lost: {sums}.", slot=place, stack=name, sums=sums
        )
    return say(
        "Nobody wins {slot} ({stack}), so it stays: {sums}.", slot=place, stack=name, sums=sums
    )


def tell_round_end(resolution: Resolution) -> Text:
    """Say in one sentence what became of the machines of a round."""
    fates = tuple(map(_fate, resolution.outcomes))
    return say("Round {number}: {fates}.", number=resolution.round, fates=TextList(items=fates))


def _fate(outcome: Outcome) -> Text:
    """Say who wins a slot, with the two highest totals, or that it stays."""
    *_, second, best = sorted(outcome.totals)
    machine = stack_name(outcome.stack)
    slot = say("{slot} ({machine})", slot=SLOT_NAMES[outcome.slot], machine=machine)
    if outcome.winner is not None:
        who = seat(outcome.winner)
        return say(
            "{who} wins {slot} {best}:{second}", who=who, slot=slot, best=best, second=second
        )
    if outcome.lost:
        return say("{slot} is lost at {best}:{second}", slot=slot, best=best, second=second)
    return say("{slot} stays at {best}:{second}", slot=slot, best=best, second=second)


def tell_details(outcome: Outcome) -> list[Text]:
    """Say what led to it: the cards, the arrests, and thefts that took something."""
    return [
        tell_turned(outcome.slot, outcome.cards),
        *map(tell_arrest, outcome.arrests),
        *(tell_theft(theft) for theft in outcome.thefts if theft.losses),
    ]


def tell_round(number: int, machines: Sequence[Machine]) -> Text:
    """Say which machines a round begins with."""
    opened = [
        say("{slot} {machine}", slot=SLOT_NAMES[slot], machine=stack_name((machine,)))
        for slot, machine in enumerate(machines)
    ]
    named = TextList(items=tuple(say("({one})", one=machine) for machine in opened), style="unit")
    if number == 1:
        return say("Round 1 begins: {machines}.", machines=named)
    return say(
        "All decks are passed on. Round {number} begins: {machines}.", number=number, machines=named
    )


def tell_winners(ranking: Sequence[Sequence[Seat]], shine: int, machines: int) -> Text:
    """Say who won the match, with the machines that settle equal stars."""
    first = ranking[0]
    return say_many(
        "{who} wins the match {stars} on {machines}.",
        "{who} share the win {stars} on {machines} each.",
        len(first),
        who=seats(first),
        stars=say_many("with {n} star", "with {n} stars", shine),
        machines=_machine_count(machines),
    )


def score(shine: int, machines: int) -> Text:
    """A seat's stars, and its machines, which settle equal stars."""
    return say("{stars} on {machines}", stars=star_count(shine), machines=_machine_count(machines))


def _machine_count(count: int) -> Text:
    return say_many("{n} machine", "{n} machines", count)

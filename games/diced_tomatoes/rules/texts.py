"""Names of dice and vines, and why something cannot be done."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from games.core.text import Text, TextList, say, say_many, seat, with_icon
from games.core.values import Seat
from games.diced_tomatoes.rules.dice import (
    ALL_DICE,
    COLOUR,
    COLOURS,
    FACE,
    HANDFULS,
    Counts,
    Die,
    Handful,
)
from games.diced_tomatoes.rules.vines import number_of, owner_of


def _name(die: Die) -> Text:
    if die[0] == "r":
        return say("red {face}", face=FACE[die])
    if die[0] == "b":
        return say("black {face}", face=FACE[die])
    return say("golden {face}", face=FACE[die])


def _button(die: Die) -> Text:
    if die[0] == "r":
        return say("Red {face}", face=FACE[die])
    if die[0] == "b":
        return say("Black {face}", face=FACE[die])
    return say("Golden {face}", face=FACE[die])


def _short(die: Die) -> Text:
    if die[0] == "r":
        return say("{face}", face=FACE[die])
    if die[0] == "b":
        return say("B{face}", face=FACE[die])
    return say("G{face}", face=FACE[die])


COLOUR_SPRITES = ("die:red", "die:black", "die:gold")
DIE_SPRITES = {die: f"{COLOUR_SPRITES[COLOUR[die]]}-{FACE[die]}" for die in ALL_DICE}
DIE_NAMES: dict[Die, Text] = {die: with_icon(_name(die), DIE_SPRITES[die]) for die in ALL_DICE}
"""A die's name in a sentence: "black 6"."""
DIE_BUTTONS: dict[Die, Text] = {die: _button(die) for die in ALL_DICE}
"""A die on a button: "Black 6"."""
DIE_SHORT: dict[Die, Text] = {die: _short(die) for die in ALL_DICE}
"""The text on a plain tile: "6" on a red die, "B6" on a black one."""


def points(count: int) -> Text:
    """A number of points."""
    return say_many("{n} point", "{n} points", count)


def dice(count: int) -> Text:
    """A number of dice."""
    return say_many("{n} die", "{n} dice", count)


def coloured(counts: Sequence[int]) -> TextList:
    """Dice by colour: "2 red dice and 1 black die"."""
    red, black, golden = counts
    named = (
        say_many("{n} red die", "{n} red dice", red),
        say_many("{n} black die", "{n} black dice", black),
        say_many("{n} golden die", "{n} golden dice", golden),
    )
    return TextList(items=tuple(text for text in named if text.n))


def _short_handful(counts: Counts) -> Text:
    red, black, golden = counts
    named = (
        say_many("{n} red", "{n} red", red),
        say_many("{n} black", "{n} black", black),
        say_many("{n} golden", "{n} golden", golden),
    )
    return say("{dice}", dice=TextList(items=tuple(text for text in named if text.n), style="unit"))


HANDFUL_NAMES: dict[Handful, Text] = {
    handful: with_icon(_short_handful(counts), f"handful:{handful}")
    for handful, counts in HANDFULS.items()
}
"""The text on the button of a draw: "2 red, 1 black"."""


def die_list(dice: Iterable[Die]) -> TextList:
    """Dice by name, all of them."""
    return TextList(items=tuple(DIE_NAMES[die] for die in dice))


@lru_cache(maxsize=512)
def vine_of(vine: int, viewer: Seat | None) -> Text:
    """A vine's name for its viewer."""
    if owner_of(vine) == viewer:
        return say("your vine {number}", number=number_of(vine))
    return say("{who}'s vine {number}", number=number_of(vine), who=seat(owner_of(vine)))


@lru_cache(maxsize=512)
def vine_by(vine: int, actor: Seat) -> Text:
    """A vine's name in a sentence about somebody acting on it."""
    if owner_of(vine) == actor:
        return say("their own vine {number}", number=number_of(vine))
    return say("{who}'s vine {number}", number=number_of(vine), who=seat(owner_of(vine)))


@lru_cache(maxsize=1024)
def described(vine: int, viewer: Seat | None, held: tuple[Die, ...], flipped: bool) -> Text:
    """A vine with its dice, for a label: "your vine 2 (3, 4 and black 5)"."""
    return _with_dice(vine_of(vine, viewer), held, flipped)


@lru_cache(maxsize=1024)
def described_to_all(vine: int, actor: Seat, held: tuple[Die, ...], flipped: bool) -> Text:
    """The same for a label that everybody may read while this player chooses: "vine 2 (empty)"."""
    own = say("vine {number}", number=number_of(vine))
    return _with_dice(own if owner_of(vine) == actor else vine_of(vine, actor), held, flipped)


def _with_dice(vine: Text, held: tuple[Die, ...], flipped: bool) -> Text:
    if not held:
        return say("{vine} (empty)", vine=vine)
    seed = say("{face} flipped to {value}", face=FACE[held[0]], value=7 - FACE[held[0]])
    shown = [seed if flipped else bare_name(held[0]), *map(bare_name, held[1:])]
    return say("{vine} ({dice})", vine=vine, dice=TextList(items=tuple(shown)))


def bare_name(die: Die) -> Text:
    """A die's name in a vine's list: a red one by its face alone."""
    return say("{face}", face=FACE[die]) if die[0] == COLOURS[0] else DIE_NAMES[die]


def tell_alone(slots: int, harvested: bool) -> Text:
    """Say how a solo match ended."""
    if harvested:
        return say_many(
            "All six tomatoes are harvested, {n} of them in its matching slot.",
            "All six tomatoes are harvested, {n} of them in their matching slots.",
            slots,
        )
    return say("The dice ran out before the sixth tomato, so the match is lost.")

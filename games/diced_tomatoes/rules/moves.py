"""Everything a player can answer in Diced Tomatoes."""

from games.core.prompt import Move
from games.diced_tomatoes.rules.dice import ALL_DICE, FACE, HANDFULS, Die, Face, Handful
from games.diced_tomatoes.rules.vines import VINES, VineId


class Draw(Move):
    """Take these dice from the bushel and roll them with those passed on."""

    dice: Handful


class Roll(Move):
    """Draw and roll when there is no choice of colours."""


class Place(Move):
    """Put a die of the hand on a vine, anybody's."""

    die: Die
    vine: VineId


class Finish(Move):
    """Put the last die of the hand on a vine and end the turn."""

    die: Die
    vine: VineId


class Reroll(Move):
    """Karma: roll a die of the hand again."""

    die: Die


class Shift(Move):
    """Karma: turn a die of the hand one up or down."""

    die: Die
    to: Face


class Clean(Move):
    """Karma: send all dice of a vine back to the bushel."""

    vine: VineId


class Rollover(Move):
    """Karma: turn a die of the hand from 1 to 6 or from 6 to 1."""

    die: Die


class Flip(Move):
    """Karma: turn a seed upside down."""

    vine: VineId


class Change(Move):
    """Karma: turn a die of the hand to any other face."""

    die: Die
    to: Face


class Clear(Move):
    """At the end of the turn: clear these vines that are worth nothing, and leave any others."""

    vines: tuple[VineId, ...]


class EndTurn(Move):
    """End the turn: dice without a place are passed on, and vines worth nothing stay."""


class TakeBack(Move):
    """Undo the last move of the turn, unless chance has decided since."""


class PlayOn(Move):
    """Made by the host: finish the turn of an absent player."""


DicedMove = (
    Draw | Roll | Place | Finish | Reroll | Shift | Clean | Rollover | Flip | Change | Clear |
    EndTurn | TakeBack | PlayOn
)  # fmt: skip

KARMA_COSTS: dict[str, int] = {
    "reroll": 1,
    "shift": 2,
    "clean": 3,
    "rollover": 4,
    "flip": 5,
    "change": 6,
}
"""The cost of each karma move, cheapest first."""

# Made once: search asks for legal moves far more often than people do.
ROLL, END_TURN, TAKE_BACK, PLAY_ON = Roll(), EndTurn(), TakeBack(), PlayOn()
DRAWS = {handful: Draw(dice=handful) for handful in HANDFULS}
PLACES = {die: tuple(Place(die=die, vine=vine) for vine in VINES) for die in ALL_DICE}
FINISHES = {die: tuple(Finish(die=die, vine=vine) for vine in VINES) for die in ALL_DICE}
REROLLS = {die: Reroll(die=die) for die in ALL_DICE}
ROLLOVERS = {die: Rollover(die=die) for die in ALL_DICE if FACE[die] in {1, 6}}
CLEANS = tuple(Clean(vine=vine) for vine in VINES)
FLIPS = tuple(Flip(vine=vine) for vine in VINES)

_FACES: tuple[Face, ...] = ("1", "2", "3", "4", "5", "6")
SHIFTS = {
    die: tuple(Shift(die=die, to=to) for to in _FACES if abs(int(to) - FACE[die]) == 1)
    for die in ALL_DICE
}
CHANGES = {
    die: tuple(Change(die=die, to=to) for to in _FACES if int(to) != FACE[die]) for die in ALL_DICE
}

"""What a viewer of Diced Tomatoes may not know: only the coming rolls and draws.

"Everything is public at all times: hand, vines, tracks, karma, bits, bushel composition, passed
dice. Only future rolls (and random draws) are unknown, to everybody." (section 4, Information)
"""

from collections import Counter

from games.core.rng import Rng
from games.core.values import Seat
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules.dice import COLOURS
from games.diced_tomatoes.rules.state import State


def census(state: State) -> Counter[str]:
    """Count every die: in the bushel, the hand and on vines, passed on, and seeds on the tracks."""
    counted = Counter[str](die[0] for die in state.hand)
    counted.update(die[0] for vine in state.vines for die in vine)
    for piles in (state.bushel, state.passed):
        counted.update(dict(zip(COLOURS, piles, strict=True)))
    counted["r"] += sum(len(track) for track in state.tracks)
    return counted


def tiny() -> tuple[State, Seat | None]:
    """Return any state, since the view shows all of it."""
    return DICED_TOMATOES.setup(2, DicedOptions(), Rng("tiny")).state, None

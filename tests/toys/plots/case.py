"""What the laws need to know about the game: only the coming rolls are hidden."""

from collections import Counter

from tests.games.case import case_of
from tests.toys.plots import PLOTS
from tests.toys.plots.state import State


def dice(state: State) -> Counter[str]:
    """Count the dice."""
    now = state.now
    return Counter(dice=now.bag + len(now.hand) + sum(len(plot) for plot in now.plots))


CASE = case_of(PLOTS, __file__, census=dice)

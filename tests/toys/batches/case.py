"""What the laws need to know about the game."""

from tests.games.case import case_of
from tests.toys.batches import BATCHES, hidden

CASE = case_of(BATCHES, __file__, hidden)

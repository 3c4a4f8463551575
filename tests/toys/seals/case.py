"""What the laws need to know about the game."""

from tests.games.case import case_of
from tests.toys.seals import SEALS, hidden

CASE = case_of(SEALS, __file__, hidden, fleeting=frozenset({"drew"}))

"""What the laws need to know about the game."""

from games.core.open_fields import SeenBy
from tests.games.case import case_of
from tests.toys.turns_and_hands import TURNS_AND_HANDS

ZONES = {"hands": SeenBy.OWNER, "pile": SeenBy.NOBODY, "swapped": SeenBy.EVERYBODY}
"""Who may see what, row by row of the table in RULES.md."""
CASE = case_of(TURNS_AND_HANDS, __file__, zones=ZONES, fleeting=frozenset({"shown", "swapped"}))

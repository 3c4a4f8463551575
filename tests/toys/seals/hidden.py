"""What is hidden in a match, row by row of the table in RULES.md."""

from collections import Counter

from games.core.open_fields import SeenBy
from games.core.rng import Rng
from games.core.values import Seat
from tests.games.zones import Zones
from tests.toys.seals import SEALS
from tests.toys.seals.options import SealsOptions
from tests.toys.seals.rules import setup
from tests.toys.seals.state import KINDS, State

ZONES = Zones(
    SEALS,
    {
        "hands": SeenBy.OWNER,
        "deck": SeenBy.NOBODY,
        "discard": SeenBy.NOBODY,
        "choices": SeenBy.ANONYMOUS,
        "swaps": SeenBy.SEALED,
    },
)
reshuffle, unseen = ZONES.reshuffle, ZONES.unseen


def census(state: State) -> Counter[str]:
    """Count the cards in the zones and on the table."""
    return ZONES.census(state) + Counter(card for card in state.shown if card in KINDS)


def tiny() -> tuple[State, Seat | None]:
    """Return a small state with two cards for others, one in the pile, and one sealed choice."""
    state = setup(3, SealsOptions(rounds=1), Rng("tiny")).state
    others = ["r1", "g2", "b3"]
    mine = [card for hand in (*state.hands, state.deck) for card in hand]
    for card in others:
        mine.remove(card)
    state.hands = [sorted(mine, key=KINDS.index), ["r1"], ["g2"]]
    state.deck = ["b3"]
    state.choices = ["r1", None, "g2"]
    return state, 0

"""The deciding counts of a match: points, then trophies."""

from collections.abc import Sequence

from games.core.game import Lead, points_lead
from games.core.text import Text, say_many, seat
from games.core.values import Seat
from games.dojo.rules.records import Final


def leads(finals: Sequence[Final]) -> list[Lead]:
    """The deciding counts, most important first."""
    points = [final.points for final in finals]
    return [points_lead(points), ([final.tokens for final in finals], _by_trophies)]


def _by_trophies(winner: Seat, lead: int) -> Text:
    return say_many(
        "Tied on points: {who} wins by {n} trophy.",
        "Tied on points: {who} wins by {n} trophies.",
        lead,
        who=seat(winner),
    )

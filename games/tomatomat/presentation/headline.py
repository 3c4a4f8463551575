"""The deciding counts of a match: stars, then machines."""

from collections.abc import Sequence

from games.core.game import Lead
from games.core.text import Text, say_many, seat
from games.core.values import Seat
from games.tomatomat.rules.cards import Machine, stars


def leads(won: Sequence[Sequence[Machine]]) -> list[Lead]:
    """The deciding counts, most important first."""
    return [
        ([stars(machines) for machines in won], _by_stars),
        ([len(machines) for machines in won], _by_machines),
    ]


def _by_stars(winner: Seat, lead: int) -> Text:
    return say_many("{who} wins by {n} star.", "{who} wins by {n} stars.", lead, who=seat(winner))


def _by_machines(winner: Seat, lead: int) -> Text:
    return say_many(
        "Tied on stars: {who} wins by {n} machine.",
        "Tied on stars: {who} wins by {n} machines.",
        lead,
        who=seat(winner),
    )

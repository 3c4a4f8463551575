"""The deciding counts of a match: trophies, then knives, then the tomato."""

from collections.abc import Sequence

from games.core.game import Lead
from games.core.text import Text, say, say_many, seat
from games.core.values import Seat
from games.karate_tomate.rules.scoring import Tally


def leads(counted: Sequence[Tally]) -> list[Lead]:
    """The deciding counts, most important first."""
    return [
        ([tally.trophies for tally in counted], _by_trophies),
        ([tally.knives for tally in counted], _by_knives),
        ([tally.tomato for tally in counted], _by_tomato),
    ]


def _by_trophies(winner: Seat, lead: int) -> Text:
    return say_many(
        "{who} wins by {n} trophy.", "{who} wins by {n} trophies.", lead, who=seat(winner)
    )


def _by_knives(winner: Seat, lead: int) -> Text:
    return say_many(
        "Tied on trophies: {who} wins by {n} knife.",
        "Tied on trophies: {who} wins by {n} knives.",
        lead,
        who=seat(winner),
    )


def _by_tomato(winner: Seat, _: int) -> Text:
    return say("Tied on trophies and knives: {who} wins with the higher tomato.", who=seat(winner))

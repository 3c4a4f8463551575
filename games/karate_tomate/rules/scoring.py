"""The end of a match: who is out, who wins, and the ranking (section 4)."""

from typing import NamedTuple

from games.core.values import Seat
from games.karate_tomate.rules.cards import knives, trophies
from games.karate_tomate.rules.endings import Counted, Ending, MatchEnded
from games.karate_tomate.rules.events import KarateEvent
from games.karate_tomate.rules.state import Stage, State


class Tally(NamedTuple):
    """One seat's deciding counts, most important first."""

    trophies: int
    knives: int
    tomato: int


def tallies(state: State) -> list[Tally]:
    """Count the triumph cards of every seat."""
    return [
        Tally(trophies(won), knives(won), tomato)
        for won, tomato in zip(state.won, state.tomatoes, strict=True)
    ]


def with_fewest_knives(counted: list[Tally]) -> tuple[Seat, ...]:
    """The seats with the fewest knives, who are out; none if all are tied (A28, A29)."""
    fewest = min(tally.knives for tally in counted)
    out = tuple(seat for seat, tally in enumerate(counted) if tally.knives == fewest)
    return out if len(out) < len(counted) else ()


def ranking(counted: list[Tally]) -> tuple[tuple[Seat, ...], ...]:
    """Trophies, then knives, then tomatoes; seats that are out share last place (A30, A31)."""
    out = with_fewest_knives(counted)
    inside = [seat for seat in range(len(counted)) if seat not in out]
    places = tuple((seat,) for seat in sorted(inside, key=lambda s: counted[s], reverse=True))
    return (*places, out) if out else places


def finish(state: State, ending: Ending, log: list[KarateEvent]) -> None:
    """Section 4: everybody turns up the triumph cards."""
    state.stage, state.ending = Stage.END, ending
    state.answers = {}
    counted = tallies(state)
    lines = [
        Counted(seat=seat, trophies=tally.trophies, knives=tally.knives, tomato=tally.tomato)
        for seat, tally in enumerate(counted)
    ]
    log.append(
        MatchEnded(
            ending=ending,
            counted=tuple(lines),
            out=with_fewest_knives(counted),
            winner=ranking(counted)[0][0],
        )
    )

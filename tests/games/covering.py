"""Matches that together use every pair of values that the options of a game can have."""

from itertools import combinations
from typing import Any

from games.core.options import OptionField, Options, option_fields
from games.core.rng import Rng
from tests.games.case import Case
from tests.games.plays import Match, play

SEATS = "seats"
Row = dict[str, Any]
Pair = frozenset[tuple[str, int]]


def covering_rows(factors: dict[str, list[Any]], rng: Rng) -> list[Row]:
    """Return few rows that contain every pair of values of two factors."""
    places = {name: range(len(values)) for name, values in factors.items()}
    left = {
        frozenset({(first, a), (other, b)})
        for first, other in combinations(places, 2)
        for a in places[first]
        for b in places[other]
    }
    rows: list[Row] = []
    while left or not rows:
        chosen: set[tuple[str, int]] = set(min(left, key=sorted)) if left else set()
        for name in rng.sample(list(places), len(places)):
            if name not in dict(chosen):
                chosen.add(max(((name, place) for place in places[name]), key=_new(left, chosen)))
        left -= {frozenset(pair) for pair in combinations(chosen, 2)}
        rows.append({name: factors[name][place] for name, place in chosen})
    return rows


def _new(left: set[Pair], chosen: set[tuple[str, int]]) -> Any:
    """Return how many pairs that no row contains yet a value would add."""
    return lambda value: sum(frozenset({value, other}) in left for other in chosen)


def covering_tables(case: Case) -> list[Row]:
    """Return rows with every pair of seat count and options; those that prolong are short."""
    least, most = case.game.info.seats
    factors: dict[str, list[Any]] = {SEATS: list(range(least, most + 1))}
    for field in option_fields(case.game.options):
        factors[field.name] = (
            [case.brief[field.name]] if field.name in case.brief else _values(field)
        )
    return covering_rows(factors, Rng(f"covering {case}"))


def covering_match(case: Case, row: Row, number: int) -> Match:
    """Return the match of one of these rows, played at random to its end."""
    options: Options = case.game.options.model_validate(
        {name: value for name, value in row.items() if name != SEATS}
    )
    return play(case, row[SEATS], options, number)


def _values(field: OptionField) -> list[Any]:
    """Return an option's values: all, or for a number its bounds and its default."""
    if field.kind == "flag":
        return [False, True]
    if field.kind == "choice":
        return [value for value, _ in field.choices]
    return sorted({field.default, field.least, field.most} - {None})

"""Section 6 of the rules: slots, karma left and unfinished vines; section 7: alone."""

from collections.abc import Sequence

from games.core.values import Seat
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules.dice import counted
from games.diced_tomatoes.rules.legal import Situation, is_solo
from games.diced_tomatoes.rules.records import Score
from games.diced_tomatoes.rules.state import State, Tomato
from games.diced_tomatoes.rules.vines import EACH_SEAT, FULL


def slot_points(options: DicedOptions, score: int, slot: int) -> int:
    """Section 6: the vine's score; if agreed, a match of score and slot counts more (D4, D5)."""
    if score == slot and options.match_total:
        return options.match_total
    return score


def is_rewarded(situation: Situation, score: int, slot: int) -> bool:
    """Whether a match of score and slot brings anything: alone always, else if it's agreed."""
    return score == slot and (is_solo(situation) or situation.options.match_total > 0)


def track_points(options: DicedOptions, track: Sequence[Tomato]) -> int:
    """Section 6: all filled slots."""
    return sum(slot_points(options, score, slot) for slot, (_, score) in enumerate(track, 1))


def matches(track: Sequence[Tomato]) -> int:
    """How many slots hold a vine whose score is their number (D51)."""
    return sum(score == slot for slot, (_, score) in enumerate(track, 1))


def first_points(now: Situation, seat: Seat, finisher: Seat) -> int:
    """Section 6: points for the first sixth tomato of the match (D34, D45)."""
    return now.options.first_bonus if seat == finisher and not is_solo(now) else 0


def vine_points(now: Situation, seat: Seat) -> int:
    """Section 6: a point per own vine of three dice; risky: per three red dice (D39)."""
    own = now.vines[EACH_SEAT * seat : EACH_SEAT * (seat + 1)]
    if now.options.risky:
        return sum(counted(vine)[0] for vine in own) // 3
    return sum(len(vine) == FULL - 1 for vine in own)


def final_score(state: State, seat: Seat) -> Score:
    """Section 6: everything that counts at the end; karma rounded down (D28, D29)."""
    return Score(
        tomatoes=track_points(state.options, state.tracks[seat]),
        first=first_points(state, seat, state.finisher),
        karma=state.karma[seat] // 2,
        vines=vine_points(state, seat),
    )


def points_so_far(state: State) -> tuple[int, ...]:
    """Each seat's points; karma and vines count at the end, alone only matches do."""
    if is_solo(state):
        return (0 if state.ending == "lost" else matches(state.tracks[0]),)
    if state.ending:
        return tuple(final_score(state, seat).total for seat in range(state.seats))
    return tuple(
        track_points(state.options, track) + first_points(state, seat, state.finisher)
        for seat, track in enumerate(state.tracks)
    )

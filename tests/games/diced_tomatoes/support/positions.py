"""Moves made from a position of Diced Tomatoes, and facts about it, in short words."""

from collections.abc import Callable
from typing import Any, cast

from games.core.game import Step, apply, apply_timeout
from games.core.values import Seat
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.legal import places
from games.diced_tomatoes.rules.moves import DicedMove
from games.diced_tomatoes.rules.notation import dice
from games.diced_tomatoes.rules.state import State
from games.diced_tomatoes.rules.vines import VINES


def move(words: str) -> DicedMove:
    """Read a move: "place b4 2.1", "shift 5 6", "end_turn", "clear 1.2 2.1"."""
    kind, *rest = words.split()
    form: dict[str, Any] = {"kind": kind}
    if kind == "draw":
        form["dice"] = rest[0]
    elif kind == "clear":
        form["vines"] = rest
    elif kind in {"clean", "flip"}:
        form["vine"] = rest[0]
    elif rest:
        form["die"] = dice(rest[0])[0]
        if len(rest) > 1:
            form["vine" if kind in {"place", "finish"} else "to"] = rest[1]
    made: DicedMove = DICED_TOMATOES.move.validate_python(form)
    return made


def play(state: State, *moves: str) -> Step[State]:
    """Make moves of the player in turn; return the last state and all events."""
    texts: list[Any] = []
    for words in moves:
        step = apply(DICED_TOMATOES, state, state.turn, move(words))
        state = step.state
        texts += step.events
    return Step(state, tuple(texts))


def idle(state: State) -> Step[State]:
    """Make the timeout move for the player in turn."""
    return apply_timeout(DICED_TOMATOES, state, state.turn)[1]


def vine(state: State, name: str) -> str:
    """Return a vine in words; "-" if it is empty."""
    place = VINES.index(cast("Any", name))
    held = [die.removeprefix("r") for die in state.vines[place]]
    if state.flipped[place]:
        held[0] += "*"
    return " ".join(held) or "-"


def spots(state: State, die: str) -> list[str]:
    """Return the vines that accept a die of the hand, in reading order."""
    return [VINES[place] for place in places(state)[dice(die)[0]]]


def scores(state: State, seat: Seat) -> list[int]:
    """Return the scores in the slots of a seat."""
    return [score for _, score in state.tracks[seat]]


def refused(state: State, words: str) -> bool:
    """Return whether the rules refuse a move to the player in turn."""
    view = DICED_TOMATOES.view(state, state.turn)
    return DICED_TOMATOES.check(view, move(words)) is not None


def fact(state: State, name: str) -> Any:
    """Return one fact: "vine 1.2", "score 0", "spots b4", "refused end_turn", or a field."""
    what, _, rest = name.partition(" ")
    result = _FACTS.get(what)
    return result(state, rest) if result else getattr(state, what)


_FACTS: dict[str, Callable[[State, str], Any]] = {
    "vine": vine,
    "score": lambda state, seat: scores(state, int(seat)),
    "spots": spots,
    "refused": refused,
    "points": lambda state, _: DICED_TOMATOES.standing(state).points,
    "hand": lambda state, _: " ".join(die.removeprefix("r") for die in state.hand),
}

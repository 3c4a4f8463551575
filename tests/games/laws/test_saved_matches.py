"""Matches saved by an earlier program can be read and continued, in every game.

`python -m tests.games.laws.test_saved_matches KEY` saves a match of a game's newest version.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest

from games import GAMES
from games import game as game_of
from games.core.errors import UnknownVersionError
from games.core.game import AnyGame, Step, apply
from games.core.rng import Rng
from games.core.saving import (
    load_event,
    load_move,
    load_options,
    load_state,
    save_event,
    save_move,
    save_options,
    save_state,
)
from tests.games.random_moves import random_move

MOVES = 25
"""How far into a match a new file goes."""
HERE = Path(__file__).parent.parent
STOOD: dict[str, dict[str, object]] = {
    "tomate": {"stage": "tricks", "hand_number": 2, "taker": 2},
    "karate_tomate": {"stage": "drop_draw", "round": 2, "heat": 1},
    "dojo": {"stage": "train", "round": 5, "dealer": 2},
    "tomatomat": {"stage": "allocate", "round": 2, "batch": 3},
    "diced_tomatoes": {"stage": "place", "turns": 7, "turn": 2, "undoable": True},
}
"""Some facts of each saved match, so that a different state is noticed."""


class Saved(NamedTuple):
    """One file: a match in its middle, the next move, and its events."""

    game: AnyGame
    path: Path

    def __str__(self) -> str:
        return f"{self.game.info.key}-{self.path.stem}"

    def read(self) -> dict[str, Any]:
        parts: dict[str, Any] = orjson.loads(self.path.read_bytes())
        return parts


def saved_under(game: AnyGame) -> list[Saved]:
    """Return the files of a game, the oldest version first."""
    return [Saved(game, path) for path in sorted((HERE / game.info.key).glob("saved_v*.json"))]


ALL = [saved for game in GAMES for saved in saved_under(game)]
NEWEST = [saved for game in GAMES for saved in saved_under(game)[-1:]]


def played_on(game: AnyGame, parts: dict[str, Any]) -> tuple[Any, Any, Step[Any]]:
    """Return the state and the move as read, and the step that they make."""
    state = load_state(game, orjson.dumps(parts["state"]))
    move = load_move(game, orjson.dumps(parts["move"]))
    seat = parts.get("seat", min(game.awaited(state)))
    return state, move, apply(game, state, seat, move)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_version_has_its_saved_match(game: AnyGame) -> None:
    """Every version of a game's state has a saved match."""
    versions = [f"saved_v{number}.json" for number in range(1, game.info.state_version + 1)]
    assert [saved.path.name for saved in saved_under(game)] == versions


@pytest.mark.parametrize("saved", ALL, ids=str)
def test_a_saved_match_is_read_and_played_on(saved: Saved) -> None:
    """State, move, events and options of an older program load, and the move can be made."""
    game, parts = saved.game, saved.read()
    state, _, step = played_on(game, parts)
    stood = STOOD[game.info.key]
    assert {name: getattr(state, name) for name in stood} == stood
    assert load_options(game, orjson.dumps(parts["options"])) == state.options
    assert list(step.events) == [load_event(game, orjson.dumps(one)) for one in parts["events"]]


@pytest.mark.parametrize("saved", NEWEST, ids=str)
def test_what_is_written_now_is_what_the_newest_version_wrote(saved: Saved) -> None:
    """The format of saved data changes only together with the version."""
    game, parts = saved.game, saved.read()
    state, move, step = played_on(game, parts)
    assert orjson.loads(save_state(game, state)) == parts["state"]
    assert orjson.loads(save_move(game, move)) == parts["move"]
    assert orjson.loads(save_options(game, state.options)) == parts["options"]
    assert [orjson.loads(save_event(game, event)) for event in step.events] == parts["events"]


@pytest.mark.parametrize("is_newer", [False, True], ids=["zero", "newer"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_version_that_never_was_is_refused(game: AnyGame, is_newer: bool) -> None:
    """A state of an unknown version raises UnknownVersionError."""
    version = game.info.state_version + 1 if is_newer else 0
    state = game.setup(game.info.seats[0], game.options(), Rng("version")).state
    written = orjson.loads(save_state(game, state)) | {"version": version}
    with pytest.raises(UnknownVersionError):
        load_state(game, orjson.dumps(written))


def middle(game: AnyGame) -> dict[str, Any]:
    """Return a random match in its middle, the next move and its events, as they are saved."""
    rng = Rng("saved")
    after = game.setup(game.info.seats[0], game.options(), rng.branch("deal")).state
    for _ in range(MOVES):
        state, seat = after, min(game.awaited(after))
        move = random_move(game, game.view(state, seat), rng)
        step = apply(game, state, seat, move)
        after = step.state
        if not game.awaited(after):
            break
    return {
        "state": orjson.loads(save_state(game, state)),
        "move": orjson.loads(save_move(game, move)),
        "events": [orjson.loads(save_event(game, event)) for event in step.events],
        "options": orjson.loads(save_options(game, state.options)),
    }


if __name__ == "__main__":
    chosen = game_of(sys.argv[1])
    path = HERE / chosen.info.key / f"saved_v{chosen.info.state_version}.json"
    path.write_bytes(orjson.dumps(middle(chosen), option=orjson.OPT_INDENT_2) + b"\n")

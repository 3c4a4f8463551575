"""Matches saved by an earlier program can be read and continued, in every game."""

from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest

from games.core import saving
from games.core.errors import UnknownVersionError
from games.core.game import AnyGame, Step, apply
from games.core.rng import Rng
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.drafts import every_full_case
from tests.games.random_moves import random_move

MOVES = 25
"""How far into a match a new file goes."""


def saved_name(version: int) -> str:
    """Return the file of the saved match of a version."""
    return f"saved_v{version}.json"


class Saved(NamedTuple):
    """One file: a match in its middle, the next move, and its events."""

    case: Case
    path: Path

    def __str__(self) -> str:
        return f"{self.case}-{self.path.stem}"

    def read(self) -> dict[str, Any]:
        parts: dict[str, Any] = orjson.loads(self.path.read_bytes())
        return parts


def saved_of(case: Case) -> list[Saved]:
    """Return the files of a game, the oldest version first."""
    return [Saved(case, path) for path in sorted(case.home.glob("saved_v*.json"))]


ALL = [saved for case in GAME_CASES for saved in saved_of(case)]
NEWEST = [saved for case in GAME_CASES for saved in saved_of(case)[-1:]]


def played_on(game: AnyGame, parts: dict[str, Any]) -> tuple[Any, Any, Step[Any]]:
    """Return the state and the move as read, and the step that they make."""
    state = saving.load_state(game, orjson.dumps(parts["state"]))
    move = saving.load_move(game, orjson.dumps(parts["move"]))
    seat = parts.get("seat", min(game.awaited(state)))
    return state, move, apply(game, state, seat, move)


@every_full_case("records")
def test_every_version_has_its_saved_match(case: Case) -> None:
    """Every version of a game's state has a saved match."""
    versions = [saved_name(number) for number in range(1, case.game.info.state_version + 1)]
    assert [saved.path.name for saved in saved_of(case)] == versions, (
        f"save the newest: .venv/bin/python -m tests.games.records {case}"
    )


@pytest.mark.parametrize("saved", ALL, ids=str)
def test_a_saved_match_is_read_and_played_on(saved: Saved) -> None:
    """State, move, events and options of an older program load, and the move can be made."""
    game, parts, stood = saved.case.game, saved.read(), saved.case.stood
    state, _, step = played_on(game, parts)
    assert stood, f"tests/games/{saved.case}/case.py has no `stood`: facts of the saved state"
    assert {name: getattr(state, name) for name in stood} == stood
    assert isinstance(saving.load_options(game, orjson.dumps(parts["options"])), game.options)
    assert list(step.events) == [
        saving.load_event(game, orjson.dumps(part)) for part in parts["events"]
    ]


@pytest.mark.parametrize("saved", NEWEST, ids=str)
def test_what_is_written_now_is_what_the_newest_version_wrote(saved: Saved) -> None:
    """The format of saved data changes only together with the version."""
    game, parts = saved.case.game, saved.read()
    state, move, step = played_on(game, parts)
    assert orjson.loads(saving.save_state(game, state)) == parts["state"]
    assert orjson.loads(saving.save_move(game, move)) == parts["move"]
    options = saving.load_options(game, orjson.dumps(parts["options"]))
    assert orjson.loads(saving.save_options(game, options)) == parts["options"]
    assert [orjson.loads(saving.save_event(game, event)) for event in step.events] == parts[
        "events"
    ]


@pytest.mark.parametrize("is_newer", [False, True], ids=["zero", "newer"])
@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_a_version_that_never_was_is_refused(case: Case, is_newer: bool) -> None:
    """A state of an unknown version raises UnknownVersionError."""
    game = case.game
    version = game.info.state_version + 1 if is_newer else 0
    state = game.setup(game.info.seats[0], game.options(), Rng("version")).state
    written = orjson.loads(saving.save_state(game, state)) | {"version": version}
    with pytest.raises(UnknownVersionError):
        saving.load_state(game, orjson.dumps(written))


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
        "state": orjson.loads(saving.save_state(game, state)),
        "move": orjson.loads(saving.save_move(game, move)),
        "events": [orjson.loads(saving.save_event(game, event)) for event in step.events],
        "options": orjson.loads(saving.save_options(game, game.options())),
    }

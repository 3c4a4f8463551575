"""Saved matches: what an earlier program wrote can still be read and played on."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from games.core.errors import UnknownVersionError
from games.core.game import apply
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
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.state import Stage, State

SAVED = sorted(Path(__file__).parent.glob("saved_v*.json"))


def _missing(state: State) -> int:
    """The only seat whose answer is missing in the saved match."""
    (seat,) = KARATE_TOMATE.awaited(state)
    return seat


def test_every_version_has_its_saved_match() -> None:
    """For each version of the state there is a match saved under it."""
    versions = [
        f"saved_v{version}.json" for version in range(1, KARATE_TOMATE.info.state_version + 1)
    ]
    assert [path.name for path in SAVED] == versions


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_match_is_read_and_played_on(path: Path) -> None:
    """State, move, event and options of an older program load, and the move can be made."""
    saved = orjson.loads(path.read_bytes())
    parts = {kind: orjson.dumps(saved[kind]) for kind in ("state", "move", "events", "options")}
    state = load_state(KARATE_TOMATE, parts["state"])
    assert (state.stage, state.round, state.heat) == (Stage.DROP_DRAW, 2, 1)
    assert load_options(KARATE_TOMATE, parts["options"]) == state.options
    step = apply(KARATE_TOMATE, state, _missing(state), load_move(KARATE_TOMATE, parts["move"]))
    events = [load_event(KARATE_TOMATE, orjson.dumps(event)) for event in saved["events"]]
    assert list(step.events) == events


@pytest.mark.parametrize("path", SAVED[-1:], ids=lambda path: path.stem)
def test_what_is_written_now_is_what_the_newest_version_wrote(path: Path) -> None:
    """The shape of what is saved changes only together with the version."""
    saved = orjson.loads(path.read_bytes())
    state = load_state(KARATE_TOMATE, orjson.dumps(saved["state"]))
    move = load_move(KARATE_TOMATE, orjson.dumps(saved["move"]))
    step = apply(KARATE_TOMATE, state, _missing(state), move)
    assert orjson.loads(save_state(KARATE_TOMATE, state)) == saved["state"]
    assert orjson.loads(save_move(KARATE_TOMATE, move)) == saved["move"]
    assert orjson.loads(save_options(KARATE_TOMATE, state.options)) == saved["options"]
    assert [orjson.loads(save_event(KARATE_TOMATE, event)) for event in step.events] == saved[
        "events"
    ]


@pytest.mark.parametrize("version", [0, KARATE_TOMATE.info.state_version + 1])
def test_a_version_that_never_was_is_refused(version: int) -> None:
    """A state of an unknown version raises an error instead of being guessed at."""
    state = KARATE_TOMATE.setup(3, KARATE_TOMATE.options(), Rng("version")).state
    saved = orjson.loads(save_state(KARATE_TOMATE, state)) | {"version": version}
    with pytest.raises(UnknownVersionError):
        load_state(KARATE_TOMATE, orjson.dumps(saved))

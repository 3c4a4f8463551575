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
from games.tomate import TOMATE
from games.tomate.state import Stage

SAVED = sorted(Path(__file__).parent.glob("saved_v*.json"))


def test_every_version_has_its_saved_match() -> None:
    """For each version of the state there is a match saved under it."""
    versions = [f"saved_v{version}.json" for version in range(1, TOMATE.info.state_version + 1)]
    assert [path.name for path in SAVED] == versions


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_match_is_read_and_played_on(path: Path) -> None:
    """State, move, event and options of an older program load, and the move can be made."""
    saved = orjson.loads(path.read_bytes())
    parts = {kind: orjson.dumps(saved[kind]) for kind in ("state", "move", "events", "options")}
    state = load_state(TOMATE, parts["state"])
    assert (state.stage, state.hand_number, state.taker) == (Stage.TRICKS, 2, 2)
    assert load_options(TOMATE, parts["options"]) == state.options
    step = apply(TOMATE, state, state.turn, load_move(TOMATE, parts["move"]))
    events = [load_event(TOMATE, orjson.dumps(event)) for event in saved["events"]]
    assert list(step.events) == events


@pytest.mark.parametrize("path", SAVED[-1:], ids=lambda path: path.stem)
def test_what_is_written_now_is_what_the_newest_version_wrote(path: Path) -> None:
    """The shape of what is saved changes only together with the version."""
    saved = orjson.loads(path.read_bytes())
    state = load_state(TOMATE, orjson.dumps(saved["state"]))
    move = load_move(TOMATE, orjson.dumps(saved["move"]))
    step = apply(TOMATE, state, state.turn, move)
    assert orjson.loads(save_state(TOMATE, state)) == saved["state"]
    assert orjson.loads(save_move(TOMATE, move)) == saved["move"]
    assert orjson.loads(save_options(TOMATE, state.options)) == saved["options"]
    assert [orjson.loads(save_event(TOMATE, event)) for event in step.events] == saved["events"]


@pytest.mark.parametrize("version", [0, TOMATE.info.state_version + 1])
def test_a_version_that_never_was_is_refused(version: int) -> None:
    """A state of an unknown version raises an error instead of being guessed at."""
    state = TOMATE.setup(2, TOMATE.options(), Rng("version")).state
    saved = orjson.loads(save_state(TOMATE, state)) | {"version": version}
    with pytest.raises(UnknownVersionError):
        load_state(TOMATE, orjson.dumps(saved))

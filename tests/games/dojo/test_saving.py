"""Saved matches: what an earlier program wrote can still be read and played on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
from games.dojo import DOJO
from games.dojo.state import Stage

SAVED = sorted(Path(__file__).parent.glob("saved_v*.json"))


def parts(path: Path) -> dict[str, Any]:
    saved: dict[str, Any] = orjson.loads(path.read_bytes())
    return saved


def test_every_version_has_its_saved_match() -> None:
    """For each version of the state there is a match saved under it."""
    versions = [f"saved_v{version}.json" for version in range(1, DOJO.info.state_version + 1)]
    assert [path.name for path in SAVED] == versions


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_match_is_read_and_played_on(path: Path) -> None:
    """State, move, events and options of an older program load, and the move can be made."""
    saved = parts(path)
    state = load_state(DOJO, orjson.dumps(saved["state"]))
    assert (state.stage, state.round, state.dealer) == (Stage.TRAIN, 5, 2)
    assert load_options(DOJO, orjson.dumps(saved["options"])) == state.options
    step = apply(DOJO, state, saved["seat"], load_move(DOJO, orjson.dumps(saved["move"])))
    events = [load_event(DOJO, orjson.dumps(event)) for event in saved["events"]]
    assert list(step.events) == events


@pytest.mark.parametrize("path", SAVED[-1:], ids=lambda path: path.stem)
def test_what_is_written_now_is_what_the_newest_version_wrote(path: Path) -> None:
    """The shape of what is saved changes only together with the version."""
    saved = parts(path)
    state = load_state(DOJO, orjson.dumps(saved["state"]))
    move = load_move(DOJO, orjson.dumps(saved["move"]))
    step = apply(DOJO, state, saved["seat"], move)
    assert orjson.loads(save_state(DOJO, state)) == saved["state"]
    assert orjson.loads(save_move(DOJO, move)) == saved["move"]
    assert orjson.loads(save_options(DOJO, state.options)) == saved["options"]
    assert [orjson.loads(save_event(DOJO, event)) for event in step.events] == saved["events"]


@pytest.mark.parametrize("version", [0, DOJO.info.state_version + 1])
def test_a_version_that_never_was_is_refused(version: int) -> None:
    """A state of an unknown version raises an error instead of being guessed at."""
    state = DOJO.setup(3, DOJO.options(), Rng("version")).state
    saved = orjson.loads(save_state(DOJO, state)) | {"version": version}
    with pytest.raises(UnknownVersionError):
        load_state(DOJO, orjson.dumps(saved))

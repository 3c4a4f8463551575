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
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.state import Stage

SAVED = sorted(Path(__file__).parent.glob("saved_v*.json"))


def test_every_version_has_its_saved_match() -> None:
    """For each version of the state there is a match saved under it."""
    newest = DICED_TOMATOES.info.state_version
    assert [path.name for path in SAVED] == [f"saved_v{n}.json" for n in range(1, newest + 1)]


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_match_is_read_and_played_on(path: Path) -> None:
    """State, move, event and options of an older program load, and the move can be made."""
    saved = orjson.loads(path.read_bytes())
    parts = {kind: orjson.dumps(saved[kind]) for kind in ("state", "move", "options")}
    state = load_state(DICED_TOMATOES, parts["state"])
    assert (state.stage, state.turns, state.turn, state.undoable) == (Stage.PLACE, 7, 2, True)
    assert load_options(DICED_TOMATOES, parts["options"]) == state.options
    step = apply(DICED_TOMATOES, state, 2, load_move(DICED_TOMATOES, parts["move"]))
    events = [load_event(DICED_TOMATOES, orjson.dumps(event)) for event in saved["events"]]
    assert list(step.events) == events


@pytest.mark.parametrize("path", SAVED[-1:], ids=lambda path: path.stem)
def test_what_is_written_now_is_what_the_newest_version_wrote(path: Path) -> None:
    """The shape of what is saved changes only together with the version."""
    saved = orjson.loads(path.read_bytes())
    game = DICED_TOMATOES
    state = load_state(game, orjson.dumps(saved["state"]))
    move = load_move(game, orjson.dumps(saved["move"]))
    step = apply(game, state, state.turn, move)
    assert orjson.loads(save_state(game, state)) == saved["state"]
    assert orjson.loads(save_move(game, move)) == saved["move"]
    assert orjson.loads(save_options(game, state.options)) == saved["options"]
    assert [orjson.loads(save_event(game, event)) for event in step.events] == saved["events"]


@pytest.mark.parametrize("version", [0, DICED_TOMATOES.info.state_version + 1])
def test_a_version_that_never_was_is_refused(version: int) -> None:
    """A state of an unknown version raises an error instead of being guessed at."""
    state = DICED_TOMATOES.setup(2, DICED_TOMATOES.options(), Rng("version")).state
    saved = orjson.loads(save_state(DICED_TOMATOES, state)) | {"version": version}
    with pytest.raises(UnknownVersionError):
        load_state(DICED_TOMATOES, orjson.dumps(saved))

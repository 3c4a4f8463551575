"""The laws about pairs can fail: a secret that is sent to anybody is found."""

from pathlib import Path

import pytest

from games.core.rng import Rng
from games.core.values import Seat
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.integration.support.paired_worlds import (
    CALL,
    CLOCK,
    Scene,
    differing_channels,
    go_on,
    scene_of,
    second,
)
from tests.integration.support.world import CHANNELS, World, share_secrets, world_in
from tests.security.mutants import CALLING, WIRED, Saboteur
from tests.tried import Tried

pytestmark = pytest.mark.nightly

TABLE = "Leaks: sabotages found"
TWO = [case for case in GAME_CASES if repr(case) in ("tomate", "karate_tomate")]
"""A game in which players take turns, and one in which all decide at once."""
GOOD, CALLS = "nothing", "calls"
STAGES: dict[str, tuple[Seat | None, ...]] = {
    GOOD: (None, 1),
    "to the viewer": (1,),
    "to the public": (None,),
    "number of edits": (None, 1),
    "completions": (0, 1, 2),
    "log lines": (None,),
    CALLS: (None, 0, 1, 2),
}
"""What is broken in turn, and the viewers of the steps that follow."""


def broken(stage: str, patch: pytest.MonkeyPatch, case: Case) -> None:
    """Apply this stage's mutant."""
    if stage != GOOD:
        sabotage = CALLING if stage == CALLS else WIRED[stage]
        sabotage(Saboteur(patch, case.game))


async def played(world: World, case: Case) -> list[tuple[str, Scene]]:
    """Play all stages with the first state."""
    rng, scenes = Rng(f"sabotage of {case}"), []
    for stage, viewers in STAGES.items():
        for viewer in viewers:
            with pytest.MonkeyPatch.context() as patch:
                broken(stage, patch, case)
                wait = CALL if stage == CALLS else 0
                while (
                    scene := await scene_of(world, case, viewer, rng, wait=wait, looking=True)
                ) is None:
                    await go_on(world, case, rng)
            scenes.append((stage, scene))
    return scenes


async def compared(
    world: World, case: Case, scenes: list[tuple[str, Scene]]
) -> dict[str, set[str]]:
    """Return the channels that differ with the second state, by stage."""
    results: dict[str, set[str]] = {stage: set() for stage in STAGES}
    for stage, scene in scenes:
        with pytest.MonkeyPatch.context() as patch:
            broken(stage, patch, case)
            text = await second(world, scene)
        if text is not None:
            results[stage].update(differing_channels(scene, text))
    return results


@pytest.mark.parametrize("case", TWO, ids=repr)
async def test_what_is_sent_by_broken_code_is_found(
    tmp_path: Path, case: Case, tried: Tried
) -> None:
    """Each channel over the wire leaks nothing in good code and something in broken code."""
    with pytest.MonkeyPatch.context() as patch:
        share_secrets(patch)
        async with world_in(tmp_path / "one", case.game, 3, clock=CLOCK) as first:
            scenes = await played(first, case)
        async with world_in(tmp_path / "two", case.game, 3, clock=CLOCK) as two:
            result = await compared(two, case, scenes)

    for stage in result.keys() - {GOOD}:
        tried(TABLE, f"{stage} (wire)", repr(case))
    assert result.pop(GOOD) == set()
    assert result.pop(CALLS) & {"to the viewer", "to the public"}
    assert [channel for channel, outcome in result.items() if channel not in outcome] == []


def test_each_channel_of_the_wire_has_its_sabotage() -> None:
    """Every channel that is compared has a mutant."""
    assert set(WIRED) == set(CHANNELS)
    assert set(STAGES) == {GOOD, *WIRED, CALLS}

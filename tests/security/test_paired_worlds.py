"""What a viewer may not know changes no byte that is sent to that viewer or logged."""

from pathlib import Path

import pytest

from bot.ui.i18n.texts.premove_texts import KEPT
from games.core.text import PLAIN, speak
from games.karate_tomate import KARATE_TOMATE
from games.tomate import TOMATE
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.paired_worlds import Deed
from tests.integration.support.paired_worlds import CLOCK, first, second
from tests.integration.support.request_log import logged
from tests.integration.support.running_bot import TABLE
from tests.integration.support.world import share_secrets, world_in
from tests.support.sampling import sample
from tests.tried import Tried

STEPS = sample(8)
PAIRS = "Leaks: pairs of matches over the wire"


@pytest.fixture(autouse=True)
def _shared_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    share_secrets(monkeypatch)


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
async def test_worlds_that_look_alike_sound_alike(tmp_path: Path, case: Case, tried: Tried) -> None:
    """The same bytes are sent with other hidden hands, other choices and other people choosing."""
    seats = max(3, case.game.info.seats[0])
    async with world_in(tmp_path / "one", case.game, seats, clock=CLOCK) as left:
        scenes = [scene async for scene in first(left, case, STEPS)]
    assert any(any(scene.told.values()) for scene in scenes)
    async with world_in(tmp_path / "two", case.game, seats, clock=CLOCK) as two:
        for scene in scenes:
            text = await second(two, scene)
            if text is not None:
                assert text == scene.told, scene
                for channel in text:
                    tried(PAIRS, f"{case}, {scene.kind}", channel)


@pytest.mark.parametrize("number", [0, 2])
async def test_a_change_of_mind_leaves_no_trace(tmp_path: Path, number: int) -> None:
    """Changing an answer while others choose sends nothing to anybody else or to the log."""
    async with world_in(tmp_path, KARATE_TOMATE, 3) as world:
        forms = await world.forms(number)
        await world.do(Deed(number, forms[0]))
        others = [world.viewer_id(seat) for seat in (None, 0, 1, 2) if seat != number]
        before = await world.round_look(None)
        with logged() as lines:
            await world.do(Deed(number, forms[1]))

        assert [*world.witness.received(*others), *lines] == []
        assert await world.round_look(None) == before


async def test_an_answer_in_advance_leaves_no_trace(tmp_path: Path) -> None:
    """A premove is sent to its player alone, and changes no log."""
    async with world_in(tmp_path, TOMATE, 3) as world:
        state = await world.state()
        seat = next(s for s in range(3) if TOMATE.premove(TOMATE.view(state, s)) is not None)
        person = world.people[seat]
        others = [world.viewer_id(other) for other in (None, 0, 1, 2) if other != seat]
        before = await world.round_look(None)
        offered = await person.complete(TABLE, "premove make", "answer", answer="")
        with logged() as lines:
            for answer in list(offered.values())[:2]:
                reply = await person.slash(TABLE, "premove make", answer=answer)
                assert speak(KEPT, PLAIN) in reply.text
            await person.slash(TABLE, "premove cancel")
            await world.settle()

        assert [*world.witness.received(*others), *lines] == []
        assert await world.round_look(None) == before

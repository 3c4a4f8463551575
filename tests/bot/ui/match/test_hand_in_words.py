"""A hand without pictures can be heard: the question comes first, and buttons are words."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest

from bot.ui.i18n.icons import EMOJIS
from bot.ui.i18n.readers import reader
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match.messages.hand import hand_message, shows_outcome
from games.core.text import speak
from playground.world.components import texts, walk
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.plays import table
from tests.limits.measuring import some_moments
from tests.security.channels import payload
from tests.security.views import table_of

MOMENTS = 12


@pytest.fixture
def every_icon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let Discord have an emoji for each icon."""

    class All(dict[str, discord.PartialEmoji]):
        def get(self, key: str, default: Any = None) -> Any:
            return discord.PartialEmoji(name="tt_icon", id=7)

    monkeypatch.setattr(EMOJIS, "_known", All())
    yield
    EMOJIS.forget()


def hands(case: Case) -> Iterator[tuple[str, OutgoingMessage]]:
    """Yield hands without pictures at some moments, each with the line that is heard first."""
    match = table(case, 0)
    for moment in some_moments(match, MOMENTS):
        for viewer in match.viewers:
            match_view = table_of(moment).match_view(moment.state, viewer)
            if viewer is None or match_view.question is None:
                continue
            to = reader("en", match_view.summary.names)
            asked = f"### {speak(match_view.question.prompt.ask, to)}"
            if shows_outcome(match_view):
                asked = speak(match_view.tableau.aftermath[0], to)
            yield asked, hand_message(match_view, (), to)


@pytest.mark.usefixtures("every_icon")
@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_a_hand_in_words_begins_with_its_question(case: Case) -> None:
    """The first line is the outcome, or the question as a heading, and nothing has an icon."""
    heard = [(asked, payload(message)) for asked, message in hands(case)]

    assert heard
    for asked, components in heard:
        assert next(iter(texts(components))).startswith(asked[:60])
        assert not [part for part in walk(components) if part.get("emoji")]
        assert "<:tt_icon:7>" not in str(components)

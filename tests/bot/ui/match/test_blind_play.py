"""A hand without pictures can be heard, and a match played by somebody who hears and types."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.tables.domain.views import MatchView
from bot.ui.controls.draft import Draft
from bot.ui.controls.typed_moves import parse
from bot.ui.i18n import readers
from bot.ui.i18n.icons import EMOJIS
from bot.ui.i18n.readers import reader
from bot.ui.kit.message import OutgoingFile, OutgoingMessage
from bot.ui.match.messages.hand import hand_message, shows_outcome
from games.core.game import apply_form
from games.core.rng import Rng
from games.core.tableau_text import alt_text
from games.core.text import Text, speak
from playground.world.components import texts, walk
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.drafts import every_full_case
from tests.games.plays import asked, table
from tests.limits.measuring import some_moments
from tests.security.channels import payload
from tests.security.views import Table, table_of

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
            first = f"### {speak(match_view.question.prompt.ask, to)}"
            if shows_outcome(match_view):
                first = speak(match_view.tableau.aftermath[0], to)
            yield first, hand_message(match_view, (), to)


@pytest.mark.usefixtures("every_icon")
@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_a_hand_in_words_begins_with_its_question(case: Case) -> None:
    """The first line is the outcome, or the question as a heading, and nothing has an icon."""
    heard = [(first, payload(message)) for first, message in hands(case)]

    assert heard
    for first, components in heard:
        assert next(iter(texts(components))).startswith(first[:60])
        assert not [part for part in walk(components) if part.get("emoji")]
        assert "<:tt_icon:7>" not in str(components)


LISTENER = "Ana"
OTHERS = ("Ben", "Chen", "Dora", "Emil", "Farah", "Gil", "Hal", "Ida", "Jo", "Kim", "Lea", "Max")


@every_full_case("moves typed by ear")
@pytest.mark.parametrize("has_pictures", [True, False], ids=["alt texts", "text mode"])
def test_a_match_is_played_by_hearing_and_typing(case: Case, has_pictures: bool) -> None:
    """Every move that somebody types who knows only the words of their hand is legal."""
    rng, seats = Rng(f"heard {case}"), case.game.info.seats[has_pictures]
    options = case.game.options.model_validate(case.brief)
    state = case.game.setup(seats, options, rng).state
    assert case.typed_moves is not None, f"{case} names no moves to type"
    table = Table(case.game, options, seats, (0,) * seats, 0)
    while awaited := sorted(case.game.awaited(state)):
        seat = rng.choice(awaited)
        prompt, names = asked(case.game, state, seat), _named(seat, seats)
        heard = _heard(table.match_view(state, seat), names, has_pictures=has_pictures)
        line, reader = rng.choice(case.typed_moves(heard)), readers.plain_reader("en", names)
        form = parse(prompt, reader, line)
        assert not isinstance(form, Text), f"{heard}\n{line}\n{speak(form, reader)}"
        state = apply_form(case.game, state, seat, prompt, form)[1].state
        table = table.later(seat)


def _named(listener: int, seats: int) -> tuple[str, ...]:
    """Return names for the seats."""
    return (*OTHERS[:listener], LISTENER, *OTHERS[listener : seats - 1])


def _heard(match_view: MatchView, names: Sequence[str], *, has_pictures: bool) -> str:
    """The words of a hand after *Go on*: its text, and its picture's alt text; no button."""
    shown = replace(match_view, draft=Draft(face="hand").to_json())
    alt = alt_text(shown.tableau, readers.plain_reader("en", names))
    pictures = (OutgoingFile("hand.png", b"", alt),) if has_pictures else ()
    words = texts(payload(hand_message(shown, pictures, readers.reader("en", names))))
    return "\n".join([*words, *(picture.alt for picture in pictures)])

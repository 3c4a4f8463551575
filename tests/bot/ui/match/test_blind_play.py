"""A match can be played by somebody who hears its hand and types: nothing is only in a picture."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.tables.domain.views import MatchView
from bot.ui.controls.draft import Draft
from bot.ui.controls.typed_moves import parse
from bot.ui.i18n import readers
from bot.ui.kit.message import OutgoingFile
from bot.ui.match.messages.hand import hand_message
from games.core.game import apply_form
from games.core.rng import Rng
from games.core.tableau_text import alt_text
from games.core.text import Text, speak
from playground.world.components import texts
from tests.games.case import Case
from tests.games.drafts import every_full_case
from tests.games.plays import asked
from tests.security.channels import payload
from tests.security.views import Table

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

"""Nothing that everybody reads speaks to one person, in any language."""

import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations

import pytest

from bot.ui.controls.labels import on_button
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import public_reader
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match.messages.lobby import lobby_message
from games import GAMES
from games.core.options import option_fields
from games.core.prompt import PickOne
from games.core.text import EVERYBODY, Reader, addresses, says_you
from playground.world.components import texts, walk
from render.labels import YOU
from tests.catalogues.extract import message_calls
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.covering import SEATS, covering_match, covering_tables
from tests.limits import other_messages
from tests.limits.measuring import asked_in, some_moments
from tests.limits.other_messages import OtherMessages, public_without_match
from tests.limits.test_every_message import full_lobby
from tests.security.channels import payload
from tests.support.sampling import THOROUGH

MOMENTS, ASKED = 3, 100
SPOKEN = languages() if THOROUGH else languages()[1:]
"""English is watched in tests over sockets, too."""
TO_THOSE_NAMED = {
    "{who}, a bot is playing for you. You can take your seat back at any time.",
    "{who}, half the time is gone, and the table is waiting for you. Time is up {when}.",
    "{who}, the table is waiting for you.",
    "{who}, the table is waiting for you. Time is up {when}.",
    "{who}, you don't have much time left to answer. Time is up {when}.",
    "{who}, {host} has invited you to a table.",
    "{people}: your table is ready.",
}
"""What is said publicly to the people whom it mentions."""
ONE_PERSON = {
    "en": r"you|your|yours|yourself",
    "de": r"du|dich|dir|dein\w*|deine\w*|euch|eu(er|re\w*)",
    "es": r"tú|tu|tus|ti|te|contigo|tuy[oa]s?|usted(es)?|vuestr[oa]s?",
}
"""Words of each language that address somebody."""


class Unaddressed(NullTranslations):
    """A catalogue without what is said on purpose to everybody who reads it, or to those named."""

    def __init__(self, catalogue: NullTranslations) -> None:
        super().__init__()
        self._catalogue = catalogue
        self.gettext, self.ngettext = catalogue.gettext, catalogue.ngettext  # type: ignore[method-assign]  # as they are

    def pgettext(self, context: str, message: str) -> str:
        return "" if context == EVERYBODY else self._catalogue.pgettext(context, message)


def unaddressed(language: str, names: tuple[str, ...] = ()) -> Reader:
    to = public_reader(language, names)
    return replace(to, catalogue=Unaddressed(to.catalogue))


def written(message: OutgoingMessage) -> Iterator[str]:
    """Yield everything that can be read on a message."""
    components = payload(message)
    yield from texts(components)
    for node in walk(components):
        yield from (str(node[name]) for name in ("label", "placeholder") if node.get(name))
        for choice in node.get("options", ()):
            yield from (str(choice[name]) for name in ("label", "description") if choice.get(name))
        yield from (item["description"] for item in node.get("items", ()) if item["description"])


def addressed(message: OutgoingMessage, language: str) -> list[str]:
    """Return the lines of a message that speak to one person."""
    word = re.compile(rf"\b({ONE_PERSON[language]})\b", re.IGNORECASE)
    return [line for words in written(message) for line in words.splitlines() if word.search(line)]


@pytest.mark.parametrize(
    "language", languages()[0 if THOROUGH else 1 :]
)  # English is watched over sockets
@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_public_messages_about_a_match_speak_to_everybody(
    case: Case, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables, results, notices, and what is shared of a match say *you* to nobody."""
    monkeypatch.setattr(other_messages, "public_reader", unaddressed)
    largest = max(covering_tables(case), key=lambda row: int(row[SEATS]))
    kinds = set()
    for moment in some_moments(covering_match(case, largest, 0), MOMENTS):
        for kind, message in OtherMessages(moment, language).public():
            kinds.add(kind)
            assert addressed(message, language) == [], kind
    assert kinds == {*("table", "result", "thread", "lobby", "notices", "replay", "clip", "review")}


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_public_controls_speak_to_everybody(case: Case) -> None:
    """What a question's buttons in the channel may be called says *you* to nobody."""
    largest = max(covering_tables(case), key=lambda row: int(row[SEATS]))
    prompts = asked_in(covering_match(case, largest, 0), ASKED)
    labels = [
        on_button(slot, place)
        for prompt in prompts
        if prompt.public
        for action in prompt.actions
        for slot in action.slots
        if isinstance(slot, PickOne)
        for place in range(len(slot.choices))
    ]
    assert {label.message for label in labels if addresses(label)} == set()


@pytest.mark.parametrize("language", languages())
def test_other_public_messages_speak_to_everybody(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lobbies, boards, profiles, daily deals and tournaments say *you* to nobody."""
    monkeypatch.setattr(other_messages, "public_reader", unaddressed)
    lobbies = (full_lobby(game) for game in GAMES)
    lines = [
        *(
            lobby_message(lobby, None, unaddressed(language, lobby.summary.names))
            for lobby in lobbies
        ),
        *(message for _, message in public_without_match(language)),
    ]
    assert [line for message in lines for line in addressed(message, language)] == []


def test_what_is_said_to_those_named_is_listed() -> None:
    """Only these messages say *you* in public."""
    lines = {result.message for result in message_calls() if result.sense == EVERYBODY}
    assert lines == TO_THOSE_NAMED
    assert all(map(says_you, TO_THOSE_NAMED))


def test_words_in_pictures_speak_to_everybody() -> None:
    """Anybody may look at a picture, and at a table's options, so none of them says *you*.

    Only a picture for one person names that person's own seat, vine and gain so.
    """
    painted = [
        result.message or "" for result in message_calls() if result.file.startswith("render/")
    ]
    options = [field for game in GAMES for field in option_fields(game.options)]
    chosen = [
        text for option in options for text in (option.title, *(name for _, name in option.choices))
    ]
    titles = [text for game in GAMES for title in game.titles for text in (title.name, title.how)]

    own = [YOU.message, "You complete your vine {number}", "You complete {owner}'s vine {number}"]
    own += ["{who} completes your vine {number}", "Yours +{stars}"]
    assert [item for item in painted if says_you(item)] == own
    assert [text.message for text in (*chosen, *titles) if says_you(text.message)] == []

"""Laws of texts: every sentence can be spoken to anybody, in any language."""

import string
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

from hypothesis import strategies as st

from games.core.options import changed, option_fields
from games.core.tableau import Tableau, Token
from games.core.tableau_text import ALT_LIMIT, alt_text, read_table
from games.core.text import SYMBOL, Reader, Text, says_you, speak
from tests.games.case import Case
from tests.games.graph import parts, texts
from tests.games.plays import Position, drawn_match, drawn_options, drawn_position, law, positions

HOSTILE = (
    "{0.__class__}",
    "{who}",
    "*_~`|>",
    "@everyone <@1>",
    "\u202egnp.exe",
    "%s %(n)d",
    "a\nb",
    "محمد 2",
    "\u3164",
) * 2


class Shouting(NullTranslations):
    """A language in which every message is put in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return message if context == SYMBOL else f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


def escape(name: str) -> str:
    return f"⟪{HOSTILE.index(name)}⟫"


READERS = (
    Reader(names=HOSTILE, escape=escape),
    Reader(names=HOSTILE, escape=escape, language="de", catalogue=Shouting()),
    Reader(names=HOSTILE, escape=escape, language="ar", catalogue=Shouting()),
)


def sentences(value: Any) -> list[Text]:
    """Return every Text in a value, except the backs of cards and icons, which have no words."""
    blank = {
        id(part.short)
        for part in parts(value)
        if isinstance(part, Token) and not part.short.message
    }
    return [
        text
        for text in texts(value)
        if id(text) not in blank and (text.message or text.icon is None)
    ]


def everything_read(position: Position) -> list[Any]:
    """Return everything that anybody reads at one moment."""
    game = position.game
    views = [game.view(position.state, viewer) for viewer in position.match.viewers]
    tables = [game.tableau(view) for view in views]
    return [
        *views,
        *tables,
        *(read_table(table) for table in tables),
        *(game.prompt(view) for view in views),
        *(event.text() for event in position.events),
        game.result(position.state),
    ]


def fields_of(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def faults(text: Text) -> str | None:
    """Return what is wrong with a message and its arguments."""
    messages = [text.message] if text.plural is None else [text.message, text.plural]
    needed = set().union(*(fields_of(message) for message in messages))
    if needed - text.args.keys():
        return f"{text.message!r} lacks {needed - text.args.keys()}"
    if text.args.keys() - needed - {"n"}:
        return f"{text.message!r} never says {text.args.keys() - needed}"
    if not text.message.strip():
        return "an empty sentence"
    return None


@law(10)
def test_sentences_are_whole(case: Case, data: st.DataObject) -> None:
    """Every message has exactly the arguments that it names, and isn't empty."""
    position = drawn_position(data, case)

    assert not [fault for text in sentences(everything_read(position)) if (fault := faults(text))]


@law(10)
def test_sentences_can_be_spoken(case: Case, data: st.DataObject) -> None:
    """Every sentence can be spoken in every language, without open arguments or raw names."""
    position = drawn_position(data, case)
    for text in sentences(everything_read(position)):
        for reader in READERS:
            spoken = speak(text, reader)

            assert spoken.strip()
            assert not set(spoken) & set("{}")
            assert not [name for name in HOSTILE if name in spoken]


@law()
def test_private_events_say_whose_they_are(case: Case, data: st.DataObject) -> None:
    """An event that one seat sees names it, since everybody reads it once the match is over."""
    names = tuple(f"Player{seat}" for seat in range(len(HOSTILE)))
    for position in positions(drawn_match(data, case)):
        for event in position.events:
            if (seats := event.seen_by()) is not None and len(seats) == 1:
                (seat,) = seats
                assert names[seat] in speak(event.text(), Reader(names=names)), event


def _shared(table: Tableau) -> Tableau:
    """A tableau without the line that only a private hand shows."""
    if table.last is None or table.viewer is None:
        return table
    return table.model_copy(update={"last": replace(table.last, own=None)})


@law(10)
def test_what_everybody_may_see_says_you_to_nobody(case: Case, data: st.DataObject) -> None:
    """Tables, events, results, and hands but for their own last line address no single person."""
    position = drawn_position(data, case)
    game, state = case.game, position.state
    tables = [_shared(game.tableau(game.view(state, viewer))) for viewer in position.match.viewers]
    shown = texts([*tables, *(event.text() for event in position.events), game.result(state)])

    assert [text.message for text in shown if says_you(text.message)] == []


@law(10)
def test_tables_can_be_described(case: Case, data: st.DataObject) -> None:
    """Every viewer's table has an alt text within the limit that contains its headline."""
    position = drawn_position(data, case)
    for viewer in position.match.viewers:
        table = case.game.tableau(case.game.view(position.state, viewer))
        for reader in READERS:
            words = alt_text(table, reader)

            assert len(words) <= ALT_LIMIT
            assert speak(table.headline, reader) in words


@law(6)
def test_games_introduce_themselves(case: Case, data: st.DataObject) -> None:
    """A game's title, tagline and options can be spoken, and the tagline says *you* to nobody."""
    info = case.game.info
    assert not says_you(info.tagline.message)
    lines: list[Any] = [info.title, info.tagline, changed(drawn_options(data, case))]
    for option in option_fields(case.game.options):
        lines += [option.title, option.help, option.shown(option.default), option.choices]
        lines += [label for _, label in option.choices]
    for text in texts(lines):
        for reader in READERS:
            assert speak(text, reader).strip()
        assert faults(text) is None


@law(1)
def test_option_defaults_are_options(case: Case, data: st.DataObject) -> None:
    """A game has valid defaults for all options."""
    assert case.game.options() == case.game.options.model_validate({})
    for option in option_fields(case.game.options):
        if option.kind == "choice":
            assert option.default in [value for value, _ in option.choices]
        if option.kind == "number":
            assert option.least is not None
            assert option.most is not None
            assert option.least <= option.default <= option.most

"""Sentences as values: an English message and its arguments, translated at the last moment.

The rules make a `Text` without knowing the reader's language or the medium. `speak` turns it into a
sentence for one reader: the catalogue translates the whole message, numbers choose the plural, and
seats become names, which are escaped for the medium because people choose them.
"""

import re
import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, localcontext
from functools import lru_cache
from gettext import NullTranslations
from typing import Annotated, Literal

from babel.lists import format_list
from babel.numbers import format_decimal, format_scientific
from pydantic import Field

from games.core.names import visible
from games.core.values import Seat, shared

ListStyle = Literal["standard", "or", "unit"]
"""How a list is joined: "a, b and c", "a, b or c", "a, b, c"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatName:
    """The name of the player in a seat."""

    arg: Literal["seat"] = "seat"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A name that is not a seat's: written by a stranger, so always escaped."""

    arg: Literal["person"] = "person"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextList:
    """Several texts, joined as the reader's language joins them."""

    arg: Literal["list"] = "list"
    items: "tuple[Text, ...]"
    style: ListStyle = "standard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """An English message with `{named}` arguments, in one voice; `n` chooses the plural.

    `sense` tells messages apart that are the same in English only.
    """

    arg: Literal["text"] = "text"
    message: str
    args: "dict[str, Argument]" = field(default_factory=dict)
    plural: str | None = None
    n: int = 1
    sense: str | None = None
    icon: str | None = None
    """The key of a small picture of the thing named, for media that can show it."""


Argument = Annotated[SeatName | Person | TextList | Text, Field(discriminator="arg")] | int

Loose = Argument | list[Text] | tuple[Text, ...]

SYMBOL = "symbol"
"""The sense of texts that are never translated; no catalogue has it."""

EVERYBODY = "everybody"
"""The sense of texts that say *you* to everybody who reads them, or to those whom they name."""


def say(message: str, **args: Loose) -> Text:
    """Make a Text. Arguments: numbers, seats (`seat(2)`), other Texts, or a sequence of Texts."""
    if not args:
        return _bare(message)
    return Text(message=message, args={name: _tidy(value) for name, value in args.items()})


@shared
def _bare(message: str) -> Text:
    """Return a Text without arguments, as two of three are."""
    return Text(message=message)


def say_many(singular: str, plural: str, n: int, **args: Loose) -> Text:
    """Make a Text whose wording depends on the number `n`, which it may also name as `{n}`."""
    if not args:
        return _counted(singular, plural, n)
    tidy = {name: _tidy(value) for name, value in args.items()}
    return Text(message=singular, plural=plural, n=n, args={"n": n} | tidy)


@shared
def _counted(singular: str, plural: str, n: int) -> Text:
    return Text(message=singular, plural=plural, n=n, args={"n": n})


def say_as(sense: str, message: str, **args: Loose) -> Text:
    """Make a Text whose message has another `sense`, and another translation, elsewhere."""
    tidy = {name: _tidy(value) for name, value in args.items()}
    return Text(message=message, args=tidy, sense=sense)


@shared
def symbol(code: str) -> Text:
    """Make a Text of a code or an emoji, which is the same in every language."""
    return Text(message=code, sense=SYMBOL)


def fill_in(text: Text, value: Callable[[str], Loose]) -> Text:
    """Return a Text without arguments with those that its message names."""
    names = [name for _, name in _cut(text.message) if name]
    return replace(text, args={name: _tidy(value(name)) for name in names})


def with_icon(text: Text, key: str) -> Text:
    """Return the text with a small picture of the thing it names."""
    return replace(text, icon=key)


def only_icon(key: str) -> Text:
    """Make a small picture without words, to stand inside a phrase: after its article."""
    return with_icon(symbol(""), key)


@shared
def seat(number: Seat) -> SeatName:
    """Return the name of the player in a seat, as an argument."""
    return SeatName(seat=number)


def seats(numbers: Iterable[Seat]) -> TextList:
    """Several seats by name: "Ana, Ben and Chen"."""
    return TextList(items=tuple(map(_seat_text, numbers)))


@shared
def _seat_text(number: Seat) -> Text:
    return say("{seat}", seat=seat(number))


def either(texts: Iterable[Text]) -> TextList:
    """Several texts, one of which is true: "a, b or c"."""
    return TextList(items=tuple(texts), style="or")


def _tidy(value: Loose) -> Argument:
    if isinstance(value, (list, tuple)):
        return TextList(items=tuple(value))
    return value


def no_icon(_key: str) -> str:
    """Show an icon as nothing, for media without icons."""
    return ""


def _as_is(words: str) -> str:
    return words


_ENGLISH = NullTranslations()


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a Text: the seats' names, a language, and how the medium escapes names."""

    names: Sequence[str] = ()
    language: str = "en"
    catalogue: NullTranslations = _ENGLISH
    escape: Callable[[str], str] = _as_is
    icon: Callable[[str], str] = no_icon
    """How the medium shows the small picture with this key before its words."""
    rounds: bool = False
    """Whether long numbers are rounded, as in pictures, which have no room for them."""
    aside: Callable[[Text], str] | None = None
    """What everybody reads instead of a text that says *you* to one person; None for one reader."""

    def name(self, number: Seat) -> str:
        """The escaped name of a seat, or its number if nothing of it can be seen."""
        if number < len(self.names) and visible(self.names[number]):
            return self.escape(self.names[number])
        return f"#{number + 1}"


def speak(text: Text, reader: Reader) -> str:
    """Turn a Text into a sentence for one reader, or for everybody."""
    if reader.aside is not None and text.sense != EVERYBODY and says_you(text.message):
        return reader.aside(text)
    if text.plural is None:
        words = _translated(reader.catalogue, text.sense, text.message)
    else:
        words = reader.catalogue.ngettext(text.message, text.plural, text.n)
    if args := text.args:
        words = "".join(
            [
                before + _speak_argument(args[name], reader) if name else before
                for before, name in _cut(words)
            ]
        )
    return reader.icon(text.icon) + words if text.icon else words


_YOU = re.compile(r"(?<!\{)\b[Yy]ou(r|rs|rself|rselves)?\b")
"""A word that addresses the reader, other than the name of an argument."""


@lru_cache(maxsize=4096)
def says_you(message: str) -> bool:
    """Tell whether a message, which is always English, addresses its reader."""
    return _YOU.search(message) is not None


def addresses(text: Text) -> bool:
    """Tell whether a text or a part of it says *you* to one person."""
    asides: list[Text] = []

    def heard(aside: Text) -> str:
        asides.append(aside)
        return ""

    speak(text, Reader(aside=heard))
    return bool(asides)


@lru_cache(maxsize=4096)
def _translated(catalogue: NullTranslations, sense: str | None, message: str) -> str:
    """Translate a message without a plural. Cached, as messages are few and spoken often."""
    if sense is not None:
        return catalogue.pgettext(sense, message)
    # gettext answers an empty message with the catalogue's own header.
    return catalogue.gettext(message) if message else ""


@lru_cache(maxsize=4096)
def _cut(words: str) -> tuple[tuple[str, str | None], ...]:
    """Split a message into pairs of words and the argument after them, which is an identifier."""
    return tuple((before, name) for before, name, *_ in string.Formatter().parse(words))


LONG = 10**9
"""Numbers from here on are too long for a picture."""


@lru_cache(maxsize=4096)
def whole_number(value: int, language: str) -> str:
    """Return a whole number of any size as `language` writes it."""
    # Babel uses the precision of the decimal context: the usual 28 digits are too few.
    with localcontext(prec=value.bit_length() // 3 + 10):
        return _with_true_minus(format_decimal(value, locale=language))


def rounded_number(value: int, language: str, digits: int = 3) -> str:
    """Return the first digits of a number and its size, such as 2.56E67."""
    with localcontext(prec=digits):
        rounded = +Decimal(value)
    return _with_true_minus(format_scientific(rounded, locale=language))


def _with_true_minus(number: str) -> str:
    """Return the number without hyphens, which screen readers often skip."""
    return number.replace("-", "\N{MINUS SIGN}")


def _speak_argument(value: Argument, reader: Reader) -> str:
    if isinstance(value, int):
        if reader.rounds and abs(value) >= LONG:
            return rounded_number(value, reader.language)
        return whole_number(value, reader.language)
    if value.arg == "text":
        return speak(value, reader)
    if value.arg == "seat":
        return reader.name(value.seat)
    if value.arg == "person":
        return reader.escape(value.name)
    spoken = [speak(item, reader) for item in value.items]
    return _listed(spoken, value.style, reader.language)


def _listed(spoken: Sequence[str], style: ListStyle, language: str) -> str:
    if style == "unit":
        # Babel lacks the patterns that a language inherits from CLDR's root: commas.
        return ", ".join(spoken)
    joined = format_list(spoken, style=style, locale=language)
    if language == "es" and len(spoken) > 1:
        return _with_spanish_sounds(joined, spoken[-1])
    return joined


def _with_spanish_sounds(joined: str, last: str) -> str:
    """Return a Spanish list with "e" before the sound of i and "u" before that of o."""
    before = joined.removesuffix(last)
    if before.endswith(" y ") and _LIKE_I.match(last):
        return f"{before[:-3]} e {last}"
    if before.endswith(" o ") and _LIKE_O.match(last):
        return f"{before[:-3]} u {last}"
    return joined


_LIKE_I = re.compile(r"\W*(h?[ií])(?!(?<=h.)[aeo])", re.IGNORECASE)
_LIKE_O = re.compile(r"\W*(h?[oó]|8|11\b)", re.IGNORECASE)

PLAIN = Reader()
"""English, no names, no markdown: for logs, tests and playthroughs."""

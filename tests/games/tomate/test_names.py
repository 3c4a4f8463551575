"""Cards are called what people call them, in every language and every place of a sentence."""

import re

import pytest
from babel.messages.pofile import read_po

from bot.ui.i18n.catalogues import CATALOGUES
from bot.ui.i18n.readers import plain_reader
from games.core.text import Reader, Text, speak
from games.tomate.rules.cards import Suit
from games.tomate.rules.events import CardPlayed, CardsDealt, TrumpTurned
from games.tomate.rules.records import Played, Trick
from games.tomate.rules.texts import (
    CARD_NAMES,
    CARD_SHORT,
    THE_CARD,
    tell_draw,
    tell_plays,
    tell_trick,
    tell_trump,
    why_blocked,
)
from games.tomate.rules.tricks import Duty

NAMES = ("Ana", "Ben")
TRICK = Trick(number=1, leader=0, winner=0, seats=(0, 1), cards=("10E", "1E"))
SPANISH = re.compile(r"\b(oros|copas|espadas|bastos|sota|caballo|rey)\b")


def blocked(duty: Duty, led: str, trump: Suit) -> Text:
    return why_blocked(duty, "2B", [led], trump)  # type: ignore[list-item]  # a card's code


SAID: list[tuple[Text, str, str, str]] = [
    (CARD_NAMES["12B"], "king of clubs (12)", "König der Stäbe (12)", "rey de bastos"),
    (CARD_NAMES["4C"], "4 of cups", "4 der Kelche", "4 de copas"),
    (CARD_SHORT["12B"], "12 Cl", "12 St", "12 B"),
    (
        CardPlayed(seat=0, card="10E").text(),
        "Ana plays the jack of swords (10).",
        "Ana spielt den Buben der Schwerter (10).",
        "Ana juega la sota de espadas.",
    ),
    (
        CardPlayed(seat=0, card="4O").text(),
        "Ana plays the 4 of coins.",
        "Ana spielt die 4 der Münzen.",
        "Ana juega el 4 de oros.",
    ),
    (
        TrumpTurned(card="12C").text(),
        "The card turned up is the king of cups (12): its suit is trump.",
        "Aufgedeckt wird der König der Kelche (12): Diese Farbe ist Trumpf.",
        "Se descubre el rey de copas, que marca el triunfo.",
    ),
    (
        tell_trump(0, "11O", taken=True),
        "Ana takes the knight of coins (11) and needs two tricks.",
        "Ana nimmt den Reiter der Münzen (11) und braucht zwei Stiche.",
        "Ana toma el caballo de oros y necesita dos bazas.",
    ),
    (
        tell_trick(TRICK),
        "Ana takes trick 1 with the jack of swords (10).",
        "Ana holt Stich 1 mit dem Buben der Schwerter (10).",
        "Ana gana la baza 1 con la sota de espadas.",
    ),
    (
        tell_plays(TRICK),
        "Trick 1: Ana the jack of swords (10), Ben the ace of swords.",
        "Stich 1: Ana den Buben der Schwerter (10), Ben das Ass der Schwerter.",
        "Baza 1: Ana la sota de espadas, Ben el as de espadas.",
    ),
    (
        tell_draw([Played(seat=0, card="12E"), Played(seat=1, card="2E")]),
        "Drawn to decide who deals: Ana the king of swords (12) and Ben the 2 of swords.",
        "Auslosung, wer gibt: Ana den König der Schwerter (12) und Ben die 2 der Schwerter.",
        "Cartas para ver quién reparte: Ana el rey de espadas y Ben el 2 de espadas.",
    ),
    (
        CardsDealt(seat=0, cards=("1O", "12C", "4B")).text(),
        "Ana has the ace of coins, the king of cups (12), and the 4 of clubs.",
        "Ana hat das Ass der Münzen, den König der Kelche (12) und die 4 der Stäbe.",
        "Ana tiene el as de oros, el rey de copas y el 4 de bastos.",
    ),
    (
        blocked(Duty.BEAT, "12B", "O"),
        "You must beat the king of clubs (12).",
        "Du musst den König der Stäbe (12) schlagen.",
        "Tienes que montar el rey de bastos.",
    ),
    (
        blocked(Duty.FOLLOW, "12C", "O"),
        "You must follow suit: cups.",
        "Du musst Kelche bedienen.",
        "Tienes que asistir a copas.",
    ),
]


@pytest.mark.parametrize("line", SAID, ids=lambda row: row[1])
def test_a_card_is_called_as_people_say_it(line: tuple[Text, str, str, str]) -> None:
    """A card has its name, article and case in English, German and Spanish."""
    text, *expected = line
    readers = [plain_reader(language, NAMES) for language in ("en-US", "de", "es-ES")]

    assert [speak(text, reader) for reader in readers] == expected


def test_the_icon_of_a_card_follows_its_article() -> None:
    """In a sentence a card's small picture stands after the article, and before a bare name."""
    reader = Reader(icon=lambda key: f"<{key}>")

    assert speak(THE_CARD["12C"], reader) == "the <spanish:12C>king of cups (12)"
    assert speak(CARD_NAMES["4B"], reader) == "<spanish:4B>4 of clubs"


def test_only_spanish_says_the_spanish_names() -> None:
    """No English or German message of any part of the program has a card's Spanish name."""
    with (CATALOGUES / "de.po").open("rb") as file:
        messages = [message for message in read_po(file, locale="de") if message.id]
    texts = [words for entry in messages for words in _words(entry.id) + _words(entry.string)]

    assert len(texts) > 1000
    assert [words for words in texts if SPANISH.search(words)] == []


def _words(text: object) -> list[str]:
    return [text] if isinstance(text, str) else [str(line) for line in text]  # type: ignore[attr-defined]  # plural forms

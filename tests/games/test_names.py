"""Things are called what people call them, in every language and every place of a sentence."""

from __future__ import annotations

import pytest

from bot.ui.i18n.readers import plain_reader
from games.core.game import tell_points
from games.core.text import Text, speak
from games.diced_tomatoes.rules.events import DiceDrawn, TurnEnded
from games.dojo.rules.events import RoundOpened
from games.tomatomat.rules.texts import tell_winners as tell_machines

NAMES = ("Ana", "Ben")

SAID: list[tuple[Text, str, str, str]] = [
    (
        tell_points([0], 35),
        "Ana wins the match with 35 points.",
        "Ana gewinnt die Partie mit 35 Punkten.",
        "Ana gana la partida con 35 puntos.",
    ),
    (
        tell_points([0, 1], 1),
        "Ana and Ben share first place with 1 point each.",
        "Ana und Ben teilen sich den ersten Platz mit je 1 Punkt.",
        "Ana y Ben comparten el primer puesto con 1 punto cada uno.",
    ),
    (
        RoundOpened(round=2, dealer=1, trophy="col-pair", fresh=True, worth=3).text(),
        "Round 2: Ben deals; a trophy worth 3 points is revealed.",
        "Runde 2: Ben teilt aus; eine Trophäe im Wert von 3 Punkten wird aufgedeckt.",
        "Ronda 2: reparte Ben; se descubre un trofeo que vale 3 puntos.",
    ),
    (
        tell_machines([[0], [1]], 6, 1),
        "Ana wins the match with 6 stars on 1 machine.",
        "Ana gewinnt die Partie mit 6 Sternen auf 1 Automaten.",
        "Ana gana la partida con 6 estrellas en 1 máquina.",
    ),
    (
        DiceDrawn(seat=0, dice=(2, 1, 0), kept=0).text(),
        "Ana draws 2 red dice and 1 black die.",
        "Ana zieht 2 rote Würfel und 1 schwarzen Würfel.",
        "Ana saca 2 dados rojos y 1 dado negro.",
    ),
    (
        TurnEnded(seat=0, left=(1, 0, 0), to=1).text(),
        "Ana ends their turn and passes 1 red die to Ben.",
        "Ana beendet den Zug und gibt 1 roten Würfel an Ben weiter.",
        "Ana termina el turno y le pasa 1 dado rojo a Ben.",
    ),
]


@pytest.mark.parametrize("said", SAID, ids=lambda row: row[1])
def test_a_thing_is_called_as_people_say_it(said: tuple[Text, str, str, str]) -> None:
    """A thing has its number, article and case in English, German and Spanish."""
    text, *expected = said
    readers = [plain_reader(language, NAMES) for language in ("en-US", "de", "es-ES")]

    assert [speak(text, reader) for reader in readers] == expected

"""Things are called what people call them, in every language and every place of a sentence."""

import re

import pytest
from babel.messages.pofile import read_po

from bot.ui.i18n.catalogues import CATALOGUES
from bot.ui.i18n.readers import plain_reader
from games.core.game import tell_points
from games.core.text import Reader, Text, speak
from games.diced_tomatoes.rules.events import DiceDrawn, TurnEnded
from games.dojo.rules import events as dojo
from games.dojo.rules.texts import CARD_NAMES as DOJO_CARDS
from games.karate_tomate.rules.events import CardsDrawn, Dealt, HeatRevealed, Strike, TriumphTaken
from games.karate_tomate.rules.texts import CARD_NAMES as KARATE_CARDS
from games.tomate.rules import texts as tomate
from games.tomate.rules.cards import Suit
from games.tomate.rules.events import CardPlayed, CardsDealt, TrumpTurned
from games.tomate.rules.records import Played, Trick
from games.tomate.rules.tricks import Duty
from games.tomatomat.rules.events import StackAwarded
from games.tomatomat.rules.records import Arrest, Loss, Theft
from games.tomatomat.rules.texts import CARD_NAMES as TOMATOMAT_CARDS
from games.tomatomat.rules.texts import brief_arrest, brief_theft, tell_round, tell_theft
from games.tomatomat.rules.texts import tell_winners as tell_machines

NAMES = ("Ana", "Ben")
ONE_COIN = Loss(seat=0, coins=("R1",))
TRICK = Trick(number=1, leader=0, winner=0, seats=(0, 1), cards=("10E", "1E"))
SPANISH = re.compile(r"\b(oros|copas|espadas|bastos|sota|caballo|rey)\b")


def blocked(duty: Duty, led: str, trump: Suit) -> Text:
    return tomate.why_blocked(duty, "2B", [led], trump)  # type: ignore[list-item]  # a card's code


SAID: list[tuple[Text, str, str, str]] = [
    (tell_points([0], 35), "Ana wins the match with 35 points.",
     "Ana gewinnt die Partie mit 35 Punkten.", "Ana gana la partida con 35 puntos."),
    (tell_points([0, 1], 1), "Ana and Ben share first place with 1 point each.",
     "Ana und Ben teilen sich den ersten Platz mit je 1 Punkt.",
     "Ana y Ben comparten el primer puesto con 1 punto cada uno."),
    (dojo.RoundOpened(round=2, dealer=1, trophy="col-pair", fresh=True, worth=3).text(),
     "Round 2: Ben deals; a trophy worth 3 points is revealed.",
     "Runde 2: Ben teilt aus; eine Trophäe im Wert von 3 Punkten wird aufgedeckt.",
     "Ronda 2: reparte Ben; se descubre un trofeo que vale 3 puntos."),
    (tell_machines([[0], [1]], 6, 1), "Ana wins the match with 6 stars on 1 machine.",
     "Ana gewinnt die Partie mit 6 Sternen auf 1 Automaten.",
     "Ana gana la partida con 6 estrellas en 1 máquina."),
    (DiceDrawn(seat=0, dice=(2, 1, 0), kept=0).text(), "Ana draws 2 red dice and 1 black die.",
     "Ana zieht 2 rote Würfel und 1 schwarzen Würfel.", "Ana saca 2 dados rojos y 1 dado negro."),
    (TurnEnded(seat=0, left=(1, 0, 0), to=1).text(),
     "Ana ends their turn and passes 1 red die to Ben.",
     "Ana beendet den Zug und gibt 1 roten Würfel an Ben weiter.",
     "Ana termina el turno y le pasa 1 dado rojo a Ben."),
    (TOMATOMAT_CARDS["R2"], "red coin 2", "rote Münze 2", "moneda roja de 2"),
    (TOMATOMAT_CARDS["Pt"], "purple thief", "lila Dieb", "ladrón morado"),
    (TOMATOMAT_CARDS["Yp"], "yellow officer", "gelbe Polizei", "policía amarillo"),
    (tell_theft(Theft(slot=0, colour="R", thieves=(0,), losses=())),
     "At I, Ana's red thief finds nothing to steal.",
     "Platz I: Der rote Dieb von Ana findet nichts zu stehlen.",
     "En I, el ladrón rojo de Ana no encuentra nada que robar."),
    (tell_theft(Theft(slot=0, colour="R", thieves=(1, 1), losses=(ONE_COIN,))),
     "At I, Ben's red thieves steal from Ana (red coin 1).",
     "Platz I: Die roten Diebe von Ben bestehlen Ana (rote Münze 1).",
     "En I, los ladrones rojos de Ben roban a Ana (moneda roja de 1)."),
    (brief_theft(Theft(slot=0, colour="R", thieves=(1,), losses=(ONE_COIN,)))[0],
     "Ben stole 1 red coin", "Ben stahl 1 rote Münze", "Ben roba 1 moneda roja"),
    (brief_theft(Theft(slot=0, colour="R", thieves=(0, 1), losses=(ONE_COIN, ONE_COIN)))[0],
     "Ana and Ben's thieves stole 2 red coins", "Die Diebe von Ana und Ben stahlen 2 rote Münzen",
     "Los ladrones de Ana y Ben roban 2 monedas rojas"),
    (brief_arrest(Arrest(slot=0, colour="R", officer=0, thieves=(0,)))[0],
     "Ana caught a thief of their own", "Ana fasste den eigenen Dieb",
     "Ana atrapa a un ladrón propio"),
    (brief_arrest(Arrest(slot=0, colour="R", officer=0, thieves=(0, 0)))[0],
     "Ana caught 2 thieves of their own", "Ana fasste 2 eigene Diebe",
     "Ana atrapa a 2 ladrones propios"),
    (brief_arrest(Arrest(slot=0, colour="R", officer=0, thieves=(1,)))[0], "Ana caught Ben's thief",
     "Ana fasste den Dieb von Ben", "Ana atrapa al ladrón de Ben"),
    (brief_arrest(Arrest(slot=0, colour="R", officer=1, thieves=(0,)))[0], "Ben caught Ana's thief",
     "Ben fasste den Dieb von Ana", "Ben atrapa al ladrón de Ana"),
    (tell_round(2, ("1R",)), "All decks are passed on. Round 2 begins: (I red, 1 star).",
     "Alle Stapel wandern weiter. Runde 2 beginnt: (I Rot, 1 Stern).",
     "Todos los mazos pasan al siguiente. Empieza la ronda 2: (I rojo, 1 estrella)."),
    (DOJO_CARDS["F3"], "green fox (3)", "grüner Fuchs (3)", "zorro verde (3)"),
    (DOJO_CARDS["T1"], "white tigress (1)", "weiße Tigerin (1)", "tigresa blanca (1)"),
    (dojo.CardsExchanged(
     winner=0, loser=1, winner_card="M5", loser_card="C1", swapped=False).text(),
     "Ana keeps the black monkey (5), and Ben keeps the white crane (1).",
     "Ana behält den schwarzen Affen (5), Ben behält den weißen Kranich (1).",
     "Ana se queda con el mono negro (5); Ben, con la grulla blanca (1)."),
    (dojo.Challenged(challenger=0, dealer=1, challenger_card="B2", dealer_card="T5").text(),
     "Ana challenges Ben: the yellow bear (2) against the black tigress (5).",
     "Ana fordert Ben heraus und setzt den gelben Bären (2) gegen die schwarze Tigerin (5).",
     "Ana reta a Ben: el oso amarillo (2) contra la tigresa negra (5)."),
    (dojo.TrophyPut(seat=0, trophy="col-pair", line="A", only=False).text(),
     "Ana puts the orange pair trophy on column A.", "Ana legt die Trophäe Paar an Spalte A.",
     "Ana pone el trofeo Par naranja en la columna A."),
    (dojo.TrophyPut(seat=0, trophy="row-sort", line="1", only=True).text(),
     "Ana puts the black sort trophy on row 1, the only possible line.",
     "Ana legt die Trophäe Reihenumbau an Reihe 1, die einzige mögliche Stelle.",
     "Ana pone el trofeo Orden negro en la fila 1, la única línea posible."),
    (dojo.DuelWon(winner=0, loser=1, trophy="row-wild", equal=False).text(),
     "Ana beats Ben and takes the black wild trophy.",
     "Ana schlägt Ben und nimmt die Trophäe Joker.",
     "Ana vence a Ben y se lleva el trofeo Comodín negro."),
    (CardsDrawn(seat=0, cards=("C1", "B5")).text(), "Ana draws corn 1 and broccoli 5.",
     "Ana zieht Mais 1 und Brokkoli 5.", "Ana roba el 1 de maíz y el 5 de brócoli."),
    (Dealt(seat=0, cards=("K2", "M4"), tomato=7).text(),
     "Ana has carrot 2 and mushroom 4, plus tomato 7.",
     "Ana hat Karotte 2 und Pilz 4, dazu Tomate 7.",
     "Ana tiene el 2 de zanahoria y el 4 de seta, y además el tomate 7."),
    (HeatRevealed(heat=1, strikes=(Strike(seat=0, card="A3"), Strike(seat=1, card=None,
     tomato=9))).text(), "Heat 1: Ana aubergine 3 and Ben tomato 9.",
     "Durchgang 1: Ana Aubergine 3 und Ben Tomate 9.",
     "Asalto 1: Ana el 3 de berenjena y Ben el tomate 9."),
    (KARATE_CARDS["C2"], "corn 2", "Mais 2", "2 de maíz"),
    (TriumphTaken(seat=0, card="t301", assigned=False, open=True).text(),
     "Ana takes 3 trophies + 1 tomato.", "Ana nimmt 3 Trophäen + 1 Tomate.",
     "Ana toma la carta de 3 trofeos + 1 tomate."),
    (TriumphTaken(seat=0, card="t120", assigned=True, open=True).text(),
     "Ana gets the last card: 1 trophy + 2 knives.",
     "Ana bekommt die letzte Karte: 1 Trophäe + 2 Messer.",
     "Ana recibe la última carta: 1 trofeo + 2 cuchillos."),
    (StackAwarded(slot=0, stack=("1R",), totals=(3, 1), winner=0, lost=False).text(),
     "Ana wins I (red, 1 star): Ana 3 and Ben 1.",
     "Ana gewinnt Platz I (Rot, 1 Stern): Ana 3 und Ben 1.",
     "Ana gana I (rojo, 1 estrella): Ana 3 y Ben 1."),
    (dojo.CardReceived(seat=0, card="R4").text(), "Ana gets the blue raccoon (4).",
     "Ana bekommt den blauen Waschbären (4).", "Ana recibe el mapache azul (4)."),
    (tomate.CARD_NAMES["12B"], "king of clubs (12)", "König der Stäbe (12)", "rey de bastos"),
    (tomate.CARD_NAMES["4C"], "4 of cups", "4 der Kelche", "4 de copas"),
    (tomate.CARD_SHORT["12B"], "12 Cl", "12 St", "12 B"),
    (CardPlayed(seat=0, card="10E").text(), "Ana plays the jack of swords (10).",
     "Ana spielt den Buben der Schwerter (10).", "Ana juega la sota de espadas."),
    (CardPlayed(seat=0, card="4O").text(), "Ana plays the 4 of coins.",
     "Ana spielt die 4 der Münzen.", "Ana juega el 4 de oros."),
    (TrumpTurned(card="12C").text(),
     "The card turned up is the king of cups (12): its suit is trump.",
     "Aufgedeckt wird der König der Kelche (12): Diese Farbe ist Trumpf.",
     "Se descubre el rey de copas, que marca el triunfo."),
    (tomate.tell_trump(0, "11O", taken=True),
     "Ana takes the knight of coins (11) and needs two tricks.",
     "Ana nimmt den Reiter der Münzen (11) und braucht zwei Stiche.",
     "Ana toma el caballo de oros y necesita dos bazas."),
    (tomate.tell_trick(TRICK), "Ana takes trick 1 with the jack of swords (10).",
     "Ana holt Stich 1 mit dem Buben der Schwerter (10).",
     "Ana gana la baza 1 con la sota de espadas."),
    (tomate.tell_plays(TRICK), "Trick 1: Ana the jack of swords (10), Ben the ace of swords.",
     "Stich 1: Ana den Buben der Schwerter (10), Ben das Ass der Schwerter.",
     "Baza 1: Ana la sota de espadas, Ben el as de espadas."),
    (tomate.tell_draw([Played(seat=0, card="12E"), Played(seat=1, card="2E")]),
     "Drawn to decide who deals: Ana the king of swords (12) and Ben the 2 of swords.",
     "Auslosung, wer gibt: Ana den König der Schwerter (12) und Ben die 2 der Schwerter.",
     "Cartas para ver quién reparte: Ana el rey de espadas y Ben el 2 de espadas."),
    (CardsDealt(seat=0, cards=("1O", "12C", "4B")).text(),
     "Ana has the ace of coins, the king of cups (12), and the 4 of clubs.",
     "Ana hat das Ass der Münzen, den König der Kelche (12) und die 4 der Stäbe.",
     "Ana tiene el as de oros, el rey de copas y el 4 de bastos."),
    (blocked(Duty.BEAT, "12B", "O"), "You must beat the king of clubs (12).",
     "Du musst den König der Stäbe (12) schlagen.", "Tienes que montar el rey de bastos."),
    (blocked(Duty.FOLLOW, "12C", "O"), "You must follow suit: cups.", "Du musst Kelche bedienen.",
     "Tienes que asistir a copas."),
]  # fmt: skip


@pytest.mark.parametrize("line", SAID, ids=lambda row: row[1])
def test_a_thing_is_called_as_people_say_it(line: tuple[Text, str, str, str]) -> None:
    """A thing has its number, article and case in English, German and Spanish."""
    text, *expected = line
    readers = [plain_reader(language, NAMES) for language in ("en-US", "de", "es-ES")]

    assert [speak(text, reader) for reader in readers] == expected


def test_the_icon_of_a_card_follows_its_article() -> None:
    """In a sentence a card's small picture stands after the article, and before a bare name."""
    reader = Reader(icon=lambda key: f"<{key}>")

    assert speak(tomate.THE_CARD["12C"], reader) == "the <spanish:12C>king of cups (12)"
    assert speak(tomate.CARD_NAMES["4B"], reader) == "<spanish:4B>4 of clubs"


def test_only_spanish_says_the_spanish_names() -> None:
    """No English or German message of any part of the program has a card's Spanish name."""
    with (CATALOGUES / "de.po").open("rb") as file:
        messages = [message for message in read_po(file, locale="de") if message.id]
    texts = [words for entry in messages for words in _words(entry.id) + _words(entry.string)]

    assert len(texts) > 1000
    assert [words for words in texts if SPANISH.search(words)] == []


def _words(text: object) -> list[str]:
    return [text] if isinstance(text, str) else [str(line) for line in text]  # type: ignore[attr-defined]  # plural forms

"""Recent actions show nothing that the rest of the table doesn't."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import FULL_GAMES, GAMES
from games.core.game import AnyGame
from games.core.tableau import Tableau
from games.core.tableau_text import read_table
from games.core.text import Argument, Reader, SeatName, Text, TextList, speak
from games.core.values import Seat
from tests.games.drafts import every_full_game
from tests.render.support import match, seat_counts

LONGEST_WORD = 16


def named(argument: Argument) -> Iterator[Seat]:
    """Yield the seats that a text names."""
    if isinstance(argument, SeatName):
        yield argument.seat
    elif isinstance(argument, Text):
        for inner in argument.args.values():
            yield from named(inner)
    elif isinstance(argument, TextList):
        for item in argument.items:
            yield from named(item)


def tableaus(game: AnyGame) -> Iterator[Tableau]:
    """Yield the public tables of random matches."""
    for seats in {seat_counts(game)[0], min(4, seat_counts(game)[-1])}:
        for moment in match(game, seats, "deeds", 150):
            yield moment.tableau()


@every_full_game("recent actions")
def test_deeds_tell_nothing_new(game: AnyGame) -> None:
    """The seats and things in recent actions are also named in the table's text."""
    reader = Reader()
    line = 0
    for tableau in tableaus(game):
        words = " ".join(speak(text, reader) for text in read_table(tableau))
        seats = {seat for text in read_table(tableau) for seat in named(text)}
        for deed in tableau.recent_actions:
            line += 1
            assert {deed.who, deed.to} <= seats | {None}
            for token in deed.tokens:
                assert speak(token.name, reader) in words
    assert line > 20


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_deeds_are_short(game: AnyGame) -> None:
    """Each recent action has a word or a picture, and its word has at most 16 letters."""
    for tableau in tableaus(game):
        for deed in tableau.recent_actions:
            word = "" if deed.word is None else speak(deed.word, Reader())
            assert deed.tokens or word
            assert len(word) <= LONGEST_WORD


@every_full_game("recent actions")
def test_something_has_always_happened(game: AnyGame) -> None:
    """After the first open move, every table shows recent actions or an aftermath."""
    if game.info.simultaneous:  # no move is open at once
        return
    for seats in {seat_counts(game)[0], min(4, seat_counts(game)[-1])}:
        _, *later = match(game, seats, "deeds", 150)
        assert later
        for moment in later:
            assert moment.tableau().recent_actions or moment.tableau().aftermath


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_the_last_event_says_you_to_its_viewer(game: AnyGame) -> None:
    """In a private hand, the last event never names the viewer; a draft need not have one."""
    seen = 0
    for seats in {seat_counts(game)[0], min(4, seat_counts(game)[-1])}:
        for moment in match(game, seats, "last", 150):
            for viewer in range(seats):
                last = moment.tableau(viewer).last
                if last is not None:
                    assert viewer not in named(last.own or last.text)
                    seen += last.own is not None
    assert seen or game not in FULL_GAMES

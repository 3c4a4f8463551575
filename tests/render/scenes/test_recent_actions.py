"""The strip of what just happened: it shows deeds, the newest at the end, and nothing else."""

from __future__ import annotations

import pytest

from games import GAMES
from games.core.game import AnyGame
from games.core.tableau import RecentAction, Tableau, Token
from games.core.text import Reader, say, seat, speak, symbol
from render import paint
from render.paint import Picture, paint_strip
from render.scenes.common.recent_actions import HEIGHTS
from render.sprites import known
from tests.render.support import NAMES, match, moments, seat_counts

SIGNS = {"token:recent", "token:to"}


def card(name: str) -> Token:
    return Token(sprite=f"spanish:{name}", name=symbol(name), short=symbol(name))


def strip(*recent_actions: RecentAction) -> Picture:
    tableau = Tableau(
        game="tomate", title=say("Tomate"), headline=say("Go."), recent_actions=recent_actions
    )
    return paint_strip(tableau, Reader(names=NAMES))


def things(picture: Picture) -> list[str]:
    """The cards on a strip, from the left."""
    drawn = [name.split(" ")[0] for name in picture.sprites if name not in SIGNS]
    return [name.rpartition(":")[2] for name in drawn]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_strip_shows_the_newest_deeds(game: AnyGame) -> None:
    """Every game, few seats and many: the last deed is whole, and nothing of anybody else."""
    for seats in {seat_counts(game)[0], seat_counts(game)[-1]}:
        for moment in match(game, seats, "strip", 60):
            tableau = moment.tableau()
            picture = paint_strip(tableau, moment.reader)
            assert picture.height in HEIGHTS
            assert 0 < len(picture.alt) <= 1024
            shown = {token.sprite for deed in tableau.recent_actions for token in deed.tokens}
            values = {name.rpartition(":")[2] for name in shown}
            assert set(things(picture)) <= values
            if tableau.recent_actions and tableau.recent_actions[-1].word is not None:
                assert picture.says(speak(tableau.recent_actions[-1].word, moment.reader))


def test_what_does_not_fit_is_left_out_at_the_beginning() -> None:
    """Twenty cards are too many: the first ones go, and three dots tell so."""
    cards = [f"{rank}{suit}" for suit in "OC" for rank in range(1, 13) if rank not in {8, 9}]
    picture = strip(
        *(RecentAction(who=place % 10, tokens=(card(one),)) for place, one in enumerate(cards))
    )
    shown = things(picture)
    assert 4 < len(shown) < len(cards)
    assert shown == cards[-len(shown) :]
    assert picture.says("…")


def test_a_deed_too_wide_for_the_strip_is_counted() -> None:
    """Of more things than can be drawn their number is told."""
    picture = strip(
        RecentAction(who=0, tokens=tuple(card("1O") for _ in range(30)), word=say("a word"))
    )
    drawn = len(things(picture))
    assert 0 < drawn < 30
    assert picture.says(f"+{30 - drawn}")
    assert picture.says("a word")


def test_a_strip_names_its_people_by_their_initials() -> None:
    """Who did it stands before the thing, whom it was done to behind an arrow."""
    picture = strip(RecentAction(who=0, tokens=(card("1O"),), to=1, word=say("gives")))
    assert [line.given for line in picture.texts] == ["L", "M", "gives"]
    assert picture.sprites.count("token:to") == 1
    assert picture.alt == "Lola: 1O, Mateo_92, gives."


def test_where_nothing_is_told_in_small_the_last_sentences_stand() -> None:
    """A game without deeds has its aftermath in words; at first there is nothing to tell."""
    tableau = Tableau(game="a sixth game", title=say("Sixth"), headline=say("Go."))
    assert paint_strip(tableau, Reader()).says("Nothing has happened yet.")
    told = tuple(say("{who} does {n}.", who=seat(0), n=number) for number in range(3))
    picture = paint_strip(tableau.model_copy(update={"aftermath": told}), Reader(names=NAMES))
    assert [line.given for line in picture.texts] == ["Lola does 1.", "Lola does 2."]
    assert picture.alt == "Lola does 0. Lola does 1. Lola does 2."


def test_equal_deeds_look_alike_whoever_looks() -> None:
    """Watchers and players of the same table get the same strip where they know the same."""
    for moment in moments()[::11]:
        tableau = moment.tableau()
        other = moment.tableau(0)
        if (tableau.recent_actions, tableau.aftermath) == (other.recent_actions, other.aftermath):
            mine = paint_strip(tableau, moment.reader).png
            paint.forget()
            assert paint_strip(other, moment.reader).png == mine


def test_every_thing_of_a_deed_has_a_drawing() -> None:
    """No deed of our games falls back to a plain tile."""
    for moment in moments():
        for deed in moment.tableau().recent_actions:
            assert all(known(token.sprite) for token in deed.tokens)

"""The strip of recent actions, the newest at the end."""

from __future__ import annotations

import pytest

from games import GAMES
from games.core.game import AnyGame
from games.core.tableau import RecentAction, Tableau, Token
from games.core.text import Reader, say, seat, speak, symbol
from render import paint
from render.paint import Picture, paint_strip, paint_tables
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
    """Return the cards on a strip, from left to right."""
    drawn = [name.split(" ")[0] for name in picture.sprites if name not in SIGNS]
    return [name.rpartition(":")[2] for name in drawn]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_strip_shows_the_newest_deeds(game: AnyGame) -> None:
    """A strip shows the newest action's word, and only tokens of recent actions."""
    for seats in {seat_counts(game)[0], seat_counts(game)[-1]}:
        for moment in match(game, seats, "strip", 60):
            tableau = moment.tableau()
            if not paint.has_strip(tableau):
                continue
            picture = paint_strip(tableau, moment.reader)
            assert picture.height in HEIGHTS
            assert 0 < len(picture.alt) <= 1024
            shown = {token.sprite for deed in tableau.recent_actions for token in deed.tokens}
            values = {name.rpartition(":")[2] for name in shown}
            assert set(things(picture)) <= values
            if tableau.recent_actions and tableau.recent_actions[-1].word is not None:
                assert picture.says(speak(tableau.recent_actions[-1].word, moment.reader))


def test_what_does_not_fit_is_left_out_at_the_beginning() -> None:
    """A strip that can't show every action leaves out the oldest and starts with an ellipsis."""
    cards = [f"{rank}{suit}" for suit in "OC" for rank in range(1, 13) if rank not in {8, 9}]
    picture = strip(
        *(RecentAction(who=place % 10, tokens=(card(item),)) for place, item in enumerate(cards))
    )
    shown = things(picture)
    assert 4 < len(shown) < len(cards)
    assert shown == cards[-len(shown) :]
    assert picture.says("…")


def test_a_deed_too_wide_for_the_strip_is_counted() -> None:
    """An action with too many tokens shows some of them and the number of the rest."""
    picture = strip(
        RecentAction(who=0, tokens=tuple(card("1O") for _ in range(30)), word=say("a word"))
    )
    drawn = len(things(picture))
    assert 0 < drawn < 30
    assert picture.says(f"+{30 - drawn}")
    assert picture.says("a word")


def test_a_strip_names_its_people_by_their_initials() -> None:
    """A strip shows the actor's initial, then the other player's behind an arrow."""
    picture = strip(RecentAction(who=0, tokens=(card("1O"),), to=1, word=say("gives")))
    assert [line.given for line in picture.texts] == ["L", "M", "gives"]
    assert picture.sprites.count("token:to") == 1
    assert picture.alt == "Lola: 1O, Mateo_92, gives."


def test_where_nothing_is_told_in_small_the_last_sentences_stand() -> None:
    """Without recent actions, a strip shows the last sentences; without any there is no strip."""
    tableau = Tableau(game="a sixth game", title=say("Sixth"), headline=say("Go."))
    assert [*paint_tables(tableau, Reader())] == ["table"]
    lines = tuple(say("{who} does {n}.", who=seat(0), n=number) for number in range(3))
    picture = paint_strip(tableau.model_copy(update={"aftermath": lines}), Reader(names=NAMES))
    assert [line.given for line in picture.texts] == ["Lola does 1.", "Lola does 2."]
    assert picture.alt == "Lola does 0. Lola does 1. Lola does 2."


@pytest.mark.paints
def test_equal_deeds_look_alike_whoever_looks() -> None:
    """Spectators and players get the same strip if they may know the same."""
    for moment in moments()[::11]:
        tableau = moment.tableau()
        other = moment.tableau(0)
        if (tableau.recent_actions, tableau.aftermath) == (other.recent_actions, other.aftermath):
            mine = paint_strip(tableau, moment.reader).png
            assert paint_strip(other, moment.reader).png == mine


def test_every_thing_of_a_deed_has_a_drawing() -> None:
    """Every token of a recent action has a drawing."""
    for moment in moments():
        for deed in moment.tableau().recent_actions:
            assert all(known(token.sprite) for token in deed.tokens)

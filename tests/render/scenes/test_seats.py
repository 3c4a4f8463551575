"""Laws for seats in every scene."""

import io

import pytest
from PIL import Image

from games import GAMES
from games import game as game_of
from games.core.game import AnyGame, apply
from games.core.tableau import Mark, SeatPanel, Tableau
from games.core.text import Reader, say, speak
from render.canvas import Canvas
from render.engine.theme import PLUM
from render.labels import STOPPED
from render.paint import has_outcome, paint_hand, paint_table
from render.scenes.common.layout import seat_avatar
from render.subject import PictureStyle, subject_of
from tests.render.support import WITH_SCENE, match, moments
from tests.support.sampling import thinned

STILL = PictureStyle(stopped=True)


def test_in_a_stopped_match_it_is_nobodys_turn() -> None:
    """A stopped match shows no turn tab, and its description says that it was stopped."""
    for moment in thinned(moments()[::12]):
        tableau = moment.tableau()
        for view in (moment.view(), None):
            picture = paint_table(tableau, moment.reader, view, STILL)
            assert not picture.says("TURN")
            assert STOPPED.message in picture.alt


def test_what_a_stopped_match_shows_stays_as_it_was() -> None:
    """Stopping a match removes only turn tabs, counts and names from its picture."""
    for moment in thinned(moments()[::19]):
        tableau, view = moment.tableau(), moment.view()
        running = [line.given for line in paint_table(tableau, moment.reader, view).texts]
        stopped = [line.given for line in paint_table(tableau, moment.reader, view, STILL).texts]
        names = set(moment.reader.names)
        gone = {text for text in running if text not in stopped}
        assert not [text for text in stopped if text not in running]
        assert all(text == "TURN" or "/" in text or text in names for text in gone)


@pytest.mark.paints
def test_a_crown_leaves_the_initial_free() -> None:
    """The winner's crown covers no pixel of the initial."""
    seats = (SeatPanel(seat=0),)
    tableau = Tableau(game="x", title=say("X"), headline=say("Go."), seats=seats)
    subject = subject_of(tableau, Reader(names=("Wanda",)))
    crowned, plain = Canvas(200, PLUM), Canvas(200, PLUM)
    seat_avatar(crowned, subject, 0, (Mark.WINNER,), (100, 100))
    seat_avatar(plain, subject, 0, (), (100, 100))
    initial = (76, 87, 124, 114)
    assert crowned.image.tobytes() != plain.image.tobytes()
    assert crowned.image.crop(initial).tobytes() == plain.image.crop(initial).tobytes()


@pytest.mark.paints
def test_a_portrait_at_a_seat_keeps_the_initial() -> None:
    """A player's portrait is shown at their seat in every game, beside the initial."""
    file = io.BytesIO()
    Image.new("RGB", (64, 64), "#00ff00").save(file, "PNG")
    for game in GAMES:
        moment = next(iter(match(game, max(2, game.info.seats[0]))))
        codes = subject_of(moment.tableau(), moment.reader).codes
        shown = PictureStyle(portraits=(None, file.getvalue()))
        picture = paint_table(moment.tableau(), moment.reader, moment.view(), shown)
        assert sum(name.startswith("portrait:") for name in picture.sprites) == 1
        assert picture.says(codes[1])
        plain = paint_table(moment.tableau(), moment.reader, moment.view())
        assert plain.png != picture.png


def test_a_legend_names_the_signs_of_every_table() -> None:
    """A table with a legend has it in the first round, and no later one."""
    words = {
        "tomate": "reserve",
        "karate_tomate": "triumphs",
        "tomatomat": "colour counts double",
        "diced_tomatoes": "matched slot",
    }
    for game in map(game_of, words):
        moments = [*match(game, max(2, game.info.seats[0]))]
        first, last = (
            paint_table(moment.tableau(), moment.reader, moment.view())
            for moment in (moments[0], moments[-1])
        )
        assert first.says(words[game.info.key])
        assert not last.says(words[game.info.key])


def test_what_a_foot_says_to_its_viewer_stands_beside_them() -> None:
    """In a hand, the last event begins with the face of whom it is about: of you, the viewer's."""
    seen = 0
    for moment in thinned(moments()[::7]):
        for viewer in range(len(moment.reader.names)):
            tableau, view = moment.tableau(viewer), moment.view(viewer)
            last = tableau.last
            if last is None or last.own is None or last.who is None:
                continue
            picture = paint_hand(tableau, moment.reader, view)
            words = [line.given for line in picture.texts]
            clause = speak(last.own, moment.reader)
            seen += clause in words
            for place in (place for place, text in enumerate(words) if text == clause):
                assert words[place - 1] == subject_of(tableau, moment.reader).codes[viewer]
    assert seen


@pytest.mark.parametrize("game", WITH_SCENE, ids=lambda game: game.info.key)
def test_an_answer_brings_no_outcome_back(game: AnyGame) -> None:
    """Whoever has answered saw the outcome before: their hand doesn't return to it."""
    for moment in match(game, max(3, game.info.seats[0]), most=90):
        for seat in moment.awaited:
            if not has_outcome(game.info.key, moment.view(seat)):
                continue
            move = next(iter(game.moves(moment.state, seat)))
            after = moment._replace(state=apply(game, moment.state, seat, move).state)
            if after.tableau(seat).aftermath == moment.tableau(seat).aftermath:
                assert not has_outcome(game.info.key, after.view(seat))

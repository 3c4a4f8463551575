"""What is true of a seat, as every scene shows it."""

from __future__ import annotations

from games.core.tableau import Mark, SeatPanel, Tableau
from games.core.text import Reader, say
from render.canvas import Canvas
from render.engine.theme import PLUM
from render.labels import STOPPED
from render.paint import paint_table
from render.scenes.common.layout import seat_avatar
from render.subject import PictureStyle, subject_of
from tests.render.support import moments

STILL = PictureStyle(stopped=True)


def test_in_a_stopped_match_it_is_nobodys_turn() -> None:
    """No tab in any scene, and the description says that it was stopped, not who is to act."""
    for moment in moments()[::12]:
        tableau = moment.tableau()
        for view in (moment.view(), None):
            picture = paint_table(tableau, moment.reader, view, STILL)
            assert not picture.says("TURN")
            assert STOPPED.message in picture.alt


def test_what_a_stopped_match_shows_stays_as_it_was() -> None:
    """All lines but those of whose turn it is stand as they stood."""
    for moment in moments()[::19]:
        tableau, view = moment.tableau(), moment.view()
        running = [line.given for line in paint_table(tableau, moment.reader, view).texts]
        stopped = [line.given for line in paint_table(tableau, moment.reader, view, STILL).texts]
        names = set(moment.reader.names)
        gone = {text for text in running if text not in stopped}
        assert not [text for text in stopped if text not in running]
        assert all(text == "TURN" or "/" in text or text in names for text in gone)


def test_a_crown_leaves_the_initial_free() -> None:
    """The winner's crown stands on the avatar: not one pixel of the initial is covered."""
    seats = (SeatPanel(seat=0),)
    tableau = Tableau(game="x", title=say("X"), headline=say("Go."), seats=seats)
    subject = subject_of(tableau, Reader(names=("Wanda",)))
    crowned, plain = Canvas(200, PLUM), Canvas(200, PLUM)
    seat_avatar(crowned, subject, 0, (Mark.WINNER,), (100, 100))
    seat_avatar(plain, subject, 0, (), (100, 100))
    initial = (76, 87, 124, 114)
    assert crowned.image.tobytes() != plain.image.tobytes()
    assert crowned.image.crop(initial).tobytes() == plain.image.crop(initial).tobytes()

"""Laws for the pictures of every game."""

import json
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games import GAMES
from games.core.game import AnyGame
from games.core.text import Reader, speak
from render import composing
from render.engine.colours import PALETTES
from render.engine.display_names import clean
from render.engine.theme import Size
from render.paint import Picture, paint_aftermath, paint_hand, paint_table
from render.scenes.game_scene import GENERAL
from render.sprites import known
from render.subject import PictureStyle, drawable_names, subject_of
from render.tools.contact_sheet import course, variants
from tests.render.album import album
from tests.render.support import WITH_SCENE, Moment, match, moments, seat_counts
from tests.support.sampling import sample, thinned

LARGEST, LARGEST_OF_MATCH = 500_000, 150_000
"""Bytes of a file: of a poster, and of what is sent at every move."""
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
TALLEST = 1320
"""Pixels; a taller picture shrinks too much in a client."""
TAKEN = 12
"""How many moments of a match are painted."""
AWKWARD = ("W" * 60, "", "\u202eabc\u0301\u0301\u0301", "\N{FIRE}\N{FIRE}", "محمد بن عبد الله")
COLUMNS = "karate_tomate"
"""The game whose seats are narrow columns, without turn tabs."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)


def pictures_of(moment: Moment) -> list[Picture]:
    """Return the public table, any aftermath, and the hand of each awaited seat."""
    view, tableau = moment.view(), moment.tableau()
    shown = [paint_table(tableau, moment.reader, view)]
    after = paint_aftermath(tableau, moment.reader, view)
    shown += [] if after is None else [after]
    shown += [
        paint_hand(moment.tableau(seat), moment.reader, moment.view(seat))
        for seat in moment.awaited
    ]
    return shown


def card(sprite: str) -> str:
    """Return the card of a sprite, whatever its size and look."""
    return sprite.split(" ", maxsplit=1)[0].partition(":")[2]


def test_same_input_same_bytes() -> None:
    """A picture painted again without any cache is the same file."""
    for moment in thinned(moments()[::9]):
        first = [picture.png for picture in pictures_of(moment)]
        composing.forget()
        assert [picture.png for picture in pictures_of(moment)] == first


def parts_of(game: AnyGame, seats: int) -> Iterator[Moment]:
    """Yield moments from the first to the last of two matches, one with every option changed."""
    for options in (game.options(), variants(game)):
        states = list(course(game, seats, options))
        for state in (*states[: -1 : len(states) // TAKEN + 1], states[-1]):
            yield Moment(game, state, seats)


@pytest.mark.usefixtures("sketched")
@every_game
def test_every_table_is_as_high_and_marks_whose_turn_it_is(game: AnyGame) -> None:
    """A table's height depends on its seats alone, and each awaited panel has a turn tab."""
    for seats in thinned(seat_counts(game)):
        heights = set()
        for moment in parts_of(game, seats):
            picture = paint_table(moment.tableau(), moment.reader, moment.view())
            heights.add(picture.height)
            tabs = [line for line in picture.texts if line.given == "TURN"]
            assert len(tabs) == len(moment.view().awaiting.seats) * (game.info.key != COLUMNS)
        assert len(heights) == 1
        assert heights.pop() <= TALLEST


@pytest.mark.usefixtures("sketched")
@every_game
def test_awkward_names_are_drawn(game: AnyGame) -> None:
    """Long, empty, reversed and unsupported names are cleaned, and move nothing on the table."""
    seats = min(len(AWKWARD), game.info.seats[1])
    reader = Reader(names=AWKWARD[:seats])
    for moment in parts_of(game, seats):
        usual = paint_table(moment.tableau(), moment.reader, moment.view())
        picture = paint_table(moment.tableau(), reader, moment.view())
        assert all(picture.says(clean(name, seat)) for seat, name in enumerate(reader.names))
        assert (picture.height, picture.sprites) == (usual.height, usual.sprites)


def test_files_are_small() -> None:
    """No picture exceeds half a megabyte, and none of a match in numbered colours 150 kB."""
    numbered = json.loads(PALETTES.read_text(encoding="ascii"))
    for page in album():
        is_numbered = page.tableau is not None and page.tableau.game in numbered
        most = LARGEST_OF_MATCH if is_numbered else LARGEST
        assert len(page.picture.png) <= most, page.name


def test_what_can_be_played_is_bright() -> None:
    """Playable tokens of a hand are bright."""
    for page in album():
        if page.kind != "hand" or page.tableau is None:
            continue
        tokens = [token for zone in page.tableau.hand for token in zone.tokens]
        bright = {card(name) for name in page.picture.sprites if " " not in name}
        playable = [token for token in tokens if token.look == "playable"]
        assert {card(token.sprite) for token in playable if known(token.sprite)} <= bright


@settings(max_examples=sample(8), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.sampled_from(GAMES), st.data())
def test_whatever_happens_can_be_painted(game: AnyGame, data: st.DataObject) -> None:
    """Every picture of any moment can be painted, with all names, within the height limit."""
    seats = data.draw(st.sampled_from(seat_counts(game)))
    names = data.draw(st.lists(NAMES, max_size=seats))
    options = data.draw(st.sampled_from([game.options(), variants(game)]))
    states = list(islice(course(game, seats, options), data.draw(st.integers(1, 250))))
    reader = Reader(names)
    for viewer in (None, *sorted(game.awaited(states[-1]))[:1]):
        view = game.view(states[-1], viewer)
        tableau = game.tableau(view)
        shown = paint_table(tableau, reader, view)
        drawable = drawable_names(names, seats)
        assert all(shown.says(drawable[panel.seat]) for panel in tableau.seats)
        assert shown.height <= TALLEST
        after = paint_aftermath(tableau, reader, view)
        assert after is None or after.height <= TALLEST
        assert viewer is None or paint_hand(tableau, reader, view).height <= TALLEST


@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize("game", WITH_SCENE, ids=lambda game: game.info.key)
def test_a_table_without_its_view_is_painted_plainly(game: AnyGame) -> None:
    """Without a view of its game, the general scene paints the table."""
    (moment,) = match(game, seat_counts(game)[-1], most=1)
    tableau = moment.tableau()
    plain = GENERAL.table(subject_of(tableau, moment.reader))
    painted = paint_table(tableau, moment.reader)
    assert painted.sprites == tuple(plain.sprites)


@pytest.mark.usefixtures("sketched")
def test_the_general_scene_serves_every_game() -> None:
    """The general scene shows any game's names and the open cards of its middle."""
    for moment in thinned(moments()[::5]):
        tableau = moment.tableau()
        painted = GENERAL.table(subject_of(tableau, moment.reader))
        lines = {line.given for line in painted.texts}
        names = {clean(moment.reader.names[panel.seat], panel.seat) for panel in tableau.seats}
        assert names <= lines
        drawn = {card(name) for name in painted.sprites}
        middle = [token for zone in tableau.centre for token in zone.tokens]
        assert {card(token.sprite) for token in middle if known(token.sprite)} <= drawn
        tiles = {speak(token.short, moment.reader) for token in middle if not known(token.sprite)}
        assert tiles <= lines | {""}


def test_a_larger_picture_tells_the_same() -> None:
    """A larger picture has the same texts and sprites."""
    moment = list(match(GAMES[0], 5, most=12))[-1]
    usual = paint_table(moment.tableau(), moment.reader, moment.view())
    large = paint_table(moment.tableau(), moment.reader, moment.view(), PictureStyle(Size.LARGE))
    assert large.width == usual.width * 3 // 2
    assert [line.given for line in large.texts] == [line.given for line in usual.texts]
    assert large.sprites == usual.sprites

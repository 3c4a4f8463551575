"""Diced Tomatoes' pictures, compared with its views."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product

import pytest

from games.core.ai.memory import NO_MEMORY, Level
from games.core.cloning import clone
from games.core.game import apply
from games.core.rng import Rng
from games.core.text import Reader
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules.dice import ALL_DICE, FACE, Die
from games.diced_tomatoes.rules.legal import places
from games.diced_tomatoes.rules.state import Stage, State
from games.diced_tomatoes.rules.vines import EACH_SEAT, SLOTS, worth
from render.engine import theme
from render.paint import Picture, hand_grown, paint_aftermath, paint_hand, paint_table
from render.sprites.diced_tomatoes import COLOURS, FACES
from render.subject import number
from tests.render.support import Moment, last_sign
from tests.support.sampling import thinned

IN_LEGEND = 1
"""Stars in the legend of the first round."""
SEATS = [1, 2, 3, 4, 5, 6]
NAMES = ("Lola", "Mateo_92", "Зоя", "Grandmaster Tomatillo", "Ana", "Señor Ñandú")
REGULAR = DicedOptions()
SPICY = DicedOptions(golden=True, risky=True, karma_overload=True, zero_vines="choice")
COLOUR = {"r": "red", "b": "black", "g": "gold"}
DICE = [f"{colour}-{face}" for colour, face in product(COLOURS, FACES)]


@cache
def match(seats: int, options: DicedOptions) -> tuple[Moment, ...]:
    """Play a whole match, alternating random moves and the policy's."""
    rng = Rng(f"pictures {seats}")
    state = DICED_TOMATOES.setup(seats, options, rng.fork("deal")).state
    results = []
    for step in range(1500):
        results.append(Moment(DICED_TOMATOES, state, seats))
        if not results[-1].awaited:
            break
        seat = results[-1].awaited[0]
        moves = [move for move in DICED_TOMATOES.moves(state, seat) if move.kind != "take_back"]
        if step % 2 or not moves:
            chosen = DICED_TOMATOES.policy(
                DICED_TOMATOES.view(state, seat), NO_MEMORY, Level.NORMAL, rng
            )
        else:
            chosen = rng.choice(moves)
        state = apply(DICED_TOMATOES, state, seat, chosen).state
    assert not results[-1].awaited
    return tuple(results)


@cache
def crowded(seats: int) -> Moment:
    """Return a made-up state with everything on the table at once."""
    state: State = DICED_TOMATOES.setup(seats, SPICY, Rng("crowded")).state
    patches: list[tuple[Die, ...]] = [
        ("r1", "b1", "b1", "b1"), ("r6", "g6", "r6", "g6"), ("r3", "r4", "b2"),
        ("r5", "b4", "r3", "g2"), ("r2",), (),
    ]  # fmt: skip
    slots = tuple((slot % 6 + 1, slot) for slot in range(1, 7))
    places = range(EACH_SEAT * seats)
    full = replace(
        clone(state),
        stage=Stage.PLACE,
        hand=list(ALL_DICE[:12]),
        vines=[patches[place % len(patches)] for place in places],
        flipped=[place % 4 == 2 for place in places],
        tracks=[slots[: 6 - seat] for seat in range(seats)],
        karma=[12 - seat for seat in range(seats)],
        bits=[seat % 3 for seat in range(seats)],
        finisher=0,
    )
    return Moment(DICED_TOMATOES, full, seats)


def moments(seats: int) -> Iterator[Moment]:
    """Yield early, late and final moments, with regular rules and with all variants."""
    for options in (REGULAR, SPICY):
        played = match(seats, options)
        yield from thinned(played[:8])
        yield from thinned(played[8::11])
        yield played[-1]
    yield crowded(seats)


def view_of(moment: Moment, viewer: int | None = None) -> DicedView:
    view = moment.view(viewer)
    assert isinstance(view, DicedView)
    return view


def reader_of(moment: Moment) -> Reader:
    return Reader(names=NAMES[: moment.seats])


def tables(seats: int) -> Iterator[tuple[DicedView, Picture]]:
    """Yield public views and their tables."""
    for moment in moments(seats):
        view = view_of(moment)
        yield view, paint_table(moment.tableau(), reader_of(moment), view)


def sprites(picture: Picture, family: str) -> list[str]:
    """Return the values of a family's sprites in the order they were painted."""
    names = [name.split(" ")[0] for name in picture.sprites]
    return [name.partition(":")[2] for name in names if name.partition(":")[0] == family]


def count(picture: Picture, name: str) -> int:
    return sum(painted.split(" ")[0] == name for painted in picture.sprites)


def drawn(die: Die) -> str:
    return f"{COLOUR[die[0]]}-{FACE[die]}"


def worths(view: DicedView) -> list[int]:
    """Return the values of vines that differ from their seed's face."""
    grown = [(vine, worth(vine, flipped)) for vine, flipped in zip(view.vines, view.flipped,
             strict=True) if vine]  # fmt: skip
    return [value for vine, value in grown if value != FACE[vine[0]]]


def matched(view: DicedView, *tracks: Sequence[tuple[int, int]]) -> int:
    """Count slots that hold a score equal to their number, if that brings anything."""
    if view.seats > 1 and not view.options.match_total:
        return 0
    rows = tracks or view.tracks
    return sum(score == slot for track in rows for slot, (_, score) in enumerate(track, 1))


@pytest.mark.parametrize("seats", SEATS)
def test_every_number_is_one_of_the_view_and_none_is_missing(seats: int) -> None:
    """The numbers on a table are exactly the view's, each as often as the view has it."""
    for view, picture in tables(seats):
        expected = Counter([*view.points, *view.karma, *worths(view)])
        expected.update(score for track in view.tracks for _, score in track)
        expected.update(slot for track in view.tracks for slot in range(len(track) + 1, SLOTS + 1))
        expected.update(view.bushel if view.options.golden else view.bushel[:2])
        if view.stage is Stage.DRAW:
            expected.update(left for left in view.passed if left)
        lines = {number(value, "en"): many for value, many in expected.items()}
        written = Counter(
            line.given for line in picture.texts if line.given.lstrip("\N{MINUS SIGN}").isdigit()
        )
        assert written == lines
        assert picture.says(f"Round {view.round}")


@pytest.mark.parametrize("seats", SEATS)
def test_the_dice_of_all_vines_lie_in_the_gardens(seats: int) -> None:
    """Each die of each vine is painted once, and empty places and flips are marked."""
    for view, picture in tables(seats):
        grown = [drawn(die) for vine in view.vines for die in vine]
        assert sorted(sprites(picture, "die-mini")) == sorted(grown)
        assert count(picture, "garden:empty") == sum(not vine for vine in view.vines)
        assert count(picture, "garden:flip") == sum(view.flipped)


@pytest.mark.parametrize("seats", SEATS)
def test_the_hand_the_bushel_and_the_seeds_are_shown(seats: int) -> None:
    """The hand, the bushel, the seeds and passed dice are painted as larger dice."""
    for view, picture in tables(seats):
        expected = [drawn(die) for die in view.hand]
        expected += [f"red-{face}" for track in view.tracks for face, _ in track]
        expected += list(COLOURS)[: 3 if view.options.golden else 2]
        if view.stage is Stage.DRAW:
            expected += [name for name, left in zip(COLOURS, view.passed, strict=True) if left]
        expected += last_sign(DICED_TOMATOES.tableau(view), "die").elements()
        assert sorted(sprites(picture, "die")) == sorted(expected)


@pytest.mark.parametrize("seats", SEATS)
def test_signs_stand_as_often_as_they_are_true(seats: int) -> None:
    """Matches, karma bits, the splatter and turn tabs are painted as often as they are true."""
    for view, picture in tables(seats):
        solo = view.seats == 1
        legend = IN_LEGEND if DICED_TOMATOES.tableau(view).last is None else 0
        assert count(picture, "token:star-won") == matched(view) + solo + legend
        bits = view.options.karma_overload and not solo
        assert count(picture, "garden:bit-on") == (sum(view.bits) if bits else 0)
        assert count(picture, "garden:bit-off") == (3 * seats - sum(view.bits) if bits else 0)
        assert count(picture, "garden:splatter") == (0 if solo else 1)
        tabs = sum(line.given == "TURN" for line in picture.texts)
        assert tabs == len(view.awaiting.seats)


@pytest.mark.parametrize("seats", SEATS)
def test_state_words_are_those_of_the_tableau(seats: int) -> None:
    """Panels show the state words of the tableau, such as who plays last."""
    words = {"last", "first to six", "6 tomatoes"}
    for moment in moments(seats):
        picture = paint_table(moment.tableau(), reader_of(moment), view_of(moment))
        lines = [panel.word.message for panel in moment.tableau().seats if panel.word is not None]
        written = [line.given for line in picture.texts if line.given in words]
        assert sorted(written) == sorted(lines)


@pytest.mark.parametrize("seats", SEATS)
def test_the_height_of_a_hand_depends_on_the_seats_alone(seats: int) -> None:
    """All hands of so many seats have the same height, at most 1,320 pixels."""
    (height,) = {picture.height for _, picture in hands(seats, {})}
    assert height <= 1320


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_one_who_waits_sees_what_others_have_harvested(seats: int) -> None:
    """Up to three other gardens show karma and slots to one who waits, in a higher picture."""
    looked = 0
    for moment in islice(moments(seats), 0, None, 7 * seats):
        pictures = {
            seat: paint_hand(moment.tableau(seat), reader_of(moment), view_of(moment, seat))
            for seat in range(seats)
        }
        for seat, picture in pictures.items() if moment.awaited else ():
            grown = round(hand_grown("diced_tomatoes", view_of(moment, seat)) * theme.WIDTH)
            asked = pictures[moment.awaited[0]]
            assert picture.height - grown == asked.height
            assert bool(grown) == (seats <= 4 and seat not in moment.awaited)
            if grown:
                assert picture.sprites.count("icon:red-heart") >= seats
                looked += 1
    assert looked or seats > 4


def hands(seats: int, filled: dict[str, str]) -> Iterator[tuple[DicedView, Picture]]:
    """Yield views of the players asked, and their hands with this much filled in."""
    for moment in moments(seats):
        for viewer in moment.awaited:
            view, tableau = view_of(moment, viewer), moment.tableau(viewer)
            yield view, paint_hand(tableau, reader_of(moment), view, filled=filled)


@pytest.mark.parametrize("seats", [1, 4, 6])
def test_a_hand_shows_which_dice_have_a_place(seats: int) -> None:
    """A hand has a cross at each die that can't be placed, and only those are dim."""
    seen = 0
    for view, picture in hands(seats, {}):
        if view.stage is not Stage.PLACE or not view.hand:
            continue
        spots = places(view)
        seen += 1
        stuck = [f"die:{drawn(die)} dim" for die in view.hand if not spots[die]]
        assert [name for name in picture.sprites if name.endswith(" dim")] == stuck
        assert count(picture, "token:cross") == len(stuck)
    assert seen


@pytest.mark.parametrize("seats", [1, 4, 6])
def test_a_hand_shows_every_vine_with_the_chosen_die_on_it(seats: int) -> None:
    """A hand shows the slots, then all vines, the viewer's first, and the die where it fits."""
    for die in ALL_DICE:
        for view, picture in hands(seats, {"die": die}):
            spots = places(view) if view.stage is Stage.PLACE else {}
            placeable = [kind for kind, vines in spots.items() if vines]
            new = die if die in placeable else placeable[0] if len(placeable) == 1 else None
            first = EACH_SEAT * view.turn
            order = [*range(first, EACH_SEAT * seats), *range(first)]
            expected = [f"red-{score}" for _, score in view.tracks[view.turn]]
            for vine in order:
                expected += map(drawn, view.vines[vine])
                expected += [drawn(new)] if new is not None and vine in spots[new] else []
            assert sprites(picture, "die-mini") == expected
            assert picture.says(number(view.karma[view.turn], "en"))


@pytest.mark.parametrize("seats", SEATS)
def test_the_reckoning_tells_what_points_are_made_of(seats: int) -> None:
    """The aftermath of a match of several players shows each seat's sources of points and sum."""
    for options in (REGULAR, SPICY):
        last = match(seats, options)[-1]
        view = view_of(last)
        picture = paint_aftermath(last.tableau(), reader_of(last), view)
        assert (picture is None) == (seats == 1)
        if picture is None:
            continue
        expected = Counter[int]()
        for score in view.scores:
            expected.update([score.tomatoes, score.first, score.karma, score.vines, score.total])
        written = Counter(line.given for line in picture.texts if line.given.isdigit())
        assert written == {number(value, "en"): many for value, many in expected.items()}
        assert count(picture, "icon:crown") == len(view.ranking[0])


@pytest.mark.parametrize("seats", SEATS)
def test_a_harvest_has_a_picture_until_the_next_move(seats: int) -> None:
    """The harvest of the last move is shown with its dice, the owner's slots and all gains."""
    seen = 0
    for moment in (*match(seats, REGULAR), *match(seats, SPICY)):
        view = view_of(moment, 0)
        picture = paint_aftermath(moment.tableau(0), reader_of(moment), view)
        harvest = None if view.ending else view.harvest
        if harvest is None or picture is None:
            assert (picture is None) == (not view.scores)
            continue
        seen += 1
        owner = harvest.vine // EACH_SEAT
        track = view.tracks[owner][: harvest.slot]
        assert sprites(picture, "die") == [*map(drawn, harvest.dice)]
        assert sprites(picture, "die-mini") == [f"red-{score}" for _, score in track]
        matches = matched(view, track)
        assert count(picture, "token:star-won") == matches + 2 * (seats == 1)
        assert picture.says(f"+{harvest.karma}") or not harvest.karma
        is_first = harvest.slot == SLOTS and view.finisher == owner
        gained = harvest.points + view.options.first_bonus * is_first
        assert seats == 1 or picture.says(f"+{gained}")
    assert seen

"""Lobby posters and podiums, which are painted from plain values."""

import io
from collections.abc import Sequence

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from PIL import Image

from games.core.game import AnyGame, ranked
from games.core.tableau import Token
from games.core.text import Reader, say, symbol
from render.engine.avatars import portrait
from render.engine.display_names import clean, initials
from render.paint import paint_poster
from render.scenes.posters.chances import ChancesPoster
from render.scenes.posters.daily import MOST, DailyPoster, DealRow, OwnWeek
from render.scenes.posters.lobby import LobbyPoster, LobbySeat
from render.scenes.posters.podium import Podium, _steps
from render.scenes.posters.poster_art import art_of
from tests.render.support import NAMES, WITH_SCENE
from tests.support.sampling import sample

OPTIONS = (
    "Reserves: no",
    "Overtrumping: overtrump if able, else any card",
    "Length: everybody deals twice",
    "Strict beating: yes",
    "Last trick by itself: no",
    "Dearest Tomate: 50",
    "Taking the stock: taker risks nothing",
    "First dealer: by chance",
)
SIGNS = [f"token:{stands}" for stands in ("ahead", "level", "behind")]


def lobby(seated: Sequence[str], most: int = 6, options: int = 0) -> LobbyPoster:
    return LobbyPoster(
        game="tomate",
        title=say("Tomate"),
        tagline=say("Three cards, three tricks."),
        seats=tuple(LobbySeat(name=name, host=not number) for number, name in enumerate(seated)),
        least=2,
        most=most,
        minutes=(10, 40),
        options=tuple(say(option) for option in OPTIONS[:options]),
    )


def podium(points: Sequence[int]) -> Podium:
    return Podium(
        game="tomate",
        title=say("Tomate"),
        ranking=ranked(points),
        points=tuple(points),
        reason=say("All hands are played."),
    )


@settings(max_examples=sample(25), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.lists(st.text(max_size=40), max_size=13), st.integers(0, len(OPTIONS)))
def test_a_poster_shows_who_sits(names: list[str], options: int) -> None:
    """A lobby's poster shows every name and counts the free seats."""
    picture = paint_poster(lobby(names, 13, options), Reader())
    for place, name in enumerate(names):
        assert picture.says(clean(name, place))
    assert picture.says(f"+ {13 - len(names)} free") == (len(names) < 13)
    assert 0 < len(picture.alt) <= 1024


@pytest.mark.parametrize("count", range(len(OPTIONS) + 1))
def test_what_was_agreed_is_shown_or_counted(count: int) -> None:
    """Options are shown as chips; the last chip says how many more there are."""
    picture = paint_poster(lobby(NAMES[:2], 4, count), Reader())
    shown = [option for option in OPTIONS[:count] if picture.says(option)]
    assert shown == list(OPTIONS[: len(shown)])
    assert len(shown) == count or picture.says(f"+{count - len(shown)}")


def test_a_poster_is_described_with_its_people_and_options() -> None:
    """A poster's description names the game, its players and its options."""
    alt = paint_poster(lobby(NAMES[:2], 4, 1), Reader()).alt
    assert alt == (
        "Tomate: Three cards, three tricks. 2 of 4 seats taken: Lola (host), Mateo_92."
        " It takes 10 to 40 minutes. Reserves: no."
    )


def test_a_description_is_safe_from_names() -> None:
    """A poster's description has no characters that reverse the text."""
    assert "\u202e" not in paint_poster(lobby(["\u202eanA"], 4), Reader()).alt


@pytest.mark.parametrize("game", WITH_SCENE, ids=lambda game: game.info.key)
def test_a_game_with_a_scene_has_a_poster_of_its_own(game: AnyGame) -> None:
    """The poster of a game with hand-made pictures shows its own things beside the title."""
    info = game.info
    poster = lobby(NAMES[:3], info.seats[1], 3).model_copy(update={"game": info.key})
    picture = paint_poster(poster, Reader())
    things = [thing.sprite for thing in art_of(info.key).things]
    assert picture.sprites[: len(things)] == tuple(things)
    assert art_of(info.key) != art_of("a sixth game")
    assert picture.height <= 1320


@settings(max_examples=sample(25), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.lists(st.integers(-999, 999), min_size=1, max_size=13))
def test_a_podium_shows_everybody(points: list[int]) -> None:
    """A podium's picture has every name, and isn't too tall."""
    names = NAMES[: len(points)]
    picture = paint_poster(podium(points), Reader(names=names))
    assert all(picture.says(clean(name, seat)) for seat, name in enumerate(names))
    assert picture.height <= 1320
    assert len(picture.alt) <= 1024


PLACES = [
    ([5, 9, 1], ["1", "2", "3"]),
    ([9, 9, 1], ["1", "1", "3"]),
    ([4, 4, 4], ["1", "1", "1"]),
    ([9, 5, 5, 1], ["1", "2", "2", "4"]),
]


@pytest.mark.parametrize(("points", "places"), PLACES)
def test_equal_points_share_a_place(points: list[int], places: list[str]) -> None:
    """Ties share a place, and the next place counts all of them."""
    assert [str(place) for place, _ in podium(points).places()] == places


@pytest.mark.parametrize(
    "points", [[1], [1, 1], [7] * 13, [9] + [5] * 12, [9, 8] + [5] * 11, [9, 9] + [5] * 11]
)
def test_everybody_on_a_podium_stands_apart(points: list[int]) -> None:
    """Avatars on a podium never overlap or stick out, however many players tie."""
    steps = _steps(podium(points).places())
    on_podium = [seat for place, seat in podium(points).places() if place <= 3]
    assert sorted(seat for step in steps for seat in step.seats) == sorted(on_podium)
    assert all(len(step.seats) * 2 * step.radius <= step.width for step in steps)
    edges = [edge for step in steps for edge in (step.left, step.left + step.width)]
    assert edges == sorted(edges)
    assert edges[0] >= 32
    assert edges[-1] <= 1168


def test_the_result_is_described_in_order() -> None:
    """The description of a result names the places from the first, ties together."""
    alt = paint_poster(podium([3, 9, 3]), Reader(names=NAMES[:3])).alt
    assert alt == (
        "Tomate, result. All hands are played. Place 1: Mateo_92, 9 points."
        " Place 2: Lola and Зоя, 3 points."
    )


def face(colour: str, kind: str = "PNG", size: tuple[int, int] = (128, 96)) -> bytes:
    """Return an image file as a player might upload it."""
    file = io.BytesIO()
    Image.new("RGB", size, colour).save(file, kind)
    return file.getvalue()


def test_who_shares_a_place_keeps_the_own_points() -> None:
    """Players who tie by another rule than points are each described with their own points."""
    shared = podium([8, 6, 7]).model_copy(update={"ranking": ((2,), (0, 1))})
    described = paint_poster(shared, Reader(names=NAMES[:3])).alt
    first, second, third = NAMES[:3]
    assert f"Place 1: {third}, 7 points. Place 2: {first}, 8 points." in described
    assert f"Place 2: {second}, 6 points." in described


def test_a_portrait_takes_the_place_of_an_initial() -> None:
    """A player with a portrait is shown with it, everybody else with an initial."""
    portraits = (None, face("#00ff00"))
    for picture in (
        paint_poster(lobby(NAMES[:2], 4), Reader(), portraits=portraits),
        paint_poster(podium([3, 1]), Reader(names=NAMES[:2]), portraits=portraits),
    ):
        assert picture.says("L")
        assert not picture.says("M")
        assert any(name.startswith("portrait:") for name in picture.sprites)
        shown = Image.open(io.BytesIO(picture.png)).convert("RGB")
        colours = shown.getcolors(shown.width * shown.height) or []
        assert (0, 255, 0) in {colour for _, colour in colours}


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_every_usual_kind_of_file_is_read(kind: str) -> None:
    """PNG, JPEG, WebP and GIF portraits are read."""
    assert portrait(face("#123456", kind), 60) is not None


BROKEN = {
    "nothing": b"",
    "words": b"Not found",
    "cut": face("#ff0000")[:60],
    "cut jpeg": face("#ff0000", "JPEG")[:200],
    "too large": face("#ff0000", size=(4000, 2000)),
    "another kind": face("#ff0000", "BMP"),
}


@pytest.mark.parametrize("file", BROKEN.values(), ids=BROKEN)
def test_a_broken_portrait_harms_nobody(file: bytes) -> None:
    """If a portrait is unreadable, too large or of another format, the initial is painted."""
    picture = paint_poster(lobby(NAMES[:2], 4), Reader(), portraits=(file,))
    assert picture.says("L")


def test_portraits_are_told_apart() -> None:
    """Different portraits give different posters, and the same portrait the same file."""
    first, second, again = (
        paint_poster(lobby(NAMES[:1], 4), Reader(), portraits=(face(colour),)).png
        for colour in ("#ff0000", "#0000ff", "#ff0000")
    )
    assert first != second
    assert first == again


@pytest.mark.parametrize("out", [(), (2,), (1, 2)])
def test_a_podium_marks_who_is_out(out: tuple[int, ...]) -> None:
    """A podium marks every seat that is out, and its description says what each won."""
    lines = tuple(say("{n} trophies", n=points) for points in (5, 7, 9))
    ended = podium([5, 7, 9]).model_copy(update={"out": out, "told": lines})
    picture = paint_poster(ended, Reader(names=NAMES[:3]))
    assert [line.given for line in picture.texts].count("out") == len(out)
    assert all(f"{points} trophies" in picture.alt for points in (5, 7, 9))
    assert "point" not in picture.alt


@pytest.mark.parametrize("seats", [2, 10])
def test_chances_name_everybody_and_mark_mistakes(seats: int) -> None:
    """A chances chart names every seat, also on its curve, the rounds, and each mistake."""
    start, end = (1 / seats,) * seats, (1.0, *(0.0,) * (seats - 1))
    poster = ChancesPoster(
        title=say("Dojo"),
        game="dojo",
        seat=1,
        steps=tuple(range(0, 60, 10)),
        chances=(start, start, start, end, end, end),
        rounds=((0, say("hand 1")), (12, say("hand 2"))),
        mistakes=(4, 33),
    )
    names = tuple(f"Guest {seat}" for seat in range(seats))
    picture = paint_poster(poster, Reader(names))
    given = [line.given for line in picture.texts]
    assert all(picture.says(name) for name in names)
    assert all(given.count(code) == 2 for code in initials(names))
    assert picture.says("hand 2")
    assert picture.sprites.count("token:cross") == len(poster.mistakes)
    assert "Step 30: Guest 0 100%" in picture.alt


def daily_deal(rounds: int, **changes: object) -> DailyPoster:
    """Return somebody's result of a daily deal with so many rounds."""
    margins = tuple((-1, 0, 3)[index % 3] for index in range(rounds))
    own = DealRow(name="Lola", margins=margins, rank=2, points=31, is_over=True, is_viewer=True)
    ben = DealRow(name="Ben", margins=margins[:2], is_playing=True, streak=4)
    poster = DailyPoster(
        game="dojo",
        title=say("Dojo"),
        caption=say("Daily deal"),
        date=say("Thu 26 Nov"),
        rounds=rounds,
        rows=(own, ben),
        result=own,
        of=4,
        week=OwnWeek(streak=2, finished=(True, True, *[False] * 5), today=2),
    )
    return poster.model_copy(update=changes)


@pytest.mark.parametrize("rounds", [0, 1, 4, MOST, MOST + 1])
def test_a_result_has_a_sign_for_each_round(rounds: int) -> None:
    """The signs are in order and differ by shape, as far as there is room."""
    poster = daily_deal(rounds, rows=(), week=None)
    assert poster.result is not None
    picture = paint_poster(poster, Reader())
    signs = {-1: "behind", 0: "level", 3: "ahead"}
    shown = [name.removeprefix("token:") for name in picture.sprites if name in SIGNS]
    assert shown == [signs[margin] for margin in poster.result.margins[:MOST]]
    assert picture.height <= 1320
    assert len(picture.alt) <= 1024


def test_a_result_is_described() -> None:
    """The description says place, points, every round, the streak, and who plays.

    Points below zero are lost.
    """
    lost = daily_deal(3, rows=(DealRow(name="Ben", points=-9, is_over=True),), result=None)
    assert paint_poster(lost, Reader()).alt.endswith("Ben: 9 points lost.")
    assert paint_poster(daily_deal(3), Reader()).alt == (
        "Daily deal, Thu 26 Nov: Dojo. You: Place 2 of 4, 31 points gained, 1 lost, 2 level, 3 won."
        " 2 days in a row. Ben: 1 lost, 2 level, plays."
    )


def test_rows_of_a_ranking_tell_their_places() -> None:
    """Where a picture has some rows of a long ranking, its description has their places."""
    rows = tuple(
        DealRow(name=name, points=9, rank=rank) for name, rank in (("Ana", 1), ("Eve", 24))
    )
    alt = paint_poster(daily_deal(0, rows=rows, result=None, week=None), Reader()).alt
    assert alt.endswith("1. Ana: 9 points gained. 24. Eve: 9 points gained.")


def test_rows_of_another_day_say_so() -> None:
    """Yesterday's best are under a heading, in the picture and in its description."""
    poster = daily_deal(3, result=None, week=None, heading=say("Yesterday's best"))
    picture = paint_poster(poster, Reader())
    assert picture.says("Yesterday's best")
    assert "Dojo. Yesterday's best: " in picture.alt


def test_a_week_has_a_tomato_for_each_finished_day() -> None:
    """Days that are to come, or were missed, have an empty ring."""
    picture = paint_poster(daily_deal(3, rows=(), result=None), Reader())
    assert [name for name in picture.sprites if name == "icon:tomato"] == ["icon:tomato"] * 2
    assert all(picture.says(letter) for letter in "MTWFS")


@pytest.mark.parametrize(
    ("points", "out", "steps"),
    [
        ((9, 6, 3, 1), (), ["gold", "silver", "bronze"]),
        ((9, 6, 3), (), ["gold", "silver", "stone"]),
        ((9, 6), (), ["gold", "stone"]),
        ((9, 9, 3), (), ["gold", "stone"]),
        ((9, 6, 3, 1), (1,), ["gold", "stone", "bronze"]),
        ((9,), (), ["gold"]),
        ((9,), (0,), ["stone"]),
    ],
)
def test_the_last_place_stands_on_stone(
    points: tuple[int, ...], out: tuple[int, ...], steps: list[str]
) -> None:
    """A step has the colour of its medal; that of the last place, or of who is out, has none."""
    result = podium(points).model_copy(update={"out": out})
    metals = {"#FFCB4D": "gold", "#D9DEE3": "silver", "#E3A56B": "bronze", "#9AA3AB": "stone"}
    places = sorted({place for place, _ in result.places()})[:3]
    assert [metals[result.colour(place)] for place in places] == steps


@pytest.mark.parametrize(
    ("out", "signs"),
    [
        ((), ["icon:trophy", "icon:crown"]),
        ((0,), ["token:withered", "die-mini:red-2", "token:star-won", "die-mini:red-5"]),
    ],
)
def test_a_lost_match_alone_has_no_signs_of_victory(out: tuple[int, ...], signs: list[str]) -> None:
    """Somebody who played alone and lost sees a withered vine and the filled slots, no place."""
    two, star, five = (
        Token(sprite=sprite, name=symbol(name), short=symbol(name))
        for sprite, name in (
            ("die-mini:red-2", "2"),
            ("token:star-won", ""),
            ("die-mini:red-5", "5"),
        )
    )
    lost = Podium(
        game="diced_tomatoes", title=say("Diced"), ranking=((0,),), points=(3,), out=out,
        progress=(4, 6), harvest=(two, star, five),
    )  # fmt: skip
    picture = paint_poster(lost, Reader(names=("Ana",)))
    named = {"icon:trophy", "icon:crown", *signs}
    assert [name for name in picture.sprites if name in named] == signs
    assert picture.says("Withered, 2 tomatoes short") == bool(out)
    assert ("Withered, 2 tomatoes short." in picture.alt) == bool(out)
    assert ("Place 1" in picture.alt) == (not out)

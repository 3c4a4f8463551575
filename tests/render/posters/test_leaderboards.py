"""Leaderboards and profiles, which are painted from plain values."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.core.text import Reader, say
from render.engine.display_names import clean
from render.paint import paint_poster
from render.scenes.posters.leaderboard import ROWS, BoardRow, LeaderboardPoster, scale_of
from render.scenes.posters.profile import (
    FACTS,
    RECENT,
    TITLES,
    Fact,
    ProfilePoster,
    RatingPoint,
    RecentMatch,
    round_step,
)
from render.subject import number
from tests.support.sampling import sample

ANY = st.integers(-(10**9), 10**9)
COUNT = st.integers(0, 10**9)
NAME = st.text(max_size=40)

ROW = st.builds(
    BoardRow, place=st.integers(1, 10**6), name=NAME, rating=ANY, spread=COUNT, matches=COUNT,
    wins=COUNT, streak=ANY, is_viewer=st.booleans(),
)  # fmt: skip
POINT = st.builds(RatingPoint, when_ms=st.integers(0, 2**41), rating=ANY, spread=COUNT)
MATCH = st.builds(
    RecentMatch, title=st.just(say("Dojo")), place=st.integers(1, 13), of=st.integers(1, 13),
    change=st.none() | ANY,
)  # fmt: skip
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]


def row(place: int, name: str = "Ana", streak: int = 0, wins: int = 3) -> BoardRow:
    return BoardRow(
        place=place, name=name, rating=1000, spread=50, matches=7, wins=wins, streak=streak
    )


def board(*rows: BoardRow) -> LeaderboardPoster:
    return LeaderboardPoster(title=say("Leaderboard"), subtitle=say("Dojo"), rows=rows, game="dojo")


@settings(max_examples=sample(20), phases=PHASES)
@given(st.lists(ROW, max_size=ROWS))
def test_a_board_shows_everybody(rows: list[BoardRow]) -> None:
    """Every name, rating, uncertainty and count is on the page."""
    picture = paint_poster(board(*rows), Reader())
    for each_row in rows:
        texts = (each_row.rating, each_row.matches, each_row.wins, each_row.place)
        assert picture.says(clean(each_row.name, each_row.place - 1))
        assert all(picture.says(number(value, "en")) for value in texts)
        assert picture.says(f"±{number(each_row.spread, 'en')}")
    assert picture.height <= 1320
    assert 0 < len(picture.alt) <= 1024


def test_a_board_is_described_from_the_first() -> None:
    """A leaderboard's description has everything in the picture, streaks included."""
    alt = paint_poster(board(row(1, streak=2), row(2, "Ben", -1), row(3, "Zoë")), Reader()).alt
    assert alt == (
        "Leaderboard, Dojo. 1. Ana: 1,000 ± 50, 7 matches, 3 wins, 2 wins in a row."
        " 2. Ben: 1,000 ± 50, 7 matches, 3 wins, 1 match without a win."
        " 3. Zoë: 1,000 ± 50, 7 matches, 3 wins."
    )


def test_whom_a_description_cannot_hold_it_counts() -> None:
    """A description that can't hold twelve long names says how many it leaves out."""
    rows = [row(place, "W" * 40, place) for place in range(1, ROWS + 1)]
    alt = paint_poster(board(*rows), Reader()).alt
    text = alt.count("W" * 40)
    assert 5 < text < ROWS
    assert alt.endswith(f"And {ROWS - text} more players.")


STREAKS = [(3, "token:rise", "3"), (-4, "token:fall", "4"), (0, "", "\N{EN DASH}")]


@pytest.mark.parametrize(("streak", "sign", "text"), STREAKS)
def test_a_streak_has_a_sign_of_its_own(streak: int, sign: str, text: str) -> None:
    """Rising and falling streaks differ by a sign, not only by colour."""
    picture = paint_poster(board(row(9, streak=streak)), Reader())
    assert [sprite for sprite in picture.sprites if sprite in {"token:rise", "token:fall"}] == [
        item for item in [sign] if item
    ]
    assert picture.says(text)


def test_the_first_three_have_medals() -> None:
    """Places one to three have medals, and ties have the same one."""
    picture = paint_poster(board(row(1), row(2), row(2), row(4)), Reader())
    medals = [sprite for sprite in picture.sprites if sprite.startswith("token:medal")]
    assert medals == ["token:medal-1", "token:medal-2", "token:medal-2"]


def test_a_page_has_one_scale() -> None:
    """The bars' scale spans from the lowest likely rating to the highest."""
    sure, unsure = row(1), row(2).model_copy(update={"rating": 900, "spread": 300})
    scale = scale_of((sure, unsure))
    assert (scale.low, scale.high) == (600, 1200)
    assert scale.share(900) == 0.5
    assert scale_of((row(1).model_copy(update={"spread": 0}),)).share(1000) == 0.0


def test_an_empty_board_says_so() -> None:
    """A leaderboard without ratings says so in picture and description."""
    picture = paint_poster(board(), Reader())
    assert picture.says("Nobody has a rating here yet.")
    assert picture.alt == "Leaderboard, Dojo. Nobody has a rating here yet."


@settings(max_examples=sample(20), phases=PHASES)
@given(NAME, st.lists(POINT, max_size=30), st.lists(MATCH, max_size=RECENT + 2))
def test_a_profile_can_always_be_painted(
    name: str, curve: list[RatingPoint], recent: list[RecentMatch]
) -> None:
    """A profile with any name, curve and matches is painted with its name, within the limits."""
    profile = ProfilePoster(
        name=name, title=say("Dojo"), curve=tuple(curve), recent=tuple(recent), game="dojo"
    )
    picture = paint_poster(profile, Reader())
    assert picture.says(clean(name, 0))
    assert picture.says("The chart starts with the second rated match.") == (len(curve) < 2)
    assert picture.says("No matches yet.") == (not recent)
    assert picture.height <= 1320
    assert 0 < len(picture.alt) <= 1024


def test_a_profile_tells_its_facts_in_picture_and_words() -> None:
    """A profile's facts, places and changes are in its picture and its description."""
    day = 86_400_000
    profile = ProfilePoster(
        name="Ana",
        title=say("Dojo"),
        facts=tuple(
            Fact(label=say(f"fact {index}"), value=say(f"{index}")) for index in range(FACTS)
        ),
        curve=(
            RatingPoint(when_ms=0, rating=1000, spread=90),
            RatingPoint(when_ms=day, rating=1030, spread=70),
        ),
        recent=(
            RecentMatch(title=say("Dojo"), place=1, of=4, change=30),
            RecentMatch(title=say("Tomate"), place=5, of=5, change=-1),
            RecentMatch(title=say("Tomatomat"), place=2, of=3),
        ),
    )
    picture = paint_poster(profile, Reader())
    shown = ["+30", "\N{MINUS SIGN}1", "/4", "Tomatomat", "Jan 1, 1970", "Jan 2, 1970"]
    assert [message for message in shown if not picture.says(message)] == []
    assert all(
        picture.says(f"fact {position}") and picture.says(f"{position}")
        for position in range(FACTS)
    )
    assert picture.alt.startswith("Ana, Dojo. fact 0: 0. fact 1: 1.")
    assert picture.alt.endswith(
        "Dojo: place 1 of 4, 30 points gained. Tomate: place 5 of 5, 1 point lost."
        " Tomatomat: place 2 of 3."
        " Over 2 matches, the rating went from 1,000 to 1,030, now ± 70."
    )


@pytest.mark.parametrize(("count", "shown"), [(1, 1), (TITLES, TITLES), (15, TITLES - 1)])
def test_a_profile_shows_titles_and_counts_the_rest(count: int, shown: int) -> None:
    """As many titles as fit are in the picture, which grows no taller; the words have them all."""
    titles = tuple(say(f"title {chr(65 + index)}") for index in range(count))
    facts = tuple(Fact(label=say("Wins"), value=say("1")) for _ in range(FACTS))
    match = RecentMatch(title=say("Dojo"), place=1, of=4, change=30)
    profile = ProfilePoster(
        name="Ana", title=say("Dojo"), facts=facts, recent=(match,) * RECENT, titles=titles
    )
    picture = paint_poster(profile, Reader())
    assert sum(picture.says(title.message) for title in titles) == shown
    assert picture.says(f"and {count - shown} more") == (shown < count)
    assert picture.height <= 1320
    assert all(title.message in picture.alt for title in titles)


STEPS = [(0, 1), (4, 1), (5, 2), (40, 10), (90, 50), (700, 200), (2100, 1000)]


@pytest.mark.parametrize(("span", "step"), STEPS)
def test_a_scale_has_round_numbers(span: int, step: int) -> None:
    """Scale lines are at steps of 1, 2 or 5 times a power of ten."""
    assert round_step(span) == step


def test_nobody_has_a_medal_without_a_win() -> None:
    """Whoever has never won stands among the first three without a medal."""
    picture = paint_poster(board(row(1, wins=2), row(2, wins=0)), Reader())
    medals = [sprite for sprite in picture.sprites if sprite.startswith("token:medal")]
    assert medals == ["token:medal-1"]

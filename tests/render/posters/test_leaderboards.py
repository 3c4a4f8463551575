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
    GAMES,
    RECENT,
    SETTLED,
    BestMatch,
    EarnedSticker,
    Fact,
    GameRow,
    ProfilePoster,
    RatingPoint,
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
RECORD = st.builds(
    GameRow, game=st.just("dojo"), title=st.just(say("Dojo")), matches=COUNT,
    place=st.integers(1, 10**6), rating=ANY, gains=st.lists(ANY, max_size=9).map(tuple),
)  # fmt: skip
SEASON = say("Season 3")
BEST = BestMatch(title=say("Tomate"), when_ms=0, of=5, change=63)
RESULTS = {"token:ahead", "token:level", "token:behind"}
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]


def row(place: int, name: str = "Ana", streak: int = 0, wins: int = 3) -> BoardRow:
    return BoardRow(
        place=place, name=name, rating=1000, spread=50, matches=7, wins=wins, streak=streak
    )


def record(matches: int, gains: tuple[int, ...] = ()) -> GameRow:
    return GameRow(
        game="dojo", title=say("Dojo"), matches=matches, place=2, rating=1063, gains=gains
    )


def page_of(*records: GameRow) -> ProfilePoster:
    return ProfilePoster(name="Ana", season=SEASON, matches=9, games=records)


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
@given(NAME, st.lists(POINT, max_size=30), st.lists(RECORD, max_size=GAMES + 1))
def test_a_profile_can_always_be_painted(
    name: str, curve: list[RatingPoint], records: list[GameRow]
) -> None:
    """A profile with any name, curve and games is painted with its name, within the limits."""
    profile = ProfilePoster(
        name=name,
        season=SEASON,
        curve=tuple(curve[: len(records[:1]) * 30]),
        games=tuple(records[:1]),
    )
    for page in (profile, ProfilePoster(name=name, season=SEASON, games=tuple(records))):
        picture = paint_poster(page, Reader())
        assert picture.says(clean(name, 0))
        assert picture.says("No matches yet.") == (not records)
        assert picture.height <= 1320
        assert 0 < len(picture.alt) <= 1024


def test_a_profile_tells_its_games_in_picture_and_words() -> None:
    """Each game shows rank, last results and rating, and the best match stands at the foot."""
    profile = ProfilePoster(
        name="Ana",
        season=SEASON,
        matches=25,
        wins=8,
        streak=4,
        games=(record(22, gains=(30, 9, -1, 0)), record(3)),
        best=BEST,
    )
    picture = paint_poster(profile, Reader())
    shown = [
        "25 matches, 8 won",
        "4 days in a row",
        "2nd",
        "1,063",
        "new",
        "Best match, Jan 1, 1970",
    ]
    assert [message for message in shown if not picture.says(message)] == []
    results = [sprite for sprite in picture.sprites if sprite in RESULTS]
    assert results == ["token:ahead", "token:ahead", "token:behind", "token:level"]
    assert picture.alt == (
        "Ana, Season 3. 25 matches, 8 won. 4 days in a row. Dojo: rank 2, rating 1,063; the last"
        " matches: +30, +9, \N{MINUS SIGN}1, 0. Dojo: new, 3 matches."
        " Best match, Jan 1, 1970: Tomate: first of 5, +63."
    )


def test_somebody_new_has_neither_rank_nor_rating() -> None:
    """Until a rating has settled, a profile shows only that the player is new."""
    before = paint_poster(page_of(record(SETTLED - 1, gains=(9,))), Reader())
    after = paint_poster(page_of(record(SETTLED, gains=(9,))), Reader())
    for picture, is_new in ((before, True), (after, False)):
        assert picture.says("new") == is_new
        assert picture.says("1,063") == picture.says("2nd") == (not is_new)
        assert ("token:ahead" in picture.sprites) == (not is_new)


def test_a_profile_of_a_game_adds_facts_and_a_curve() -> None:
    """A single game's page has its facts, and a curve from the second match on."""
    facts = tuple(Fact(label=say(f"fact {n}"), value=say(f"{n}")) for n in range(FACTS))
    points = tuple(RatingPoint(when_ms=n, rating=1000 + n, spread=9) for n in range(2))
    page = page_of(record(22, gains=(1,) * RECENT)).model_copy(update={"facts": facts})
    picture = paint_poster(page.model_copy(update={"curve": points, "best": BEST}), Reader())
    assert picture.height <= 1320
    assert all(picture.says(f"fact {n}") and picture.says(f"{n}") for n in range(FACTS))
    assert "Over 2 matches, the rating went from 1,000 to 1,001, now ± 9." in picture.alt
    without = paint_poster(page.model_copy(update={"curve": points[:1]}), Reader())
    assert without.height < picture.height
    assert not without.says("Jan 1, 1970")


@pytest.mark.parametrize(("count", "shown"), [(1, 1), (4, 4), (15, 5)])
def test_a_profile_shows_titles_and_counts_the_rest(count: int, shown: int) -> None:
    """As many titles as fit are in the picture, which grows no taller; the words have them all."""
    titles = tuple(
        EarnedSticker(game="dojo", name=say(f"Title {chr(65 + index)}")) for index in range(count)
    )
    picture = paint_poster(page_of(record(3)).model_copy(update={"titles": titles}), Reader())
    assert sum(picture.says(title.name.message) for title in titles) == shown
    assert picture.says(f"+ {count - shown}") == (shown < count)
    assert picture.height == paint_poster(page_of(record(3)), Reader()).height
    assert all(title.name.message in picture.alt for title in titles)


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

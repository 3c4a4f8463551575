"""Leaderboards and profiles, which are painted from plain values."""

from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.core.text import Person, Reader, say
from render.engine.display_names import clean
from render.paint import paint_poster
from render.scenes.posters.leaderboard import ROWS, BoardRow, LeaderboardPoster
from render.scenes.posters.profile import (
    FACTS,
    GAMES,
    RECENT,
    BestMatch,
    Fact,
    GameRow,
    ProfilePoster,
    RatingPoint,
    round_step,
)
from render.scenes.posters.stickers import SETTLED, EarnedSticker
from render.subject import number
from tests.support.sampling import sample

ANY = st.integers(-(10**9), 10**9)
COUNT = st.integers(0, 10**9)
NAME = st.text(max_size=40)

SEASON = say("Season 3")
STICKER = EarnedSticker(game="tomate", name=say("Sight unseen"), sign="icon:crown")
ROW = st.builds(
    BoardRow, place=st.integers(1, 10**6), name=NAME, rating=ANY, change=ANY,
    matches=st.integers(SETTLED, 10**9), wins=COUNT, title=st.sampled_from((None, STICKER)),
)  # fmt: skip
POINT = st.builds(RatingPoint, when_ms=st.integers(0, 2**41), rating=ANY, spread=COUNT)
RECORD = st.builds(
    GameRow, game=st.just("dojo"), title=st.just(say("Dojo")), matches=COUNT,
    place=st.integers(1, 10**6), rating=ANY, gains=st.lists(ANY, max_size=9).map(tuple),
)  # fmt: skip
BEST = BestMatch(title=say("Tomate"), when_ms=0, of=5, change=63)
RESULTS = {"token:ahead", "token:level", "token:behind"}
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]


def row(place: int, name: str = "Ana", change: int = 0, **other: Any) -> BoardRow:
    values = {"matches": 40, "wins": 3, **other}
    return BoardRow(place=place, name=name, rating=1000, change=change, **values)


def newcomer(matches: int, name: str = "Emil") -> BoardRow:
    return row(9, name, matches=matches)


def record(matches: int, gains: tuple[int, ...] = ()) -> GameRow:
    return GameRow(
        game="dojo", title=say("Dojo"), matches=matches, place=2, rating=1063, gains=gains
    )


def page_of(*records: GameRow) -> ProfilePoster:
    return ProfilePoster(name="Ana", season=SEASON, matches=9, games=records)


def board(*rows: BoardRow) -> LeaderboardPoster:
    return LeaderboardPoster(title=say("Dojo"), season=SEASON, rows=rows, game="dojo")


@settings(max_examples=sample(20), phases=PHASES)
@given(st.lists(ROW, max_size=ROWS))
def test_a_board_shows_everybody(rows: list[BoardRow]) -> None:
    """Every settled player's name, place, rating and last change is on the page."""
    picture = paint_poster(board(*rows), Reader())
    for each_row in rows:
        assert picture.says(clean(each_row.name, each_row.place - 1))
        assert picture.says(number(each_row.rating, "en"))
        assert picture.says(number(each_row.place, "en"))
        assert not each_row.change or picture.says(number(abs(each_row.change), "en"))
    assert picture.height <= 1320
    assert 0 < len(picture.alt) <= 1024


def test_a_season_is_written_without_signs_that_no_font_has() -> None:
    """An emoji in a season's name is left out of the picture, but not of its description."""
    name = say("{name}", name=Person(name="🎄 Winter"))
    picture = paint_poster(board(row(1)).model_copy(update={"season": name}), Reader())
    assert picture.says("Winter")
    assert not any("🎄" in line.drawn for line in picture.texts)
    assert "🎄 Winter" in picture.alt


def test_a_board_is_described_from_the_first() -> None:
    """A leaderboard's description has everything in the picture, titles and facts included."""
    rows = (row(1, change=2, title=STICKER), row(2, "Ben", -1), newcomer(3))
    page = board(*rows).model_copy(update={"week": 14, "since_ms": 0})
    assert paint_poster(page, Reader()).alt == (
        "Dojo, Season 3, 14 matches this week, since Jan 1, 1970. 1. Ana: 1,000, +2, Sight unseen."
        " 2. Ben: 1,000, \N{MINUS SIGN}1. Emil: new, 3 matches of 10."
    )


@pytest.mark.parametrize("settled", [0, 4, 9])
def test_new_players_stand_below_the_ranking(settled: int) -> None:
    """Somebody new has ten dots for matches instead of rank, medal, rating and change."""
    people = [row(place, f"P{place}", 7) for place in range(1, settled + 1)]
    picture = paint_poster(board(*people, newcomer(SETTLED - 1)), Reader())
    assert picture.height <= 1320
    assert picture.says("new")
    assert picture.says("Emil")
    assert picture.says("1,000") == picture.says("7") == (settled > 0)
    assert picture.says("Ranks begin after 10 matches.") == (not settled)
    after = paint_poster(board(*people, newcomer(SETTLED)), Reader())
    assert not after.says("new")
    assert after.says("9")


def test_a_private_board_says_you() -> None:
    """The reader's own row says "You" instead of the name, ranked or new."""
    for own in (row(1, is_viewer=True), newcomer(3).model_copy(update={"is_viewer": True})):
        picture = paint_poster(board(own), Reader())
        assert picture.says("You")
        assert not picture.says(own.name)


def test_a_title_without_room_keeps_its_sign() -> None:
    """A title that doesn't fit next to a long name is a sticker with its sign alone."""
    for name, fits in (("Ana", True), ("W" * 40, False)):
        picture = paint_poster(board(row(1, name, 999, title=STICKER)), Reader())
        assert picture.says("Sight unseen") == fits
        assert "icon:crown" in picture.sprites


CHANGES = [(3, ["token:rise"]), (-4, ["token:fall"]), (0, [])]


@pytest.mark.parametrize(("change", "signs"), CHANGES)
def test_a_change_has_a_sign_of_its_own(change: int, signs: list[str]) -> None:
    """A gain and a loss differ by a sign, not only by colour; nothing stands for neither."""
    picture = paint_poster(board(row(9, change=change)), Reader())
    arrows = [sprite for sprite in picture.sprites if sprite in {"token:rise", "token:fall"}]
    assert arrows == signs
    assert picture.says(f"{abs(change)}") == bool(change)


def test_the_first_three_have_medals() -> None:
    """Places one to three have medals, and ties have the same one."""
    picture = paint_poster(board(row(1), row(2), row(2), row(4)), Reader())
    medals = [sprite for sprite in picture.sprites if sprite.startswith("token:medal")]
    assert medals == ["token:medal-1", "token:medal-2", "token:medal-2"]


def test_an_empty_board_says_so() -> None:
    """A leaderboard without ratings says so in picture and description."""
    picture = paint_poster(board(), Reader())
    assert picture.says("Nobody has a rating here yet.")
    assert picture.alt == "Dojo, Season 3. Nobody has a rating here yet."


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

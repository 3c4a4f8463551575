"""Standings of a tournament, which are painted from plain values."""

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.core.text import Reader, say
from render.engine.display_names import clean
from render.paint import paint_poster
from render.scenes.posters.tournament import (
    FACES,
    MOST,
    ROUNDS,
    StandingLine,
    TournamentCover,
    TournamentPoster,
)
from render.subject import number
from tests.support.sampling import sample

COUNT = st.integers(0, 10**9)
NAME = st.text(max_size=40)
ROW = st.builds(
    StandingLine, place=st.integers(1, 64), name=NAME, points=COUNT, firsts=COUNT,
    places=st.lists(st.integers(0, 12), max_size=12).map(tuple),
)  # fmt: skip
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]
LONG = "W" * 40
LENGTH = "60\N{EN DASH}90"


def line(place: int, name: str = "Ana", points: int = 150, firsts: int = 1) -> StandingLine:
    return StandingLine(place=place, name=name, points=points, firsts=firsts, places=(1, 0))


def poster(*rows: StandingLine) -> TournamentPoster:
    return TournamentPoster(
        title=say("Dojo"), subtitle=say("after round 2 of 3"), rows=rows, game="dojo"
    )


@settings(max_examples=sample(20), phases=PHASES)
@given(st.lists(ROW, max_size=MOST + 2))
def test_the_first_places_are_in_the_picture(rows: list[StandingLine]) -> None:
    """Each of the first people has a name, place, points and last rounds in the picture."""
    picture = paint_poster(poster(*rows), Reader())
    shown, left_out = rows[:MOST], rows[MOST:]
    for message in shown:
        assert picture.says(clean(message.name, message.place - 1))
        texts = (message.place, message.points, *filter(None, message.places[-ROUNDS:]))
        assert all(picture.says(number(value, "en")) for value in texts)
    assert picture.width == 1200
    assert picture.height <= 1760
    assert 0 < len(picture.alt) <= 1024
    assert len(left_out) <= 2


def test_the_standings_are_described_from_the_first() -> None:
    """The description has everybody's place, points and tables won; ties share a place."""
    alt = paint_poster(poster(line(1), line(1, "Ben"), line(3, "Zoë", 1, 0)), Reader()).alt

    assert alt == (
        "Dojo, after round 2 of 3. 1. Ana: 150 points, 1 table won. 1. Ben: 150 points, 1 table"
        " won. 3. Zoë: 1 point, 0 tables won."
    )


def test_a_description_counts_those_it_leaves_out() -> None:
    """A description names as many of 64 people as it can hold, and counts the others."""
    alt = paint_poster(poster(*(line(place, LONG) for place in range(1, 65))), Reader()).alt
    text = alt.count(LONG)

    assert 8 < text < 64
    assert f"{64 - text} more" in alt
    assert len(alt) <= 1024


def test_nobody_has_played() -> None:
    """Standings without anybody are a picture too."""
    assert "after round 2 of 3" in paint_poster(poster(), Reader()).alt


def test_the_last_of_the_standings_has_no_medal() -> None:
    """The first three have a medal, but neither the last nor somebody without points."""
    few = poster(line(1), line(2), line(3))
    more = poster(line(1), line(2), line(3, points=0), line(3, points=0))

    for standings in (few, more):
        medals = [name for name in paint_poster(standings, Reader()).sprites if "medal" in name]
        assert medals == ["token:medal-1", "token:medal-2"]


def cover(*people: str, present: int | None = None) -> TournamentCover:
    return TournamentCover(
        name=say("Friday cup"), game="dojo", title=say("Dojo"), starts="2026-11-27T20:30",
        zone="UTC+1", table_size=4, rounds=3, length=(60, 90), people=people, most=64,
        present=present,
    )  # fmt: skip


@settings(max_examples=sample(20), phases=PHASES)
@given(st.lists(NAME, max_size=64))
def test_an_invitation_has_three_facts_and_counts_people(people: list[str]) -> None:
    """An invitation says when, at what tables and for how long, and who has joined."""
    picture = paint_poster(cover(*people), Reader())
    facts = ("Friday cup", "Dojo", "Fri 20:30", "Tables of 4", "3 rounds", f"about {LENGTH} min")
    assert [fact for fact in facts if not picture.says(fact)] == []
    assert picture.says(f"{len(people)} of 64 joined")
    assert picture.says(f"+ {len(people) - FACES}") == (len(people) > FACES)
    assert picture.height == paint_poster(cover(), Reader()).height
    assert 0 < len(picture.alt) <= 1024


def test_an_invitation_counts_who_has_checked_in() -> None:
    """Once check-in is open, the invitation says how many have checked in, and names people."""
    picture = paint_poster(cover("Ana", "Ben", present=1), Reader())
    assert picture.says("1 of 2 checked in")
    assert picture.alt == (
        "Friday cup: Dojo. Fri 20:30, Nov 27, UTC+1. Tables of 4, mixed each round. 3 rounds,"
        f" about {LENGTH} min. 1 of 2 checked in. Ana. Ben."
    )

"""A result is stated in the game's own words."""

from pathlib import Path

import pytest

from bot.tables.domain.views import MatchView
from bot.ui.match.messages.hand import standing
from bot.ui.match.messages.result import places
from games.core.game import Result
from games.core.tableau import Figure, SeatPanel, Tableau
from games.core.text import PLAIN, say, speak
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.scoring import tallies, with_fewest_knives
from games.tomate import TOMATE
from tests.bot.tables.support import PEOPLE, local_app


@pytest.mark.parametrize("open_triumphs", [False, True])
async def test_trophies_are_told_and_who_is_out(tmp_path: Path, open_triumphs: bool) -> None:
    """A Karate Tomate result states trophies, knives and who is out."""
    async with local_app(tmp_path / "tables.db", games=[KARATE_TOMATE]) as app:
        card = await app.started(PEOPLE[:3], KARATE_TOMATE, open_triumphs=open_triumphs)
        started = await app.view(card.id, None)
        first = "trophies and 0 knives" if open_triumphs else "triumph cards"
        assert [speak(text, PLAIN) for text in places(started)] == [
            f"- **#{seat}** 0 {first}" for seat in (1, 2, 3)
        ]
        await app.play_out(card.id, PEOPLE[:3])
        ended = await app.view(card.id, None)
        state = await app.state(card.id)
    texts = {seat: line for seat in range(3) for line in lines(ended) if f"#{seat + 1}**" in line}
    for seat, tally in enumerate(tallies(state)):
        assert f"{tally.trophies} troph" in texts[seat]
        assert f"{tally.knives} kni" in texts[seat]
        assert texts[seat].endswith(", out") == (seat in with_fewest_knives(tallies(state)))


async def test_points_are_points(tmp_path: Path) -> None:
    """A game without another word for its points states points."""
    async with local_app(tmp_path / "tables.db", games=[TOMATE]) as app:
        ended = await app.view(await app.played(PEOPLE[:2], TOMATE), None)
    assert isinstance(ended.result, Result)
    assert all(line.endswith(("point", "points")) for line in lines(ended))


def lines(match_view: MatchView) -> list[str]:
    return [speak(text, PLAIN) for text in places(match_view)]


@pytest.mark.parametrize(
    ("points", "totals", "line"),
    [
        ((5, 2, 3), (), "**You lead by 2.**"),
        ((-1, 4, 4), (), "**#2 is 5 ahead of you.**"),
        ((4, 1, 4), (), "**You're level with #3.**"),
        ((1, 1, -3), (4, 1, 0), "**You lead by 3.**"),
        ((4, None), (), None),
        ((4,), (), None),
    ],
    ids=str,
)
def test_an_outcome_says_who_leads(
    points: tuple[int | None, ...], totals: tuple[int, ...], line: str | None
) -> None:
    """Below what the last move brought stands by how much one leads then, if points are known."""
    panels = tuple(
        SeatPanel(
            seat=place, points=None if score is None else Figure(label=say("points"), value=score)
        )
        for place, score in enumerate(points)
    )
    tableau = Tableau(
        game="x", title=say("X"), headline=say("Go."), seats=panels, totals=totals, viewer=0
    )
    result = standing(tableau, 0)

    assert (None if result is None else speak(result, PLAIN)) == line

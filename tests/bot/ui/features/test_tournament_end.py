"""The last message of a tournament: whom it praises, and what it shows if nobody won."""

import re
from dataclasses import replace

import pytest

from bot.tables.competitions.views import TournamentView
from bot.ui.features.tournaments.message_family import TournamentState
from bot.ui.features.tournaments.messages import CHECK_IN, result_message
from data.records.tournaments import BYE, Entrant, Presence, Stage, Tournament, TournamentTable
from games.core.text import PLAIN
from render.scenes.posters.podium import Podium
from tests.limits.tournament_messages import PICTURE
from tests.security.channels import payload
from tests.toys.seals import SEALS

NAMES = {1: "Ana", 2: "Ben", 3: "Chen", 4: "Dora"}


def ended(
    ranks: tuple[int, ...], left: tuple[int, ...], tables_of: int | None = None
) -> TournamentView:
    """Return a tournament of one round with these ranks by person, some of whom have left.

    All sit at one table, unless there are tables of so many.
    """
    players = tuple(range(1, len(ranks) + 1))
    entrants = tuple(
        Entrant(player, Presence.OUT if player in left else Presence.CHECKED_IN)
        for player in players
    )
    size = tables_of or len(ranks)
    tables = tuple(
        TournamentTable(
            round=1, number=number, match_id=f"m{number}",
            players=players[begin : begin + size], ranks=ranks[begin : begin + size],
        )
        for number, begin in enumerate(range(0, len(ranks), size), 1)
    )  # fmt: skip
    cup = Tournament(
        tournament_id="cup", guild_id=1, channel_id=2, host_id=1, game="seals", options=b"{}",
        clock="live_2m", rounds=1, table_size=4, created_at=0, starts_at=0, due_at=None,
        round_ends_at=None, round=1, stage=Stage.FINISHED, entrants=entrants, tables=tables,
    )  # fmt: skip
    return TournamentView(cup, SEALS, SEALS.options(), NAMES | dict.fromkeys(players[4:], "Emil"))


@pytest.mark.parametrize(
    ("ranks", "left", "praised"),
    [
        ((1, 2, 3, 4), (), "123"),
        ((1, 2, 3), (), "12"),
        ((1, 2), (), "1"),
        ((1, 1), (), "12"),
        ((1, 2, 3, 4), (1,), "213"),
        ((1, 2, 3, 4), (1, 2, 3, 4), ""),
    ],
)
def test_the_end_praises_whom_it_decorates(
    ranks: tuple[int, ...], left: tuple[int, ...], praised: str
) -> None:
    """Whoever has a medal is praised, but not the last, and nobody if all who played have left."""
    view = ended(ranks, left)
    number = CHECK_IN + 2
    shown = str(payload(result_message(view, number, PICTURE, tuple(NAMES), PLAIN)))
    scene = TournamentState(view, "en", {}, (), (), 0).scene(number)

    assert re.findall(r"<@(\d)>", shown) == list(praised)
    assert ("Nobody won" in shown) == (not praised)
    assert scene is not None
    assert isinstance(scene.poster, Podium) == bool(praised)


@pytest.mark.parametrize(("winners", "has_podium"), [(6, True), (7, False)])
def test_a_podium_has_everybody_who_shares_the_first_place(winners: int, has_podium: bool) -> None:
    """More winners than there is room for stand in the standings, and all in the sentence."""
    view, number = ended((1, 2) * winners, (), 2), CHECK_IN + 2
    scene = TournamentState(view, "en", {}, (), (), 0).scene(number)
    shown = str(payload(result_message(view, number, PICTURE, (), PLAIN)))

    assert scene is not None
    assert isinstance(scene.poster, Podium) is has_podium
    assert ("The tournament is over" in shown) is not has_podium


@pytest.mark.parametrize(
    ("matches", "clip"), [(("m1", ""), "m1"), (("", "m2"), "m2"), (("m1", "m2"), "m2"), (("",), "")]
)
def test_the_clip_is_of_the_last_match_that_the_winner_played(
    matches: tuple[str, ...], clip: str
) -> None:
    """Below the end stands a clip of the winner's last match, whatever rounds they sat out."""
    played = (1, 2)
    tables = tuple(
        TournamentTable(round=number, number=1, match_id=match, players=played, ranks=played)
        if match
        else TournamentTable(round=number, number=BYE, match_id="", players=(1,), ranks=(1,))
        for number, match in enumerate(matches, 1)
    )
    cup = replace(ended(played, ()).tournament, tables=tables, round=len(tables))
    view = TournamentView(cup, SEALS, SEALS.options(), NAMES)
    shown = str(payload(result_message(view, CHECK_IN + 2, None, (), PLAIN)))

    assert re.findall(r"play_film:(\w*)", shown) == ([clip] if clip else [])

"""Words and rows around the daily deal."""

from dataclasses import replace

import discord
import pytest

from bot.tables.competitions.daily_boards import BoardLine
from bot.tables.competitions.daily_deals import DealView, PostView
from bot.ui.features.daily.messages import deal_message, more_message
from bot.ui.features.daily.pictures import date_text, deal_scene, post_scene
from data.records.daily_deals import Attempt
from games.core.text import PLAIN, speak
from games.tomate import TOMATE

DEAL = DealView(
    day=1, game=TOMATE, starts_at=0, ends_at=0, is_open=True, seed_hash=None, seed=None, own=None,
    is_deleted=False, is_rehearsed=False, lines=(), streak=0, week=frozenset(),
)  # fmt: skip


@pytest.mark.parametrize(
    ("language", "date"), [("en", "Sat, Nov 28"), ("de", "Sa., 28. Nov."), ("es", "sáb, 28 nov")]
)
def test_a_day_is_written_as_its_language_writes_it(language: str, date: str) -> None:
    """A deal's short date has the order and the dots of the reader's language."""
    assert speak(date_text(20_785, language), PLAIN) == date


@pytest.mark.parametrize(("is_open", "names"), [(True, "CDEF"), (False, "ABCD")])
def test_a_message_shows_the_latest_while_the_day_lasts(is_open: bool, names: str) -> None:
    """Whoever still plays comes last; an ended day shows its best."""
    lines = tuple(
        BoardLine(
            player_id=number, name="ABCDEF"[number], rank=None if is_open else number + 1,
            attempt=Attempt(
                match_id="", day=1, game="tomate", player_id=number, counts=True, begun_at=0,
                ended_at=number + 1 if number < 5 else None,
            ),
        )
        for number in range(6)
    )  # fmt: skip
    deal = replace(DEAL, is_open=is_open, lines=lines)
    assert "".join(row.name for row in post_scene(PostView(deal, ()), "en").rows) == names


def test_an_ended_day_shows_who_still_plays_last() -> None:
    """An attempt that goes on after its day stands below all that have a place."""
    still, *ranked = (
        BoardLine(
            player_id=number, name="DAB"[number], rank=number or None,
            attempt=Attempt(
                match_id="", day=1, game="tomate", player_id=number, counts=True, begun_at=0,
            ),
        )
        for number in range(3)
    )  # fmt: skip
    deal = replace(DEAL, is_open=False, lines=(still, *ranked))
    assert [row.name for row in post_scene(PostView(deal, ()), "en").rows] == ["A", "B", "D"]


@pytest.mark.parametrize(("is_open", "names"), [(True, ["You"]), (False, [])])
def test_whoever_has_not_played_an_ended_deal_has_no_row(is_open: bool, names: list[str]) -> None:
    """A deal shows its reader's row as long as they can play it."""
    poster = deal_scene(replace(DEAL, is_open=is_open), 9, "You", "en")
    assert [row.name for row in poster.rows] == names


@pytest.mark.parametrize("is_rehearsed", [True, False])
def test_whoever_has_rehearsed_a_deal_is_offered_it_again(is_rehearsed: bool) -> None:
    """After attempts that don't count, a deal is offered only unrated; before any, only rated."""
    deal = replace(DEAL, is_rehearsed=is_rehearsed)
    first, more = deal_message(deal, (), PLAIN), more_message(deal, (), PLAIN)
    offered = [
        {getattr(item, "label", "") for item in discord.ui.Container(*shown.items).walk_children()}
        for shown in (first, more)
    ]

    assert ("Play today's deal" in offered[0]) is not is_rehearsed
    assert ("Play again" in offered[1]) is is_rehearsed

"""Tomate's pictures, compared with its views."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from games.core.game import apply, ranked
from games.core.prompt import PickOne
from games.core.text import Reader, say
from games.tomate import TOMATE
from games.tomate.questions.views import TomateView
from games.tomate.rules.notation import position
from render.paint import Picture, paint_aftermath, paint_hand, paint_poster, paint_table
from render.scenes.posters.podium import Podium
from render.scenes.tomate.table import columns
from render.subject import number
from tests.render.support import Moment, match
from tests.support.sampling import THOROUGH
from tests.support.shaping import needs_shaping

IN_HEADER = IN_LEGEND = 1
"""Stars besides those of the seats."""

SEATS = [2, 5, 13]


@cache
def moments(seats: int) -> tuple[Moment, ...]:
    """Return the first hands of a match with this many seats; at night, of two matches."""
    played = (match(TOMATE, seats, seed, 3 * seats + 14) for seed in ("ab" if THOROUGH else "a"))
    return tuple(moment for every in played for moment in every)


def view_of(moment: Moment, viewer: int | None = None) -> TomateView:
    view = moment.view(viewer)
    assert isinstance(view, TomateView)
    return view


def tables(seats: int) -> Iterator[tuple[TomateView, Picture]]:
    """Yield public views and their tables."""
    for moment in moments(seats):
        view = view_of(moment)
        yield view, paint_table(moment.tableau(), moment.reader, view)


def cards(picture: Picture, tint: str = "") -> list[str]:
    """Return the cards of one tint, in the order they were painted."""
    ending = f" {tint}" if tint else ""
    names = [name.removesuffix(ending) for name in picture.sprites if name.endswith(ending)]
    return [
        name.partition(":")[2] for name in names if name.startswith("spanish") and " " not in name
    ]


def count(picture: Picture, sprite: str) -> int:
    return sum(name.split(" ")[0] == sprite for name in picture.sprites)


@pytest.mark.parametrize("seats", SEATS)
def test_the_contested_numbers_stand_in_the_picture(seats: int) -> None:
    """A table shows pot, reserves, stock, hand number and every score."""
    for view, picture in tables(seats):
        assert picture.says(number(view.pot, "en"))
        assert picture.says(number(view.reserves, "en"))
        assert view.stock == 0 or picture.says(number(view.stock, "en"))
        assert picture.says(f"Hand {view.hand_number}/{view.hands_total}")
        assert all(picture.says(number(seat.score, "en")) for seat in view.seats)


@pytest.mark.parametrize("seats", range(2, 14))
def test_seats_stand_in_few_even_lines(seats: int) -> None:
    """Seats stand in as few lines of at most five as can be; two lines are as even as can be."""
    lines = -(-seats // 5)
    assert columns(seats) <= 5
    assert -(-seats // columns(seats)) == lines
    assert lines != 2 or columns(seats) == -(-seats // 2)


@pytest.mark.parametrize("seats", SEATS)
def test_the_trick_lies_on_the_table_in_order(seats: int) -> None:
    """The only open cards during a trick are the trump card and those played, in order."""
    for view, picture in tables(seats):
        if view.trick is None or not view.trick.plays:
            continue
        played = [play.card for play in view.trick.plays]
        assert cards(picture) == [view.trump, *played]
        assert not cards(picture, "dim")


@pytest.mark.parametrize("seats", SEATS)
def test_a_taken_trick_stays_until_the_next_card(seats: int) -> None:
    """A finished trick stays until the next card, the winner's card bright and the others dim."""
    seen = 0
    for view, picture in tables(seats):
        if not view.aftermath.tricks or (view.trick is not None and view.trick.plays):
            continue
        seen += 1
        taken = view.aftermath.tricks[-1]
        won = next(play.card for play in taken.plays if play.seat == taken.winner)
        assert won in cards(picture)
        lost = {play.card for play in taken.plays} - {won}
        assert lost <= set(cards(picture, "dim"))
    assert seen


@pytest.mark.parametrize("seats", SEATS)
def test_backs_and_stars_count_what_seats_hold(seats: int) -> None:
    """A table shows a back for each card held by players still in, and a star for each trick."""
    for view, picture in tables(seats):
        held = sum(seat.cards for seat in view.seats if seat.bid != "pass" or seat.asked)
        stock = 1 if view.stock else 0
        assert count(picture, "back:spanish") == held + stock
        if view.trick is not None and view.aftermath.settlement is None and view.trick.plays:
            tricks = sum(seat.tricks for seat in view.seats if seat.bid == "in")
            # One more is in the header beside the number of the trick, and one in the foot.
            last = TOMATE.tableau(view).last
            in_foot = last is not None and last.sprite == "token:star-won"
            foot = IN_LEGEND if last is None else int(in_foot)
            assert count(picture, "token:star-won") == tricks + IN_HEADER + foot


@pytest.mark.parametrize("seats", SEATS)
def test_the_hand_shows_its_cards_and_dims_those_that_may_not_be_played(seats: int) -> None:
    """A hand shows every card that can be chosen, and the blocked ones dim."""
    for moment in moments(seats):
        for viewer in moment.awaited:
            view = view_of(moment, viewer)
            picture = paint_hand(moment.tableau(viewer), moment.reader, view)
            prompt = TOMATE.prompt(view)
            assert prompt is not None
            slots = [slot for action in prompt.actions for slot in action.slots]
            if not slots:
                continue
            assert isinstance(slots[0], PickOne)
            choices = slots[0].choices
            barred = [choice.id for choice in choices if choice.blocked is not None]
            assert set(barred) <= set(cards(picture, "dim"))
            free = {choice.id for choice in choices if choice.blocked is None}
            assert free <= set(cards(picture))


@pytest.mark.parametrize(("seat", "cost"), [(0, "no trick: 0"), (2, "no trick: \N{MINUS SIGN}15")])
def test_a_hand_shows_what_it_costs_its_player(seat: int, cost: str) -> None:
    """Who has taken a protected stock risks nothing, and who plays against them what was agreed."""
    hands = ("4O 2C 5E", "12C 3E 7B", "6C 5O 2E")
    state = position(
        "tricks", hands, bids="ipi", taker=0, stock_mode="protective", reserve_amount=15
    )
    view = TOMATE.view(state, seat)

    assert paint_hand(TOMATE.tableau(view), Reader(("Ana", "Ben", "Chen")), view).says(cost)


def test_a_dealer_who_decides_blind_sees_backs_only() -> None:
    """A dealer who decides blind sees the trump card and three backs."""
    moment = moments(5)[0]
    view = view_of(moment, moment.awaited[0])
    assert view.hand_hidden
    picture = paint_hand(moment.tableau(view.viewer), moment.reader, view)
    assert [name for name in picture.sprites if name.startswith("spanish")] == [
        f"spanish-mini:{view.trump}"
    ]
    assert count(picture, "back:spanish") == 3


@pytest.mark.parametrize("seats", SEATS)
def test_the_reckoning_tells_what_everybody_won_or_paid(seats: int) -> None:
    """The end of a hand shows the pot, and of those who played each change and new total."""
    seen = 0
    for moment in moments(seats):
        view = view_of(moment)
        picture = paint_aftermath(moment.tableau(), moment.reader, view)
        settlement = view.aftermath.settlement
        assert (picture is None) == (settlement is None)
        if picture is None or settlement is None:
            continue
        seen += 1
        assert picture.says(number(settlement.pot_before, "en"))
        for line in (line for line in settlement.seats if line.part != "passed"):
            sign = "+" if line.change > 0 else ""
            assert picture.says(sign + number(line.change, "en"))
            assert picture.says(f"total {number(line.score, 'en')}")
    assert seen


def grown(seats: int, amount: int) -> Iterator[Moment]:
    """Yield just settled hands with this amount at stake."""
    for moment in moments(seats):
        state = TOMATE.clone(moment.state)
        state.pot = state.reserves = amount
        state.scores = [(-1) ** seat * amount for seat in range(seats)]
        seat = moment.awaited[0]
        after = apply(TOMATE, state, seat, next(TOMATE.moves(state, seat))).state
        if after.recent.settlement is not None and after.recent.tricks:
            yield Moment(TOMATE, after, seats)


@needs_shaping  # letters are wider without it
@pytest.mark.parametrize("digits", [1, 4, 5, 6, 8, 10, 20, 31, 67])
@pytest.mark.parametrize("seats", SEATS)
def test_numbers_are_rounded_and_never_cut(seats: int, digits: int) -> None:
    """Numbers of up to 67 digits are rounded, never cut."""
    moment = next(grown(seats, int("8" * digits)))
    tableau, view = moment.tableau(), view_of(moment)
    ranking, points = ranked(moment.state.scores), tuple(moment.state.scores)
    result = Podium(game="tomate", title=say("Tomate"), ranking=ranking, points=points)
    for picture in (
        paint_table(tableau, moment.reader, view),
        paint_aftermath(tableau, moment.reader, view),
        paint_poster(result, moment.reader),
    ):
        assert picture is not None
        numbers = (line for line in picture.texts if re.search(r"\d", line.given))
        written = [line for line in numbers if line.given not in moment.reader.names]
        assert written
        assert not [line for line in written if line.drawn != line.given]
        assert max(line.at[2] for line in written) <= picture.width


@pytest.mark.parametrize(
    ("stage", "bids"),
    [("dealer_discard", "uuu"), ("bidding", "puu"), ("stock_offer", "ppi"), ("tricks", "ipi")],
)
def test_a_dealer_who_took_needs_two_stars_at_every_stage(stage: str, bids: str) -> None:
    """A dealer who took the trump needs two tricks at every stage, shown as two stars (3.2)."""
    hands = ["1O 3O 12O", "1C 3C 12C", "1E 3E 2B"]
    state = position(stage, hands, bids=bids, took=True)
    moment = Moment(TOMATE, state, 3)
    picture = paint_table(moment.tableau(), moment.reader, view_of(moment))
    lone = bids[:2].count("i") if stage == "tricks" else 0
    assert count(picture, "token:star-needed") == 2 + lone

"""Karate Tomate's pictures, compared with its views."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY, Level
from games.core.cloning import clone
from games.core.game import apply
from games.core.rng import Rng
from games.core.tableau import Mark
from games.core.text import Reader
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.questions.views import KarateView, SeatView
from games.karate_tomate.rules.cards import KINDS, TRIUMPHS, VALUE, knives, trophies
from games.karate_tomate.rules.endings import MatchEnded
from games.karate_tomate.rules.events import RoundOver, TriumphTaken
from games.karate_tomate.rules.match import advance
from games.karate_tomate.rules.moves import TAKES
from games.karate_tomate.rules.notation import position
from games.karate_tomate.rules.state import Stage, in_order, pick_order
from render.engine import theme
from render.paint import Picture, hand_grown, has_outcome, paint_aftermath, paint_hand, paint_table
from render.scenes.karate_tomate.seats import COLUMNS
from tests.render.support import Moment, words_of
from tests.support.sampling import thinned

SEATS = [3, 6, 10]
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"open_triumphs": True, "swap_after_draw": True, "trophies_to_call": 8},
)
NAMES = tuple(f"Fighter {number}" for number in range(1, 11))
READER = Reader(names=NAMES)
IN_ROUND = {Stage.HEAT, Stage.DROP_DRAW, Stage.TRIUMPH}


@cache
def moments(seats: int, house: int = 0) -> tuple[Moment, ...]:
    """Play a whole match between policies."""
    rng = Rng(f"picture {seats} {house}")
    options = KARATE_TOMATE.options.model_validate(HOUSES[house])
    state = KARATE_TOMATE.setup(seats, options, rng.fork("deal")).state
    found = [Moment(KARATE_TOMATE, state, seats)]
    while found[-1].awaited:
        seat = rng.choice(found[-1].awaited)
        move = KARATE_TOMATE.policy(
            KARATE_TOMATE.view(state, seat), NO_MEMORY, Level.NORMAL, rng.fork(str(len(found)))
        )
        state = apply(KARATE_TOMATE, state, seat, move).state
        found.append(Moment(KARATE_TOMATE, state, seats))
    return tuple(found)


def some(seats: int, house: int = 0) -> list[Moment]:
    """Return some of the match's first moments, some of its middle, and the last six."""
    every = moments(seats, house)
    return [*thinned([*every[: 4 * seats : 3], *every[4 * seats : -6 : 11]]), *every[-6:]]


def view_of(moment: Moment, viewer: int | None = None) -> KarateView:
    view = moment.view(viewer)
    assert isinstance(view, KarateView)
    return view


@cache
def tables(seats: int) -> tuple[tuple[KarateView, Picture], ...]:
    """Return public views under all house rules, and their tables."""
    shown = [moment for house in range(len(HOUSES)) for moment in some(seats, house)]
    return tuple(
        (view_of(moment), paint_table(moment.tableau(), READER, view_of(moment)))
        for moment in shown
    )


def hands(seats: int) -> Iterator[tuple[KarateView, Picture]]:
    """Yield views of awaited seats, and their hands."""
    for house in range(len(HOUSES)):
        for moment in some(seats, house)[::2]:
            for viewer in moment.awaited[:1]:
                view = view_of(moment, viewer)
                yield view, paint_hand(moment.tableau(viewer), READER, view)


def cards(picture: Picture, family: str, tint: str = "") -> list[str]:
    """Return a family's cards in one tint, in the order they were painted."""
    names = [name.split(" ") for name in picture.sprites if name.startswith(f"{family}:")]
    return [name[0].partition(":")[2] for name in names if "".join(name[1:]) == tint]


def open_triumphs(picture: Picture, tint: str = "") -> list[str]:
    return [card for card in cards(picture, "triumph", tint) if card in TRIUMPHS]


def out_of_round(view: KarateView, seat: SeatView) -> bool:
    return view.stage in IN_ROUND and not seat.fights


def numbers(view: KarateView) -> Counter[str]:
    """Count every number that the table must show for its seats."""
    owed: Counter[str] = Counter()
    for seat in view.seats:
        owed.update([str(seat.cards), str(seat.won)])
        if view.stage is Stage.END_CALL:
            owed[str(seat.won)] += 1  # what counts now stands at the right, too
        if seat.drew:
            owed[f"+{seat.drew}"] += 1
        if seat.played and seat.fights:
            owed[str(seat.total)] += 1
        if seat.tomato is not None and not out_of_round(view, seat):
            owed[str(seat.tomato)] += 1
        if seat.triumphs is not None:
            owed.update([str(trophies(seat.triumphs)), str(knives(seat.triumphs))])
    return owed


def last_event(view: KarateView) -> list[str]:
    """Return the triumph card at the foot."""
    last = KARATE_TOMATE.tableau(view).last
    card = "" if last is None else last.sprite.partition(":")[2]
    return [card] if card in TRIUMPHS else []


def piles(view: KarateView) -> Counter[str]:
    """Count the numbers of the piles, which neither the first heat nor the end shows."""
    is_shown = KARATE_TOMATE.tableau(view).last is not None and view.stage is not Stage.END
    return Counter(map(str, (view.deck, view.pile)) if is_shown else ())


@pytest.mark.parametrize("seats", SEATS)
def test_every_number_of_the_table_is_written(seats: int) -> None:
    """A table shows hands, won cards, totals, known tomatoes, open triumphs, and piles in play."""
    for view, picture in tables(seats):
        assert not numbers(view) + piles(view) - words_of(picture)
        stage = f"Heat {view.heat}" if view.stage is Stage.HEAT else ""
        assert any(line.startswith(f"Round {view.round} · {stage}") for line in words_of(picture))


@pytest.mark.parametrize("seats", SEATS)
def test_leaders_and_the_winner_have_a_crown(seats: int) -> None:
    """A table crowns the fighters with the highest total, and the winner at the end."""
    for view, picture in tables(seats):
        totals = [seat.total for seat in view.seats if seat.fights and seat.total]
        leading = totals.count(max(totals, default=0))
        over = view.stage is Stage.END
        crowns = picture.sprites.count("icon:crown")
        assert crowns == (2 if over else leading)  # at the end, one is in the last event


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_is_written_but_what_the_view_tells(seats: int) -> None:
    """A table shows no other bare number than those it must show."""
    for view, picture in tables(seats):
        owed = numbers(view) + piles(view)
        if view.stage is not Stage.END:
            taking = view.stage is Stage.TRIUMPH
            fighters = sum(seat.to_take if taking else seat.fights for seat in view.seats)
            owed.update([str(fighters), str(len(view.row))])
        bare = {text: count for text, count in words_of(picture).items() if text.isdigit()}
        assert not Counter(bare) - owed


@pytest.mark.parametrize("seats", SEATS)
def test_cards_played_lie_before_their_seats(seats: int) -> None:
    """Fighters' cards are in colour; cards and tomatoes of dropped seats are shown too."""
    for view, picture in tables(seats):
        fights = [card for seat in view.seats if seat.fights for card in seat.played]
        fell = [seat for seat in view.seats if out_of_round(view, seat)]
        shown = [card for card in cards(picture, "veg") if card != "used"]
        assert sorted(shown) == sorted(fights)
        assert sorted(cards(picture, "veg", "grey")) == sorted(
            card for seat in fell for card in seat.played
        )
        assert sorted(cards(picture, "tomato")) == sorted(str(seat.tomato) for seat in fell)


@pytest.mark.parametrize("seats", SEATS)
def test_triumph_cards_lie_open_on_offer_or_just_taken(seats: int) -> None:
    """The only open triumph cards are those on offer and those just taken."""
    for view, picture in tables(seats):
        over = view.stage is Stage.END
        taken = [told.card for told in view.aftermath if isinstance(told, TriumphTaken)]
        if over and seats >= COLUMNS:
            taken = []  # all that was won is counted instead
        shown = open_triumphs(picture)
        last = last_event(view)
        assert open_triumphs(picture, "dim") == (list(view.row) if over else [])
        assert sorted(shown) == sorted([*([] if over else view.row), *taken, *last])


@pytest.mark.parametrize("seats", SEATS)
def test_the_table_counts_answers(seats: int) -> None:
    """Where those who answer are a secret, n/m counts them."""
    for view, picture in tables(seats):
        if view.awaiting.of is not None:
            assert picture.says(f"{view.awaiting.answered}/{view.awaiting.of}")


@pytest.mark.parametrize("seats", SEATS)
def test_an_answer_shows_in_the_count_alone(seats: int) -> None:
    """An answer changes nothing in the picture except the count."""
    compared = 0
    for earlier, later in pairwise(moments(seats)[: 4 * seats]):
        before, after = view_of(earlier), view_of(later)
        if after.awaiting.answered != (before.awaiting.answered or 0) + 1:
            continue
        compared += 1
        one = paint_table(earlier.tableau(), READER, before)
        other = paint_table(later.tableau(), READER, after)
        assert one.sprites == other.sprites
        of = before.awaiting.of
        changed = words_of(one) - words_of(other) + (words_of(other) - words_of(one))
        assert set(changed) == {
            f"{before.awaiting.answered}/{of}",
            f"{after.awaiting.answered}/{of}",
        }
    assert compared > seats


@pytest.mark.parametrize("seats", SEATS)
def test_ticks_tell_who_took_a_triumph_card(seats: int) -> None:
    """While triumph cards are taken, exactly the fighters who have all of theirs are ticked."""
    for view, picture in tables(seats):
        taking = view.stage is Stage.TRIUMPH
        took = sum(seat.fights and not seat.to_take for seat in view.seats) if taking else 0
        assert picture.sprites.count("token:tick") == took


@pytest.mark.parametrize("seats", SEATS)
def test_who_is_out_is_said_in_a_word(seats: int) -> None:
    """Seats that are out of the round, or asked to draw after it, are marked with a word."""
    for view, picture in tables(seats):
        out = [seat for seat in view.seats if out_of_round(view, seat)]
        draws = sum(seat.asked for seat in out)
        assert words_of(picture)["OUT"] == len(out) - draws
        assert words_of(picture)["DRAWS"] == draws


@pytest.mark.parametrize("seats", SEATS)
def test_the_hand_shows_each_kind_once(seats: int) -> None:
    """A hand shows each kind once, in order, with its count; unplayable kinds are dim.

    Bars come first, each with the last card played or the tomato of a seat that is out.
    """
    for view, picture in hands(seats):
        held = Counter(view.hand)
        kinds = [name for name in picture.sprites if name.startswith("veg:")]
        names = [name.partition(":")[2].split(" ")[0] for name in kinds]
        played = [seat for seat in view.seats if seat.played and not out_of_round(view, seat)]
        on_bars = len(played) if seats <= 6 else 0
        assert names[on_bars:] == list(held)
        barred = [card for card in held if card not in view.playable] if view.in_fight else []
        assert cards(picture, "veg", "dim") == barred
        many = Counter(f"×{count}" for count in held.values() if count > 1)
        assert not many - words_of(picture)
        assert cards(picture, "tomato")[-1] == str(view.tomato)


@pytest.mark.parametrize("seats", SEATS)
def test_the_hand_tells_what_is_new_and_chosen(seats: int) -> None:
    """A hand counts cards just drawn, ticks those chosen, and sums up won triumphs."""
    for view, picture in hands(seats):
        drawn = Counter(f"+{count}" for count in Counter(view.drawn).values())
        assert not drawn - words_of(picture)
        own = sum(Mark.READY in panel.marks for panel in KARATE_TOMATE.tableau(view).seats)
        assert picture.sprites.count("token:tick") == len(view.answer or ()) + own
        assert picture.says(f"{trophies(view.won)} /{view.options.trophies_to_call}")
        assert picture.says(str(knives(view.won)))


@pytest.mark.parametrize("seats", SEATS)
def test_the_hand_shows_the_offer_or_what_was_won(seats: int) -> None:
    """A hand ranks the cards on offer, dims those taken, and shows won ones at the end call."""
    for view, picture in hands(seats):
        if view.stage is Stage.END_CALL:
            assert open_triumphs(picture) == [*view.won, *last_card(view)]
            continue
        best = sorted(view.row, key=lambda card: TRIUMPHS[card][:3], reverse=True)
        assert open_triumphs(picture) == [*best, *last_card(view)]
        two = len(best) == 2 and view.stage is not Stage.TRIUMPH
        assert picture.says("2nd") == two
        taken = view.picks if view.stage is Stage.TRIUMPH else ()
        assert sorted(open_triumphs(picture, "dim")) == sorted(pick.card for pick in taken)


def last_card(view: KarateView) -> list[str]:
    """Return the card at the foot: that of the last pick."""
    return [pick.card for pick in view.picks[-1:]]


@pytest.mark.parametrize("seats", SEATS)
def test_the_hand_compares_everybody_s_total(seats: int) -> None:
    """A hand shows all totals, a crown for each leader, and a word for who is out."""
    for view, picture in hands(seats):
        totals = {seat.seat: seat.total for seat in view.seats if seat.fights and seat.total}
        assert not Counter(map(str, totals.values())) - words_of(picture)
        leading = [total for total in totals.values() if total == max(totals.values())]
        assert picture.sprites.count("icon:crown") == len(leading)
        fell = sum(out_of_round(view, seat) for seat in view.seats)
        assert words_of(picture)["OUT"] + words_of(picture)["DRAWS"] == fell


@pytest.mark.parametrize("seats", range(3, 11))
def test_the_height_of_a_hand_depends_on_the_seats_alone(seats: int) -> None:
    """A hand keeps its height through a match, but for what it says to have grown in waits."""
    heights = set[tuple[int, int]]()
    for moment in moments(seats)[:: seats * 3]:
        view = view_of(moment, 0)
        grown = round(hand_grown("karate_tomate", view) * theme.WIDTH)
        height = paint_hand(moment.tableau(0), READER, view).height
        assert height <= 1320
        assert not (grown and KARATE_TOMATE.prompt(view))
        heights.add((height - grown, bool(grown)))
    assert len({height for height, _ in heights}) == 1
    assert {grown for _, grown in heights} <= {False, seats <= 5}


def test_the_highest_total_in_reach_is_written_on_the_own_bar() -> None:
    """From the second heat on, the viewer sees the highest total that a card would make."""
    written = 0
    for moment in moments(3):
        for viewer in moment.awaited:
            view = view_of(moment, viewer)
            if view.locked is None or not view.playable:
                continue
            most = view.seats[viewer].total + max(VALUE[card] for card in view.playable)
            assert paint_hand(moment.tableau(viewer), READER, view).says(str(most))
            written += 1
    assert written


def test_a_choice_is_ticked_in_the_own_hand() -> None:
    """After a choice, the card and the avatar of the player have a tick, and nobody else."""
    ticked = 0
    for moment in moments(3)[:20]:
        for viewer in range(3):
            view = view_of(moment, viewer)
            if view.stage is Stage.HEAT and view.answer is not None:
                picture = paint_hand(moment.tableau(viewer), READER, view)
                assert picture.sprites.count("token:tick") == 2
                ticked += 1
    assert ticked


@pytest.mark.parametrize("kinds", [0, 1, 6, 7, 14, 15, 25])
def test_a_hand_of_any_size_is_painted_whole(kinds: int) -> None:
    """A hand with three copies of every kind and every triumph fits into one picture."""
    state = clone(moments(3)[0].state)
    state.hands[0] = in_order(KINDS[:kinds] * 3)
    state.won[0] = tuple(TRIUMPHS)
    view = KARATE_TOMATE.view(state, 0)
    picture = paint_hand(KARATE_TOMATE.tableau(view), READER, view)
    assert cards(picture, "veg") == list(KINDS[:kinds])
    assert words_of(picture)["×3"] == kinds
    assert picture.height <= 1320


@pytest.mark.parametrize("seats", SEATS)
def test_the_count_at_the_end_tells_all_that_counts(seats: int) -> None:
    """The final aftermath lists seats by place, with trophies, knives and tomato."""
    for house in range(len(HOUSES)):
        last = moments(seats, house)[-1]
        view = view_of(last)
        picture = paint_aftermath(last.tableau(), READER, view)
        ended = view.aftermath[-1]
        assert picture is not None
        assert isinstance(ended, MatchEnded)
        texts = [line.given for line in picture.texts]
        order = [seat for place in view.ranking for seat in place]
        assert [text for text in texts if text in NAMES] == [NAMES[seat] for seat in order]
        for seat in order:
            line, start = ended.counted[seat], texts.index(NAMES[seat]) + 1
            owed = [line.trophies, line.knives, line.tomato]
            assert texts[start : start + 3] == list(map(str, owed))
        assert words_of(picture)["out"] == len(ended.out)
        assert picture.sprites.count("icon:crown") == 1


def ends_of_rounds(seats: int) -> Iterator[tuple[Moment, KarateView]]:
    """Yield the moments in which a round has just ended, as a spectator sees them."""
    for earlier, later in pairwise(moments(seats)):
        view = view_of(later)
        is_over = any(isinstance(event, RoundOver) for event in view.aftermath)
        if is_over and view.stage is not Stage.END and view.aftermath != view_of(earlier).aftermath:
            yield later, view


@pytest.mark.parametrize("seats", range(3, 11))
def test_the_end_of_a_round_shows_who_took_which_card(seats: int) -> None:
    """The outcome lists all picks in their order, with totals and gains, and cards that stay."""
    ended = list(ends_of_rounds(seats))
    assert ended
    for moment, view in ended:
        picture = paint_aftermath(moment.tableau(), READER, view)
        assert picture is not None
        names = [line.given for line in picture.texts if line.given in NAMES]
        assert names == [NAMES[pick.seat] for pick in view.picks]
        cards_taken = [pick.card for pick in view.picks]
        left = [card for card in open_triumphs(picture) if card not in cards_taken]
        assert open_triumphs(picture)[: len(cards_taken)] == cards_taken
        assert set(left) <= set(view.row)
        owed = Counter(str(pick.total) for pick in view.picks)
        owed += Counter(f"+{n}" for card in cards_taken for n in TRIUMPHS[card][:3] if n)
        assert not owed - words_of(picture)
        assert picture.says(f"Round {max(1, view.round - (view.stage is Stage.HEAT))} is over")


@pytest.mark.parametrize("seats", SEATS)
def test_the_outcome_shows_the_own_hand_and_nothing_to_choose(seats: int) -> None:
    """In private, trophies before and after stand above, and the hand below is plain."""
    for moment, _ in ends_of_rounds(seats):
        for viewer in range(seats):
            view = view_of(moment, viewer)
            picture = paint_aftermath(moment.tableau(viewer), READER, view)
            assert picture is not None
            assert cards(picture, "veg") == list(Counter(view.hand))
            assert "token:tick" not in picture.sprites
            gained = sum(TRIUMPHS[p.card].trophies for p in view.picks if p.seat == viewer)
            after = trophies(view.won)
            words = f"{after} /{view.options.trophies_to_call}"
            assert picture.says(f"{after - gained} → {words}" if gained else words)


def test_a_tie_shows_both_tomatoes() -> None:
    """Fighters with equal totals show what decided, between them."""
    ties = 0
    for seats in range(3, 11):
        for moment, view in ends_of_rounds(seats):
            tied = [str(pick.tomato) for pick in view.picks if pick.tomato]
            picture = paint_aftermath(moment.tableau(), READER, view)
            assert picture is not None
            assert cards(picture, "tomato") == tied
            ties += len(tied)
    assert ties


@pytest.mark.parametrize(("seat", "swapped"), [(0, True), (1, False), (2, True)])
def test_only_a_tomato_that_changed_hands_is_swapped(seat: int, swapped: bool) -> None:
    """In a tie of three, the middle tomato stays where it was, and so its picture says."""
    fighters = ("T3 B1", "T6 B1", "T9 B1", "T1 B1", "T10 B1")
    played = ("C5", "A5", "M5", "K1", "B1")
    state = position("triumph", fighters, played=played, out=(3, 4), row="500 310 300")
    state.queue = pick_order(state, state.fighters)
    advance(state, 2, TAKES["t500"])
    advance(state, 1, TAKES["t310"])
    view = KARATE_TOMATE.view(state, seat)

    assert paint_hand(KARATE_TOMATE.tableau(view), READER, view).says("swapped") is swapped


@pytest.mark.parametrize("seats", SEATS)
def test_only_the_end_of_a_round_has_a_picture_of_its_own(seats: int) -> None:
    """Within a round, the hand and the table show everything."""
    for moment in moments(seats)[:-1:7]:
        view = view_of(moment)
        is_over = any(isinstance(event, RoundOver) for event in view.aftermath)
        assert has_outcome("karate_tomate", view) == is_over

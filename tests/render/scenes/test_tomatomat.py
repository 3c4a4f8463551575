"""Tomatomat's pictures, compared with its views."""

import io
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import apply
from games.core.rng import Rng
from games.core.text import Reader, speak
from games.tomatomat import TOMATOMAT
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import COLOUR, KINDS, Card, stars
from games.tomatomat.rules.records import Resolution
from games.tomatomat.rules.resolving import resolve
from games.tomatomat.rules.texts import COLOUR_LETTERS
from render.paint import Picture, paint_aftermath, paint_hand, paint_table
from render.scenes.common.hand_frame import FOOT
from render.scenes.common.layout import BADGE_RIGHT
from render.scenes.tomatomat.reveal import HEIGHT, STEPS
from render.scenes.tomatomat.reveal import paint as paint_reveal
from render.subject import subject_of
from tests.render.support import Moment, last_sign, words_of
from tests.support.sampling import thinned

SEATS = [2, 3, 4]
HOUSES: tuple[dict[str, Any], ...] = ({}, {"own_peek": True, "deck_tracker": True}, {"rounds": 8})
NAMES = ("Lola", "Mateo_92", "Grandmaster Tomatillo", "Señor Ñandú")
READER = Reader(names=NAMES)


@cache
def moments(seats: int, house: int = 0) -> tuple[Moment, ...]:
    """Play a whole match, alternating the policy's moves and random ones."""
    rng = Rng(f"machines {seats} {house}")
    options = TOMATOMAT.options.model_validate(HOUSES[house])
    state = TOMATOMAT.setup(seats, options, rng.fork("deal")).state
    results = [Moment(TOMATOMAT, state, seats)]
    while results[-1].awaited:
        seat = rng.choice(results[-1].awaited)
        step = rng.fork(str(len(results)))
        move = TOMATOMAT.policy(TOMATOMAT.view(state, seat), NO_MEMORY, Level.NORMAL, step)
        if len(results) % 2:
            move = rng.choice(list(TOMATOMAT.moves(state, seat)))
        state = apply(TOMATOMAT, state, seat, move).state
        results.append(Moment(TOMATOMAT, state, seats))
    return tuple(results)


def some(seats: int) -> list[Moment]:
    """Return the beginnings, some middles and the ends of matches under all house rules."""
    results: list[Moment] = []
    for house in range(len(HOUSES)):
        every = moments(seats, house)
        results += [*every[: seats + 2], *thinned(every[seats + 2 : -1 : 3 * seats + 4]), every[-1]]
    return results


def view_of(moment: Moment, viewer: int | None = None) -> TomatomatView:
    view = moment.view(viewer)
    assert isinstance(view, TomatomatView)
    return view


@cache
def tables(seats: int) -> tuple[tuple[TomatomatView, Picture], ...]:
    """Return public views and their tables."""
    return tuple(
        (view_of(moment), paint_table(moment.tableau(), READER, view_of(moment)))
        for moment in some(seats)
    )


@cache
def reveals(seats: int, viewer: int | None) -> tuple[tuple[TomatomatView, Picture], ...]:
    """Return a view for every resolved round, and the picture of how the round ended."""
    results: dict[str, tuple[TomatomatView, Picture]] = {}
    for house in range(len(HOUSES)):
        for moment in moments(seats, house):
            view = view_of(moment, viewer)
            if view.resolution is not None and repr(view.resolution) not in results:
                picture = paint_aftermath(moment.tableau(viewer), READER, view)
                assert picture is not None
                results[repr(view.resolution)] = (view, picture)
    return tuple(results.values())


@cache
def hands(seats: int) -> tuple[tuple[TomatomatView, Picture], ...]:
    """Return the views of the first two seats, and their pictures."""
    return tuple(
        (view, paint_hand(moment.tableau(viewer), READER, view))
        for moment in some(seats)
        for viewer in range(2)
        for view in [view_of(moment, viewer)]
    )


def values(picture: Picture, family: str) -> Counter[str]:
    """Count a family's sprites in a picture, by value and tint."""
    prefix = f"{family}:"
    return Counter(name.removeprefix(prefix) for name in picture.sprites if name.startswith(prefix))


@pytest.mark.parametrize("seats", SEATS)
def test_every_number_of_the_table_is_written(seats: int) -> None:
    """A table shows stacks, piles, cards at each slot, the last batch, stars and machines won."""
    for view, picture in tables(seats):
        owed = Counter([str(view.pile), *(str(stars(stack)) for stack in view.stacks if stack)])
        for seat in view.seats:
            owed.update([str(seat.stars), str(len(seat.won))])
            owed.update(str(count) for count in seat.counts if count)
            owed.update(f"+{count}" for count in seat.added if count)
        assert not owed - words_of(picture)
        places = sum(len(tied) for tied in view.ranking)
        figures = [text for text in words_of(picture).elements() if text.lstrip("+").isdigit()]
        # At the end, a place precedes each seat, and its stars are repeated beside the machines.
        assert len(figures) == owed.total() + 2 * places
        assert picture.says(f"Round {view.round}/{view.options.rounds}")
        assert picture.says(f"Batch {view.batch}/3") != bool(view.ranking)


@pytest.mark.parametrize("seats", SEATS)
def test_the_table_shows_no_card_of_anybody(seats: int) -> None:
    """Cards at the slots are face down, as at most three backs each."""
    for view, picture in tables(seats):
        assert not values(picture, "figure") + values(picture, "tomatomat")
        backs = Counter[str]()
        for seat in view.seats:
            for slot, count in zip(("I", "II", "III", "IV"), seat.counts, strict=True):
                backs[f"tomatomat-{slot}"] += min(3, count)
        assert values(picture, "back") == +backs + last_sign(TOMATOMAT.tableau(view), "back")


@pytest.mark.parametrize("seats", SEATS)
def test_machines_stand_where_the_view_has_them(seats: int) -> None:
    """The top machine of each stack is bright, the others dim; at the end the top ones are grey."""
    for view, picture in tables(seats):
        over = " grey" if view.ranking else ""
        wanted = Counter(f"{stack[-1]}{over}" for stack in view.stacks if stack)
        wanted.update(f"{machine} dim" for stack in view.stacks for machine in stack[:-1])
        if view.ranking:
            wanted.update(machine for seat in view.seats for machine in seat.won)
        shown = values(picture, "machine")
        del shown["back"]
        assert shown == wanted
        assert values(picture, "vending")["sold"] == sum(not stack for stack in view.stacks)


@pytest.mark.parametrize("seats", SEATS)
def test_who_has_placed_is_ticked_and_who_has_not_has_the_tab(seats: int) -> None:
    """TURN is on every awaited seat, a tick on every ready one, and n/m beside the pile."""
    for view, picture in tables(seats):
        assert words_of(picture)["TURN"] == len(view.awaiting.seats)
        ready = sum(seat.answered for seat in view.seats)
        assert values(picture, "token")["tick"] == ready + (not view.ranking)
        assert picture.says(f"{ready}/{seats}") != bool(view.ranking)


@pytest.mark.parametrize("seats", SEATS)
def test_the_end_is_counted_on_the_table(seats: int) -> None:
    """At the end each row shows its place, ties share one, and the winners have crowns."""
    for house in range(len(HOUSES)):
        last = moments(seats, house)[-1]
        view = view_of(last)
        picture = paint_table(last.tableau(), READER, view)
        assert values(picture, "icon")["crown"] == len(view.ranking[0])
        better = 0
        for tied in view.ranking:
            assert words_of(picture)[str(better + 1)] >= len(tied)
            better += len(tied)


@pytest.mark.paints
@pytest.mark.parametrize("seats", SEATS)
def test_the_lower_left_corner_is_empty(seats: int) -> None:
    """The lower left corner, where clients put their sign for descriptions, shows bare ground."""
    every = some(seats)
    pictures = [
        paint_table(item.tableau(), READER, view_of(item)) for item in (every[2], every[-1])
    ]
    for picture in pictures:
        corner = (0, picture.height - 44, BADGE_RIGHT, picture.height)
        shown = Image.open(io.BytesIO(picture.png)).convert("RGB").crop(corner)
        edge = shown.crop((0, 0, 1, shown.height)).resize(shown.size)
        assert ImageChops.difference(shown, edge).getbbox() is None


@pytest.mark.parametrize("viewer", [None, 0])
@pytest.mark.parametrize("seats", SEATS)
def test_the_end_of_a_round_tells_who_won_what(seats: int, viewer: int | None) -> None:
    """Each column has everybody's total, a crown for the winner, and what became of it."""
    words = Counter[str]()
    assert {picture.height for _, picture in reveals(seats, viewer)} == {HEIGHT}
    for view, picture in reveals(seats, viewer):
        assert view.resolution is not None
        owed, gains = Counter[str](), Counter[int]()
        for outcome in view.resolution.outcomes:
            most, shine = max(outcome.totals), stars(outcome.stack)
            owed.update(str(total) for total in outcome.totals if total != most)
            owed.update([str(most), str(shine)])
            if outcome.winner is None:
                word = f"{most}:{most} {'gone' if outcome.lost else 'stays'}"
            elif viewer is None:
                gains[outcome.winner] += shine
                continue
            else:
                gains[outcome.winner] += shine
                is_own = outcome.winner == viewer
                word = f"Yours +{shine}" if is_own else f"Lost {outcome.totals[viewer]}:{most}"
            owed[word] += 1
            words[word.split()[-1] if outcome.winner is None else word.split()[0]] += 1
        owed.update(str(facts.stars) for facts in view.seats)
        owed.update(f"+{gain}" for gain in gains.values())
        assert not owed - words_of(picture)
        won = sum(outcome.winner is not None for outcome in view.resolution.outcomes)
        assert values(picture, "icon")["crown"] == won
        number = f"{view.resolution.round}/{view.options.rounds}"
        assert picture.says(f"Round {number} is over")
    assert set(words) == {"stays", "gone", *(["Yours", "Lost"] if viewer is not None else ())}


def test_the_steps_to_the_end_of_a_round_open_its_columns() -> None:
    """The moving version opens one column after another; the gains come last."""
    moment = next(moment for moment in moments(4) if view_of(moment).resolution is not None)
    view = view_of(moment, 0)
    assert view.resolution is not None
    subject = subject_of(moment.tableau(0), READER, view)
    won = [outcome.winner is not None for outcome in view.resolution.outcomes]
    for step in range(STEPS):
        canvas = paint_reveal(replace(subject, step=step), view, view.resolution)
        backs = [name for name in canvas.sprites if name.startswith("back:tomatomat-")]
        assert backs == [f"back:tomatomat-{slot}" for slot in ("I", "II", "III", "IV")[step:]]
        assert canvas.sprites.count("icon:crown") == sum(won[:step])
        foot = [line.given for line in canvas.texts if line.at[1] > HEIGHT - FOOT]
        assert not [words for words in foot if words.startswith("+")]


@pytest.mark.paints
def test_the_end_of_a_round_moves_once_and_stays() -> None:
    """The moving version starts and ends with the whole picture, lasts four seconds and stays."""
    moment = next(moment for moment in moments(4) if view_of(moment).resolution is not None)
    picture = paint_aftermath(moment.tableau(0), READER, view_of(moment, 0), moves=True)
    assert picture is not None
    moving = Image.open(io.BytesIO(picture.moving))
    frames = [
        (frame.convert("RGB").tobytes(), frame.info["duration"])
        for frame in ImageSequence.Iterator(moving)
    ]
    assert moving.info["loop"] == 1
    assert len(frames) == STEPS + 2
    assert sum(duration for _, duration in frames[1:-1]) == 4_000
    first, last = (Image.frombytes("RGB", moving.size, frames[place][0]) for place in (0, -1))
    assert max(ImageStat.Stat(ImageChops.difference(first, last)).mean) < 3


def test_a_round_is_shown_until_cards_lie_again() -> None:
    """An aftermath picture exists exactly while the view has a resolution."""
    for moment in moments(3)[::2]:
        view = view_of(moment)
        picture = paint_aftermath(moment.tableau(), READER, view)
        assert (picture is None) == (view.resolution is None)


@pytest.mark.parametrize("seats", SEATS)
def test_a_hand_shows_the_batch_with_its_letters(seats: int) -> None:
    """A hand shows its cards in order, with the letters of their colours and answers."""
    asked = 0
    for view, picture in hands(seats):
        held = [] if view.placed else view.hand
        shown = [name.partition(":")[2] for name in picture.sprites if name.startswith("tomatomat")]
        assert shown == list(held)
        colours = Counter(speak(COLOUR_LETTERS[COLOUR[card]], READER) for card in held)
        letters = Counter("ABCD" if view.hand else "")
        assert not colours + letters - words_of(picture)
        asked += letters.total()
    assert asked


@pytest.mark.parametrize("seats", SEATS)
def test_a_hand_shows_rounds_batch_stars_and_place(seats: int) -> None:
    """The header has the round, the batch, the viewer's stars and place; each seat has a line."""
    for view, picture in hands(seats):
        assert view.viewer is not None
        mine = [100 * seat.stars + len(seat.won) for seat in view.seats]
        place = sum(other > mine[view.viewer] for other in mine)
        assert picture.says(f"Round {view.round}/{view.options.rounds}")
        assert picture.says(f"Batch {view.batch}/3") != bool(view.ranking)
        assert picture.says(["1st", "2nd", "3rd", "4th"][place]) == (len(set(mine)) > 1)
        stars_said = Counter(str(seat.stars) for seat in view.seats)
        assert not stars_said - words_of(picture)
        signs = values(picture, "icon")["hourglass-not-done"]
        assert signs == len(set(view.awaiting.seats) - {view.viewer})


def test_a_chosen_card_stands_at_its_slot() -> None:
    """A card that a slot was chosen for leaves the batch and stands at the slot."""
    moment = moments(3)[0]
    view = view_of(moment, 0)
    filled = {"first": "II", "third": "IV"}
    picture = paint_hand(moment.tableau(0), READER, view, filled=filled)
    assert values(picture, "tomatomat") == Counter([view.hand[1], view.hand[3]])
    assert values(picture, "figure") == Counter([view.hand[0], view.hand[2]])
    assert values(paint_hand(moment.tableau(0), READER, view), "tomatomat").total() == 4


@pytest.mark.parametrize("seats", SEATS)
def test_the_height_of_a_hand_depends_on_the_options_alone(seats: int) -> None:
    """A hand has one height throughout a match."""
    heights: dict[str, set[int]] = {}
    for view, picture in hands(seats):
        heights.setdefault(view.options.model_dump_json(), set()).add(picture.height)
    assert len(heights) == len(HOUSES)
    assert all(len(each_height) == 1 for each_height in heights.values())


@pytest.mark.parametrize("seats", SEATS)
def test_a_placed_batch_is_hidden_from_its_owner(seats: int) -> None:
    """A placed batch is shown as four backs and a tick, unless players may look at their own."""
    for view, picture in hands(seats):
        hidden = not view.hand and not view.ranking
        assert values(picture, "back")["tomatomat-none dim"] == 4 * hidden
        ready = sum(seat.answered for seat in view.seats)
        assert values(picture, "token")["tick"] == hidden + ready
        assert not (hidden and view.options.own_peek)


@pytest.mark.parametrize("seats", SEATS)
def test_a_hand_shows_what_may_be_looked_at_again(seats: int) -> None:
    """A hand shows the player's own cards and known deck only if the options allow it."""
    seen = 0
    for view, picture in hands(seats):
        wanted = Counter[str](dict.fromkeys(view.own_deck, 1))
        new = list(zip(view.hand, view.placed, strict=False))
        for slot, pile in enumerate(view.own):
            lying = [*pile, *(card for card, place in new if place == slot)]
            wanted.update({card: 1 if n > 2 else n for card, n in Counter(lying).items()})
        assert values(picture, "figure") == wanted
        assert view.viewer is not None
        counts = Counter(str(count) for count in view.seats[view.viewer].counts if count)
        assert view.own or not counts - words_of(picture)
        seen += wanted.total()
    assert seen


DECKS: dict[str, tuple[Card, ...]] = {
    "all of one kind": ("R1",) * 7,
    "no two alike": KINDS[:12],
    "pairs": tuple(card for card in ("R1", "R2", "G1", "G2", "Y1", "Y2") for _ in range(2)),
    "threes": tuple(card for card in ("R1", "G1", "Y1", "P1") for _ in range(3)),
    "odd": ("R1", "R2", "Rt", "Rp", *("G1",) * 3, "G2", "Y1", "Y2", "Yt", "Yp"),
    "late": ("R1", "R2", "Rt", "Rp", "G1", "G2", "Gt", "Gp", "Y2", *("P1",) * 3),
}


def test_a_resolved_slot_of_any_cards_is_painted() -> None:
    """A resolved slot with whole decks shows every total."""
    last = moments(4)[-1]
    view = view_of(last)
    assert view.resolution is not None
    cards: tuple[tuple[Card, ...], ...] = (DECKS["odd"], DECKS["pairs"], DECKS["late"], ())
    first = resolve(0, ("3RY", "1Y"), cards, last=True)
    others = [resolve(slot, ("1P",), ((),) * 4, last=True) for slot in range(1, 4)]
    text = Resolution(round=4, outcomes=(first, *others))
    update = {"resolution": text}
    picture = paint_aftermath(last.tableau(), READER, view.model_copy(update=update))
    assert picture is not None
    assert not Counter(map(str, first.totals)) - words_of(picture)
    assert words_of(picture)["0:0 gone"] == 3

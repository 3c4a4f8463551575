"""Dojo's pictures, compared with its views."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest

from games.core.game import apply
from games.core.prompt import Choice, PickOne, Prompt
from games.core.rng import Rng
from games.core.text import Reader, speak
from games.dojo import DOJO
from games.dojo.options import DojoOptions
from games.dojo.questions.gains import cell_gain, changes, duel_of, ended_round
from games.dojo.questions.views import DojoView
from games.dojo.rules.state import Stage
from games.dojo.rules.texts import TROPHY_NAMES
from render.paint import Picture, paint_aftermath, paint_hand, paint_table
from render.subject import number
from tests.render.support import Moment, last_sign, words_of
from tests.support.sampling import thinned

SEATS = [3, 4, 5]
TABLES: tuple[tuple[int, dict[str, object]], ...] = (
    (3, {"frame": "floating"}),
    (3, {"white_belt": True, "black_belt": True}),
    (4, {"black_belt": True, "rps": "batch", "discard_trophy": True}),
    (5, {}),
    (5, {"white_belt": True, "frame": "floating"}),
    (5, {"black_belt": True}),
)
"""Numbers of seats, and options."""


def played(seats: int, options: dict[str, object]) -> Iterator[Moment]:
    """Play a whole random match in which half of the possible challenges are made."""
    rng = Rng(f"dojo {seats} {options}")
    state = DOJO.setup(seats, DojoOptions.model_validate(options), rng.fork("deal")).state
    while True:
        moment = Moment(DOJO, state, seats)
        yield moment
        if not moment.awaited:
            return
        seat = rng.choice(moment.awaited)
        moves = list(DOJO.moves(state, seat))
        bold = [move for move in moves if move.kind == "challenge" and rng.choice((True, False))]
        state = apply(DOJO, state, seat, rng.choice(bold or moves)).state


@cache
def moments() -> tuple[Moment, ...]:
    """Return moments of every stage in rounds 2, 6 and 12 of each match."""
    found: list[Moment] = []
    for seats, options in TABLES:
        seen: Counter[object] = Counter()
        for moment in played(seats, options):
            view = view_of(moment)
            sign = (view.round, view.stage)
            seen[sign] += 1
            if view.round in {2, 6, 12} and seen[sign] in {1, 3}:
                found.append(moment)
    return tuple(found)


def view_of(moment: Moment, viewer: int | None = None) -> DojoView:
    view = moment.view(viewer)
    assert isinstance(view, DojoView)
    return view


def tables() -> Iterator[tuple[DojoView, Picture]]:
    """Yield public views and their tables."""
    for moment in thinned(moments()):
        view = view_of(moment)
        yield view, paint_table(moment.tableau(), moment.reader, view)


class Hand(NamedTuple):
    """A seat's view, and the log of its picture."""

    view: DojoView
    picture: Picture


@cache
def hands() -> tuple[Hand, ...]:
    """Return the views of all seats, and their pictures without their files."""
    found = []
    for moment in thinned(moments()):
        for viewer in range(moment.seats):
            view = view_of(moment, viewer)
            picture = paint_hand(moment.tableau(viewer), moment.reader, view)
            found.append(Hand(view, replace(picture, png=b"")))
    return tuple(found)


def values(picture: Picture, *families: str) -> Counter[str]:
    """Count the values of these families' sprites in a picture."""
    names = [name.split()[0].partition(":") for name in picture.sprites]
    return Counter(value for family, _, value in names if family in families)


def test_all_stages_are_seen() -> None:
    """The moments include every stage, and the end at every number of seats."""
    stages = {(view_of(one).stage, one.seats) for one in moments()}
    assert {stage for stage, _ in stages} == set(Stage)
    assert {seats for stage, seats in stages if stage is Stage.END} == set(SEATS)


def test_every_dojo_lies_open() -> None:
    """The open cards on a table are those of the dojos and of the current duel."""
    for view, picture in tables():
        dojos = [one.dojo if one.final is None else one.final.arrangement for one in view.seats]
        lying: Counter[str] = Counter(card for dojo in dojos for card in dojo if card)
        duel: Counter[str] = Counter()
        for one in view.seats:
            if one.face_up and one.card:
                duel[one.card] += 2 if view.stage in {Stage.THROWS, Stage.EXCHANGE} else 1
        shown = values(picture, "tatami", "tatami-wide", "tatami-tall")
        assert shown == lying + duel


def test_a_hidden_card_is_a_back() -> None:
    """Each card held or given face down, and the pile, are painted as one back."""
    for view, picture in tables():
        held = sum(one.has_card and not one.face_up for one in view.seats)
        given = len(view.gifts) + 1 if view.stage is Stage.RECRUIT else 0
        assert values(picture, "back") == Counter({"tatami": held + given + 1})


def test_trophies_lie_on_their_lines() -> None:
    """Placed trophies and this round's are painted once, and at the foot the one won last."""
    for view, picture in tables():
        dojos = [one.lines if one.final is None else one.final.lines for one in view.seats]
        placed: Counter[str] = Counter(trophy for lines in dojos for trophy in lines if trophy)
        prize = view.face_up or view.prize
        if prize is not None and view.stage is not Stage.END:
            placed[prize] += 1
            written = " ".join(line.given for line in picture.texts)
            assert speak(TROPHY_NAMES[prize], Reader()).capitalize() in written
        assert values(picture, "trophy") == placed + last_sign(DOJO.tableau(view), "trophy")


def test_counts_are_written() -> None:
    """A table shows the round, cards and trophies left, removed trophies and points."""
    for view, picture in tables():
        assert picture.says(f"Round {view.round}/12")
        assert picture.says(number(view.deck, "en"))
        assert view.stage is Stage.END or picture.says(number(view.pile, "en"))
        gone = len(view.removed) if view.stage is not Stage.END else 0
        assert values(picture, "dojo")["gone"] == bool(gone)
        assert not gone or picture.says(number(gone, "en"))
        for one in view.seats:
            assert picture.says(number(one.points, "en"))


def test_how_many_have_answered_is_told() -> None:
    """Gifts and answers are shown as n/m, and seats that are ready have a tick."""
    for view, picture in tables():
        if view.stage is Stage.RECRUIT:
            assert picture.says(f"{len(view.gifts) + 1}/{len(view.seats)}")
        if view.awaiting.answered is not None:
            assert picture.says(f"{view.awaiting.answered}/{view.awaiting.of}")
        ready = sum(one.ready for one in view.seats)
        again = 2 if view.stage is Stage.TRAIN else 1
        assert values(picture, "token")["tick"] == ready * again


def test_a_duel_tells_what_cards_are_worth() -> None:
    """A duel shows both cards' values and every throw so far."""
    seen = 0
    for view, picture in tables():
        if view.stage not in {Stage.THROWS, Stage.EXCHANGE} or not view.throws:
            continue
        seen += 1
        last = view.throws[-1]
        assert picture.says(number(last.challenger_value, "en"))
        assert picture.says(number(last.dealer_value, "en"))
        thrown = [throw for one in view.throws for throw in (one.dealer, one.challenger)]
        assert values(picture, "throw") == Counter(thrown)
    assert seen


def test_the_end_shows_what_every_line_brought() -> None:
    """The end shows the points of rows, columns and trophies, sorted seats and the winners."""
    for view, picture in tables():
        if view.stage is not Stage.END:
            continue
        wanted: Counter[str] = Counter()
        for one in view.seats:
            assert one.final is not None
            wanted.update(number(each, "en") for each in (*one.final.rows, *one.final.columns))
            if one.final.token_points:
                wanted[f"+{one.final.token_points}"] += 1
        assert wanted <= words_of(picture)
        sorted_seats = sum(one.final.sorted for one in view.seats if one.final)
        assert words_of(picture)["sorted"] == sorted_seats
        assert words_of(picture)["1."] == len(view.ranking[0])


def test_a_hand_shows_what_its_zones_hold() -> None:
    """A hand shows the viewer's card, throws and dojo, and while giving, every dojo."""
    for view, picture in hands():
        assert view.viewer is not None
        own = view.seats[view.viewer]
        lying = [one.dojo for one in view.seats if one is own or view.drawn is not None]
        if own.final is not None:
            lying = [own.final.arrangement]
        wanted: Counter[str] = Counter(card for dojo in lying for card in dojo if card)
        wanted.update(card for card in (own.card, view.drawn) if card)
        if view.own_cell is not None and own.card is not None:
            wanted[own.card] += 1
        assert wanted <= values(picture, "tatami", "tatami-mini")
        thrown = [throw for one in view.throws for throw in (one.dealer, one.challenger)]
        if view.stage is Stage.THROWS and view.viewer in {view.dealer, view.challenger}:
            assert values(picture, "throw") == Counter(thrown)


def test_a_hand_shows_no_hidden_card() -> None:
    """The cards in a hand lie in a dojo, or the viewer may see them."""
    for view, picture in hands():
        told = {card for one in view.seats for card in (*one.dojo, one.card) if card}
        told |= set() if view.drawn is None else {view.drawn}
        if view.winner is not None and view.duel is not None:
            told |= {view.duel.challenger_card, view.duel.dealer_card}
        assert values(picture, "tatami", "tatami-mini").keys() <= told


def test_a_hand_says_what_each_free_cell_brings() -> None:
    """In training, a hand writes the gain of each free cell, and buttons write the largest."""
    seen = 0
    for view, picture in hands():
        prompt = DOJO.prompt(view)
        if prompt is None or view.stage is not Stage.TRAIN:
            continue
        assert view.viewer is not None
        own = view.seats[view.viewer]
        assert own.card is not None
        gains = {
            choice.id: cell_gain(view, own, own.card, view.frame.places[choice.id])
            for choice in free(prompt)
        }
        most = max(gains.values())
        seen += most > min(gains.values())
        for choice in free(prompt):
            is_best = gains[choice.id] == most > min(gains.values())
            more = f" +{most}" if is_best else ""
            assert speak(choice.label, Reader()) == f"{choice.id}{more}"
        written = Counter(line.given for line in picture.texts if line.given[:1] == "+")
        assert written == Counter(
            f"+{more}" for cell, more in gains.items() if cell != view.own_cell
        )
    assert seen


def test_a_hand_says_what_the_trophy_brings_each_line() -> None:
    """A player who places a trophy sees the gain of all lines that may take it."""
    trophies = [moment for moment in moments() if view_of(moment).stage is Stage.TROPHY]
    assert trophies
    for moment in thinned(trophies):
        viewer = moment.awaited[0]
        view = view_of(moment, viewer)
        picture = paint_hand(moment.tableau(viewer), moment.reader, view)
        prompt = DOJO.prompt(view)
        assert prompt is not None
        shorts = [speak(one.short, Reader()) for one in free(prompt) if one.short is not None]
        gains = Counter(short.partition(": ")[2] for short in shorts)
        assert gains
        assert Counter(line.given for line in picture.texts if line.given[:1] == "+") == gains


def free(prompt: Prompt) -> list[Choice]:
    slot = prompt.actions[0].slots[0]
    assert isinstance(slot, PickOne)
    return [choice for choice in slot.choices if choice.blocked is None]


@pytest.mark.parametrize("seats", SEATS)
def test_a_hand_leaves_room_for_its_buttons(seats: int) -> None:
    """Above more rows of buttons a hand is lower, so that the message keeps its height."""
    for view, picture in hands():
        if len(view.seats) == seats:
            board = {938} if view.stage in {Stage.TRAIN, Stage.END} else {938, 1272}
            is_one_row = seats == 5 and sum(seat.card is None for seat in view.seats) <= 3
            dealt = {1394 if is_one_row else 1206}
            assert picture.height in (board if view.drawn is None else dealt)


@cache
def round_ends() -> tuple[Moment, ...]:
    """Return the moments right after a round, of all matches."""
    return tuple(
        moment
        for seats, options in TABLES
        for moment in played(seats, options)
        if ended_round(view_of(moment)) is not None
    )


def test_a_round_ends_with_its_outcome() -> None:
    """The end of a round shows its duel and everybody's gain, to each player, all at one height."""
    duels = 0
    for moment in thinned(round_ends()):
        for viewer in range(moment.seats):
            view = view_of(moment, viewer)
            result = ended_round(view)
            assert result is not None
            picture = paint_aftermath(moment.tableau(viewer), moment.reader, view)
            assert picture is not None
            assert picture.height == 1316
            gains = [changes(view, result, one).whole for one in view.seats]
            assert Counter(f"+{gain}" for gain in gains) <= words_of(picture)
            duel = duel_of(view, result)
            if duel is not None:
                duels += 1
                cards = Counter([duel.challenger_card, duel.dealer_card])
                assert cards <= values(picture, "tatami")
    assert duels


def test_gains_of_rounds_add_up_to_the_points() -> None:
    """A seat's points are the sum of what its rounds brought, until sorts are counted."""
    for seats, options in TABLES:
        sums = [0] * seats
        for moment in played(seats, options):
            view = view_of(moment)
            result = ended_round(view)
            if result is not None:
                gains = (changes(view, result, one).whole for one in view.seats)
                sums = [before + gain for before, gain in zip(sums, gains, strict=True)]
                assert sums == [one.points for one in view.seats]


def test_the_public_table_itself_is_the_outcome() -> None:
    """Dojo has no outcome for everybody: the table shows what is new in all dojos."""
    for moment in thinned(round_ends()):
        assert paint_aftermath(moment.tableau(), moment.reader, moment.view()) is None

"""How a match starts, continues without a player, and ends, and what its table tells."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from games.core.rng import Rng
from games.core.saving import load_move, load_options, load_state
from games.core.tableau_text import alt_text
from games.core.text import PLAIN, Reader, speak
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules.dice import COLOUR, EACH, FACE, RED, counted
from games.diced_tomatoes.rules.events import OrderFound, RolledForOrder, VineCleared
from games.diced_tomatoes.rules.moves import END_TURN, Clear, DicedMove
from games.diced_tomatoes.rules.notation import position
from games.diced_tomatoes.rules.vines import EACH_SEAT, FULL, faces, is_whole, worth
from tests.games.diced_tomatoes.hidden import census
from tests.games.diced_tomatoes.support.positions import fact, idle, play
from tests.games.random_moves import random_states

HOME = Path(__file__).parent
VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (1, {"golden": True, "risky": True, "karma_overload": True, "dice_pick": "random"}),
    (2, {"golden": True, "slot_bonus": "7", "karma_reach": "any"}),
    (3, {"risky": True, "zero_vines": "automatic", "turn_karma_cap": 6}),
    (4, {"karma_overload": True, "flip": "strict", "first_bonus": 3, "turn_karma_cap": 0}),
    (6, {"dice_pick": "random", "slot_bonus": "off", "risky": True, "karma_reach": "any"}),
]
"""Seat counts and option sets that together use every option."""


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_every_state_is_sound(seats: int, options: dict[str, Any]) -> None:
    """Dice are conserved, vines are sets or runs on a red seed, and karma stays within limits."""
    chosen = DicedOptions(**options)
    each = {"r": EACH[0] * seats, "b": EACH[1] * seats, "g": chosen.golden * seats}
    for state in random_states(DICED_TOMATOES, seats, "sound", **options):
        assert census(state) == +type(census(state))(each)
        if chosen.turn_karma_cap:
            assert all(0 <= karma <= chosen.turn_karma_cap for karma in state.karma)
            assert all(karma <= 6 for seat, karma in enumerate(state.karma) if seat != state.turn)
        assert all(0 <= bits < 3 for bits in state.bits)
        for number, vine in enumerate(state.vines):
            finished = len(state.tracks[number // EACH_SEAT]) == 6
            assert len(vine) <= FULL
            if vine:
                assert COLOUR[vine[0]] == 0
                assert is_whole(faces(vine, state.flipped[number], chosen.flip == "strict"))
                waiting = len(vine) == FULL and 1 <= worth(vine, state.flipped[number]) <= 6
                assert finished or not waiting
            else:
                assert not state.flipped[number]


@pytest.mark.parametrize("seats", range(1, 7))
def test_the_components_are_those_of_the_list(seats: int) -> None:
    """Each player has 11 red and 2 black dice, optionally 1 golden, 3 karma, no vines or scores."""
    for golden in (False, True):
        state = DICED_TOMATOES.setup(seats, DicedOptions(golden=golden), Rng("parts")).state
        assert state.bushel == [11 * seats, 2 * seats, seats * golden]
        assert state.karma == [3] * seats
        assert state.vines == [()] * (3 * seats)
        assert state.tracks == [()] * seats


def test_the_lowest_roll_plays_last() -> None:
    """The player with the lowest roll is last and the next seat first; ties roll again (D44)."""
    tied = 0
    for number in range(40):
        step = DICED_TOMATOES.setup(4, DicedOptions(), Rng(f"order {number}"))
        rounds = [event for event in step.events if isinstance(event, RolledForOrder)]
        (result,) = [event for event in step.events if isinstance(event, OrderFound)]
        tied += len(rounds) > 1
        rivals = {0, 1, 2, 3}
        for rolled in rounds:
            assert {roll.seat for roll in rolled.rolls} == rivals
            least = min(roll.face for roll in rolled.rolls)
            rivals = {roll.seat for roll in rolled.rolls if roll.face == least}
        assert rivals == {result.last}
        assert (step.state.last, step.state.turn) == (result.last, (result.last + 1) % 4)
    assert tied


def test_nobody_rolls_for_the_order_alone() -> None:
    """With one seat there is no roll for the order."""
    step = DICED_TOMATOES.setup(1, DicedOptions(), Rng("alone"))
    assert not [event for event in step.events if isinstance(event, RolledForOrder)]


def test_ties_are_shared() -> None:
    """Seats with equal points share a place, without a tie-break."""
    state = position(["", ""], turn=1, tracks=[[6, 2], [1] * 6], karma=0, finisher=1)
    result = DICED_TOMATOES.result(play(state, "end_turn").state)
    assert result is not None
    assert (result.ranking, result.points) == (((0, 1),), (8, 8))


REASONS = {
    "Somebody reached six tomatoes, and the round was played out.":
        position(["", ""], turn=1, tracks=[[], [1] * 6], finisher=1),
    "The bushel was empty at the start of a turn.": position(["", ""], bushel=[0, 0, 0]),
    "The dice ran out before the sixth tomato, so the match is lost.":
        position([""], bushel=[0, 0, 0]),
}  # fmt: skip


@pytest.mark.parametrize("words", REASONS)
def test_the_reason_of_the_end_is_told(words: str) -> None:
    """The result says why the match ended."""
    result = DICED_TOMATOES.result(play(REASONS[words], "end_turn").state)
    assert result is not None
    assert speak(result.reason, PLAIN) == words


def test_an_absent_player_s_turn_is_finished() -> None:
    """An absent player draws most reds, places all dice on own vines first, and ends the turn."""
    step = idle(position(["", ""], stage="draw", bushel=[2, 4, 0], karma=0))
    assert fact(step.state, "turn") == 1
    assert [event.kind for event in step.events[:3]] == ["dice_drawn", "hand_rolled", "die_placed"]
    assert counted([die for vine in step.state.vines for die in vine])[RED] == 2
    assert not any(step.state.vines[3:])


@pytest.mark.parametrize("version", [1, 2])
def test_a_match_keeps_the_default_under_which_it_was_dealt(version: int) -> None:
    """Matches from when zero vines were cleared by default still clear them."""
    saved = orjson.loads((HOME / f"saved_v{version}.json").read_bytes())
    state = load_state(DICED_TOMATOES, orjson.dumps(saved["state"]))
    options = load_options(DICED_TOMATOES, orjson.dumps(saved["options"]))

    assert {state.options.zero_vines, options.zero_vines} == {"automatic"}
    assert DicedOptions().zero_vines == "choice"


@pytest.mark.parametrize(("version", "read"), [(1, END_TURN), (2, END_TURN), (4, Clear(vines=()))])
def test_clearing_no_vine_was_leaving_them(version: int, read: DicedMove) -> None:
    """Up to version 2 clearing no vine left them all, which a move of its own does now."""
    saved = {"version": version, "move": {"kind": "clear", "vines": []}}

    assert load_move(DICED_TOMATOES, orjson.dumps(saved)) == read


def test_an_absent_player_places_in_reading_order() -> None:
    """An absent player places dice in hand order, each on the first vine that accepts it."""
    state = position(["3 / - / 6 b6", "1 b2", "5"], "2 4 b6")
    after = idle(state).state
    assert fact(after, "vine 1.1") == "3 2 4"
    assert fact(after, "vine 2.1") == "-"
    assert fact(after, "vine 1.3") == "6 b6 b6"


def test_an_absent_player_clears_what_is_worth_nothing() -> None:
    """Though clearing is optional, an absent player's turn clears every worthless vine."""
    state = position(["1 b1", "1 b1"])
    after = idle(play(state, "end_turn").state).state
    assert not any(after.vines)
    assert after.turn == 1


def test_colours_are_drawn_fairly() -> None:
    """In random draws, both colours of the bushel and all faces of a die come up."""
    colours: set[int] = set()
    shown: set[int] = set()
    for number in range(60):
        state = position(["", ""], stage="draw", dice_pick="random", seed=f"draw {number}")
        hand = play(state, "roll").state.hand
        colours |= {COLOUR[die] for die in hand}
        shown |= {FACE[die] for die in hand}
    assert (colours, shown) == ({0, 1}, {1, 2, 3, 4, 5, 6})


def test_a_harvest_before_a_move_that_is_taken_back_counts() -> None:
    """Only harvests of moves that were taken back are lost for titles."""
    state = position(["6 6 6 / 2", "3 / 4"], "6 2 5", tracks=[[1, 2, 3, 4, 5], []], karma=[3, 0])
    kept_harvest = play(state, "place r6 1.1", "place r2 1.2", "take_back")
    undone = play(state, "place r6 1.1", "take_back")
    titles = {title.key: title for title in DICED_TOMATOES.titles}

    assert titles["best_for_last"].earned(kept_harvest.events) == {0}
    assert titles["best_for_last"].earned(undone.events) == set()


def test_a_vine_that_another_clears_is_its_owners() -> None:
    """Whoever ends a turn may clear others' vines; the words name the owner and blame nobody."""
    state = position(["5", "1 b1 / 4"])
    cleared = play(state, "end_turn", "clear 2.1").events
    (event,) = (each for each in cleared if isinstance(each, VineCleared))

    assert speak(event.text(), PLAIN) == "#2's vine 1 (worth 0) is cleared of its 2 dice."


def test_a_garden_is_told() -> None:
    """A seat's text has all its numbers, and a vine's worth if its seed doesn't show it."""
    state = position(
        ["3 b4 / - / 5* 4", "2"],
        tracks=[[4, 2], []],
        karma=[5, 0],
        karma_overload=True,
        bits=[2, 0],
        slot_bonus="6",
    )
    words = alt_text(
        DICED_TOMATOES.tableau(DICED_TOMATOES.view(state, None)), Reader(("Ana", "Ben"))
    )
    assert (
        "Ana: points 10, to act, karma 5, slots 2 of 6, bits 2 of 3, "
        "vine 1 seed 3, black 4, worth 2, vine 3 flipped seed 5, 4, worth 2, "
        "track 4, 2 matched."
    ) in words
    assert "Ben: points 0, last, karma 0, slots 0 of 6, bits 0 of 3, vine 1 seed 2." in words


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_everybody_sees_the_same(seats: int, options: dict[str, object]) -> None:
    """The views of all seats and of a spectator differ only in their viewer."""
    for state in list(random_states(DICED_TOMATOES, seats, "same", **options))[::9]:
        views = [DICED_TOMATOES.view(state, viewer) for viewer in (None, *range(seats))]
        assert (
            len({view.model_copy(update={"viewer": None}).model_dump_json() for view in views}) == 1
        )

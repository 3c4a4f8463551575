"""Laws of the course of a match: who is asked, that it ends, and that nothing else changes."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import strategies as st

from games import GAMES
from games.core.ai.memory import NO_MEMORY, Level
from games.core.answer import random_form
from games.core.errors import NotYourTurnError
from games.core.game import AnyGame, apply, apply_timeout
from games.core.options import preset_values
from games.core.prompt import Move, Slot
from games.core.rng import Rng
from games.core.saving import save_state
from tests.games.case import Case
from tests.games.cases import ALL_CASES, GAME_CASES
from tests.games.plays import (
    SEED,
    drawn_match,
    drawn_position,
    drawn_positions,
    drawn_rng,
    law,
    play,
)


def test_every_game_has_a_case() -> None:
    """The laws are tried on every listed game."""
    assert {game.info.key for game in GAMES} == {repr(case) for case in GAME_CASES}


def test_keys_are_unique() -> None:
    """No two games share a key."""
    keys = [repr(case) for case in ALL_CASES]

    assert len(keys) == len(set(keys))


QUICK = [game for game in GAMES if "quick" in game.options.presets]


@pytest.mark.parametrize("game", QUICK, ids=lambda game: game.info.key)
def test_a_quick_match_is_shorter(game: AnyGame) -> None:
    """The preset *Quick* saves at least a tenth of the answers; bots play the same six deals."""
    usual, quick = (answers(game, preset_values(game.options, key)) for key in ("classic", "quick"))

    assert quick <= 0.9 * usual, f"{quick} answers instead of {usual}"


def answers(game: AnyGame, options: dict[str, Any]) -> int:
    """Count the answers of six matches of easy bots."""
    made = 0
    for number in range(6):
        rng = Rng(f"quick {number}")
        seats = max(3, game.info.seats[0]) if number % 2 else game.info.seats[0]
        state = game.setup(seats, game.options(**options), Rng(f"deal {number}")).state
        while awaited := game.awaited(state):
            seat = min(awaited)
            move = game.policy(game.view(state, seat), NO_MEMORY, Level.EASY, rng)
            state = apply(game, state, seat, move).state
            made += 1
    return made


@law()
def test_random_play_ends(case: Case, data: st.DataObject) -> None:
    """Random play without take-backs ends, with any seats and options."""
    match = drawn_match(data, case)

    assert len(match.turns) <= case.longest


@law()
def test_result_when_nobody_is_awaited(case: Case, data: st.DataObject) -> None:
    """A match has a result exactly when nobody is awaited, and then nobody may act."""
    match = drawn_match(data, case)
    for state in match.states:
        over = match.game.result(state) is not None

        assert over == (not match.game.awaited(state))
        assert not (over and match.game.to_act(state))


@law()
def test_prompt_for_who_may_act(case: Case, data: st.DataObject) -> None:
    """Exactly the seats that may act are asked, and all awaited seats are among them."""
    for position in drawn_positions(data, case):
        may_act = case.game.to_act(position.state)
        seats = range(position.match.seats)

        assert {seat for seat in seats if position.prompt(seat) is not None} == may_act
        assert case.game.awaited(position.state) <= may_act
        assert position.prompt(None) is None


@law()
def test_others_may_not_act(case: Case, data: st.DataObject) -> None:
    """A seat that isn't asked can neither move nor be timed out."""
    position = drawn_position(data, case)
    match = position.match
    for seat in set(range(match.seats)) - match.game.to_act(position.state):
        move = match.turns[0].move

        with pytest.raises(NotYourTurnError):
            apply(match.game, position.state, seat, move)
        with pytest.raises(NotYourTurnError):
            apply_timeout(match.game, position.state, seat)


@law()
def test_nothing_given_is_changed(case: Case, data: st.DataObject) -> None:
    """Looking at a state, asking, moving and timing out leave that state unchanged."""
    position = drawn_position(data, case, over=False)
    game, state = position.game, position.state
    before = save_state(game, state)
    for viewer in position.match.viewers:
        view = game.view(state, viewer)
        game.prompt(view)
        game.tableau(view)
        game.determinize(view, NO_MEMORY, drawn_rng(data))
    turn = position.match.turns[position.index]
    apply(game, state, turn.seat, turn.move)
    apply_timeout(game, state, min(game.awaited(state)))
    game.standing(state)

    assert save_state(game, state) == before


@law()
def test_same_seed_same_match(case: Case, data: st.DataObject) -> None:
    """The same seed and the same moves give the same states and events."""
    match = drawn_match(data, case)
    step = case.game.setup(match.seats, match.options, Rng(f"{SEED}, {match.number}"))

    assert step == match.start
    for turn in match.turns:
        step = apply(case.game, step.state, turn.seat, turn.move)

        assert step == turn.step


@law(3)
def test_seeds_matter(case: Case, data: st.DataObject) -> None:
    """Another seed gives another match, by its deal or by later draws."""
    match = drawn_match(data, case)
    seen = set()
    for seed in range(12):
        other = play(case, match.seats, match.options, match.number, str(seed))
        views = (case.game.view(state, viewer) for state in other.states for viewer in (None, 0))
        seen.add(tuple(view.model_dump_json() for view in views))
        if len(seen) > 1:
            return

    raise AssertionError(f"twelve seeds gave the same match: {match}")


@law(6)
def test_match_of_absent_players_ends(case: Case, data: st.DataObject) -> None:
    """A match in which every move is a timeout move ends too."""
    position = drawn_position(data, case)
    game, state = position.game, position.state
    made = 0
    while awaited := game.awaited(state):
        _, step = apply_timeout(game, state, data.draw(st.sampled_from(sorted(awaited))))
        made += 1

        assert step.state != state
        assert made < case.longest
        state = step.state
    assert game.result(state) is not None


@law()
def test_timeout_moves_are_moves(case: Case, data: st.DataObject) -> None:
    """A timeout move is a move of the game, whether or not a form offers it."""
    position = drawn_position(data, case, over=False)
    game = position.game
    for seat in game.awaited(position.state):
        move, step = apply_timeout(game, position.state, seat)

        assert isinstance(move, Move)
        assert isinstance(step.state, game.state)


@law()
def test_timeouts_keep_what_was_filled_in(case: Case, data: st.DataObject) -> None:
    """An open field of the timeout move takes that slot's value, and is replayed the same."""
    position, rng = drawn_position(data, case, over=False), drawn_rng(data)
    game, state = position.game, position.state
    for seat in game.awaited(state):
        prompt = position.prompt(seat)
        assert prompt is not None
        left_open = [name for name, value in prompt.on_timeout if value is None]
        slots = [name for action in prompt.actions for name in slot_names(action.slots)]
        assert [slots.count(name) for name in left_open] == [1] * len(left_open)

        form = random_form(prompt, rng)
        begun = {name: value for name, value in form.items() if rng.below(2)}
        move, step = apply_timeout(game, state, seat, begun)

        assert {name: getattr(move, name) for name in left_open} == {
            name: begun.get(name) for name in left_open
        }
        assert apply_timeout(game, state, seat, move.model_dump(mode="json")) == (move, step)


def slot_names(slots: Iterable[Slot]) -> set[str]:
    """Return every name in a tree of slots, once."""
    results = set()
    for slot in slots:
        results.add(slot.name)
        for choice in slot.choices:
            results |= slot_names(choice.then)
    return results


@law()
def test_nothing_is_lost_or_made(case: Case, data: st.DataObject) -> None:
    """Cards, dice and all else that a game counts stay the same from the deal to the end."""
    match = drawn_match(data, case)
    counts = {tuple(sorted(case.census(state).items())) for state in match.states}

    assert len(counts) == 1


@law()
def test_points_are_told_as_they_stand(case: Case, data: st.DataObject) -> None:
    """Every seat has points at any time, and the result has those of the last standing."""
    match = drawn_match(data, case)
    result = match.game.result(match.end)

    assert {len(match.game.standing(state).points) for state in match.states} == {match.seats}
    assert result is not None
    assert result.points == match.game.standing(match.end).points


@law()
def test_ranking_places_every_seat_once(case: Case, data: st.DataObject) -> None:
    """The ranking contains every seat once, and no empty place."""
    match = drawn_match(data, case)
    result = match.game.result(match.end)

    assert result is not None
    assert sorted(seat for place in result.ranking for seat in place) == list(range(match.seats))
    assert all(result.ranking)

"""A match of Diced Tomatoes, section by section: each function is one section of the rules.

All functions change the state they are given and add what happened to `told`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core.event import Event
from games.core.game import ranked
from games.core.rng import Rng
from games.core.values import shared
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules import events, karma, legal, moves
from games.diced_tomatoes.rules.dice import (
    BLACK,
    DICE,
    EACH,
    GOLD,
    HANDFULS,
    RED,
    Counts,
    Die,
    counted,
    handfuls,
    in_order,
)
from games.diced_tomatoes.rules.records import OrderRoll
from games.diced_tomatoes.rules.scoring import final_score, matches, points_so_far
from games.diced_tomatoes.rules.state import NOBODY, Ending, Stage, State
from games.diced_tomatoes.rules.vines import (
    EACH_SEAT,
    RIPEST,
    SLOTS,
    VINE_AT,
    is_ripe,
    owner_of,
    worth,
)

# Few different ones exist and they are made often, so they are cached.
_turn_taken_back, _turn_ended = shared(events.TurnTakenBack), shared(events.TurnEnded)


def set_up(seats: int, options: DicedOptions, rng: Rng) -> tuple[State, list[Event]]:
    """Section 2: all dice into the bushel, karma 3, and a roll for the last place."""
    told: list[events.DicedEvent] = []
    vines = EACH_SEAT * seats
    state = State(
        options=options,
        rng=rng.clone(),
        seats=seats,
        last=0,
        turn=0,
        vines=[()] * vines,
        flipped=[False] * vines,
        tracks=[()] * seats,
        karma=[karma.START] * seats,
        bits=[0] * seats,
        bushel=[EACH[RED] * seats, EACH[BLACK] * seats, EACH[GOLD] * seats * options.golden],
    )
    if seats > 1:
        _find_last(state, told)
    _turn_start(state, told)
    state.recent = tuple(told)
    return state, list(told)


def _find_last(state: State, told: list[events.DicedEvent]) -> None:
    """Section 2: the lowest roll plays last; those tied for it roll again (D44)."""
    rivals = list(range(state.seats))
    while len(rivals) > 1:
        rolls = tuple(OrderRoll(seat=seat, face=state.rng.die()) for seat in rivals)
        least = min(roll.face for roll in rolls)
        rivals = [roll.seat for roll in rolls if roll.face == least]
        told.append(events.RolledForOrder(rolls=rolls))
    state.last = rivals[0]
    state.turn = (state.last + 1) % state.seats
    told.append(events.OrderFound(last=state.last, first=state.turn))


def advance(state: State, move: moves.DicedMove) -> list[Event]:
    """Make a checked move and run on to the next decision."""
    told: list[events.DicedEvent] = []
    match move:
        case moves.Draw():
            _draw(state, HANDFULS[move.dice], told)
        case moves.Roll():
            _draw_by_itself(state, told)
        case moves.Place():
            _place(state, move.die, VINE_AT[move.vine], told)
        case moves.Finish():
            _place(state, move.die, VINE_AT[move.vine], told)
            if state.stage is Stage.PLACE:
                _end_turn(state, told)
        case moves.EndTurn():
            _end_turn(state, told)
        case moves.Clear():
            _cleanup(state, [VINE_AT[vine] for vine in move.vines], told)
        case moves.TakeBack():
            _take_back(state, told)
        case moves.PlayOn():
            _play_on(state, told)
        case _:
            _spend(state, move, told)
    # Ending a turn may only ask about zero vines: then the last placement stays to be seen.
    state.recent = tuple(told) or state.recent
    return list(told)


def _turn_start(state: State, told: list[events.DicedEvent]) -> None:
    """Section 4, turn start: an empty bushel ends the match; alone, once no dice are kept (D31)."""
    if not any(state.bushel) and not (legal.is_solo(state) and any(state.passed)):
        if legal.is_solo(state):
            _game_over(state, "lost", told)
        else:
            told.append(events.BushelEmpty(seat=state.turn))
            _game_over(state, "empty", told)
        return
    state.stage = Stage.DRAW
    state.remember()
    _draw_if_asked_nothing(state, told)


def _draw_if_asked_nothing(state: State, told: list[events.DicedEvent]) -> None:
    """Section 4, draw: automatic without a choice, unless a vine could be cleaned first (D53)."""
    if not legal.draws(state) and not legal.may_clean(state):
        _draw_by_itself(state, told)


def _draw_by_itself(state: State, told: list[events.DicedEvent]) -> None:
    """Section 4, draw: the only possible handful, or a random one (D1)."""
    ways = handfuls(state.bushel)
    if len(ways) > 1:
        pool = [colour for colour, n in enumerate(state.bushel) for _ in range(n)]
        size = sum(HANDFULS[ways[0]])
        state.rng.turn_to(f"colours of turn {state.turns}")
        taken = state.rng.sample(pool, size)
        _draw(state, (taken.count(RED), taken.count(BLACK), taken.count(GOLD)), told)
    else:
        _draw_reds(state, told)


def _draw_reds(state: State, told: list[events.DicedEvent]) -> None:
    """Draw the reddest handful, which may be the only one."""
    ways = handfuls(state.bushel)
    _draw(state, HANDFULS[ways[0]] if ways else (0, 0, 0), told)


def _draw(state: State, dice: Counts, told: list[events.DicedEvent]) -> None:
    """Section 4, draw and roll: with the dice passed on, which keep only their colour (D30)."""
    seat, kept = state.turn, sum(state.passed)
    hand: list[Die] = []
    state.rng.turn_to(f"dice of turn {state.turns}")
    for colour, count in enumerate(dice):
        state.bushel[colour] -= count
        rolled = count + state.passed[colour]
        hand += [DICE[colour][state.rng.below(6)] for _ in range(rolled)]
    state.passed = [0, 0, 0]
    state.hand = in_order(hand)
    state.stage = Stage.PLACE
    state.remember()
    told.append(events.DiceDrawn(seat=seat, dice=dice, kept=kept))
    told.append(events.HandRolled(seat=seat, dice=tuple(state.hand)))


def _place(state: State, die: Die, vine: int, told: list[events.DicedEvent]) -> None:
    """Section 4, place: on anybody's vine; four dice worth 1 to 6 are harvested at once (D6)."""
    dice = state.vines[vine] = (*state.vines[vine], die)
    state.hand.remove(die)
    state.undoable = True
    told.append(
        events.DiePlaced(
            seat=state.turn,
            die=die,
            vine=vine,
            worth=worth(dice, state.flipped[vine]),
            planted=len(dice) == 1,
        )
    )
    if owner_of(vine) != state.turn:
        karma.earn_bits(state, state.turn, 1, told)
    if is_ripe(dice, state.flipped[vine]):
        karma.harvest(state, vine, told)
        _end_alone(state, told)


def _spend(state: State, move: moves.DicedMove, told: list[events.DicedEvent]) -> None:
    """Section 5, spending; before the draw, the draw may then become automatic (D26, D53)."""
    match move:
        case moves.Reroll() | moves.Shift() | moves.Rollover() | moves.Change():
            karma.turn_die(state, move, told)
        case moves.Clean():
            karma.clean(state, move, told)
        case moves.Flip():
            karma.flip(state, move, told)
            _end_alone(state, told)
    if state.stage is Stage.DRAW:
        _draw_if_asked_nothing(state, told)


def _end_alone(state: State, told: list[events.DicedEvent]) -> None:
    """Section 7: alone, the sixth harvest ends the match at once, without a cleanup (D55)."""
    if legal.is_solo(state) and len(state.tracks[0]) == SLOTS:
        _game_over(state, "harvested", told)


def _take_back(state: State, told: list[events.DicedEvent]) -> None:
    """Section 4, restart: back to the last random event, never further (D47)."""
    state.recall()
    told.append(_turn_taken_back(seat=state.turn))


def _end_turn(state: State, told: list[events.DicedEvent]) -> None:
    """Section 4, end of the turn: if there are zero vines, the player chooses (D56)."""
    zeros = legal.zero_vines(state)
    if state.options.zero_vines == "automatic":
        _cleanup(state, zeros, told)
    elif zeros and state.stage is Stage.PLACE:
        state.stage, state.undoable = Stage.CLEAR, True
    else:
        _cleanup(state, [], told)


def _cleanup(state: State, cleared: Sequence[int], told: list[events.DicedEvent]) -> None:
    """Section 4, cleanup: vines, dice left over, karma, and whether that was the last turn."""
    seat = state.turn
    ending = not legal.is_solo(state) and state.finisher != NOBODY and seat == state.last
    _clear_vines(state, cleared, told)
    _pass_on(state, ending, told)
    karma.cut(state, seat, told)
    state.turns += 1
    if ending:
        _game_over(state, "finished", told)
        return
    state.turn = (seat + 1) % state.seats
    _turn_start(state, told)


def _clear_vines(state: State, cleared: Sequence[int], told: list[events.DicedEvent]) -> None:
    """Section 4, cleanup 1: chosen zero vines go, and all that are overripe (D17 to D19)."""
    for vine, dice in enumerate(state.vines):
        value = worth(dice, state.flipped[vine]) if dice else 1
        if vine in cleared or value > RIPEST:
            gone = karma.clear(state, vine)
            told.append(events.VineCleared(vine=vine, worth=value, dice=gone))


def _pass_on(state: State, ending: bool, told: list[events.DicedEvent]) -> None:
    """Section 4, cleanup 2: dice left go to the next player, or back at the very end (D40, D52)."""
    seat, left = state.turn, counted(state.hand)
    to = None if ending else (seat + 1) % state.seats
    told.append(_turn_ended(seat=seat, left=left, to=to))
    if ending:
        karma.to_bushel(state, state.hand)
    else:
        state.passed = list(left)
        karma.earn_bits(state, seat, len(state.hand), told)
    state.hand = []


def _play_on(state: State, told: list[events.DicedEvent]) -> None:
    """An absent player's turn: the reddest draw, every die on its first place, and the end."""
    if state.stage is Stage.DRAW:
        if state.options.dice_pick == "random":
            _draw_by_itself(state, told)
        else:
            _draw_reds(state, told)
    while state.stage is Stage.PLACE:
        found = legal.first_place(state)
        if found is None:
            break
        _place(state, *found, told)
    if state.stage is not Stage.END:
        _cleanup(state, legal.zero_vines(state), told)


def _game_over(state: State, ending: Ending, told: list[events.DicedEvent]) -> None:
    """Sections 6 and 7: the final score."""
    state.stage, state.ending, state.undoable = Stage.END, ending, False
    if legal.is_solo(state):
        slots = matches(state.tracks[0])
        told.append(events.AloneEnded(slots=slots, harvested=ending == "harvested"))
        return
    told += [
        events.SeatScored(seat=seat, score=final_score(state, seat)) for seat in range(state.seats)
    ]
    points = points_so_far(state)
    told.append(events.MatchEnded(ranking=ranked(points), best=max(points)))

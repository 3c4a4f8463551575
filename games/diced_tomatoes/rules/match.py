"""A match of Diced Tomatoes, section by section: each function is one section of the rules.

All functions change the state they are given and add what happened to `told`.
"""

from collections.abc import Sequence

from games.core.event import Event
from games.core.game import Step, ranked
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


def set_up(seats: int, options: DicedOptions, rng: Rng) -> Step[State]:
    """Section 2: all dice into the bushel, karma 3, and a roll for the last place."""
    log: list[events.DicedEvent] = []
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
        _find_last(state, log)
    _turn_start(state, log)
    state.recent = tuple(log)
    return Step(state, tuple(log))


def _find_last(state: State, log: list[events.DicedEvent]) -> None:
    """Section 2: the lowest roll plays last; those tied for it roll again (D44)."""
    rivals = list(range(state.seats))
    while len(rivals) > 1:
        rolls = tuple(OrderRoll(seat=seat, face=state.rng.die()) for seat in rivals)
        least = min(roll.face for roll in rolls)
        rivals = [roll.seat for roll in rolls if roll.face == least]
        log.append(events.RolledForOrder(rolls=rolls))
    state.last = rivals[0]
    state.turn = (state.last + 1) % state.seats
    log.append(events.OrderFound(last=state.last, first=state.turn))


def advance(state: State, move: moves.DicedMove) -> list[Event]:
    """Make a checked move and run on to the next decision."""
    log: list[events.DicedEvent] = []
    state.remember()
    state.harvest = None
    match move:
        case moves.Draw():
            _draw(state, HANDFULS[move.dice], log)
        case moves.Roll():
            _draw_by_itself(state, log)
        case moves.Place():
            _place(state, move.die, VINE_AT[move.vine], log)
        case moves.Finish():
            _place(state, move.die, VINE_AT[move.vine], log)
            if state.stage is Stage.PLACE:
                _end_turn(state, log)
        case moves.EndTurn():
            _end_turn(state, log)
        case moves.Clear():
            _cleanup(state, [VINE_AT[vine] for vine in move.vines], log)
        case moves.TakeBack():
            _take_back(state, log)
        case moves.PlayOn():
            _play_on(state, log)
        case _:
            _spend(state, move, log)
    # Ending a turn may only ask about zero vines: then the last placement stays to be seen.
    state.recent = tuple(log) or state.recent
    return list(log)


def _turn_start(state: State, log: list[events.DicedEvent]) -> None:
    """Section 4, turn start: an empty bushel ends the match; alone, once no dice are kept (D31)."""
    if not any(state.bushel) and not (legal.is_solo(state) and any(state.passed)):
        if legal.is_solo(state):
            _game_over(state, "lost", log)
        else:
            log.append(events.BushelEmpty(seat=state.turn))
            _game_over(state, "empty", log)
        return
    state.stage, state.past = Stage.DRAW, ()
    _draw_if_asked_nothing(state, log)


def _draw_if_asked_nothing(state: State, log: list[events.DicedEvent]) -> None:
    """Section 4, draw: automatic without a choice, unless a vine could be cleaned first (D53)."""
    if not legal.draws(state) and not legal.may_clean(state):
        _draw_by_itself(state, log)


def _draw_by_itself(state: State, log: list[events.DicedEvent]) -> None:
    """Section 4, draw: the only possible handful, or a random one (D1)."""
    ways = handfuls(state.bushel)
    if len(ways) > 1:
        pool = [colour for colour, n in enumerate(state.bushel) for _ in range(n)]
        size = sum(HANDFULS[ways[0]])
        state.rng.turn_to(f"colours of turn {state.turns}")
        taken = state.rng.sample(pool, size)
        _draw(state, (taken.count(RED), taken.count(BLACK), taken.count(GOLD)), log)
    else:
        _draw_reds(state, log)


def _draw_reds(state: State, log: list[events.DicedEvent]) -> None:
    """Draw the reddest handful, which may be the only one."""
    ways = handfuls(state.bushel)
    _draw(state, HANDFULS[ways[0]] if ways else (0, 0, 0), log)


def _draw(state: State, dice: Counts, log: list[events.DicedEvent]) -> None:
    """Section 4, draw and roll: with the dice passed on, which keep only their colour (D30)."""
    seat, passed = state.turn, sum(state.passed)
    hand: list[Die] = []
    state.rng.turn_to(f"dice of turn {state.turns}")
    for colour, count in enumerate(dice):
        state.bushel[colour] -= count
        rolled = count + state.passed[colour]
        hand += [DICE[colour][state.rng.below(6)] for _ in range(rolled)]
    state.passed = [0, 0, 0]
    state.hand = in_order(hand)
    state.stage, state.past = Stage.PLACE, ()
    log.append(events.DiceDrawn(seat=seat, dice=dice, kept=passed))
    log.append(events.HandRolled(seat=seat, dice=tuple(state.hand)))


def _place(state: State, die: Die, vine: int, log: list[events.DicedEvent]) -> None:
    """Section 4, place: on anybody's vine; four dice worth 1 to 6 are harvested at once (D6)."""
    dice = state.vines[vine] = (*state.vines[vine], die)
    state.hand.remove(die)
    log.append(
        events.DiePlaced(
            seat=state.turn,
            die=die,
            vine=vine,
            worth=worth(dice, state.flipped[vine]),
            planted=len(dice) == 1,
        )
    )
    if owner_of(vine) != state.turn:
        karma.earn_bits(state, state.turn, 1, log)
    if is_ripe(dice, state.flipped[vine]):
        karma.harvest(state, vine, log)
        _end_alone(state, log)


def _spend(state: State, move: moves.DicedMove, log: list[events.DicedEvent]) -> None:
    """Section 5, spending; before the draw, the draw may then become automatic (D26, D53)."""
    match move:
        case moves.Reroll() | moves.Shift() | moves.Rollover() | moves.Change():
            karma.turn_die(state, move, log)
        case moves.Clean():
            karma.clean(state, move, log)
        case moves.Flip():
            karma.flip(state, move, log)
            _end_alone(state, log)
    if state.stage is Stage.DRAW:
        _draw_if_asked_nothing(state, log)


def _end_alone(state: State, log: list[events.DicedEvent]) -> None:
    """Section 7: alone, the sixth harvest ends the match at once, without a cleanup (D55)."""
    if legal.is_solo(state) and len(state.tracks[0]) == SLOTS:
        _game_over(state, "harvested", log)


def _take_back(state: State, log: list[events.DicedEvent]) -> None:
    """Section 4, restart: one move back, never past the last random event (D47)."""
    state.recall()
    log.append(_turn_taken_back(seat=state.turn))


def _end_turn(state: State, log: list[events.DicedEvent]) -> None:
    """Section 4, end of the turn: if there are zero vines, the player chooses (D56)."""
    zeros = legal.zero_vines(state)
    if state.options.zero_vines == "automatic":
        _cleanup(state, zeros, log)
    elif zeros and state.stage is Stage.PLACE:
        state.stage = Stage.CLEAR
    else:
        _cleanup(state, [], log)


def _cleanup(state: State, cleared: Sequence[int], log: list[events.DicedEvent]) -> None:
    """Section 4, cleanup: vines, dice left over, karma, and whether that was the last turn."""
    seat = state.turn
    ending = not legal.is_solo(state) and state.finisher != NOBODY and seat == state.last
    _clear_vines(state, cleared, log)
    _pass_on(state, ending, log)
    karma.cut(state, seat, log)
    state.turns += 1
    if ending:
        _game_over(state, "finished", log)
        return
    state.turn = (seat + 1) % state.seats
    _turn_start(state, log)


def _clear_vines(state: State, cleared: Sequence[int], log: list[events.DicedEvent]) -> None:
    """Section 4, cleanup 1: chosen zero vines go, and all that are overripe (D17 to D19)."""
    for vine, dice in enumerate(state.vines):
        value = worth(dice, state.flipped[vine]) if dice else 1
        if vine in cleared or value > RIPEST:
            gone = karma.clear(state, vine)
            log.append(events.VineCleared(vine=vine, worth=value, dice=gone))


def _pass_on(state: State, ending: bool, log: list[events.DicedEvent]) -> None:
    """Section 4, cleanup 2: dice left go to the next player, or back at the very end (D40, D52)."""
    seat, left = state.turn, counted(state.hand)
    to = None if ending else (seat + 1) % state.seats
    log.append(_turn_ended(seat=seat, left=left, to=to))
    if ending:
        karma.to_bushel(state, state.hand)
    else:
        state.passed = list(left)
        karma.earn_bits(state, seat, len(state.hand), log)
    state.hand = []


def _play_on(state: State, log: list[events.DicedEvent]) -> None:
    """An absent player's turn: the reddest draw, every die on its first place, and the end."""
    if state.stage is Stage.DRAW:
        if state.options.dice_pick == "random":
            _draw_by_itself(state, log)
        else:
            _draw_reds(state, log)
    while state.stage is Stage.PLACE:
        first = legal.first_place(state)
        if first is None:
            break
        _place(state, *first, log)
    if state.stage is not Stage.END:
        _cleanup(state, legal.zero_vines(state), log)


def _game_over(state: State, ending: Ending, log: list[events.DicedEvent]) -> None:
    """Sections 6 and 7: the final score."""
    state.stage, state.ending, state.past = Stage.END, ending, ()
    if legal.is_solo(state):
        slots = matches(state.tracks[0])
        log.append(events.AloneEnded(slots=slots, harvested=ending == "harvested"))
        return
    log += [
        events.SeatScored(seat=seat, score=final_score(state, seat)) for seat in range(state.seats)
    ]
    points = points_so_far(state)
    log.append(events.MatchEnded(ranking=ranked(points), best=max(points)))

"""A sensible gardener: grows what will pay, gives away what is cheap, and helps for karma.

It rates every placement by the vine's value to its owner before and after.
"""

from collections.abc import Iterator, Mapping, Sequence

from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules import legal
from games.diced_tomatoes.rules.dice import COLOUR, DICE, FACE, Die
from games.diced_tomatoes.rules.karma import reward
from games.diced_tomatoes.rules.moves import (
    CHANGES,
    CLEANS,
    DRAWS,
    END_TURN,
    FINISHES,
    FLIPS,
    KARMA_COSTS,
    PLACES,
    REROLLS,
    ROLL,
    ROLLOVERS,
    SHIFTS,
    Change,
    Clear,
    DicedMove,
    Shift,
)
from games.diced_tomatoes.rules.scoring import slot_points
from games.diced_tomatoes.rules.state import NOBODY, Stage
from games.diced_tomatoes.rules.vines import FULL, RIPEST, SLOTS, VINES, is_ripe, owner_of, worth

_CHANCE = (0.0, 0.1, 0.3, 0.6, 0.0)
"""How likely a vine with this many dice is to be harvested, on average."""
_KARMA = 0.4
"""The value of one karma in points."""
_MARGIN = 0.4
"""By how much a karma move must pay off."""
_PLACE = 0.25
"""The cost of occupying one's own place with a vine."""
_NO_PLACE = -0.6
"""The cost of a die that has to be passed on."""
_END = 5.0
"""What ending the match is worth to its clear leader, and costs anybody clearly behind."""
_CLEAR_LEAD = 4.0
"""A lead in points that decides the last round."""
_LATE = 0.4
"""How much less likely a harvest is in the last round."""


def choose_move(view: DicedView) -> DicedMove:
    """Return a sensible move for the viewer, who must be asked for one."""
    if view.stage is Stage.DRAW:
        ways = legal.draws(view)
        return DRAWS[ways[0]] if ways else ROLL
    if view.stage is Stage.CLEAR:
        cleared = [VINES[vine] for vine in legal.zero_vines(view) if is_to_clear(view, vine)]
        return Clear(vines=tuple(cleared)) if cleared else END_TURN
    karma = _best_karma(view)
    if karma is not None:
        return karma
    put: Mapping[Die, Sequence[DicedMove]] = FINISHES if legal.is_last_die(view) else PLACES
    ways_to_place = [
        (gain(view, die, vine), put[die][vine])
        for die, vines in legal.places(view).items()
        for vine in vines
    ]
    if not ways_to_place:
        return END_TURN
    return max(ways_to_place, key=lambda way: way[0])[1]


def is_to_clear(view: DicedView, vine: int) -> bool:
    """Whether clearing a worthless vine helps: one's own, or in the last round what would score."""
    own = owner_of(vine) == view.turn
    if view.finisher == NOBODY:
        return own
    return not own and may_score(view, vine)


def may_score(view: DicedView, vine: int) -> bool:
    """Whether a vine may count at the end as it is, whatever it is worth."""
    return view.options.risky or len(view.vines[vine]) == FULL - 1


def gain(view: DicedView, die: Die, vine: int) -> float:
    """The value of a placement for the player whose turn it is."""
    held, flipped = view.vines[vine], view.flipped[vine]
    after = (*held, die)
    own, solo = owner_of(vine) == view.turn, legal.is_solo(view)
    value = -_hope(view, vine, held)
    if is_ripe(after, flipped):
        score = worth(after, flipped)
        value += _prize(view, vine, score)
        if not solo:
            return _harvest(view, vine, score, value)
        return _KARMA * _room(view, reward(view.options, FACE[held[0]])) + value
    value += _hope(view, vine, after)
    return value if own else -value * _envy(view)


def _harvest(view: DicedView, vine: int, score: int, value: float) -> float:
    """The value of a harvest for the player whose turn it is."""
    ends = _ending(view, vine, score)
    if owner_of(vine) == view.turn:
        return value + 0.1 + ends
    return _KARMA * _room(view, reward(view.options, score)) - value * _envy(view) + ends


def _room(view: DicedView, earned: int) -> int:
    """How much of this karma fits under the limit of the turn."""
    return min(earned, view.options.karma_in_turn - view.karma[view.turn])


def _ending(view: DicedView, vine: int, score: int) -> float:
    """The value of starting the last round by this harvest: good if ahead, bad if behind."""
    owner = owner_of(vine)
    if len(view.tracks[owner]) != SLOTS - 1 or view.finisher != NOBODY:
        return 0.0
    totals: list[float] = [
        points + karma // 2 for points, karma in zip(view.points, view.karma, strict=True)
    ]
    totals[owner] += _prize(view, vine, score) + view.options.first_bonus
    others = [total for seat, total in enumerate(totals) if seat != view.turn]
    lead = (totals[view.turn] - max(others)) / _CLEAR_LEAD
    return _END * max(-1.0, min(1.0, lead))


def _envy(view: DicedView) -> float:
    """The value of another player's point for the player whose turn it is."""
    return 1 / (view.seats - 0.5)


def _prize(view: DicedView, vine: int, score: int) -> float:
    """Points of a harvest; alone, only matches count, but all six slots have to be filled."""
    slot = len(view.tracks[owner_of(vine)]) + 1
    if legal.is_solo(view):
        return 5.0 if score == slot else 0.8
    return slot_points(view.options, score, slot)


def _hope(view: DicedView, vine: int, dice: tuple[Die, ...], turned: bool = False) -> float:
    """The total a vine will be worth to its owner; it also takes up one of three places."""
    value = worth(dice, view.flipped[vine] != turned) if dice else 0
    if not 1 <= value <= RIPEST or len(dice) == FULL:
        return 0.0
    grown = {FACE[die] for die in dice}
    open_ends = 1 if len(grown) == 1 else (min(grown) > 1) + (max(grown) < RIPEST)
    slot = len(view.tracks[owner_of(vine)]) + 1
    prize = _prize(view, vine, value)
    if legal.is_solo(view) and value > slot:
        prize = 4.0 - 0.5 * (value - slot)
    late = _LATE if view.finisher != NOBODY else 1.0
    return late * prize * _CHANCE[len(dice)] * (0.5 + 0.25 * open_ends) - _PLACE


def _best_karma(view: DicedView) -> DicedMove | None:
    """The karma move that pays most, if any pays enough; some karma would be lost anyway."""
    best, choice = _MARGIN, None
    for move, pays in _karma_moves(view):
        if pays > best:
            best, choice = pays, move
    if choice is None and _spare(view):
        return next((REROLLS[die] for die, vines in legal.places(view).items() if not vines), None)
    return choice


def karma_gain(view: DicedView, move: DicedMove) -> float:
    """Return what a use of karma gains by the rules of thumb, less its cost.

    0 for one that they never consider, such as turning a die by chance.
    """
    return next((pays for other, pays in _karma_moves(view) if other == move), 0.0)


def _karma_moves(view: DicedView) -> Iterator[tuple[DicedMove, float]]:
    """Every affordable use of karma without chance, with what it gains less its cost."""
    karma, spare = view.karma[view.turn], _spare(view)
    for die in legal.places(view):
        now = _best_gain(view, die)
        for cost, move, new in _turns(die):
            if cost <= karma:
                yield move, _best_gain(view, new) - now - _KARMA * max(0, cost - spare)
    for vine in legal.reach(view):
        for cost, move, brings in _treatments(view, vine):
            if cost <= karma:
                yield move, brings - _KARMA * max(0, cost - spare)


def _spare(view: DicedView) -> int:
    """The karma that would be lost if the turn ended now."""
    return max(0, view.karma[view.turn] - view.options.karma_between_turns)


def _treatments(view: DicedView, vine: int) -> Iterator[tuple[int, DicedMove, float]]:
    """Clean or flip a vine: the cost in karma, the move and what it brings."""
    held, own = view.vines[vine], owner_of(vine) == view.turn
    before = _hope(view, vine, held)
    yield KARMA_COSTS["clean"], CLEANS[vine], -before if own else before * _envy(view)
    if not legal.can_flip(view, vine) or legal.is_finished(view, owner_of(vine)):
        return
    turned = not view.flipped[vine]
    if is_ripe(held, turned):
        score = worth(held, turned)
        brings = _prize(view, vine, score) - before
        if not legal.is_solo(view):
            brings = _harvest(view, vine, score, brings)
    else:
        brings = _hope(view, vine, held, turned=True) - before
        brings = brings if own else -brings * _envy(view)
    yield KARMA_COSTS["flip"], FLIPS[vine], brings


def _turns(die: Die) -> Iterator[tuple[int, DicedMove, Die]]:
    """Every way to turn a die by karma without chance, with its cost and result."""
    faces = DICE[COLOUR[die]]
    if die in ROLLOVERS:
        yield KARMA_COSTS["rollover"], ROLLOVERS[die], faces[6 - FACE[die]]
    moves: tuple[Shift | Change, ...] = (*SHIFTS[die], *CHANGES[die])
    for move in moves:
        yield KARMA_COSTS[move.kind], move, faces[int(move.to) - 1]


def _best_gain(view: DicedView, die: Die) -> float:
    gains = [
        gain(view, die, vine)
        for vine in range(len(view.vines))
        if die in legal.acceptance(view, vine)
    ]
    return max(gains, default=_NO_PLACE)

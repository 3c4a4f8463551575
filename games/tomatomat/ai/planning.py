"""The hard level: rates every way to place a batch, in many worlds, and keeps the best on average.

In each world all seats play the round to its end by the rules of thumb. Where the others' cards end
up doesn't depend on the batch, so one world shows what each of the 256 ways to place it wins.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from games.core.ai.memory import Memory
from games.core.rng import Rng
from games.core.values import Seat
from games.tomatomat.ai import policy
from games.tomatomat.ai.determinize import determinize
from games.tomatomat.ai.estimate import chances, points
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import WORTH, Card
from games.tomatomat.rules.events import CardsTurned
from games.tomatomat.rules.match import advance
from games.tomatomat.rules.moves import ALLOTS, Allot
from games.tomatomat.rules.resolving import award
from games.tomatomat.rules.state import State

WORLDS = 60
"""Worlds in which each way is rated."""
_MISTAKES = 8
"""One move in this many of a rival's is thoughtless, in a world."""

Shown = Sequence[Sequence[tuple[Card, ...]]]
"""Every seat's cards by slot, turned up."""


class _Prize(NamedTuple):
    """What one slot brings: to whom, for each part of the batch that may go there."""

    points: float
    winners: tuple[Seat | None, ...]


def best_moves(view: TomatomatView, memory: Memory, rng: Rng) -> list[Allot]:
    """Return all ways to place the batch, first those that leave the best chance to win.

    Of ways that only exchange equal cards, it returns one.
    """
    assert view.viewer is not None, "only a seat can plan"
    thumb = policy.choose_move(policy.of_view(view, memory), rng)
    totals = [0.0] * len(ALLOTS)
    for _ in range(WORLDS):
        world = determinize(view, memory, rng)
        totals = list(map(float.__add__, totals, _rated(world, view.viewer, thumb, rng)))
    ranked = sorted(zip(totals, ALLOTS, strict=True), key=lambda rated: -rated[0])
    return [move for _, move in ranked if _is_in_order(view.hand, move.places())]


def _is_in_order(hand: Sequence[Card], places: Sequence[int]) -> bool:
    """Tell whether equal cards, which are neighbours in the hand, go to slots in their order."""
    return all(
        card != after or place <= later
        for (card, place), (after, later) in pairwise(zip(hand, places, strict=True))
    )


def _rated(world: State, seat: Seat, thumb: Allot, rng: Rng) -> list[float]:
    """Return the seat's chance to win with each way in one world, where it also plays `thumb`."""
    hand, stacks, won = world.hands[seat], world.stacks[:], world.won[:]
    left = world.options.rounds - world.round
    shown = _turned_up(world, seat, thumb, rng)
    prizes = []
    for slot, stack in enumerate(stacks):
        others = list(shown[slot])
        own = list(others.pop(seat))
        for card, goal in zip(hand, thumb.places(), strict=True):
            if goal == slot:
                own.remove(card)
        value = WORTH[stack[-1]]
        rivals = [policy.Pile.of(cards, value) for cards in others]
        winners = [winner(pile, rivals, seat) for pile in policy.piles(own, hand, value)]
        prizes.append(_Prize(points(stack), tuple(winners)))
    return _chances(list(map(points, won)), prizes, seat, left)


def _turned_up(world: State, seat: Seat, thumb: Allot, rng: Rng) -> Shown:
    """Play the round to its end, and return all cards by slot and seat; mutates `world`.

    Sealed answers were drawn at random; the rules of thumb are likelier to be right.
    """
    world.sealed = [()] * world.seats
    number, events = world.round, advance(world, seat, thumb)
    while world.stage != "end" and world.round == number:
        actor = world.owing()[0]
        is_mistaken = actor != seat and rng.below(_MISTAKES) == 0
        move = (
            rng.choice(ALLOTS)
            if is_mistaken
            else policy.choose_move(policy.of_state(world, actor), rng)
        )
        events = advance(world, actor, move)
    return [event.cards for event in events if isinstance(event, CardsTurned)]


def winner(mine: policy.Pile, rivals: Sequence[policy.Pile], seat: Seat) -> Seat | None:
    """Return who wins a slot: police catch thieves, thieves steal, and the rest is counted."""
    everybody = [*rivals[:seat], mine, *rivals[seat:]]
    thieves = police = 0
    for pile in everybody:
        thieves |= pile.thieves
        police |= pile.police
    stolen = thieves & ~police
    return award([pile.worth(stolen) for pile in everybody])


def _chances(
    scores: Sequence[float], prizes: Sequence[_Prize], seat: Seat, left: int
) -> list[float]:
    """Return the seat's chance to win for each way, after the prizes are awarded."""
    known = dict[tuple[Seat | None, ...], float]()
    results = []
    for masks in policy.MASKS:
        winners = tuple([prize.winners[mask] for prize, mask in zip(prizes, masks, strict=True)])
        if winners not in known:
            after = list(scores)
            for first, prize in zip(winners, prizes, strict=True):
                if first is not None:
                    after[first] += prize.points
            known[winners] = chances(after, left)[seat]
        results.append(known[winners])
    return results
